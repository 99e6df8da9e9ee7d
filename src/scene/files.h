/* files.h: the files of one reading: each is read once, and its statements replace the include statement. */
#ifndef SCENE_FILES_H
#define SCENE_FILES_H

#include "base/names.h"
#include "base/open_file.h"
#include "formula/statement.h"

struct file {
    int source;      /* of places; 0: it cannot be read */
    char *path;      /* as it can be opened */
    char *from_main; /* its folder as seen from the main file: "" or "parts/" */
    unsigned long device, inode;
    struct statement *group; /* its statements */
    bool open;               /* is being put together: including it again would never end */
    int height;              /* how many files include one another from it on, itself counted */
};

/* What stands in a file. */
struct file_content {
    const char *text;
    unsigned long device, inode;
};

struct files {
    struct diagnostics *d;
    struct document *home; /* of all statements */
    ARRAY(struct file *) list;
    struct names known;       /* index in list, by device and inode, and by path for those that cannot be read */
    struct names by_source;   /* index in list, by source */
    const char *const *roots; /* real folders from which files may be included */
    int root_count;
    size_t bytes; /* of all included files */
    int depth;    /* of includes */
    /* Gives the content of a file that need not be read; false: it must be. NULL: all must. */
    bool (*given)(void *ctx, const char *path, struct file_content *out);
    void *ctx;
};

/* The whole of a file that is text; NULL with the reason in `why`. */
char *file_text(FILE *file, char why[OPEN_WHY]);
/* The same of the file of a path, with what the system says of it (zeros if it says nothing). */
struct stat;
char *file_read(const char *path, char why[OPEN_WHY], struct stat *status);
/* The main text and all that it includes; always gives what could be read. */
struct statement *files_read(struct files *f, const char *path, unsigned long device, unsigned long inode,
                             const char *text);
void files_free(struct files *f); /* but for the document */

#endif
