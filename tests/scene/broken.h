/* broken.h: scenes with one error each, and the expected message. */
#ifndef TESTS_SCENE_BROKEN_H
#define TESTS_SCENE_BROKEN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "base/names.h"
#include "tenon/tenon.h"

/* The number of errors, and the place, message and suggested word of the first. */
struct broken_scene {
    const char *text;
    int errors, line, column;
    const char *message, *near;
};

/* {integrators} in a message stands for the names of all integrators: "adams, gear or rk4". */
static inline const char *broken_message(const char *message, char text[400])
{
    static const char mark[] = "{integrators}";
    const char *at = strstr(message, mark);
    int count = tn_integrator_count();
    if (at == NULL)
        return message;
    snprintf(text, 400, "%.*s", (int)(at - message), message);
    for (int i = 0; i < count; i++)
        snprintf(text + strlen(text), 400 - strlen(text), "%s%s",
                 i == 0           ? ""
                 : i == count - 1 ? " or "
                                  : ", ",
                 tn_integrator_name((tn_integrator)i));
    snprintf(text + strlen(text), 400 - strlen(text), "%s", at + sizeof mark - 1);
    return text;
}

static inline void broken_check(const struct broken_scene *b)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "m.tn", b->text, d) != TN_WRONG_MODEL)
        fail_msg("no error in: %s", b->text);
    tn_diagnostic g = tn_diagnostics_get(d, 0);
    char text[400];
    const char *message = broken_message(b->message, text);
    bool same = strcmp(g.message, message) == 0 && g.line == b->line && g.column == b->column &&
                tn_diagnostics_errors(d) == b->errors &&
                (b->near == NULL ? g.near == NULL : g.near != NULL && strcmp(g.near, b->near) == 0);
    if (!same)
        fail_msg("%s\n  expected %d:%d %s (%s)\n  got %d:%d %s (%s), %d errors", b->text, b->line, b->column, message,
                 b->near != NULL ? b->near : "", g.line, g.column, g.message, g.near != NULL ? g.near : "",
                 tn_diagnostics_errors(d));
    assert_string_equal(g.file, "m.tn");
    assert_non_null(g.text);
    assert_true(g.length > 0);
    assert_int_equal(tn_object_count(w), 0);
    tn_diagnostics_free(d);
    tn_world_free(w);
}

/* No two errors share a message. */
static inline void broken_check_different(const struct broken_scene *scenes, int count)
{
    struct names seen = {0};
    for (int i = 0; i < count; i++) {
        int before = names_get(&seen, scenes[i].message);
        if (before >= 0)
            fail_msg("%s\n%s", scenes[before].text, scenes[i].text);
        names_set(&seen, scenes[i].message, i);
    }
    names_free(&seen);
}

#endif
