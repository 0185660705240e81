"""XML that does more than hold texts is refused before it can do anything."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from steelyard.corpus import Corpus
from steelyard.errors import FormatError

Read = Callable[..., Corpus]
BOMB = (
    '<?xml version="1.0"?>\n<!DOCTYPE dataset [\n<!ENTITY a0 "ha">\n'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">\n' for n in range(1, 12))
    + "]>\n"
)


@pytest.mark.parametrize(
    ("name", "root"),
    [
        ("c.wmt.xml", "dataset"),
        ("c.evaltrans.xml", "evalTrans"),
        ("c.rouge.xml", "ROUGE-EVAL"),
        ("c.pan", "peerAnnotation"),
    ],
)
class TestRefused:
    def refused(self, read_text: Read, name: str, data: str) -> None:
        with pytest.raises(FormatError, match=r"c\.[\w.]+, line \d+: a document type or entity declaration"):
            read_text(name, data)

    def test_entity_bomb(self, read_text: Read, name: str, root: str) -> None:
        self.refused(read_text, name, f"{BOMB}<{root}>&a11;</{root}>")

    def test_external_entity(self, read_text: Read, tmp_path: Path, name: str, root: str) -> None:
        (tmp_path / "secret.txt").write_text("secret")
        address = (tmp_path / "secret.txt").as_uri()
        self.refused(read_text, name, f'<!DOCTYPE {root} [<!ENTITY x SYSTEM "{address}">]>\n<{root}>&x;</{root}>')

    def test_external_document_type(self, read_text: Read, name: str, root: str) -> None:
        self.refused(read_text, name, f'<!DOCTYPE {root} SYSTEM "http://localhost:9/x.dtd">\n<{root}></{root}>')

    def test_undeclared_entity(self, read_text: Read, name: str, root: str) -> None:
        with pytest.raises(FormatError, match=r"line 1, column .*undefined entity"):
            read_text(name, f"<{root}>&x;</{root}>")

    def test_deep_nesting(self, read_text: Read, name: str, root: str) -> None:
        with pytest.raises(FormatError, match="more than 32 elements inside one another"):
            read_text(name, f"<{root}>" * 100_000)

    def test_other_root(self, read_text: Read, name: str, root: str) -> None:
        with pytest.raises(FormatError, match=f"the outermost element is <html>; expected <{root}>"):
            read_text(name, "<html></html>")
