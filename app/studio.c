/* studio.c: tenon studio: starts the program tenon-studio, which is built and installed in the same folder as the
 * command. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "files.h"
#include "status.h"

int command_studio(int argc, char **argv)
{
    (void)argc;
    char *program = files_beside_program("tenon-studio");
    fflush(stdout);
    if (program)
        execv(program, argv); /* returns only on failure */
    fprintf(stderr,
            "tenon studio: the studio is a separate program, and %s cannot be started: %s\n"
            "`make` builds it next to tenon where libwebsockets is installed, and `make install` installs both.\n",
            program ? program : "tenon-studio", program ? strerror(errno) : "the folder of tenon is not known");
    free(program);
    return STATUS_STUCK;
}
