"""tenon.sweep: tables, the same numbers as the command, failures, Ctrl-C."""
import math
import os
import signal
import threading

import pytest
import tenon

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


def test_ctrl_c_ends_a_sweep():
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        tenon.sweep("let k = 1; world: until 1e4; end object a: particle 1; velocity 1 0 0; end spring a.center (0,0,0) stiffness k;",
                    {"k": "1:2:50"}, "a.center.x", text=True, workers=2)
    timer.join()
