#!/bin/sh
# format.sh [--check]: formats all C sources with clang-format, or only lists those that are not formatted.
set -eu
cd "$(dirname "$0")/.."
mode=-i
[ "${1:-}" = --check ] && mode='--dry-run -Werror'
# shellcheck disable=SC2086
find src include app studio tests bench tools python/src \( -name '*.[ch]' -o -name '*.cpp' \) -type f -print0 2>/dev/null |
    xargs -0 -r clang-format --style=file $mode
