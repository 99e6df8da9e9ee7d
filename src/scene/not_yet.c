/* not_yet.c: words of the scene language that this version reads and refuses: the one place to look when one of them
 * begins to work. Each says what is still to come, so that no two of these refusals read the same. */
#include <string.h>

#include "scene/scene.h"

struct later {
    const char *word, *what;
};

static const char *look_up(const struct later *list, const char *word)
{
    for (; list->word != NULL; list++)
        if (strcmp(list->word, word) == 0)
            return list->what;
    return NULL;
}

static const struct later in_scene[] = {
    {NULL, NULL},
};

static const struct later in_object[] = {
    {NULL, NULL},
};

static const struct later in_constraint[] = {
    {NULL, NULL},
};

static const struct later functions[] = {
    {NULL, NULL},
};

/* "setting choice" */
static const struct later choices[] = {
    {NULL, NULL},
};

const char *not_yet(enum where where, const char *word)
{
    switch (where) {
    case IN_SCENE:
        return look_up(in_scene, word);
    case IN_OBJECT:
        return look_up(in_object, word);
    case IN_CONSTRAINT:
        return look_up(in_constraint, word);
    case IN_WORLD:
    case IN_FORCE:
    case IN_COMPOUND:
    case IN_PATH:
    case IN_AT:
        break;
    }
    return NULL;
}

const char *not_yet_function(const char *word) { return look_up(functions, word); }

const char *not_yet_choice(const char *setting, const char *word)
{
    char both[100];
    snprintf(both, sizeof both, "%.40s %.40s", setting, word);
    return look_up(choices, both);
}
