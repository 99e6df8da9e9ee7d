"""tenon.sweep: tables, the same numbers as the command, failures, Ctrl-C."""
import locale
import math
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest
import tenon
from conftest import effort

FALL = """let v = 2; let h = 5;
world: until 0.5; frames 40; end
object a: particle 1; position 0 0 h; velocity v 0 0; end
probe x = a.center.x;
"""


def test_a_table():
    calls = []
    t = tenon.sweep(FALL, {"v": [1, 2.5, "2*h"], "h": "1:3:3"}, {"far": "max(x)", "high": "a.center.z"}, text=True,
                    progress=lambda done, runs: calls.append((done, runs)))
    assert t.runs == 9 and t.names == ["v", "h"] and t.measures == ["far", "high"] and not t.failures
    assert list(t) == ["run", "v", "h", "far", "high", "status"] and calls[-1] == (9, 9)
    for row in t.rows():
        assert row["far"] == pytest.approx(0.5 * row["v"]) and row["high"] == pytest.approx(row["h"])
    assert t.best("far", largest=True)["run"] == 9 and t.best("far")["v"] == 1
    assert "9 runs" in repr(t) and "<table>" in t._repr_html_()
    assert "<svg" in t.plot("far")._repr_svg_()


def test_the_same_bytes_as_the_command(tmp_path, command):
    scene = os.path.join(os.environ["SOURCE"], "examples/mechanisms/slider-crank.tn")
    sets, measures = {"r": "0.1:0.2:4", "brake": "2..3"}, ["max(speed)", "top = rms(side-thrust)", "at(stroke, 0.1)"]
    command("sweep", scene, *(f"--set={k}={v}" for k, v in sets.items()), *(f"--probe={m}" for m in measures), "--samples=3",
            "--until=0.2", "-o", tmp_path / "c.csv")
    for workers in (1, 3):
        t = tenon.sweep(scene, sets, measures, samples=3, until=0.2, workers=workers)
        t.to_csv(tmp_path / "p.csv")
        assert (tmp_path / "p.csv").read_bytes() == (tmp_path / "c.csv").read_bytes()


def test_a_world_is_swept():
    w = tenon.World()
    w.lets["k"] = 10
    a = w.add("particle", 1, position=(1, 0, 0), name="a")
    w.spring(a.center, (0, 0, 0), stiffness="k")
    t = tenon.sweep(w, {"k": [1, 4]}, "max(norm(vel(a.center)))", until=4)
    assert t["max(norm(vel(a.center)))"][1] == pytest.approx(2, rel=0.01)


@pytest.mark.parametrize("measures", ["v", ["x", "x"], {"run": "x"}, {"status": "x"}])
def test_two_columns_of_one_name(measures):
    with pytest.raises(tenon.UseError, match="two columns"):
        tenon.sweep(FALL, {"v": [1, 2]}, measures, text=True)


def test_failures():
    t = tenon.sweep("let r = 1; world: until 0.1; end object a: sphere r; end", {"r": [1, -1]}, "a.center.x", text=True)
    assert [f.run for f in t.failures] == [2] and t.failures[0].status == 1 and t.failures[0].message
    assert math.isnan(t["a.center.x"][1]) and t["status"][1] == 1


@pytest.mark.parametrize("sets, words", [({"q": 1}, {}), ({"v": "1..2"}, {}), ({"v": "1:2"}, {}), ({"v": 1}, {"samples": 3})])
def test_wrong_use(sets, words):
    with pytest.raises(tenon.Error):
        tenon.sweep(FALL, sets, "x", text=True, **words)


def test_more_wrong_use(tmp_path):
    with pytest.raises(tenon.UseError, match="did you mean 'wide'") as caught:
        tenon.sweep("let wide = 1;", {"wid": 1}, text=True)
    assert caught.value.near == "wide"
    with pytest.raises(tenon.Error):
        tenon.sweep(FALL, {"v": 1}, "max(nothing)", text=True)
    with pytest.raises(tenon.UnknownName):
        tenon.sweep(FALL, {"v": 1}, "x", text=True, sampling="latine")
    with pytest.raises(tenon.FileError):
        tenon.sweep(tmp_path / "none.tn")
    with pytest.raises(tenon.ModelError):
        tenon.sweep("object a: sphere;", text=True)


