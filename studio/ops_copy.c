/* ops_copy.c: nails, and copies of parts with the joints between them. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"

enum { MOST_COPIES = 200, NAME = 100 };

/* ---- names ---- */

static bool taken(struct studio *s, const char *name)
{
    static const tn_thing_type type[] = {TN_THING_NAME, TN_THING_OBJECT, TN_THING_CONSTRAINT, TN_THING_FORCE};
    for (size_t i = 0; i < sizeof type / sizeof *type; i++)
        if (tn_thing_find(s->doc.world, type[i], name).type != TN_THING_NONE)
            return true;
    return false;
}

struct renamed {
    char old[NAME], new[NAME];
};

/* The next free number behind the letters of a name: rod1 → rod2, link[3] → link1. */
static void new_name(struct studio *s, const char *old, const struct renamed *given, int count, char out[NAME])
{
    char base[NAME - 12];
    snprintf(base, sizeof base, "%s", old);
    base[strcspn(base, "[")] = 0;
    for (size_t n = strlen(base); n > 1 && isdigit((unsigned char)base[n - 1]); n--)
        base[n - 1] = 0;
    for (int i = 1;; i++) {
        bool used;
        snprintf(out, NAME, "%s%d", base, i);
        used = taken(s, out);
        for (int k = 0; k < count && !used; k++)
            used = strcmp(given[k].new, out) == 0;
        if (!used)
            return;
    }
}

static bool part_of_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '-' || (c & 0x80) != 0; }

/* A text with names replaced where they stand alone: not members (a.rod1), not parts of longer names. */
static char *renamed_text(const char *text, size_t length, const struct renamed *map, int count)
{
    struct bytes b = {0};
    bytes_text(&b, "");
    for (size_t i = 0; i < length;) {
        const bool begins = i == 0 || (!part_of_name(text[i - 1]) && text[i - 1] != '.');
        bool done = false;
        for (int k = 0; begins && k < count && !done; k++) {
            const size_t n = strlen(map[k].old);
            if (i + n <= length && strncmp(text + i, map[k].old, n) == 0 &&
                (i + n == length || (!part_of_name(text[i + n]) && text[i + n] != '['))) {
                bytes_text(&b, map[k].new);
                i += n;
                done = true;
            }
        }
        if (!done)
            bytes_add(&b, text + i++, 1);
    }
    return b.at;
}

/* The statement of a thing as text: as it is written, or as it is now if a loop or a program made it. */
static char *statement_of(struct studio *s, tn_thing t, const struct renamed *map, int count)
{
    tn_place at;
    char *text;
    if (tn_source_place(s->doc.source, s->doc.world, t, &at) && at.turns == 0 && at.file == 0)
        return renamed_text(text_now(s, NULL) + at.from, at.to - at.from, map, count);
    tn_def *d = tn_describe(s->doc.world, t);
    char *printed = d != NULL ? tn_def_print(d) : NULL;
    text = printed != NULL ? renamed_text(printed, strlen(printed), map, count) : NULL;
    tn_free(printed);
    tn_def_free(d);
    return text;
}

static bool add_text(struct studio *s, char *text, tn_place *at)
{
    tn_diagnostics *d = tn_diagnostics_new();
    const bool good = text != NULL && tn_source_add(s->doc.source, NULL, text, at, d) == TN_OK;
    if (good)
        text_changed(s);
    else
        refuse(s, "refused", "%s",
               tn_diagnostics_count(d) > 0 ? tn_diagnostics_get(d, 0).message : "it cannot be copied");
    tn_diagnostics_free(d);
    free(text);
    return good;
}

/* ---- nails ---- */

static tn_vec3 turn(tn_quat q, tn_vec3 v)
{
    const tn_vec3 c = {q.y * v.z - q.z * v.y + q.w * v.x, q.z * v.x - q.x * v.z + q.w * v.y,
                       q.x * v.y - q.y * v.x + q.w * v.z};
    return (tn_vec3){v.x + 2 * (q.y * c.z - q.z * c.y), v.y + 2 * (q.z * c.x - q.x * c.z),
                     v.z + 2 * (q.x * c.y - q.y * c.x)};
}

