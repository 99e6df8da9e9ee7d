/* outfile.h: files that appear whole or not at all: a temporary name in the same folder, then one rename.
 *
 * Things that are not plain files (a pipe, a device) are written directly: a rename would replace them.
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

/* Gives the sentence to the caller of a public function, or frees it if `to` is NULL. Returns `status`. */
int outfile_fail(char **to, char *message, int status);
/* Does a path have this ending, in lower or upper case? */
bool outfile_ends(const char *path, const char *ending);

#endif
