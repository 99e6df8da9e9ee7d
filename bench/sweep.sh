#!/bin/sh
# sweep.sh [RUNS [SHELL_RUNS]]: a sweep of a slider-crank: runs per second with 1 worker, with 2, by mpirun -np 2, beside a shell
# loop over `tenon run` (SHELL_RUNS of them). Efficiency is that of two beside twice one. Processor time per run is printed
# as well, and how long the two workers waited for each other: both do not depend on what else the machine does, and give
# the efficiency that a quiet machine would show. TENON: the command, build/tenon if it is not set.
set -eu
cd "$(dirname "$0")/.."
tenon=${TENON:-$PWD/build/tenon}
runs=${1:-10000}
shell_runs=${2:-$((runs / 20))}
scene=$PWD/examples/mechanisms/slider-crank.tn
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
rate=0

# measure NAME RUNS COMMAND...: prints runs per second of the clock, and milliseconds of processor time per run.
measure() {
    name=$1 count=$2
    shift 2
    /usr/bin/env bash -c 'TIMEFORMAT="%R %U %S"; { time "$@" >/dev/null 2>&1; } 2>times' - "$@"
    awk -v name="$name" -v n="$count" -v one="$rate" '{ r = n / $1
        printf "%-22s %8.1f runs/s %8.2f ms of processor time per run", name, r, ($2 + $3) / n * 1000
        if (one > 0) printf "   efficiency %.2f", r / (2 * one); print "" }' times
}

set -- "$tenon" sweep "$scene" --set "r=0.1:0.2:$runs" --probe 'max(speed)' --probe 'rms(side-thrust)' --until 1 -q
measure "1 worker" "$runs" "$@" --workers 1 -o one.csv
rate=$(awk -v n="$runs" '{ print n / $1 }' times)
one=$(awk '{ print $2 + $3 }' times)
measure "2 workers" "$runs" "$@" --workers 2 -o two.csv
two=$(awk '{ print $2 + $3 }' times)
cmp one.csv two.csv

# Of a thread the system counts the time that it ran and the time that it was ready to run; otherwise it waited.
"$@" --workers 2 -o threads.csv &
pid=$!
while kill -0 $pid 2>/dev/null; do
    for thread in /proc/$pid/task/*; do
        [ ! -r "$thread/schedstat" ] || echo "$thread $(cut -d' ' -f1 /proc/uptime) $(cat "$thread/schedstat")"
    done
    sleep 0.1
done >threads 2>/dev/null
wait $pid
awk -v one="$one" -v two="$two" 'NF > 3 { if (!($1 in t)) { t[$1] = $2; r[$1] = $3 + $4 } n[$1] = $3; w[$1] = $2 - t[$1] - ($3 + $4 - r[$1]) * 1e-9 }
    END { for (k in n) if (n[k] * 1e-9 > two / 10) waited += w[k] > 0 ? w[k] : 0
        printf "2 workers waited for %.3f s, computed for %.3f s; 1 worker %.3f s: efficiency %.2f\n", waited, two, one, one / (two + waited) }' threads

if command -v mpirun >/dev/null; then
    measure "mpirun -np 2" "$runs" mpirun -np 2 "$@" --workers 1 -o mpi.csv
    cmp one.csv mpi.csv
fi
rate=0
cat >loop.sh <<LOOP
for i in \$(seq 1 $shell_runs); do
    "$tenon" run "$scene" --until 1 --quiet --csv - --set r=\$(awk "BEGIN { print 0.1 + 0.1 * \$i / $shell_runs }") >row.csv
done
LOOP
measure "a loop of the shell" "$shell_runs" sh loop.sh
