# The built page in web/dist is what its sources give, byte for byte, with the notices of everything in it; and what a
# browser loads before the editor is opened stays small.
. "$SOURCE/tests/web/prepare.sh"
failures=0
fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

for part in src public index.html licenses.js vite.config.js tsconfig.json; do
    rm -rf "${web:?}/$part"
    cp -R "$SOURCE/web/$part" "$web/"
done
(cd "$web" && npm run --silent build) >build.log 2>&1 || {
    cat build.log
    fail "the page does not build"
}
flock -u 9
diff -r "$web/dist" "$SOURCE/web/dist" >difference 2>&1 || {
    head -20 difference | cut -c 1-200
    fail "web/dist is not what the sources give: run npm ci && npm run build in web/"
}
[ -s "$web/dist/LICENSES.txt" ] || fail "there are no notices"
for package in three preact uplot @codemirror/state; do
    grep -q "^$package " "$web/dist/LICENSES.txt" || fail "LICENSES.txt lacks $package"
done
size=$(cat "$web/dist/assets/index.js" "$web/dist/assets/three.js" | gzip -9 | wc -c)
[ "$size" -le 230000 ] || fail "$size bytes of compressed script are loaded at first, more than 230000"
[ $failures -eq 0 ]
