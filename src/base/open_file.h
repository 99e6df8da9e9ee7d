/* open_file.h: opening files that a text names: regular files only, and only where reading is allowed. */
#ifndef BASE_OPEN_FILE_H
#define BASE_OPEN_FILE_H

#include <stdbool.h>
#include <stdio.h>

enum { OPEN_WHY = 300 };

/* Opens a regular file for reading. NULL, with the reason in `why`, for anything else; pipes, sockets, devices and folders
 * are refused without being opened, so nothing hangs. */
FILE *open_regular(const char *path, char why[OPEN_WHY]);

/* The real path of a folder (links followed), without a trailing slash; "" means the current folder. NULL if there is no
 * such folder. The caller frees it. */
char *open_folder(const char *folder);

/* The real path of a file that a text in `folder` names, if it lies in one of these real folders or below, links followed
 * first; NULL with the reason in `why`. Of a path that leads out of them by its letters it is not said whether it exists.
 * The caller frees it. */
char *open_allowed(const char *folder, const char *path, const char *const *roots, int count, char why[OPEN_WHY]);

#endif
