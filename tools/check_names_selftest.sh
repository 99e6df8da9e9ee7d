#!/bin/sh
# Does check_names.sh find every kind of violation?
set -u
check=$(cd "$(dirname "$0")" && pwd)/check_names.sh
wrong=0

# expect MESSAGE: what the check must print about the tree; empty: nothing.
expect() {
    said=$(sh "$check" house 2>&1)
    status=$?
    if [ "$said" != "$1" ] || { [ -z "$1" ] && [ $status -ne 0 ]; } || { [ -n "$1" ] && [ $status -eq 0 ]; }; then
        echo "expected '$1', got status $status and '$said'"
        wrong=1
    fi
}

mkdir -p house/src/base house/src/math
: >house/src/base/a.c
: >house/src/math/b.c
expect ''
: >house/src/math/a.c
expect 'a.c: several files have this name: src/base/a.c src/math/a.c'
rm house/src/math/a.c
expect ''
exit $wrong
