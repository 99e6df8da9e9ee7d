"""What stays exact: interrupted and failed calls, texts after lets have changed, drift without frames, files that change."""
import copy
import math
import os
import random
import shutil
import tempfile
import warnings

import pytest
import tenon

INTEGRATORS = ("adams", "gear", "rk4", "euler", "implicit")


def chain(integrator, force=None, rule=None, potential=None):
    """Two rods on a nail, with functions of Python."""
    w = tenon.World()
    w.gravity = 9.81
    w.settings.integrator = integrator
    a = w.add("rod", 1, 0.02, position=(0.5, 0, 0), rotation=(0, 1, 0, "90deg"), name="a")
    b = w.add("rod", 1, 0.02, position=(1.5, 0, 0), rotation=(0, 1, 0, "90deg"), name="b")
    w.connect(a.end1, (0, 0, 0))
    w.connect(a.end2, b.end1)
    w.force_function(force or (lambda t, p: (math.sin(3 * t), -p.velocity.y, 0.1 * p.position.x)), b.end2)
    w.constraint_function(rule or (lambda t, p: p.position.y), b.center)
    w.force_function(None, a.center, potential=potential or (lambda p: 2 * p.position.x ** 2))
    return w


def calls_before(integrator, which):
    """How often a function is called in a run of half a second."""
    count = [0]

    def counting(function):
        def counted(*args):
            count[0] += 1
            return function(*args)
        return counted
    w = chain(integrator, **{which: counting(PLAIN[which])})
    w.advance(0.5)
    return count[0]


PLAIN = {
    "force": lambda t, p: (math.sin(3 * t), -p.velocity.y, 0.1 * p.position.x),
    "rule": lambda t, p: p.position.y,
    "potential": lambda p: 2 * p.position.x ** 2,
}


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("which", PLAIN)
def test_ctrl_c_inside_a_function_costs_no_bit(integrator, which):
    whole = chain(integrator)
    whole.advance(0.5)
    chance = random.Random(integrator + which)
    number = calls_before(integrator, which)
    for _ in range(3):
        left = [chance.randrange(3, number)]

        def interrupted(*args):
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt
            return PLAIN[which](*args)
        w = chain(integrator, **{which: interrupted})
        with pytest.raises(KeyboardInterrupt):
            w.advance(0.5)
        w.advance(0.5)
        assert list(w.positions) == list(whole.positions) and list(w.velocities) == list(whole.velocities)


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("which", PLAIN)
def test_an_exception_leaves_the_last_good_step(integrator, which):
    chance = random.Random(integrator + which)
    number = calls_before(integrator, which)
    for _ in range(3):
        left = [chance.randrange(3, number)]

        def failing(*args):
            left[0] -= 1
            if left[0] == 0:
                raise OverflowError("here")
            return PLAIN[which](*args)
        w = chain(integrator, **{which: failing})
        with pytest.raises(OverflowError, match="here"):
            w.advance(0.5)
        whole = chain(integrator)
        whole.advance(w.time)
        assert 0 <= w.time <= 0.5
        assert list(w.positions) == pytest.approx(list(whole.positions), abs=1e-6)
        w.advance(0.5)
        whole.advance(0.5)
        assert list(w.positions) == pytest.approx(list(whole.positions), abs=1e-4)


JOINTS = {
    "revolute": "revolute world c (0, 0, 0) c.end1 (0, 1, 0) c.y",
    "slider": "slider world c (0, 0, 0) c.center (1, 0, 0.3) c.x",
    "distance": "distance (0, 0, 0) c.center",
}
OPTIONS = {
    "revolute": ("max m", "min (-m) max (2*m)", "motor speed m", "motor speed (2*m) limit 40", "motor angle m", "motor angle (m/2) limit 30"),
    "slider": ("max m", "min (-m) max (m/2)", "motor speed m"),
    "distance": ("max m", "min (m/2) max m"),
}


