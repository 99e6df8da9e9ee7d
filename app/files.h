/* files.h: files that are written completely or not at all.
 *
 * Output goes to a temporary file in the same folder, which is renamed when all of it
 * is on disk. An existing file is unchanged until then. Standard output ("-") and
 * targets that are not plain files (a pipe, /dev/null) get everything at the end, from
 * a spool.
 */
#ifndef APP_FILES_H
#define APP_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tenon/tenon.h"

struct outfile {
    FILE *stream; /* write here; it can be read back */
    char *path;   /* final name; links are followed */
    char *temp;   /* the temporary file; NULL: a spool is copied at the end */
    FILE *target; /* the pipe or device that a spool is copied to; NULL for plain files */
    int error;    /* errno of the first failure */
};

/* False: nothing was opened, and error says why. */
bool files_open(struct outfile *f, const char *path);
/* Completes the file under its name. False: it does not exist or is unchanged, and error says why. */
bool files_finish(struct outfile *f);
/* Discards what was written. Harmless on a closed file. */
void files_abandon(struct outfile *f);
/* Can a file be written there? Asked before a long computation; if not, *error says why. */
bool files_can_write(const char *path, int *error);
/* What an error of these functions means: strerror, or that the file belongs to the scene. */
const char *files_why(int error);

/* Files that this program has read are not written over by files_open, nor by what asks files_can_write; they are known by
 * what they are, not by their names. Noted by model_world for all that scenes read. */
void files_note_read(const char *path);
/* From now on the one at this path may be written over: the caller keeps what is in it. */
void files_replaces(const char *path);
/* Was it read? A file that does not exist was not. */
bool files_were_read(const char *path);
/* Was one of the pictures read that a movie would write into this folder, as frame-00000.png? */
bool files_frame_was_read(const char *folder);
/* Do two names lead to one file, also to one that does not exist yet? */
bool files_same(const char *a, const char *b);

/* Interrupts: after files_watch_signals the first SIGINT, SIGTERM or SIGHUP is only recorded; the second removes the
 * temporary files and ends the program. */
void files_watch_signals(void);
bool files_interrupted(void);
/* A signal also interrupts this world, from now on; NULL: none. Before it is freed, another one or none. */
void files_interrupt_too(tn_world *w);
void files_forget_interrupt(void);

/* Another file to be removed then: a temporary one of the library. NULL: none. */
void files_guard(const char *path);
/* Between the two, signals are blocked: while the library saves a file. */
void files_hold_signals(void);
void files_release_signals(void);

/* Path of a file in the folder of the running program; NULL: the folder is not known. The caller frees it. */
char *files_beside_program(const char *name);

/* The exit status of a program that would end with `status`: flushes standard output and reports if that fails. */
int files_end(int status);

/* For tn_on_out_of_memory: prints a message, removes temporary files and ends the program. */
void files_out_of_memory(size_t bytes);

#endif
