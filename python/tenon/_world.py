"""Worlds: what is built, run and looked at."""
from __future__ import annotations

import math
import os
import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, NamedTuple, NoReturn, Optional, Sequence, Union, cast

from . import _arrays, _errors, _tenon, _text
from ._kind_methods import KindMethods
from ._log import Log, check_names
from ._mappings import Constraints, Forces, Lets, Objects, Probes, Settings
from ._pictures import Canvas, Movie, Path, Picture, check_options, film
from ._things import CONSTRAINT, FORCE, NAME, OBJECT, Constraint, Direction, Force, Object, Point, Thing, make, noted
from ._vector import Vec


class Assembled(NamedTuple):
    """The outcome of :meth:`World.assemble`."""

    met: bool  #: all constraints hold, to 1e-8
    deviation: float  #: the largest remaining |C|
    worst: str  #: the name of its constraint
    restarts: int
    iterations: int


class Optimum(NamedTuple):
    """The outcome of :meth:`World.solve`."""

    outcome: str  #: "reached", "not reached", "contradictory" or "unbounded"
    objective: float
    stationarity: float
    feasibility: float
    complementarity: float
    iterations: int
    worst: str
    message: str


class Measures(NamedTuple):
    """Energies and deviations now."""

    kinetic: float  #: J
    potential: float  #: J
    work: float  #: J: done so far by forces without potential and by drives
    drift: float  #: largest |E − E at assembly − work| / largest kinetic energy, at frames and at the ends of advances so far
    deviation: float  #: largest |C| of assembled constraints now
    largest_deviation: float  #: the same at frames and at the ends of advances so far
    momentum: Vec
    angular_momentum: Vec


class Counts(NamedTuple):
    """How much there is of everything."""

    objects: int
    constraints: int
    forces: int
    degrees_of_freedom: int
    rows: int
    rank: int
    steps: int
    evaluations: int
    fallbacks: int
    iterations: int


class StateNumber(NamedTuple):
    """What a number of the state is."""

    part: str  #: "positions", "velocities" or "others"
    offset: int  #: in its part
    object: Optional[Object]
    constraint: Optional[Constraint]
    number: int  #: which of the coordinates of its object, node or row
    coordinate: str  #: "x", … "qz", "vx", … "wz", "value", names of general coordinates
    unit: str
    other: int  #: of a position the offset of its rate, of a velocity that of its position; -1: none


class Sparse(NamedTuple):
    """A sparse matrix by rows, as ``scipy.sparse.csr_matrix((m.value, m.column, m.start), m.shape)`` takes it."""

    shape: tuple[int, int]
    start: Any
    column: Any
    value: Any

    def dense(self) -> Any:
        """The same as a list of rows, or an array of NumPy where that is installed."""
        rows = [[0.0] * self.shape[1] for _ in range(self.shape[0])]
        for r, row in enumerate(rows):
            for k in range(self.start[r], self.start[r + 1]):
                row[self.column[k]] = float(self.value[k])
        return _arrays.matrix(rows, self.shape)


class Equations(NamedTuple):
    """The equations of motion now: M v̇ = f + Jᵀ λ. Arrays stay readable whatever happens to the world."""

    jacobian: Sparse
    mass: Sparse
    multipliers: Any  #: λ, by row
    deviations: Any  #: C, by row
    rates: Any  #: Ċ, by row
    forces: Any  #: f, by velocity
    accelerations: Any  #: v̇, by velocity
    rows: list[tuple[Constraint, int]]  #: the constraint of each row, and which of its rows it is


class Touch(NamedTuple):
    """A contact point of two bodies in the last step."""

    a: Object
    b: Object
    point: Vec
    normal: Vec  #: unit, from a to b
    force: Vec  #: of a on b, N
    gap: float  #: m; negative: they overlap


class Signal(NamedTuple):
    """An argument of a Python function inside a world: a point with its velocity, or a direction with its rate. Of an object, whose
    place is that of its points, ``position`` is zero and ``velocity`` is its spin, rad/s."""

    position: Vec
    velocity: Vec


_OUTCOMES = ("reached", "not reached", "contradictory", "unbounded")
_WAYS = ("all", "newton", "A", "B", "gauss-seidel")
_PARTS = ("positions", "velocities", "others")
_PARTS_OF_WORLD = ("objects", "constraints", "forces", "lets", "probes", "settings")


def _check_callable(*functions: Any) -> None:
    for f in functions:
        if f is not None and not callable(f):
            raise TypeError(f"a function is needed, not {f!r}")


