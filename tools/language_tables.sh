#!/bin/sh
# language_tables.sh [--check] [TENON]: regenerates the tables of docs/language.md from the tables of kinds, between the
# lines <!-- kinds NAME --> and <!-- end of NAME -->; with --check, fails if a table is out of date.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
check=no
[ "${1:-}" = --check ] && { check=yes; shift; }
tenon=${1:-$top/build/tenon}
page=$top/docs/language.md
new=$(mktemp) || exit 1
trap 'rm -f "$new"' EXIT
awk -v tenon="$tenon" '
    /^<!-- kinds [a-z]+ -->$/ {
        print
        command = "\"" tenon "\" kinds --table " $3
        while ((command | getline line) > 0) print line
        if (close(command) != 0) bad = 1
        inside = 1
    }
    /^<!-- end of [a-z]+ -->$/ { inside = 0 }
    !inside
    END { exit bad }' "$page" >"$new" || { echo "language_tables.sh: tenon kinds --table failed"; exit 1; }
if [ $check = yes ]; then
    diff "$page" "$new" || { echo "docs/language.md: tables are stale; run tools/language_tables.sh"; exit 1; }
else
    cp "$new" "$page"
fi
