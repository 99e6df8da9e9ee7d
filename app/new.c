/* new.c: tenon new: writes a first scene. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "files.h"
#include "options.h"
#include "status.h"
#include "texts.h"

static const char scene[] =
    "# Two rods that find their places by themselves, hang from a nail and swing.\n"
    "#\n"
    "# Simulate it:      tenon run %s\n"
    "# Make a movie:     tenon run %s --movie %.*s.mp4\n"
    "# What else is there: tenon kinds\n"
    "\n"
    "world:\n"
    "  up z; gravity 9.81;        # SI units: m, kg, s; 30deg, 120mm, 3000rpm work too\n"
    "  until 6; frames 30;        # seconds; frames per second\n"
    "end\n"
    "\n"
    "let L = 1;                   # change it here, or by  --set L=1.5\n"
    "\n"
    "object upper: rod L 0.04; position 1.2 0.4 1; color orange; end\n"
    "object lower: rod L 0.04; position -0.8 0 0.5; color steelblue; end\n"
    "nail hook 0 0 2;\n"
    "\n"
    "constraint hanging: connect upper.end1 hook; end            # a point on a nail\n"
    "constraint elbow: connect upper.end2 lower.end1; end        # two points together\n"
    "\n"
    "probe height = lower.end2.z;                                # numbers that are written with every frame\n"
    "probe load = norm(force(hanging));                          # what the nail bears, N\n"
    "trace lower.end2;                                           # its path is drawn\n";

static int write_scene(const char *path, const char *name, int length)
{
    struct outfile f;
    bool good = files_open(&f, path);
    if (good) {
        fprintf(f.stream, scene, name, name, length, name);
        good = files_finish(&f);
    }
    if (!good) {
        fprintf(stderr, "tenon new: cannot write %s: %s\n", path, files_why(f.error));
        return STATUS_USAGE;
    }
    const char *quote = strchr(path, ' ') ? "'" : "";
    printf("wrote %s; try: tenon run %s%s%s\n", path, quote, path, quote);
    return STATUS_DONE;
}

int command_new(int argc, char **argv)
{
    const struct usage usage = {
        .command = "new",
        .arguments = "NAME",
        .purpose = "Writes NAME.tn, a small commented scene to run and to change. An existing file is left alone.",
        .example = "  tenon new pendulum\n  tenon run pendulum.tn --movie pendulum.mp4\n",
        .least = 1,
        .most = 1,
    };
    const char *name;
    int count, status;
    if (!options_read(&usage, argc, argv, &name, &count, &status))
        return status;
    const size_t length = strlen(name);
    const bool whole = length >= 3 && !strcmp(name + length - 3, ".tn");
    struct buffer path = {0};
    buffer_print(&path, "%s%s", name, whole ? "" : ".tn");
    const char *slash = strrchr(path.at, '/'), *base = slash ? slash + 1 : path.at;
    struct stat found;
    if (!strcmp(base, ".tn") || strpbrk(base, "\n\r"))
        status = options_complain("new", "expected the name of a scene, got '%s'", name);
    else if (!lstat(path.at, &found))
        status = options_complain("new", "%s is there already; choose another name", path.at);
    else
        status = write_scene(path.at, base, (int)strlen(base) - 3);
    buffer_free(&path);
    return status;
}
