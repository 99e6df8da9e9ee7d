/* options.c: reads the command line according to a table and reports errors precisely. */
#include "options.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "status.h"
#include "tenon/tenon.h"
#include "texts.h"

/* ---- messages ---- */

int options_complain(const char *command, const char *format, ...)
{
    va_list args;
    const char *space = *command ? " " : "";
    fprintf(stderr, "tenon%s%s: ", space, command);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fprintf(stderr, "\nSee: tenon%s%s --help\n", space, command);
    return STATUS_USAGE;
}

int options_not_yet(const char *command, const char *what)
{
    const char *space = *command ? " " : "";
    fprintf(stderr, "tenon%s%s: %s is not implemented in version %s\n", space, command, what, tn_version());
    return STATUS_USAGE;
}

static void print_option(const struct option *o)
{
    enum { COLUMN = 26 };
    struct buffer head = {0};
    if (o->letter)
        buffer_print(&head, "-%c%s%s", o->letter, o->type == OPTION_FLAG ? "" : " ", o->value ? o->value : "");
    if (o->letter && o->name)
        buffer_print(&head, ", ");
    if (o->name)
        buffer_print(&head, "--%s%s%s", o->name, o->value ? " " : "", o->value ? o->value : "");
    const tn_parameter *p = o->name ? tn_setting(o->name) : NULL;
    const bool of_setting = p && p->help == o->help;
    int width = 0;
    for (const char *c = head.at; *c; c++)
        width += ((unsigned char)*c & 0xc0) != 0x80; /* letters, not bytes */
    if (width > COLUMN)
        printf("  %s\n  %*s %s", head.at, COLUMN, "", o->help);
    else
        printf("  %s%*s %s", head.at, COLUMN - width, "", o->help);
    for (int i = 0; of_setting && o->type == OPTION_CHOICE && o->choices && o->choices[i]; i++)
        printf("%s%s", i ? ", " : ": ", o->choices[i]);
    printf("%s%s\n", of_setting && p->unit && strcmp(p->unit, "1") ? ", " : "",
           of_setting && p->unit && strcmp(p->unit, "1") ? p->unit : "");
    buffer_free(&head);
}

static void print_help(const struct usage *u)
{
    printf("tenon %s%s%s%s\n\n%s\n", u->command, *u->arguments ? " " : "", u->arguments,
           u->option_count ? " [OPTION…]" : "", u->purpose);
    if (u->option_count)
        printf("\nOptions:\n");
    for (int i = 0; i < u->option_count; i++)
        if (u->options[i].type != OPTION_NOT_YET)
            print_option(&u->options[i]);
    printf("\nFor example:\n%s", u->example);
}

struct option option_of_setting(const char *name, const char *setting, void *target)
{
    const tn_parameter *p = tn_setting(setting);
    const bool words = p->most == 0;
    return (struct option){.name = name,
                           .type = words      ? OPTION_CHOICE
                                   : p->whole ? OPTION_INTEGER
                                              : OPTION_NUMBER,
                           .value = words ? "NAME" : p->symbol,
                           .help = p->help,
                           .target = target,
                           .range = p->range == TN_NOT_NEGATIVE ? RANGE_NOT_NEGATIVE
                                    : p->range == TN_ANY_NUMBER ? RANGE_ANY
                                                                : RANGE_POSITIVE,
                           .choices = p->choices};
}

/* ---- values ---- */

static bool wrong(const struct usage *u, const char *shown, const char *value, const char *what)
{
    options_complain(u->command, "%s: \"%s\" %s", shown, value, what);
    return false;
}

static void warn_unit(const char *value, const char *option, const char *unit, const char *wanted)
{
    if (unit && !tn_unit_fits(unit, wanted ? wanted : "1"))
        fprintf(stderr, "warning: the unit of %s does not fit %s, which takes %s\n", value, option,
                wanted ? wanted : "a plain number");
}

bool options_next_number(const char **at, const char *option, const char *unit, double *out)
{
    struct buffer word = {0};
    const char *met = NULL;
    size_t n = strcspn(*at, ",");
    buffer_add(&word, *at, n);
    bool good = n && tn_number(word.at, out, &met);
    if (good)
        warn_unit(word.at, option, met, unit);
    *at += n + ((*at)[n] == ',');
    buffer_free(&word);
    return good;
}

static bool read_number(const struct usage *u, const struct option *o, const char *shown, const char *value)
{
    struct option_number *n = o->target;
    const char *unit = NULL;
    double x;
    for (int i = 0; o->choices && o->choices[i]; i++)
        if (strcmp(o->choices[i], value) == 0) {
            *n = (struct option_number){true, 0};
            return true;
        }
    if (!tn_number(value, &x, &unit))
        return wrong(u, shown, value, "is not a number");
    if (unit && o->type == OPTION_INTEGER)
        return wrong(u, shown, value, "is not a whole number without a unit");
    const tn_parameter *setting = o->name ? tn_setting(o->name) : NULL;
    warn_unit(value, shown, unit, setting ? setting->unit : NULL);
    if (o->type == OPTION_INTEGER && (x != floor(x) || fabs(x) > 1e9))
        return wrong(u, shown, value, "is not a whole number");
    if (o->range == RANGE_POSITIVE && !(x > 0))
        return wrong(u, shown, value, "is not above zero");
    if (o->range == RANGE_NOT_NEGATIVE && !(x >= 0))
        return wrong(u, shown, value, "is below zero");
    *n = (struct option_number){true, x};
    return true;
}

