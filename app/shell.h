/* shell.h: declarations shared by the files of the shell. */
#ifndef APP_SHELL_H
#define APP_SHELL_H

#include "model.h"
#include "statements.h"

struct shell {
    struct model model; /* the scene to start with; path NULL: an empty world */
    tn_world *world;
    bool prompts; /* a person is typing */
    bool begun;   /* the present state was taken as a frame */
    bool leave;
    int line;   /* number of the last line read */
    int status; /* of the first error */
    struct statements open;
    struct buffer pending; /* the text of incomplete statements */
    int pending_line;      /* their first line */
    tn_handle handle;      /* what is grabbed; zero: nothing */
};

/* Maximum number of changes that can be undone. */
enum { SHELL_EDITS = 1000 };
#define SHELL_BYTES ((size_t)256 << 20)

/* An error message about the present line. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void shell_complain(struct shell *s, const char *format, ...);
/* The line failed with this status: a piped script ends with that of its first error. */
void shell_failed(struct shell *s, int status);
/* Reads a text that began in this line of the session, and shows what is wrong with it. */
typedef tn_status shell_reader(tn_world *w, const char *name, const char *text, tn_diagnostics *d);
void shell_read(struct shell *s, shell_reader *reader, int line, const char *text);
/* A constraint by its name, or kind@line. */
tn_constraint shell_constraint(const tn_world *w, const char *name);

/* Prints the value of an expression, a number or a vector, at the present state; false if it has none, after a message
 * unless `quiet` (shell_look.c). */
bool shell_show_value(struct shell *s, const char *expression, bool quiet);
bool shell_is_value(struct shell *s, const char *expression);
void shell_picture(struct shell *s, const char *rest);

/* Changes to a running world (shell_edit.c). */
void shell_set(struct shell *s, const char *rest);
/* Does a text give another value to a let that there is? */
bool shell_changes_let(const struct shell *s, const char *text);
void shell_on(struct shell *s, const char *rest);
void shell_off(struct shell *s, const char *rest);
void shell_remove(struct shell *s, const char *rest);
void shell_undo(struct shell *s, const char *rest);
void shell_redo(struct shell *s, const char *rest);
void shell_grab(struct shell *s, const char *rest);
void shell_drag(struct shell *s, const char *rest);
void shell_release(struct shell *s, const char *rest);

#endif
