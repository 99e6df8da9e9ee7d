"""Things of a world: objects, constraints and forces, with their numbers as properties.

For every kind of the library there is a class (``tenon.kinds.Rod``, ``tenon.kinds.Connect``, …), whose properties and
their descriptions come from the tables of the library.
"""
from __future__ import annotations

import copy
import types
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, Optional, cast

from . import _errors, _text
from ._vector import Vec

if TYPE_CHECKING:
    from ._world import World

SETTINGS, NAME, OBJECT, POINT, CONSTRAINT, FORCE = 1, 2, 3, 4, 5, 6
CONTACT, SKIN, EVENT, PROBE, LOOK = 7, 8, 9, 10, 11
METHODS = ("world", "dynamic", "displacement", "reaction", "multiplier", "penalty", "coordinates")


# Words of other programs.
_SYNONYMS = {
    "angular-velocity": "spin", "omega": "spin", "linear-velocity": "velocity", "quaternion": "orientation", "quat": "orientation",
    "rotation": "orientation", "com": "center", "colour": "color", "enabled": "on", "active": "on", "torques": "torque",
}


class Thing:
    """Something in a world. It stays the same thing when it is renamed in no text, removed and brought back by undo."""

    __slots__ = ("world", "id")
    world: "World"
    id: int
    _type = 0
    _what = "thing"

    def __init__(self, world: "World", id: int) -> None:
        object.__setattr__(self, "world", world)
        object.__setattr__(self, "id", id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing) and other.world is self.world and other.id == self.id

    def __hash__(self) -> int:
        return hash((id(self.world), self.id))

    def __copy__(self) -> "Thing":
        return self

    def __deepcopy__(self, memo: Any) -> "Thing":
        """The same thing in a copy of its world: one copy for all that is copied together."""
        return make(copy.deepcopy(self.world, memo), self._type, self.id)

    def __reduce__(self) -> Any:
        raise TypeError("a thing of a world cannot be pickled: keep its name")

    @property
    def name(self) -> str:
        """Its name; of an unnamed one the kind and the line of its statement."""
        return str(self.world._raw.thing(self.id)[2])

    @property
    def kind(self) -> str:
        """The word of its statement: "rod", "connect", "spring"."""
        return self.world._raw.kind_of(self.id)

    @property
    def valid(self) -> bool:
        """Is it still in its world?"""
        return self.world._raw.valid(self.id)

    @property
    def present(self) -> bool:
        """Does it exist now? An event of the timeline may add it later, or have removed it."""
        return bool(self.world._raw.thing(self.id)[4])

    @property
    def active(self) -> bool:
        """Does it act now: present, on, in its interval, with its objects present?"""
        return bool(self.world._raw.thing(self.id)[6])

    @property
    def formula(self) -> Optional[str]:
        """The formula of its kind, or its own; None if it has none."""
        return self.world._raw.formula(self.id)

    @property
    def text(self) -> str:
        """Its statement as it is now, in the scene language."""
        return self.world._raw.describe(self.id) or ""

    @property
    def partners(self) -> list["Thing"]:
        """The things that it attaches to, acts on or looks at; places in space and the world are none."""
        return [self.world._thing(type, id) for type, id in self.world._raw.partners(self.id)]

    def parameters(self) -> dict[str, Any]:
        """All numbers of the thing now, by their words."""
        out: dict[str, Any] = {}
        for word, _, _, _, formula, numbers, chosen in self.world._raw.parameters(self.id):
            out.setdefault(word, chosen if chosen is not None else None if formula else _plain(numbers))
        return out

    def remove(self) -> None:
        """Removes it from its world, with everything that refers to it."""
        self.world._edited()
        self.world._raw.remove(self.id)

    def _reference(self) -> str:
        name = self.name
        if not name:
            raise ValueError(f"this {self.kind} has no name, so that no formula can refer to it")
        return name

    def __str__(self) -> str:
        return self._reference()

    def _get(self, word: str) -> Any:
        numbers = self.world._raw.number(self.id, word)
        if numbers:
            return _plain(numbers)
        known = self.parameters()
        if word in known:
            return known[word]
        self._unknown(word)

    def _set(self, word: str, value: Any) -> None:
        if isinstance(value, str):
            self.world._change(f"set {word} {self._reference()} {_text.values(value)};")
            return
        numbers = [value] if _text.is_number(value) else value
        self.world._edited()
        try:
            self.world._raw.set_number(self.id, word, numbers)
        except _errors.UseError:
            if self.valid and word not in self._words():
                self._unknown(word)
            if self.valid and word in {p["word"] for p in _text.KINDS[self.kind]["parameters"] if not p["settable"]}:
                raise _errors.UseError(f"the {word} of a {self.kind} cannot be changed: remove it, and add another one") from None
            raise

    def _words(self) -> list[str]:
        return list(self.parameters())

    def _unknown(self, word: str) -> Any:
        known = [w.replace("-", "_") for w in self._words()]
        known += [n for n in dir(type(self)) if not n.startswith("_")]
        if _SYNONYMS.get(word) in known:
            _errors.misplaced(f"there is no property {word.replace('-', '_')!r} of this {self.kind}: it is called {_SYNONYMS[word]!r}", _SYNONYMS[word])
        _errors.unknown(f"property of this {self.kind}", word.replace("-", "_"), known)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._get(_text.word(name))

    def __setattr__(self, name: str, value: Any) -> None:
        found = getattr(type(self), name, None)
        if isinstance(found, property) or name.startswith("_"):
            object.__setattr__(self, name, value)
        else:
            self._set(_text.word(name), value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *(w.replace("-", "_") for w in self._words())})

    def __repr__(self) -> str:
        if self.world.closed:
            return f"<{self._what} of a closed world>"
        if not self.valid:
            return f"<{self._what} that is no longer in its world>"
        return f"<{self._what} {self.name}: {self.kind}{self._short()}>"

    def _short(self) -> str:
        return ""