/* Do people say this word for a kind of that name? */
static bool means(const char *word, const char *name)
{
    const tn_kind *k;
    for (int i = 0; (k = tn_kind_meant(word, i)); i++)
        if (!strcmp(k->name, name))
            return true;
    return false;
}

/* Index of value among the choices; -1 after a message. */
static int find_choice(const struct usage *u, const struct option *o, const char *shown, const char *value)
{
    const char *best = NULL, *meant = NULL;
    struct buffer all = {0};
    for (int i = 0; o->choices[i]; i++) {
        if (!strcmp(o->choices[i], value)) {
            buffer_free(&all);
            return i;
        }
        texts_offer(value, o->choices[i], &best);
        if (means(value, o->choices[i]))
            meant = o->choices[i];
        buffer_print(&all, "%s%s", i ? ", " : "", o->choices[i]);
    }
    best = meant ? meant : best;
    options_complain(u->command, "%s: \"%s\" is not one of: %s%s%s%s", shown, value, all.at,
                     best ? "; did you mean " : "", best ? best : "", best ? "?" : "");
    buffer_free(&all);
    return -1;
}

static bool read_choices(const struct usage *u, const struct option *o, const char *shown, const char *value)
{
    struct option_set *set = o->target;
    struct buffer word = {0};
    bool ok = true;
    set->count = 0;
    for (const char *p = value; ok; p++) {
        if (*p && *p != ',') {
            buffer_add(&word, p, 1);
            continue;
        }
        int i = find_choice(u, o, shown, word.at ? word.at : "");
        ok = i >= 0;
        bool again = false;
        for (int j = 0; j < set->count; j++)
            again = again || set->at[j] == i;
        if (ok && !again && set->count < OPTION_SET)
            set->at[set->count++] = i;
        buffer_clear(&word);
        if (!*p)
            break;
    }
    buffer_free(&word);
    return ok;
}

/* Standard output has names in the file system, too. What it goes to may be a file, which must not be replaced. */
static const char *file_named(const char *value)
{
    static const char *const names[] = {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(value, names[i]))
            return "-";
    return value;
}

static bool read_value(const struct usage *u, const struct option *o, const char *shown, const char *value)
{
    switch (o->type) {
    case OPTION_FLAG:
        *(bool *)o->target = true;
        return true;
    case OPTION_TEXT:
        if (!*value)
            return wrong(u, shown, value, "is empty");
        *(const char **)o->target = o->value[0] == 'F' ? file_named(value) : value;
        return true;
    case OPTION_TEXTS: {
        struct option_texts *t = o->target;
        if (!*value)
            return wrong(u, shown, value, "is empty");
        t->at = texts_memory(t->at, sizeof *t->at * (size_t)(t->count + 1));
        t->at[t->count++] = value;
        return true;
    }
    case OPTION_NUMBER:
    case OPTION_INTEGER:
        return read_number(u, o, shown, value);
    case OPTION_CHOICE: {
        int i = find_choice(u, o, shown, value);
        if (i >= 0)
            *(int *)o->target = i;
        return i >= 0;
    }
    case OPTION_CHOICES:
        return read_choices(u, o, shown, value);
    case OPTION_NOT_YET:
        options_not_yet(u->command, shown);
        return false;
    }
    return false;
}

/* ---- the line ---- */

/* What people write for "to this file" where each kind of file has an option of its own. */
static bool names_output(const char *shown)
{
    return !strcmp(shown, "-o") || !strcmp(shown, "--output") || !strcmp(shown, "--out") || !strcmp(shown, "--file");
}

/* "--csv FILE, --movie FILE": the options that name a file. */
static bool list_files(const struct usage *u, struct buffer *out)
{
    bool any = false;
    for (int i = 0; i < u->option_count; i++) {
        const struct option *o = &u->options[i];
        if (o->type != OPTION_TEXT || !o->name || !o->value || strncmp(o->value, "F", 1) != 0)
            continue;
        buffer_print(out, "%s--%s %s", any ? ", " : "", o->name, o->value);
        any = true;
    }
    return any;
}

/* What other programs call an option that this command has. */
static const char *meant_option(const struct usage *u, const char *shown, const char *best)
{
    static const char *const other[][2] = {
        {"--fps", "frames-per-second"},
        {"--rate", "frames-per-second"},
        {"--duration", "until"},
        {"--time", "until"},
        {"--end", "until"},
        {"--dt", "step"},
        {"--timestep", "step"},
        {"--gif", "movie"},
        {"--mp4", "movie"},
        {"--video", "movie"},
        {"--webm", "movie"},
        {"--define", "set"},
        {"-D", "set"},
        {"--param", "set"},
        {"--resolution", "size"},
        {"--width", "size"},
        {"--height", "size"},
        {"--glb", "gltf"},
        {"--save", "record"},
        {"--camera", "from"},
        {"--plot", "csv"},
        {"--measure", "probe"},
        {"--slowmo", "slow"},
        {"--speed", "slow"},
    };
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        for (int k = 0; !strcmp(shown, other[i][0]) && k < u->option_count; k++)
            if (u->options[k].name && !strcmp(u->options[k].name, other[i][1]))
                return other[i][1];
    return best;
}

