#!/bin/sh
# check_names.sh [REPOSITORY]: no two files of src/ have the same name, so that a name in a message, a stack trace or a
# search means one file. Names that still clash are listed in tools/names_allowed.txt; a name that no longer clashes must
# leave that list. Prints one line per violation and fails if there is any.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 1

{
    sed 's/#.*//; s/[[:space:]]//g; /^$/d; s/^/allowed /' tools/names_allowed.txt
    find src -type f | sort | sed 's|^\(.*/\)\([^/]*\)$|file \2 \1\2|'
} | awk '
$1 == "allowed" { allowed[$2] = 1; next }
{ count[$2]++; paths[$2] = paths[$2] " " $3 }
END {
    for (name in count)
        if (count[name] > 1 && !(name in allowed)) { print name ": several files have this name:" paths[name]; bad = 1 }
    for (name in allowed)
        if (count[name] < 2) { print name ": no longer clashes; remove it from tools/names_allowed.txt"; bad = 1 }
    exit bad
}'
