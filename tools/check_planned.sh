#!/bin/sh
# check_planned.sh [REPOSITORY]: what is planned is constant: only the code that makes a plan writes to its arrays, by their
# second names (make_NAME, src/base/planned.h). Prints one line per violation and fails if there is any.
set -u
cd "${1:-$(dirname "$0")/..}" || exit 1

makers='^src/(picture/|world/features/|world/world\.c|dynamics/four\.c|linear/(ldl_analyze|ldl_order|supernode_pattern)\.c)'

found=$(find src -name '*.[ch]' -o -name '*.inc' | sort | grep -vE "$makers" |
    xargs grep -HnE '(->|\.)make_[a-z_]+' | sed -E 's/^([^:]*:[0-9]*):.*(->|\.)(make_[a-z_]+).*/\1: \3: only planning writes what is planned/')
[ -z "$found" ] && exit 0
echo "$found"
exit 1
