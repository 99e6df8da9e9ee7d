/* bench.c: tenon bench: hands over to the program tenon-bench, which is built and installed beside the command. */
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
            "tenon bench: the measurements are a program of their own, and %s cannot be started: %s\n"
            "`make` builds it beside tenon, and `make install` installs both.\n",
            program ? program : "tenon-bench", program ? strerror(errno) : "the folder of tenon is not known");
    free(program);
    return STATUS_STUCK;
}
