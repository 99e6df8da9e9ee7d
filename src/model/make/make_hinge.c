/* make_hinge.c: the 1994 form of a constraint (GG 5.2):
 *
 *   constraint object1 A; object2 B; hinge P1 P2; axial u min a max b; angle a1 a2 max c; … end
 *
 * Numbers are in the frames of the two objects. Each statement is optional; without object1 it is the world.
 */
#include "model/make/make_hinge.h"

#include <string.h>
#include "model/renew.h"

static const char *const words[HINGE_WORDS] = {"object1", "object2", "hinge", "axial", "planar", "angle", "twist"};

/* The number of numbers before min and max, and the arguments of the kind they are for. */
static const struct {
    int numbers;
    enum hinge_argument first, least;
    const char *takes;
} shape[HINGE_WORDS] = {
    [HINGE_POINTS] = {6, HINGE_P, HINGE_ARGUMENTS, "a point of object1 and one of object2, 6 numbers in all"},
    [HINGE_AXIS] = {3, HINGE_AXIAL, HINGE_AXIAL_MIN, "the direction of an axis of object1, 3 numbers"},
    [HINGE_PLANE] = {3, HINGE_PLANAR, HINGE_PLANAR_MIN, "the normal of a plane of object1, 3 numbers"},
    [HINGE_ANGLE] = {6, HINGE_ANGLE_1, HINGE_ANGLE_MIN, "an axis of object1 and one of object2, 6 numbers in all"},
    [HINGE_TWIST] = {6, HINGE_TWIST_1, HINGE_TWIST_MIN, "a direction of object1 and one of object2, 6 numbers in all"},
};

