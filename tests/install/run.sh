#!/bin/sh
# Installs the build in $BUILD into a separate folder and uses it from outside: by pkg-config from C and C++, by
# pkg-config without the shared libraries, and by CMake; only libtenon, and with libtenon-picture.
set -eu
here=$SOURCE/tests/install
prefix=$PWD/prefix

cmake --install "$BUILD" --prefix "$prefix" >install.log || { cat install.log; exit 1; }

# A moved tree must still be found.
mv "$prefix" "$PWD/moved"
prefix=$PWD/moved
libdir=$(dirname "$(find "$prefix" -name libtenon.so)")
export PKG_CONFIG_PATH="$libdir/pkgconfig"

# runs PROGRAM: it must run and print the version that pkg-config reports.
runs() {
    said=$("$@") || { echo "$*: failed"; exit 1; }
    wanted="tenon $(pkg-config --modversion tenon)"
    [ "$said" = "$wanted" ] || { echo "$*: said '$said', wanted '$wanted'"; exit 1; }
}

# built_as NAME LANGUAGE_OPTION...: consumer with only libtenon, pictures with both libraries.
built_as() {
    kind=$1
    shift
    # shellcheck disable=SC2046
    "$@" "$here/consumer.c" -o "consumer-$kind" $(pkg-config --cflags --libs tenon) -lm
    # shellcheck disable=SC2046
    "$@" "$here/pictures.c" -o "pictures-$kind" $(pkg-config --cflags --libs tenon-picture tenon)
    runs env LD_LIBRARY_PATH="$libdir" "./consumer-$kind"
    runs env LD_LIBRARY_PATH="$libdir" "./pictures-$kind"
}
built_as c gcc -std=c17 -Wall -Wextra -Werror
built_as cpp g++ -std=c++17 -Wall -Wextra -Werror -x c++

# The programs of examples/c, as a reader would build them.
for source in "$SOURCE"/examples/c/*.c; do
    # shellcheck disable=SC2046
    gcc -std=c17 -Wall -Wextra -Werror "$source" -o example $(pkg-config --cflags --libs tenon-picture tenon) -lm -pthread
    LD_LIBRARY_PATH="$libdir" ./example >said.txt || { echo "$source: failed"; exit 1; }
    sed -n '/^ \* prints$/,/^ \*\//{s/^ \*   //p;}' "$source" >wanted.txt
    [ ! -s wanted.txt ] || cmp -s wanted.txt said.txt || { echo "$source: prints something else"; exit 1; }
done

# Without the shared libraries.
# shellcheck disable=SC2046
gcc -std=c17 "$here/consumer.c" -o consumer-static $(pkg-config --cflags tenon) "$libdir/libtenon.a" \
    $(pkg-config --libs --static tenon | sed 's/-ltenon//')
runs ./consumer-static
# shellcheck disable=SC2046
gcc -std=c17 "$here/pictures.c" -o pictures-static $(pkg-config --cflags tenon-picture) "$libdir/libtenon-picture.a" \
    "$libdir/libtenon.a" $(pkg-config --libs --static tenon-picture | sed 's/-ltenon-picture//; s/-ltenon//')
runs ./pictures-static

cmake -S "$here" -B by-cmake -DCMAKE_PREFIX_PATH="$prefix" >cmake.log 2>&1 || { cat cmake.log; exit 1; }
cmake --build by-cmake >cmake.log 2>&1 || { cat cmake.log; exit 1; }
runs by-cmake/consumer
runs by-cmake/pictures

# Until 1.0 a minor version may change the interface: programs linked with another one must not load this library.
version=$("$prefix/bin/tenon" --version | awk '{ print $2 }')
case $version in 0.*) soversion=${version%.*} ;; *) soversion=${version%%.*} ;; esac
readelf -d "$libdir/libtenon.so" | grep -q "\[libtenon\.so\.$soversion\]" || { echo "SONAME is not $soversion"; exit 1; }

# libtenon needs no image or graphics code, and starts no programs.
for library in libtenon.so libtenon.a; do
    wanted=$(nm "$libdir/$library" 2>/dev/null | awk '$1 == "U" { sub(/@.*/, "", $2); print $2 }' |
        grep -E '^(png_.*|egl[A-Z].*|gl[A-Z].*|deflate.*|inflate.*|dlopen|dlsym|v?fork|exec[vl].*|posix_spawn.*|popen|system)$' || true)
    [ -z "$wanted" ] || { echo "$library uses" $wanted; exit 1; }
done
if ldd "$libdir/libtenon.so" | grep -iE 'png|libz\.|egl|libgl'; then
    echo "libtenon.so is linked with image or graphics libraries"
    exit 1
fi

# Only the public interface is exported, and what libtenon-picture needs from libtenon, marked as private.
for library in libtenon libtenon-picture; do
    others=$(nm -D --defined-only "$libdir/$library.so" | awk '$3 !~ /^tn_|@@TENON_PRIVATE$/ && $2 != "A" { print $3 }')
    [ -z "$others" ] || { echo "$library.so shows more than its interface:" $others; exit 1; }
done

# The installed command runs from its place.
"$prefix/bin/tenon" kinds >kinds.txt || { echo "the installed command does not run"; exit 1; }
grep -q distance kinds.txt || { echo "the installed command knows no kinds"; exit 1; }

# The benchmarks are installed next to it.
"$prefix/bin/tenon" bench --help >help.txt || { echo "the installed tenon bench does not run"; exit 1; }
grep -q chains help.txt || { echo "the installed tenon bench knows no measurements"; exit 1; }