def _plain(numbers: tuple[float, ...]) -> Any:
    return numbers[0] if len(numbers) == 1 else Vec(numbers)


class Point:
    """A point of an object: an argument of constraints, forces and formulas."""

    __slots__ = ("object", "name")

    def __init__(self, object: "Object", name: str) -> None:
        self.object = object
        self.name = name

    def _reference(self) -> str:
        return f"{self.object._reference()}.{self.name}"

    @property
    def local(self) -> Vec:
        """Its place in the frame of the object, m."""
        found = self.object.world._raw.point(self.object.id, self.name)
        if found is None:
            return Vec(_arguments(self.name)) if self.name.startswith("at(") else self._no_place()
        return Vec(found)

    def _no_place(self) -> Vec:
        raise _errors.UseError(f"{self._reference()} has no fixed place in its object")

    @property
    def position(self) -> Vec:
        """Its place in the world now, m."""
        if self.object._bends():
            return cast(Vec, self.object.world.value(self))
        pose = self.object.world._raw.pose(self.object.id)
        return Vec(pose[0]) + rotate(pose[1], self.local)

    @property
    def velocity(self) -> Vec:
        """Its velocity now, m/s."""
        if self.object._bends():
            return cast(Vec, self.object.world.value(f"vel({self._reference()})"))
        pose = self.object.world._raw.pose(self.object.id)
        return Vec(pose[3]) + Vec(pose[4]).cross(self.position - pose[2])

    def __str__(self) -> str:
        return self._reference()

    def __repr__(self) -> str:
        return f"<point {self._reference()}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Point) and (other.object, other.name) == (self.object, self.name)

    def __hash__(self) -> int:
        return hash((self.object, self.name))


class Direction(Point):
    """A direction of an object: an argument of constraints and formulas."""

    __slots__ = ()

    @property
    def local(self) -> Vec:
        """Its components in the frame of the object."""
        axes = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
        return Vec(axes[self.name] if self.name in axes else _arguments(self.name))

    @property
    def position(self) -> Vec:
        """Its components in the world now."""
        if self.object._bends():
            return cast(Vec, self.object.world.value(self))
        return rotate(self.object.world._raw.pose(self.object.id)[1], self.local)

    def __repr__(self) -> str:
        return f"<direction {self._reference()}>"


def _arguments(name: str) -> list[float]:
    return [float(x) for x in name[name.index("(") + 1 : -1].split(",")]


def rotate(q: tuple[float, ...], v: tuple[float, ...]) -> Vec:
    """A vector turned by a unit quaternion (w, x, y, z)."""
    u = Vec(q[1:])
    twice = u.cross(v) * 2
    return Vec(v) + twice * q[0] + u.cross(twice)


