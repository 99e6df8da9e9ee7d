"""All programs of docs/python.md run, one after another."""
import os
import re
from pathlib import Path


def test_the_programs_of_the_page_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (Path(os.environ["SOURCE"]) / "docs/python.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(programs) >= 7
    names = {}
    for program in programs:
        exec(compile(program, "docs/python.md", "exec"), names)
