"""Two sentences with every layer, written by hand."""

from steelyard.corpus.sentences import Sentence, Span

# Ann saw the man with a hat
SEEN = Sentence(
    words=("Ann", "saw", "the", "man", "with", "a", "hat"),
    lemmas=("Ann", "see", "the", "man", "with", "a", "hat"),
    pos=("PROPN", "VERB", "DET", "NOUN", "ADP", "DET", "NOUN"),
    tags=("NNP", "VBD", "DT", "NN", "IN", "DT", "NN"),
    heads=(1, -1, 3, 1, 3, 6, 4),
    relations=("nsubj", "ROOT", "det", "dobj", "prep", "det", "pobj"),
    phrases=(
        Span("S", 0, 7), Span("NP", 0, 1), Span("VP", 1, 7), Span("NP", 2, 7), Span("NP", 2, 4), Span("PP", 4, 7),
        Span("NP", 5, 7),
    ),
    entities=(Span("PERSON", 0, 1),),
)  # fmt: skip
YES = Sentence(("Yes",), ("yes",), ("INTJ",), ("UH",), (-1,), ("ROOT",), (Span("INTJ", 0, 1),), ())