@pytest.mark.parametrize("kind", JOINTS)
def test_limits_and_motors_follow_lets(kind):
    chance = random.Random(kind)
    for options in OPTIONS[kind]:
        text = f"let m = 1.4; let spare = 1; gravity 9.81; object c: rod 1 0.02; position 1 0 0; end constraint j: {JOINTS[kind]} {options}; end"
        w, still = tenon.loads(text), tenon.loads(text)
        w.advance(0.5)
        for change in range(3):
            w.lets["m"] = chance.uniform(1, 1.8)
            again = tenon.loads(w.text)  # the text says the same as the world
            end = w.time + chance.uniform(0.2, 0.6)
            w.advance(end)
            again.advance(end)
            assert list(w.positions) == list(again.positions), options
        still.advance(w.time)
        assert list(w.positions) != list(still.positions), options
        copied = w.clone()
        for world in (w, copied):
            world.lets["m"] = 1.2
            world.step(0.3)
        assert list(w.positions) == list(copied.positions), options


def test_a_limit_that_was_set_follows_no_more():
    text = "let m = 1; object c: rod 1 0.02; end constraint j: revolute world c (0, 0, 0) c.end1 (0, 1, 0) c.y motor speed m; end"
    w = tenon.loads(text)
    w.advance(1)
    w.change("set speed j 3;")
    w.lets["m"] = 7
    w.advance(3)
    assert w.objects.c.spin.y == pytest.approx(3, abs=1e-6)
    w.keep_history()
    w = tenon.loads(text)
    w.keep_history()
    w.advance(1)
    w.lets["m"] = 7
    assert w.constraints.j.speed == 7
    w.undo()
    assert w.constraints.j.speed == 1
    w.redo()
    assert w.constraints.j.speed == 7


def test_drift_is_known_without_frames():
    w = tenon.World()
    w.gravity = 9.81
    w.settings.integrator, w.settings.step = "rk4", 0.02
    ball = w.add("sphere", 0.1, position=(1, 0, 0), name="ball")
    w.distance(ball.center, (0, 0, 0), 1)
    w.advance(2)
    first = w.measure().drift
    assert 0 < first < 1e-2
    for _ in range(100):
        w.step(0.02)
    assert 0 < w.measure().drift < 1e-2


def test_what_a_text_leaves_out_is_said(tmp_path):
    w = tenon.World()
    ball = w.add("sphere", 0.1, name="ball")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert w.text
    handle = ball.grab()
    with pytest.warns(tenon.TenonWarning, match="handles"):
        assert w.text
    with pytest.raises(tenon.UseError, match="handles"):
        tenon.sweep(w, {}, ["max(ball.center.x)"])
    handle.release()
    w.force_function(lambda t, p: (0, 0, 0), ball.center, name="push")
    with pytest.warns(tenon.TenonWarning, match="'push'"):
        w.save(tmp_path / "a.tn")
    w.forces.push.remove()
    w.on_step(lambda world: None)
    with pytest.warns(tenon.TenonWarning, match="on_step"):
        w.save(tmp_path / "a.tn")


def test_copies_in_any_order():
    w = tenon.World()
    a = w.add("sphere", 0.1, name="a")
    for things in ((a, w), (w, a), [a, {"world": w, "point": a.center}]):
        copied = copy.deepcopy(things)
        flat = [copied[0], *(copied[1].values() if isinstance(copied[1], dict) else copied[1:])]
        worlds = {x if isinstance(x, tenon.World) else x.world if hasattr(x, "world") else x.object.world for x in flat}
        assert len(worlds) == 1 and w not in worlds


def test_a_movie_needs_no_room_among_temporary_files(tmp_path, monkeypatch):
    if shutil.which("ffmpeg") is None:
        pytest.skip("there is no ffmpeg")
    nowhere = tmp_path / "gone"
    nowhere.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(nowhere))
    nowhere.rmdir()
    w = tenon.loads("object a: sphere 0.1; end world: until 0.1; end")
    (tmp_path / "out").mkdir()
    assert w.movie(tmp_path / "out" / "m.gif", size=(64, 48))
    assert os.listdir(tmp_path / "out") == ["m.gif"]
    with pytest.raises(OSError):
        w.movie(size=(64, 48))


# ---- sweeps ----

