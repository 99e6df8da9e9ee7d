/* scene.h: models as text in the scene language. */
#ifndef TENON_SCENE_H
#define TENON_SCENE_H

#include "tenon/world.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a file or a text into the world. `d` (may be NULL) receives errors and warnings. TN_WRONG_MODEL: there were
 * errors and the world is unchanged. `name` is the file name in messages; includes are relative to it. */
TN_API tn_status tn_read_file(tn_world *w, const char *path, tn_diagnostics *d);
/* The same from a text in memory. */
TN_API tn_status tn_read_text(tn_world *w, const char *name, const char *text, tn_diagnostics *d);
/* Makes changes now that a text says as an event would have them: on, off, set, let. As one edit. */
TN_API tn_status tn_change_text(tn_world *w, const char *name, const char *text, tn_diagnostics *d);
/* Files that a text names (`include`, `mesh`, `fit`, `snake`, drawings) are read from the folder of the text and below,
 * links followed first. This allows another folder and what is below it, for texts read afterwards; it stays with the world
 * and its clones. TN_NO_FILE if there is no such folder. Definitions that a program makes (def.h) read any file, unless
 * tn_batch_folder gives them a folder. */
TN_API tn_status tn_allow_read(tn_world *w, const char *folder);
/* The i-th allowed folder, as its real path; NULL past the end. Valid until the next tn_allow_read. */
TN_API const char *tn_allowed_read(const tn_world *w, int i);
/* The files that texts of this world named and that were read (meshes, drawings, tables, images): the i-th, as
 * tn_write_text names it, and in *where (may be NULL) the path that was opened. NULL past the end. Valid until the next
 * text is read. */
TN_API const char *tn_file_read(const tn_world *w, int i, const char **where);
/* What a first word of a line is to the language: it begins a statement of a scene; or it has its place elsewhere, or
 * people say it for a word that there is, which a message tells when it is read; or it is no word of the language, and
 * *near (may be NULL) is one that may be meant, or NULL. */
typedef enum { TN_WORD_STATEMENT, TN_WORD_ELSEWHERE, TN_WORD_UNKNOWN } tn_word;
/* Looks a first word up. */
TN_API tn_word tn_word_find(const char *word, const char **near);
/* What is typed at a prompt, as text for tn_read_text: a line is a statement, whose last ';' may be left out, and a shape
 * as first word makes an object with the next free number: "rod 1 0.04" is "object rod1: rod 1 0.04; end". Statements of
 * objects that follow on the same line (position, color, …) are put into it. *complete (may be NULL) is false, and the
 * result NULL, while a block, a bracket, a comment or an expression is still open: ask for another line and pass all
 * lines together. The result keeps the lines of the text. Caller frees with tn_free(). NULL for NULL. */
TN_API char *tn_prompt_text(tn_world *w, const char *lines, bool *complete);
/* Overrides `let NAME = …` of every text read afterwards. The expression is constant; it may use numbers with units,
 * functions, and the other lets of the text, whose values count when the text is read: a name that is no let there, or a
 * circle, is an error of that reading without a place. */
TN_API tn_status tn_set(tn_world *w, const char *name, const char *expression, tn_diagnostics *d);
/* Adds a probe: "tip = norm(a.end2)" or a bare expression, which is its own name. */
TN_API tn_status tn_probe_add(tn_world *w, const char *text, tn_diagnostics *d);
/* The world as text in the scene language, at its present state; reading it back gives the same motion to the bit: the
 * world itself starts anew from here, as after tn_describe_begin (model.h). Caller frees with tn_free(). NULL for no world. */
TN_API char *tn_write_text(tn_world *w);
/* The state of the world as text, state: time 2.5; object ball: … end … end, which belongs at the end of the text that the
 * world was read from (tn_describe_state). Caller frees with tn_free(). NULL for no world. */
TN_API char *tn_write_state(tn_world *w);

/* Reads an image file for `snake s on "image.png";`: 8-bit gray values, rows from the top, in *gray. On failure it
 * returns false and sets *message to one sentence. The library frees both with
 * tn_free(): a reader makes them with malloc(), or with the allocator of tn_allocate_with. */
typedef bool tn_image_reader(const char *path, int *width, int *height, unsigned char **gray, char **message);
/* The reader of image files for texts read afterwards; NULL: none. libtenon has no reader of its own, and a text that
 * needs one is refused with a message; libtenon-picture has tn_read_png. */
TN_API tn_status tn_scene_read_images(tn_world *w, tn_image_reader *read);

/* The camera and layers of the scene. The last `camera` statement, evaluated at the present state; false if there is
 * none. */
TN_API bool tn_scene_camera(tn_world *w, tn_vec3 *from, tn_vec3 *to);
/* What else a scene says about its pictures: title, light and background, the later statement of each. The title is valid as
 * long as the statement. */
typedef struct {
    size_t size;       /* set by tn_look_default() */
    const char *title; /* NULL: none */
    bool has_light, has_background;
    tn_vec3 light;      /* towards the light, of any length */
    tn_vec3 background; /* sRGB, 0 … 1 */
} tn_look;
TN_DEFAULTS(tn_look, tn_look_default);
/* The present looks; nothing for NULL. The function of the library fills `size` bytes at out. */
TN_API void tn_scene_look_fill(tn_world *w, tn_look *out, size_t size);
static inline tn_look tn_scene_look(tn_world *w)
{
    tn_look now;
    tn_scene_look_fill(w, &now, sizeof now);
    return now;
}
/* Adds the layers of the `show` statements to *show (bits TN_SHOW_… of view.h); if `none` is among them, the previous
 * bits are cleared. */
TN_API void tn_scene_show(tn_world *w, unsigned *show);

#ifdef __cplusplus
}
#endif
#endif
