"""What a run has recorded: one row per frame."""
from __future__ import annotations

import array
import math
import os
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Mapping, Optional, Sequence

from . import _arrays, _errors
from ._pictures import Plot

_FRAME = ("x", "y", "z", "qw", "qx", "qy", "qz")


def check_names(probes: Iterable[str], objects: Iterable[str]) -> None:
    """Probes whose names are those of other columns of a log would be mixed with them."""
    taken = {"t", *(f"{name}.{part}" for name in objects for part in _FRAME)}
    for name in probes:
        if name in taken:
            raise _errors.UseError(f"a log has a column {name!r} of its own: the probe needs another name")


class Log(Mapping[str, Any]):
    """The time series of a run: ``log["gap"]`` is an array with a number per frame, ``log.t`` the times.

    Arrays are NumPy's where it is installed, otherwise ``array.array``. Names are those of the probes, and for objects
    that were asked for ``name.x``, ``name.y``, … ``name.qz``."""

    def __init__(self, names: Sequence[str], objects: Sequence[str] = ()) -> None:
        self._rows: dict[str, "array.array[float]"] = {"t": array.array("d")}
        for name in names:
            self._rows[name] = array.array("d")
        self.objects = list(objects)
        for name in self.objects:
            for part in _FRAME:
                self._rows[f"{name}.{part}"] = array.array("d")
        self.probes = list(names)

    def _add(self, t: float, values: Iterable[float], poses: Iterable[Optional[Sequence[float]]] = ()) -> None:
        self._rows["t"].append(t)
        for name, value in zip(self.probes, values):
            self._rows[name].append(value)
        for name, pose in zip(self.objects, poses):
            for i, part in enumerate(_FRAME):
                self._rows[f"{name}.{part}"].append(math.nan if pose is None else pose[i])

    @property
    def t(self) -> Any:
        """The times of the frames, s."""
        return self["t"]

    def __getitem__(self, name: str) -> Any:
        if name not in self._rows:
            _errors.unknown("series", name, self._rows)
        return _arrays.series(self._rows[name])

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Only called for what does not exist: a series is an item."""
            if name in self.__dict__.get("_rows", ()):
                _errors.misplaced(f'a series is an item of the log: log["{name}"]', name)
            raise AttributeError(f"a log has no attribute {name!r}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def frames(self) -> int:
        """How many frames there are."""
        return len(self._rows["t"])

    def last(self, name: str) -> float:
        """The last value of a series."""
        return float(self[name][-1])

    def to_csv(self, path: "os.PathLike[str] | str") -> None:
        """Writes a table as the command does: a header, one row per frame, 17 digits; NaN is an empty field."""
        _errors.save_table(path, self._rows)

    def to_dict(self) -> dict[str, Any]:
        """All series by name; ``pandas.DataFrame(log.to_dict())`` makes a table of it."""
        return {name: self[name] for name in self}

    def plot(self, *names: str, x: str = "t", title: Optional[str] = None, ax: Any = None) -> Any:
        """Draws series against the time, or against the series ``x``: all probes if none are named.

        Returns matplotlib's axes where matplotlib is installed, otherwise a :class:`Plot`."""
        chosen = list(names) or self.probes
        try:
            import matplotlib.pyplot as plt  # type: ignore[import]
        except ImportError:
            return self.svg(*names, x=x, title=title)
        if ax is None:
            ax = plt.figure().add_subplot()
        for name in chosen:
            ax.plot(self[x], self[name], label=name)
        ax.set_xlabel("t [s]" if x == "t" else x)
        if title:
            ax.set_title(title)
        if chosen:
            ax.legend()
        return ax

    def svg(self, *names: str, x: str = "t", title: Optional[str] = None, log_x: bool = False, log_y: bool = False) -> Plot:
        """The same as SVG, without matplotlib."""
        chosen = list(names) or self.probes
        lines = [(name, self[x], self[name]) for name in chosen]
        label = chosen[0] if len(chosen) == 1 else None
        return Plot(lines, title, "t [s]" if x == "t" else x, label, log_x, log_y, False)

    def __repr__(self) -> str:
        if not self.frames:
            return "<log without frames>"
        span = f"t = {self._rows['t'][0]:g} … {self._rows['t'][-1]:g} s"
        return f"<log of {self.frames} frames, {', '.join([span, *(n for n in self if n != 't')])}>"