class Object(Thing):
    """An object of a world. Points (``rod.end1``, ``ball.center``) and numbers (``rod.mass``) are attributes."""

    __slots__ = ()
    _type = OBJECT
    _what = "object"

    def _pose(self) -> Any:
        return self.world._raw.pose(self.id)

    def _bends(self) -> bool:
        """Is it no rigid body, so that its points move against each other?"""
        return self.world._raw.kind_of(self.id) in ("block", "jello")

    @property
    def position(self) -> Any:
        """m: the origin of its frame."""
        return Vec(self._pose()[0])

    @position.setter
    def position(self, value: Any) -> None:
        self._set("position", value)

    @property
    def orientation(self) -> Any:
        """A unit quaternion (w, x, y, z), body to world."""
        return Vec(self._pose()[1])

    @orientation.setter
    def orientation(self, value: Any) -> None:
        self._set("orientation", value)

    @property
    def velocity(self) -> Any:
        """m/s: of the centre of mass, world axes."""
        return Vec(self._pose()[3])

    @velocity.setter
    def velocity(self, value: Any) -> None:
        self._set("velocity", value)

    @property
    def spin(self) -> Any:
        """rad/s: angular velocity, world axes."""
        return Vec(self._pose()[4])

    @spin.setter
    def spin(self, value: Any) -> None:
        self._set("spin", value)

    @property
    def center(self) -> Point:
        """The centre of mass, a point: ``center.position`` is where it is."""
        return Point(self, "center")

    @property
    def origin(self) -> Point:
        """The origin of its frame, a point."""
        return Point(self, "origin")

    @property
    def x(self) -> Direction:
        """Its x axis."""
        return Direction(self, "x")

    @property
    def y(self) -> Direction:
        """Its y axis."""
        return Direction(self, "y")

    @property
    def z(self) -> Direction:
        """Its z axis."""
        return Direction(self, "z")

    @property
    def value(self) -> float:
        """Of a variable: its number."""
        return self.world._raw.variable(self.id)

    @value.setter
    def value(self, value: float) -> None:
        self.world._edited()
        self.world._raw.variable(self.id, value)

    def at(self, x: float, y: float, z: float) -> Point:
        """A point by its place in the frame of the object, m."""
        return Point(self, f"at({_text.number(x)}, {_text.number(y)}, {_text.number(z)})")

    def dir(self, x: float, y: float, z: float) -> Direction:
        """A direction by its components in the frame of the object."""
        return Direction(self, f"dir({_text.number(x)}, {_text.number(y)}, {_text.number(z)})")

    def node(self, i: int, j: int, k: int) -> Point:
        """A corner of the elements of a flexible block, counted from 0."""
        return Point(self, f"node({i}, {j}, {k})")

    def point(self, name: str) -> Point:
        """A point by its name: "end1", "corner3", or a name from the scene."""
        if self.world._raw.point(self.id, name) is None:
            _errors.unknown(f"point of {self.name}", name, ("center", "origin", "end1", "end2", "corner1", "corner8"))
        return Point(self, name)

    def nodes(self) -> Any:
        """Positions of the nodes of a flexible block, i fastest: an array of n × 3, m."""
        return self.world._show(self.world._raw.nodes(self.id)[0])

    def node_velocities(self) -> Any:
        """Velocities of the nodes of a flexible block: an array of n × 3, m/s."""
        return self.world._show(self.world._raw.nodes(self.id)[1])

    def grab(self, point: Any = "center", *, hard: bool = False, force: float = 0.0, time: float = 0.08) -> "Handle":
        """Takes hold of a point, as with a mouse; the handle is then dragged while the world runs.

        ``force``: the largest force, N (0: 20 times the weight of everything joined to it); ``time``: 95 % of the way
        to a new target takes this long, s; ``hard``: by a constraint instead of a spring."""
        if isinstance(point, str):
            point = self.point(point)
        local = point.local if isinstance(point, Point) else point
        return Handle(self.world, self.world._raw.grab(self.id, local, hard, force, time))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if self.world._raw.point(self.id, _text.word(name)) is not None:
            return Point(self, _text.word(name))
        return self._get(_text.word(name))

    def _words(self) -> list[str]:
        points = ("center", "origin", "end1", "end2", *(f"corner{i}" for i in range(1, 9)))
        return [*super()._words(), *(p for p in points if self.world._raw.point(self.id, p) is not None)]

    def _short(self) -> str:
        if self.world._raw.is_variable(self.id):
            return f" = {self.value:.9g}"
        try:
            return f" at {self.position!r}"
        except _errors.Error:
            return ""


