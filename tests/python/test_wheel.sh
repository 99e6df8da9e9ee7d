# The wheel: built and installed by pip without network into a fresh environment, and used from another folder.
. "$SOURCE/tests/app/lib.sh"
export TENON_BUILD="$BUILD" PYTHONDONTWRITEBYTECODE=1
unset PYTHONPATH

mkdir source
cp -r "$SOURCE/python" "$SOURCE/include" source/
rm -rf source/python/build source/python/*.egg-info
try 0 "$PYTHON" -m venv --system-site-packages fresh
try 0 fresh/bin/pip wheel --no-index --no-build-isolation --no-deps -w wheels ./source/python
[ -f wheels/tenon-*-cp311-abi3-*.whl ] || fail "there is no abi3 wheel: $(ls wheels)"
try 0 "$PYTHON" -m zipfile -l wheels/*.whl
for part in _tenon.abi3.so __init__.py _tenon.pyi py.typed LICENSE NOTICE; do printed "$part"; done
try 0 fresh/bin/pip install --no-index wheels/*.whl

# Nothing points into the build, and every library that it loads has a notice.
module=$(find fresh -name '_tenon.abi3.so')
try 0 ldd "$module"
cp out loaded
grep -q "$BUILD" loaded && fail "the module loads something from the build: $(cat loaded)"
grep -q 'not found' loaded && fail "a library is missing: $(cat loaded)"
try 0 readelf -d "$module"
printed '(NEEDED)'
grep -qE 'RPATH|RUNPATH' out && fail "the module has a run path: $(grep PATH out)"
for library in $(sed -n 's/.*NEEDED.*\[lib\([a-z]*\).*/\1/p' out); do
    case $library in
    c | m | pthread | dl) ;;
    *) grep -qi "$library" "$SOURCE/python/NOTICE" || fail "NOTICE does not name $library" ;;
    esac
done

mkdir elsewhere
cat >elsewhere/use.py <<'PY'
import os, tenon
assert "fresh" in tenon.__file__, tenon.__file__
w = tenon.World()
ball = w.add("sphere", 0.1, position=(0, 0, 1))
w.connect(ball.center, (0, 0, 0))
w.advance(3)
assert ball.position.norm() < 1e-8
print("works in", os.getcwd(), tenon.__version__)
PY
(cd elsewhere && try 0 env -u TENON_BUILD ../fresh/bin/python use.py && printed "works in" && [ "$failures" -eq 0 ]) || fail "the installed module does not work: $(cat elsewhere/err)"

# Without a build the message says what to do.
TENON_BUILD=$PWD/none try 1 fresh/bin/pip wheel --no-index --no-build-isolation --no-deps -w wheels ./source/python
cat out err >all
grep -q 'run .make. in' all || fail "a missing build is not explained: $(tail -n 5 all)"
finish