# Words of other programs.
_SYNONYMS = {
    "t": ("time", "w.time"), "energy": ("measure", "w.measure() has energies"), "reset": ("restore", "w.restore(w.snapshot()), or a clone"),
    "remove": ("objects", "w.objects[name].remove()"), "bodies": ("objects", "w.objects"), "joints": ("constraints", "w.constraints"),
    "simulate": ("run", "w.run(until)"), "parameters": ("lets", "w.lets"), "state": ("positions", "w.positions and w.velocities"),
    "render": ("picture", "w.picture()"), "dt": ("settings", "w.settings.step"), "copy": ("clone", "w.clone()"),
}


def _unknown_member(name: str) -> NoReturn:
    word = _text.word(name)
    if word in _text.GROUPS["objects"]:
        _errors.misplaced(f"a world has no method {name!r}: w.add(\"{word}\", …) adds one", "add")
    owners = [k for k in (*_text.GROUPS["constraints"], *_text.GROUPS["forces"]) if any(
        p["word"] == word and not p["argument"] and not p["behind"] for p in _text.KINDS[k]["parameters"])]
    if owners:
        first = owners[0].replace("-", "_")
        _errors.misplaced(f"a world has no {name!r}: it is a word of {' and '.join(owners)}, as in w.{first}(…, {name}=…)", first)
    if name in _SYNONYMS:
        _errors.misplaced(f"there is no {name!r} of a world: {_SYNONYMS[name][1]}", _SYNONYMS[name][0])
    _errors.unknown("method or property of a world", name, [n for n in dir(World) if not n.startswith("_")])


