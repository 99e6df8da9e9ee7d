#!/bin/sh
# test_aarch64.sh: builds for aarch64 (NEON) with Debian's cross compiler and runs the core tests by qemu, in brief.
#
# The compiler and qemu are installed if they are missing. The libraries for aarch64 are unpacked into a folder of their
# own; nothing of this system is changed for them. Where something cannot be had, it says so and exits with 77. The last
# line counts the tests.
set -u
cd "$(dirname "$0")/.." || exit 1
build=build-aarch64
root=$PWD/$build/root
rooms='base|math|linear|formula|object|collide|constraint|dynamics|contact|displacement|flexible|time'
libraries='libsundials-dev libsundials-cvode6 libsundials-nvecserial6 libsundials-sunlinsol3 libsundials-sunmatrix4
    libsuitesparse-dev libamd2 libsuitesparseconfig5 liblapacke-dev liblapacke libtmglib3 libopenblas0-pthread libgfortran5
    libgomp1 libcmocka-dev libcmocka0'

skip() {
    echo "aarch64: skipped: $*"
    exit 77
}

# The packages come from the archives that this system uses, with an apt of their own: its lists, its cache, no installed
# packages, and all architectures but aarch64 left out.
fetch() {
    apt=$PWD/$build/apt
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/packages"
    : >"$apt/status"
    set -- -q -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State::lists="$apt/lists" \
        -o Dir::Cache="$apt/cache" -o Dir::State::status="$apt/status" -o APT::Sandbox::User= -o Debug::NoLocking=1
    apt-get "$@" update || return 1
    # shellcheck disable=SC2086 # one word a package
    (cd "$apt/packages" && apt-get "$@" download $libraries) || return 1
    for package in "$apt"/packages/*.deb; do
        dpkg-deb -x "$package" "$root" || return 1
    done
    # All libraries in one folder: those of LAPACK and BLAS lie in folders of their own.
    mkdir -p "$root/lib"
    for file in "$root"/usr/lib/aarch64-linux-gnu/*.so* "$root"/usr/lib/aarch64-linux-gnu/*/lib*.so*; do
        ln -sf "$file" "$root/lib/${file##*/}"
    done
    touch "$root/complete"
}

command -v dpkg-deb >/dev/null && command -v apt-get >/dev/null || skip "this is not Debian"
tools/setup.sh packages-aarch64.txt || skip "the cross compiler or qemu could not be installed"
mkdir -p "$build"
[ -f "$root/complete" ] || fetch >"$build/fetch.log" 2>&1 ||
    skip "the libraries for aarch64 could not be had (see $build/fetch.log)"

PKG_CONFIG_LIBDIR=$root/usr/lib/aarch64-linux-gnu/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root \
    cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE=cmake/aarch64.cmake -DTENON_SYSROOT="$root" \
    -DCMAKE_BUILD_TYPE=Release -DTENON_DEBUG_INFO=-g1 -DTENON_TESTS=ON >"$build/configure.log" 2>&1 ||
    { cat "$build/configure.log"; echo "0 passed, 1 failed"; exit 1; }
programs=$(cd tests && ls -d */test_*.c | grep -E "^($rooms)/" | sed 's|/|_|; s|_test_|_|; s|^|test_|; s|\.c$||')
# shellcheck disable=SC2086
cmake --build "$build" --target $programs -- --quiet || { echo "0 passed, 1 failed"; exit 1; }
TENON_BRIEF=1 OPENBLAS_NUM_THREADS=1 ctest --test-dir "$build" -j "$(nproc)" --output-on-failure -L "^($rooms)\$" -E '\.sh$|one_more' \
    --output-junit "$PWD/$build/result.xml"