/* The statements of a nail and of the joint to it. */
static void nail_texts(struct studio *s, tn_object o, const char *point, tn_vec3 local, tn_vec3 at,
                       struct bytes text[2])
{
    const char *object = tn_object_name(s->doc.world, o);
    char name[NAME];
    new_name(s, "nail", NULL, 0, name);
    bytes_print(&text[0], "nail %s %.9g %.9g %.9g;", name, at.x, at.y, at.z);
    if (point != NULL)
        bytes_print(&text[1], "connect %s.%s %s;", object, point, name);
    else
        bytes_print(&text[1], "connect %s.at(%.9g, %.9g, %.9g) %s;", object, local.x, local.y, local.z, name);
}

bool nail_here(struct studio *s, tn_object o, const char *point, tn_vec3 local, double grain)
{
    tn_pose pose;
    char label[DOCUMENT_LABEL];
    struct bytes text[2] = {{0}, {0}};
    tn_place where;
    int count;
    if (tn_object_pose(s->doc.world, o, &pose) != TN_OK || tn_object_name(s->doc.world, o)[0] == 0)
        return refuse(s, "refused", "it has no pose or no name");
    if (tn_source_check(s->doc.source, NULL) != TN_OK)
        return refuse(s, "text-errors", "the text has errors; mend them first");
    const tn_vec3 r = turn(pose.orientation, local), p = pose.position;
    const tn_vec3 at = {grain * nearbyint((r.x + p.x) / grain), grain * nearbyint((r.y + p.y) / grain),
                        grain * nearbyint((r.z + p.z) / grain)};
    nail_texts(s, o, point, local, at, text);
    uint64_t *before = thing_ids(s, &count);
    snprintf(label, sizeof label, "Nail %s", tn_object_name(s->doc.world, o));
    step_begin(s, label, NULL);
    bool good = add_text(s, studio_copy(text[0].at), &where) && add_text(s, studio_copy(text[1].at), &where);
    bytes_free(&text[0]);
    bytes_free(&text[1]);
    good = good ? step_finish(s) : step_abandon(s);
    if (good)
        write_made(s, "made", before, count);
    free(before);
    return good;
}

bool op_nail(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    const tn_thing t = thing_given(s, value_member(m, "thing"), "object");
    const char *point = value_text(m, "point", NULL);
    const double grain = fabs(value_number(m, "tolerance", 1e-6));
    tn_vec3 local;
    if (t.type == TN_THING_NONE)
        return false;
    const tn_object o = tn_thing_object(t);
    if (point != NULL ? !tn_object_point(s->doc.world, o, point, &local)
                      : !vector_given(value_member(m, "local"), &local))
        return refuse(s, "no-such-thing", "nail needs \"point\", the name of a point, or \"local\"");
    return nail_here(s, o, point, local, grain > 0 ? grain : 1e-6);
}

/* ---- copies ---- */

struct copies {
    tn_thing from[MOST_COPIES];
    struct renamed name[MOST_COPIES + 1];
    int count, joints;
    tn_vec3 offset;
};

static bool among(const struct copies *c, tn_thing t)
{
    for (int i = 0; i < c->count; i++)
        if (tn_id(c->from[i]) == tn_id(t))
            return true;
    return false;
}

static bool things_given(struct studio *s, const struct value *m, struct copies *c)
{
    const struct value *list = value_member(m, "things");
    for (const struct value *v = list != NULL && list->type == VALUE_LIST ? list->first : NULL; v != NULL;
         v = v->next) {
        const tn_thing t = thing_given(s, v, NULL);
        if (t.type == TN_THING_NONE)
            return false;
        if (t.type != TN_THING_OBJECT || among(c, t))
            continue;
        if (c->count == MOST_COPIES)
            return refuse(s, "too-large", "200 objects at most can be copied at once");
        struct renamed *r = &c->name[c->count];
        if (tn_thing_name(s->doc.world, t)[0] == 0)
            return refuse(s, "refused", "an object without a name cannot be copied");
        snprintf(r->old, NAME, "%s", tn_thing_name(s->doc.world, t));
        new_name(s, r->old, c->name, c->count, r->new);
        c->from[c->count++] = t;
    }
    return c->count > 0 || refuse(s, "bad-message", "duplicate needs \"things\", a list of objects");
}

