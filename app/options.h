/* options.h: what a subcommand understands, as a table; the one reader of such tables.
 *
 * --name VALUE, --name=VALUE, -o VALUE, -oVALUE; options and arguments may be
 * mixed; "--" ends the options; --help is understood everywhere. A mistake gives
 * one message of its own on standard error, with the nearest known word.
 */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include <stdbool.h>

enum option_type {
    OPTION_FLAG,    /* bool */
    OPTION_TEXT,    /* const char *; not empty */
    OPTION_TEXTS,   /* struct option_texts; may be repeated */
    OPTION_NUMBER,  /* struct option_number */
    OPTION_INTEGER, /* struct option_number with a whole value */
    OPTION_CHOICE,  /* int: index into choices; stays as it was if not given */
    OPTION_CHOICES, /* struct option_set: some of the choices, separated by commas */
    OPTION_NOT_YET  /* promised, refused for now */
};
enum option_range { RANGE_ANY, RANGE_POSITIVE, RANGE_NOT_NEGATIVE };

struct option_number {
    bool given;
    double value;
};
struct option_texts {
    const char **at; /* freed by options_free_texts */
    int count;
};
enum { OPTION_SET = 16 };
struct option_set {
    int at[OPTION_SET];
    int count;
};

struct option {
    const char *name; /* without the dashes */
    char letter;      /* 0: none */
    enum option_type type;
    const char *value; /* what help calls the value */
    const char *help;
    void *target;
    enum option_range range;
    const char *const *choices; /* ended by NULL */
};

struct usage {
    const char *command;   /* "run" */
    const char *arguments; /* "SCENE", "" */
    const char *purpose;   /* a paragraph */
    const char *example;   /* lines, each a command */
    const struct option *options;
    int option_count;
    int least, most; /* how many arguments */
};

/* Reads argv[1…]; the arguments that are no options come out in `arguments` (room for usage.most). False: there is
 * nothing more to do, help was asked for or the usage is wrong; *status is the exit status, STATUS_DONE otherwise. */
bool options_read(const struct usage *u, int argc, char **argv, const char **arguments, int *count, int *status);
void options_free_texts(struct option_texts *t);

/* "tenon run: …" on standard error, and where to find help. Returns STATUS_USAGE. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int options_complain(const char *command, const char *format, ...);
/* The one place that refuses what is promised for later. Returns STATUS_USAGE. */
int options_not_yet(const char *command, const char *what);

/* An option that overrides a setting of the scene: --name, as the table of that setting describes it. */
struct option option_of_setting(const char *name, const char *setting, void *target);

#endif
