/* first_steps.c: a pendulum from text: read it, run it, look at it.
 *
 *   cc first_steps.c $(pkg-config --cflags --libs tenon) -lm && ./a.out
 *
 * prints
 *
 *   t = 0.0 s: the bob is at (1.000, 0.000, 0.000)
 *   t = 0.5 s: the bob is at (0.391, 0.000, -0.920)
 *   t = 1.0 s: the bob is at (-0.986, 0.000, -0.165)
 *   energy is off by less than a millionth: yes
 */
#include <stdio.h>

#include <tenon/tenon.h>

static const char scene[] = "gravity 9.81;\n"
                            "object bob: particle 2; position 1 0 0; end\n"
                            "distance bob.center (0, 0, 0) 1;\n";

/* Errors in a text come as a list, each with its place. */
static int complain(const tn_diagnostics *problems)
{
    for (int i = 0; i < tn_diagnostics_count(problems); i++) {
        char *text = tn_diagnostics_text(problems, i);
        fprintf(stderr, "%s", text);
        tn_free(text);
    }
    return 1;
}

int main(void)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *problems = tn_diagnostics_new();
    if (tn_read_text(w, "pendulum", scene, problems) != TN_OK)
        return complain(problems);
    tn_object bob = tn_object_find(w, "bob");

    for (int i = 0; i <= 2; i++) {
        tn_pose pose;
        if (tn_advance(w, 0.5 * i) != TN_OK) {
            fprintf(stderr, "%s\n", tn_failure(w));
            return 1;
        }
        tn_frame(w); /* for the energy balance below */
        tn_object_pose(w, bob, &pose);
        printf("t = %.1f s: the bob is at (%.3f, %.3f, %.3f)\n", tn_time(w), pose.center.x, pose.center.y,
               pose.center.z);
    }

    tn_measures m;
    tn_measure(w, &m);
    printf("energy is off by less than a millionth: %s\n", m.drift < 1e-6 ? "yes" : "no");
    tn_diagnostics_free(problems);
    tn_world_free(w);
    return 0;
}
