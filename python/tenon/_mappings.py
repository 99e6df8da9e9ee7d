"""The things of a world by name: ``w.objects["upper"]``, ``w.objects.upper``, ``for name in w.objects``."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Generic, Iterator, Mapping, MutableMapping, TypeVar, Union, cast

from . import _errors, _text
from ._log import check_names
from ._things import CONSTRAINT, FORCE, NAME, OBJECT, PROBE, SETTINGS, Constraint, Force, Object, Thing, make
from ._vector import Vec

if TYPE_CHECKING:
    from ._world import World

T = TypeVar("T", bound=Thing)


class Things(Mapping[str, T], Generic[T]):
    """Things of one sort by name, in order of creation; also as attributes, and by number."""

    _what = "thing"

    def __init__(self, world: "World", type: int) -> None:
        self._world, self._type = world, type

    def __getitem__(self, name: Union[str, int]) -> T:
        raw = self._world._raw
        if isinstance(name, int):
            return cast(T, make(self._world, self._type, raw.things(self._type)[name]))
        found = raw.find(self._type, name) if isinstance(name, str) else 0
        if not found:
            _errors.unknown(self._what, name, self)
        return cast(T, make(self._world, self._type, found))

    def __delitem__(self, name: str) -> None:
        self[name].remove()

    def __iter__(self) -> Iterator[str]:
        raw = self._world._raw
        return iter([raw.thing(id)[2] for id in raw.things(self._type)])  # a list: it may be edited meanwhile

    def __len__(self) -> int:
        return self._world._raw.count_things(self._type)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._world._raw.find(self._type, name) != 0

    def __getattr__(self, name: str) -> T:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name if name in self else _text.word(name) if _text.word(name) in self else name]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(n for n in self if n.isidentifier())})

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        if self._world.closed:
            return f"<{self._what}s of a closed world>"
        shown = ", ".join(list(self)[:12])
        return f"<{len(self)} {self._what}s{': ' if shown else ''}{shown}{', …' if len(self) > 12 else ''}>"


class Objects(Things[Object]):
    """The objects of a world by name."""

    _what = "object"

    def __init__(self, world: "World") -> None:
        super().__init__(world, OBJECT)


class Constraints(Things[Constraint]):
    """The constraints of a world by name, or, of unnamed ones, by kind and line: ``connect@4``."""

    _what = "constraint"

    def __init__(self, world: "World") -> None:
        super().__init__(world, CONSTRAINT)


class Forces(Things[Force]):
    """The forces of a world by name."""

    _what = "force"

    def __init__(self, world: "World") -> None:
        super().__init__(world, FORCE)


class _Named(MutableMapping[str, Any]):
    """Common parts of lets, probes and settings."""

    _what = "name"

    def __init__(self, world: "World") -> None:
        object.__setattr__(self, "_world", world)

    _world: "World"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self[name if name in self else _text.word(name)]

    def __setattr__(self, name: str, value: Any) -> None:
        self[name if name in self or _text.word(name) not in self else _text.word(name)] = value

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(n for n in self if n.isidentifier())})

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        if self._world.closed:
            return f"<{self._what}s of a closed world>"
        return "{" + ", ".join(f"{n}: {self[n]!r}" for n in self) + "}"


class Lets(_Named):
    """The lets of a world: names for numbers and formulas.

    ``w.lets["g"]`` is its number, or its formula as text; ``w.lets["g"] = 3`` changes or makes it, and constraints,
    forces and probes that are formulas of it follow at once, and so do limits and motors of joints until they are set themselves.
    Positions, masses, sizes and contacts keep their numbers, and so do the bounce of a joint and the limit of its motor. Deleting a
    let removes what uses it."""

    _what = "let"

    def __init__(self, world: "World") -> None:
        super().__init__(world)
        object.__setattr__(self, "_checked", set())

    _checked: set[int]

    def __iter__(self) -> Iterator[str]:
        raw = self._world._raw
        return iter([raw.name_of(id) for id in raw.things(NAME) if raw.kind_of(id) == "let"])

    def _find(self, name: str) -> int:
        raw = self._world._raw
        id = raw.find(NAME, name) if isinstance(name, str) else 0
        return id if id and raw.kind_of(id) == "let" else 0

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) != 0

    def __getitem__(self, name: str) -> Any:
        id = self._find(name)
        if not id:
            _errors.unknown(self._what, name, self)
        value = self._world._raw.let(name)
        return value if not math.isnan(value) else self._world._raw.formula(id)

    def __setitem__(self, name: str, value: Any) -> None:
        known = self._find(name)
        if not known:
            self._world._add(f"let {_text.check_name(name)} = {_text.expression(value)};")
            return
        if self.function(name):
            raise _errors.UseError(f"{name} is a function: read a new one, as in w.read(\"let other(x) = …;\")")
        self._check_followed(name, known)
        if _text.is_number(value):
            self._world._edited()
            self._world._raw.let(name, float(value))
        else:
            self._world._change(f"let {name} = {_text.expression(value)};")

    def function(self, name: str) -> bool:
        """Is it a function, as in ``let f(x) = x^2;``?"""
        id = self._find(name)
        return bool(id) and (self._world._raw.describe(id) or "").startswith(f"let {name}(")

    def followed(self, name: str) -> bool:
        """Does anything in the world follow from this let? Positions, velocities, masses and sizes of things do not: they were computed
        when the things were made."""
        id = self._find(name)
        return bool(id) and any(other != id for other in self._world._raw.removed_with(id))

    def _check_followed(self, name: str, id: int) -> None:
        """Warns the first time that a let is changed from which nothing follows."""
        if id not in self._checked:
            self._checked.add(id)
            if not self.followed(name):
                _errors.caution(f"nothing follows from {name!r}: positions, velocities, masses and sizes are computed when a thing is made; "
                                f"make the world anew with the new value, as tenon.loads(text, sets={{{name!r}: …}}) does", 4)

    def __delitem__(self, name: str) -> None:
        id = self._find(name)
        if not id:
            _errors.unknown(self._what, name, self)
        self._world._edited()
        self._world._raw.remove(id)


class Probes(_Named):
    """The probes of a world: named numbers. ``w.probes["tip"] = "norm(a.end2)"`` adds one, ``w.probes["tip"]`` is its
    value now (NaN if it has none)."""

    _what = "probe"

    def __iter__(self) -> Iterator[str]:
        return iter(self._world._raw.probe_names())

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._world._raw.find(PROBE, name) != 0

    def __getitem__(self, name: str) -> float:
        id = self._world._raw.find(PROBE, name) if isinstance(name, str) else 0
        if not id:
            _errors.unknown(self._what, name, self)
        return float(self._world._raw.thing(id)[10])

    def formula(self, name: str) -> str:
        """The expression of a probe."""
        id = self._world._raw.find(PROBE, name)
        if not id:
            _errors.unknown(self._what, name, self)
        return self._world._raw.formula(id) or ""

    def __setitem__(self, name: str, value: Any) -> None:
        text = _text.expression(value)
        check_names([name], ())
        if name in self:
            if self.formula(name) == text:
                return
            del self[name]
        self._world._add(f"probe {_text.check_name(name)} = {text};")

    def __delitem__(self, name: str) -> None:
        id = self._world._raw.find(PROBE, name)
        if not id:
            _errors.unknown(self._what, name, self)
        self._world._edited()
        self._world._raw.remove(id)

    def values_array(self, out: Any = None) -> Any:
        """All values in one array, in the order of the names; ``out``: memory to use again."""
        return self._world._show(self._world._raw.probe_values(out))


class Settings(_Named):
    """The settings of a world: ``w.settings.tolerance = 1e-8``, ``w.settings["integrator"] = "rk4"``."""

    _what = "setting"

    def _all(self) -> dict[str, Any]:
        raw = self._world._raw
        out: dict[str, Any] = {"threads": self._world._threads}
        for word, _, _, _, _, numbers, chosen in raw.parameters(raw.things(SETTINGS)[0]):
            out[word] = chosen if chosen is not None else numbers[0] if len(numbers) == 1 else Vec(numbers)
        return out

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __getitem__(self, name: str) -> Any:
        known = self._all()
        if name not in known:
            _errors.unknown(self._what, name, known)
        return known[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if name not in self._all():
            _errors.unknown(self._what, name, self._all())
        choices = next((p["choices"] for p in _text.KINDS["world"]["parameters"] if p["word"] == name and p["most"] == 0), ())
        if choices and value not in choices:
            _errors.unfit(name, str(value), choices)
        self._world._edited()
        if name == "threads":
            self._world._raw.set_threads(int(value))
            self._world._threads = int(value)
        else:
            self._world._raw.set_setting(name, value if isinstance(value, str) else _text.number(value))

    def __delitem__(self, name: str) -> None:
        raise TypeError("a setting cannot be removed")
