"""Vectors: tuples of numbers with arithmetic. NumPy takes them as they are."""
from __future__ import annotations

import math
from typing import Iterable, Union

Number = Union[int, float]


class Vec(tuple[float, ...]):
    """A vector of numbers: a tuple with ``+ - * /``, ``norm()``, ``dot()`` and ``cross()``.

    >>> Vec((1, 2, 2)).norm()
    3.0
    """

    __slots__ = ()

    def __new__(cls, values: Iterable[Number]) -> "Vec":
        return super().__new__(cls, [float(x) for x in values])  # type: ignore[misc]

    @property
    def x(self) -> float:
        """The first component."""
        return self[0]

    @property
    def y(self) -> float:
        """The second component."""
        return self[1]

    @property
    def z(self) -> float:
        """The third component."""
        return self[2]

    def _with(self, other: Iterable[Number]) -> "zip[tuple[float, Number]]":
        return zip(self, other, strict=True)

    def __add__(self, other: Iterable[Number]) -> "Vec":  # type: ignore[override]
        return Vec(a + b for a, b in self._with(other))

    __radd__ = __add__

    def __sub__(self, other: Iterable[Number]) -> "Vec":
        return Vec(a - b for a, b in self._with(other))

    def __rsub__(self, other: Iterable[Number]) -> "Vec":
        return Vec(b - a for a, b in self._with(other))

    def __mul__(self, factor: Number) -> "Vec":  # type: ignore[override]
        return Vec(a * factor for a in self)

    def __rmul__(self, factor: Number) -> "Vec":  # type: ignore[override]
        return self * factor

    def __truediv__(self, divisor: Number) -> "Vec":
        return Vec(a / divisor for a in self)

    def __neg__(self) -> "Vec":
        return Vec(-a for a in self)

    def norm(self) -> float:
        """Its length."""
        return math.hypot(*self)

    def dot(self, other: Iterable[Number]) -> float:
        """The scalar product."""
        return math.fsum(a * b for a, b in self._with(other))

    __matmul__ = dot

    def cross(self, other: Iterable[Number]) -> "Vec":
        """The vector product of two vectors of three numbers."""
        (a, b, c), (d, e, f) = self, other
        return Vec((b * f - c * e, c * d - a * f, a * e - b * d))

    def __repr__(self) -> str:
        return "(" + ", ".join(f"{x:.9g}" for x in self) + ")"
