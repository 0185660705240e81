"""What is seen first: short and true representations, and help that is the function's own."""

import inspect
import pydoc

import pytest

import steelyard as sy
from steelyard.meta.evaluate import meta
from steelyard.report.forms import rendered

CORPUS = sy.sample()
FEW = {"draws": sy.Draws(resamples=20), "run": sy.Run(threads=1)}


def test_orange_is_short():
    found = sy.orange(CORPUS, ["chrf", "ter"], **FEW)
    assert repr(found) == f"<Orange: chrf {found.value('chrf'):.3f}, ter {found.value('ter'):.3f}>"


def test_qarla_names_the_best_set_only_if_there_is_one():
    two = sy.Corpus(CORPUS.systems, CORPUS.references[:2])
    none, some = (sy.qarla(corpus, ["chrf", "ter"], orders=5, **FEW) for corpus in (two, CORPUS))
    assert none.best is None and "no best set; QUEEN by chrf, ter;" in repr(none)
    assert f"; best set {', '.join(some.best.measures)};" in repr(some)


def test_help_of_meta_is_that_of_the_function():
    shown = pydoc.render_doc(sy.meta, renderer=pydoc.plaintext)
    assert inspect.cleandoc(meta.__doc__).splitlines()[0] in shown
    for name in inspect.signature(meta).parameters:
        assert name in shown
    assert inspect.signature(sy.meta) == inspect.signature(meta)


@pytest.mark.parametrize("name", ["qarla", "orange"])
def test_notices_of_a_section_are_told_once(name):
    second = [*list(CORPUS.references[1])[:-1], None]
    texts = sy.Corpus.of(dict(CORPUS.systems), {"A": list(CORPUS.references[0]), "B": second})
    few = sy.Corpus(texts.systems, texts.references, judgements=CORPUS.judgements)
    found = sy.meta(
        few,
        ["chrf", "ter"],
        dimensions="adequacy",
        levels="system",
        sections=name,
        draws=sy.Draws(resamples=20, trials=20),
        run=sy.Run(threads=1),
    )
    notices, shown = found.sections[name].notices, rendered(found, "text")
    assert notices and all(shown.count(notice) == 1 and notice in found.notices for notice in notices)
