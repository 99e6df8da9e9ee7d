/* reading_loads.c: what the joints of a mechanism carry: a crane that lifts a load.
 *
 * prints
 *
 *   hinge      force 2370.7 N, torque 0.0 N m
 *   rope       force  981.0 N, torque 0.0 N m
 *   strut      force 3052.2 N, torque 0.0 N m
 *   largest deviation below 1e-9: yes
 *   degrees of freedom: 2
 */
#include <math.h>
#include <stdio.h>

#include <tenon/tenon.h>

/* The boom is a rod of 2 m and 20 kg, held level by a hinge at its foot and a strut from the wall above; 100 kg hang from
 * its tip. */
static const char crane[] = "gravity 9.81;\n"
                            "object boom: rod 2 0.05; mass 20; position 1 0 0; rotation 0 1 0 (pi/2); end\n"
                            "object load: particle 100; position 2 0 -1; end\n"
                            "constraint hinge: revolute world boom (0, 0, 0) (0, 1, 0); end\n"
                            "constraint strut: distance boom.center (0, 0, 1) sqrt(2); end\n"
                            "constraint rope: distance boom.end2 load.center 1; end\n";

static double size(tn_vec3 v) { return sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

int main(void)
{
    tn_world *w = tn_world_new();
    tn_diagnostics *d = tn_diagnostics_new();
    if (tn_read_text(w, "crane", crane, d) != TN_OK) {
        fprintf(stderr, "%s\n", tn_diagnostics_get(d, 0).message);
        return 1;
    }
    tn_evaluate(w); /* forces at this moment, without moving */

    static const char *const names[] = {"hinge", "rope", "strut"};
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        tn_constraint_state s;
        tn_constraint_get(w, tn_constraint_find(w, names[i]), &s);
        printf("%-10s force %6.1f N, torque %.1f N m\n", names[i], size(s.force), size(s.torque));
        worst = fmax(worst, s.size);
    }
    printf("largest deviation below 1e-9: %s\n", worst < 1e-9 ? "yes" : "no");

    tn_counts counts = tn_count(w);
    printf("degrees of freedom: %d\n", counts.degrees_of_freedom);
    tn_diagnostics_free(d);
    tn_world_free(w);
    return 0;
}
