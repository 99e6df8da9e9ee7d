"""Common parts of the tests of the Python module."""
import os
import subprocess

import pytest
import tenon


@pytest.fixture
def pendulum():
    """A rod on a nail, met from the start, with gravity."""
    w = tenon.World()
    w.add("rod", 1, 0.02, position=(0.5, 0, 0), rotation=(0, 1, 0, "90deg"), name="bar")
    w.connect("bar.end1", (0, 0, 0), name="pin")
    w.gravity = 9.81
    return w


@pytest.fixture
def command():
    """Runs the command tenon and returns what it prints."""

    def run(*args, status=0):
        plain = {k: v for k, v in os.environ.items() if k != "LD_PRELOAD"}  # the command has its own sanitizers
        done = subprocess.run([os.environ["TENON"], *map(str, args)], capture_output=True, text=True, env=plain)
        assert done.returncode == status, done.stderr
        return done.stdout

    return run


def effort(full, brief):
    """How much a test does: in full where TENON_LONG is set."""
    return full if os.environ.get("TENON_LONG") else brief
