/* write.c: a world as text that reads back to the same world, to the bit: what describing gives, printed. */
#include "formula/statement.h"
#include "tenon/hooks.h"
#include "tenon/model.h"
#include "tenon/scene.h"

/* What a function of the program computes cannot be written: the text says so, and tn_describe adds a warning. */
static void leave_out(const tn_world *w, tn_thing thing, struct text *t)
{
    const char *what = thing.type == TN_THING_FORCE ? "force" : "constraint", *name = tn_thing_name(w, thing);
    text_put(t,
             "# %s%s%s is computed by a function of the program that made this world, and is not part of this text\n",
             what, *name != '\0' ? " " : "", name);
}

char *tn_write_text(tn_world *w)
{
    if (w == NULL)
        return NULL;
    struct text t = {NULL, 0, 0};
    const tn_thing none = {.type = TN_THING_NONE};
    text_put(&t, "%s", "");
    tn_describe_begin(w); /* what follows depends on what is written alone */
    for (tn_thing thing = tn_thing_next(w, none); thing.type != TN_THING_NONE; thing = tn_thing_next(w, thing)) {
        tn_def *d = tn_describe(w, thing);
        if (tn_thing_hooked(w, thing))
            leave_out(w, thing, &t);
        if (d != NULL)
            statement_print(&t, (const struct statement *)(const void *)d, 0);
        tn_def_free(d);
    }
    return t.at;
}

char *tn_write_state(tn_world *w)
{
    if (w == NULL)
        return NULL;
    tn_def *state = tn_describe_state(w);
    char *text = tn_def_print(state);
    tn_def_free(state);
    return text;
}
