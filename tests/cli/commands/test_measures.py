import json

import pytest

import steelyard as sy
from steelyard.measures.registry import registry


def test_list_has_every_measure_once_under_its_family(run):
    lines = run("measures").out.splitlines()
    family, listed = "", {}
    for before, line, after in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        words = line.split()
        if not before and not after:
            family = line
        elif len(words) > 3 and words[1] in "↑↓":
            listed[words[0]] = (family, *words[1:3])
    arrow = {True: "↑", False: "↓"}
    assert listed == {e.name: (e.family, arrow[e.higher_is_better], e.kind) for e in sy.measures().entries}


def test_json_is_the_catalogue_and_has_the_contract_s_keys(run):
    given = json.loads(run("measures", "--json").out)
    assert given == sy.measures().to_dict()
    assert all(
        {"name", "family", "higher_is_better", "additive", "needs", "options"} <= m.keys() for m in given["measures"]
    )
    assert json.loads(run("measures", "nist", "--json").out) == sy.measures("nist").to_dict()


@pytest.mark.parametrize("name", registry())
def test_explanation(run, name):
    out = run("measures", name).out
    entry = sy.measures(name).entries[0]
    assert entry.summary in " ".join(out.split()) and ">>>" not in out
    assert max(map(len, out.splitlines())) <= 100
    for option in entry.options:
        assert f"\n{option.name} " in out
    for preset in entry.presets:
        assert f"\n{name}@{preset} " in out


def test_presets_are_a_table_of_what_differs(run):
    lines = run("measures", "bleu").out.split("\nPresets\n")[1].splitlines()[1:]
    assert [line.split() for line in (lines[0], *lines[2:5])] == [
        ["option", "default", "@sacrebleu", "@mteval-v13a", "@mteval-v14"],
        ["tokens", "13a", "13a", "13a", "intl"],
        ["case", "keep", "keep", "fold", "fold"],
        ["effective", "segment", "segment", "filled", "filled"],
    ]
    assert "bleu@sacrebleu    sacreBLEU 2.6.0 with its default settings; the same as the defaults" in lines


def test_a_preset_that_is_the_default_needs_no_table(run):
    shown = run("measures", "sentence-bleu").out
    assert "\nPresets\n" not in shown and "sentence-bleu@sacrebleu" in shown


@pytest.mark.parametrize("name", registry())
def test_every_preset_says_what_it_reproduces(name):
    """A measure says it of a preset in `tools`, unless measures/presets.py says it for all measures."""
    entry = sy.measures(name).entries[0]
    assert all(entry.tools.values()) and list(entry.tools) == list(entry.presets)


def test_presets_and_options_are_those_of_their_measure(run, refused):
    plain = run("measures", "ter").out
    assert run("measures", "ter@tercom").out == run("measures", "ter(case=keep)").out == plain
    assert refused("measures", "ter@tercon") == "ter has no preset 'tercon'; did you mean 'tercom'?"


def test_unknown_measure(refused):
    assert refused("measures", "blue") == "unknown measure 'blue'; did you mean 'bleu'?"