static void unknown_option(const struct usage *u, const char *shown, const char *best)
{
    struct buffer files = {0};
    best = meant_option(u, shown, best);
    if (names_output(shown) && list_files(u, &files))
        options_complain(u->command, "unknown option %s: a file is written by %s", shown, files.at);
    else
        options_complain(u->command, "unknown option %s%s%s%s", shown, best ? "; did you mean --" : "",
                         best ? best : "", best ? "?" : "");
    buffer_free(&files);
}

/* The option that `word` names, with its value if that is attached ("=" or "-oF"); NULL after a message. */
static const struct option *find_option(const struct usage *u, const char *word, struct buffer *shown,
                                        const char **value)
{
    const char *best = NULL;
    *value = NULL;
    if (word[1] != '-') {
        buffer_print(shown, "-%c", word[1]);
        for (int i = 0; i < u->option_count; i++)
            if (u->options[i].letter == word[1]) {
                *value = word[2] ? word + 2 : NULL;
                return &u->options[i];
            }
        unknown_option(u, shown->at, NULL);
        return NULL;
    }
    size_t length = strcspn(word + 2, "=");
    buffer_add(shown, word, length + 2);
    if (word[2 + length])
        *value = word + 3 + length;
    for (int i = 0; i < u->option_count; i++) {
        const char *name = u->options[i].name;
        if (name && !strcmp(name, shown->at + 2))
            return &u->options[i];
        if (name)
            texts_offer(shown->at + 2, name, &best);
    }
    unknown_option(u, shown->at, best);
    return NULL;
}

static bool read_option(const struct usage *u, int argc, char **argv, int *i)
{
    struct buffer shown = {0};
    const char *value;
    const struct option *o = find_option(u, argv[*i], &shown, &value);
    bool ok = o != NULL;
    if (ok && o->type == OPTION_FLAG && value) {
        options_complain(u->command, "%s takes no value", shown.at);
        ok = false;
    } else if (ok && o->type != OPTION_FLAG && o->type != OPTION_NOT_YET && !value) {
        if (*i + 1 < argc) {
            value = argv[++*i];
        } else {
            options_complain(u->command, "%s needs a value (%s)", shown.at, o->value);
            ok = false;
        }
    }
    ok = ok && read_value(u, o, shown.at, value);
    buffer_free(&shown);
    return ok;
}

/* Whether two options name the same file to be written; all options with a value F… do that. */
static bool writes_twice(const struct usage *u)
{
    for (int i = 0; i < u->option_count; i++)
        for (int k = 0; k < i; k++) {
            const struct option *a = &u->options[k], *b = &u->options[i];
            const bool both = a->target != b->target && /* two names of one option */
                              a->type == OPTION_TEXT && b->type == OPTION_TEXT && a->value[0] == 'F' &&
                              b->value[0] == 'F';
            const char *first = both ? *(const char **)a->target : NULL,
                       *second = both ? *(const char **)b->target : NULL;
            if (!first || !second || !strcmp(first, "-") || !strncmp(first, "/dev/", 5) || !files_same(first, second))
                continue;
            options_complain(u->command, "--%s and --%s cannot both be written to %s", a->name, b->name, second);
            return true;
        }
    return false;
}

bool options_read(const struct usage *u, int argc, char **argv, const char **arguments, int *count, int *status)
{
    bool options = true;
    *count = 0;
    *status = STATUS_DONE;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--"))
            break;
        else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            print_help(u);
            return false;
        }
    for (int i = 1; i < argc; i++) {
        if (options && !strcmp(argv[i], "--")) {
            options = false;
        } else if (options && argv[i][0] == '-' && argv[i][1]) {
            if (!read_option(u, argc, argv, &i))
                return *status = STATUS_USAGE, false;
        } else if (*count >= u->most) {
            *status = options_complain(u->command,
                                       u->most ? "one argument too many: \"%s\"%s" : "takes no arguments: \"%s\"%s",
                                       argv[i], argv[i][0] == '=' ? "; NAME=VALUE has no spaces around the =" : "");
            return false;
        } else {
            arguments[(*count)++] = argv[i];
        }
    }
    if (writes_twice(u)) {
        *status = STATUS_USAGE;
        return false;
    }
    if (*count < u->least) {
        *status = options_complain(u->command, "%.*s is missing", (int)strcspn(u->arguments, " "), u->arguments);
        return false;
    }
    return true;
}

void options_free_texts(struct option_texts *t)
{
    free(t->at);
    *t = (struct option_texts){0};
}
