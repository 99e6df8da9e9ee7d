"""Arrays without copying: addresses, old arrays after edits, layouts, matrices."""
import subprocess
import sys

import pytest
import tenon

numpy = pytest.importorskip("numpy")


def chain(n):
    return tenon.loads(f"""gravity 9.81;
for i = 1 to {n}: object b[i]: particle 1; position i 0 0; end end
for i = 2 to {n}: distance b[i-1].center b[i].center 1; end
connect b[1].center (1, 0, 0);""")


def test_the_state_of_many_bodies_is_seen_without_a_copy():
    w = tenon.loads("gravity 9.81; for i = 1 to 10000: object b[i]: sphere 0.1; position i 0 0; end end")
    raw = w._raw.state(0)
    q = numpy.asarray(raw)
    assert q.shape == (70000,) and not q.flags.owndata and not q.flags.writeable
    assert q.__array_interface__["data"][0] == raw.address
    w.advance(0.02)
    again = w._raw.state(0)
    assert again.address == raw.address  # the same memory, which shows the step
    assert q[2] == pytest.approx(-0.5 * 9.81 * 0.02**2)
    assert numpy.shares_memory(q, w.positions)


def test_old_arrays_stay_readable():
    w = chain(5)
    w.advance(0.1)
    q, v = w.positions, w.velocities
    before = q.copy()
    version = w._raw.state_version()
    w.add("sphere", 0.1, position=(9, 9, 9))
    w.advance(0.3)
    assert w._raw.state_version() != version
    assert (q == before).all() and len(w.positions) == len(q) + 7
    w.close()
    assert (q == before).all() and len(v) == 15


def test_arrays_cannot_be_written_to():
    w = chain(3)
    with pytest.raises(ValueError):
        w.positions[0] = 1
    with pytest.raises(TypeError):
        memoryview(w._raw.state(0))[0] = 1.0


def test_the_layout_says_whose_a_number_is():
    w = chain(4)
    layout = w.state_layout
    assert len(layout) >= len(w.positions) + len(w.velocities)
    for n in layout:
        if n.part == "positions" and n.coordinate == "x":
            assert n.object is not None and w.positions[n.offset] == n.object.position.x
            assert layout[len(w.positions) + n.other].coordinate == "vx" and n.unit == "m"


def test_the_state_can_be_put():
    w = chain(3)
    q = w.positions.copy()
    q[:3] += (0.25, 0, 0)
    w.set_state(positions=q)
    assert w.objects["b[1]"].position == (1.25, 0, 0)
    w.set_state(velocities=list(range(9)))
    assert w.objects["b[2]"].velocity == (3, 4, 5)
    for bad in ([1, 2], [float("nan")] * 9, "abc", None):
        if bad is not None:
            with pytest.raises((tenon.UseError, TypeError, ValueError)):
                w.set_state(positions=bad)


def test_poses_and_loads():
    w = chain(4)
    w.advance(0.5)
    poses = w.poses()
    assert poses.shape == (4, 17)
    for row, o in zip(poses, w.objects.values()):
        assert tuple(row[:3]) == o.position and tuple(row[10:13]) == o.velocity and row[16] == o.mass
    loads = w.loads()
    for row, c in zip(loads, w.constraints.values()):
        assert tuple(row[12:15]) == c.force and row[19] == len(c.multiplier)
    out = numpy.empty((4, 17))
    assert w.poses(out) is out and (out == poses).all()
    with pytest.raises(ValueError):
        w.poses(numpy.empty((3, 17)))
    w.probes["z"] = "b[4].center.z"
    assert w.probes.values_array()[0] == w.objects["b[4]"].position.z


def test_the_equations_of_motion():
    w = chain(6)
    w.advance(0.3)
    e = w.equations()
    J, M = e.jacobian.dense(), e.mass.dense()
    assert J.shape == (8, 18) and len(e.rows) == 8
    assert numpy.allclose(M @ e.accelerations, e.forces + J.T @ e.multipliers, atol=1e-9)
    assert numpy.abs(e.deviations).max() < 1e-9
    assert e.rows[0][0].kind == "distance"
    kept = e.multipliers.copy()
    w.close()
    assert (e.multipliers == kept).all()


def test_time_series_are_arrays():
    log = chain(3).run(until=1, frames=10, probes={"z": "b[3].center.z"}, objects=["b[3]"])
    assert isinstance(log["z"], numpy.ndarray) and log.t.shape == (11,) and log.frames == 11
    assert (log["z"] == log["b[3].z"]).all() and numpy.isnan(log["b[3].qw"]).all()
    assert log.last("t") == 1 and "11 frames" in repr(log)


def test_without_numpy():
    code = """
import sys
sys.modules["numpy"] = None
import array, tenon
w = tenon.loads("object a: particle 1; velocity 1 0 0; end probe x = a.center.x;")
log = w.run(until=1, frames=4)
assert isinstance(log["x"], array.array) and abs(log["x"][-1] - 1) < 1e-12
assert isinstance(w.positions, memoryview) and w.poses().shape == (1, 17)
assert tenon.sweep(w, {}, "x", until=2).runs == 1
"""
    subprocess.run([sys.executable, "-c", code], check=True)
