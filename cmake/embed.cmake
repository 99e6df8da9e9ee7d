# embed.cmake: writes a C file that holds the bytes of other files, by the assembler's .incbin. The program needs none of
# them when it runs.
#
# tenon_embed(OUT.c PREFIX ROOT FILE... [PREFIX ROOT FILE...] is given as lists "PREFIX|ROOT|FILE".)
function(tenon_embed out)
  set(number 0)
  set(externs "")
  set(table "")
  set(assembly "")
  foreach(entry IN LISTS ARGN)
    string(REPLACE "|" ";" entry "${entry}")
    list(GET entry 0 name)
    list(GET entry 1 file)
    string(APPEND assembly "EMBED(${number}, \"${file}\")\n")
    string(APPEND externs "extern const unsigned char tenon_embedded_${number}[], tenon_embedded_${number}_end[];\n")
    string(APPEND table "    {\"${name}\", tenon_embedded_${number}, tenon_embedded_${number}_end},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${out} @ONLY CONTENT [=[
/* Files that are part of the program; made by cmake/embed.cmake. */
#include "embedded.h"

#define EMBED(number, file)                                                                  \
    __asm__(".section .rodata\n.balign 16\n"                                                 \
            ".global tenon_embedded_" #number "\ntenon_embedded_" #number ":\n"              \
            ".incbin \"" file "\"\n"                                                         \
            ".global tenon_embedded_" #number "_end\ntenon_embedded_" #number "_end:\n"      \
            ".byte 0\n.previous\n");
@assembly@
@externs@
const struct embedded embedded_files[] = {
@table@    {0, 0, 0},
};
]=])
endfunction()