WRONG = [({"v=1,2;h": [1]}, {}), ({"v": []}, {}), ({"v": [[1, 2], [3, 4]]}, {}), ({"v": 1}, {"until": -1}), ({"v": 1}, {"until": "1"}),
         ({"v": 1}, {"until": math.nan}), ({"v": 1}, {"until": math.inf}), ({"v": 1}, {"workers": 0}), ({"v": 1}, {"workers": 10**6}),
         ({"v": "1..2"}, {"samples": -1}), ({"v": "1..2"}, {"samples": 2, "seed": -1}), ({"v": "1..2"}, {"samples": 2, "seed": 2**64})]


@pytest.mark.parametrize("sets, words", WRONG)
def test_values_out_of_range(sets, words):
    with pytest.raises(tenon.UseError) as caught:
        tenon.sweep(FALL, sets, "x", text=True, **words)
    assert "the sweep is not valid" not in str(caught.value)


@pytest.mark.parametrize("words", [{"seed": 1.5}, {"samples": "3"}, {"workers": 1.5}, {"sets": [("v", 1)]}, {"measures": [3]}, {"scene": FALL.encode()}])
def test_values_of_wrong_types(words):
    with pytest.raises(TypeError, match="whole number|dictionary|measure|text"):
        tenon.sweep(**{"scene": FALL, "sets": {"v": "1..2"}, "measures": "x", "text": True, "samples": 2, **words})


def test_numbers_of_numpy():
    numpy = pytest.importorskip("numpy")
    words = {"text": True, "until": numpy.float32(0.5)}
    for seed in (7, 2**63 + 1):
        plain = tenon.sweep(FALL, {"v": "1..2"}, "x", samples=3, seed=seed, **words)
        same = tenon.sweep(FALL, {"v": "1..2"}, "x", samples=numpy.int64(3), seed=numpy.uint64(seed), workers=numpy.int32(2), **words)
        assert list(same.rows()) == list(plain.rows())
    t = tenon.sweep(FALL, {"v": numpy.linspace(1, 2, 3)}, "max(x)", **words)
    assert list(t["v"]) == [1, 1.5, 2]


def test_plots_name_a_column():
    with pytest.raises(tenon.UnknownName, match="no column"):
        tenon.sweep(FALL, {"v": [1, 2]}, "x", text=True).plot(x="w")


FUNCTIONS = {
    "force": lambda w: w.force_function(lambda t, p: (10, 0, 0), w.objects.a.center, name="wind"),
    "potential": lambda w: w.force_function(None, w.objects.a.center, potential=lambda p: -10*p.position.x, name="wind"),
    "constraint": lambda w: w.constraint_function(lambda t, p: p.position.x, w.objects.a.center, name="wind"),
    "steps": lambda w: w.on_step(lambda w: None, every=0.1),
}


@pytest.mark.parametrize("sort", FUNCTIONS)
def test_a_world_with_functions_of_python_is_not_swept(sort):
    w = tenon.World("let k = 1; object a: particle 1; end push a.center (k, 0, 0);")
    thing = FUNCTIONS[sort](w)
    for world in (w, w.clone()):
        with pytest.raises(tenon.UseError, match="on_step" if sort == "steps" else "'wind'"):
            tenon.sweep(world, {"k": [1, 2]}, "a.center.x", until=1)
    w.on_step(None) if sort == "steps" else thing.remove()
    unnamed = w.force_function(lambda t, p: (0, 0, 0), w.objects.a.center)
    with pytest.raises(tenon.UseError, match="without a name"):
        tenon.sweep(w, {"k": [1, 2]}, "a.center.x", until=1)
    unnamed.remove()
    assert tenon.sweep(w, {"k": [1, 2]}, "a.center.x", until=1)["a.center.x"][1] == pytest.approx(1)


def test_ctrl_c_ends_a_sweep():
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        tenon.sweep("let k = 1; world: until 1e4; end object a: particle 1; velocity 1 0 0; end spring a.center (0,0,0) stiffness k;",
                    {"k": "1:2:50"}, "a.center.x", text=True, workers=2)
    timer.join()


# ---- a table in a file ----

# A quarter of the runs fails: the model is wrong, or the simulation cannot continue.
EDGE = """let n = 1; let limit = 9;
world: until 1; frames 10; end
object a: sphere n; velocity 1 0 0; end
keep sqrt(limit - t) + a.center.y = 3;
"""
EDGES = {"n": "-0.25:0.5:20", "limit": "0.5:9:15"}
RUN = """import sys, tenon
tenon.sweep(sys.argv[1], {"n": "-0.25:0.5:20", "limit": "0.5:9:15"}, "max(a.center.x)", output=sys.argv[2], workers=int(sys.argv[3]))
"""


def lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_killed_again_and_again_and_continued(tmp_path, command):
    scene, part = tmp_path / "edge.tn", tmp_path / "k.csv.part"
    scene.write_text(EDGE)
    command("sweep", scene, *(f"--set={k}={v}" for k, v in EDGES.items()), "--probe=max(a.center.x)", "-o", tmp_path / "whole.csv", "-q")
    whole = (tmp_path / "whole.csv").read_bytes()
    picked = random.Random(7)
    for kill in range(effort(12, 4)):
        have, more = lines(part), picked.choice([0, 0, 5, 30, 60])
        child = subprocess.Popen([sys.executable, "-c", RUN, scene, tmp_path / "k.csv", str(1 + kill % 3)])
        while child.poll() is None and lines(part) < have + more:
            time.sleep(0.002)
        child.kill()
        child.wait()
        if (tmp_path / "k.csv").exists():
            break
        assert not part.exists() or whole.startswith(part.read_bytes())
        if part.exists() and kill % 2:
            with open(part, "ab") as out:
                out.write(b"%d,0.1" % lines(part))  # a row that was not written to its end
    done = max(lines(part) - 1, 0)
    if not (tmp_path / "k.csv").exists():
        t = tenon.sweep(scene, EDGES, "max(a.center.x)", output=tmp_path / "k.csv")
        assert t.runs == 300 and t.resumed == done
        fresh = tenon.sweep(scene, EDGES, "max(a.center.x)")
        assert t.failures == fresh.failures and len(t.failures) > 30 and all(f.message for f in t.failures)
    assert (tmp_path / "k.csv").read_bytes() == whole and sorted(p.name for p in tmp_path.iterdir()) == ["edge.tn", "k.csv", "whole.csv"]


def test_the_command_goes_on_with_what_python_began_and_back(tmp_path, command):
    scene = tmp_path / "edge.tn"
    scene.write_text(EDGE)
    whole = tenon.sweep(scene, EDGES, "max(a.center.x)", output=tmp_path / "whole.csv")
    sets = [f"--set={k}={v}" for k, v in EDGES.items()]

    def stop(done, runs):
        if done == 40:
            raise RuntimeError("enough")

    for again in (True, False):
        with pytest.raises(RuntimeError, match="enough"):
            tenon.sweep(scene, EDGES, "max(a.center.x)", output=tmp_path / "k.csv", progress=stop)
        assert lines(tmp_path / "k.csv.part") == 41 and not (tmp_path / "k.csv").exists()
        with pytest.raises(tenon.UseError, match="belongs to another sweep"):
            tenon.sweep(scene, EDGES, "min(a.center.x)", output=tmp_path / "k.csv")
        if again:
            t = tenon.sweep(scene, EDGES, "max(a.center.x)", output=tmp_path / "k.csv")
            assert t.resumed == 40 and list(map(str, t.rows())) == list(map(str, whole.rows()))
        else:
            assert '"resumed": 40' in command("sweep", scene, *sets, "--probe=max(a.center.x)", "-o", tmp_path / "k.csv", "--json")
        assert (tmp_path / "k.csv").read_bytes() == (tmp_path / "whole.csv").read_bytes()
        (tmp_path / "k.csv").unlink()


PARTS = {
    "include": ("include", "part.tn", "gravity {};", 'let L = 1; include "part.tn"; object m: particle 1; velocity L 0 0; end'),
    "mesh": ("mesh", "part.obj", "v 0 0 0\nv {0} 0 0\nv 0 {0} 0\nv 0 0 {0}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
             'let L = 1; gravity 1; object m: mesh "part.obj"; velocity L 0 0; end'),
}


@pytest.mark.parametrize("sort", ["include", "mesh"])
def test_a_table_does_not_mix_two_versions_of_a_file(tmp_path, sort):
    _, name, text, scene = PARTS[sort]
    (tmp_path / "s.tn").write_text(scene)
    (tmp_path / name).write_text(text.format(1))

    def stop(done, runs):
        if done == 2:
            raise RuntimeError("enough")

    words = {"sets": {"L": [1, 2, 3, 4]}, "measures": "m.center.z", "until": 0.5, "output": tmp_path / "t.csv"}
    with pytest.raises(RuntimeError, match="enough"):
        tenon.sweep(tmp_path / "s.tn", progress=stop, **words)
    (tmp_path / name).write_text(text.format(2))
    with pytest.raises(tenon.UseError, match="belongs to another sweep"):
        tenon.sweep(tmp_path / "s.tn", **words)
    (tmp_path / name).write_text(text.format(1))
    assert tenon.sweep(tmp_path / "s.tn", **words).resumed == 2


