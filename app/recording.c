/* recording.c: see recording.h; the library does the work, the command prints errors. */
#include "recording.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "texts.h"

static bool complain(struct recording *g, char *message)
{
    fprintf(stderr, "tenon run: %s\n", message);
    tn_free(message);
    g->failed = true;
    return false;
}

bool recording_begin(struct recording *g, tn_world *w)
{
    char *message = NULL;
    if (!g->path)
        return true;
    if (!strcmp(g->path, "-"))
        return complain(g, texts_copy("--record -: a record cannot be written to standard output"));
    if (files_were_read(g->path)) {
        struct buffer b = {0};
        buffer_print(&b, "cannot write %s: it belongs to the scene, and would be written over", g->path);
        return complain(g, b.at);
    }
    char *model = tn_write_text(w);
    g->recorder = tn_record_create(g->path, w, model, &message);
    tn_free(model);
    return g->recorder || complain(g, message);
}

bool recording_frame(struct recording *g, tn_world *w)
{
    char *message = NULL;
    return !g->recorder || tn_record_frame(g->recorder, w, &message) == TN_OK || complain(g, message);
}

bool recording_finish(struct recording *g)
{
    char *message = NULL;
    tn_recorder *recorder = g->recorder;
    if (g->failed || !recorder)
        return !g->failed;
    g->recorder = NULL;
    return tn_record_finish(recorder, &message) == TN_OK || complain(g, message);
}

void recording_abandon(struct recording *g)
{
    tn_record_abandon(g->recorder);
    g->recorder = NULL;
}
