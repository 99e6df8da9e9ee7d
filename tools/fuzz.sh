#!/bin/sh
# fuzz.sh SECONDS [TARGET...]: runs each fuzz target of tests/fuzz (or the named ones) for this long. Findings and the
# inputs with new coverage stay in out/fuzz/, where the next run continues; a finding belongs into tests/fuzz/corpus/.
set -u
cd "$(dirname "$0")/.." || exit 1
seconds=${1:-600}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- drawing formula mesh message record scene
cmake -S . -B build-fuzz -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS_DEBUG=-O1 -g" \
    -DTENON_FUZZ=ON -DTENON_TESTS=OFF >/dev/null && cmake --build build-fuzz --target fuzzers -- --quiet || exit 1
mkdir -p out/fuzz || exit 1
root=$PWD
found=0
for target in "$@"; do
    echo "== $target for $seconds s"
    if (cd out/fuzz && sh "$root/tests/fuzz/run.sh" "$root/build-fuzz/fuzz/fuzz_$target" "$target" "$seconds" >"$target.log" 2>&1); then
        grep -E '^stat::|DONE' "out/fuzz/$target.log"
    else
        found=$((found + 1))
        tail -n 40 "out/fuzz/$target.log"
    fi
done
echo "$found of $# targets found something; see out/fuzz/"
[ "$found" -eq 0 ]