@pytest.mark.parametrize("sort", ["include", "mesh"])
def test_files_of_the_scene_are_not_written_over(tmp_path, sort):
    _, name, text, scene = PARTS[sort]
    files = {tmp_path / "s.tn": scene, tmp_path / name: text.format(1)}
    for path, content in files.items():
        path.write_text(content)
    os.symlink("s.tn", tmp_path / "link.csv")
    os.link(tmp_path / name, tmp_path / "hard.csv")
    for output in ("s.tn", name, "link.csv", "hard.csv", "../" + tmp_path.name + "/s.tn"):
        with pytest.raises(tenon.UseError, match="belongs to the scene"):
            tenon.sweep(tmp_path / "s.tn", {"L": [1]}, "m.center.z", until=0.1, output=tmp_path / output)
    assert all(path.read_text() == content for path, content in files.items()) and len(list(tmp_path.iterdir())) == 4


def test_what_a_table_replaces_keeps_its_mode_and_links_are_followed(tmp_path):
    (tmp_path / "t.csv").write_text("old")
    (tmp_path / "t.csv").chmod(0o640)
    os.symlink("t.csv", tmp_path / "link.csv")
    t = tenon.sweep(FALL, {"v": [1, 2]}, "x", text=True, output=tmp_path / "link.csv")
    assert t.runs == 2 and lines(tmp_path / "t.csv") == 3 and (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "t.csv").stat().st_mode & 0o777 == 0o640 and len(list(tmp_path.iterdir())) == 2
    os.symlink("none.csv", tmp_path / "loose.csv")
    os.mkfifo(tmp_path / "pipe.csv")
    for bad in ("loose.csv", "pipe.csv"):
        with pytest.raises(tenon.FileError, match="cannot be written"):
            tenon.sweep(FALL, {"v": [1, 2]}, "x", text=True, output=tmp_path / bad)
    assert (tmp_path / "pipe.csv").is_fifo() and (tmp_path / "loose.csv").is_symlink()


def test_one_table_is_written_by_one_sweep(tmp_path):
    caught = []

    def another(done, runs):
        if done == 3:
            with pytest.raises(tenon.UseError, match="being written by another sweep") as error:
                tenon.sweep(FALL, {"v": "1:2:9"}, "x", text=True, output=tmp_path / "t.csv")
            caught.append(error.value)

    tenon.sweep(FALL, {"v": "1:2:9"}, "x", text=True, output=tmp_path / "t.csv", progress=another)
    assert len(caught) == 1 and lines(tmp_path / "t.csv") == 10


def test_tables_that_cannot_be_written(tmp_path):
    for bad in (tmp_path / "none" / "t.csv", tmp_path):
        with pytest.raises(tenon.FileError, match="cannot be written"):
            tenon.sweep(FALL, {"v": 1}, "x", text=True, output=bad)
    with pytest.raises(tenon.UseError):
        tenon.sweep(FALL, {"v": 1}, "x", text=True, output="")


def test_decimal_commas_do_not_matter(tmp_path):
    known = [name for name in ("de_DE.UTF-8", "fr_FR.UTF-8", "de_DE") if _has(name)]
    if not known:
        pytest.skip("no locale with decimal commas on this machine")
    plain = tenon.sweep(FALL, {"v": "0.5..1.5", "h": "0.1:0.9:3"}, "x", text=True, samples=5, output=tmp_path / "a.csv")
    locale.setlocale(locale.LC_NUMERIC, known[0])
    try:
        again = tenon.sweep(FALL, {"v": "0.5..1.5", "h": "0.1:0.9:3"}, "x", text=True, samples=5, output=tmp_path / "b.csv")
    finally:
        locale.setlocale(locale.LC_NUMERIC, "C")
    assert list(again.rows()) == list(plain.rows()) and (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def _has(name):
    try:
        locale.setlocale(locale.LC_NUMERIC, name)
    except locale.Error:
        return False
    locale.setlocale(locale.LC_NUMERIC, "C")
    return True
