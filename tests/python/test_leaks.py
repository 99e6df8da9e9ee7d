"""No memory is lost over many worlds; what a call costs beside the library is printed."""
import gc
import os
import time

import tenon
from conftest import effort


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")


def life(i):
    w = tenon.World()
    a = w.add("rod", 1, 0.02, position=(0.5, 0, 0), name="a")
    w.lets["g"] = 9.81
    w.gravity = (0, 0, "-g")
    w.connect(a.end1, (0, 0, 0), name="pin")
    w.force_function(lambda t, p: (0.1 if w is not None else 0, 0, 0), a.center)  # refers to its world
    w.on_step(lambda world: None, every=0.01)
    log = w.run(until=0.02, frames=100, probes={"z": "a.center.z"}, objects=True)
    kept = [w.positions, w.equations().multipliers, log["z"], w.snapshot()]
    w.clone().close()
    try:
        w.add("sphere", -1)
    except tenon.ModelError:
        pass
    if i % 2:
        w.close()
    return kept


def test_no_leak_over_many_worlds():
    count = effort(100_000, 2_000)
    for i in range(200):
        life(i)
    gc.collect()
    before = resident()
    for i in range(count):
        life(i)
    gc.collect()
    grown = resident() - before
    print(f"{count} worlds: {grown / count:.1f} bytes each")
    assert grown < 2_000_000 + 10 * count  # a world has some 100,000


def test_overhead_per_call():
    w = tenon.loads("object a: particle 1; velocity 1 0 0; end")
    a = w.objects.a
    raw, id = w._raw, a.id
    n = 20_000
    for name, call in (("time, C side", raw.get_time), ("w.time", lambda: w.time), ("a.position", lambda: a.position),
                       ("pose, C side", lambda: raw.pose(id)), ("w.positions", lambda: w.positions),
                       ("w.advance", lambda: raw.advance(raw.get_time() + 1e-6))):
        start = time.perf_counter()
        for _ in range(n):
            call()
        print(f"{name}: {(time.perf_counter() - start) / n * 1e6:.2f} µs per call")
