/* bench.c: tenon bench: starts the program tenon-bench, which is built and installed in the same folder as the
 * command. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "status.h"

int command_bench(int argc, char **argv)
{
    (void)argc;
    char *program = files_beside_program("tenon-bench");
    fflush(stdout);
    if (program)
        execv(program, argv); /* returns only on failure */
    fprintf(stderr,
            "tenon bench: the benchmarks are a separate program, and %s cannot be started: %s\n"
            "`make` builds it next to tenon, and `make install` installs both.\n",
            program ? program : "tenon-bench", program ? strerror(errno) : "the folder of tenon is not known");
    free(program);
    return STATUS_STUCK;
}
