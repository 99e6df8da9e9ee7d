"""No memory is lost over many worlds; what a call costs beside the library is printed."""
import ctypes
import gc
import os
import sys
import time

import tenon
from conftest import effort


class Mallinfo2(ctypes.Structure):
    """What glibc knows of its memory."""

    _fields_ = [(name, ctypes.c_size_t) for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks",
                                                     "uordblks", "fordblks", "keepcost")]


def allocated():
    """Bytes that malloc has given and not got back, and blocks of Python's own memory; exact, unlike the resident memory."""
    gc.collect()
    ask = ctypes.CDLL(None).mallinfo2
    ask.restype = Mallinfo2
    now = ask()
    return now.uordblks + now.hblkhd, sys.getallocatedblocks()


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
    before, blocks = allocated()
    start = resident()
    for i in range(count):
        life(i)
    after, more = allocated()
    print(f"{count} worlds: {(after - before) / count:.1f} bytes each, resident memory {start / 1e6:.1f} MB before and {resident() / 1e6:.1f} MB after")
    assert after - before < 40_000 + 5 * count  # a world has some 100,000
    assert more - blocks < 500


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
