"""Peers that are no systems."""

import pytest

import steelyard as sy
from steelyard.errors import FormatError, InputError, SpecError
from steelyard.studies.recipes.peers import counted_peers, kinds_of, read_peers, systems_alone, together

NAME = "pastra-saggion-2003"


def test_peers_are_counted_apart_and_can_be_left_out():
    peers = {"aurora": "human", "flint": "baseline"}
    report = sy.study(NAME, peers=peers)
    assert "6 peers (4 systems, 1 human, 1 baseline), 60 segments" in report.data
    assert str(sy.study(NAME).tables) == str(report.tables)
    left = sy.study(NAME, peers=peers, without_peers=True)
    assert "4 systems, 60 segments" in left.data
    assert not {"aurora", "flint"} & {str(cell) for row in left.tables[0].rows for cell in row}
    alone = systems_alone(sy.sample(), kinds_of(sy.sample(), peers))
    assert {judgement.system for judgement in alone.judgements} == set(alone.systems)


def test_peers_come_from_a_file(tmp_path):
    path = tmp_path / "peers.tsv"
    path.write_text("system\tpeer\naurora\thuman\nbasalt\tsystem\n")
    assert read_peers(path) == {"aurora": "human", "basalt": "system"}
    assert "6 peers (5 systems, 1 human)" in sy.study(NAME, peers=path).data
    assert counted_peers("ABCDE", dict(zip("ABCDE", ["human"] * 2 + ["baseline"] * 3, strict=True))) == (
        "5 peers (2 humans, 3 baselines)"
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("system\tkind\nA\thuman\n", "no column peer among system, kind; expected system and peer"),
        ("system\tpeer\nA\tpeople\n", "line 2: no kind of peer 'people'"),
        ("system\tpeer\nA\thuman\nA\thuman\n", "line 3: 'A' is there twice"),
        ("", "is empty"),
    ],
)
def test_files_that_cannot_be_meant(tmp_path, content, message):
    (tmp_path / "peers.tsv").write_text(content)
    with pytest.raises((FormatError, SpecError), match=message):
        read_peers(tmp_path / "peers.tsv")


@pytest.mark.parametrize(
    ("asked", "error", "message"),
    [
        ({"peers": {"aurorra": "human"}}, SpecError, r"^peers: no system 'aurorra'; did you mean 'aurora'\?$"),
        ({"peers": {"aurora": "humans"}}, SpecError, "peers: aurora: no kind of peer 'humans'; did you mean 'human'"),
        ({"peers": ["aurora"]}, SpecError, "peers: list is not possible; expected name → kind, or a file"),
        ({"without_peers": True}, SpecError, "no peer is marked as human or baseline"),
        ({"peers": {"aurora": "system"}, "without_peers": True}, SpecError, "no peer is marked"),
        ({"peers": dict.fromkeys(sy.sample().systems, "human"), "without_peers": True}, InputError, "leaves no system"),
    ],
)
def test_refusals(asked, error, message):
    with pytest.raises(error, match=message):
        sy.study(NAME, **asked)


def test_a_study_of_two_systems_takes_no_peers():
    with pytest.raises(SpecError, match="without_peers has no effect on riezler-maxwell-2005"):
        sy.study("riezler-maxwell-2005", without_peers=True)


def test_sources_must_agree():
    assert together({"A": "human"}, {"B": "baseline", "A": "human"}) == {"A": "human", "B": "baseline"}
    with pytest.raises(SpecError, match="'A' is said to be a human peer and a baseline peer; say one of them"):
        together({"A": "human"}, {"A": "baseline"})