class _Switched(Thing):
    __slots__ = ()

    @property
    def on(self) -> bool:
        """Is it switched on? Can be set."""
        return bool(self.world._raw.thing(self.id)[5])

    @on.setter
    def on(self, value: bool) -> None:
        self.world._edited()
        self.world._raw.switch(self.id, value)


class Constraint(_Switched):
    """A constraint of a world, with its load and its deviation."""

    __slots__ = ()
    _type = CONSTRAINT
    _what = "constraint"

    @property
    def force(self) -> Vec:
        """N: on what stands second in its statement, world axes; what stands first gets the opposite."""
        return Vec(self.world._raw.constraint(self.id)[3])

    @property
    def torque(self) -> Vec:
        """N m: on what stands second in its statement, about its connector point, world axes; what stands first gets the opposite."""
        return Vec(self.world._raw.constraint(self.id)[4])

    @property
    def deviation(self) -> Vec:
        """C, one number per row: m, rad, or what its formula measures. Zero where it is met."""
        return Vec(self.world._raw.constraint(self.id)[1])

    @property
    def multiplier(self) -> Vec:
        """λ, the constraint force, one number per row."""
        return Vec(self.world._raw.constraint(self.id)[2])

    @property
    def gap(self) -> float:
        """|C|."""
        return float(self.world._raw.constraint(self.id)[5])

    @property
    def method(self) -> str:
        """How it is met now: "dynamic", "coordinates", "penalty", …"""
        return METHODS[self.world._raw.thing(self.id)[9]]

    def forces(self) -> list[tuple["Object", str, float]]:
        """What it exerts on each velocity of the state: (object, coordinate, N or N m)."""
        return [(self.world._object(o), c, f) for o, c, _, f in self.world._raw.constraint_forces(self.id)]

    def _short(self) -> str:
        return "" if self.on else ", off"


class Force(_Switched):
    """A force of a world."""

    __slots__ = ()
    _type = FORCE
    _what = "force"

    def _short(self) -> str:
        return "" if self.on else ", off"


class Handle:
    """A hold on a point of an object; ``with`` releases it at the end."""

    def __init__(self, world: "World", handle: tuple[int, int]) -> None:
        self._world, self._handle = world, handle

    def drag(self, target: Any) -> None:
        """The point is led to this place while the world runs."""
        self._world._raw.drag(*self._handle, target)

    @property
    def point(self) -> Vec:
        """Where the point is now, m."""
        return Vec(self._world._raw.handle(*self._handle)[0])

    @property
    def force(self) -> Vec:
        """What the handle exerts on the point now, N."""
        return Vec(self._world._raw.handle(*self._handle)[2])

    def release(self) -> None:
        """Lets go."""
        self._world._raw.release(*self._handle)

    def __enter__(self) -> "Handle":
        return self

    def __exit__(self, *error: object) -> None:
        self.release()


# ---- a class for every kind, made from the tables ----


def describe_parameter(p: dict[str, Any]) -> str:
    """One line: unit, meaning, default, range."""
    unit = p["unit"] if p["unit"] and p["unit"] != "1" else ""
    parts = [f"{unit}: " if unit else "", p["help"] or ""]
    if p["choices"]:
        parts.append("; one of " + ", ".join(p["choices"]))
    if p["must"]:
        parts.append("; must " + p["must"])
    if p["default"]:
        parts.append(f"; default {p['default']}")
    if not p["settable"]:
        parts.append("; cannot be changed while the model runs")
    return "".join(parts) + "."


def _property(word: str, doc: str) -> property:
    def get(self: Thing) -> Any:
        return self._get(word)

    def put(self: Thing, value: Any) -> None:
        self._set(word, value)

    return property(get, put, None, doc)


def _applies(p: dict[str, Any], kind: str) -> bool:
    shape = kind in _text.GROUPS["objects"][:8] or kind == "compound"
    names = {kind, "solid"} if shape else {kind}
    return not (p["of"] and not names & set(p["of"])) and not names & set(p["not_of"])


