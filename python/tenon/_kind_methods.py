"""A method of World for every kind of constraint and force. Their descriptions are made from the tables of the library."""
from __future__ import annotations

from typing import Any, Optional, Sequence

from . import _text
from ._things import CONSTRAINT, FORCE, Constraint, Force, document


class KindMethods:
    """``w.connect(…)``, ``w.spring(…)``: short forms of ``w.add("connect", …)``."""

    def _new_joint(self, sort: int, kind: str, args: Sequence[Any], name: Optional[str], words: dict[str, Any]) -> Any:
        raise NotImplementedError

    def connect(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "connect", args, name, words)
        return made

    def follow(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "follow", args, name, words)
        return made

    def orient(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "orient", args, name, words)
        return made

    def on_line(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "on-line", args, name, words)
        return made

    def on_plane(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "on-plane", args, name, words)
        return made

    def touch(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "touch", args, name, words)
        return made

    def distance(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "distance", args, name, words)
        return made

    def weld(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "weld", args, name, words)
        return made

    def revolute(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "revolute", args, name, words)
        return made

    def slider(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "slider", args, name, words)
        return made

    def universal(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "universal", args, name, words)
        return made

    def gear(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "gear", args, name, words)
        return made

    def rolling(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "rolling", args, name, words)
        return made

    def hinge(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "hinge", args, name, words)
        return made

    def keep(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "keep", args, name, words)
        return made

    def speed(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "speed", args, name, words)
        return made

    def acceleration(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "acceleration", args, name, words)
        return made

    def on_surface(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "on-surface", args, name, words)
        return made

    def on_curve(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "on-curve", args, name, words)
        return made

    def outside(self, *args: Any, name: Optional[str] = None, **words: Any) -> Constraint:
        made: Constraint = self._new_joint(CONSTRAINT, "outside", args, name, words)
        return made

    def spring(self, *args: Any, name: Optional[str] = None, **words: Any) -> Force:
        made: Force = self._new_joint(FORCE, "spring", args, name, words)
        return made

    def torsion(self, *args: Any, name: Optional[str] = None, **words: Any) -> Force:
        made: Force = self._new_joint(FORCE, "torsion", args, name, words)
        return made

    def drag(self, *args: Any, name: Optional[str] = None, **words: Any) -> Force:
        made: Force = self._new_joint(FORCE, "drag", args, name, words)
        return made

    def push(self, *args: Any, name: Optional[str] = None, **words: Any) -> Force:
        made: Force = self._new_joint(FORCE, "push", args, name, words)
        return made

    def turn(self, *args: Any, name: Optional[str] = None, **words: Any) -> Force:
        made: Force = self._new_joint(FORCE, "turn", args, name, words)
        return made

    def minimize(self, *args: Any, name: Optional[str] = None, **words: Any) -> Force:
        made: Force = self._new_joint(FORCE, "minimize", args, name, words)
        return made

    def fit(self, *args: Any, name: Optional[str] = None, **words: Any) -> Force:
        made: Force = self._new_joint(FORCE, "fit", args, name, words)
        return made

    def snake(self, *args: Any, name: Optional[str] = None, **words: Any) -> Force:
        made: Force = self._new_joint(FORCE, "snake", args, name, words)
        return made


for _kind in [*_text.GROUPS["constraints"], *_text.GROUPS["forces"]]:
    _method = getattr(KindMethods, _kind.replace("-", "_"), None)
    if _method is not None:
        _method.__doc__ = document(_kind)