/* The last constraint between this object and one that is not copied; NONE. */
static tn_thing neighbour_joint(struct studio *s, const struct copies *c, tn_thing *neighbour)
{
    tn_world *w = s->doc.world;
    for (int i = tn_thing_count(w, TN_THING_CONSTRAINT) - 1; i >= 0; i--) {
        const tn_thing t = tn_thing_at(w, TN_THING_CONSTRAINT, i);
        tn_thing partner[3];
        if (tn_thing_partners(w, t, partner, 3) != 2)
            continue;
        const bool first = among(c, partner[0]), second = among(c, partner[1]);
        *neighbour = partner[first ? 1 : 0];
        if (first != second && neighbour->type == TN_THING_OBJECT)
            return t;
    }
    return (tn_thing){.type = TN_THING_NONE};
}

/* Beside the original: its width and a fifth more, along x. */
static tn_vec3 beside(struct studio *s, const struct copies *c)
{
    double low = INFINITY, high = -INFINITY;
    int meshes, parts;
    const tn_view_mesh *mesh = tn_view_meshes(s->scene.view, &meshes);
    const tn_view_part *part = tn_view_parts(s->scene.view, &parts);
    const tn_view_pose *pose = tn_view_poses(s->scene.view, NULL);
    for (int i = 0; i < c->count; i++) {
        const int o = tn_view_find(s->scene.view, tn_thing_object(c->from[i]));
        for (int k = 0; o >= 0 && k < parts; k++) {
            if (part[k].object != o)
                continue;
            const tn_vec3 a = mesh[part[k].mesh].low, b = mesh[part[k].mesh].high;
            const double r =
                0.5 * sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y) + (b.z - a.z) * (b.z - a.z));
            low = fmin(low, pose[o].position.x - r);
            high = fmax(high, pose[o].position.x + r);
        }
    }
    return (tn_vec3){high > low ? 1.2 * (high - low) : 0.5, 0, 0};
}

/* The start position of a copy: that of the original in the text, moved. */
static void move_copy(struct studio *s, const struct copies *c, int i, tn_place *at)
{
    tn_pose pose;
    tn_text_number n;
    const bool by_center = tn_source_number(s->doc.source, at, "center", 0, &n) == TN_OK && n.kind != TN_TEXT_NONE;
    const char *word = by_center ? "center" : "position";
    double x[3];
    if (tn_object_pose(s->doc.world, tn_thing_object(c->from[i]), &pose) != TN_OK)
        return;
    const tn_vec3 now = by_center ? pose.center : pose.position;
    const double present[3] = {now.x, now.y, now.z}, offset[3] = {c->offset.x, c->offset.y, c->offset.z};
    for (int k = 0; k < 3; k++) {
        x[k] = present[k];
        if (tn_source_number(s->doc.source, at, word, k, &n) == TN_OK && n.kind == TN_TEXT_LITERAL)
            x[k] = n.value;
        x[k] += offset[k];
    }
    if (tn_source_set(s->doc.source, at, word, x, 3, 1e-9, TN_EDIT_HERE, NULL) == TN_OK)
        text_changed(s);
}

static bool copy_objects(struct studio *s, struct copies *c)
{
    tn_place at;
    for (int i = 0; i < c->count; i++) {
        if (!add_text(s, statement_of(s, c->from[i], c->name, c->count), &at))
            return false;
        move_copy(s, c, i, &at);
    }
    return true;
}

/* Points, constraints and forces that concern nothing but what is copied. */
static bool copy_inner(struct studio *s, struct copies *c, tn_thing_type type, int fewest)
{
    tn_world *w = s->doc.world;
    const int count = tn_thing_count(w, type);
    for (int i = 0; i < count; i++) {
        const tn_thing t = tn_thing_at(w, type, i);
        tn_thing partner[16];
        tn_place at;
        const int partners = tn_thing_partners(w, t, partner, 16);
        bool inner = partners >= fewest && partners <= 16;
        for (int k = 0; inner && k < partners; k++)
            inner = among(c, partner[k]);
        if (!inner)
            continue;
        struct renamed *map = c->name;
        int names = c->count;
        const char *name = tn_thing_name(w, t);
        if (name[0] != 0 && type != TN_THING_POINT) {
            snprintf(map[names].old, NAME, "%s", name);
            new_name(s, name, map, names, map[names].new);
            names++;
        }
        if (!add_text(s, statement_of(s, t, map, names), &at))
            return false;
        c->joints++;
    }
    return true;
}

