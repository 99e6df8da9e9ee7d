#!/bin/sh
# in_temp.sh COMMAND...: runs a command in an empty folder that is removed afterwards.
dir=$(mktemp -d "${TMPDIR:-/tmp}/tenon-test.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM
cd "$dir" || exit 1
"$@"