class World(KindMethods):
    """A world: objects, constraints, forces and a time.

    ``World()`` is empty. ``World(text)`` reads a text of the scene language. :func:`tenon.load` reads a file.
    Worlds may be used in several threads, each world by one at a time; the interpreter lock is released while they
    compute. ``with tenon.World() as w:`` frees the memory at the end; otherwise it is freed with the last reference."""

    objects: Objects
    constraints: Constraints
    forces: Forces
    lets: Lets
    probes: Probes
    settings: Settings

    def __init__(self, text: Optional[str] = None, *, _raw: Any = None) -> None:
        self._raw: _tenon.World = _raw if _raw is not None else _tenon.World()
        self._threads = 0
        self._origin: Optional[_tenon.World] = None  # the world as it was when its motion began, for pictures of earlier times
        self._is_edited = True
        put = super().__setattr__
        put("objects", Objects(self))
        put("constraints", Constraints(self))
        put("forces", Forces(self))
        put("lets", Lets(self))
        put("probes", Probes(self))
        put("settings", Settings(self))
        if text is not None:
            self.read(text)

    # ---- life ----

    def close(self) -> None:
        """Frees its memory. Arrays that were taken of it stay readable."""
        self._raw.close()
        if self._origin is not None:
            self._origin.close()

    @property
    def closed(self) -> bool:
        """Was it closed?"""
        return self._raw.closed

    def __enter__(self) -> "World":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def clone(self) -> "World":
        """A copy in its present state: both go on to the same bits, and changes of one do not affect the other."""
        copy = World(_raw=self._raw.clone(_tenon.World))
        copy._threads = self._threads
        return copy

    __copy__ = clone

    def __deepcopy__(self, memo: Any) -> "World":
        return self.clone()

    def __repr__(self) -> str:
        if self.closed:
            return "<closed world>"
        n = [self._raw.count_things(t) for t in (OBJECT, CONSTRAINT, FORCE)]
        return f"<world at t = {self.time:g} s: {n[0]} objects, {n[1]} constraints, {n[2]} forces>"

    def __setattr__(self, name: str, value: Any) -> None:
        """A misspelt name is an error, and not a new attribute; classes made from this one may have their own."""
        if name.startswith("_") or isinstance(getattr(World, name, None), property) or (
                type(self) is not World and name not in _PARTS_OF_WORLD and not hasattr(World, name)):
            object.__setattr__(self, name, value)
        elif name in _PARTS_OF_WORLD or hasattr(World, name):
            raise AttributeError(f"{name!r} of a world cannot be replaced")
        else:
            _errors.unknown("property of a world", name, [n for n in dir(World) if isinstance(getattr(World, n), property)])

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Only called for what does not exist: the message says what may be meant."""
            if not name.startswith("_"):
                _unknown_member(name)
            raise AttributeError(name)

    def __reduce__(self) -> Any:
        raise TypeError("a world cannot be pickled; w.text holds it as text, and tenon.loads reads that")

    def _edited(self) -> None:
        self._is_edited = True

    # ---- texts and files ----

    def read(self, text: str, name: str = "text") -> None:
        """Reads statements of the scene language into the world: all of them, or none after a ModelError."""
        _check_text(text)
        self._edited()
        _errors.warn(self._raw.read_text(name, text))

    def change(self, text: str) -> None:
        """Makes changes now as an event would: ``w.change("set max hinge 1.5; off push; let k = 3;")``."""
        self._change(text)

    @property
    def text(self) -> str:
        """The world in the scene language, at its present state: read again, it goes on to the same bits. A TenonWarning names what
        no text can hold: functions of Python, and handles (:meth:`Object.grab`)."""
        return self._write(4)

    def _left_out(self) -> list[str]:
        """What this world has and its text has not."""
        names, steps, handles = self._raw.hooked()
        return [*(repr(n) if n else "a function without a name" for n in names), *(["the function of on_step"] if steps else []),
                *(["what handles hold"] if handles else [])]

    def _write(self, level: int) -> str:
        missing = self._left_out()
        if missing:
            _errors.caution(f"the text leaves out {', '.join(missing)}: no text can hold that", level)
        return self._raw.write_text()

    def save(self, path: Path) -> None:
        """Writes the world as a scene file, whole or not at all; a file of that name is replaced, with its mode. A pipe or a
        device is written to."""
        _errors.save_text(path, self._write(4))

    # ---- adding ----

    def _add(self, text: str) -> int:
        self._edited()
        id, found = self._raw.add(text)
        _errors.warn(found, 4)
        return id

    def _change(self, text: str) -> None:
        self._edited()
        _errors.warn(self._raw.change(text), 4)

    def _free_name(self, sorts: Sequence[int], kind: str) -> str:
        number = 1
        while any(self._raw.find(sort, f"{kind}{number}") for sort in sorts):
            number += 1
        return f"{kind}{number}"

    def add(self, kind: str, *args: Any, name: Optional[str] = None, **words: Any) -> Any:
        """Adds an object, a constraint or a force of any kind (``tenon.kinds`` has them, with their words and units).

        ``args`` are the arguments of its statement: numbers, vectors, points, objects, and formulas as text. Keywords
        are the words of its block, with ``_`` for ``-``: ``position=(0, 0, 1)``, ``tau=0.05``, ``color="orange"``.
        Without a name it gets one: ``rod1``. Returns the new thing."""
        if not isinstance(kind, str):
            raise TypeError(f"a kind is a text such as \"rod\", not {kind!r}")
        kind = _text.word(kind)
        if kind in _text.GROUPS["objects"]:
            self._check_own((args, words))
            return self._new_object(kind, args, name, words)
        if kind in _text.GROUPS["constraints"]:
            return self._new_joint(CONSTRAINT, kind, args, name, words)
        if kind in _text.GROUPS["forces"]:
            return self._new_joint(FORCE, kind, args, name, words)
        _errors.unknown("kind", kind, [*_text.GROUPS["objects"], *_text.GROUPS["constraints"], *_text.GROUPS["forces"]])

    def _new_object(self, kind: str, args: Sequence[Any], name: Optional[str], words: dict[str, Any]) -> Object:
        name = _text.check_name(name) if name is not None else self._free_name((OBJECT, NAME), kind)
        words = dict(words)
        if words.pop("fixed", False):
            words["kernel"] = "fixed"
        if kind == "variable":
            with noted(OBJECT, kind):
                return self._object(self._add(_text.statement("variable", [name, *args], words) + ";"))
        if len([p for p in _text.KINDS[kind]["parameters"] if p["argument"]]) > 1:  # sizes may come as one vector: add("box", (1, 2, 3))
            args = [x for a in args for x in ([a] if isinstance(a, str) or _text.is_number(a) else list(a))]
        line = {k: words.pop(k) for k in list(words) if kind in ("mesh", "jello") and k == "scale"}
        if kind in ("mesh", "jello") and args and isinstance(args[0], str) and args[0] != "box":
            args = [_text.quoted(args[0]), *args[1:]]
        if kind == "compound":
            shape = _text.block("compound", None, [str(a).rstrip("; ") for a in args])
        elif kind == "mesh" and "vertices" in words:
            numbers = [f"{w} {_text.values(words.pop(w))}" for w in ("vertices", "triangles")]
            shape = _text.block("mesh", None, numbers)
        else:
            shape = _text.statement(kind, args, line)
        with noted(OBJECT, kind):
            return self._object(self._add(_text.block("object", name, [shape, *_text.phrases(words)])))

    def _new_joint(self, sort: int, kind: str, args: Sequence[Any], name: Optional[str], words: dict[str, Any]) -> Any:
        self._check_own((args, words))
        name = _text.check_name(name) if name is not None else self._free_name((CONSTRAINT, FORCE), kind)
        _text.check_words(kind, "constraint" if sort == CONSTRAINT else "force", words)
        if kind == "drag" and args:  # w.drag(ball, linear=2): the object comes first, as everywhere
            args = ["on", *args]
        line, rest = _text.split_options(kind, words)
        if kind in ("keep", "speed", "acceleration", "minimize", "fit", "snake"):
            head = f"{kind} {', '.join(_text.expression(a) for a in args)}"
            rest = {**line, **rest}
        else:
            head = _text.statement(kind, args, line)
        with noted(sort, kind):
            return make(self, sort, self._add(_text.block("constraint" if sort == CONSTRAINT else "force", name, [head, *_text.phrases(rest)])))

    def _object(self, id: int) -> Object:
        return cast(Object, make(self, OBJECT, id))

    def _thing(self, sort: int, id: int) -> Thing:
        return make(self, sort, id)

    def nail(self, name: str, position: Any) -> str:
        """Names a place in space; returns the name, which constraints and formulas take."""
        self._add(f"nail {_text.check_name(name)} {_text.values(position)};")
        return name

    def point(self, name: str, object: Object, local: Any) -> Point:
        """Names a point of an object, in its frame."""
        self._check_own(object)
        self._add(f"point {_text.check_name(name)} of {_text.expression(object)} {_text.values(local)};")
        return Point(object, name)

    def path(self, name: str, formula: Any) -> str:
        """Names a place that moves: ``w.path("loop", ("cos(t)", "sin(t)", 1))``; returns the name."""
        self._add(f"path {_text.check_name(name)} = {_text.expression(formula)};")
        return name

    def contact(self, *pair: Object, friction: Optional[float] = None, bounce: Optional[float] = None, off: bool = False) -> None:
        """Bodies do not pass through each other: all of them, or these two; ``off=True``: these two may."""
        self._check_own(pair)
        self._add(_text.statement("contact between" if pair else "contact", pair, {"off": off or None, "friction": friction, "bounce": bounce}) + ";")

    def camera(self, from_: Any, to: Any) -> None:
        """Where pictures are taken from, and what is in their middle, m."""
        self._add(f"camera from {_text.values(from_)} to {_text.values(to)};")

    @property
    def gravity(self) -> Any:
        """The acceleration of gravity, m/s²: a vector; None without gravity, and where it is a formula of t. Set a vector, one
        number (downwards), formulas as text, or None to remove it."""
        for force in self.forces.values():
            if force.kind == "gravity":
                numbers = self._raw.number(force.id, "gravity")
                return Vec(numbers) if numbers else None
        return None

    @gravity.setter
    def gravity(self, value: Any) -> None:
        old = [force for force in self.forces.values() if force.kind == "gravity"]
        if value is not None:
            self._add(f"gravity {_text.values(value)};")
        for force in old:
            force.remove()

    # ---- functions of Python inside the world ----

    def _check_own(self, value: Any) -> None:
        """A thing or a point of another world, also inside of lists, is an error: texts would take it by its name."""
        whose = value.object if isinstance(value, Point) else value
        if isinstance(whose, Thing):
            if whose.world is not self:
                raise _errors.UseError(f"{value!r} belongs to another world")
        elif isinstance(value, Mapping):
            self._check_own(list(value.values()))
        elif isinstance(value, (list, tuple)):
            for part in value:
                self._check_own(part)

    def _hook_args(self, args: Sequence[Any]) -> list[tuple[str, int, float, float, float]]:
        out: list[tuple[str, int, float, float, float]] = []
        for a in args:
            self._check_own(a)
            if isinstance(a, Direction):
                out.append(("direction", a.object.id, *a.local))  # type: ignore[arg-type]
            elif isinstance(a, Point):
                out.append(("point", a.object.id, *a.local))  # type: ignore[arg-type]
            elif isinstance(a, Object):
                out.append(("object", a.id, 0.0, 0.0, 0.0))
            else:
                out.append(("vector", 0, *Vec(a)))  # type: ignore[arg-type]
        return out

    def force_function(self, function: Optional[Callable[..., Any]], *args: Any, name: Optional[str] = None,
                       potential: Optional[Callable[..., float]] = None, length: float = 0.1) -> Force:
        """A force by a function of Python: ``function(t, a, b, …)`` gets a :class:`Signal` for each argument, a point or an object,
        and returns the force on the point, N, or the torque on the object, N m; a list of them if there are several.

        ``potential(a, b, …)`` is its potential energy, J; without ``function`` the force is minus its gradient. The
        function is called several times in every step, at trial states too: its result must depend on its arguments
        alone, and it must not use the world."""
        if function is None and potential is None:
            raise ValueError("a force needs a function or a potential")
        _check_callable(function, potential)
        for a in args:
            if isinstance(a, Object) and a.kind == "particle":
                raise _errors.UseError(f"an object stands for its torque, and a particle has none: give its point, {a.name}.center")
        one = len(args) == 1

        def call(t: float, at: Any) -> list[float]:
            found = function(t, *(Signal(Vec(y), Vec(v)) for y, v in at))  # type: ignore[misc]
            try:
                return [float(x) for vector in ([found] if one else found) for x in vector]
            except TypeError:
                wanted = "a force, three numbers" if one else f"a list of {len(args)} forces, three numbers each"
                raise TypeError(f"the function of a force returns {wanted}; this one returned {found!r}") from None

        def energy(at: Any) -> float:
            return float(potential(*(Signal(Vec(y), Vec(v)) for y, v in at)))  # type: ignore[misc]

        self._edited()
        id = self._raw.hook_force(name, self._hook_args(args), call if function else None, energy if potential else None, length)
        return cast(Force, make(self, FORCE, id))

    def constraint_function(self, function: Callable[..., Any], *args: Any, rows: int = 1, name: Optional[str] = None,
                            velocity: bool = False, depends_on_time: bool = False, tau: float = 0.0,
                            length: float = 0.1, duration: float = 1.0) -> Constraint:
        """A constraint by a function of Python: ``function(t, a, b, …)`` gets a :class:`Signal` for each argument and
        returns its rows (a number, or a list of ``rows`` numbers), which are zero where it is met.

        Derivatives are found by differences of sixth order. ``velocity``: the rows are of velocities."""
        _check_callable(function)

        def call(t: float, at: Any) -> Any:
            found = function(t, *(Signal(Vec(y), Vec(v)) for y, v in at))
            try:
                got = [float(found)] if _text.is_number(found) else [float(x) for x in found]
            except TypeError:
                raise TypeError(f"the function of a constraint returns a number, or a list of them; this one returned {found!r}") from None
            if len(got) != rows:
                raise ValueError(f"this constraint has {rows} {'row' if rows == 1 else 'rows'}, and its function returned {len(got)} numbers: rows={len(got)}")
            return got

        self._edited()
        id = self._raw.hook_constraint(name, self._hook_args(args), call, rows, velocity, depends_on_time, length, duration, tau)
        return cast(Constraint, make(self, CONSTRAINT, id))

    def on_step(self, function: Optional[Callable[["World"], Any]], every: float = 0.0) -> None:
        """Calls ``function(world)`` every so many seconds of the world's time (0: the step of the settings, 0.01 s if that is
        automatic), first after that time, and wherever an advance ends: a run ends one at every frame. A controller with a
        sampling time of its own asks ``world.time``. The function may read and change everything, but not advance. In a
        picture or movie of another moment it is called with the copy that is shown: it finds its objects in the world that
        it is given. None: no more calls."""
        if function is None:
            self._raw.hook_steps(None, every)
            return
        _check_callable(function)
        chosen = function

        def call(raw: _tenon.World) -> None:
            chosen(self if raw is self._raw else World(_raw=raw))

        self._raw.hook_steps(call, every)

    # ---- time ----

    @property
    def time(self) -> float:
        """The time of the world, s."""
        return self._raw.get_time()

    def advance(self, until: float) -> None:
        """Runs to a time exactly. StuckError: it could not continue, and is at its last good step. Ctrl-C ends it at a
        good step; a later call goes on to the same bits."""
        self._raw.frame()  # measure() compares energies at frames
        self._raw.advance(until)
        self._raw.frame()

    def step(self, duration: float) -> None:
        """Runs for so many seconds."""
        self.advance(self.time + duration)

    def _frames(self, until: float, rate: float) -> Iterator[float]:
        """Advances from frame to frame: the times k/rate after now, and `until`; the present state first."""
        if max(abs(self.time), abs(until)) * rate >= 2**53:
            raise _errors.UseError(f"{rate:g} frames per second until t = {until:g} s are so close that the time would not advance")
        self._raw.evaluate()
        self._raw.frame()
        yield self.time
        while self.time < until:
            now = self.time
            k = math.floor(now * rate)
            while k / rate <= now:
                k += 1
            t = k / rate
            self._raw.advance(t if until - t > 1e-12 * abs(t) else until)
            self._raw.frame()
            yield self.time

    def run(self, until: Optional[float] = None, frames: Optional[float] = None,
            probes: Union[Mapping[str, Any], Iterable[str], None] = None, objects: Union[bool, str, Object, Iterable[Any]] = (),
            each: Optional[Callable[["World"], Any]] = None) -> Log:
        """Runs to a time and records every frame.

        ``until`` (s) and ``frames`` (per second) are by default those of the settings. ``probes`` adds probes: a
        dictionary of formulas, or a list of formulas. ``objects``: whose positions and orientations are recorded too,
        True for all. ``each(world)`` is called at every frame; if it returns False, the run ends.

        An exception that ends the run has the frames so far as ``error.log``."""
        end, rate, _, _ = self._raw.settings()
        for x in (until, frames):
            if x is not None and not _text.is_number(x):
                raise TypeError(f"until and frames are numbers, not {x!r}")
        end = end if until is None else float(until)
        rate = rate if frames is None else float(frames)
        if not (math.isfinite(end) and math.isfinite(rate) and rate > 0):
            raise ValueError("until must be finite, and frames greater than zero")
        if until is not None and end < self.time:
            raise _errors.UseError(f"the world is at t = {self.time:g} s, and cannot run back to {end:g} s: clone it before, or take a snapshot")
        chosen = self._chosen([objects] if isinstance(objects, (str, Object)) else objects)
        if isinstance(probes, str):
            raise TypeError("probes is a dictionary of formulas, or a list of them")
        if probes is not None and not isinstance(probes, Mapping):
            probes = list(probes)
        check_names([*self.probes, *(probes or ())], [o.name for o in chosen])
        self._add_probes(probes)
        if self._is_edited or self._origin is None:
            self._origin = self._raw.clone(_tenon.World)
            self._is_edited = False
        log = Log(self._raw.probe_names(), [o.name for o in chosen])
        try:
            for t in self._frames(end, rate):
                log._add(t, memoryview(self._raw.probe_values(None)), (self._frame_of(o) for o in chosen))
                if each is not None and each(self) is False:
                    break
        except BaseException as error:
            error.log = log  # type: ignore[attr-defined]
            raise
        return log

    def _chosen(self, objects: Union[bool, Iterable[Any]]) -> list[Object]:
        if isinstance(objects, bool):
            return [o for o in self.objects.values() if objects and not self._raw.is_variable(o.id)]
        self._check_own(objects)
        return [o if isinstance(o, Object) else self.objects[o] for o in objects or ()]

    def _add_probes(self, probes: Union[Mapping[str, Any], Iterable[str], None]) -> None:
        edited = self._is_edited
        before = set(self._raw.probe_names())
        try:
            self._read_probes(probes)
        except BaseException:  # all of them, or none
            for name in self._raw.probe_names():
                if name not in before:
                    del self.probes[name]
            raise
        finally:
            self._is_edited = edited  # a probe does not change the motion

    def _read_probes(self, probes: Union[Mapping[str, Any], Iterable[str], None]) -> None:
        if isinstance(probes, Mapping):
            for name, formula in probes.items():
                self.probes[name] = formula
        else:
            for formula in probes or ():
                if formula not in self.probes:
                    _errors.warn(self._raw.read_text("probe", f'probe "{formula}" = {formula};'))

    def _frame_of(self, o: Object) -> Optional[Sequence[float]]:
        if not o.present:
            return None
        pose = self._raw.pose(o.id)
        return (*pose[0], *(pose[1] if pose[6] else (math.nan,) * 4))

    def assemble(self, way: str = "all", restarts: int = 5, seed: int = 0) -> Assembled:
        """Finds positions in which the constraints hold, without changing velocities or time."""
        if way not in _WAYS:
            _errors.unknown("way of assembly", way, _WAYS)
        self._edited()
        return Assembled(*self._raw.assemble(_WAYS.index(way), restarts, seed))

    def solve(self) -> Optimum:
        """Moves to an optimum of what the world minimizes, subject to its constraints."""
        self._edited()
        found = self._raw.solve()
        return Optimum(_OUTCOMES[found[0]], *found[1:])

    def evaluate(self) -> None:
        """Computes forces and accelerations at the present state without moving."""
        self._raw.evaluate()

    def measure(self) -> Measures:
        """Energies, deviations and momenta now."""
        m = self._raw.measure()
        return Measures(m[0], m[1], m[2], m[3], m[4], m[5], Vec(m[6]), Vec(m[7]))

    def value(self, formula: Any) -> Any:
        """A number or a vector now: ``w.value("norm(upper.end2 - lower.center)")``. It is computed in a copy of the world; what
        is read often is better a probe."""
        text = _text.expression(formula)
        if text in self.probes:
            return self.probes[text]
        with self.clone() as copy:
            try:
                copy._raw.add(f'probe "value now" = {text};')
            except _errors.ModelError as error:
                if error.diagnostics[0].code != "wrong-type":
                    raise
                for c in "xyz":
                    copy._raw.add(f'probe "{c} now" = ({text}).{c};')
                return Vec(copy.probes[f"{c} now"] for c in "xyz")
            return copy.probes["value now"]

    def counts(self) -> Counts:
        """How many things, rows and steps there are."""
        return Counts(*self._raw.counts())

    def _in_trouble(self, which: int) -> list[Constraint]:
        return [cast(Constraint, make(self, CONSTRAINT, id)) for id in self._raw.trouble(which)]

    @property
    def redundant(self) -> list[Constraint]:
        """Constraints that repeat what others fix: a minimal set."""
        return self._in_trouble(0)

    @property
    def contradictory(self) -> list[Constraint]:
        """Constraints that contradict each other at the assembled pose."""
        return self._in_trouble(1)

    @property
    def unmet(self) -> list[Constraint]:
        """Constraints that should be met by now and are not."""
        return self._in_trouble(2)

    @property
    def warnings(self) -> list[str]:
        """Warnings of planning and running."""
        return self._raw.warnings()

    @property
    def touches(self) -> list[Touch]:
        """The contact points of the last step."""
        return [Touch(self._object(a), self._object(b), Vec(p), Vec(n), Vec(f), gap)
                for a, b, p, n, f, gap in self._raw.touches()]

    # ---- arrays ----

    def _show(self, memory: Any) -> Any:
        return _arrays.show(memory)

    @property
    def positions(self) -> Any:
        """The positions of everything that moves, as one array: the memory of the world itself, without a copy.

        It shows every step as it is made, until something is added, removed, switched or set: from then on ``w.positions``
        is another array, and the old one keeps its last numbers. It cannot be written to; see :meth:`set_state`."""
        return self._show(self._raw.state(0))

    @property
    def velocities(self) -> Any:
        """The velocities of everything that moves, without a copy, as :attr:`positions`."""
        return self._show(self._raw.state(1))

    @property
    def state_layout(self) -> list[StateNumber]:
        """What each number of the state is."""
        out = []
        for part, offset, o, c, index, coordinate, unit, other in self._raw.state_layout():
            out.append(StateNumber(_PARTS[part], offset, self._object(o) if o else None,
                                   cast(Constraint, make(self, CONSTRAINT, c)) if c else None, index, coordinate, unit, other))
        return out

    def set_state(self, positions: Any = None, velocities: Any = None) -> None:
        """Changes all positions, all velocities, or both, in the layout of :attr:`positions`."""
        self._edited()
        self._raw.state_put(positions, velocities)

    def poses(self, out: Any = None) -> Any:
        """All objects, 17 numbers each: position 3, orientation 4 (w x y z), centre of mass 3, velocity 3, spin 3, mass.

        Rows are in the order of ``w.objects``. ``out``: memory of that size to use again."""
        return self._show(self._raw.poses(out))

    def loads(self, out: Any = None) -> Any:
        """All constraints, 20 numbers each: deviation 6, multiplier 6, force 3, torque 3, |C|, number of rows.

        Rows are in the order of ``w.constraints``. ``out``: memory of that size to use again."""
        return self._show(self._raw.constraint_states(out))

    def equations(self) -> Equations:
        """The equations of motion now: Jacobian, mass matrix, multipliers, forces and accelerations."""
        j, m, multipliers, deviations, rates, forces, accelerations, rows = self._raw.equations()
        matrices = [Sparse((r, c), *(self._show(x) for x in rest)) for r, c, *rest in (j, m)]
        of = [(cast(Constraint, make(self, CONSTRAINT, c)), i) for c, i, _, _, _ in rows]
        return Equations(matrices[0], matrices[1], self._show(multipliers), self._show(deviations), self._show(rates),
                         self._show(forces), self._show(accelerations), of)

    # ---- undo ----

    def snapshot(self) -> object:
        """The present state, for :meth:`restore`."""
        return self._raw.snapshot()

    def restore(self, snapshot: object) -> None:
        """Goes back to a snapshot of this world, to the bit."""
        self._edited()
        self._raw.restore(snapshot)

    def keep_history(self, edits: int = 1000, megabytes: float = 256) -> None:
        """Keeps what is needed to undo so many edits; 0: none."""
        self._raw.keep_history(edits, int(megabytes * 1e6))

    def undo(self) -> None:
        """Goes back to the moment before the last edit."""
        self._edited()
        self._raw.undo(True)

    def redo(self) -> None:
        """Makes the last undone edit again."""
        self._edited()
        self._raw.undo(False)

    @contextmanager
    def edit(self, label: str = "edit") -> Iterator["World"]:
        """``with w.edit():`` makes one edit, for undo, of everything inside."""
        self._raw.edit_begin(label)
        try:
            yield self
        finally:
            self._raw.edit_end()

    # ---- pictures ----

    def _moment(self, at: Optional[float]) -> "World":
        """A copy of the world at a time: later ones are simulated on, earlier ones again from where the run began."""
        if at is None or at == self.time:
            return self.clone()
        if at > self.time:
            copy = self.clone()
        elif self._origin is not None and self._origin.get_time() <= at:
            copy = World(_raw=self._origin.clone(_tenon.World))
        else:
            known = self._origin.get_time() if self._origin is not None else self.time
            raise ValueError(f"t = {at:g} s is earlier than the motion that can be shown, which begins at t = {known:g} s")
        copy.advance(at)
        return copy

    def picture(self, at: Optional[float] = None, size: tuple[int, int] = (1280, 720), **options: Any) -> Picture:
        """A picture of the world now, or at another time: a later one is simulated on, in a copy; an earlier one is
        simulated again from the beginning of the last run.

        ``show``: layers beside the objects ("forces", "constraints", "points", "names", "time", …); ``quality``:
        "paper", "movie" or "draft"; ``camera``: ((x, y, z), (x, y, z)), from and to; ``dark``, ``transparent``,
        ``field_of_view`` (degrees), ``title``."""
        check_options(options)
        with self._moment(at) as moment:
            canvas = Canvas(moment, size, None, **options)
            canvas.draw(moment)
        return Picture(canvas)

    def _repr_png_(self) -> bytes:
        return self.picture(size=(640, 360)).png()

    def movie(self, path: Optional[Path] = None, *, until: Optional[float] = None, frames: Optional[float] = None,
              size: tuple[int, int] = (640, 360), quality: str = "movie", **options: Any) -> Movie:
        """A movie of the last run, from its beginning to now, or to ``until``; of a world that has not run, to the end
        that the settings say. The world itself does not move; functions of
        the program (:meth:`on_step`, forces) are called with the copy that does. ``path``: where to write it, too
        (.mp4, .mov, .mkv, .webm, .gif, .apng)."""
        check_options(options)
        end, rate, _, _ = self._raw.settings()
        began = self._origin is not None and self._origin.get_time() < self.time
        start = World(_raw=self._origin.clone(_tenon.World)) if began and self._origin is not None else self.clone()
        with start:
            last = until if until is not None else self.time if began else end
            return film(start, last, frames or rate, size, path, {**options, "quality": quality})


def load(path: Path, sets: Optional[Mapping[str, Any]] = None, allow_read: Iterable[Path] = ()) -> World:
    """Reads a scene file. ``sets`` overrides its lets; ``allow_read``: other folders that it may read files from."""
    if not os.path.isfile(path):
        raise _errors.no_file(path, "tenon.loads(text) reads a text")
    w = World()
    _prepare(w, sets, allow_read)
    _errors.warn(w._raw.read_file(os.fspath(path)))
    _check_sets(w, sets)
    return w


def loads(text: str, sets: Optional[Mapping[str, Any]] = None, name: str = "text", allow_read: Iterable[Path] = ()) -> World:
    """Reads a scene from a text; ``name`` is the file name in messages."""
    w = World()
    _prepare(w, sets, allow_read)
    _check_text(text)
    _errors.warn(w._raw.read_text(name, text))
    _check_sets(w, sets)
    return w


def _check_sets(w: World, sets: Optional[Mapping[str, Any]]) -> None:
    for name in sets or ():
        if name not in w.lets:
            _errors.unknown("let", name, w.lets)
        if w.lets.function(name):
            raise _errors.UseError(f"{name} is a function: no value can be set for it")


def _check_text(text: str) -> None:
    if not isinstance(text, str):
        raise TypeError(f"a text is needed, not {text!r}; tenon.load(path) reads a file")
    if text.endswith((".tn", ".xml", ".urdf")) and not re.search(r"[\s;]", text):
        raise _errors.UseError(f"{text!r} is the name of a file: tenon.load(path) reads it")


def _prepare(w: World, sets: Optional[Mapping[str, Any]], allow_read: Iterable[Path]) -> None:
    for name, value in (sets or {}).items():
        w._raw.set(name, _text.expression(value))
    for folder in allow_read:
        w._raw.allow_read(os.fspath(folder))
