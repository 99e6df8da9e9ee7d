#!/bin/sh
# guards.sh NAME FOLDER HEADER...: writes the guards of the public functions that HEADERs declare (src/base/guard.h says what
# they are for) to FOLDER/NAME.c, and to FOLDER/NAME.h the names by which the library itself calls and defines these functions.
# The build passes NAME.h to the compiler ahead of every source of the library, so that `tn_advance` of the sources is
# `own_tn_advance` of the objects, and `tn_advance` is its guard.
#
# What has no guard: functions that allocate nothing (no pointer to change among their parameters, and what they return is
# not the caller's), and those that must always work. Functions that free get a guard that leaves alone what was lost.
set -eu
name=$1
folder=$2
shift 2
mkdir -p "$folder"
awk -v code="$folder/$name.c" -v names="$folder/$name.h" -v file="$name" '
    BEGIN {
        n = split("tn_version tn_version_number tn_free tn_on_out_of_memory tn_allocate_with tn_interrupt tn_interrupt_clear", list, " ")
        for (i = 1; i <= n; i++) bare[list[i]] = 1
        # They change a world only in what it keeps for the next look.
        n = split("tn_write_text tn_write_state tn_describe tn_describe_begin tn_describe_state tn_view_take tn_thing_formula " \
                  "tn_prompt_text tn_thing_get tn_thing_parameter_at tn_thing_user tn_removed_with tn_object_number " \
                  "tn_constraint_number tn_force_number tn_snapshot_take tn_scene_camera tn_scene_show", list, " ")
        for (i = 1; i <= n; i++) reader[list[i]] = 1
        printf "/* %s.h: written by tools/guards.sh. */\n", file >names
        printf "/* %s.c: written by tools/guards.sh. */\n", file >code
        for (i = 1; i < ARGC; i++) {
            header = ARGV[i]
            sub(/.*\/include\//, "", header)
            printf "#include \"%s\"\n", header >code
        }
        printf "\n#include \"base/guard.h\"\n" >code
    }
    # A call on a world that computes, from a function of the program that it has called.
    function refuse_busy(fails) {
        if (world == "") return
        printf "    if (guard_is_busy(%s)) {\n", world >code
        leave(fails)
    }
    function plain(type) { return type !~ /\*$/ || type ~ /^const / }
    function leave(fails,   i) {
        for (i = 1; i <= out_count; i++) printf "        if (%s != NULL)\n            *%s = NULL;\n", outs[i], outs[i] >code
        printf "        return%s;\n    }\n", fails >code
    }
    function guard(text,   type, called, list, count, i, p, args, changes, owned, fails, before, after) {
        gsub(/[ \t\n]+/, " ", text)
        match(text, /tn_[a-z0-9_]+ ?\(/)
        type = substr(text, 1, RSTART - 1); sub(/ $/, "", type)
        called = substr(text, RSTART, RLENGTH - 1)
        list = substr(text, RSTART + RLENGTH); sub(/\) *;.*/, "", list)
        if (called in bare || list ~ /\(/) return
        count = list == "void" ? 0 : split(list, part, /, */)
        args = ""; world = ""; changes = 0; delete things; delete outs; thing_count = 0; out_count = 0; pointers = 0; constant = 0
        for (i = 1; i <= count; i++) {
            p = part[i]; sub(/\[[^]]*\]$/, "", p)
            variable = p; sub(/.*[ *]/, "", variable)
            args = args (i > 1 ? ", " : "") variable
            if (p ~ /^char \*\*/) { outs[++out_count] = variable; continue }
            if (p !~ /\*/) continue
            if (world == "" && p ~ /tn_world \*[a-z]/) world = variable
            if (p ~ /^const /) { if (!pointers++) constant = 1; continue }
            pointers++
            if (p ~ /^tn_(world|source|batch|def|diagnostics|recorder|record|picture|movie|gltf|plot|view|state|system|snapshot|sweep|sweep_table) \*[a-z]/) things[++thing_count] = variable
        }
        owned = !plain(type)
        frees = called ~ /_(free|close|abandon|cancel)$/
        if (!frees && type != "tn_status" && !owned && thing_count == 0) return
        if (!frees && type != "tn_status" && !owned && constant) return
        printf "#define %s own_%s\n", called, called >names
        space = type ~ /\*$/ ? "" : " "
        printf "\n%s%sown_%s(%s);\n%s%s%s(%s)\n{\n", type, space, called, list, type, space, called, list >code
        condition = ""
        for (i = 1; i <= thing_count; i++) condition = condition (i > 1 ? " || " : "") "guard_is_lost(" things[i] ")"
        if (frees) {
            busy = world == "" ? "" : " || guard_is_busy(" world ")"
            printf "    if (!(%s%s))\n        own_%s(%s);\n}\n", condition, busy, called, args >code
            return
        }
        fails = type == "tn_status" ? "TN_NO_MEMORY" : type == "void" ? "" : "(" type "){0}"
        fails = fails != "" ? " " fails : ""
        printf "    struct guard guard_;\n" >code
        refuse_busy(type == "tn_status" ? " TN_WRONG_USE" : fails)
        printf "    if (%s%s!guard_begin(&guard_, %s)) {\n", condition, (condition != "" ? " || " : ""), (world != "" ? world : "NULL") >code
        leave(fails)
        printf "    if (_setjmp(guard_.place) != 0) {\n" >code
        for (i = 1; i <= thing_count; i++)
            if (!(called in reader)) printf "        guard_lose(%s);\n", things[i] >code
        leave(fails)
        if (type == "void") printf "    own_%s(%s);\n    guard_end(&guard_);\n}\n", called, args >code
        else if (type == "tn_status") printf "    const tn_status result_ = own_%s(%s);\n    return guard_end(&guard_) && result_ == TN_INTERRUPTED ? TN_NO_MEMORY : result_;\n}\n", called, args >code
        else printf "    %s%sresult_ = own_%s(%s);\n    guard_end(&guard_);\n    return result_;\n}\n", type, space, called, args >code
    }
    { # without comments
        line = $0
        while (1) {
            if (inside) {
                at = index(line, "*/")
                if (!at) { line = ""; break }
                line = substr(line, at + 2); inside = 0
            }
            at = index(line, "/*")
            if (!at) break
            rest = substr(line, at + 2)
            line = substr(line, 1, at - 1)
            end = index(rest, "*/")
            if (end) line = line substr(rest, end + 2); else { inside = 1; kept = line; break }
        }
        if (line ~ /^TN_API /) { text = substr(line, 8); open = 1 }
        else if (open) text = text " " line
        if (open && text ~ /;/) { guard(text); open = 0 }
    }' "$@"
