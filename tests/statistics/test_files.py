"""Files of statistics: what was saved under another definition of a measure is refused."""

import json
import zipfile

import numpy as np
import pytest

import steelyard as sy
from steelyard.errors import FormatError
from steelyard.statistics.files import digest_of

OUTPUTS, REFERENCES = {"A": ["a b c d b"]}, ["c b a b d"]


def as_defined_first(path) -> None:
    """Rewrite a file as version 0.1.0 would have written it, which knew the first definitions alone."""
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(arrays["header"].tobytes())
    for entry in header["statistics"]:
        entry.update(definition=1, version="0.1.0")
    content = json.dumps(header).encode()
    arrays["header"] = np.frombuffer(content, np.uint8)
    digest = digest_of(content, [arrays[f"values_{n}"] for n in range(len(header["statistics"]))])
    arrays["sha256"] = np.frombuffer(digest.encode(), np.uint8)
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w") as member:
                np.lib.format.write_array(member, array)


@pytest.mark.parametrize("measure", ["ter@tercom", "generation-accuracy", "rouge-2@rouge-1.5.5"])
def test_statistics_of_an_old_definition_are_refused(tmp_path, measure):
    scores = sy.score(OUTPUTS, REFERENCES, [measure])
    assert scores.scores[0].signature.get("definition") == "2"
    path = tmp_path / "kept.npz"
    scores.save(path)
    assert sy.read(path, format="statistics").scores == scores.scores
    as_defined_first(path)
    expected = f"{measure} was saved by steelyard 0.1.0 in definition 1, .* has definition 2; score the texts again"
    with pytest.raises(FormatError, match=expected):
        sy.read(path, format="statistics")


def test_statistics_of_an_unchanged_definition_are_read(tmp_path):
    scores = sy.score(OUTPUTS, REFERENCES, ["ter@sacrebleu"])
    assert scores.scores[0].signature.get("definition") is None
    path = tmp_path / "kept.npz"
    scores.save(path)
    as_defined_first(path)
    assert sy.read(path, format="statistics").value("A", "ter@sacrebleu") == 60
