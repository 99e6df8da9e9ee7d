# Types: mypy (Debian's) over the package, its stub of the C side and the example programs; the stub against the module.
. "$SOURCE/tests/app/lib.sh"
export PYTHONPATH="$BUILD/python" MYPYPATH="$SOURCE/python" PYTHONDONTWRITEBYTECODE=1
try 0 "$PYTHON" -m mypy --cache-dir . --config-file "$SOURCE/python/pyproject.toml" "$SOURCE/python/tenon"
cat out
finish
