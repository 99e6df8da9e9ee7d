#!/bin/sh
# Installs the build in $BUILD into a folder of its own and uses it as a stranger would:
# by pkg-config from C and C++, by pkg-config without the shared library, and by CMake.
set -eu
here=$SOURCE/tests/install
prefix=$PWD/prefix

cmake --install "$BUILD" --prefix "$prefix" >install.log || { cat install.log; exit 1; }

# A moved tree must still be found.
mv "$prefix" "$PWD/moved"
prefix=$PWD/moved
libdir=$(dirname "$(find "$prefix" -name libtenon.so)")
export PKG_CONFIG_PATH="$libdir/pkgconfig"

# runs PROGRAM: it must run and say the version that pkg-config says.
runs() {
    said=$("$@") || { echo "$*: failed"; exit 1; }
    wanted="tenon $(pkg-config --modversion tenon)"
    [ "$said" = "$wanted" ] || { echo "$*: said '$said', wanted '$wanted'"; exit 1; }
}

# shellcheck disable=SC2046
gcc -std=c17 -Wall -Wextra -Werror "$here/consumer.c" -o by-pkgconfig $(pkg-config --cflags --libs tenon) -lm
runs env LD_LIBRARY_PATH="$libdir" ./by-pkgconfig

# shellcheck disable=SC2046
g++ -std=c++17 -Wall -Wextra -Werror -x c++ "$here/consumer.c" -o from-cpp $(pkg-config --cflags --libs tenon) -lm
runs env LD_LIBRARY_PATH="$libdir" ./from-cpp

# shellcheck disable=SC2046
gcc -std=c17 "$here/consumer.c" -o static $(pkg-config --cflags tenon) "$libdir/libtenon.a" \
    $(pkg-config --libs --static tenon | sed 's/-ltenon//')
runs ./static

cmake -S "$here" -B by-cmake -DCMAKE_PREFIX_PATH="$prefix" >cmake.log 2>&1 || { cat cmake.log; exit 1; }
cmake --build by-cmake >cmake.log 2>&1 || { cat cmake.log; exit 1; }
runs by-cmake/consumer

# Only the public interface may be seen from outside.
others=$(nm -D --defined-only "$libdir/libtenon.so" | awk '$3 !~ /^tn_/ { print $3 }')
[ -z "$others" ] || { echo "libtenon.so shows more than its interface:" $others; exit 1; }

# The installed command runs from its place.
"$prefix/bin/tenon" kinds >kinds.txt || { echo "the installed command does not run"; exit 1; }
grep -q distance kinds.txt || { echo "the installed command knows no kinds"; exit 1; }
