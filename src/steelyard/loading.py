"""Other people's Python: files that are run and modules that are imported, what they print kept apart."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any, TextIO

from steelyard.errors import InputError, SpecError, worded

_DIGEST = 12
#: Before the digest of somebody's own code, at the end of what it says that it is.
_CODE = "/code-"
#: Before the name of a module that was run from a file.
_FILES = "steelyard_plugin_"
#: Names of modules that plug-ins were taken from.
_MODULES: set[str] = set()
#: So much of an error's message is shown.
_SHOWN = 120
#: Standard output and the folders that are searched belong to the whole process: one thread at a time changes them.
_ALONE = threading.RLock()


@dataclass(frozen=True)
class Origin:
    """Where something from outside comes from.

    written   as users wrote it
    file      the name of its file, without folders
    digest    of the file
    place     FILE.py:NAME or MODULE:NAME, by which it is found from any folder; empty if it was not opened by a name

    What was pickled is opened again, if the digest is still the same.
    """

    written: str
    file: str = ""
    digest: str = ""
    place: str = ""

    @property
    def short(self) -> str:
        """As it is written, without the folders of a file."""
        return self.written.rpartition("/")[2]

    def __str__(self) -> str:
        return f"{self.file}#{self.digest}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _origin_again, (self.written, self.file, self.digest, self.place)

    def opened(self) -> tuple[ModuleType, str]:
        """Return the module and the name in it; its digest is compared before it is run."""
        source, _, name = self.place.rpartition(":")
        # What was run from a file is known by its digest, and need not be read again.
        module = sys.modules.get(_module_name(Path(source), self.digest))
        if module is None:
            self.check(source)
            module = _opened(source)
        return module, name

    def check(self, source: str) -> None:
        """Raise unless a FILE.py or MODULE, which is not run, has the same digest."""
        file = Path(source) if source.endswith(".py") else module_file(source)
        try:
            digest = digest_of(file.read_bytes()) if file is not None else ""
        except OSError as error:
            raise SpecError(f"{source} was {self}, and cannot be read ({error.strerror}); bring it back") from None
        if digest != self.digest:
            now = f"{file.name}#{digest}" if file is not None else "not there"
            raise SpecError(f"{source} was {self}, and is {now}; bring its file back as it was, or score again")


class FromOutside:
    """What may come from a plug-in: pickled, it is of the same file, which is opened again elsewhere."""

    origin: Origin | None = None

    @property
    def from_outside(self) -> bool:
        """Whether it is somebody's own, and none of ours."""
        return not type(self).__module__.startswith("steelyard.")

    @property
    def called(self) -> str:
        """What it is called in messages: its name, and its file if it comes from one."""
        file = "" if self.origin is None else f" ({self.origin.file})"
        return f"{getattr(self, 'name', type(self).__name__)!r}{file}"

    def __reduce_ex__(self, protocol: Any) -> Any:
        reduced: Any = super().__reduce_ex__(protocol)
        origin = self.origin or vars(sys.modules[type(self).__module__]).get("__origin__")
        # The origin stands first: once it is opened, its classes can be found.
        return reduced if origin is None else (_rebuilt, (origin, *reduced[:2]), *reduced[2:])


def _origin_again(*parts: str) -> Origin:
    origin = Origin(*parts)
    if origin.place:
        origin.opened()
    return origin


