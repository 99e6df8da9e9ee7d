/* outfile.h: files that appear whole or not at all: a temporary name in the same folder, then one renaming.
 *
 * Things that are not plain files (a pipe, a device) are written directly: renaming over them would take them away.
 */
#ifndef PICTURE_OUTFILE_H
#define PICTURE_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>

struct outfile {
    char *path; /* where it will be; links are followed */
    char *temp; /* NULL if it is written directly */
    int fd;
};

/* NULL, or a sentence why it cannot be written (mem_free it); then there is nothing to close. */
char *outfile_open(struct outfile *f, const char *path);
char *outfile_write(struct outfile *f, const void *data, size_t size);
/* Puts the file in its place; on failure nothing is left. Closes in any case. */
char *outfile_finish(struct outfile *f);
void outfile_abandon(struct outfile *f);
/* All three at once. */
char *outfile_save(const char *path, const void *data, size_t size);

/* The public way of failing: hands the sentence over, or drops it if nobody wants it. */
int outfile_fail(char **to, char *message, int status);
/* Whether a path ends so, in small letters or capitals. */
bool outfile_ends(const char *path, const char *ending);

#endif
