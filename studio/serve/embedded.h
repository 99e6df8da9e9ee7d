/* embedded.h: files that are part of the program: the page, the gallery. Made by cmake/embed.cmake. */
#ifndef SERVE_EMBEDDED_H
#define SERVE_EMBEDDED_H

struct embedded {
    const char *path; /* "page/index.html", "gallery/mechanisms/four-bar.tn"; NULL ends the list */
    const unsigned char *from, *to;
};
extern const struct embedded embedded_files[];

#endif
