/* said.c: from what a constraint was built into back to the arguments of its statement.
 *
 * By default the arguments of the kind are taken one by one: a point is the next input that is a point, a direction the
 * next that is one, an object the one behind the inputs of the next partner, a joint the next three inputs, a number the
 * next parameter. Forms for which this is not true have the arguments in words of their own (`said`, constraint.h).
 */
#include <stdio.h>
#include <string.h>

#include "constraint/constraint.h"

static int input_named(const struct constraint_form *f, const char *name, size_t length)
{
    for (int i = 0; i < CONSTRAINT_INPUTS && f->inputs[i].name != NULL; i++)
        if (strlen(f->inputs[i].name) == length && strncmp(f->inputs[i].name, name, length) == 0)
            return i;
    return -1;
}

static int parameter_named(const struct constraint_form *f, const char *name)
{
    for (int i = 0; i < CONSTRAINT_PARAMETERS && f->parameters[i] != NULL; i++)
        if (strcmp(f->parameters[i], name) == 0)
            return i;
    return -1;
}

/* One word of `said`. */
static struct said said_word(const struct constraint_form *f, const char *word)
{
    struct said out = {.type = SAID_WORD};
    const char *star = strchr(word, '*');
    if (strncmp(word, "of:", 3) == 0)
        return (struct said){.type = SAID_OWNER, .index = input_named(f, word + 3, strlen(word + 3))};
    if (star != NULL)
        return (struct said){.type = SAID_CROSS, .index = input_named(f, word, (size_t)(star - word))};
    if ((out.index = input_named(f, word, strlen(word))) >= 0)
        out.type = SAID_INPUT;
    else if ((out.index = parameter_named(f, word)) >= 0)
        out.type = SAID_NUMBER;
    else
        snprintf(out.word, sizeof out.word, "%s", word);
    return out;
}

static int said_so(const struct constraint_form *f, struct said *out)
{
    const char *at = f->said;
    char word[KIND_WORD];
    int n = 0;
    while (n < CONSTRAINT_SAID && kind_next(&at, word))
        out[n++] = said_word(f, word);
    return n;
}

/* ---- by the arguments of the kind ---- */

/* What of a form has been used up. */
struct taken {
    int inputs[INPUT_SCALAR + 1]; /* by type: where to look on */
    int partners, joints, numbers;
};

static int next_input(const struct constraint_form *f, enum input_type type, struct taken *t)
{
    for (int i = t->inputs[type]; i < CONSTRAINT_INPUTS && f->inputs[i].name != NULL; i++)
        if (f->inputs[i].type == type) {
            t->inputs[type] = i + 1;
            return i;
        }
    return -1;
}

static int next_partner(const signed char *partner, int inputs, struct taken *t)
{
    t->partners++;
    for (int i = 0; i < inputs; i++)
        if (partner[i] == t->partners)
            return i;
    return -1;
}

static bool take(const struct constraint_form *f, const signed char *partner, int inputs, const char *word,
                 struct taken *t, struct said *out)
{
    *out = (struct said){.type = SAID_INPUT, .index = -1};
    switch (kind_letter(word)) {
    case 'P':
    case 'p':
        out->index = next_input(f, INPUT_POINT, t);
        break;
    case 'D':
    case 'F':
        out->index = next_input(f, INPUT_DIRECTION, t);
        break;
    case 'A':
        *out = (struct said){.type = SAID_OWNER, .index = next_partner(partner, inputs, t)};
        break;
    case 'J':
        *out = (struct said){.type = SAID_JOINT, .index = 3 * t->joints++};
        out->index = out->index + 3 <= inputs ? out->index : -1;
        break;
    case 'w':
        *out = (struct said){.type = SAID_WORD};
        snprintf(out->word, sizeof out->word, "%s", word);
        break;
    case 'd':
        *out = (struct said){.type = SAID_NUMBER, .index = -1};
        if (t->numbers < CONSTRAINT_PARAMETERS && f->parameters[t->numbers] != NULL)
            out->index = t->numbers++;
        break;
    default:
        break;
    }
    return out->index >= 0;
}

/* Of one form of the arguments; -1: it does not fit. */
static int by_arguments(const struct constraint_form *f, const signed char *partner, int inputs, const char *arguments,
                        struct said *out)
{
    struct taken t = {.partners = 0};
    char word[KIND_WORD];
    int n = 0;
    while (kind_next(&arguments, word))
        if (n == CONSTRAINT_SAID || !take(f, partner, inputs, word, &t, &out[n++]))
            return -1;
    return n;
}

int constraint_said(const struct constraint_class *class, const struct constraint_form *form,
                    const signed char *partner, int inputs, struct said out[CONSTRAINT_SAID])
{
    if (form->said != NULL)
        return said_so(form, out);
    int n = -1, usages = 1, usage = 0;
    for (const char *bar = class->kind.arguments; (bar = strchr(bar, '|')) != NULL; bar++)
        usages++;
    const int own = usages == class->form_count ? (int)(form - class->forms) : -1; /* one usage for each form */
    for (const char *at = class->kind.arguments; at != NULL; usage++) {
        struct said found[CONSTRAINT_SAID];
        int count = own < 0 || own == usage ? by_arguments(form, partner, inputs, at, found) : -1;
        if (count > n) { /* the longest that fits says most */
            memcpy(out, found, sizeof found);
            n = count;
        }
        at = strchr(at, '|');
        at = at != NULL ? at + 1 : NULL;
    }
    return n;
}
