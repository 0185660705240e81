"""One door for whatever is chosen by name: measures, formats, parsers, significance tests, coefficients, studies.

A name is looked up in four ways:

    bleu               one of ours: names are read from the files of a folder, and only the one named is imported
    my-measure         an entry point of an installed package, in a group such as `steelyard.measures`
    package.module:f   a name in an installed module
    mine.py:f          a name in a Python file, which is run; nothing else of its folder can be imported

An entry point is imported only when it is named, and nothing ever comes from the working folder but a file that is
named as such. Each kind has one registry, made by one of three classes, by what a file of its folder holds:

    Classes    classes with a line `name: ClassVar[str] = "…"` (measures)
    Objects    a constant, written `RECIPE = Recipe("…"` or `TEST = Wilcoxon(name="…"` (studies)
    Modules    the module itself, with a line `NAME = "…"` (formats, parsers)

What a file makes in a loop, it lists in one line: `NAMES = ("rouge-2", "rouge-3")`.

For instance:

    STUDIES = Objects("study", "steelyard.studies", "steelyard.studies", Recipe, "RECIPE")
    STUDIES.names()                  our names and those of entry points, sorted; imports none of them
    STUDIES.own()                    our names alone
    STUDIES.load("hirao-2005")       the recipe; a SpecError with a suggestion if there is none
    STUDIES.load("mine.py:RECIPE")   by the name in the file, or by the one that the recipe gives itself
    STUDIES.chosen(recipe)           in Python the thing itself can be given, or its class, wherever its name can
"""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from ast import literal_eval
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from steelyard.errors import SpecError, suggestion
from steelyard.loading import FromOutside, Origin, importing, opened, origin_of

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

# What a file makes in a loop is listed.
_LISTED = re.compile(r"\nNAMES = \((.*)\)\n")
_WORD = re.compile(r'"([^"]+)"')

Kind = TypeVar("Kind")
Base = TypeVar("Base", bound=FromOutside)


class Registry(ABC, Generic[Kind]):
    """What there is of one kind.

    what          what one of them is called in messages, as "measure"
    package       the package whose folder holds ours, one file each
    group         the group of entry points
    other_names   names that people know from elsewhere, in small letters without separators → what they are here
    """

    def __init__(self, what: str, package: str, group: str, other_names: Mapping[str, str] | None = None) -> None:
        self.what = what
        self.package = package
        self.group = group
        self.other_names = other_names or {}

    @property
    @abstractmethod
    def declaration(self) -> str:
        """The regular expression of a line of a file that declares a name."""

    @abstractmethod
    def members(self, module: ModuleType) -> Mapping[str, Kind]:
        """Return name → what a module declares."""

    @abstractmethod
    def adopted(self, thing: Any, origin: Origin) -> Kind:
        """Return what came from outside, if it is of this kind; else raise a SpecError."""

    def own(self) -> list[str]:
        """Return the names of what is in our folder."""
        return sorted(self._files())

    def names(self) -> list[str]:
        """Return all names, of ours and of entry points."""
        return sorted([*self._files(), *self.entry_points()])

    def entry_points(self) -> dict[str, str]:
        """Return name → distribution of what installed packages offer; none is imported."""
        offered: dict[str, str] = {}
        for name, points in _entry_points(self.group).items():
            self._check_single(name, points)
            offered[name] = _distribution(points[0])
        return dict(sorted(offered.items()))

    def entry_module(self, name: str) -> str | None:
        """Return the module that an entry point is in, which is not imported; none if it is no entry point."""
        points = _entry_points(self.group).get(name)
        return None if points is None or self._module(name) is not None else points[0].module

    def __contains__(self, name: object) -> bool:
        """Tell whether a name is one of ours or of an entry point."""
        return isinstance(name, str) and (self._module(name) is not None or name in _entry_points(self.group))

    def load(self, name: str) -> Kind:
        """Return what a name means: one of ours, an entry point, MODULE:NAME or FILE.py:NAME."""
        return self.sourced(name)[0]

    def sourced(self, name: str) -> tuple[Kind, Origin | None]:
        """Return what a name means, and where it comes from if it is not ours."""
        if (module := self._module(name)) is not None:
            return self._own(name, module), None
        if ":" in name:
            return self._placed(name)
        if (points := _entry_points(self.group).get(name)) is not None:
            self._check_single(name, points)
            return self._entry(points[0])
        raise self.unknown(name)

    def unknown(self, name: str, further: Iterable[str] = ()) -> SpecError:
        """Return the error that nothing is called so, with what is meant; `further` are names beyond our own."""
        if name.endswith(".py"):
            return SpecError(f"{name} is a file, and may hold several; write {name}:NAME")
        names = [*self.names(), *further]
        bare = _bare(name)
        meant = [own for own in names if _bare(own) == bare]
        if not meant and bare in self.other_names:
            return SpecError(f"unknown {self.what} {name!r}; {self.other_names[bare]}")
        return SpecError(f"unknown {self.what} {name!r}" + suggestion(name, meant or names))

    def chosen(self, choice: Any) -> Kind:
        """Return what users choose in Python: by any of its names, or the thing itself."""
        if isinstance(choice, str):
            return self.load(choice)
        try:
            return self.adopted(choice, Origin(f"{choice!r:.60}"))
        except SpecError as error:
            raise SpecError(f"unknown {self.what}: {error}") from None

    def _files(self) -> dict[str, str]:
        """Return name → module of ours."""
        package = import_module(self.package)
        return _declared(self.what, self.package, tuple(package.__path__), self.declaration)

    def _module(self, name: str) -> str | None:
        """Return the module that one of ours is in."""
        folders = tuple(import_module(self.package).__path__)
        return _at_its_own_place(self.package, folders, self.declaration, name) or self._files().get(name)

    def _own(self, name: str, module: str) -> Kind:
        try:
            members = self.members(import_module(module))
        except Exception as error:
            problem = error if isinstance(error, SpecError) else f"{type(error).__name__}: {error}"
            raise SpecError(f"{module} cannot be imported ({problem}); mend or remove it") from error
        if name not in members:
            raise SpecError(f"{module} says that it has a {self.what} {name!r}, and has none; mend or remove it")
        return members[name]

    def _entry(self, point: EntryPoint) -> tuple[Kind, Origin]:
        with importing(f"the {self.what} {point.name!r} of the package {_distribution(point)}"):
            thing = point.load()
            module = thing if isinstance(thing, ModuleType) else import_module(point.module)
        if isinstance(thing, ModuleType):
            thing = self.members(thing).get(point.name, thing)
        origin = origin_of(point.name, module, point.attr or "")
        return self.adopted(thing, origin), origin

    def _placed(self, written: str) -> tuple[Kind, Origin]:
        module, name = opened(written)
        names, members = vars(module), self.members(module)
        if name not in names and name not in members:
            choices = [*members, *(own for own, value in names.items() if callable(value) and own[0] != "_")]
            raise SpecError(f"{written}: there is no {name!r} in it" + (suggestion(name, choices) if choices else ""))
        origin = origin_of(written, module, name)
        return self.adopted(names.get(name, members.get(name)), origin), origin

    def _check_single(self, name: str, points: list[EntryPoint]) -> None:
        packages = sorted({_distribution(point) for point in points})
        if name in self._files():
            raise SpecError(
                f"the package {packages[0]} calls a {self.what} {name!r}, which is one of steelyard's own; "
                f"it must choose another name"
            )
        if len(points) > 1:
            raise SpecError(
                f"two packages call a {self.what} {name!r} ({', '.join(packages)}); remove one of them, or name the "
                f"module: {points[0].value}"
            )


