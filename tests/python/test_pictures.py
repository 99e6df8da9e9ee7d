"""Pictures, movies, plots, and what notebooks show."""
import os
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as tree

import pytest
import tenon


def size_of(png):
    return struct.unpack(">II", png[16:24])


def test_pictures(tmp_path, pendulum):
    w = pendulum
    p = w.picture(size=(64, 36), quality="draft", show="forces,names", camera=((0, -4, 0), (0, 0, 0)), title="now")
    p.save(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    assert data == p.png() == p._repr_png_() and size_of(data) == (64, 36) == p.size
    assert memoryview(p.pixels).shape == (36, 64, 4)
    assert size_of(w._repr_png_()) == (640, 360)
    assert "64 × 36" in repr(p)


def test_pictures_of_other_times(pendulum):
    w = pendulum
    look = {"size": (48, 27), "quality": "draft", "camera": ((0, -4, 0), (0, 0, 0))}
    start = w.picture(**look).png()
    later = w.picture(at=0.4, **look).png()
    assert w.time == 0 and later != start
    w.run(until=1, frames=10)
    assert w.picture(at=0.4, **look).png() == later and w.picture(at=0, **look).png() == start
    assert w.time == 1
    with pytest.raises(ValueError):
        w.clone().picture(at=0.5)


@pytest.mark.skipif(not shutil.which("ffmpeg"), reason="ffmpeg is not installed")
def test_movies(tmp_path, pendulum):
    w = pendulum
    w.run(until=0.3, frames=10)
    m = w.movie(tmp_path / "a.mp4", frames=10, size=(64, 36), quality="draft")
    assert m.frames == 4 and (tmp_path / "a.mp4").read_bytes() == m.data and w.time == 0.3
    assert "<video" in m._repr_html_() and "4 frames" in repr(m)
    m.save(tmp_path / "b.mp4")
    for ending, kind in ((".gif", "<img src=\"data:image/gif"), (".webm", "data:video/webm"), (".apng", "<img"), (".MOV", "<video")):
        assert kind in w.movie(tmp_path / f"c{ending}", frames=5, size=(32, 18), quality="draft")._repr_html_()
    with pytest.raises(tenon.FileError, match="c.avi"):
        w.movie(tmp_path / "c.avi")
    with pytest.raises(ValueError):
        m.save(tmp_path / "b.gif")


CUT = """import resource, signal, sys, tenon
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
w = tenon.loads("gravity 9.81; object a: sphere 0.1; end")
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    w.movie(sys.argv[1], until=0.5, frames=10, size=(64, 48), quality="draft")
except tenon.FileError as error:
    sys.exit(f"cut: {error}")
"""


@pytest.mark.skipif(not shutil.which("ffmpeg"), reason="ffmpeg is not installed")
@pytest.mark.parametrize("ending", ["mp4", "mov", "mkv", "webm", "gif", "apng"])
def test_a_movie_that_could_not_be_written_is_an_error(tmp_path, ending):
    whole = subprocess.run([sys.executable, "-c", CUT, tmp_path / f"whole.{ending}", str(2**30)], capture_output=True, text=True)
    assert whole.returncode == 0, whole.stderr
    size = (tmp_path / f"whole.{ending}").stat().st_size
    for limit in (size // 3, size - 1):
        done = subprocess.run([sys.executable, "-c", CUT, tmp_path / f"cut.{ending}", str(limit)], capture_output=True, text=True)
        assert done.returncode == 1 and "cut: " in done.stderr and not (tmp_path / f"cut.{ending}").exists()


def test_a_movie_into_a_pipe_is_refused(tmp_path, pendulum):
    os.mkfifo(tmp_path / "pipe.mp4")
    with pytest.raises(tenon.FileError, match="pipe.mp4.*(plain file|named pipe)"):
        pendulum.movie(tmp_path / "pipe.mp4", until=0.1, frames=10, size=(32, 18), quality="draft")
    assert (tmp_path / "pipe.mp4").is_fifo()


def test_plots(tmp_path, pendulum):
    log = pendulum.run(until=0.5, frames=20, probes={"z": "bar.center.z", "x": "bar.center.x"})
    plot = log.svg("z", title="falling")
    assert tree.fromstring(plot._repr_svg_()).tag.endswith("svg")
    plot.save(tmp_path / "p.png")
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    log.svg(x="x").save(tmp_path / "p.svg")
    log.to_csv(tmp_path / "p.csv")
    assert (tmp_path / "p.csv").read_text().splitlines()[0] == "t,z,x"
    assert set(log.to_dict()) == {"t", "z", "x"}
    with pytest.raises(tenon.UnknownName):
        log.svg("zz")


def test_matplotlib(pendulum):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    axes = pendulum.run(until=0.5, frames=20, probes={"z": "bar.center.z"}).plot(title="falling")
    assert axes.get_lines()[0].get_label() == "z" and axes.get_xlabel() == "t [s]"


def test_the_log_is_that_of_the_command(tmp_path, command, pendulum):
    """The same frames and the same bits as `tenon run`."""
    pendulum.probes["z"] = "bar.center.z"
    pendulum.save(tmp_path / "p.tn")
    command("run", tmp_path / "p.tn", "--csv", tmp_path / "c.csv", "--until", 1, "--frames-per-second", 30, "--quiet")
    log = tenon.load(tmp_path / "p.tn").run(until=1, frames=30, objects=True)
    log.to_csv(tmp_path / "l.csv")
    assert (tmp_path / "l.csv").read_text() == (tmp_path / "c.csv").read_text()