int hinge_word(const char *word)
{
    for (int i = 0; i < HINGE_WORDS; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    return -1;
}

bool hinge_any(const struct hinge_block *h)
{
    for (int i = 0; i < HINGE_WORDS; i++)
        if (h->s[i] != NULL)
            return true;
    return false;
}

const struct statement *hinge_main(const struct hinge_block *h)
{
    static const enum hinge_word order[] = {HINGE_POINTS, HINGE_ANGLE, HINGE_AXIS, HINGE_PLANE, HINGE_TWIST};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (h->s[order[i]] != NULL)
            return h->s[order[i]];
    return NULL;
}

char *hinge_text(struct reading *r, const struct hinge_block *h)
{
    char *text = mem_text("");
    for (int i = 0; i < HINGE_WORDS; i++) {
        if (h->s[i] == NULL)
            continue;
        char *one = tree_statement(r, h->s[i], h->env[i]);
        char *longer = mem_print("%s%s%s", text, text[0] != '\0' ? ";\n  " : "", one);
        mem_free(text);
        mem_free(one);
        text = longer;
    }
    return text;
}

static bool read_object(struct sight *look, const struct hinge_block *h, enum hinge_word which, int *body)
{
    const struct statement *s = h->s[which];
    *body = -1;
    if (s == NULL)
        return true;
    if (s->arg_count != 1) {
        report(look->r, s->place, NULL, "%s takes the name of one object, %d given", s->word, s->arg_count);
        return false;
    }
    look->env = h->env[which];
    struct slot slot = {.letter = 'A', .word = "its object", .count = 1, .value = sight_value(look, s->args[0])};
    return slot.value.type != VALUE_ERROR && slot_is_object(look, s, &slot, which == HINGE_OBJECT1, body);
}

static const char *limit_word(int k) { return constraint_parameters[k == 0 ? WORD_MIN : WORD_MAX].word; }

static bool is_limit_word(const struct tree *t)
{
    return tree_is_word(t, limit_word(0)) || tree_is_word(t, limit_word(1));
}

/* Reads min a and max b, after the numbers of a statement. */
static bool read_limits(struct reading *r, const struct hinge_block *h, enum hinge_word which, int at,
                        struct constraint_arg *args)
{
    const struct statement *s = h->s[which];
    while (at < s->arg_count) {
        const struct tree *t = s->args[at];
        const char *best = NULL;
        if (!is_limit_word(t) || shape[which].least == HINGE_ARGUMENTS) {
            if (t->kind == TREE_NAME) {
                names_offer(t->text, limit_word(0), &best);
                names_offer(t->text, limit_word(1), &best);
            }
            report(r, tree_place(t), shape[which].least == HINGE_ARGUMENTS ? NULL : best, "%s takes %s%s", s->word,
                   shape[which].takes,
                   shape[which].least == HINGE_ARGUMENTS ? "; it has no limits of its own" : ", then min and max");
            return false;
        }
        struct constraint_arg *out = &args[shape[which].least + (tree_is_word(t, limit_word(1)) ? 1 : 0)];
        if (out->type != ARG_NONE) {
            report(r, t->place, NULL, "'%s' of %s is given twice", t->text, s->word);
            return false;
        }
        if (at + 1 >= s->arg_count) {
            report(r, t->place, NULL, "expected a number after '%s'", t->text);
            return false;
        }
        out->type = ARG_NUMBER;
        if (!constant_number(r, s->args[at + 1], h->env[which], t->text, &out->number))
            return false;
        at += 2;
    }
    return true;
}

/* Reads one statement: its numbers become points or directions of the two objects, or of the first. */
static bool read_statement(struct reading *r, const struct hinge_block *h, enum hinge_word which, const int body[2],
                           struct constraint_arg *args)
{
    const struct statement *s = h->s[which];
    if (s == NULL)
        return true;
    struct statement front = *s;
    double v[6];
    front.arg_count = 0;
    while (front.arg_count < s->arg_count && !is_limit_word(s->args[front.arg_count]))
        front.arg_count++;
    int n = constant_list(r, &front, h->env[which], 0, 6, v);
    if (n >= 0 && n != shape[which].numbers)
        report(r, s->place, NULL, "%s takes %s; %d given", s->word, shape[which].takes, n);
    if (n != shape[which].numbers)
        return false;
    for (int i = 0; i < n / 3; i++) {
        vec3 at = v3(v[3 * i], v[3 * i + 1], v[3 * i + 2]);
        struct constraint_arg *out = &args[(int)shape[which].first + i];
        *out = (struct constraint_arg){.type = ARG_VECTOR, .body = body[i], .vector = at};
        if (body[i] < 0)
            continue;
        out->type = which == HINGE_POINTS ? ARG_POINT : ARG_DIRECTION;
        out->connector = which == HINGE_POINTS ? world_point(r->w, body[i], at) : world_direction(r->w, body[i], at);
    }
    return read_limits(r, h, which, front.arg_count, args);
}

/* The place of a wrong argument. */
static struct place place_of(const struct hinge_block *h, int argument)
{
    for (int k = HINGE_POINTS; k < HINGE_WORDS; k++) {
        const struct statement *s = h->s[k];
        int at = argument - (int)shape[k].least;
        if (s == NULL)
            continue;
        if (argument >= (int)shape[k].first && argument < (int)shape[k].first + shape[k].numbers / 3)
            return s->place;
        for (int i = 0; i + 1 < s->arg_count && at >= 0 && at < 2; i++)
            if (tree_is_word(s->args[i], limit_word(at)))
                return tree_place(s->args[i + 1]);
        if (at >= 0 && at < 2)
            return s->place;
    }
    return hinge_main(h)->place;
}

static bool check_block(struct reading *r, const struct hinge_block *h)
{
    const struct statement *any = NULL;
    for (int i = 0; i < HINGE_WORDS; i++)
        any = any == NULL ? h->s[i] : any;
    if (hinge_main(h) == NULL) {
        report(r, any->place, NULL,
               "expected hinge or angle in this constraint, which says how its objects are joined");
        return false;
    }
    const struct statement *points = h->s[HINGE_POINTS];
    if (h->s[HINGE_OBJECT2] == NULL && points != NULL && points->arg_count > 1 && points->args[0]->kind == TREE_NAME) {
        char said[200]; /* hinge A B P D: as other programs have it */
        report(r, points->place, NULL, "between two objects write revolute A B P D;%s",
               words_rewritten("revolute", 4, NULL, points, said, sizeof said));
        return false;
    }
    if (h->s[HINGE_OBJECT2] == NULL) {
        report(r, any->place, NULL, "expected 'object2 NAME;' in this constraint: only object1 may be left out");
        return false;
    }
    return true;
}

int hinge_make(struct reading *r, const struct hinge_block *h, struct sight *look, struct limits *limits,
               struct constraint_def *def)
{
    struct constraint_arg args[HINGE_ARGUMENTS];
    int joint[HINGE_ARGUMENTS], body[2], wrong;
    char *message = NULL;
    for (int i = 0; i < HINGE_ARGUMENTS; i++) {
        args[i] = (struct constraint_arg){.type = ARG_NONE, .body = -1};
        joint[i] = -1;
    }
    if (!check_block(r, h))
        return -1;
    bool good = limits_of_hinge(r, limits, hinge_main(h));
    good = read_object(look, h, HINGE_OBJECT1, &body[0]) && good;
    good = read_object(look, h, HINGE_OBJECT2, &body[1]) && good;
    for (int k = HINGE_POINTS; k < HINGE_WORDS; k++)
        good = read_statement(r, h, (enum hinge_word)k, body, args) && good;
    if (!good)
        return -1;
    def->class = constraint_find("hinge");
    def->bounce = limits->bounce;
    def->args = args;
    def->joint = joint;
    def->arg_count = HINGE_ARGUMENTS;
    int slot = renew_put_constraint(r, def, &message, &wrong);
    if (slot < 0) {
        struct place place = wrong >= 0 ? place_of(h, wrong) : hinge_main(h)->place;
        const char *word = hinge_main(h)->word;
        for (int k = HINGE_POINTS; k < HINGE_WORDS && wrong >= 0; k++)
            if (h->s[k] != NULL && h->s[k]->place.line == place.line && h->s[k]->place.column <= place.column)
                word = h->s[k]->word;
        report(r, place, NULL, "%s: %s", word, message);
    }
    mem_free(message);
    return slot;
}
