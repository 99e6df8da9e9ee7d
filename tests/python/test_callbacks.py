"""Functions of Python inside a world, Ctrl-C, threads, the interpreter lock."""
import gc
import math
import signal
import threading
import time

import pytest
import tenon


def test_a_force():
    w = tenon.World()
    a = w.add("particle", 2, position=(1, 0, 0), name="a")
    f = w.force_function(lambda t, p: -8 * p.position, a.center, name="spring")
    assert f.name == "spring" and "spring" in w.forces
    w.advance(math.pi)  # omega = 2: a whole period
    assert a.position.x == pytest.approx(1, abs=1e-6)
    assert w.measure().work == pytest.approx(0, abs=1e-6)


def test_a_potential_and_several_arguments():
    w = tenon.World()
    a, b = w.add("particle", 1, position=(1, 0, 0)), w.add("particle", 1, position=(-1, 0, 0))
    w.force_function(None, a.center, b.center, potential=lambda p, q: 2 * (p.position - q.position).norm() ** 2)
    energy = sum(w.measure()[:2])
    w.advance(1)
    assert sum(w.measure()[:2]) == pytest.approx(energy, rel=1e-6)
    assert a.position.x == pytest.approx(math.cos(math.sqrt(8)), abs=1e-5)
    w2 = tenon.World()
    c, d = w2.add("particle", 1, position=(1, 0, 0)), w2.add("particle", 1, position=(-1, 0, 0))
    w2.force_function(lambda t, p, q: (4 * (q.position - p.position), 4 * (p.position - q.position)), c.center, d.center)
    w2.advance(1)
    assert (c.position - a.position).norm() < 1e-5


def test_a_constraint():
    w = tenon.World()
    a = w.add("particle", 1, position=(1, 0, 0), name="a")
    w.gravity = 9.81
    c = w.constraint_function(lambda t, p: p.position.norm() - 1, a.center, name="sphere")
    w.advance(2)
    assert a.position.norm() == pytest.approx(1, abs=1e-7) and c.gap < 1e-7
    assert c.force.norm() >= 0
    two = w.constraint_function(lambda t, p: (p.position.x, p.position.y - 0.1 * t), w.add("particle", 1).center, rows=2,
                                depends_on_time=True)
    w.step(3)
    assert two.gap < 1e-6


def test_steps():
    w = tenon.World()
    a = w.add("particle", 1, name="a")
    seen = []

    def each(world):
        seen.append(world.time)
        world.objects["a"].velocity = (len(seen), 0, 0)

    w.on_step(each, every=0.1)
    w.advance(1)
    assert len(seen) == 10 and seen[-1] == pytest.approx(1) and a.velocity.x == 10
    w.on_step(None)
    w.advance(2)
    assert len(seen) == 10
    w.on_step(lambda world: world.advance(9), every=0.1)
    with pytest.raises(ValueError):
        w.advance(3)


def test_each_frame():
    w = tenon.loads("object a: particle 1; velocity 1 0 0; end")
    log = w.run(until=5, frames=10, each=lambda world: world.objects.a.position.x < 1)
    assert w.time == pytest.approx(1, abs=0.11) and log.frames == 11


@pytest.mark.parametrize("bad", [lambda t, p: 1 / 0, lambda t, p: (1, 2), lambda t, p: "x", lambda t, p: None])
def test_an_exception_in_a_callback_ends_the_run(bad):
    w = tenon.World()
    a = w.add("particle", 1)
    force = w.force_function(lambda t, p: bad(t, p) if t > 0.5 else (0, 0, 1), a.center)
    with pytest.raises((ZeroDivisionError, ValueError, TypeError)):
        w.advance(2)
    assert w.time <= 0.6
    force.remove()
    w.advance(2)  # the world is still good
    assert w.time == 2
    c = w.constraint_function(lambda t, p: (1, 2, 3), a.center)
    with pytest.raises(ValueError):
        w.advance(3)
    c.remove()
    w.advance(3)


