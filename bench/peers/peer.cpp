#include "peer.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>

#include <unistd.h>

static double seconds_of(clockid_t clock)
{
    timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static double processor_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }

int step_count(double from, double to, double step)
{
    int n = (int)std::ceil((to - from) / step - 1e-6);
    return n > 0 ? n : 1;
}

static int list()
{
    for (const Method &m : methods)
        std::printf("%s %s %s %.17g %d %d %d\n", m.name,
                    m.value == Method::accuracy ? "accuracy" : (m.value == Method::step ? "step" : "fixed"),
                    m.coordinates == Method::reduced ? "reduced" : "maximal", m.given, m.open, m.towers, m.four_bars);
    return 0;
}

struct Outcome {
    double seconds; // per simulated second
    double spent;
    double gap, drift, error, evaluations;
    bool done;
};

static Outcome run_once(const struct rods &model, const rods_truth &begin, const char *method, double value,
                        double until, double limit)
{
    std::unique_ptr<Engine> engine = make_engine(model, method, value);
    std::vector<rods_pose> poses((size_t)model.count);
    rods_meter meter = {};
    rods_truth truth = begin;
    double spent = 0;
    int frames = (int)std::lround(until * RODS_FRAMES), k = 0;
    engine->poses(poses.data());
    rods_meter_frame(&meter, &model, poses.data());
    while (k < frames && spent < limit) {
        double start = processor_seconds();
        engine->advance((double)k / RODS_FRAMES, (double)(k + 1) / RODS_FRAMES);
        spent += processor_seconds() - start;
        k++;
        engine->poses(poses.data());
        rods_meter_frame(&meter, &model, poses.data());
        rods_truth_frame(&truth, &model, k, poses.data());
    }
    return {spent / ((double)k / RODS_FRAMES),
            spent,
            meter.gap,
            rods_drift(&meter),
            truth.error,
            engine->evaluations(),
            k == frames};
}

// Short runs are repeated until the clock can resolve them, as Tenon's are, and the time is their mean. Some engines are
// slow to set up: repeats end after half a second.
static int run(const struct rods &model, const rods_truth &truth, const char *method, double value, double until,
               double limit)
{
    Outcome o = {};
    double seconds = 0, spent = 0, begun = seconds_of(CLOCK_MONOTONIC);
    int runs = 0;
    alarm((unsigned)(3 * limit + 20)); // for an engine that never comes back from a step
    do {
        o = run_once(model, truth, method, value, until, limit);
        seconds += o.seconds;
        spent += o.spent;
        runs++;
    } while (o.done && spent < 0.1 && runs < 200 && seconds_of(CLOCK_MONOTONIC) < begun + 0.5);
    std::printf("%.6g %.6g %.6g %.6g %.6g %.0f %s\n", seconds / runs, o.spent, o.gap, o.drift, o.error, o.evaluations,
                o.done ? "done" : "stopped");
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && std::strcmp(argv[1], "list") == 0)
        return list();
    if (argc != 7 && argc != 8) {
        std::fprintf(stderr, "%s list | METHOD MODEL SIZE VALUE UNTIL LIMIT [TRUTH]\n", argv[0]);
        return 2;
    }
    for (int kind = 0; kind < RODS_KINDS; kind++) {
        if (std::strcmp(argv[2], rods_names[kind]) != 0)
            continue;
        try {
            struct rods model = rods_make((enum rods_kind)kind, std::atoi(argv[3]));
            rods_truth truth = argc == 8 ? rods_truth_read(&model, argv[7]) : rods_truth_begin(&model);
            int status = run(model, truth, argv[1], std::atof(argv[4]), std::atof(argv[5]), std::atof(argv[6]));
            rods_truth_end(&truth);
            rods_free(&model);
            return status;
        } catch (const std::exception &e) {
            std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
            return 1;
        }
    }
    std::fprintf(stderr, "%s: no model %s\n", argv[0], argv[2]);
    return 2;
}
