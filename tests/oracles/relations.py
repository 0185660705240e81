"""Parsers by grammatical relations (Carroll et al. 1998; Mollá & Hutchinson 2003), and items returned for queries.

A relation is (name, {slot: argument}); `kinds` says child → parents. Every way of pairing relations is tried."""

from itertools import permutations


def generals(name, kinds):
    found, waiting = set(), list(kinds.get(name, ()))
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += kinds.get(one, ())
    return found


def is_kind(name, of, kinds):
    return name == of or of in generals(name, kinds)


def most(returned, gold, matches):
    """The most pairs over all ways of giving each of the fewer ones another of the more."""
    few, many, turned = (returned, gold, False) if len(returned) <= len(gold) else (gold, returned, True)
    return max(
        sum(matches(b, a) if turned else matches(a, b) for a, b in zip(few, chosen, strict=False))
        for chosen in permutations(many, len(few))
    )


def same_arguments(a, b):
    return a[1] == b[1]


def counts_of_all(returned, gold, kinds, subsume):
    def matches(a, b):
        names = a[0] == b[0] or (subsume and a[0] in generals(b[0], kinds))
        return names and same_arguments(a, b)

    shared = most(returned, gold, matches)
    return shared, len(returned), shared, len(gold)


def counts_of_row(returned, gold, row, kinds, subsume):
    """Whatever is a kind of the row's relation counts as it; a more general one may find, but is not returned as it."""
    own = [one for one in returned if is_kind(one[0], row, kinds)]
    wanted = [one for one in gold if is_kind(one[0], row, kinds)]
    wider = own + [one for one in returned if subsume and one[0] in generals(row, kinds)]
    return most(own, wanted, same_arguments), len(own), most(wider, wanted, same_arguments), len(wanted)


def figures(credited, returned, found, gold):
    """Precision, recall, F; None where undefined."""
    precision = credited / returned if returned else None
    recall = found / gold if gold else None
    if (precision is None and recall != 0) or (recall is None and precision != 0):
        return precision, recall, None
    if not precision or not recall:
        return precision, recall, 0.0
    return precision, recall, 2 * precision * recall / (precision + recall)


def query(returned, relevant):
    """Precision, recall, F of one query; None where undefined."""
    shared = len(set(returned) & set(relevant))
    precision = shared / len(returned) if returned else None
    recall = shared / len(relevant) if relevant else None
    f = 2 * shared / (len(returned) + len(relevant)) if returned or relevant else None
    return precision, recall, f
