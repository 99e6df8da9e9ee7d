"""The program that the page of the module begins with, as it is printed there."""
import os
import re
import runpy
from pathlib import Path

SOURCE = Path(os.environ["SOURCE"])


def first_program():
    page = (SOURCE / "docs/python.md").read_text()
    return re.search(r"```python\n(.*?)```", page, re.S).group(1)


def test_the_first_program_runs_as_written(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.py").write_text(first_program())
    made = runpy.run_path("first.py")
    gap, pull = (float(x) for x in capsys.readouterr().out.split()[:2])
    assert gap < 1e-9
    assert pull > made["rod"].mass * 9.81
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")
    assert made["w2"].lets["g"] == 3 and made["w"].lets["g"] == 9.81
    assert tuple(made["w2"].gravity or ()) in ((), (0, 0, -3))
    assert "keep" in (tmp_path / "pendulum.tn").read_text()


def test_the_clone_falls_with_its_own_gravity(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first.py").write_text(first_program())
    made = runpy.run_path("first.py")
    w, w2 = made["w"], made["w2"]
    assert abs(w.measure().potential / w2.measure().potential - 9.81 / 3) < 1e-9
