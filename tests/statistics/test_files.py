"""Files of statistics: what was saved under another definition of a measure is refused."""

import json
import zipfile

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import InputError

OUTPUTS, REFERENCES = {"A": ["a b c d b"]}, ["c b a b d"]


def as_before_definitions(path) -> None:
    """Rewrite a file as versions wrote it that did not yet write which definition they meant."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(arrays["header"].tobytes())
    for entry in header["statistics"]:
        del entry["definition"]
        entry["version"] = "0.1.0"
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as member:
                np.lib.format.write_array(member, array)


@pytest.mark.parametrize("measure", ["ter@tercom", "generation-accuracy"])
def test_statistics_of_an_old_definition_are_refused(tmp_path, measure):
    scores = sy.score(OUTPUTS, REFERENCES, [measure])
    assert scores.scores[0].signature.get("definition") == "2"
    path = tmp_path / "kept.npz"
    scores.save(path)
    assert sy.read(path, format="statistics").scores == scores.scores
    as_before_definitions(path)
    expected = f"{measure} was saved by steelyard 0.1.0 in definition 1, .* has definition 2; score the texts again"
    with pytest.raises(InputError, match=expected):
        sy.read(path, format="statistics")


def test_statistics_of_an_unchanged_definition_are_read(tmp_path):
    scores = sy.score(OUTPUTS, REFERENCES, ["ter@sacrebleu"])
    assert scores.scores[0].signature.get("definition") is None
    path = tmp_path / "kept.npz"
    scores.save(path)
    as_before_definitions(path)
    assert sy.read(path, format="statistics").value("A", "ter@sacrebleu") == 60
