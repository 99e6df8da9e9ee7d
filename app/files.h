/* files.h: files that appear whole or not at all.
 *
 * What is written goes to a temporary file in the same folder; only when all of
 * it is on the disk does it take the final name, in one step. An existing file
 * stays as it was until then. Standard output ("-") and things that are not plain
 * files (a pipe, /dev/null) get all at once at the end, from a spool.
 */
#ifndef APP_FILES_H
#define APP_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct outfile {
    FILE *stream; /* write here; it can be read back */
    char *path;   /* where it will be; a link is followed */
    char *temp;   /* the temporary file, NULL where a spool is copied at the end */
    FILE *target; /* the pipe or device a spool is copied to; NULL for plain files */
    int error;    /* errno of the first thing that went wrong */
};

/* False: nothing was opened, and error says why. */
bool files_open(struct outfile *f, const char *path);
/* Puts the file in its place. False: it is not there (or as it was before), and error says why. */
bool files_finish(struct outfile *f);
/* Forgets what was written. Harmless on a closed file. */
void files_abandon(struct outfile *f);
/* Whether somebody else could write a file there, before much work is done for it; on false *error says why not. */
bool files_can_write(const char *path, int *error);

/* Interrupts: after files_watch_signals the first SIGINT, SIGTERM or SIGHUP is only noted; the second removes the
 * temporary files and ends the program. */
void files_watch_signals(void);
bool files_interrupted(void);
void files_forget_interrupt(void);

/* One file more that is removed then: a temporary one of the library. NULL: no more. */
void files_guard(const char *path);
/* Between the two, signals wait: for the short while in which the library saves a file. */
void files_hold_signals(void);
void files_release_signals(void);

/* Path of a file in the folder of the running program; NULL: the folder is not known. To be freed. */
char *files_beside_program(const char *name);

/* The exit status of a program that would end with `status`: flushes standard output and says so if that fails. */
int files_end(int status);

/* For tn_on_out_of_memory: says so, removes temporary files and ends the program. */
void files_out_of_memory(size_t bytes);

#endif