class Classes(Registry[type[Base]]):
    """Classes with a name of their own.

    base      what they are derived from
    demands   what a class must say beside its name
    """

    def __init__(
        self,
        what: str,
        package: str,
        group: str,
        base: type[Base],
        demands: tuple[str, ...] = (),
        other_names: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(what, package, group, other_names)
        self.base = base
        self.demands = demands

    @property
    def declaration(self) -> str:
        """A class variable."""
        return r'name: ClassVar\[str\] = "([^"]+)"'

    def members(self, module: ModuleType) -> dict[str, type[Base]]:
        """Return name → class, of the classes that a module defines."""
        kinds = [
            kind
            for kind in vars(module).values()
            if isinstance(kind, type) and issubclass(kind, self.base) and kind.__module__ == module.__name__
        ]
        return {str(vars(kind)["name"]): self._checked(kind) for kind in kinds if "name" in vars(kind)}

    def adopted(self, thing: Any, origin: Origin) -> type[Base]:
        """Return a class from outside."""
        if not (isinstance(thing, type) and issubclass(thing, self.base)):
            raise SpecError(f"{origin.written} is no {self.what}: expected a class derived from {self.base.__name__}")
        return self._checked(thing)

    def instance(self, choice: str | type[Base] | Base) -> Base:
        """Return one of what users choose: by any of its names, by its class, or the thing itself."""
        if isinstance(choice, self.base):
            self._checked(type(choice))
            return choice
        if not isinstance(choice, str) and not (isinstance(choice, type) and issubclass(choice, self.base)):
            base = self.base.__name__
            raise SpecError(
                f"unknown {self.what} {choice!r:.60}; give a name, a class derived from {base}, or one of it"
            )
        kind, origin = self.sourced(choice) if isinstance(choice, str) else (self._checked(choice), None)
        if missing := sorted(getattr(kind, "__abstractmethods__", ())):
            raise SpecError(f"the {self.what} {kind.name!r} has no {', '.join(missing)}(); define it")  # type: ignore[attr-defined]
        thing = kind()
        if origin is not None:
            object.__setattr__(thing, "origin", origin)  # what is chosen may be frozen
        return thing

    def _checked(self, kind: type[Base]) -> type[Base]:
        if lacking := [part for part in ("name", *self.demands) if not hasattr(kind, part)]:
            raise SpecError(
                f"{kind.__module__}: the {self.what} {getattr(kind, 'name', kind.__name__)!r} does not say its "
                f"{', '.join(lacking)}; add it"
            )
        return kind


class Objects(Registry[Kind]):
    """Constants, one to a module, that have their name as first argument and as attribute `name`.

    base       their class
    constant   what they are called in a module of ours
    """

    def __init__(self, what: str, package: str, group: str, base: type[Kind], constant: str) -> None:
        super().__init__(what, package, group)
        self.base = base
        self.constant = constant

    @property
    def declaration(self) -> str:
        """The constant, with its name on the same line or the next."""
        return rf'\n{self.constant} = \w+\(\s*(?:name=)?"([^"]+)"'

    def members(self, module: ModuleType) -> dict[str, Kind]:
        """Return name → object, of the objects in a module."""
        things = [thing for thing in vars(module).values() if isinstance(thing, self.base)]
        return {str(vars(type(thing)).get("name") or thing.name): thing for thing in things}  # type: ignore[attr-defined]

    def adopted(self, thing: Any, origin: Origin) -> Kind:
        """Return an object from outside; a class is called to make it."""
        if isinstance(thing, type) and issubclass(thing, self.base):
            thing = thing()
        if not isinstance(thing, self.base):
            raise SpecError(f"{origin.written} is no {self.what}: expected a {self.base.__name__}")
        return thing


class Modules(Registry[Kind]):
    """Modules that have a NAME; `demands` is what else one must have."""

    def __init__(self, what: str, package: str, group: str, demands: tuple[str, ...] = ()) -> None:
        super().__init__(what, package, group)
        self.demands = demands

    @property
    def declaration(self) -> str:
        """The constant NAME."""
        return r'\nNAME = "([^"]+)"'

    def members(self, module: ModuleType) -> dict[str, Kind]:
        """Return the module by its name, if it has one."""
        return {module.NAME: module} if hasattr(module, "NAME") else {}  # type: ignore[dict-item]

    def constants(self, constant: str) -> dict[str, Any]:
        """Return name → the value of a constant that our files write out on one line; none is imported."""
        values: dict[str, Any] = {}
        for name, module in self._files().items():
            text = _source(self.package, module)
            if (line := re.search(rf"^{constant} = (.+)$", text, re.MULTILINE)) is not None:
                values[name] = literal_eval(line[1])
        return values

    def adopted(self, thing: Any, origin: Origin) -> Kind:
        """Return a module, or an object with the same names in it, from outside."""
        if lacking := [part for part in self.demands if not hasattr(thing, part)]:
            raise SpecError(f"{origin.written} is no {self.what}: it has no {', '.join(lacking)}")
        adopted: Kind = thing
        return adopted


def _bare(name: str) -> str:
    """Return a name in small letters without separators; the star of acc*_eq stays."""
    return "".join(letter for letter in name.lower() if letter.isalnum() or letter == "*")


def _source(package: str, module: str) -> str:
    file = f"{module.removeprefix(package + '.')}.py"
    paths = (Path(folder) / file for folder in import_module(package).__path__)
    return next(path for path in paths if path.is_file()).read_text("utf-8")


@cache
def _declared(what: str, package: str, folders: tuple[str, ...], declaration: str) -> dict[str, str]:
    """Return name → module, read from the files of folders without importing any."""
    modules: dict[str, str] = {}
    line = re.compile(declaration)
    for folder in folders:
        for file in sorted(Path(folder).glob("[!_]*.py")):
            module = f"{package}.{file.stem}"
            for name in _names_in(file, line):
                if modules.setdefault(name, module) != module:
                    raise SpecError(f"two files have a {what} {name!r}, {modules[name]} and {module}; rename one")
    return modules


def _names_in(file: Path, line: re.Pattern[str]) -> list[str]:
    """Return the names that a file declares."""
    text = "\n" + file.read_text("utf-8")
    return [*line.findall(text), *_WORD.findall(" ".join(_LISTED.findall(text)))]


@cache
def _at_its_own_place(package: str, folders: tuple[str, ...], declaration: str, name: str) -> str | None:
    """Return the module of what is declared in the file that has its name, as most are, without reading others."""
    module = name.replace("-", "_")
    named = [Path(folder) / f"{module}.py" for folder in folders] if module.isidentifier() else []
    files = [file for file in named if os.path.isfile(file)]  # noqa: PTH113 (never raises)
    line = re.compile(declaration)
    return f"{package}.{module}" if any(name in _names_in(file, line) for file in files) else None


@cache
def _entry_points(group: str) -> dict[str, list[EntryPoint]]:
    """Return name → entry points of a group; the same one is not told twice."""
    from importlib.metadata import entry_points

    points: dict[str, list[EntryPoint]] = {}
    for point in entry_points(group=group):
        named = points.setdefault(point.name, [])
        if (point.value, _distribution(point)) not in [(other.value, _distribution(other)) for other in named]:
            named.append(point)
    return points


def _distribution(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module
