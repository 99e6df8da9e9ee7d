"""Tenon: models that put themselves together.

A world holds objects, constraints between them and forces on them. Constraint forces pull the parts into place and hold
them while they move as mechanics says::

    import tenon
    w = tenon.World()
    rod = w.add("rod", 1, 0.04, position=(1.2, 0.4, 1), name="upper")
    w.gravity = 9.81
    w.connect(rod.end1, (0, 0, 2), name="hanging")
    log = w.run(until=4, frames=60, probes={"pull": "norm(force(hanging))"})
    print(log["pull"][-1], rod.position)

Units are SI: metres, kilograms, seconds, radians. Numbers as text may have units: ``"30deg"``.
"""
from ._errors import Diagnostic, Error, FileError, ModelError, StuckError, TenonWarning, UnknownName, UseError
from ._log import Log
from ._pictures import Movie, Picture, Plot
from ._tenon import number, version as __version__
from ._things import Constraint, Direction, Force, Handle, Object, Point, Thing, kinds
from ._vector import Vec
from ._world import (Assembled, Counts, Equations, Measures, Optimum, Signal, Sparse, StateNumber, Touch, World, load,
                     loads)

__all__ = [
    "Assembled", "Constraint", "Counts", "Diagnostic", "Direction", "Equations", "Error", "FileError", "Force", "Handle",
    "Log", "Measures", "ModelError", "Movie", "Object", "Optimum", "Picture", "Plot", "Point", "Signal", "Sparse",
    "StateNumber", "StuckError", "TenonWarning", "Thing", "Touch", "UnknownName", "UseError", "Vec", "World", "__version__",
    "kinds", "load", "loads", "number",
]
