"""Exceptions: every mistake of a model has a message, a place in the text, and the nearest known word."""
from __future__ import annotations

import csv
import difflib
import errno
import io
import math
import os
import stat
import tempfile
import warnings
from contextlib import contextmanager
from typing import Any, Iterable, Iterator, Mapping, NamedTuple, NoReturn, Optional

from . import _tenon


class Diagnostic(NamedTuple):
    """One error or warning of a model."""

    is_error: bool
    message: str
    near: Optional[str]  #: the known word most similar to a misspelt one
    file: Optional[str]
    line: int  #: from 1; 0 if it has no place in a text
    column: int
    text: Optional[str]  #: the line of the text
    code: str  #: a word that stays the same when the message changes, such as "unknown-name"
    fix: Optional[tuple[int, int, str]]  #: bytes from, to, and the text that would mend it
    shown: str  #: as the command prints it, with the line and a caret

    def __str__(self) -> str:
        return self.shown.rstrip("\n") or self.message


class Error(Exception):
    """The base of all exceptions of this package.

    ``diagnostics`` is a list of :class:`Diagnostic`, ``near`` the known word that may be meant, or None."""

    diagnostics: list[Diagnostic] = []
    near: Optional[str] = None


class ModelError(Error, ValueError):
    """The model is wrong: ``diagnostics`` says what and where. Nothing was changed."""


class UseError(Error, ValueError):
    """A value is out of range, or a thing is not in the world. Nothing was changed."""


class UnknownName(Error, KeyError, AttributeError):
    """There is nothing of this name; ``near`` is a name that may be meant."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class StuckError(Error, RuntimeError):
    """The simulation could not continue. The world is at its last good step."""


class FileError(Error, OSError):
    """A file could not be read or written."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class TenonWarning(UserWarning):
    """A warning of a model."""


_TYPES: dict[int, type[Error]] = {1: ModelError, 2: UseError, 3: StuckError, 4: FileError}


def make(status: int, message: Optional[str], found: list[Any]) -> BaseException:
    """The exception for a status of the library; the C side calls it."""
    diagnostics = [Diagnostic(*d) for d in found]
    errors = [d for d in diagnostics if d.is_error]
    if status == 5:
        return KeyboardInterrupt()
    if status == 6:
        return MemoryError("there is not enough memory for this")
    text = "\n".join(str(d) for d in errors[:10])
    if len(errors) > 10:
        text += f"\nand {len(errors) - 10} more"
    kind = _TYPES.get(status, Error)
    error = kind(text or message or "the model cannot be simulated")
    error.diagnostics = diagnostics
    error.near = next((d.near for d in errors if d.near), None)
    return error


_tenon.set_errors(make)


def caution(message: str, level: int) -> None:
    """Issues a warning; level: how many calls above this one it is about."""
    warnings.warn(message, TenonWarning, stacklevel=level)


def warn(found: Iterable[Any], level: int = 3) -> None:
    """Issues the warnings among diagnostics."""
    for d in found:
        diagnostic = Diagnostic(*d)
        if not diagnostic.is_error:
            warnings.warn(str(diagnostic), TenonWarning, stacklevel=level + 1)


def unknown(what: str, name: str, known: Iterable[str]) -> NoReturn:
    """Raises UnknownName for a name, with the nearest of the known ones."""
    _raise_near(UnknownName, f"there is no {what} {name!r}", name, known)


def unfit(what: str, value: str, choices: Iterable[str]) -> NoReturn:
    """Raises UseError for a value that is none of the choices, with the nearest of them."""
    _raise_near(UseError, f"{what} cannot be {value!r}", value, choices)


def _raise_near(kind: type[Error], message: str, name: str, known: Iterable[str]) -> NoReturn:
    close = difflib.get_close_matches(str(name), list(known), n=1, cutoff=0.5)
    error = kind(message + (f"; did you mean {close[0]!r}?" if close else ""))
    error.near = close[0] if close else None
    raise error


def misplaced(message: str, near: str) -> NoReturn:
    """Raises UnknownName for a name that exists elsewhere: the message says where."""
    error = UnknownName(message)
    error.near = near
    raise error


@contextmanager
def writing(path: Any) -> Iterator[None]:
    """Files that cannot be written are a FileError."""
    try:
        yield
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"{os.fspath(path)!r} cannot be written: {error.strerror or error}") from error


def save_text(path: Any, text: str) -> None:
    """Writes a file whole or not at all; one of that name is replaced, with its mode, and links are followed. What is no file, such
    as a pipe, is written to."""
    with writing(path):
        target = os.path.realpath(os.fspath(path))
        mode = os.stat(target).st_mode if os.path.exists(target) else None
        if mode is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        if mode is None or stat.S_ISREG(mode):
            _replace(target, text, mode)
        else:
            with open(path, "w", encoding="utf-8") as out:
                out.write(text)


def _replace(target: str, text: str, mode: Optional[int]) -> None:
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".tenon-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask if mode is None else mode & 0o777)
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise


def no_file(path: Any, hint: str) -> FileError:
    """A FileError for a path that is none; what looks like the text of a scene is answered with a hint."""
    shown = os.fspath(path)
    if ";" in shown or "\n" in shown or ":" in shown and " " in shown:
        return FileError(f"there is no file of the name {shown[:40]!r}…; {hint}")
    return FileError(f"there is no file {shown!r}")


def save_table(path: Any, columns: Mapping[str, Iterable[float]], reads: Iterable[str] = ()) -> None:
    """Writes columns as the command does: a header, 17 digits; NaN is an empty field. A scene, or another of the files that were
    read, is not written over."""
    if os.path.exists(path) and (str(os.fspath(path)).endswith(".tn") or any(
            os.path.exists(f) and os.path.samefile(f, path) for f in reads)):
        raise UseError(f"{os.fspath(path)!r} belongs to a scene, and would be written over")
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(columns)
    for row in zip(*columns.values()):
        table.writerow("" if math.isnan(x) else f"{x:.17g}" for x in row)
    save_text(path, out.getvalue())
