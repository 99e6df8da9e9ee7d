# The Python module: its suite (pytest), with the module of this build. With sanitizers (SANITIZER_LIBRARY) the interpreter
# loads them first; leaks are looked for by test_leaks.py as released, since the interpreter itself keeps memory to its end.
. "$SOURCE/tests/app/lib.sh"
export PYTHONPATH="$BUILD/python" PYTHONDONTWRITEBYTECODE=1
set -- "$PYTHON" -m pytest -q -x -p no:cacheprovider "$SOURCE/tests/python"
if [ -n "${SANITIZER_LIBRARY:-}" ]; then
    export ASAN_OPTIONS=detect_leaks=0 PYTHONMALLOC=malloc
    set -- env LD_PRELOAD="$SANITIZER_LIBRARY" "$@" --ignore="$SOURCE/tests/python/test_leaks.py"
fi
try 0 "$@"
cat out
finish
