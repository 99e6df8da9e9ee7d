#!/bin/sh
# check_names.sh [REPOSITORY]: no two files of src/ have the same name, so that a name in a message, a stack trace or a
# search means one file. Prints one line per violation and fails if there is any.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 1

find src -type f | sort | sed 's|^.*/\([^/]*\)$|\1 &|' | awk '
{ count[$1]++; paths[$1] = paths[$1] " " $2 }
END {
    for (name in count)
        if (count[name] > 1) { print name ": several files have this name:" paths[name]; bad = 1 }
    exit bad
}'
