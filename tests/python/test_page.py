"""All programs of docs/python.md but the first (test_example.py) run, one after another."""
import os
import re
from pathlib import Path

import pytest
import tenon


def test_the_programs_of_the_page_run(tmp_path, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.chdir(tmp_path)
    page = (Path(os.environ["SOURCE"]) / "docs/python.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(programs) >= 7
    names = {"tenon": tenon}
    for program in programs[1:]:
        exec(compile(program, "docs/python.md", "exec"), names)
