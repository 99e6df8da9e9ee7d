"""What people do who misread the page: each is an error that says so, and the world is good afterwards."""
import array
import copy
import gc
import os
import pickle
import random
import subprocess
import sys
import threading

import pytest
import tenon
from conftest import effort


def test_a_function_of_steps_cannot_close_or_advance_its_world(pendulum):
    for wrong, kind in ((lambda w: w.close(), RuntimeError), (lambda w: w.advance(9), tenon.UseError)):
        w = pendulum.clone()
        w.on_step(wrong)
        with pytest.raises(kind):
            w.advance(0.2)
        w.on_step(None)
        w.advance(w.time + 0.1)
        w.close()


def test_only_its_thread_uses_a_world_between_steps(pendulum):
    found = []

    def other():
        try:
            pendulum.add("sphere", 0.1)
        except RuntimeError as error:
            found.append(error)

    def step(w):
        thread = threading.Thread(target=other)
        thread.start()
        thread.join()

    pendulum.on_step(step, every=0.05)
    pendulum.advance(0.1)
    assert found and len(pendulum.objects) == 1


def test_a_misspelt_property_of_a_world(pendulum):
    with pytest.raises(tenon.UnknownName) as caught:
        pendulum.gravitiy = 3
    assert caught.value.near == "gravity"
    for name in ("objects", "lets", "connect", "run"):
        with pytest.raises(AttributeError):
            setattr(pendulum, name, {})

    class Mine(tenon.World):
        pass

    mine = Mine()
    mine.label = "mine"
    mine.gravity = 3
    assert mine.label == "mine" and mine.gravity.z == -3
    with pytest.raises(AttributeError):
        mine.lets = {}


def test_copies_and_pickles(pendulum):
    bar = pendulum.objects.bar
    assert copy.copy(bar) == bar and copy.deepcopy([bar])[0].world is not pendulum
    for thing in (pendulum, bar, bar.end1):
        with pytest.raises(TypeError):
            pickle.dumps(thing)
    log = pendulum.run(until=0.1, probes={"z": "bar.center.z"})
    assert list(pickle.loads(pickle.dumps(log))["z"]) == list(log["z"])
    assert pickle.loads(pickle.dumps(bar.position)) == bar.position


def test_things_of_another_world(pendulum):
    other = pendulum.clone()
    with pytest.raises(tenon.UseError):
        pendulum.force_function(lambda t, p: (0, 0, 0), other.objects.bar.center)
    bar = other.objects.bar
    for wrong in (lambda: pendulum.connect(bar.end1, (0, 0, 0)), lambda: pendulum.spring(bar.end1, (0, 0, 0), stiffness=1),
                  lambda: pendulum.weld(bar, "world"), lambda: pendulum.point("tip", bar, (0, 0, 1)), lambda: pendulum.contact(bar, bar)):
        with pytest.raises(tenon.UseError):
            wrong()
    assert len(pendulum.constraints) == 1 and len(pendulum.forces) == 1


def test_functions_that_are_none(pendulum):
    with pytest.raises(TypeError):
        pendulum.force_function(5, pendulum.objects.bar.center)
    with pytest.raises(TypeError):
        pendulum.constraint_function("z = 1", pendulum.objects.bar.center)
    with pytest.raises(TypeError):
        pendulum.on_step(5)
    assert len(pendulum.forces) == 1 and len(pendulum.constraints) == 1


def test_running_back(pendulum):
    pendulum.advance(1)
    with pytest.raises(tenon.UseError):
        pendulum.run(until=0.5)
    assert pendulum.run(until=1).frames == 1


def test_the_state_after_a_function_that_raised(pendulum):
    calls = []

    def pull(t, p):
        calls.append(t)
        if len(calls) > 7:
            raise ValueError("enough")
        return 0, 0, 1

    for keeps in (False, True):
        w = pendulum.clone()
        calls.clear()
        w.force_function(pull, w.objects.bar.center)
        if keeps:
            w.keep_history()
        with pytest.raises(ValueError):
            w.advance(1)
        before = list(w.positions)
        w.set_state(w.positions, w.velocities)  # lets go of the unfinished step
        assert list(w.positions) == before


