/* The arguments of a statement are recovered from what was built: for every form of every kind, and for kinds that a
 * newcomer might add. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "constraint/constraint.h"

static int inputs_of(const struct constraint_form *f)
{
    int n = 0;
    while (n < CONSTRAINT_INPUTS && f->inputs[n].name != NULL)
        n++;
    return n;
}

/* "P=0 of2 word d0": inputs by number, owners, numbers, words. */
static const char *print(const struct said *said, int count, char text[200])
{
    static const char *const head[] = {[SAID_INPUT] = "y", [SAID_OWNER] = "of", [SAID_CROSS] = "x",
                                       [SAID_JOINT] = "j", [SAID_NUMBER] = "d", [SAID_WORD] = ""};
    text[0] = '\0';
    for (int i = 0; i < count; i++) {
        size_t n = strlen(text);
        if (said[i].type == SAID_WORD)
            snprintf(text + n, 200 - n, "%s%s", i > 0 ? " " : "", said[i].word);
        else
            snprintf(text + n, 200 - n, "%s%s%d", i > 0 ? " " : "", head[said[i].type], said[i].index);
    }
    return text;
}

static void every_form_of_every_kind(void **state)
{
    (void)state;
    int forms = 0;
    for (int k = 0; k < constraint_class_count(); k++) {
        const struct constraint_class *c = constraint_class_at(k);
        for (int i = 0; i < c->form_count && strcmp(c->kind.name, "hinge") != 0;
             i++) { /* which has statements instead */
            const struct constraint_form *f = &c->forms[i];
            signed char partner[CONSTRAINT_INPUTS];
            struct said said[CONSTRAINT_SAID];
            for (int n = 0; n < CONSTRAINT_INPUTS; n++)
                partner[n] = n % 2 == 0 ? 1 : 2;
            int count = constraint_said(c, f, partner, inputs_of(f), said);
            if (count < c->fewest)
                fail_msg(
                    "the writer cannot tell the arguments of '%s' (form %s) from its inputs and parameters: give the "
                    "form `said` (src/constraint/constraint.h)",
                    c->kind.name, f->name);
            for (int n = 0; n < count; n++)
                if (said[n].type != SAID_WORD && said[n].index < 0)
                    fail_msg("`said` of form %s: argument %d is no input and no parameter", f->name, n + 1);
            forms++;
        }
    }
    assert_true(forms > 15);
}

static void kinds_of_a_newcomer(void **state)
{
    (void)state;
    static const struct {
        const char *arguments, *said, *expected;
        struct constraint_form form;
    } sample[] = {
        {"P Q R d e",
         NULL,
         "y0 y1 y2 d0 d1",
         {.inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}, {"R", INPUT_POINT}}, .parameters = {"d", "e"}}},
        {"A P1 D1 B P2 D2 x",
         NULL,
         "of0 y0 y1 of2 y2 y3 d0",
         {.inputs = {{"P", INPUT_POINT}, {"D", INPUT_DIRECTION}, {"Q", INPUT_POINT}, {"E", INPUT_DIRECTION}},
          .parameters = {"x"}}},
        {"J K ratio",
         NULL,
         "j0 j3 d0",
         {.inputs = {{"U", INPUT_DIRECTION},
                     {"V", INPUT_DIRECTION},
                     {"N", INPUT_DIRECTION},
                     {"S", INPUT_DIRECTION},
                     {"T", INPUT_DIRECTION},
                     {"M", INPUT_DIRECTION}},
          .parameters = {"ratio"}}},
        {"P  |  P Q  |  P Q d",
         NULL,
         "y0 y1",
         {.inputs = {{"P", INPUT_POINT}, {"Q", INPUT_POINT}}, .parameters = {NULL}}},
        {"D A frame",
         "D of:P U*V frame d",
         "y3 of0 x1 frame d0",
         {.inputs = {{"P", INPUT_POINT}, {"U", INPUT_DIRECTION}, {"V", INPUT_DIRECTION}, {"D", INPUT_DIRECTION}},
          .parameters = {"d"}}},
    };
    for (size_t i = 0; i < sizeof sample / sizeof *sample; i++) {
        struct constraint_form form = sample[i].form;
        form.said = sample[i].said;
        const struct constraint_class class = {
            .kind = {.name = "new", .arguments = sample[i].arguments}, .forms = &form, .form_count = 1};
        static const signed char partner[CONSTRAINT_INPUTS] = {1, 1, 2, 2, 2, 2};
        struct said said[CONSTRAINT_SAID];
        char text[200];
        int count = constraint_said(&class, &form, partner, inputs_of(&form), said);
        assert_string_equal(print(said, count, text), sample[i].expected);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_form_of_every_kind),
                                       cmocka_unit_test(kinds_of_a_newcomer)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
