#!/bin/sh
# All kinds of vector instructions give the same bytes (TENON_SIMD).
set -eu
for scene in barzel-barr-1988/towers contact/pyramid platt-barr-1988/gelatin; do
    for simd in none base avx2 avx512; do
        TENON_SIMD=$simd "$TENON" run "$SOURCE/examples/$scene.tn" --until 0.2 --quiet --csv $simd.csv
        cmp none.csv $simd.csv
    done
done