def test_a_world_cannot_be_used_while_it_computes():
    w = tenon.World()
    a = w.add("particle", 1)
    found = []

    def peek(t, p):
        with pytest.raises(RuntimeError):
            a.position
        found.append(t)
        return (0, 0, 0)

    w.force_function(peek, a.center)
    w.advance(0.1)
    assert found
    raised = []
    w2 = tenon.loads("object a: particle 1; velocity 1 0 0; end spring a.center (0, 0, 0) stiffness 100;")
    begun = threading.Event()
    w2.on_step(lambda world: begun.set())

    def look():
        begun.wait()
        for _ in range(1000):
            try:
                w2.time
            except RuntimeError as error:
                raised.append(error)
            time.sleep(1e-4)

    other = threading.Thread(target=look)
    other.start()
    while other.is_alive():
        w2.step(0.5)
    other.join()
    assert w2.measure().drift < 1e-5


def test_clones_run_in_threads():
    w = tenon.loads("gravity 9.81; object a: rod 1 0.02; position 0.5 0 0; rotation 0 1 0 90deg; end connect a.end1 (0, 0, 0);")
    worlds = [w.clone() for _ in range(4)]
    threads = [threading.Thread(target=x.advance, args=(2,)) for x in worlds]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    w.advance(2)
    assert all(x.objects.a.position == w.objects.a.position for x in worlds)


def test_the_lock_is_released_while_advancing():
    w = tenon.loads("object a: particle 1; velocity 1 0 0; end spring a.center (0, 0, 0) stiffness 1000; world: tolerance 1e-13; end")
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    w._raw.advance(300)
    during = counted
    done.set()
    other.join()
    assert during >= 2


@pytest.mark.parametrize("call", ["advance", "run"])
def test_ctrl_c(call):
    w = tenon.loads("object a: particle 1; velocity 1 0 0; end spring a.center (0, 0, 0) stiffness 100;")
    timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt) as error:
        w.advance(1e7) if call == "advance" else w.run(until=1e7, frames=0.001)
    timer.join()
    assert 0 < w.time < 1e7
    if call == "run":
        assert error.value.log.frames >= 1
    t = w.time
    w.step(1)  # goes on
    assert w.time == t + 1 and w.measure().drift < 1e-3


def test_results_do_not_depend_on_being_interrupted():
    text = "object a: particle 1; velocity 1 0 0; end spring a.center (0, 0, 0) stiffness 100;"
    w, whole = tenon.loads(text), tenon.loads(text)
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            w.advance(2000)
            w, whole = tenon.loads(text), tenon.loads(text)
    timer.join()
    w.advance(2000)
    whole.advance(2000)
    assert w.objects.a.position == whole.objects.a.position


class Large:
    """A function that holds memory."""

    living = 0

    def __init__(self):
        Large.living += 1

    def __del__(self):
        Large.living -= 1

    def __call__(self, t, p):
        return 0, 0, 1


def test_functions_of_removed_things_are_let_go():
    """But not while a snapshot, the history or a clone can call them again."""
    w = tenon.loads("object a: particle 1; end")
    a = w.objects.a
    for _ in range(50):
        w.force_function(Large(), a.center).remove()
        w.constraint_function(lambda t, p, _=Large(): 0, a.center).remove()
        w.run(until=w.time + 0.001)
    gc.collect()
    assert Large.living <= 6  # those of the beginning of the last run, too
    w.force_function(Large(), a.center, name="pull")
    mark, clone = w.snapshot(), w.clone()
    w.forces.pull.remove()
    clone.force_function(Large(), clone.objects.a.center).remove()
    w.force_function(Large(), a.center).remove()
    gc.collect()
    clone.step(0.1)
    w.restore(mark)
    w.step(0.1)
    assert w.objects.a.velocity == clone.objects.a.velocity != (0, 0, 0)
    w.keep_history()
    w.forces.pull.remove()
    del mark
    w.force_function(Large(), a.center).remove()
    gc.collect()
    for _ in range(3):
        w.undo()
    assert "pull" in w.forces
    w.step(0.1)
    clone.step(0.1)
    assert w.objects.a.velocity == pytest.approx(clone.objects.a.velocity)
    w.close()
    clone.close()
    gc.collect()
    assert Large.living == 0
