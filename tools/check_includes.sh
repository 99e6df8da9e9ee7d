#!/bin/sh
# check_includes.sh [REPOSITORY]: does every room include only what it may?
#
# The table below lists each room and the rooms directly below it; a room may also include what those may include. Every
# room may include itself and the public headers. The command, tenon-bench and the Python module may include only the
# public headers; include/tenon/ only itself. Tests, tools and the benchmarks of single parts (bench/internal) may include anything.
# Prints one line per violation and fails if there is any.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 1

{
    cat <<'TABLE'
room base
room math base
room linear math
room formula math
room object math formula
room flexible object
room connector object
room collide object
room constraint connector
room force connector
room dynamics linear constraint force flexible
room contact dynamics collide
room displacement contact
room goals dynamics
room time displacement
room world time goals
room record world
room model world
room scene formula
room source scene model
room view world
room picture view
room studio scene record
TABLE
    # The rooms that exist, so that a room missing in the table is noticed.
    for dir in src/*/; do [ -d "$dir" ] && echo "have $(basename "$dir")"; done
    find src include app bench python/src -path bench/internal -prune -o -path bench/peers -prune -o -type f \( -name '*.[ch]' -o -name '*.inc' -o -name '*.def' \) -exec \
        grep -nE '^[[:space:]]*#[[:space:]]*include' /dev/null {} +
} | awk '
function complain(what) { printf "%s:%s: %s\n", file, line, what; bad = 1 }

# May room `from` include room `to`? Walks down the table.
function may(from, to, below, n, i) {
    if (from == to) return 1
    n = split(under[from], below, " ")
    for (i = 1; i <= n; i++) if (may(below[i], to)) return 1
    return 0
}

$1 == "room" { under[$2] = ""; for (i = 3; i <= NF; i++) under[$2] = under[$2] " " $i; next }
$1 == "have" { if (!($2 in under)) { print "src/" $2 ": this room is not in the table of check_includes.sh"; bad = 1 }; next }

{
    # file:line:#include "name"
    match($0, /:[0-9]+:/)
    file = substr($0, 1, RSTART - 1)
    line = substr($0, RSTART + 1, RLENGTH - 2)
    rest = substr($0, RSTART + RLENGTH)
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", rest)
    quote = substr(rest, 1, 1)
    if (quote != "\"" && quote != "<") { complain("the name of an included file must be written out"); next }
    name = substr(rest, 2)
    sub(/[">].*/, "", name)

    if (name ~ /(^|\/)\.\.?(\/|$)/) { complain("\"" name "\": no ./ or ../ in an include"); next }
    local = (name !~ /\//)
    head = name
    sub(/\/.*/, "", head)

    if (file ~ /^include\//) {
        if (quote == "\"" && head != "tenon") complain("a public header includes \"" name "\", which is not public")
        else if (quote == "<" && (head in under)) complain("a public header includes <" name ">, which is not public")
        next
    }
    if (file ~ /^(app|bench|python)\//) {
        program = file ~ /^app\// ? "the command" : file ~ /^bench\// ? "tenon-bench" : "the Python module"
        if (quote == "\"" && !local && head != "tenon") complain(program " includes \"" name "\", which is not public")
        else if (quote == "<" && (head in under)) complain(program " includes <" name ">, which is not public")
        next
    }
    room = file
    sub(/^src\//, "", room)
    sub(/\/.*/, "", room)
    if (head == "tenon" || (quote == "\"" && local)) next
    if (quote == "<" && !(head in under)) next
    if (!(head in under)) complain("\"" name "\" is in no room; the headers of others are written <" name ">")
    else if (!may(room, head)) complain(room " must not include " name)
}
END { exit bad }
'
