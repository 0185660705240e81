"""A tiny embedding model for tests: its ONNX file is written here, and its vectors can be told without it.

The vector of a piece is its own row of a table plus an eighth of the sum of the rows of *everything in the call*. So a
text embedded beside others, or padded, has other vectors than alone, as with a model of dynamic quantisation. All
numbers are short binary fractions, so no sum is rounded.
"""

import json
import random
import string
import struct
from pathlib import Path

WIDTH = 6
_CHARACTERS = string.ascii_lowercase + string.digits + string.punctuation
VOCABULARY = (
    *("[PAD]", "[UNK]", "[CLS]", "[SEP]"),
    *_CHARACTERS,
    *(f"##{character}" for character in _CHARACTERS),
    *("the", "cat", "run", "##ning"),
)
_NUMBERS = {piece: n for n, piece in enumerate(VOCABULARY)}
_source = random.Random(5)
TABLE = [[_source.randint(-64, 64) / 64 for _ in range(WIDTH)] for _ in VOCABULARY]


def write(folder: Path, limit: int = 512, tokeniser: str = "tokenizer.json") -> Path:
    """Write the model and its tokeniser, and return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(model())
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": limit, "do_lower_case": True}))
    if tokeniser == "vocab.txt":
        (folder / tokeniser).write_text("\n".join(VOCABULARY) + "\n", "utf-8")
    else:
        (folder / tokeniser).write_text(json.dumps(_tokeniser()), "utf-8")
    return folder


def pieces(text: str) -> list[str]:
    """The word pieces of words between spaces, the special ones at the ends, of ASCII text and foreign letters."""
    found = ["[CLS]"]
    for word in _words(text.lower()):
        found += _spelt(word) or ["[UNK]"]
    return [*found, "[SEP]"]


def vectors(text: str) -> list[list[float]]:
    """The vectors of all pieces of a text, by the definition above."""
    rows = [TABLE[_NUMBERS[piece]] for piece in pieces(text)]
    shift = [sum(column) / 8 for column in zip(*rows, strict=True)]
    return [[a + b for a, b in zip(row, shift, strict=True)] for row in rows]


def _words(text: str) -> list[str]:
    spaced = "".join(f" {c} " if c in string.punctuation else c for c in text)
    return spaced.split()


def _spelt(word: str) -> list[str]:
    """The longest pieces from the left, or nothing if some part is unknown."""
    found, start = [], 0
    while start < len(word):
        mark = "##" if start else ""
        ends = (end for end in range(len(word), start, -1) if mark + word[start:end] in _NUMBERS)
        end = next(ends, 0)
        if not end:
            return []
        found.append(mark + word[start:end])
        start = end
    return found


def _tokeniser() -> dict:
    special = [
        {"id": _NUMBERS[name], "content": name, "special": True}
        | dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized"), False)
        for name in VOCABULARY[:4]
    ]
    return {
        "version": "1.0",
        # Both would cut and fill texts without a word, if they were let.
        "truncation": {"max_length": 4, "stride": 0, "strategy": "LongestFirst", "direction": "Right"},
        "padding": {
            "strategy": {"Fixed": 4}, "direction": "Right", "pad_to_multiple_of": None,
            "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]",
        },
        "added_tokens": special,
        "normalizer": {"type": "Lowercase"},
        "pre_tokenizer": {
            "type": "Sequence",
            "pretokenizers": [
                {"type": "WhitespaceSplit"},
                {"type": "Split", "pattern": {"Regex": "[!-/:-@\\[-`{-~]"}, "behavior": "Isolated", "invert": False},
            ],
        },
        "post_processor": {
            "type": "BertProcessing", "sep": ["[SEP]", _NUMBERS["[SEP]"]], "cls": ["[CLS]", _NUMBERS["[CLS]"]],
        },
        "decoder": None,
        "model": {
            "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100, "vocab": _NUMBERS,
        },
    }  # fmt: skip


# What follows writes protocol buffers: a field is its number and kind, then a number or a run of bytes. The numbers are
# those of the fields in onnx.proto.


def model(inputs=("input_ids", "attention_mask"), output="last_hidden_state", length=None, whole=False) -> bytes:
    """The bytes of the ONNX model; `length` fixes how many pieces it takes, `whole` leaves one vector for a text."""
    table = struct.pack(f"<{len(TABLE) * WIDTH}f", *(number for row in TABLE for number in row))
    shape = ["texts", length or "pieces"]
    last = _field(1, _node("Add", ("rows", "shift"), output)) + _field(12, _value(output, 1, [*shape, WIDTH]))
    if whole:
        last = _field(1, _summed("sentence_embedding", [1], 0))
        last += _field(12, _value("sentence_embedding", 1, ["texts", WIDTH]))
    graph = b"".join(
        [
            _field(1, _node("Gather", ("table", inputs[0]), "rows")),
            _field(1, _summed("sum", [0, 1], 1)),
            _field(1, _node("Mul", ("sum", "eighth"), "shift")),
            last,
            _field(2, b"tiny"),
            _field(5, _tensor("table", [len(TABLE), WIDTH], table)),
            _field(5, _tensor("eighth", [], struct.pack("<f", 0.125))),
            *(_field(11, _value(name, 7, shape)) for name in inputs),
        ]
    )
    return _number(1, 7) + _field(7, graph) + _field(8, _field(1, b"") + _number(2, 12))


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


def _number(field: int, number: int) -> bytes:
    return _varint(field << 3) + _varint(number)


def _field(field: int, content: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(content)) + content


def _node(kind: str, inputs, output: str, attributes: bytes = b"") -> bytes:
    names = b"".join(_field(1, name.encode()) for name in inputs)
    return names + _field(2, output.encode()) + _field(4, kind.encode()) + attributes


def _summed(output: str, axes, keep: int) -> bytes:
    return _node("ReduceSum", ("rows",), output, _integers("axes", axes) + _integer("keepdims", keep))


def _integer(name: str, number: int) -> bytes:
    return _field(5, _field(1, name.encode()) + _number(3, number) + _number(20, 2))


def _integers(name: str, numbers) -> bytes:
    return _field(5, _field(1, name.encode()) + b"".join(_number(8, n) for n in numbers) + _number(20, 7))


def _tensor(name: str, shape, data: bytes) -> bytes:
    return b"".join(_number(1, n) for n in shape) + _number(2, 1) + _field(8, name.encode()) + _field(9, data)


def _value(name: str, kind: int, shape) -> bytes:
    sizes = (_number(1, size) if isinstance(size, int) else _field(2, size.encode()) for size in shape)
    dimensions = b"".join(_field(1, size) for size in sizes)
    return _field(1, name.encode()) + _field(2, _field(1, _number(1, kind) + _field(2, dimensions)))