def test_functions_of_a_closed_world_are_not_called():
    """A step that was not finished, because a function raised, is let go of when its world is closed or collected as garbage."""
    text = "gravity 9.81; object a: box 1 0.1 0.1; position 0.5 0 0; end revolute world a (0,0,0) (0,1,0) min 0 max 0.1;"
    closed, late = [], []

    def unfinished(calls):
        w = tenon.loads(text)
        left = iter(range(calls))

        def pull(t, p):
            late.extend(closed)
            if next(left, None) is None:
                raise RuntimeError(repr(w))
            return 0, 0, 0

        w.force_function(pull, w.objects.a.center)
        with pytest.raises(RuntimeError):
            w.advance(1)
        return w

    for calls in range(40):
        closed.clear()
        w = unfinished(calls)
        closed.append(calls)
        w.close()
        closed.clear()
        del w
        unfinished(calls)
        closed.append(calls)
        gc.collect()
    assert not late


def test_snapshots_do_not_keep_worlds():
    import weakref
    w = tenon.loads("object a: particle 1; velocity 1 0 0; end")
    kept = []
    w.on_step(lambda world: kept.append(world.snapshot()), every=0.1)
    w.advance(0.5)
    snapshot, gone = w.snapshot(), weakref.ref(w)
    other = w.clone()
    other.on_step(None)
    del w, kept
    other.close()
    gc.collect()
    assert gone() is None
    with pytest.raises(tenon.UseError):
        tenon.World().restore(snapshot)
    with pytest.raises(ValueError):
        tenon.World().restore(5)


def test_saving_into_a_folder_that_is_not_there(pendulum, tmp_path):
    with pytest.raises(tenon.FileError) as caught:
        pendulum.save(tmp_path / "none" / "a.tn")
    assert "a.tn" in str(caught.value)


def test_names_while_editing():
    w = tenon.loads("for i = 1 to 5: object b[i]: sphere 0.1; position i 0 0; end end let a = 1; let b = 2;")
    for name in w.objects:
        w.objects[name].remove()
    for name in w.lets:
        del w.lets[name]
    assert len(w.objects) == 0 and len(w.lets) == 0


def test_reprs_of_a_closed_world(pendulum):
    pendulum.close()
    for mapping in (pendulum.objects, pendulum.lets, pendulum.probes, pendulum.settings):
        assert "closed" in repr(mapping)


