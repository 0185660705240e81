"""What is said of measures that are not here is true: the measures and pages that it names are there."""

import re
from pathlib import Path

import pytest

import steelyard as sy
from steelyard.measures import elsewhere

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", sorted(elsewhere._KNOWN))
def test_advice_names_what_there_is(name):
    advice = elsewhere.instead(name.upper())
    for notation in re.findall(r"'([^']+)'", advice.replace("sacreBLEU's", "").replace("Google's", "")):
        sy.parse(notation)
    for page in re.findall(r"docs/[\w-]+\.md", advice):
        assert (ROOT / page).is_file(), page
    with pytest.raises(sy.SteelyardError, match="is not computed here"):
        sy.parse(name)
