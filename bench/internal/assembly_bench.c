/* assembly_bench: how often the scenes of the gallery are assembled from random positions.
 *
 *   assembly_bench EXAMPLES [STARTS [SCENE…]]
 *
 * Every body that can move gets a random position within the extent of the model and a random orientation; then the model
 * is assembled with up to five restarts: by the library, and by scheme B of the displacement method alone, as in GG.
 * Failures are counted, with the constraint that is named most often.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tenon/tenon.h"

enum { MOST_SCENES = 200, RESTARTS = 5 };

static double random_number(uint64_t *seed) /* -1 … 1 */
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static tn_vec3 random_vector(uint64_t *seed)
{
    double x = random_number(seed), y = random_number(seed), z = random_number(seed);
    return (tn_vec3){x, y, z};
}

static bool moves(tn_world *w, tn_object o)
{
    tn_pose p;
    return !tn_object_is_variable(w, o) && tn_object_pose(w, o, &p) == TN_OK && p.mass > 0;
}

/* Half the diagonal of the box around the objects. */
static double reach_of(tn_world *w)
{
    double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, sum = 0;
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_pose p;
        if (!moves(w, tn_object_at(w, i)) || tn_object_pose(w, tn_object_at(w, i), &p) != TN_OK)
            continue;
        const double x[3] = {p.center.x, p.center.y, p.center.z};
        for (int k = 0; k < 3; k++) {
            low[k] = fmin(low[k], x[k]);
            high[k] = fmax(high[k], x[k]);
        }
    }
    for (int k = 0; k < 3; k++)
        sum += (high[k] - low[k]) * (high[k] - low[k]);
    return fmax(sqrt(sum) / 2, 0.5);
}

static void throw_anywhere(tn_world *w, double reach, uint64_t *seed)
{
    for (int i = 0; i < tn_object_count(w); i++) {
        tn_object o = tn_object_at(w, i);
        tn_pose p;
        if (!moves(w, o) || tn_object_pose(w, o, &p) != TN_OK)
            continue;
        tn_vec3 to = random_vector(seed), axis = random_vector(seed);
        tn_quat turned = {random_number(seed), axis.x, axis.y, axis.z};
        tn_vec3 place = {p.position.x + reach * to.x, p.position.y + reach * to.y, p.position.z + reach * to.z};
        tn_object_place(w, o, place, turned);
    }
}

struct rate {
    int met, starts, restarts;
    double seconds, worst;
    char named[80]; /* the constraint that failed last */
};

static struct rate measure(const char *path, int starts, tn_assembly_way way)
{
    struct rate r = {.starts = starts};
    tn_diagnostics *d = tn_diagnostics_new();
    for (int n = 0; n < starts; n++) {
        tn_world *w = tn_world_new();
        uint64_t seed = 1 + (uint64_t)n;
        tn_assembled out;
        if (tn_read_file(w, path, d) != TN_OK) {
            fprintf(stderr, "%s could not be read\n", path);
            exit(1);
        }
        for (int k = 0; k < 10; k++)
            random_number(&seed);
        throw_anywhere(w, reach_of(w), &seed);
        tn_assembly how = {.size = sizeof(tn_assembly), .way = way, .restarts = RESTARTS, .seed = 1 + (uint64_t)n};
        clock_t start = clock();
        tn_status status = tn_assemble_with(w, &how, &out);
        r.seconds += (double)(clock() - start) / CLOCKS_PER_SEC;
        if (status == TN_OK && out.met) {
            r.met++;
            r.restarts += out.restarts;
        } else {
            r.worst = fmax(r.worst, status == TN_OK ? out.deviation : HUGE_VAL);
            snprintf(r.named, sizeof r.named, "%s", status == TN_OK ? out.worst : tn_failure(w));
        }
        tn_world_free(w);
    }
    tn_diagnostics_free(d);
    return r;
}

static int read_list(const char *examples, char scenes[MOST_SCENES][120])
{
    char path[500], line[2000];
    int count = 0;
    snprintf(path, sizeof path, "%s/gallery.list", examples);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f) && count < MOST_SCENES)
        if (line[0] != '#' && line[0] != '=' && line[0] != '\n' && sscanf(line, "%119[^ |]", scenes[count]) == 1)
            count++;
    if (f)
        fclose(f);
    return count;
}

int main(int argc, char **argv)
{
    static char scenes[MOST_SCENES][120];
    const char *examples = argc > 1 ? argv[1] : "examples";
    int starts = argc > 2 ? atoi(argv[2]) : 200, count = read_list(examples, scenes);
    printf("%d random starts, up to %d restarts\n\n", starts, RESTARTS);
    printf("%-36s %8s %9s %9s   %8s   %s\n", "scene", "met", "restarts", "ms", "B alone", "not met");
    for (int i = 0; i < count; i++) {
        char path[700];
        bool asked = argc <= 3;
        for (int k = 3; k < argc; k++)
            asked = asked || strstr(scenes[i], argv[k]) != NULL;
        if (!asked)
            continue;
        snprintf(path, sizeof path, "%.500s/%.119s.tn", examples, scenes[i]);
        struct rate all = measure(path, starts, TN_ASSEMBLE_ALL_WAYS), b = measure(path, starts, TN_ASSEMBLE_SCHEME_B);
        printf("%-36s %6.1f %% %9.2f %9.2f   %6.1f %%   ", scenes[i], 100.0 * all.met / starts,
               all.met > 0 ? (double)all.restarts / all.met : 0, 1e3 * all.seconds / starts, 100.0 * b.met / starts);
        if (all.met < starts)
            printf("'%s', at most %.2g", all.named, all.worst);
        printf("\n");
        fflush(stdout);
    }
    return 0;
}