def test_an_empty_text_is_a_text(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text").write_text("object a: sphere;")  # a file of this name is not read
    assert tenon.sweep("", text=True, until=0).runs == 1


def _tired(function, most=3000):
    """The function, which raises after so many calls: a model of random constraints may need any number of steps."""
    left = [most]

    def call(t, p):
        left[0] -= 1
        if left[0] < 0:
            raise RuntimeError("called too often")
        return function(t, p)

    return call


def _calls(w, kept, r):
    """One call of the interface, chosen at random, right or wrong."""
    things = [*w.objects.values(), *w.constraints.values(), *w.forces.values()]
    some = r.choice(things) if things else None
    bodies = list(w.objects.values())
    body = r.choice(bodies) if bodies else None
    number = r.choice([0, 1, -1, 0.3, 1e2, float("nan"), float("inf"), "g", "2*t", None, "x y"])
    place = tuple(r.uniform(-1, 1) for _ in range(3))
    return r.choice([
        lambda: w.add(r.choice(["rod", "sphere", "box", "particle"]), *[r.choice([0.1, 0.3, number])] * r.randint(1, 3), position=place),
        lambda: w.connect(body.center, r.choice([place, r.choice(bodies).center])),
        lambda: w.distance(body.center, place, r.choice([1, number])),
        lambda: w.spring(body.center, place, stiffness=r.choice([5, number])),
        lambda: w.force_function(lambda t, p: (0.1, 0, r.choice([0, 0.1]) if number is None else 0), body.center),
        lambda: w.constraint_function(_tired(lambda t, p: p.position.z), body.center),
        lambda: w.on_step(r.choice([None, lambda x: x.time, lambda x: x.probes.values_array()]), every=0.01),
        lambda: w.advance(w.time + r.choice([0.01, 0.02, -1])), lambda: w.run(until=w.time + 0.02, objects=True),
        lambda: some.remove(), lambda: setattr(some, "on", r.random() < 0.5), lambda: setattr(body, "velocity", place),
        lambda: setattr(body, "mass", number), lambda: setattr(body, "position", (number, 0, 0)),
        lambda: w.lets.__setitem__("g", r.choice([9.81, number])), lambda: setattr(w, "gravity", (0, 0, r.choice([-1, number]))),
        lambda: w.probes.__setitem__(f"p{r.randint(0, 3)}", r.choice(["g", "t", number])), lambda: w.probes.pop("p1"),
        lambda: kept.append(w.positions), lambda: kept.append(w.velocities), lambda: kept.append(w.poses()), lambda: kept.append(w.loads()),
        lambda: kept.append(w.equations()), lambda: kept.append(w.snapshot()), lambda: w.restore(r.choice(kept)), lambda: kept.append(w.clone()),
        lambda: kept.append(some), lambda: [repr(x) for x in kept], lambda: kept.pop(r.randrange(len(kept))), lambda: w.keep_history(),
        lambda: w.undo(), lambda: w.redo(), lambda: w.assemble(restarts=0), lambda: w.measure(), lambda: (w.redundant, w.unmet, w.warnings),
        lambda: w.set_state(w.positions, w.velocities), lambda: tenon.loads(w.text), lambda: kept.append(body.grab()), lambda: r.choice(kept).drag(place),
        lambda: w.value(r.choice(["g", "2*t", "(1, t, 0)", number])), lambda: w.drag(body, linear=r.choice([1, number])), lambda: repr(vars(w)),
        lambda: w.revolute("world", body, place, (0, 0, 1), motor=r.choice([{"speed": number}, "speed 3 limit 20", number])),
        lambda: kept.append(w.add("block", 1, 1, r.choice([1, number]), size=(0.2, 0.2, 0.2), stiffness=5000, viscosity=20, position=place)),
        lambda: kept.append((body.node(0, 0, 0).position, body.nodes())), lambda: w.connect(body.node(1, 1, 1), place), lambda: getattr(body, str(number)),
        lambda: r.choice(kept).release(), lambda: r.choice(kept).advance(1), lambda: r.choice(kept).close(), lambda: w.read(f"let g{r.randint(0, 9)} = 1;"),
    ])


@pytest.fixture
def collected_often():
    """The garbage collector runs all the time, and in any order."""
    usual = gc.get_threshold()
    gc.set_threshold(30, 2, 2)
    yield
    gc.set_threshold(*usual)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(effort(200, 11)))
def test_random_calls(seed, collected_often):
    r = random.Random(seed)
    kept = []
    w = tenon.World("let g = 9.81; gravity (0, 0, -g); object a: rod 1 0.04; end")
    for _ in range(effort(60, 40)):
        try:
            _calls(w, kept, r)()
        except (tenon.Error, ValueError, TypeError, AttributeError, IndexError, RuntimeError):
            pass
        r.shuffle(kept)
        len(w.objects), w.time, repr(w)
    if seed % 2:
        w.close()
        [repr(x) for x in kept if not isinstance(x, tenon.Equations)]


# ---- files, columns and memory of a program ----


def test_saving_to_a_pipe_leaves_it_a_pipe(pendulum, tmp_path):
    pipe, got = tmp_path / "pipe.tn", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_text()))
    reader.start()
    pendulum.save(pipe)
    reader.join()
    assert pipe.is_fifo() and got == [pendulum.text] and len(list(tmp_path.iterdir())) == 1


def test_saving_keeps_the_mode_and_follows_links(pendulum, tmp_path):
    (tmp_path / "a.tn").write_text("old")
    (tmp_path / "a.tn").chmod(0o640)
    os.symlink("a.tn", tmp_path / "link.tn")
    pendulum.save(tmp_path / "link.tn")
    assert (tmp_path / "link.tn").is_symlink() and (tmp_path / "a.tn").read_text() == pendulum.text
    assert (tmp_path / "a.tn").stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["t", "bar.x", "bar.qz"])
def test_a_probe_is_not_mixed_with_other_columns(pendulum, name):
    before = pendulum.text
    with pytest.raises(tenon.UseError, match="needs another name"):
        pendulum.run(until=0.1, frames=10, probes={name: "bar.center.x"}, objects=["bar"])
    assert pendulum.text == before and list(pendulum.probes) == []
    read = tenon.loads(before + f'probe "{name}" = 1;')
    with pytest.raises(tenon.UseError, match="needs another name"):
        read.run(until=0.1, objects=True)
    assert len(pendulum.run(until=0.1, frames=10, probes=["bar.center.x"]).t) == 2


