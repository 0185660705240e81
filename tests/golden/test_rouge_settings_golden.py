"""ROUGE's own settings, written and read back, score as ROUGE-1.5.5.pl scored the same files."""

import steelyard as sy
from golden.golden_texts import datasets

SYSTEMS = ("bart", "t5_base")


def test_settings_and_spl_files(golden, ted, realsumm, tmp_path):
    outputs, sets, documents = datasets(ted, realsumm)["realsumm-abs30"]
    corpus = sy.Corpus.of({name: outputs[name] for name in SYSTEMS}, sets[0], ids=documents)
    sy.write(corpus, tmp_path / "summaries.rouge")
    measures = {"ROUGE-2": "rouge-2@rouge-1.5.5", "ROUGE-L": "rouge-l@rouge-1.5.5"}
    read = sy.read(tmp_path / "summaries.rouge" / "settings.xml")
    scores = sy.score(read, measures=list(measures.values()), level="segment")
    rows = [
        row for row in golden("rouge155_document") if row["dataset"] == "realsumm-abs30" and row["variant"] == "base"
    ]
    rows = [row for row in rows if row["system"] in SYSTEMS and row["metric"] in measures]
    assert len(rows) == 2 * 2 * 30
    for row in rows:
        assert scores.value(row["system"], measures[row["metric"]], row["doc"]) == float(row["F"]), row