def _label(p: dict[str, Any]) -> str:
    """How a parameter is given: motor={"speed": …} where its word stands behind another."""
    if p["behind"]:
        return f'{p["behind"]}={{"{p["word"]}": …}}'
    return str(p["symbol"] if p["argument"] and p["symbol"] else p["word"])


def document(kind: str) -> str:
    """The description of a kind, from its table."""
    k = _text.KINDS[kind]
    lines = [f"{k['help']}.".replace("..", "."), "", f"Statement: ``{k['usage']}``"]
    own = [p for p in k["parameters"] if p["word"]]
    if own:
        lines += ["", *(f"- {_label(p)}: {describe_parameter(p)}" for p in own)]
    if k["formula"]:
        lines += ["", f"Formula: ``{k['formula']}``"]
    if k["example"]:
        lines += ["", f"Example: ``{k['example']}``"]
    return "\n".join(lines)


def _make_class(kind: str, base: type[Thing], common: str, materials: tuple[str, ...]) -> type[Thing]:
    members: dict[str, Any] = {"__slots__": (), "__doc__": document(kind)}
    tables = [_text.KINDS[kind]["parameters"], _text.KINDS[common]["parameters"]]
    tables += [_text.KINDS[m]["parameters"] for m in materials]
    for p in (p for table in tables for p in table):
        name = p["word"].replace("-", "_")
        if name in members or hasattr(base, name) or not name.isidentifier() or p["most"] == 0:
            continue
        if base is Object and not _applies(p, kind):
            continue
        members[name] = _property(p["word"], describe_parameter(p))
    title = "".join(part.capitalize() for part in kind.split("-"))
    return type(title, (base,), members)


_MATERIALS = {"block": ("flexible",), "jello": ("affine",)}
kinds = types.ModuleType("tenon.kinds", "A class for every kind of objects, constraints and forces.")
CLASSES: dict[tuple[int, str], type[Thing]] = {}


def _make_classes() -> None:
    groups: list[tuple[str, type[Thing], str]] = [
        ("objects", Object, "object"), ("constraints", Constraint, "constraint"), ("forces", Force, "force")]
    for group, base, common in groups:
        for kind in _text.GROUPS[group]:
            solid = base is Object and kind not in ("body", "plane", "variable", "coordinates", "particle")
            materials = _MATERIALS.get(kind, ("solid", "layer") if solid else ()) if base is Object else ()
            made = _make_class(kind, base, common, materials)
            made.__module__ = "tenon.kinds"
            CLASSES[base._type, kind] = made
            setattr(kinds, made.__name__, made)


_make_classes()


def make(world: "World", sort: int, id: int) -> Thing:
    """The thing of an id, of the class of its kind."""
    bases: dict[int, type[Thing]] = {OBJECT: Object, CONSTRAINT: Constraint, FORCE: Force}
    return CLASSES.get((sort, world._raw.kind_of(id)), bases.get(sort, Thing))(world, id)


def words_of(sort: int, kind: str) -> list[str]:
    """The words that a statement of a kind can have."""
    group, common = {OBJECT: ("objects", "object"), CONSTRAINT: ("constraints", "constraint"), FORCE: ("forces", "force")}[sort]
    of_kinds = {p["word"] for k in _text.GROUPS[group] for p in _text.KINDS[k]["parameters"]}
    rows = [p for p in _text.KINDS[kind]["parameters"] if not p["argument"] and not p["behind"]]
    if kind != "variable":
        rows += [p for p in _text.KINDS[common]["parameters"] if p["word"] not in {*of_kinds, *_text.GROUPS[group]} and not p["behind"]]
        rows += [p for m in _MATERIALS.get(kind, ("solid",)) if sort == OBJECT for p in _text.KINDS[m]["parameters"]]
    return list(dict.fromkeys(p["word"] for p in rows if p["word"] and _applies(p, kind) and "when a scene is saved" not in p["help"]))


@contextmanager
def noted(sort: int, kind: str) -> Iterator[None]:
    """A wrong statement of a kind is answered with what the kind takes, as a note to the exception."""
    try:
        yield
    except _errors.ModelError as error:
        error.add_note(_text.usage(kind, words_of(sort, kind)))
        raise
