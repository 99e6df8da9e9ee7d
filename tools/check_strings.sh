#!/bin/sh
# check_strings.sh [REPOSITORY]: tracked files must not hold words that belong elsewhere:
# paths of one machine, and notes to oneself. This file is exempt, as it must list them.
set -u
self=tools/check_strings.sh
cd "${1:-$(dirname "$0")/..}" || exit 1

if [ -e .git ] && git ls-files >/dev/null 2>&1; then
    files() { git ls-files -z; }
else
    files() { find . -type f -not -path './build*' -not -path './out/*' -not -path './.git/*' -print0 | sed -z 's|^\./||'; }
fi

# Pictures and other binary files are passed over (-I); a tracked file that was just deleted is no trouble (-s).
found=$(files | grep -zvxF "$self" | xargs -0 -r grep -nHIsF \
    -e '../shared' \
    -e '/work/' \
    -e 'TODO' \
    -e 'FIXME')
[ -z "$found" ] && exit 0
echo "these lines hold words that do not belong in the repository:"
printf '%s\n' "$found"
exit 1
