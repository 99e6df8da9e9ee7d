"""Statements of the scene language from Python values."""
from __future__ import annotations

import difflib
import math
import os
import re
from typing import Any, Iterable, Mapping, Sequence, Union

from . import _errors, _tenon

# A reference: a name with indices, and members that may be called: link[3].at(0, 0, 1).
_REFERENCE = re.compile(r"[A-Za-z_][\w-]*(\[[^\[\]]*\])*(\.[A-Za-z_][\w-]*(\([^()]*\))?)*\Z")
_UNITS = re.compile(r"[-+]?[\d.]+(e[-+]?\d+)?[A-Za-z]*\Z")

KINDS: dict[str, dict[str, Any]] = {}
GROUPS: dict[str, list[str]] = {}
for _kind in _tenon.kinds():
    KINDS.setdefault(_kind["name"], _kind)
    GROUPS.setdefault(_kind["group"], []).append(_kind["name"])


# Words behind which more words stand, as in motor speed 3 limit 20: a text is taken as it is.
_rows = [p for k in KINDS.values() for p in k["parameters"] if p["word"]]
SENTENCES = {p["word"] for p in _rows if not p["formula"]} - {p["word"] for p in _rows if p["most"] > 0}


def kinds_of(group: str) -> list[str]:
    """The names of all kinds of a group: "objects", "constraints", "forces"."""
    return GROUPS[group]


def number(x: Any) -> str:
    """A number as the shortest text that reads back to it."""
    value = float(x)
    if not math.isfinite(value):
        raise ValueError(f"a number of a model must be finite, not {value}")
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def is_number(x: Any) -> bool:
    """Is it a number, as those of Python and NumPy are?"""
    if isinstance(x, (str, bytes, bool)):
        return False
    return hasattr(x, "__float__") and not (hasattr(x, "__len__") and not hasattr(x, "ndim")) and getattr(x, "ndim", 0) == 0


def enclosed(text: str) -> bool:
    """Does a pair of parentheses enclose the whole text?"""
    depth = 0
    for i, c in enumerate(text):
        depth += (c == "(") - (c == ")")
        if depth == 0:
            return c == ")" and i == len(text) - 1
    return False


def expression(x: Any) -> str:
    """A value as a part of a formula."""
    if is_number(x):
        return number(x)
    if isinstance(x, str):
        return x.strip()
    if hasattr(x, "_reference"):
        return str(x._reference())
    if isinstance(x, Iterable) and not isinstance(x, bytes):
        return "(" + ", ".join(expression(e) for e in x) + ")"
    hint = ": w.force_function, w.constraint_function and w.on_step take functions" if callable(x) else ""
    raise TypeError(f"{x!r} cannot be a part of a formula{hint}")


def argument(x: Any) -> str:
    """A value as an argument of a statement: a number, a vector, a reference, or a formula in parentheses."""
    if isinstance(x, os.PathLike):
        return quoted(os.fspath(x))
    if isinstance(x, str):
        text = x.strip()
        if not text:
            raise ValueError("an argument is empty")
        if text.startswith("#") and re.fullmatch(r"#[0-9A-Fa-f]{3,6}", text):
            return quoted(text)
        if text.startswith('"') or enclosed(text) or _REFERENCE.match(text) or _UNITS.match(text):
            return text
        return f"({text})"
    return expression(x)


def quoted(text: Any) -> str:
    """A text in quotation marks."""
    out = str(text)
    if '"' in out or "\n" in out:
        raise ValueError(f"{out!r} cannot stand in a text of the scene language")
    return f'"{out}"'


def values(x: Any) -> str:
    """The values behind a word of a block: numbers side by side, formulas in parentheses."""
    if x is True:
        return ""
    if isinstance(x, Mapping):  # motor={"speed": "3*sin(t)", "limit": 20}
        return " ".join(f"{word} {expression(v)}" for word, v in x.items())
    if isinstance(x, str) or is_number(x) or hasattr(x, "_reference") or isinstance(x, os.PathLike):
        return argument(x)
    if isinstance(x, Iterable) and not isinstance(x, bytes):
        return " ".join(values(e) for e in x)
    raise TypeError(f"{x!r} cannot be a value of a model")


def word(name: str) -> str:
    """A word of the language from a name of Python: on_line is on-line."""
    return name.rstrip("_").replace("_", "-")


def phrase(name: str, value: Any) -> str:
    """A word with its values."""
    if name in SENTENCES and isinstance(value, str):
        if re.search(r"[;\n]|\bend\b", value):
            raise ValueError(f"{value!r} cannot stand behind {name}")
        return f"{name} {value.strip()}"
    return f"{name} {values(value)}".strip()


def phrases(words: Mapping[str, Any]) -> list[str]:
    """Words with their values, without those that are None or False."""
    return [phrase(word(name), value) for name, value in words.items() if value is not None and value is not False]


def statement(head: str, args: Sequence[Any], options: Mapping[str, Any] | None = None) -> str:
    """One statement without its semicolon."""
    return " ".join([head, *(argument(a) for a in args), *phrases(options or {})])


def split_options(kind: str, options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Options of the statement itself (the words of its kind), and statements of its block."""
    own = {p["word"] for p in KINDS[kind]["parameters"] if not p["argument"]} if kind in KINDS else set()
    line = {k: v for k, v in options.items() if word(k) in own}
    return line, {k: v for k, v in options.items() if k not in line}


def check_words(kind: str, common: str, words: Iterable[str]) -> None:
    """Raises UnknownName for a word that is like one of the kind's own and is none of them."""
    rows = [p for k in (kind, common) for p in KINDS[k]["parameters"]]
    known = [p["word"] for p in rows]
    symbols = {p["symbol"]: p["word"] for p in KINDS[kind]["parameters"] if not p["argument"] and p["symbol"]}
    for name in words:
        if name in symbols and word(name) not in known:
            _errors.misplaced(f"the {name} of {kind} is called {symbols[name]}", symbols[name])
        behind = next((p["behind"] for p in rows if p["word"] == word(name)), None)
        if behind:
            _errors.misplaced(f"{name!r} belongs to {behind}: {behind}={{\"{name}\": …}}", behind)
        if word(name) not in known and difflib.get_close_matches(word(name), known, n=1, cutoff=0.75):
            _errors.unknown(f"word of {kind}", word(name), known)


def usage(kind: str, words: Iterable[str]) -> str:
    """What a kind takes, as a note to an exception."""
    listed = ", ".join(w for w in words)
    title = "".join(part.capitalize() for part in kind.split("-"))
    return f"{kind}: {KINDS[kind]['usage']}\nwords: {listed}\nhelp(tenon.kinds.{title}) describes them"


def block(head: str, name: Union[str, None], body: Iterable[str]) -> str:
    """A block: head, name, statements, end."""
    inside = " ".join(f"{line};" if not line.rstrip().endswith("end") else line for line in body)
    return f"{head}{' ' + name if name else ''}: {inside} end"


def check_name(name: str) -> str:
    """A name that can stand in a text, or ValueError."""
    if not re.fullmatch(r"[A-Za-z_]([\w]|-(?=[A-Za-z]))*(\[-?\d+\])*", name):
        raise ValueError(f"{name!r} is not a name: letters, digits and _, and a dash before a letter")
    return name
