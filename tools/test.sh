#!/bin/sh
# test.sh [--long]: everything that must pass before a change is submitted.
#   build-gcc    gcc, as released, warnings are errors: all tests, and the checks of the house
#   build-clang  clang, assertions on, address and undefined-behaviour sanitizers: all tests, and each fuzz target for a moment
# --long: the tests get TENON_LONG=1 and run in full (tests/effort.h), also with sanitizers; fuzz targets run for a minute
# each, guided by the code that they reach; some programs run under valgrind; and
#   build-tsan     clang, thread sanitizer: the tests with threads
#   build-gcc      the core once more by plain numbers and by SSE2 (TENON_SIMD)
#   build-aarch64  the core for aarch64, by qemu (test_aarch64.sh)
# Then follow the tests that took the most processor time, and the total. The last line counts the tests of all builds; a
# failed build counts as one failed test.
set -u
cd "$(dirname "$0")/.." || exit 1
unset TENON_LONG TENON_BRIEF
long=
if [ "${1:-}" = --long ]; then
    long=yes
    export TENON_LONG=1
fi
passed=0
failed=0

# suite FOLDER CMAKE_OPTIONS...: builds all, or target $target, and runs its tests, or those with label $label.
suite() {
    folder=$1
    shift
    echo "== $folder: $*"
    mkdir -p "$folder"
    if ! cmake -S . -B "$folder" -G Ninja -DTENON_TESTS=ON -DTENON_WERROR=ON "$@" >"$folder/configure.log" 2>&1; then
        cat "$folder/configure.log"
        built=no
    else
        cmake --build "$folder" --target "${target:-all}" -- --quiet && built=yes || built=no
    fi
    if [ $built = no ]; then
        echo "== $folder: the build failed"
        failed=$((failed + 1))
        return
    fi
    : >"$folder/times.txt"
    ctest --test-dir "$folder" --output-on-failure --no-tests=error -j "$(nproc)" ${long:+-C Long} -L "${label:-.}" \
        --output-junit "$PWD/$folder/result.xml"
    count $?
}

# count STATUS: adds the tests of $folder/result.xml; ctest's status must agree with it.
count() {
    status=$1
    total=$(attribute tests "$folder/result.xml")
    bad=$(attribute failures "$folder/result.xml")
    # ctest's exit status counts if it disagrees with its file.
    [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1 && total=$((total + 1))
    passed=$((passed + total - bad))
    failed=$((failed + bad))
}

# attribute NAME FILE: a number from the head of a result file, which has one attribute per line; 0 if it is missing.
attribute() {
    n=$(sed -n "s/^[[:space:]]*$1=\"\([0-9]*\)\".*/\1/p" "$2" 2>/dev/null | head -n 1)
    echo "${n:-0}"
}

# Sanitizer reports need debug information down to lines; more would take too much disk space for 120 programs.
suite build-gcc -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=Release -DTENON_DEBUG_INFO=-g1
suite build-clang -DCMAKE_C_COMPILER=clang "-DCMAKE_BUILD_TYPE=Debug" "-DCMAKE_C_FLAGS_DEBUG=-O1 -g1" \
    -DTENON_SANITIZE=address,undefined -DTENON_FUZZ=ON "-DTENON_FUZZ_GUIDED=${long:-no}" "-DTENON_SLOW_CHECKS=${long:-no}"
if [ -n "$long" ]; then
    target=threaded label=threads
    suite build-tsan -DCMAKE_C_COMPILER=clang "-DCMAKE_BUILD_TYPE=Debug" \
        "-DCMAKE_C_FLAGS_DEBUG=-O1 -g1" -DTENON_SANITIZE=thread
    tools/test_times.sh build-gcc build-clang build-tsan
    folder=build-gcc
    for simd in none base; do
        echo "== $folder: TENON_SIMD=$simd"
        TENON_SIMD=$simd ctest --test-dir "$folder" --output-on-failure --no-tests=error -j "$(nproc)" \
            -L '^(linear|constraint|dynamics|contact|displacement|flexible|time)$' --output-junit "$PWD/$folder/result.xml"
        count $?
    done
    folder=build-aarch64
    echo "== $folder"
    rm -f "$folder/result.xml"
    tools/test_aarch64.sh
    status=$?
    [ $status -eq 77 ] || count $status
else
    tools/test_times.sh --budget build-gcc build-clang
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
