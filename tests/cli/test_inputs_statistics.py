"""Saved statistics that were edited: each kind of edit is refused in one line."""

import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import SteelyardError
from steelyard.statistics.files import digest_of

MEASURES = ["bleu", "nist", "rouge-1", "letters=chrf", "wer(stem=english)"]


@dataclass
class Parts:
    """What a file of statistics holds, to be edited; `values` by number, `more` as further members."""

    header: dict
    values: list
    more: dict

    def entry(self, label):
        return next(entry for entry in self.header["statistics"] if entry["label"] == label)

    def array(self, label):
        return self.values[[entry["label"] for entry in self.header["statistics"]].index(label)]


@pytest.fixture(scope="session")
def saved(tmp_path_factory):
    """A file of statistics: two systems, three segments with ids and documents, five measures."""
    path = tmp_path_factory.mktemp("statistics") / "saved.npz"
    sy.score(
        {"A": ["the cat sat on a mat", "a dog ran", "it rains today"], "B": ["a cat", "a dog ran home", "rain"]},
        ["the cat sat down on it", "a dog ran", "it rains today again"],
        MEASURES,
        ids=["x", "y", "z"],
        facets={"document": ["one", "one", "two"]},
    ).save(path)
    return path


def read(path):
    with np.load(path) as archive:
        header = json.loads(archive["header"].tobytes())
        return Parts(header, [archive[f"values_{n}"].copy() for n in range(len(header["statistics"]))], {})


def write(path, parts, digest):
    """Write what was edited, with a digest, or with one that fits it."""
    content = json.dumps(parts.header).encode()
    if digest is None:
        digest = np.frombuffer(digest_of(content, parts.values).encode(), np.uint8)
    arrays = {f"values_{n}": array for n, array in enumerate(parts.values) if array is not None}
    members = {"header": np.frombuffer(content, np.uint8), "sha256": digest, **arrays, **parts.more}
    np.savez(path, **{name: array for name, array in members.items() if array is not None})


def own_digest(path):
    with np.load(path) as archive:
        return archive["sha256"].copy()


def setting(*path, to):
    """Return an edit of the header: the part that is found by these names becomes another."""

    def edit(parts):
        place = parts.header
        for name in path[:-1]:
            place = next((e for e in place if e["label"] == name), None) if isinstance(place, list) else place[name]
        place[path[-1]] = to(place[path[-1]]) if callable(to) else to

    return edit


def measure(label, name, to):
    return setting("statistics", label, name, to=to)


def number(label, place, to):
    def edit(parts):
        parts.array(label)[place] = to

    return edit


def array(label, to: Callable):
    def edit(parts):
        labels = [entry["label"] for entry in parts.header["statistics"]]
        parts.values[labels.index(label)] = to(parts.array(label))

    return edit


def swapped(parts):
    parts.values[0], parts.values[1] = parts.values[1], parts.values[0]


def without_last(parts):
    parts.values.pop()


def further(parts):
    parts.more["values_9"] = np.zeros(3)


def measure_twice(parts):
    parts.header["statistics"].append(parts.header["statistics"][0])
    parts.values.append(parts.values[0])


def first_two_swapped(parts):
    entries = parts.header["statistics"]
    entries[0], entries[1] = entries[1], entries[0]


def rouge_of_bleu(parts):
    entry = parts.entry("bleu")
    entry["measure"], entry["fields"] = "rouge-1", ["value", "segments"]


def none_left(parts):
    parts.header["statistics"].clear()
    parts.values.clear()


def left_out_with_numbers(parts):
    entry = parts.entry("bleu")
    entry["measure"], entry["left_out"] = "bleu(layer=pos)", [0]


def dropped(name):
    return lambda parts: parts.header.pop(name)


def added(name):
    return lambda parts: parts.header.update({name: "1"})


# What only shows by the digest: every one of these could have been saved.
UNSIGNED = {
    "measure": measure("bleu", "measure", "bleu(average=arithmetic)"),
    "label": measure("bleu", "label", "sacrebleu"),
    "labels exchanged": lambda p: (
        p.entry("bleu").update(label="nist") or p.header["statistics"][1].update(label="bleu")
    ),
    "system order": setting("systems", to=["B", "A"]),
    "system name": setting("systems", to=["A", "C"]),
    "ids": setting("ids", to=["z", "y", "x"]),
    "no ids": setting("ids", to=None),
    "facet": setting("facets", "document", to=["one", "two", "two"]),
    "facet name": setting("facets", to={"topic": ["a", "b", "c"]}),
    "references": measure("bleu", "references", [1, 2]),
    "resources": measure("wer(stem=english)", "resources", {}),
    "context": measure("nist", "context", "0123456789ab"),
    "version": measure("bleu", "version", "9.9.9"),
    "number": number("bleu", (0, 0, 8), 7),
    "type of numbers": array("bleu", lambda values: values.astype(np.int64)),
    "order of rows": array("bleu", lambda values: values[:, ::-1]),
    "entries in another order": first_two_swapped,
    "arrays in another order": swapped,
}

