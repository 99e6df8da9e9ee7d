# The Python module: its suite (pytest), with the module of this build.
. "$SOURCE/tests/app/lib.sh"
export PYTHONPATH="$BUILD/python" PYTHONDONTWRITEBYTECODE=1
try 0 "$PYTHON" -m pytest -q -x -p no:cacheprovider "$SOURCE/tests/python"
cat out
finish
