#!/bin/sh
# run.sh PROGRAM TARGET SECONDS [OPTION...]: runs a fuzz target over its corpus and then on mutations of it for this long;
# "moment" means five seconds of the same mutations each time, a minute of new ones with TENON_LONG.
# New inputs and findings stay in the folder where it is started; the corpus of the repository is only read.
# A finding fails the run and prints its input; pass the file to the program to reproduce it.
set -u
program=$1 target=$2 seconds=$3
shift 3
if [ "$seconds" = moment ] && [ -n "${TENON_LONG:-}" ]; then
    seconds=60
elif [ "$seconds" = moment ]; then
    seconds=5
    set -- -seed=1 -runs=100000 "$@"
fi
here=$(cd "$(dirname "$0")" && pwd) || exit 1
mkdir -p "new-$target" || exit 1
exec "$program" -max_total_time="$seconds" -timeout=300 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 \
    -dict="$here/$target.dict" -artifact_prefix="./$target-" "$@" "new-$target" "$here/corpus/$target" </dev/null
