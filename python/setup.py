"""Builds the extension module against the static libraries of a build of Tenon.

TENON_BUILD names the build folder; by default it is ../build, which `make` in the repository makes. What the library
links is read from the files for pkg-config that the build writes.
"""
import os
import re
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

here = Path(__file__).resolve().parent
source = here.parent
build = Path(os.environ.get("TENON_BUILD", source / "build")).resolve()
version = re.search(r'TN_VERSION "([^"]+)"', (source / "include/tenon/types.h").read_text()).group(1)
archives = [build / "lib/libtenon-picture.a", build / "lib/libtenon.a"]


def linked(name):
    """The libraries that a static library of the build needs, from its file for pkg-config."""
    text = (build / f"{name}.pc").read_text() if (build / f"{name}.pc").exists() else ""
    return [word[2:] for line in text.splitlines() if line.startswith("Libs.private") for word in line.split() if word.startswith("-l")]


class Build(build_ext):
    def run(self):
        missing = [str(a) for a in archives if not a.exists()]
        if missing:
            raise SystemExit(f"{missing[0]} is missing: run `make` in {source} first, or set TENON_BUILD")
        super().run()


extension = Extension(
    "tenon._tenon",
    sorted(str(p.relative_to(here)) for p in (here / "src").glob("*.c")),
    include_dirs=[str(source / "include")],
    define_macros=[("Py_LIMITED_API", "0x030B0000"), ("_POSIX_C_SOURCE", "200809L")],
    extra_compile_args=["-std=c17", "-fvisibility=hidden", "-ffp-contract=off", "-g1"],
    extra_objects=[str(a) for a in archives],
    libraries=[*dict.fromkeys([*linked("tenon-picture"), *linked("tenon"), "m", "pthread"])],
    extra_link_args=["-Wl,--exclude-libs,ALL", "-Wl,--as-needed"],
    depends=[str(a) for a in archives] + [str(p) for p in (here / "src").glob("*.h")],
    py_limited_api=True,
)

setup(
    version=version,
    packages=["tenon"],
    package_dir={"tenon": "tenon"},
    package_data={"tenon": ["py.typed", "*.pyi"]},
    ext_modules=[extension],
    cmdclass={"build_ext": Build},
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
