/* font.c: the glyphs (font.h). */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "picture/font.h"

static const struct glyph_outline ascii[95] = {
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

/* The rest, by code. */
static const struct {
    unsigned code;
    struct glyph_outline outline;
} others[] = {
    {0xA1, {2, "1e1d|1910"}},                                /* inverted exclamation mark */
    {0xA2, {8, "~8c7e0e047486|4h41"}},                       /* cent sign */
    {0xA3, {10, "~9f9i2i2d|2d24|04a4|0b7b"}},                /* pound sign */
    {0xA5, {12, "0i6aci|6a64|29a9|26a6"}},                   /* yen sign */
    {0xA6, {2, "1k1d|1912"}},                                /* broken bar */
    {0xA7, {8, "~7g6i0i0d8d8848|~4d0d0888831305"}},          /* section sign */
    {0xA8, {5, "0h0i|4h4i"}},                                /* diaeresis */
    {0xA9, {15, "~7ifif4040i7i|~a99d5d5897a9"}},             /* copyright sign */
    {0xAA, {6, "~3i6i6c0c0i3i|6i6c|0a6a"}},                  /* feminine ordinal indicator */
    {0xAB, {10, "5d0955|ad59a5"}},                           /* left-pointing double angle quotation mark */
    {0xAC, {10, "0dada8"}},                                  /* not sign */
    {0xAE, {15, "~7ifif4040i7i|575e|~5eaea959|89a7"}},       /* registered sign */
    {0xB0, {6, "~3i5i5d1d1i3i"}},                            /* degree sign */
    {0xB1, {10, "5g58|0cac|05a5"}},                          /* plus-minus sign */
    {0xB4, {4, "0g3j"}},                                     /* acute accent */
    {0xB5, {8, "0e00|~09048489|8e84"}},                      /* micro sign */
    {0xB6, {9, "5i54|8i84|~8i0i0a5a|5i9i"}},                 /* pilcrow sign */
    {0xB7, {3, "1a1b"}},                                     /* middle dot */
    {0xBA, {6, "~3i6i6c0c0i3i|0a6a"}},                       /* masculine ordinal indicator */
    {0xBB, {10, "0d5905|5da955"}},                           /* right-pointing double angle quotation mark */
    {0xBF, {9, "4e4d|~494707007083"}},                       /* inverted question mark */
    {0xC6, {16, "048igi|84g4|8i84|8beb|3989"}},              /* latin capital letter ae */
    {0xD0, {12, "5i1i1454|~5icic454|0b5b"}},                 /* latin capital letter eth */
    {0xD7, {10, "1e96|169e"}},                               /* multiplication sign */
    {0xD8, {12, "~6icic4040i6i|12bk"}},                      /* latin capital letter o with stroke */
    {0xDE, {10, "0i04|~0fafa707"}},                          /* latin capital letter thorn */
    {0xDF, {9, "040g|~0g0i8i8d4c|~4c9b9434"}},               /* latin small letter sharp s */
    {0xE6, {15, "~7b7e4e0e04747a|7e74|79f9|~f9fe7e74e4f6"}}, /* latin small letter ae */
    {0xF0, {8, "~4d8d84040d4d|~1i8h8a|2f7h"}},               /* latin small letter eth */
    {0xF7, {10, "0bab|5f5g|5657"}},                          /* division sign */
    {0xF8, {8, "~4e8e84040e4e|028g"}},                       /* latin small letter o with stroke */
    {0xFE, {8, "0i00|~4e8e84040e4e"}},                       /* latin small letter thorn */
    {0x110, {12, "5i1i1454|~5icic454|0b5b"}},                /* latin capital letter d with stroke */
    {0x111, {9, "8i84|~4e8e84040e4e|4g9g"}},                 /* latin small letter d with stroke */
    {0x126, {12, "040i|b4bi|0bbb|0fbf"}},                    /* latin capital letter h with stroke */
    {0x127, {8, "0i04|~0a0e8e89|8984|0g5g"}},                /* latin small letter h with stroke */
    {0x131, {2, "1e14"}},                                    /* latin small letter dotless i */
    {0x138, {8, "0e04|8e09|3984"}},                          /* latin small letter kra */
    {0x141, {10, "1i14a4|096d"}},                            /* latin capital letter l with stroke */
    {0x142, {4, "2i24|0a4c"}},                               /* latin small letter l with stroke */
    {0x14A, {11, "040ib4bi|~b4b060"}},                       /* latin capital letter eng */
    {0x14B, {8, "0e04|~0a0e8e89|~898040"}},                  /* latin small letter eng */
    {0x152, {17, "~8i0i0484|8ihi|84h4|8i84|8bfb"}},          /* latin capital ligature oe */
    {0x153, {15, "~4e8e84040e4e|89f9|~f9fe7e74e4f6"}},       /* latin small ligature oe */
    {0x166, {10, "0iai|5i54|2b8b"}},                         /* latin capital letter t with stroke */
    {0x167, {6, "2h27|~272464|0e6e|096a"}},                  /* latin small letter t with stroke */
    {0x17F, {6, "~6i2i2d|2d24"}},                            /* latin small letter long s */
    {0x237, {4, "3e33|~333000"}},                            /* latin small letter dotless j */
    {0x393, {9, "040i9i"}},                                  /* greek capital letter gamma */
    {0x394, {12, "046ic404"}},                               /* greek capital letter delta */
    {0x398, {12, "~6icic4040i6i|3b9b"}},                     /* greek capital letter theta */
    {0x39B, {12, "046ic4"}},                                 /* greek capital letter lamda */
    {0x39E, {10, "0iai|2b8b|04a4"}},                         /* greek capital letter xi */
    {0x3A0, {11, "040ibib4"}},                               /* greek capital letter pi */
    {0x3A3, {10, "ai0i6b04a4"}},                             /* greek capital letter sigma */
    {0x3A6, {12, "6i64|~6gcgc6060g6g"}},                     /* greek capital letter phi */
    {0x3A8, {12, "6i64|~0i0a6a|~6acaci"}},                   /* greek capital letter psi */
    {0x3A9, {12, "0444|44|~44050i6i|~6icic584|84c4"}},       /* greek capital letter omega */
    {0x3B1, {9, "~9e48040e8e94"}},                           /* greek small letter alpha */
    {0x3B2, {9, "000e|~0e0i8i8c4c|~3c9c940408"}},            /* greek small letter beta */
    {0x3B3, {9, "~0e3e44|9e40"}},                            /* greek small letter gamma */
    {0x3B4, {8, "~7h5i1i2f8d84040e5d"}},                     /* greek small letter delta */
    {0x3B5, {8, "~8c7e0e1959|~5908147486"}},                 /* greek small letter epsilon */
    {0x3B6, {8, "1i7i|~7i0804747250"}},                      /* greek small letter zeta */
    {0x3B7, {8, "0e04|~0a0e8e8a|8a80"}},                     /* greek small letter eta */
    {0x3B8, {8, "~4i8i84040i4i|0b8b"}},                      /* greek small letter theta */
    {0x3B9, {4, "1e16|~161434"}},                            /* greek small letter iota */
    {0x3BA, {8, "0e04|8e09|3984"}},                          /* greek small letter kappa */
    {0x3BB, {10, "0i3i|3ia4|5d04"}},                         /* greek small letter lamda */
    {0x3BC, {8, "0e00|~09048489|8e84"}},                     /* greek small letter mu */
    {0x3BE, {8, "1i7i|~7i1h1d6d|~6d0c04747250"}},            /* greek small letter xi */
    {0x3C0, {10, "0eae|2e24|8e84"}},                         /* greek small letter pi */
    {0x3C1, {8, "0009|~090e8e840409"}},                      /* greek small letter rho */
    {0x3C2, {8, "~8c7e0e04747250"}},                         /* greek small letter final sigma */
    {0x3C3, {10, "~5e8e84040e5e|5eae"}},                     /* greek small letter sigma */
    {0x3C4, {8, "0e8e|4e44"}},                               /* greek small letter tau */
    {0x3C5, {8, "0e09|~0904848a7e"}},                        /* greek small letter upsilon */
    {0x3C6, {10, "~5eaea4040e5e|5i50"}},                     /* greek small letter phi */
    {0x3C7, {9, "0e90|9e00"}},                               /* greek small letter chi */
    {0x3C8, {12, "6i60|~0e0464|~64c4ce"}},                   /* greek small letter psi */
    {0x3C9, {12, "~1e0404646b|~6b64c4cebe"}},                /* greek small letter omega */
    {0x3D1, {8, "~4i8i84040i4i|0b8b"}},                      /* greek theta symbol */
    {0x3D5, {10, "~5eaea4040e5e|5i50"}},                     /* greek phi symbol */
    {0x2010, {6, "0a6a"}},                                   /* hyphen */
    {0x2011, {6, "0a6a"}},                                   /* non-breaking hyphen */
    {0x2013, {9, "0a9a"}},                                   /* en dash */
    {0x2014, {16, "0aga"}},                                  /* em dash */
    {0x2018, {2, "2i0f"}},                                   /* left single quotation mark */
    {0x2019, {2, "2i0f"}},                                   /* right single quotation mark */
    {0x201A, {2, "2502"}},                                   /* single low-9 quotation mark */
    {0x201C, {6, "2i0f|6i4f"}},                              /* left double quotation mark */
    {0x201D, {6, "2i0f|6i4f"}},                              /* right double quotation mark */
    {0x201E, {6, "2502|6542"}},                              /* double low-9 quotation mark */
    {0x2020, {8, "4i44|0e8e"}},                              /* dagger */
    {0x2022, {5, "~2b4b48080b2b|183b"}},                     /* bullet */
    {0x2026, {12, "1415|6465|b4b5"}},                        /* horizontal ellipsis */
    {0x2032, {3, "2i0d"}},                                   /* prime */
    {0x2033, {6, "2i0d|6i4d"}},                              /* double prime */
    {0x2039, {5, "5d0955"}},                                 /* single left-pointing angle quotation mark */
    {0x203A, {5, "0d5905"}},                                 /* single right-pointing angle quotation mark */
    {0x20AC, {11, "~bg9i2i2494b6|0d8d|098a"}},               /* euro sign */
    {0x2116, {17, "040i949i|~ddgdg8b8bddd|b6g6"}},           /* numero sign */
    {0x2190, {14, "eb0b|5f0b57"}},                           /* leftwards arrow */
    {0x2191, {8, "444i|0d4i8d"}},                            /* upwards arrow */
    {0x2192, {14, "0beb|9feb97"}},                           /* rightwards arrow */
    {0x2193, {8, "4i44|094489"}},                            /* downwards arrow */
    {0x2194, {16, "0bgb|4f0b47|cfgbc7"}},                    /* left right arrow */
    {0x21D2, {14, "0dbd|09b9|9feb97"}},                      /* rightwards double arrow */
    {0x2202, {9, "~1h9k9a94040d8d8a"}},                      /* partial differential */
    {0x2207, {12, "0i64ci0i"}},                              /* nabla */
    {0x2208, {9, "~9g0g0494|0a8a"}},                         /* element of */
    {0x220F, {11, "040ibib4"}},                              /* n-ary product */
    {0x2211, {10, "ai0i6b04a4"}},                            /* n-ary summation */
    {0x2212, {10, "0aaa"}},                                  /* minus sign */
    {0x2217, {8, "4f46|1d78|7d18"}},                         /* asterisk operator */
    {0x2218, {5, "~2c4c48080c2c"}},                          /* ring operator */
    {0x2219, {3, "1a1b"}},                                   /* bullet operator */
    {0x221A, {12, "0b2c549ici"}},                            /* square root */
    {0x221D, {12, "~c6955f0f05559fce"}},                     /* proportional to */
    {0x221E, {16, "~8a3f0d0a07358adfgdgag7d58a"}},           /* infinity */
    {0x2220, {10, "ai04a4"}},                                /* angle */
    {0x2225, {5, "040i|444i"}},                              /* parallel to */
    {0x222B, {8, "~8i7k4k4b401002"}},                        /* integral */
    {0x223C, {10, "~093d77ab"}},                             /* tilde operator */
    {0x2248, {10, "~0c3f7aad|~063974a7"}},                   /* almost equal to */
    {0x2260, {10, "0cac|08a8|248g"}},                        /* not equal to */
    {0x2261, {10, "0eae|0aaa|06a6"}},                        /* identical to */
    {0x2264, {9, "9g0c98|0595"}},                            /* less-than or equal to */
    {0x2265, {9, "0g9c08|0595"}},                            /* greater-than or equal to */
    {0x22A5, {10, "5g54|04a4"}},                             /* up tack */
    {0x22C5, {3, "1a1b"}},                                   /* dot operator */
};

/* Letters that look like others. */
static const struct {
    unsigned short code;
    char like;
} alike[] = {
    {0x391, 'A'}, {0x392, 'B'}, {0x395, 'E'}, {0x396, 'Z'}, {0x397, 'H'}, {0x399, 'I'},
    {0x39A, 'K'}, {0x39C, 'M'}, {0x39D, 'N'}, {0x39F, 'O'}, {0x3A1, 'P'}, {0x3A4, 'T'},
    {0x3A5, 'Y'}, {0x3A7, 'X'}, {0x3BF, 'o'}, {0x3BD, 'v'}, {0x192, 'f'},
};

/* Superscripts and subscripts: a character, smaller and shifted. */
static const struct {
    unsigned short code;
    char of;
    signed char rise;
} shifted[] = {
    {0x2070, '0', 8},  {0xB9, '1', 8},    {0xB2, '2', 8},    {0xB3, '3', 8},    {0x2074, '4', 8},
    {0x2075, '5', 8},  {0x2076, '6', 8},  {0x2077, '7', 8},  {0x2078, '8', 8},  {0x2079, '9', 8},
    {0x207A, '+', 8},  {0x207B, '-', 8},  {0x207F, 'n', 8},  {0x2080, '0', -3}, {0x2081, '1', -3},
    {0x2082, '2', -3}, {0x2083, '3', -3}, {0x2084, '4', -3}, {0x2085, '5', -3}, {0x2086, '6', -3},
    {0x2087, '7', -3}, {0x2088, '8', -3}, {0x2089, '9', -3}, {0x208A, '+', -3}, {0x208B, '-', -3},
};

/* Marks over and under letters, about x = 2; those above begin at y = 0. */
enum mark {
    MARK_NONE,
    MARK_GRAVE,
    MARK_ACUTE,
    MARK_CIRCUMFLEX,
    MARK_TILDE,
    MARK_MACRON,
    MARK_BREVE,
    MARK_DOT,
    MARK_DIAERESIS,
    MARK_RING,
    MARK_DOUBLE_ACUTE,
    MARK_CARON,
    MARK_CEDILLA,
    MARK_OGONEK
};
static const char *const marks[] = {
    [MARK_NONE] = "",
    [MARK_GRAVE] = "0330",
    [MARK_ACUTE] = "1043",
    [MARK_CIRCUMFLEX] = "002340",
    [MARK_TILDE] = "~00133043",
    [MARK_MACRON] = "0141",
    [MARK_BREVE] = "~03004043",
    [MARK_DOT] = "2021",
    [MARK_DIAERESIS] = "0001|4041",
    [MARK_RING] = "~204043030020",
    [MARK_DOUBLE_ACUTE] = "0023|3053",
    [MARK_CARON] = "032043",
    [MARK_CEDILLA] = "~24234220",
    [MARK_OGONEK] = "~34102030",
};

/* Letters with marks: the letter, which may have one itself, and the mark. */
static const struct {
    unsigned short code, letter;
    enum mark mark;
} composed[] = {
    {0xC0, 'A', MARK_GRAVE},         {0xC1, 'A', MARK_ACUTE},         {0xC2, 'A', MARK_CIRCUMFLEX},
    {0xC3, 'A', MARK_TILDE},         {0xC4, 'A', MARK_DIAERESIS},     {0xC5, 'A', MARK_RING},
    {0xC7, 'C', MARK_CEDILLA},       {0xC8, 'E', MARK_GRAVE},         {0xC9, 'E', MARK_ACUTE},
    {0xCA, 'E', MARK_CIRCUMFLEX},    {0xCB, 'E', MARK_DIAERESIS},     {0xCC, 'I', MARK_GRAVE},
    {0xCD, 'I', MARK_ACUTE},         {0xCE, 'I', MARK_CIRCUMFLEX},    {0xCF, 'I', MARK_DIAERESIS},
    {0xD1, 'N', MARK_TILDE},         {0xD2, 'O', MARK_GRAVE},         {0xD3, 'O', MARK_ACUTE},
    {0xD4, 'O', MARK_CIRCUMFLEX},    {0xD5, 'O', MARK_TILDE},         {0xD6, 'O', MARK_DIAERESIS},
    {0xD9, 'U', MARK_GRAVE},         {0xDA, 'U', MARK_ACUTE},         {0xDB, 'U', MARK_CIRCUMFLEX},
    {0xDC, 'U', MARK_DIAERESIS},     {0xDD, 'Y', MARK_ACUTE},         {0xE0, 'a', MARK_GRAVE},
    {0xE1, 'a', MARK_ACUTE},         {0xE2, 'a', MARK_CIRCUMFLEX},    {0xE3, 'a', MARK_TILDE},
    {0xE4, 'a', MARK_DIAERESIS},     {0xE5, 'a', MARK_RING},          {0xE7, 'c', MARK_CEDILLA},
    {0xE8, 'e', MARK_GRAVE},         {0xE9, 'e', MARK_ACUTE},         {0xEA, 'e', MARK_CIRCUMFLEX},
    {0xEB, 'e', MARK_DIAERESIS},     {0xEC, 'i', MARK_GRAVE},         {0xED, 'i', MARK_ACUTE},
    {0xEE, 'i', MARK_CIRCUMFLEX},    {0xEF, 'i', MARK_DIAERESIS},     {0xF1, 'n', MARK_TILDE},
    {0xF2, 'o', MARK_GRAVE},         {0xF3, 'o', MARK_ACUTE},         {0xF4, 'o', MARK_CIRCUMFLEX},
    {0xF5, 'o', MARK_TILDE},         {0xF6, 'o', MARK_DIAERESIS},     {0xF9, 'u', MARK_GRAVE},
    {0xFA, 'u', MARK_ACUTE},         {0xFB, 'u', MARK_CIRCUMFLEX},    {0xFC, 'u', MARK_DIAERESIS},
    {0xFD, 'y', MARK_ACUTE},         {0xFF, 'y', MARK_DIAERESIS},     {0x100, 'A', MARK_MACRON},
    {0x101, 'a', MARK_MACRON},       {0x102, 'A', MARK_BREVE},        {0x103, 'a', MARK_BREVE},
    {0x104, 'A', MARK_OGONEK},       {0x105, 'a', MARK_OGONEK},       {0x106, 'C', MARK_ACUTE},
    {0x107, 'c', MARK_ACUTE},        {0x108, 'C', MARK_CIRCUMFLEX},   {0x109, 'c', MARK_CIRCUMFLEX},
    {0x10A, 'C', MARK_DOT},          {0x10B, 'c', MARK_DOT},          {0x10C, 'C', MARK_CARON},
    {0x10D, 'c', MARK_CARON},        {0x10E, 'D', MARK_CARON},        {0x10F, 'd', MARK_CARON},
    {0x112, 'E', MARK_MACRON},       {0x113, 'e', MARK_MACRON},       {0x114, 'E', MARK_BREVE},
    {0x115, 'e', MARK_BREVE},        {0x116, 'E', MARK_DOT},          {0x117, 'e', MARK_DOT},
    {0x118, 'E', MARK_OGONEK},       {0x119, 'e', MARK_OGONEK},       {0x11A, 'E', MARK_CARON},
    {0x11B, 'e', MARK_CARON},        {0x11C, 'G', MARK_CIRCUMFLEX},   {0x11D, 'g', MARK_CIRCUMFLEX},
    {0x11E, 'G', MARK_BREVE},        {0x11F, 'g', MARK_BREVE},        {0x120, 'G', MARK_DOT},
    {0x121, 'g', MARK_DOT},          {0x122, 'G', MARK_CEDILLA},      {0x123, 'g', MARK_CEDILLA},
    {0x124, 'H', MARK_CIRCUMFLEX},   {0x125, 'h', MARK_CIRCUMFLEX},   {0x128, 'I', MARK_TILDE},
    {0x129, 'i', MARK_TILDE},        {0x12A, 'I', MARK_MACRON},       {0x12B, 'i', MARK_MACRON},
    {0x12C, 'I', MARK_BREVE},        {0x12D, 'i', MARK_BREVE},        {0x12E, 'I', MARK_OGONEK},
    {0x12F, 'i', MARK_OGONEK},       {0x130, 'I', MARK_DOT},          {0x134, 'J', MARK_CIRCUMFLEX},
    {0x135, 'j', MARK_CIRCUMFLEX},   {0x136, 'K', MARK_CEDILLA},      {0x137, 'k', MARK_CEDILLA},
    {0x139, 'L', MARK_ACUTE},        {0x13A, 'l', MARK_ACUTE},        {0x13B, 'L', MARK_CEDILLA},
    {0x13C, 'l', MARK_CEDILLA},      {0x13D, 'L', MARK_CARON},        {0x13E, 'l', MARK_CARON},
    {0x143, 'N', MARK_ACUTE},        {0x144, 'n', MARK_ACUTE},        {0x145, 'N', MARK_CEDILLA},
    {0x146, 'n', MARK_CEDILLA},      {0x147, 'N', MARK_CARON},        {0x148, 'n', MARK_CARON},
    {0x14C, 'O', MARK_MACRON},       {0x14D, 'o', MARK_MACRON},       {0x14E, 'O', MARK_BREVE},
    {0x14F, 'o', MARK_BREVE},        {0x150, 'O', MARK_DOUBLE_ACUTE}, {0x151, 'o', MARK_DOUBLE_ACUTE},
    {0x154, 'R', MARK_ACUTE},        {0x155, 'r', MARK_ACUTE},        {0x156, 'R', MARK_CEDILLA},
    {0x157, 'r', MARK_CEDILLA},      {0x158, 'R', MARK_CARON},        {0x159, 'r', MARK_CARON},
    {0x15A, 'S', MARK_ACUTE},        {0x15B, 's', MARK_ACUTE},        {0x15C, 'S', MARK_CIRCUMFLEX},
    {0x15D, 's', MARK_CIRCUMFLEX},   {0x15E, 'S', MARK_CEDILLA},      {0x15F, 's', MARK_CEDILLA},
    {0x160, 'S', MARK_CARON},        {0x161, 's', MARK_CARON},        {0x162, 'T', MARK_CEDILLA},
    {0x163, 't', MARK_CEDILLA},      {0x164, 'T', MARK_CARON},        {0x165, 't', MARK_CARON},
    {0x168, 'U', MARK_TILDE},        {0x169, 'u', MARK_TILDE},        {0x16A, 'U', MARK_MACRON},
    {0x16B, 'u', MARK_MACRON},       {0x16C, 'U', MARK_BREVE},        {0x16D, 'u', MARK_BREVE},
    {0x16E, 'U', MARK_RING},         {0x16F, 'u', MARK_RING},         {0x170, 'U', MARK_DOUBLE_ACUTE},
    {0x171, 'u', MARK_DOUBLE_ACUTE}, {0x172, 'U', MARK_OGONEK},       {0x173, 'u', MARK_OGONEK},
    {0x174, 'W', MARK_CIRCUMFLEX},   {0x175, 'w', MARK_CIRCUMFLEX},   {0x176, 'Y', MARK_CIRCUMFLEX},
    {0x177, 'y', MARK_CIRCUMFLEX},   {0x178, 'Y', MARK_DIAERESIS},    {0x179, 'Z', MARK_ACUTE},
    {0x17A, 'z', MARK_ACUTE},        {0x17B, 'Z', MARK_DOT},          {0x17C, 'z', MARK_DOT},
    {0x17D, 'Z', MARK_CARON},        {0x17E, 'z', MARK_CARON},        {0x218, 'S', MARK_CEDILLA},
    {0x219, 's', MARK_CEDILLA},      {0x21A, 'T', MARK_CEDILLA},      {0x21B, 't', MARK_CEDILLA},
    {0x386, 0x391, MARK_ACUTE},      {0x388, 0x395, MARK_ACUTE},      {0x389, 0x397, MARK_ACUTE},
    {0x38A, 0x399, MARK_ACUTE},      {0x38C, 0x39F, MARK_ACUTE},      {0x38E, 0x3A5, MARK_ACUTE},
    {0x38F, 0x3A9, MARK_ACUTE},      {0x390, 0x3CA, MARK_ACUTE},      {0x3AA, 0x399, MARK_DIAERESIS},
    {0x3AB, 0x3A5, MARK_DIAERESIS},  {0x3AC, 0x3B1, MARK_ACUTE},      {0x3AD, 0x3B5, MARK_ACUTE},
    {0x3AE, 0x3B7, MARK_ACUTE},      {0x3AF, 0x3B9, MARK_ACUTE},      {0x3B0, 0x3CB, MARK_ACUTE},
    {0x3CA, 0x3B9, MARK_DIAERESIS},  {0x3CB, 0x3C5, MARK_DIAERESIS},  {0x3CC, 0x3BF, MARK_ACUTE},
    {0x3CD, 0x3C5, MARK_ACUTE},      {0x3CE, 0x3C9, MARK_ACUTE},
};
static const struct glyph_outline unknown = {8, "040i8i8404"};

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

static bool is_tall(unsigned code)
{
    return (code >= 'A' && code <= 'Z') || (code >= 0x386 && code <= 0x3AB) || strchr("bdfhklt", (int)code) != NULL;
}

static struct glyph_shape shape_of(unsigned code);

/* A letter with its mark. The dot of i and j goes. */
static struct glyph_shape compose(unsigned letter, enum mark mark)
{
    const bool under = mark == MARK_CEDILLA || mark == MARK_OGONEK;
    struct glyph_shape g = shape_of(!under && letter == 'i' ? 0x131 : !under && letter == 'j' ? 0x237 : letter);
    if (g.mark != NULL) /* a second mark goes above the first */
        g.mark_y += 3;
    g.mark = marks[mark];
    g.mark_x = g.outline.width / 2.0 - 2;
    if (under)
        g.mark_y = 0;
    else
        g.mark_y = fmax(g.mark_y, is_tall(letter) ? 20 : 16);
    return g;
}

static struct glyph_shape shape_of(unsigned code)
{
    if (code >= 32 && code < 127)
        return (struct glyph_shape){.outline = ascii[code - 32]};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].code == code)
            return (struct glyph_shape){.outline = others[i].outline};
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (alike[i].code == code)
            return shape_of((unsigned char)alike[i].like);
    for (size_t i = 0; i < sizeof composed / sizeof *composed; i++)
        if (composed[i].code == code)
            return compose(composed[i].letter, composed[i].mark);
    for (size_t i = 0; i < sizeof shifted / sizeof *shifted; i++)
        if (shifted[i].code == code) {
            struct glyph_shape g = shape_of((unsigned char)shifted[i].of);
            g.scale = 0.6;
            g.rise = shifted[i].rise;
            return g;
        }
    return (struct glyph_shape){.outline = unknown};
}

struct glyph_shape font_next(const char **text)
{
    struct glyph_shape g = shape_of(decode(text));
    if (!(g.scale > 0))
        g.scale = 1;
    return g;
}

double font_advance(const struct glyph_shape *g) { return g->outline.width * g->scale + FONT_SPACE; }