def _rebuilt(origin: Origin, make: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    del origin
    return make(*arguments)


def opened(written: str) -> tuple[ModuleType, str]:
    """Return the module that FILE.py:NAME or MODULE:NAME tells of, and the name; the file is run."""
    source, _, name = written.rpartition(":")
    if not source or not name:
        raise SpecError(f"{written!r}: expected FILE.py:NAME or MODULE:NAME, for instance mine.py:similarity")
    _refuse_working_folder(source, name)
    return _opened(source), name


def _refuse_working_folder(source: str, name: str) -> None:
    """Raise if a module is none that is installed, but a file of the working folder, from which none is imported."""
    file = Path(*source.split(".")).with_suffix(".py")
    there = os.path.isfile(file)  # noqa: PTH113 (says no of a name that no file can have, where Path.is_file raises)
    if not source.endswith(".py") and there and module_file(source) is None:
        raise SpecError(f"{source}:{name}: no module is imported from the working folder; write {file}:{name}")


def _opened(source: str) -> ModuleType:
    return run_file(source) if source.endswith(".py") else _imported(source)


def run_file(path: str) -> ModuleType:
    """Run a Python file and return it as a module; the same bytes at the same place are run once.

    No folder is searched for what the file imports, so that its digest tells all of it that is not installed.
    """
    return _run(path, Path(path).absolute(), _read(path))


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}; check the path") from None


def digest_of(content: bytes) -> str:
    """Return the digest by which a plug-in's file is told from others."""
    from hashlib import sha256

    return sha256(content).hexdigest()[:_DIGEST]


def allowed(place: str, digest: str, plugins: Sequence[str | Path]) -> str:
    """Return how to open a place that a file names, if the user allows it: by a plug-in with the same digest.

    Nothing is run here. A plug-in is a FILE.py, wherever it lies now, or a MODULE.
    """
    source, _, name = place.rpartition(":")
    return f"{allowed_source(place, source, digest, plugins)}:{name}"


def allowed_source(place: str, source: str, digest: str, plugins: Sequence[str | Path]) -> str:
    """Return the FILE.py or MODULE to open for the source of a place, as `allowed` does."""
    digests = {str(plugin): digest_of(_read(str(plugin))) for plugin in plugins if str(plugin).endswith(".py")}
    for plugin, own in digests.items():
        if own == digest:
            return plugin
    if source in map(str, plugins) and not source.endswith(".py"):
        Origin(place, source, digest).check(source)
        return source
    if digests:
        file = source.rpartition("/")[2]
        others = ", ".join(f"{plugin}#{own}" for plugin, own in digests.items())
        raise SpecError(f"{place} was {file}#{digest}, which is none of {others}; give the file as it was then")
    raise not_allowed(place, source)


def not_allowed(place: str, source: str) -> SpecError:
    """Return the error that a file names a place in a FILE.py or MODULE that the user does not allow."""
    file = source.rpartition("/")[2]
    return SpecError(
        f"{place} is somebody's own code, and a file that names it does not have it run; "
        f"if you trust it, allow it with {worded(f'--plugin {file}', f'plugins=[{file!r}]')}"
    )


def with_code(identity: str, origin: Origin | None) -> str:
    """Return what somebody's own code says that it is, and the digest of its file."""
    return identity if origin is None else f"{identity}{_CODE}{origin.digest}"


def code_in(identity: str) -> str | None:
    """Return the digest that `with_code` wrote; None if there is none."""
    match = re.search(rf"{_CODE}([0-9a-f]{{{_DIGEST}}}|)\Z", identity)
    return None if match is None else match[1]


@contextmanager
def importing(what: str) -> Iterator[None]:
    """Turn what goes wrong in somebody else's module into one line.

    Nothing is imported from the working folder, and what is printed goes to standard error.
    """
    with _ALONE:
        path, sys.path = sys.path, [folder for folder in sys.path if folder]
        try:
            with printing_to(sys.stderr):
                yield
        except SpecError:
            raise
        except (Exception, SystemExit) as error:
            raise SpecError(f"{what}: it cannot be run: {said(error)}") from error
        finally:
            sys.path = path


@contextmanager
def printing_to(stream: TextIO) -> Iterator[None]:
    """Send what somebody else's code prints to a stream, and what programs that it starts print to standard error."""
    with _ALONE, redirect_stdout(stream):
        own = None
        _flush()
        with suppress(OSError):  # a stream is closed: there is nothing to keep apart, or no place for it
            own = os.dup(1)
            os.dup2(2, 1)
        try:
            yield
        finally:
            _flush()
            if own is not None:
                os.dup2(own, 1)
                os.close(own)


