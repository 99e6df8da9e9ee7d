/* live_editing.c: changing a world while it runs: add, set, switch, remove, undo, redo.
 *
 * prints
 *
 *   t = 1.0 s: 3 objects, 3 constraints
 *   the last joint is cut; undo brings it back: yes
 *   undone: cut the chain
 *   a heavier ball and a longer rope: mass 5 kg, rope 1.5 m
 *   cannot set: mass must be greater than zero, not -1
 */
#include <stdio.h>

#include <tenon/tenon.h>

static tn_object add_ball(tn_world *w, int i)
{
    char name[20];
    snprintf(name, sizeof name, "ball[%d]", i);
    tn_object_def def = tn_object_default();
    def.name = name;
    def.shape = "sphere";
    def.size[0] = 0.05;
    def.position = (tn_vec3){0.3 * i, 0, 0};
    return tn_object_add(w, &def, NULL);
}

static tn_constraint add_rope(tn_world *w, tn_arg from, tn_object to)
{
    tn_constraint_def def = tn_constraint_default();
    def.kind = "distance";
    def.args[0] = from;
    def.args[1] = tn_arg_point(to, (tn_vec3){0, 0, 0});
    def.args[2] = tn_arg_number(0.3);
    def.count = 3;
    return tn_constraint_add(w, &def, NULL);
}

int main(void)
{
    tn_world *w = tn_world_new();
    tn_read_text(w, "world", "gravity 9.81;", NULL);
    tn_history_keep(w, 100, 16 << 20); /* at most so many edits and bytes */

    /* A chain that grows while it swings. */
    tn_arg end = tn_arg_vector((tn_vec3){0, 0, 0});
    tn_object ball = {0, 0};
    tn_constraint rope = {0, 0};
    for (int i = 1; i <= 3; i++) {
        ball = add_ball(w, i);
        rope = add_rope(w, end, ball);
        end = tn_arg_point(ball, (tn_vec3){0, 0, 0});
        tn_advance(w, i / 3.0);
    }
    printf("t = %.1f s: %d objects, %d constraints\n", tn_time(w), tn_object_count(w), tn_constraint_count(w));

    tn_edit_begin(w, "cut the chain"); /* what happens until tn_edit_end is undone as one */
    tn_constraint_remove(w, rope);
    tn_edit_end(w);
    tn_advance(w, 1.5); /* it falls */
    char label[100];
    snprintf(label, sizeof label, "%s", tn_undo_label(w));
    tn_undo(w); /* back to the moment of the cut, with its id */
    printf("the last joint is cut; undo brings it back: %s\n", tn_constraint_valid(w, rope) ? "yes" : "no");
    printf("undone: %s\n", label);

    double mass[6], length[6];
    tn_object_set(w, ball, "mass", (double[]){5}, 1, NULL);
    tn_constraint_set(w, rope, "d", (double[]){1.5}, 1, NULL);
    tn_object_number(w, ball, "mass", mass);
    tn_constraint_number(w, rope, "d", length);
    printf("a heavier ball and a longer rope: mass %g kg, rope %g m\n", mass[0], length[0]);

    char *message = NULL; /* what cannot be is refused with a sentence, and nothing changes */
    if (tn_object_set(w, ball, "mass", (double[]){-1}, 1, &message) != TN_OK)
        printf("cannot set: %s\n", message);
    tn_free(message);
    tn_world_free(w);
    return 0;
}
