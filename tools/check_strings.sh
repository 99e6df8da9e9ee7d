#!/bin/sh
# check_strings.sh [REPOSITORY]: tracked files must not contain paths of one machine or personal notes. This file is
# exempt, because it lists the words.
set -u
self=tools/check_strings.sh
cd "${1:-$(dirname "$0")/..}" || exit 1

if [ -e .git ] && git ls-files >/dev/null 2>&1; then
    files() { git ls-files -z; }
else
    files() { find . -type f -not -path './build*' -not -path './out/*' -not -path './.git/*' -print0 | sed -z 's|^\./||'; }
fi

# Skips binary files (-I) and tracked files that were just deleted (-s).
found=$(files | grep -zvxF "$self" | xargs -0 -r grep -nHIsF \
    -e '../shared' \
    -e '/work/' \
    -e 'TODO' \
    -e 'FIXME')
[ -z "$found" ] && exit 0
echo "these lines contain words that do not belong in the repository:"
printf '%s\n' "$found"
exit 1
