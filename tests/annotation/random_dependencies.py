"""Random dependency trees, crossing arcs and several roots included, with random relations, tags and words."""

from hypothesis import strategies as st

from steelyard.corpus.sentences import Sentence

RELATIONS = (
    "nsubj nsubjpass dobj pobj prep amod det aux auxpass neg xcomp ccomp advcl acl relcl conj cc punct mark poss case "
    "compound nummod attr acomp prt agent dative expl npadvmod oprd parataxis pcomp preconj predet quantmod csubj intj "
    "dep meta appos advmod nmod obj iobj obl cop nsubj:pass aux:pass acl:relcl flat fixed discourse vocative _ ROOT"
).split()
TAGS = "NN VB VBD VBG TO MD IN JJ RB DT PRP CD WP WDT WRB . , `` '' -LRB- -RRB- CC RP UH LS XX _ $ POS".split()
POS = "NOUN VERB ADJ ADV ADP PRON NUM PUNCT CCONJ SCONJ PART AUX INTJ DET X _".split()
WORDS = "a to not ? ( ) than who".split()


@st.composite
def dependencies(draw, size=12):
    count = draw(st.integers(1, size))

    def each(choices):
        return tuple(draw(st.lists(st.sampled_from(choices), min_size=count, max_size=count)))

    order = draw(st.permutations(range(count)))
    heads = [-1] * count
    for place, word in enumerate(order[1:], 1):
        above = draw(st.integers(-1, place - 1))
        heads[word] = -1 if above < 0 else order[above]
    return Sentence(
        words=each(WORDS),
        tags=each(TAGS) if draw(st.booleans()) else (),
        pos=each(POS) if draw(st.booleans()) else (),
        heads=tuple(heads),
        relations=each(RELATIONS) if draw(st.integers(0, 9)) else (),
    )