def test_probes_of_a_run_are_all_added_or_none(pendulum):
    before = list(pendulum.probes)
    for probes in ({"good": "2*t", "bad": "zz"}, ["2*t", "zz"]):
        with pytest.raises(tenon.ModelError):
            pendulum.run(until=0.1, probes=probes)
        assert list(pendulum.probes) == before
    with pytest.raises(TypeError):
        pendulum.run(until=0.1, probes="bar.center.x")


def test_arrays_to_use_again_hold_doubles(pendulum):
    for fill, columns in ((pendulum.poses, 17), (pendulum.loads, 20)):
        right = array.array("d", [0] * columns)
        fill(right)
        for format in "qfBi":
            wrong = array.array(format, bytes(8 * columns))
            with pytest.raises(TypeError, match="double"):
                fill(wrong)
            assert not any(wrong)
        with pytest.raises(TypeError, match="double"):
            fill(bytearray(8 * columns))
        assert any(right)


@pytest.mark.parametrize("frames", [1e17, 1e300])
def test_frames_that_do_not_advance_the_time(pendulum, frames):
    with pytest.raises(tenon.UseError, match="would not advance"):
        pendulum.run(until=1, frames=frames)


def test_objects_of_a_run_are_those_of_its_world(pendulum):
    with pytest.raises(tenon.UseError, match="belongs to another world"):
        pendulum.run(until=0.1, objects=[pendulum.clone().objects.bar])


def test_things_copied_behind_their_world_are_of_the_copy(pendulum):
    other, (bar, end, pin) = copy.deepcopy((pendulum, [pendulum.objects.bar, pendulum.objects.bar.end2, pendulum.constraints.pin]))
    assert bar == other.objects.bar and end.object == bar and pin == other.constraints.pin
    bar.velocity = (9, 0, 0)
    assert pendulum.objects.bar.velocity == (0, 0, 0)


def test_whose_force_is_meant():
    for first, sign in ((True, -1), (False, 1)):
        w = tenon.World()
        w.gravity = 9.81
        rod = w.add("rod", 1, 0.04, position=(0, 0, -0.5), mass=2)
        joint = w.connect(rod.end2, (0, 0, 0)) if first else w.connect((0, 0, 0), rod.end2)
        w.advance(0.01)
        assert joint.partners == [rod] and joint.force.z == pytest.approx(sign*19.62)


def test_the_signal_of_an_object():
    w, seen = tenon.World(), []
    box = w.add("box", 1, 1, 1, position=(1, 2, 3), velocity=(4, 5, 6), spin=(0.1, 0.2, 0.3))
    w.force_function(lambda t, s: (seen.append(s), (0, 0, 0))[1], box)
    w.evaluate()
    assert seen[0].position == (0, 0, 0) and seen[0].velocity == (0.1, 0.2, 0.3)


FULL = """import resource, signal, sys, tenon
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
w = tenon.loads("let v = 1; object a: particle 1; velocity v 0 0; end")
log, table = w.run(until=1, frames=200, probes=["a.center.x"]), tenon.sweep(w.text, {"v": "1:2:50"}, "a.center.x", text=True, until=0.1)
resource.setrlimit(resource.RLIMIT_FSIZE, (20, resource.RLIM_INFINITY))
for write in (log.to_csv, table.to_csv, w.save):
    try:
        write(sys.argv[1])
        sys.exit("written")
    except tenon.FileError as error:
        assert "cannot be written" in str(error)
"""


def test_a_file_that_cannot_be_written_whole_stays_as_it_was(tmp_path):
    (tmp_path / "a.csv").write_text("old")
    done = subprocess.run([sys.executable, "-c", FULL, tmp_path / "a.csv"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "a.csv").read_text() == "old" and len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("words", [{"until": "1"}, {"until": 1, "frames": "10"}])
def test_times_are_numbers(pendulum, words):
    with pytest.raises(TypeError, match="are numbers"):
        pendulum.run(**words)
