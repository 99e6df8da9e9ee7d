/* font.c: the glyphs (font.h). */
#include <string.h>

#include "picture/font.h"

static const struct glyph_shape ascii[95] = {
    {5, ""},                                    /* space */
    {2, "1i19|1415"},                           /* ! */
    {4, "0i0e|4i4e"},                           /* " */
    {11, "244i|749i|08b8|0ebe"},                /* # */
    {10, "~9f8i0i0baba41407|5k52"},             /* $ */
    {13, "~3i6i6d0d0i3i|~a9d9d47479a9|ci14"},   /* % */
    {12, "~bb94040a8d8i2i2eb4"},                /* & */
    {2, "1i1e"},                                /* ' */
    {4, "~4k0g0642"},                           /* ( */
    {4, "~0k4g4602"},                           /* ) */
    {8, "4i4c|1h7d|7h1d"},                      /* * */
    {10, "0aaa|5f55"},                          /* + */
    {2, "1502"},                                /* , */
    {6, "0a6a"},                                /* - */
    {2, "1415"},                                /* . */
    {8, "028j"},                                /* / */
    {10, "~5iaia4040i5i"},                      /* 0 */
    {10, "2f6i64"},                             /* 1 */
    {10, "~0f1iaiac04|04a4"},                   /* 2 */
    {10, "~0g1i9i9b4b|~4baba41407"},            /* 3 */
    {10, "747i08a8"},                           /* 4 */
    {10, "9i1i0b|~0b2dada41407"},               /* 5 */
    {10, "~5caca4040c5c|~8i0g08"},              /* 6 */
    {10, "0iai34"},                             /* 7 */
    {10, "~5i9i9b1b1i5i|~5baba4040b5b"},        /* 8 */
    {10, "~5iaiaa0a0i5i|~aea624"},              /* 9 */
    {2, "1415|1c1d"},                           /* : */
    {2, "1502|1c1d"},                           /* ; */
    {9, "9f0a95"},                              /* < */
    {10, "0cac|08a8"},                          /* = */
    {9, "0f9a05"},                              /* > */
    {9, "~0f1i9i9b4a|4a48|4445"},               /* ? */
    {15, "~9dcdc8585d9d|cdc8|~c8f6fi0i04e4"},   /* @ */
    {12, "046ic4|29a9"},                        /* A */
    {10, "5i0i0454|0b5b|~5i9i9b5b|~5baba454"},  /* B */
    {10, "~af8i0i0484a7"},                      /* C */
    {11, "4i0i0444|~4ibib444"},                 /* D */
    {9, "9i0i0494|0b7b"},                       /* E */
    {9, "9i0i04|0b7b"},                         /* F */
    {10, "~af8i0i0484a8|a8ab6b"},               /* G */
    {11, "040i|b4bi|0bbb"},                     /* H */
    {2, "141i"},                                /* I */
    {8, "8i88|~88840408"},                      /* J */
    {10, "040i|ai09|4ca4"},                     /* K */
    {9, "0i0494"},                              /* L */
    {12, "040i68cic4"},                         /* M */
    {11, "040ib4bi"},                           /* N */
    {12, "~6icic4040i6i"},                      /* O */
    {10, "5i0i04|~5iaiaa5a|5a0a"},              /* P */
    {12, "~6icic4040i6i|78c3"},                 /* Q */
    {10, "5i0i04|~5iaiaa5a|5a0a|5aa4"},         /* R */
    {10, "~9f8i0i0baba41407"},                  /* S */
    {10, "0iai|5i54"},                          /* T */
    {11, "0i09|~0904b4b9|b9bi"},                /* U */
    {12, "0i64ci"},                             /* V */
    {16, "0i448ic4gi"},                         /* W */
    {11, "0ib4|04bi"},                          /* X */
    {12, "0i6aci|6a64"},                        /* Y */
    {10, "0iai04a4"},                           /* Z */
    {4, "4k0k0242"},                            /* [ */
    {8, "0j82"},                                /* \ */
    {4, "0k4k4202"},                            /* ] */
    {8, "0d4i8d"},                              /* ^ */
    {9, "0393"},                                /* _ */
    {3, "0i2f"},                                /* ` */
    {8, "~4e8e84040e4e|8e84"},                  /* a */
    {8, "0i04|~4e8e84040e4e"},                  /* b */
    {8, "~8c7e0e047486"},                       /* c */
    {8, "8i84|~4e8e84040e4e"},                  /* d */
    {8, "0989|~898e0e047486"},                  /* e */
    {6, "~6i2i2d|2d24|0e5e"},                   /* f */
    {8, "~4e8e84040e4e|8e84|~84801002"},        /* g */
    {8, "0i04|~0a0e8e89|8984"},                 /* h */
    {2, "1e14|1h1i"},                           /* i */
    {4, "3e33|~333000|3h3i"},                   /* j */
    {8, "0i04|8e08|3a84"},                      /* k */
    {2, "1i14"},                                /* l */
    {14, "0e04|~0a0e7e79|7974|~7a7eeee9|e9e4"}, /* m */
    {8, "0e04|~0a0e8e89|8984"},                 /* n */
    {8, "~4e8e84040e4e"},                       /* o */
    {8, "0e00|~4e8e84040e4e"},                  /* p */
    {8, "8e80|~4e8e84040e4e"},                  /* q */
    {6, "0e04|~0a0e6e"},                        /* r */
    {8, "~7c6e0e0989841406"},                   /* s */
    {6, "2h27|~272464|0e6e"},                   /* t */
    {8, "0e09|~09048489|8e84"},                 /* u */
    {8, "0e448e"},                              /* v */
    {12, "0e346c94ce"},                         /* w */
    {8, "0e84|048e"},                           /* x */
    {8, "0e44|8e20"},                           /* y */
    {8, "0e8e0484"},                            /* z */
    {5, "~5k3k3b0b|~0b3b3252"},                 /* { */
    {2, "1k12"},                                /* | */
    {5, "~0k2k2b5b|~5b2b2202"},                 /* } */
    {10, "~093d77ab"},                          /* ~ */
};

