"""Arrays of NumPy where it is installed, of the standard library where not."""
from __future__ import annotations

import array
from typing import Any

try:
    import numpy
except ImportError:  # everything works without
    numpy = None  # type: ignore[assignment]


def show(memory: Any) -> Any:
    """Memory with the buffer protocol as an array, without a copy: of NumPy, or a memoryview."""
    return numpy.asarray(memory) if numpy is not None else memoryview(memory)


def series(values: "array.array[float]") -> Any:
    """Numbers that were collected, as an array, without a copy."""
    return numpy.frombuffer(values, dtype=float) if numpy is not None and len(values) else _empty(values)


def _empty(values: "array.array[float]") -> Any:
    return numpy.empty(0) if numpy is not None else values


def matrix(rows: list[list[float]], shape: tuple[int, int]) -> Any:
    """Rows as a matrix of NumPy, or as they are."""
    return numpy.array(rows).reshape(shape) if numpy is not None else rows
