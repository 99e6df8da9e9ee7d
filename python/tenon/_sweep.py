"""Sweeps: one model with many values of its parameters."""
from __future__ import annotations

import array
import html
import math
import operator
import os
import re
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Optional, Union

from . import _arrays, _errors, _tenon, _text
from ._pictures import Path, Plot
from ._world import World


class Failure(NamedTuple):
    """A run that failed."""

    run: int  #: from 1
    status: int  #: 1: the model is wrong with these values; 3: the simulation could not continue
    message: str


class Note(NamedTuple):
    """What is to be known of a run that did not fail."""

    run: int  #: from 1
    message: str  #: which measures over all frames have no value at some


class Table(Mapping[str, Any]):
    """The result of a sweep: ``table["L"]`` and ``table["max(pull)"]`` are arrays with a number per run."""

    def __init__(self, names: list[str], measures: list[str], rows: list[Any], resumed: int = 0,
                 reads: Iterable[str] = ()) -> None:
        self.names, self.measures = names, measures
        self._reads = list(reads)
        self.resumed = resumed  #: how many runs were in the file already
        self._columns: dict[str, "array.array[float]"] = {
            "run": array.array("d", range(1, len(rows) + 1)),
            **{name: array.array("d") for name in (*names, *measures)},
            "status": array.array("d"),
        }
        self.failures: list[Failure] = []  #: runs that failed
        self.notes: list[Note] = []  #: runs whose measures have no value at some frames; not of runs that were in the file already
        for number, (values, found, status, message) in enumerate(rows, 1):
            for name, value in zip((*names, *measures), (*values, *found)):
                self._columns[name].append(value)
            self._columns["status"].append(status)
            if status:
                self.failures.append(Failure(number, status, message or ""))
            elif message:
                self.notes.append(Note(number, message))

    def __getitem__(self, name: str) -> Any:
        if name not in self._columns:
            _errors.unknown("column", name, self._columns)
        return _arrays.series(self._columns[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    @property
    def runs(self) -> int:
        """How many runs there are."""
        return len(self._columns["run"])

    def rows(self) -> Iterator[dict[str, float]]:
        """One run after another, as dictionaries; NaN is a measure of a run that failed."""
        for row in zip(*self._columns.values()):
            yield dict(zip(self._columns, row))

    def best(self, measure: str, largest: bool = False) -> dict[str, float]:
        """The run with the smallest value of a measure, or the largest."""
        self[measure]
        good = [row for row in self.rows() if not math.isnan(row[measure])]
        if not good:
            raise _errors.UseError(f"no run has a value of {measure!r}")
        return (max if largest else min)(good, key=lambda row: row[measure])

    def to_csv(self, path: Path) -> None:
        """Writes the table as ``tenon sweep -o`` does."""
        _errors.save_table(path, self._columns, self._reads)

    def to_dict(self) -> dict[str, Any]:
        """All columns by name; ``pandas.DataFrame(table.to_dict())``."""
        return {name: self[name] for name in self}

    def plot(self, *measures: str, x: Optional[str] = None, title: Optional[str] = None) -> Plot:
        """Measures against a parameter (the first, if none is named), as SVG."""
        along = x if x is not None else self.names[0] if self.names else "run"
        self[along]
        chosen = list(measures) or self.measures
        order = sorted(range(self.runs), key=lambda i: self._columns[along][i])
        xs = array.array("d", (self[along][i] for i in order))
        lines = [(m, xs, array.array("d", (self[m][i] for i in order))) for m in chosen]
        return Plot(lines, title, along, chosen[0] if len(chosen) == 1 else None, False, False, True)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(n)}</th>" for n in self)
        rows = list(zip(*self._columns.values()))
        body = "".join("<tr>" + "".join("<td></td>" if math.isnan(x) else f"<td>{x:.6g}</td>" for x in row) + "</tr>"
                       for row in rows[:50])
        more = f"<caption>the first 50 of {len(rows)} runs</caption>" if len(rows) > 50 else ""
        return f"<table>{more}<tr>{head}</tr>{body}</table>"

    def __repr__(self) -> str:
        return f"<table of {self.runs} runs, {len(self.failures)} failed: {', '.join(self)}>"


def _several(text: str) -> bool:
    """Does a text say more than one value: a comma, a colon or two points outside of parentheses?"""
    depth = 0
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if depth == 0 and (c in ",:" or text.startswith("..", i)):
            return True
    return False


def _values(value: Any) -> str:
    """VALUES of a set: a text as of the command, a number, a range(…), or a list of numbers and expressions."""
    if isinstance(value, str) or _text.is_number(value):
        return _text.expression(value)
    listed = list(value)
    if not listed:
        raise _errors.UseError("a let that is swept needs at least one value")
    for v in listed:
        if not (isinstance(v, str) or _text.is_number(v)):
            raise _errors.UseError(f"a value of a let is one number or one text, not {v!r}")
        if isinstance(v, str) and _several(v):
            raise _errors.UseError(f"a value in a list is one expression, not {v!r}: a:b:n, a..b and a,b stand alone, as text")
    return ",".join(_text.expression(v) for v in listed)


def _sets(sets: Optional[Mapping[str, Any]]) -> dict[str, str]:
    if not isinstance(sets or {}, Mapping):
        raise TypeError(f"sets is a dictionary of lets and their values, as in {{\"L\": [1, 2]}}, not {sets!r}")
    for name in sets or ():
        if not isinstance(name, str) or "=" in name:
            raise _errors.UseError(f"{name!r} is not the name of a let")
    return {k: _values(v) for k, v in (sets or {}).items()}


def _whole(what: str, value: Any, least: int, most: int) -> int:
    """A whole number of Python or NumPy within bounds."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} must be a whole number, not {value!r}") from None
    if not least <= number <= most:
        raise _errors.UseError(f"{what} must be between {least} and {most}, not {number}")
    return number


def _end(until: Any) -> float:
    """The end of runs; negative: as the scene says."""
    if until is None:
        return -1.0
    if not _text.is_number(until) or not 0 <= float(until) < math.inf:
        raise _errors.UseError(f"until must be a time in seconds that is not negative, not {until!r}")
    return float(until)


def _check_plain(world: World) -> None:
    """Runs read the text of a world, which has no functions of Python and no handles."""
    missing = world._left_out()
    if missing:
        raise _errors.UseError(f"a world with functions of Python or handles cannot be swept, since its runs would lack them "
                               f"({', '.join(missing)}): make the world in a loop over the values, or say the same in formulas")


def _measures(measures: Union[str, Iterable[str], Mapping[str, str]]) -> list[str]:
    if isinstance(measures, str):
        return [measures]
    if isinstance(measures, Mapping):
        return [f"{name} = {text}" for name, text in measures.items()]
    listed = list(measures)
    for m in listed:
        if not isinstance(m, str):
            raise TypeError(f"a measure is a text such as \"max(E)\", not {m!r}")
    return listed


def _result(future: "Future[Any]") -> Any:
    """Waits in short pieces, so that Ctrl-C is noticed whichever thread gets the signal."""
    while True:
        try:
            return future.result(timeout=0.1)
        except TimeoutError:
            continue


def _check_followed(world: World, sets: Mapping[str, str], measures: list[str]) -> None:
    """Values of a let from which nothing follows any more would all give the same run."""
    texts = " ".join([*measures, *sets.values()])
    for name in sets:
        if name in world.lets and not world.lets.followed(name) and not re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", texts):
            raise _errors.UseError(f"nothing in this world follows from {name!r}: positions, velocities, masses and sizes were computed "
                                   "when it was made; sweep the file or the text it was read from")


def sweep(scene: Union[Path, World], sets: Optional[Mapping[str, Any]] = None,
          measures: Union[str, Iterable[str], Mapping[str, str]] = (), *, text: bool = False, samples: int = 0,
          seed: int = 1, sampling: str = "latin", until: Optional[float] = None, workers: Optional[int] = None,
          allow_read: Iterable[Path] = (), progress: Optional[Callable[[int, int], Any]] = None,
          output: Optional[Path] = None) -> Table:
    """Runs a scene once for every combination of values, on all cores, and returns a :class:`Table`.

    ``scene`` is a path, or, with ``text=True``, a text: everything is computed anew from it for every run. It may also be a
    world, as it is now, without functions of Python: then only formulas follow its lets, and not the positions and sizes that it has
    already. ``sets`` gives values to its lets:
    ``{"L": [1, 2, 5], "k": "10:50:9", "m": "1..3"}``, where ``a:b:n`` are n evenly spaced values and ``a..b`` is a range
    that ``samples`` are taken from. ``measures``: ``"max(E)"``, ``min``, ``mean``, ``rms``, ``first``, ``last``,
    ``at(E, T)``, where E is an expression or a probe; a dictionary gives them names. The first set changes slowest,
    samples of ranges fastest.

    ``progress(done, runs)`` is called after every run. A run that fails has NaN for its measures; ``table.failures``
    lists them. ``max``, ``min``, ``mean`` and ``rms`` pass over frames at which their expression has no value; ``table.notes`` lists
    the runs, and a TenonWarning says so. Ctrl-C ends the sweep.

    With ``output``, the name of a CSV file, every run is written as soon as those before it are done, to ``output + ".part"``,
    which gets its name at the end. After Ctrl-C, a crash or a kill the same call goes on where it was, and so does ``tenon sweep -o``;
    ``table.resumed`` says how many runs were there."""
    if sampling not in ("latin", "random"):
        _errors.unknown("sampling", sampling, ("latin", "random"))
    values, wanted = _sets(sets), _measures(measures)
    end, seed, samples = _end(until), _whole("seed", seed, 0, 2**64 - 1), _whole("samples", samples, 0, 10**8)
    threads = (os.cpu_count() or 1) if workers is None else _whole("workers", workers, 1, 4096)
    if isinstance(scene, World):
        _check_plain(scene)
        _check_followed(scene, values, wanted)
        name, source = "world", scene.text  # type: str, Optional[str]
    elif text:
        if not isinstance(scene, str):
            raise TypeError(f"a text is needed with text=True, not {scene!r}")
        name, source = "text", scene
    else:
        if not isinstance(scene, (str, os.PathLike)):
            raise TypeError(f"a sweep is of a path, a world, or a text with text=True, not of {scene!r}")
        name, source = os.fspath(scene), None
        if not os.path.isfile(name):
            raise _errors.no_file(name, "a text is swept with text=True")
    made = _tenon.sweep_new(name, source, [f"{k}={v}" for k, v in values.items()], wanted,
                            [os.fspath(f) for f in allow_read], samples, seed, sampling == "random", end)
    runs, names, found, reads = _tenon.sweep_info(made)
    rows: list[Any] = []
    try:
        if output is not None:
            rows = _tenon.sweep_open(made, os.fspath(output))
        resumed = len(rows)
        _run_rest(made, runs, rows, min(threads, runs), output is not None, progress)
    except BaseException:
        _tenon.sweep_close(made, False)
        raise
    _tenon.sweep_close(made, True)
    table = Table(names, found, rows, resumed, reads)
    if table.notes:
        _errors.caution(f"{len(table.notes)} of {runs} runs have measures without a value at some frames, as run {table.notes[0].run}: "
                        f"{table.notes[0].message}; table.notes lists them", 3)
    return table


def _run_rest(made: object, runs: int, rows: list[Any], workers: int, writes: bool,
              progress: Optional[Callable[[int, int], Any]]) -> None:
    """The runs that `rows` lacks; those in it that failed are done once more, for their messages."""
    resumed = len(rows)
    with ThreadPoolExecutor(workers) as pool:
        try:
            failed = [i for i in range(resumed) if rows[i][2]]
            waiting = [pool.submit(_tenon.sweep_run, made, i) for i in (*failed, *range(resumed, runs))]
            for i, future in zip(failed, waiting):
                rows[i] = _result(future)
            for future in waiting[len(failed):]:
                row = _result(future)
                if writes:
                    _tenon.sweep_write(made, *row[:3])
                rows.append(row)
                if progress is not None:
                    progress(len(rows), runs)
        except BaseException:
            _tenon.sweep_stop(made)
            pool.shutdown(cancel_futures=True)
            raise