def _flush() -> None:
    with suppress(OSError, ValueError):
        if sys.__stdout__ is not None:
            sys.__stdout__.flush()


def place_of(error: BaseException) -> str:
    """Return where in a plug-in's file an error came up, as " (mine.py, line 12)"; nothing if in no such file."""
    *_, last = (None, *_outside(error))
    return "" if last is None else f" ({Path(last.tb_frame.f_code.co_filename).name}, line {last.tb_lineno})"


def said(error: BaseException) -> str:
    """Return what went wrong, in few words, and where if that is in a plug-in's file."""
    text = shortened(str(error))
    return f"{type(error).__name__}: {text}{place_of(error)}" if text else f"{type(error).__name__}{place_of(error)}"


def shortened(text: str) -> str:
    """Return a text, cut where it is long."""
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def failure(error: BaseException) -> str | None:
    """Return the sentence that somebody's own code failed, if that is where an error came up; None if it is ours."""
    for trace in _outside(error):
        frame = trace.tb_frame
        module, path = str(frame.f_globals["__name__"]), frame.f_code.co_filename
        source = Path(path).name if module.startswith(_FILES) else module
        return f"{source}:{frame.f_code.co_qualname.partition('.')[0]} failed: {said(error)}"
    return None


def _outside(error: BaseException) -> Iterator[TracebackType]:
    """Yield what of an error's trace is in plug-ins, outermost first."""
    trace = error.__traceback__
    while trace is not None:
        module = str(trace.tb_frame.f_globals.get("__name__"))
        if module.startswith(_FILES) or module in _MODULES:
            yield trace
        trace = trace.tb_next


def _run(path: str, place: Path, content: bytes) -> ModuleType:
    digest = digest_of(content)
    name = _module_name(place, digest)
    if name in sys.modules:
        return sys.modules[name]
    module = ModuleType(name)
    module.__file__ = str(place)
    vars(module)["__origin__"] = Origin("", place.name, digest, f"{place}:")
    sys.modules[name] = module
    try:
        with importing(path):
            exec(compile(content, str(place), "exec", dont_inherit=True), vars(module))
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _module_name(place: Path, digest: str) -> str:
    stem = re.sub(r"\W", "_", place.stem)
    return f"{_FILES}{stem}_{digest_of(bytes(place) + digest.encode())}"


def _imported(module: str) -> ModuleType:
    if not all(part.isidentifier() for part in module.split(".")):
        raise SpecError(f"{module!r} is no name of a module; expected FILE.py:NAME or MODULE:NAME")
    with importing(f"the module {module}"):
        return import_module(module)


def module_file(module: str) -> Path | None:
    """Return the file that a module would be imported from, without importing it or the packages that it is in."""
    folders: Sequence[str] | None = [folder for folder in sys.path if folder]
    spec, name = None, ""
    for part in module.split("."):
        name = f"{name}.{part}" if name else part
        specs = [] if folders is None else [finder.find_spec(name, folders) for finder in sys.meta_path]
        spec = next(filter(None, specs), None)
        folders = None if spec is None else spec.submodule_search_locations
    return Path(spec.origin) if spec is not None and spec.has_location and spec.origin else None


def origin_of(written: str, module: ModuleType, name: str) -> Origin:
    """Return where a name of a module comes from that users wrote so."""
    if not module.__name__.startswith("steelyard."):
        _MODULES.add(module.__name__)
    file = Path(getattr(module, "__file__", None) or "")
    run: Origin | None = vars(module).get("__origin__")
    if run is not None:
        return Origin(written, file.name, run.digest, f"{file}:{name}")
    digest = digest_of(file.read_bytes()) if file.is_file() else ""
    return Origin(written, file.name, digest, f"{module.__name__}:{name}")