/* The joint to the neighbour once more: what was the neighbour is the original now. */
static bool copy_joint(struct studio *s, const struct copies *c, tn_thing joint, tn_thing neighbour)
{
    struct renamed map[3];
    tn_place at;
    int names = 2;
    map[0] = c->name[0];
    snprintf(map[1].old, NAME, "%s", tn_thing_name(s->doc.world, neighbour));
    snprintf(map[1].new, NAME, "%s", c->name[0].old);
    const char *name = tn_thing_name(s->doc.world, joint);
    if (name[0] != 0) {
        snprintf(map[2].old, NAME, "%s", name);
        new_name(s, name, c->name, c->count, map[2].new);
        names++;
    }
    return add_text(s, statement_of(s, joint, map, names), &at);
}

/* In a world that has moved a copy begins beside where its original is now, with its velocity. */
static void place_copies(struct studio *s, const struct copies *c)
{
    tn_world *w = s->doc.world;
    for (int i = 0; i < c->count && tn_time(w) > 0; i++) {
        const tn_object o = tn_object_find(w, c->name[i].new);
        tn_pose pose;
        if (!tn_object_valid(w, o) || tn_object_pose(w, tn_thing_object(c->from[i]), &pose) != TN_OK)
            continue;
        const tn_vec3 at = {pose.position.x + c->offset.x, pose.position.y + c->offset.y,
                            pose.position.z + c->offset.z};
        tn_object_place(w, o, at, pose.orientation);
        tn_object_set_velocity(w, o, pose.velocity, pose.spin);
    }
}

static bool copy_all(struct studio *s, struct copies *c, tn_thing joint, tn_thing neighbour)
{
    if (!copy_objects(s, c) || !copy_inner(s, c, TN_THING_POINT, 1) || !copy_inner(s, c, TN_THING_CONSTRAINT, 2) ||
        !copy_inner(s, c, TN_THING_FORCE, 2))
        return false;
    return joint.type == TN_THING_NONE || copy_joint(s, c, joint, neighbour);
}

static void find_offset(struct studio *s, struct copies *c, const struct value *m, tn_thing joint, tn_thing neighbour)
{
    tn_pose a, b;
    if (vector_given(value_member(m, "offset"), &c->offset))
        return;
    if (joint.type != TN_THING_NONE && tn_object_pose(s->doc.world, tn_thing_object(neighbour), &a) == TN_OK &&
        tn_object_pose(s->doc.world, tn_thing_object(c->from[0]), &b) == TN_OK)
        c->offset = (tn_vec3){b.position.x - a.position.x, b.position.y - a.position.y, b.position.z - a.position.z};
    else
        c->offset = beside(s, c);
}

bool op_duplicate(struct studio *s, struct page *p, const struct value *m)
{
    (void)p;
    struct copies *c = studio_memory(NULL, sizeof *c);
    tn_thing joint = {.type = TN_THING_NONE}, neighbour = joint;
    char label[DOCUMENT_LABEL];
    int count;
    memset(c, 0, sizeof *c);
    if (tn_source_check(s->doc.source, NULL) != TN_OK || !things_given(s, m, c)) {
        if (s->reply.length == 0)
            refuse(s, "text-errors", "the text has errors; mend them first");
        free(c);
        return false;
    }
    scene_look(s);
    if (c->count == 1 && value_flag(m, "join", false))
        joint = neighbour_joint(s, c, &neighbour);
    find_offset(s, c, m, joint, neighbour);
    uint64_t *before = thing_ids(s, &count);
    snprintf(label, sizeof label, "Duplicate %.60s", c->name[0].old);
    step_begin(s, label, NULL);
    bool good = copy_all(s, c, joint, neighbour);
    if (good && !step_apply(s, NULL))
        good = refuse(s, "text-errors", "the copy is not possible here");
    if (good) {
        place_copies(s, c);
        step_end(s);
        write_integer(&s->answer, "rev", (long long)s->text.rev);
        write_made(s, "made", before, count);
    } else {
        step_abandon(s);
        step_apply(s, NULL);
    }
    free(before);
    free(c);
    return good;
}
