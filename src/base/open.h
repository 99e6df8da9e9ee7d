/* open.h: files are opened for reading here, so that a program can give their contents itself (tenon/hooks.h). */
#ifndef BASE_OPEN_H
#define BASE_OPEN_H

#include <stddef.h>
#include <stdio.h>

struct tn_world;

/* 0: on the disk; 1: *bytes and *count are the contents; 2: there is none. */
typedef int open_function(void *user, const char *path, const void **bytes, size_t *count);
struct open_hook {
    open_function *function; /* NULL: none */
    void *user;
};

/* What files are opened by on this thread from now on (NULL: the disk); returns what it was before, to be put back. */
const struct open_hook *open_use(const struct open_hook *hook);
/* The hook of a world; the world room has it. */
const struct open_hook *open_hook_of(const struct tn_world *w);
/* What the program answers for a path: 0: on the disk; 1: *out is a stream of its contents; 2: there is none. */
int open_hooked(const char *path, FILE **out);
/* As fopen(path, "rb"); a stream with contents of the program has no file number. */
FILE *open_read(const char *path);

#endif
