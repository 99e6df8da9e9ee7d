# docs/reference.md is what tools/reference.sh makes of the headers, and has every function of them.
. "$SOURCE/tests/app/lib.sh"
sh "$SOURCE/tools/reference.sh" --check >said 2>&1 || fail "$(cat said)"
cat "$SOURCE"/include/tenon/*.h | grep -oE '^TN_API [^;(]*\(' | grep -oE 'tn_[a-z0-9_]+\($' | tr -d '(' | sort -u >functions
[ "$(wc -l <functions)" -gt 200 ] || fail "only $(wc -l <functions) functions in the headers"
while read -r name; do
    grep -q "<a id=\"$name\"></a>" "$SOURCE/docs/reference.md" || fail "docs/reference.md does not have $name: run tools/reference.sh"
done <functions
finish
