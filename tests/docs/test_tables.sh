# The tables of docs/language.md are those of the kinds.
. "$SOURCE/tests/app/lib.sh"
sh "$SOURCE/tools/language_tables.sh" --check "$TENON" >said 2>&1 || { fail "docs/language.md has stale tables"; cat said; }
[ "$(grep -c '^<!-- kinds' "$SOURCE/docs/language.md")" -ge 7 ] || fail "docs/language.md has too few tables of kinds"
finish
