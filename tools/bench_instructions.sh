#!/bin/sh
# bench_instructions.sh TENON: counts instructions (callgrind), for comparing commits where times are too noisy.
#
# Prints one line each: instructions per link for an evaluation by the library and by a hand-written kernel, then for the
# steps of some scenes, and for a whole small run from the start of the process. The same program and machine give the
# same numbers, to a few in a million.
set -eu
[ $# -eq 1 ] && [ -x "$1" ] || { echo "usage: bench_instructions.sh build/tenon" >&2; exit 2; }
command -v valgrind >/dev/null || { echo "bench_instructions.sh: valgrind is not installed (tools/setup.sh packages-peers.txt)" >&2; exit 2; }
case $1 in /*) tenon=$1 ;; *) tenon=$PWD/$1 ;; esac
examples=$(cd "$(dirname "$0")/../examples" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# count FUNCTION PROGRAM ARGUMENT...: instructions inside FUNCTION (all: of the whole process) of a program.
count() {
    toggle=
    [ "$1" = all ] || toggle="--toggle-collect=$1"
    shift
    # shellcheck disable=SC2086
    valgrind --tool=callgrind --callgrind-out-file="$folder/out" $toggle "$@" >/dev/null 2>"$folder/said" ||
        { cat "$folder/said" >&2; exit 1; }
    sed -n 's/^.*Collected *: *\([0-9]*\).*/\1/p' "$folder/said"
}

# Three repeats minus one: two rounds of 1 + 20000/N evaluations for N = 10, 100 and 1000 links, without plans and tables.
links=$((2 * (10 * 2001 + 100 * 201 + 1000 * 21)))
a_link() {
    many=$(count "$1" "$tenon-bench" evaluate --largest 1000 --repeats 3)
    few=$(count "$1" "$tenon-bench" evaluate --largest 1000 --repeats 1)
    printf '%-44s %12.1f per link\n' "$2" "$(echo "$many $few $links $3" | awk '{ print ($1 - $2) / $3 / $4 }')"
}
a_link tn_evaluate "evaluation, open, closed and tree" 3
a_link chain_evaluate "evaluation by hand, open" 1

for scene in "benchmarks/andrews" "mechanisms/slider-crank --until 1" "barzel-barr-1988/towers --until 1" \
    "barzel-barr-1988/towers --until 1 --integrator rk4 --step 0.005" \
    "slides/pendulum-chain --until 1" "contact/pyramid --until 0.5" "gascuel-1994/flying-snake --until 1" \
    "platt-barr-1988/gelatin --until 0.2" "witkin-1990/coupler-curve --until 0.2"; do
    # shellcheck disable=SC2086
    set -- $scene
    name=$1
    shift
    printf '%-44s %12d\n' "steps of $scene" "$(count tn_advance "$tenon" run "$examples/$name.tn" --quiet "$@")"
done
printf '%-44s %12d\n' "a process, from its start to the first step" \
    "$(count all "$tenon" run "$examples/barzel-barr-1988/compound-pendulum.tn" --until 0.001 --quiet)"
