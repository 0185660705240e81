"""Embeddings: texts as vectors of a model that is there as a file; nothing is ever downloaded."""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from steelyard.errors import FormatError, InputError, MissingResource
from steelyard.files.disk import read_whole
from steelyard.providers.models.files import ModelFiles, model_files

#: Word pieces that a model takes where its tokeniser does not say.
_USUAL_LIMIT = 512
#: Greater limits mean that the tokeniser knows of none.
_HIGHEST_LIMIT = 1 << 20
#: Bytes of vectors kept, of the texts seen last.
_KEPT = 1 << 26
_TYPES: dict[str, type] = {"tensor(int64)": np.int64, "tensor(int32)": np.int32, "tensor(float)": np.float32}
_FOLDED, _KEPT_CASE = "+folded", "+cased"
_OUTPUTS = ("last_hidden_state", "token_embeddings")


class Embedding(NamedTuple):
    """A text as vectors.

    pieces    one for each word piece, without the special pieces that a model wants around a text
    sentence  the mean over all pieces, the special ones among them; one row, or none if there are only special ones
    """

    pieces: NDArray[np.float32]
    sentence: NDArray[np.float64]


class Embedder:
    """A model and its tokeniser.

    Texts go through the model one by one: a model with dynamic quantisation gives a text other vectors beside other
    texts, and a score must not depend on what else is scored. One thread per call, for the same reason.
    """

    def __init__(self, files: ModelFiles) -> None:
        # Imported here, for most measures need neither.
        try:
            import onnxruntime
            import tokenizers
        except ImportError as error:
            raise MissingResource(
                f"embeddings need an extra ({error}); install it with: pip install 'steelyard[embed]'"
            ) from None
        self._tokeniser = _read_tokeniser(files.tokeniser, tokenizers)
        self._session = _read_model(files.model, onnxruntime)
        self._output = _output_of(self._session, files.model)
        self._inputs = _inputs_of(self._session, files.model)
        self.limit = _limit(files.tokeniser)
        self.resources = {
            "model": f"{_digest(files.model)}+onnxruntime-{version('onnxruntime')}",
            "tokeniser": f"{_digest(files.tokeniser)}{_case(files.tokeniser)}+tokenizers-{version('tokenizers')}",
        }
        self._recent = _Recent(_KEPT)

    def embed(self, text: str) -> Embedding:
        """Return the vectors of a text; one that the model cannot take is refused, and never cut."""
        if (recent := self._recent.get(text)) is not None:
            return recent
        encoding = self._tokeniser.encode(text)
        if len(encoding.ids) > self.limit:
            raise InputError(
                f"{len(encoding.ids):,} word pieces are more than the {self.limit:,} that the model takes; "
                f"cut the text, leave the segment out, or take another model"
            )
        vectors = self._vectors(encoding)
        words = ~np.array(encoding.special_tokens_mask, bool)
        mean = vectors.mean(axis=0, keepdims=True, dtype=np.float64)
        embedding = Embedding(np.ascontiguousarray(vectors[words]), mean[: int(words.any())])
        self._recent.put(text, embedding)
        return embedding

    def _vectors(self, encoding: Any) -> NDArray[np.float32]:
        """Return piece × dimension."""
        inputs = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        try:
            (batch,) = self._session.run(
                [self._output], {name: np.array([inputs[name]], kind) for name, kind in self._inputs.items()}
            )
        except Exception as error:  # the package's own, which has no public name
            problem = str(error).strip().split("\n")[0]
            raise InputError(f"the model fails ({problem}); is the tokeniser the one that belongs to it?") from None
        vectors = np.asarray(batch[0], np.float32)
        if not np.isfinite(vectors).all():
            raise InputError("the model gives vectors that are not finite; take another model")
        return vectors


def embedder(model: str = "", tokeniser: str = "") -> Embedder:
    """Return the model that two options name, read once as long as its files stay the same."""
    files = model_files(model, tokeniser)
    return _embedder(files, files.state())


@lru_cache(maxsize=4)
def _embedder(files: ModelFiles, state: tuple[int, ...]) -> Embedder:
    del state
    return Embedder(files)


