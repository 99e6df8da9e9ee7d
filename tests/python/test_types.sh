# Types: mypy (Debian's) over the package, its stub of the C side and the example programs; the stub against the module.
. "$SOURCE/tests/app/lib.sh"
export PYTHONPATH="$BUILD/python" MYPYPATH="$SOURCE/python" PYTHONDONTWRITEBYTECODE=1
try 0 "$PYTHON" -m mypy --cache-dir . --config-file "$SOURCE/python/pyproject.toml" "$SOURCE/python/tenon" "$SOURCE"/examples/python/*.py
cat out

# The stub has what the module has, and nothing else. __buffer__ is how stubs write the buffer protocol; Python has it from 3.12 on.
echo 'tenon._tenon.Array.__buffer__' >allowed
MYPYPATH="$BUILD/python" try 0 "$PYTHON" -m mypy.stubtest tenon._tenon --allowlist allowed --mypy-config-file "$SOURCE/python/pyproject.toml"
cat out
finish
