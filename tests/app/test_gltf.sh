# tenon run --gltf: every scene of the gallery as an animated glTF scene that the official validator accepts.
. "$SOURCE/tests/app/lib.sh"

# number FILE OFFSET: four bytes, the lowest first
number() { od -An -v -tu1 -j "$2" -N 4 "$1" | awk '{ print $1 + 256 * ($2 + 256 * ($3 + 256 * $4)) }'; }

mkdir scenes
until=$(effort 0.5 0.1)
for scene in "$SOURCE"/examples/*/*.tn; do
    name=$(basename "$scene" .tn)
    try 0 "$TENON" run "$scene" --until "$until" --frames-per-second 10 --gltf "scenes/$name.glb" --quiet
    [ -s "scenes/$name.glb" ] || continue
    same "$name: magic" "$(head -c 4 "scenes/$name.glb")" glTF
    same "$name: version" "$(number "scenes/$name.glb" 4)" 2
    same "$name: length" "$(number "scenes/$name.glb" 8)" "$(wc -c <"scenes/$name.glb" | tr -d ' ')"
done
[ "$(ls scenes | wc -l)" -ge 5 ] || fail "few scenes in the gallery"

# The names are those of the model.
head -c 20000 scenes/towers.glb | tr -d '\0' | grep -aqF '"name":"link[1]"' || fail "towers: no node link[1]"

# If the file cannot be created, nothing is computed; on a full disk the status is 3.
try 2 "$TENON" run "$SOURCE/examples/barzel-barr-1988/pendulum.tn" --until 1e9 --gltf missing/a.glb
said "cannot write missing/a.glb"
try 2 "$TENON" run "$SOURCE/examples/barzel-barr-1988/pendulum.tn" --until 1e9 --gltf a.obj
said "must end in .glb"
if [ -c /dev/full ]; then
    ln -s /dev/full full.glb
    try 3 "$TENON" run "$SOURCE/examples/barzel-barr-1988/pendulum.tn" --until 0.1 --gltf full.glb --quiet
    said "No space left on device"
fi
no_leftovers

# The validator is a package of node's registry; without either the rest is skipped.
cp "$SOURCE/tests/gltf/package.json" "$SOURCE/tests/gltf/package-lock.json" "$SOURCE/tests/gltf/validate.js" .
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "SKIPPED: node and npm are not here: the glTF scenes were not validated"
elif ! timeout 120 npm ci --no-audit --no-fund >npm.log 2>&1; then
    echo "SKIPPED: gltf-validator could not be installed: the glTF scenes were not validated"
    tail -n 3 npm.log
else
    try 0 node validate.js scenes/*.glb
    cat out
fi
finish
