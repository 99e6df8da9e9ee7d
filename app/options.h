/* options.h: the options of a subcommand as a table, and the reader of such tables.
 *
 * --name VALUE, --name=VALUE, -o VALUE, -oVALUE; options and arguments may be mixed;
 * "--" ends the options; every subcommand has --help. An error gives one message on
 * standard error, with the most similar known word.
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
    OPTION_CHOICE,  /* int: index into choices; unchanged if not given */
    OPTION_CHOICES, /* struct option_set: some of the choices, separated by commas */
    OPTION_NOT_YET  /* reserved, not implemented */
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
    const char *value; /* name of the value in help */
    const char *help;
    void *target;
    enum option_range range;
    const char *const *choices; /* ended by NULL; of a number: words that may stand for it, and mean 0 */
};

struct usage {
    const char *command;   /* "run" */
    const char *arguments; /* "SCENE", "" */
    const char *purpose;   /* a paragraph */
    const char *example;   /* lines, each a command */
    const struct option *options;
    int option_count;
    int least, most; /* number of arguments */
};

/* Reads argv[1…]; arguments that are not options are stored in `arguments` (room for usage.most). False: help was
 * printed or the usage is wrong, and *status is the exit status. */
bool options_read(const struct usage *u, int argc, char **argv, const char **arguments, int *count, int *status);
void options_free_texts(struct option_texts *t);

/* Prints "tenon run: …" on standard error, and where to find help. Returns STATUS_USAGE. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
int options_complain(const char *command, const char *format, ...);
/* Reports something that is reserved but not implemented. Returns STATUS_USAGE. */
int options_not_yet(const char *command, const char *what);

/* The next number of a list separated by commas, with a unit if it has one; a unit that does not fit `unit` ("s") warns.
 * *at moves behind the comma, or to the end of the text. */
bool options_next_number(const char **at, const char *option, const char *unit, double *out);

/* An option --name that overrides a setting of the scene, described by the table of that setting. */
struct option option_of_setting(const char *name, const char *setting, void *target);

#endif
