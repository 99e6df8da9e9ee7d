#!/bin/sh
# Does check_includes.sh find every kind of violation? Creates one violation at a time in an empty tree.
set -u
check=$(cd "$(dirname "$0")" && pwd)/check_includes.sh
wrong=0

# plant FILE LINE EXPECTED: EXPECTED is the message that must appear; empty: none.
plant() {
    rm -rf house
    mkdir -p house/src/base house/src/math house/src/formula house/src/object house/src/dynamics house/src/world \
        house/src/scene house/include/tenon house/app house/bench house/python/src
    mkdir -p "house/$(dirname "$1")"
    printf '/* planted */\n%s\n' "$2" >"house/$1"
    said=$(sh "$check" house 2>&1)
    status=$?
    if [ -z "$3" ]; then
        [ $status -eq 0 ] && [ -z "$said" ] && return
    else
        [ $status -ne 0 ] && [ "$said" = "$3" ] && return
    fi
    echo "$1 with '$2': expected '$3', got status $status and '$said'"
    wrong=1
}

plant src/dynamics/a.c '#include "base/memory.h"' ''
plant src/dynamics/a.c '#include "formula/formula.h"' ''
plant src/scene/a.c '#include "formula/statement.h"' ''
plant src/scene/a.c '#include "tenon/model.h"' ''
plant src/scene/a.c '#include "world/world.h"' 'src/scene/a.c:2: scene must not include world/world.h'
plant src/base/a.c '#include "tenon/tenon.h"' ''
plant src/base/a.c '#include <math.h>' ''
plant src/dynamics/a.c '#include <suitesparse/amd.h>' ''
plant app/main.c '#include "words.h"' ''
plant app/main.c '#include "tenon/tenon.h"' ''
plant bench/main.c '#include "options.h"' ''
plant bench/internal/a.c '#include "base/memory.h"' ''
plant include/tenon/a.h '#include "tenon/types.h"' ''
plant include/tenon/a.h '#include <stdbool.h>' ''

plant src/base/a.c '#include "math/vec3.h"' 'src/base/a.c:2: base must not include math/vec3.h'
plant src/formula/a.h '  #  include "object/shape.h"' 'src/formula/a.h:2: formula must not include object/shape.h'
plant src/formula/a.h '#include <object/shape.h>' 'src/formula/a.h:2: formula must not include object/shape.h'
plant src/object/a.c '#include "linear/ldl.h"' 'src/object/a.c:2: object must not include linear/ldl.h'
plant src/dynamics/a.c '#include "world/world.h"' 'src/dynamics/a.c:2: dynamics must not include world/world.h'
plant src/dynamics/a.c '#include "../base/memory.h"' 'src/dynamics/a.c:2: "../base/memory.h": no ./ or ../ in an include'
plant src/dynamics/a.c '#include FILE' 'src/dynamics/a.c:2: the name of an included file must be written out'
plant src/dynamics/a.c '#include "attic/old.h"' \
    'src/dynamics/a.c:2: "attic/old.h" is in no room; the headers of others are written <attic/old.h>'
plant src/attic/a.c 'int a;' 'src/attic: this room is not in the table of check_includes.sh'
plant app/main.c '#include "world/world.h"' 'app/main.c:2: the command includes "world/world.h", which is not public'
plant app/main.c '#include <base/memory.h>' 'app/main.c:2: the command includes <base/memory.h>, which is not public'
plant python/src/a.c '#include "world/world.h"' 'python/src/a.c:2: the Python module includes "world/world.h", which is not public'
plant bench/main.c '#include "world/world.h"' 'bench/main.c:2: tenon-bench includes "world/world.h", which is not public'
plant include/tenon/a.h '#include "base/memory.h"' \
    'include/tenon/a.h:2: a public header includes "base/memory.h", which is not public'
exit $wrong
