"""Small files that are right, of every kind that is read and not written, and the corpus the others are of."""

from __future__ import annotations

import steelyard as sy

_OUTPUTS = {"A": ["the cat sat", "a dog ran .", "it rains now"], "B": ["a cat", "the dog", "it rained"]}
_REFERENCES = {"first": ["the cat sat", "the dog ran .", "it rained"], "second": ["a cat sat", None, "rain fell"]}
CORPUS = sy.Corpus.of(
    _OUTPUTS,
    _REFERENCES,
    source=["le chat", "un chien", "il pleut"],
    ids=["s1", "s2", "s3"],
    facets={"document": ["x", "x", "y"], "topic": ["news", "talk", "news"]},
)


def _lines(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


LOOSE = {f"{name}.txt": _lines(*texts) for name, texts in _OUTPUTS.items()} | {"r.txt": _lines(*_OUTPUTS["A"])}
FACETS = {"ids.txt": b"s1\ns2\ns3\n", "documents.txt": b"x\nx\ny\n", "topic.txt": b"news\ntalk\nnews\n"}
PEOPLE = _lines(
    "system\tseg\tassessor\tdimension\tscore",
    *(
        f"{system}\t{n}\t{who}\t{what}\t{n + len(what)}"
        for system in "AB"
        for n in range(3)
        for who in ("ann", "bob")
        for what in ("adequacy", "fluency")
    ),
)
MQM = _lines(
    "system\tseg\trater\tcategory\tseverity",
    "A\t0\tann\tAccuracy/Mistranslation\tMajor",
    "A\t1\tann\tFluency/Punctuation\tMinor",
    "A\t2\tbob\tNo-error\tNo-error",
    "B\t0\tann\tNon-translation!\tMajor",
    "B\t1\tbob\tFluency/Grammar\tMinor",
    "B\t2\tbob\tNo-error\tNo-error",
)
SCORES = _lines("system\tseg\tcomet\tother", *(f"{s}\t{n}\t0.{n}5\t{n}" for s in "AB" for n in range(3)))
SEGMENT_SCORES = _lines("A\t0.5", "A\t0.25", "A\tNone", "B\t1", "B\t-2", "B\t0")
CONLLU = _lines(
    "# text = the cat sat",
    "1\tthe\tthe\tDET\tDT\t_\t2\tdet\t_\t_",
    "2\tcat\tcat\tNOUN\tNN\tNumber=Sing\t3\tnsubj\t_\t_",
    "3\tsat\tsit\tVERB\tVBD\t_\t0\troot\t_\t_",
    "",
    "# text = it rains",
    "1\tit\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_",
    "2\train\train\tVERB\tVBZ\t_\t0\troot\t_\tSpaceAfter=No",
    "",
)
BRACKETS = _lines("(S (NP (DT the) (NN cat)) (VP (VBD sat)))", "(S (NP (PRP it)) (VP (VBZ rains)))")
RELATIONS = _lines("# sentence 1", "SUBJ(eat, man, _)", "OBJ(eat, fish)", "# sentence 2", "ncsubj(run, dog, _)")
FREQUENCIES = b"10\ncat\t3\nthe\t9\ndog\t1\n"

_PYRAMID = """<pyramid><startDocumentRegEx><![CDATA[[-]*\\n D[0-9]*\\n]]></startDocumentRegEx>
<text><line>The cat sat.</line><line></line></text>
<scu uid="17" label="A cat sat"><contributor label="The cat sat"><part label="The cat sat" start="0" end="11"/>
</contributor><contributor label="cat...sat"><part label="cat" start="4" end="7"/></contributor></scu>
<scu uid="5" label="It was &quot;black&quot;" comment="?"><contributor label="black"/></scu>
</pyramid>
"""
_ANNOTATION = """<annotation><text><line>A cat sat on a mat.</line></text>
<peerscu uid="17" label="(2) A cat sat">
<contributor label="A cat sat"><part label="A cat" start="0" end="9"/></contributor>
</peerscu><peerscu uid="5" label="(1) It was &quot;black&quot;"></peerscu></annotation>
"""
_PAN = f'<?xml version="1.0"?>\n<peerAnnotation>\n{_PYRAMID}{_ANNOTATION}</peerAnnotation>\n'
_HEADER = (
    "Input.eventId,Input.summaryId,Input.qIdList,Input.summary_text,"
    "Input.statement_1,Input.statement_2,Input.statement_3,Answer.S2Answer,Answer.S3Answer,Answer.S1Answer,"
)
_IDS = "\"['16', '17', '18']\""
_PAIR = "set/system-outputs/de-en"
#: Outputs beside references, in all files of records that are text.
TABLES = {
    "out.jsonl": _lines(*(f'{{"id": {n}, "output": "a {n}", "references": ["b {n}", "a {n}"]}}' for n in range(3))),
    "out.json": b'[{"id": "x", "text": "a b", "ref": "a c"}, {"id": "y", "text": "\\u00e9", "ref": "d"}]\n',
    "out.csv": _lines("id,prediction,target", 'x,"a, ""b""",a c', "y,d,d"),
    "out.tsv": _lines("id\thypothesis\treference", "x\ta b\ta c", "y\td\td"),
}
#: Formats that cannot be written: the path that is read, and the files.
READ_ONLY: dict[str, tuple[str, dict[str, bytes]]] = {
    "ducview": ("D07-A.M.100.H.1.pan", {"D07-A.M.100.H.1.pan": _PAN.encode()}),
    "realsumm": (
        "A.csv",
        {
            "A.csv": _lines(
                _HEADER,
                f'doc1,A,{_IDS},"One, two .",One.,Two.,BLANK,n,n,p,',
                f"doc1,B,{_IDS},Three .,One.,Two.,BLANK,n,n,n,",
            )
        },
    ),
    "table": ("out.jsonl", {"out.jsonl": TABLES["out.jsonl"]}),
    "mtme": (
        "set:de-en",
        {
            "set/sources/de-en.txt": b"ein Haus\nder Hund\n",
            "set/documents/de-en.docs": b"news doc1\nchat doc2\n",
            "set/references/de-en.refA.txt": b"the house\na dog\n",
            f"{_PAIR}/sysA.txt": b"a house\nthe dog\n",
            f"{_PAIR}/sysB.txt": b"one house\na dog\n",
            "set/human-scores/de-en.mqm.seg.score": b"sysA\t-1\nsysA\tNone\nsysB\t-5.1\nsysB\t-2\n",
        },
    ),
}