class _Recent:
    """The embeddings of the texts seen last, as many as fit into a number of bytes; safe with threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[str, Embedding] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def get(self, text: str) -> Embedding | None:
        with self._lock:
            if text in self._held:
                self._held.move_to_end(text)
            return self._held.get(text)

    def put(self, text: str, embedding: Embedding) -> None:
        with self._lock:
            if text not in self._held:
                self._held[text] = embedding
                self._bytes += _size(embedding)
            while self._bytes > self._most:
                self._bytes -= _size(self._held.popitem(last=False)[1])


def _size(embedding: Embedding) -> int:
    return embedding.pieces.nbytes + embedding.sentence.nbytes


def _digest(path: Path) -> str:
    """Return 8 hexadecimal digits for a file, and for the weights that ONNX may have put beside it."""
    digest = hashlib.sha256()
    for part in (path, path.with_name(f"{path.name}_data"), path.with_name(f"{path.name}.data")):
        if part.is_file():
            with part.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
    return digest.hexdigest()[:8]


def _read_model(path: Path, onnxruntime: Any) -> Any:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the package's own, which has no public name
        problem = str(error).strip().split("\n")[0]
        raise FormatError(f"{path}: not a model that ONNX Runtime can read ({problem})") from None


def _inputs_of(session: Any, path: Path) -> dict[str, type]:
    """Return the inputs of a model with the type of their numbers."""
    types: dict[str, type] = {}
    for tensor in session.get_inputs():
        if tensor.name not in ("input_ids", "attention_mask", "token_type_ids") or tensor.type not in _TYPES:
            raise FormatError(
                f"{path}: asks for {tensor.name} ({tensor.type}); expected input_ids, attention_mask and token_type_ids"
            )
        texts, pieces = tensor.shape
        if isinstance(pieces, int) or (isinstance(texts, int) and texts != 1):
            raise FormatError(f"{path}: takes {tensor.shape} pieces and no others; export the model with free lengths")
        types[tensor.name] = _TYPES[tensor.type]
    return types


def _output_of(session: Any, path: Path) -> str:
    """Return the name of the output that has a vector for each piece."""
    outputs: dict[str, Any] = {tensor.name: tensor for tensor in session.get_outputs()}
    for name in (*_OUTPUTS, *outputs):
        if name in outputs and len(outputs[name].shape) == 3 and "float" in outputs[name].type:
            return name
    raise FormatError(f"{path}: has no vectors of single pieces among its outputs ({', '.join(outputs)})")


def _read_tokeniser(path: Path, tokenizers: Any) -> Any:
    try:
        if case := _case(path):
            tokeniser = tokenizers.BertWordPieceTokenizer(str(path), lowercase=case == _FOLDED)
        else:
            tokeniser = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # the package raises Exception itself
        raise FormatError(f"{path}: not a tokeniser ({error}); expected tokenizer.json or vocab.txt") from None
    tokeniser.no_truncation()
    tokeniser.no_padding()
    return tokeniser


def _case(path: Path) -> str:
    """Return whether a vocabulary wants lower case: as a file beside it says, or its words; tokenizer.json has it."""
    if path.name.endswith(".json"):
        return ""
    folds = _settings(path).get("do_lower_case")
    if not isinstance(folds, bool):
        words = read_whole(path).decode("utf-8").splitlines()
        folds = not any(word != word.lower() for word in words if not word.startswith("["))
    return _FOLDED if folds else _KEPT_CASE


def _limit(path: Path) -> int:
    longest = _settings(path).get("model_max_length")
    return longest if isinstance(longest, int) and 0 < longest <= _HIGHEST_LIMIT else _USUAL_LIMIT


def _settings(path: Path) -> dict[str, Any]:
    """Return what the tokenizer_config.json beside a tokeniser says, if there is one."""
    beside = path.with_name("tokenizer_config.json")
    if not beside.is_file():
        return {}
    try:
        settings = json.loads(read_whole(beside))
    except (OSError, ValueError) as error:
        raise FormatError(f"{beside}: not JSON ({error})") from None
    return settings if isinstance(settings, dict) else {}