SCENE = 'include "part.tn"; world: until 0.2; end object m: particle 1; position L 0 0; end probe x = m.center.x;'


def test_an_include_that_changes_during_a_sweep(tmp_path):
    (tmp_path / "part.tn").write_text("let L = 1; let k = 1; object n: particle k; position k 0 0; end")
    (tmp_path / "main.tn").write_text(SCENE)

    def spoil(done, runs):
        (tmp_path / "part.tn").write_text("let L = 1; let k = 100; object n: particle k; position k 0 0; end")
    table = tenon.sweep(tmp_path / "main.tn", {"L": "1:9:9"}, {"x": "max(x)", "n": "max(n.center.x)"}, workers=1, progress=spoil)
    assert list(table["x"]) == list(range(1, 10)) and set(table["n"]) == {1}


@pytest.mark.parametrize("ending", [".part", ".part.key"])
def test_a_table_is_not_written_through_a_link(tmp_path, ending):
    (tmp_path / "main.tn").write_text("let L = 1; object m: particle 1; position L 0 0; end world: until 0.1; end")
    other = tmp_path / "other.txt"
    other.write_text("mine")
    os.symlink(other, tmp_path / f"t.csv{ending}")
    with pytest.raises(tenon.Error):
        tenon.sweep(tmp_path / "main.tn", {"L": [1, 2]}, ["max(m.center.x)"], output=tmp_path / "t.csv")
    assert other.read_text() == "mine"
    os.unlink(other)
    with pytest.raises(tenon.Error):
        tenon.sweep(tmp_path / "main.tn", {"L": [1, 2]}, ["max(m.center.x)"], output=tmp_path / "t.csv")
    assert not other.exists()


@pytest.mark.parametrize("name, values, message", [
    ("f", [1, 2], "function"), ("v", "(1, 2, 3)", "one number"), ("v", ["(1, 2, 3)", "(3, 2, 1)"], "one number"),
    ("L", ["1, 2"], "one expression"), ("L", [3, "1:2:3"], "one expression"), ("L", ["1..2"], "one expression")])
def test_values_that_no_table_can_hold(name, values, message):
    text = "let f(x) = x^2; let L = 1; let v = (1, 2, 3); object m: particle 1; position f(L) 0 0; end world: until 0.1; end"
    with pytest.raises(tenon.UseError, match=message):
        tenon.sweep(text, {name: values}, ["max(m.center.x)"], text=True)
    if name == "f":
        with pytest.raises(tenon.UseError, match="function"):
            tenon.loads(text, sets={"f": 2})
        with pytest.raises(tenon.UseError, match="function"):
            tenon.loads(text).lets["f"] = 2


def test_a_table_does_not_replace_a_scene(tmp_path):
    (tmp_path / "part.tn").write_text("let L = 1;")
    (tmp_path / "main.tn").write_text(SCENE)
    (tmp_path / "data.txt").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
    (tmp_path / "mesh.tn").write_text('include "main.tn"; object q: mesh "data.txt"; end')
    table = tenon.sweep(tmp_path / "mesh.tn", {"L": [1, 2]}, ["x"])
    for name in ("main.tn", "mesh.tn", "part.tn", "data.txt"):
        before = (tmp_path / name).read_text()
        with pytest.raises(tenon.UseError, match="written over"):
            table.to_csv(tmp_path / name)
        assert (tmp_path / name).read_text() == before
    table.to_csv(tmp_path / "new.csv")
    table.to_csv(tmp_path / "new.csv")


@pytest.mark.parametrize("measure", ["max", "min", "mean", "rms"])
def test_frames_without_a_value_are_said(measure):
    text = "let v = 1; world: until 1; frames 10; end object m: particle 1; velocity v 0 0; end"
    with pytest.warns(tenon.TenonWarning, match="without a value"):
        table = tenon.sweep(text, {"v": [0.1, 1]}, [f"{measure}(sqrt(0.5 - m.center.x))"], text=True)
    assert [n.run for n in table.notes] == [2] and "5 of 11" in table.notes[0].message
    assert not table.failures