# What cannot have been saved, whatever digest stands beside it.
IMPOSSIBLE = {
    "measure of other fields": rouge_of_bleu,
    "measure of other arrays": measure("bleu", "measure", "wer"),
    "unknown measure": measure("bleu", "measure", "blue"),
    "unknown option": measure("bleu", "measure", "bleu(colour=red)"),
    "no measure": measure("bleu", "measure", 7),
    "human scores": measure("bleu", "measure", "human"),
    "code of a file": measure("bleu", "measure", "mine.py:f"),
    "code of another plug-in": measure("bleu", "plugin", "0123456789ab"),
    "label twice": measure("bleu", "label", "nist"),
    "empty label": measure("bleu", "label", ""),
    "measure twice": measure_twice,
    "system twice": setting("systems", to=["A", "A"]),
    "empty system": setting("systems", to=["A", " "]),
    "system with a control character": setting("systems", to=["A", "B\x1b[2J"]),
    "system that is a number": setting("systems", to=["A", 2]),
    "more systems": setting("systems", to=["A", "B", "C"]),
    "no systems": setting("systems", to=[]),
    "id twice": setting("ids", to=["x", "x", "z"]),
    "too few ids": setting("ids", to=["x", "y"]),
    "ids that are numbers": setting("ids", to=[1, 2, 3]),
    "facet too short": setting("facets", "document", to=["one"]),
    "facet of no list": setting("facets", "document", to=3),
    "facet called segment": setting("facets", to={"segment": ["a", "b", "c"]}),
    "facets as a list": setting("facets", to=[]),
    "other number of segments": setting("segments", to=4),
    "no segments": setting("segments", to=0),
    "segments as text": setting("segments", to="3"),
    "foreign fields": measure("bleu", "fields", lambda fields: ["colour", *fields[1:]]),
    "fields in another order": measure("bleu", "fields", lambda fields: fields[::-1]),
    "too few fields": measure("bleu", "fields", lambda fields: fields[:-1]),
    "field twice": measure("bleu", "fields", lambda fields: [fields[1], *fields[1:]]),
    "fields as text": measure("bleu", "fields", "matches"),
    "negative references": measure("bleu", "references", [-1, 1]),
    "references the wrong way round": measure("bleu", "references", [2, 1]),
    "no references": measure("bleu", "references", [0, 0]),
    "references that are not whole": measure("bleu", "references", [1.5, 2]),
    "three numbers of references": measure("bleu", "references", [1, 2, 3]),
    "resource of no option": measure("bleu", "resources", {"colour": "red"}),
    "resource that is a number": measure("bleu", "resources", {"stem": 3}),
    "context of a measure that has none": measure("bleu", "context", "0123456789ab"),
    "fitted measure without context": measure("nist", "context", ""),
    "context as a number": measure("nist", "context", 1),
    "version with more choices": measure("bleu", "version", "1|tokens:none"),
    "no version": measure("bleu", "version", ""),
    "left out without annotation": measure("bleu", "left_out", [0]),
    "left out but counted": left_out_with_numbers,
    "left out beyond the end": measure("bleu", "left_out", [99]),
    "left out by name": measure("bleu", "left_out", ["x"]),
    "header with a further part": added("colour"),
    "header without a part": dropped("facets"),
    "header without format": dropped("format"),
    "other format": setting("format", to="steelyard statistics 1"),
    "no measures": none_left,
    "missing array": without_last,
    "further array": further,
    "array of one axis less": array("bleu", lambda values: values[0]),
    "array of other segments": array("bleu", lambda values: values[:, :2]),
    "array of other systems": array("bleu", lambda values: values[:1]),
    "array of text": array("bleu", lambda values: values.astype(str)),
    "array of complex numbers": array("bleu", lambda values: values.astype(complex)),
    "array of dates": array("bleu", lambda values: values.astype("datetime64[s]")),
    "nan": array("bleu", lambda values: np.where(values > 0, values, np.nan)),
    "infinite": number("nist", (0, 0, 0), np.inf),
    "negative count": number("bleu", (0, 0, 0), -1),
    "more matches than n-grams": number("bleu", (1, 0, 3), 1),
    "more matches of letters than letters": number("letters", (0, 0, 2), 999),
    "value beyond the bounds": number("rouge-1", (0, 0, 0), 1.2),
    "segment that counts twice": number("rouge-1", (0, 0, 1), 2),
    "value of no segment": number("rouge-1", (0, 0, 1), 0),
}