static const struct {
    unsigned code;
    struct glyph_shape shape;
} others[] = {
    {0xB0, {6, "~3i5i5d1d1i3i"}},             /* degree */
    {0xB2, {6, "~0h0i5i5f0b|0b5b"}},          /* squared */
    {0xB3, {6, "~0h1i5i5f2f|~2f5f5b1b0c"}},   /* cubed */
    {0xB5, {8, "0e00|~09048489|8e84"}},       /* micro */
    {0xB7, {3, "1a1b"}},                      /* middle dot */
    {0xD7, {10, "1e96|169e"}},                /* times */
    {0x2212, {10, "0aaa"}},                   /* minus */
    {0x394, {12, "046ic404"}},                /* Delta */
    {0x3B1, {9, "~9e48040e8e94"}},            /* alpha */
    {0x3B8, {8, "~4i8i84040i4i|0b8b"}},       /* theta */
    {0x3BB, {10, "0i3i|3ia4|5d04"}},          /* lambda */
    {0x3BC, {8, "0e00|~09048489|8e84"}},      /* mu */
    {0x3C0, {10, "0eae|2e24|8e84"}},          /* pi */
    {0x3C4, {8, "0e8e|4e44"}},                /* tau */
    {0x3C6, {10, "~5eaea4040e5e|5i50"}},      /* phi */
    {0x3C9, {12, "~1e0404646b|~6b64c4cebe"}}, /* omega */
};
static const struct glyph_shape unknown = {8, "040i8i8404"};

/* One code point; bytes that are not UTF-8 count one each. */
static unsigned decode(const char **text)
{
    const unsigned char *s = (const unsigned char *)*text;
    int more = s[0] < 0x80 ? 0 : s[0] >= 0xF0 ? 3 : s[0] >= 0xE0 ? 2 : s[0] >= 0xC0 ? 1 : -1;
    unsigned code = more <= 0 ? s[0] : s[0] & (0x3Fu >> more);
    if (more < 0) {
        *text += 1;
        return 0xFFFD;
    }
    for (int i = 1; i <= more; i++) {
        if ((s[i] & 0xC0) != 0x80) {
            *text += i;
            return 0xFFFD;
        }
        code = code << 6 | (s[i] & 0x3Fu);
    }
    *text += more + 1;
    return code;
}

struct glyph_shape font_next(const char **text)
{
    unsigned code = decode(text);
    if (code >= 32 && code < 127)
        return ascii[code - 32];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].code == code)
            return others[i].shape;
    return unknown;
}