@pytest.mark.parametrize("edit", UNSIGNED.values(), ids=UNSIGNED)
def test_an_edit_shows_by_the_digest(saved, refused, here, edit):
    parts = read(saved)
    edit(parts)
    write(here / "edited.npz", parts, own_digest(saved))
    assert refused("score", "--statistics", "edited.npz").startswith(
        "edited.npz: not a statistics file (it was changed after it was saved: the digest differs); make one with "
    )


@pytest.mark.parametrize("edit", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_be_is_refused_with_any_digest(saved, refused, here, edit):
    parts = read(saved)
    edit(parts)
    for digest in (own_digest(saved), None):
        write(here / "edited.npz", parts, digest)
        assert refused("score", "--statistics", "edited.npz").startswith("edited.npz: ")


def test_an_edit_that_could_have_been_saved_is_taken_with_a_digest_of_its_own(saved, run, here):
    """The digest is no signature: it shows accidents, not forgers."""
    parts = read(saved)
    parts.header["systems"] = ["B", "A"]
    write(here / "edited.npz", parts, None)
    assert run("score", "--statistics", "edited.npz").code == 0


def bomb(name, shape):
    """Return an array of NumPy's format that says it is larger than it is."""
    header = f"{{'descr': '<i8', 'fortran_order': False, 'shape': {shape}, }}".encode()
    header += b" " * (63 - (10 + len(header)) % 64) + b"\n"
    return f"{name}.npy", b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header


CONTENT = {
    "header twice": lambda members: [*members, members[0]],
    "header of no JSON": lambda members: [(members[0][0], members[0][1][:-9]), *members[1:]],
    "huge array": lambda members: [*members[:1], bomb("values_0", (2, 3, 10**15)), *members[2:]],
    "negative shape": lambda members: [*members[:1], bomb("values_0", (-1,)), *members[2:]],
    "no array": lambda members: [*members[:1], (members[1][0], b"text"), *members[2:]],
    "other version of arrays": lambda members: [*members[:1], (members[1][0], b"\x93NUMPY\x09\x00"), *members[2:]],
    "digest that is text": lambda members: [*members[:-1], (members[-1][0], b"abc")],
    "other files": lambda members: [("mimetype", b"application/zip")],
    "nothing": lambda members: [],
}


@pytest.mark.parametrize("edit", CONTENT.values(), ids=CONTENT)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_other_archives_are_refused(saved, refused, here, edit):
    with zipfile.ZipFile(saved) as archive:
        members = [(name, archive.read(name)) for name in archive.namelist()]
    with zipfile.ZipFile(here / "edited.npz", "w") as archive:
        for name, content in edit(members):
            archive.writestr(name, content)
    assert refused("score", "--statistics", "edited.npz").startswith("edited.npz: not a statistics file (")


def test_archives_that_are_nested_packed_otherwise_or_locked_are_refused(saved, refused, here):
    with zipfile.ZipFile(saved) as archive:
        members = [(name, archive.read(name)) for name in archive.namelist()]
    nested = np.frombuffer(b"[" * 100_000, np.uint8)
    np.savez(here / "nested.npz", header=nested)
    with zipfile.ZipFile(here / "packed.npz", "w", zipfile.ZIP_LZMA) as archive:
        for name, content in members:
            archive.writestr(name, content)
    locked = bytearray(saved.read_bytes())
    for mark, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = -1
        while (place := locked.find(mark, place + 1)) >= 0:
            locked[place + flags] |= 1
    (here / "locked.npz").write_bytes(locked)
    for name in ("nested", "packed", "locked"):
        assert refused("score", "--statistics", f"{name}.npz").startswith(f"{name}.npz: not a statistics file (")


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.99])
def test_a_cut_file_is_refused(saved, refused, here, share):
    content = saved.read_bytes()
    (here / "cut.npz").write_bytes(content[: int(share * len(content))])
    assert refused("score", "--statistics", "cut.npz").startswith("cut.npz: not a statistics file (")


def test_a_spoilt_byte_is_refused_or_does_not_matter(saved, here):
    """As the time of day of a member, which nobody reads."""
    content, scores = saved.read_bytes(), sy.read(saved, "statistics").to_dict()
    for place in range(0, len(content), 7):
        (here / "spoilt.npz").write_bytes(content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :])
        try:
            assert sy.read(here / "spoilt.npz", "statistics").to_dict() == scores, place
        except SteelyardError as error:
            assert "spoilt.npz: " in str(error), place


def test_the_statistics_as_they_were_saved_are_taken(saved, run):
    assert run("score", "--statistics", saved).code == 0
