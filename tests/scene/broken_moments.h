/* broken_moments.h: mistakes in at-blocks, as broken_scenes.h has them for the rest of the language. */
#ifndef TESTS_SCENE_BROKEN_MOMENTS_H
#define TESTS_SCENE_BROKEN_MOMENTS_H

#include "broken.h"

/* clang-format off */
static const struct broken_scene broken_moments[] = {
    {"at -1: end", 1, 1, 4, "the time of 'at' must not be negative, not -1", NULL},
    {"at (1,2,3): end", 1, 1, 4, "expected the time of 'at' to be one number, met a vector", NULL},
    {"at t: end", 1, 1, 4, "expected a constant, met the time t, which runs", NULL},
    {"object a: sphere 1; end at a.center.x: end", 1, 1, 28, "expected a constant, met the object 'a', which may move", NULL},
    {"at 1: off; end", 1, 1, 7, "expected a name: off NAME;", NULL},
    {"at 1: off c d; end", 1, 1, 13, "expected ';' instead of 'd': 'off' takes no more (one name)", NULL},
    {"at 1: on 3; end", 1, 1, 10, "expected a name behind 'on'", NULL},
    {"object ball: sphere 1; end\nat 1: off ball; end", 1, 2, 11, "'off' takes a constraint or a force; 'ball' is an object", NULL},
    {"object ball: sphere 1; end constraint elbow: connect ball.center (0,0,0); end\nat 1: off elbw; end", 1, 2, 11, "there is no constraint or force 'elbw' for 'off'", "elbow"},
    {"object ball: sphere 1; end\nat 1: remove bal; end", 1, 2, 14, "there is no object, constraint or force 'bal' for 'remove'", "ball"},
    {"nail hook 0 0 0;\nat 1: remove hook; end", 1, 2, 14, "'remove' takes an object, a constraint or a force; 'hook' is none of them", NULL},
    {"let g = 3;\nat 1: off g; end", 1, 2, 11, "'off' takes a constraint or a force; 'g' is none of them", NULL},
    {"object a: sphere 1; end constraint a: connect a.center (0,0,0); end\nat 1: remove a; end", 1, 2, 14, "'a' is the name of an object and of a constraint or force: 'remove' could mean either", NULL},
    {"let g = 3;\nat 1: let h = 2; end", 1, 2, 11, "there is no 'let h = …;' outside of 'at' whose value could change", NULL},
    {"let v = (1, 2, 3);\nat 1: let v = 2; end", 1, 2, 11, "'v' is a vector: only a let that is a number can change", NULL},
    {"object a: sphere 1; end let f = a.center.z;\nat 1: let f = 2; end", 1, 2, 11, "'f' is a formula: only a let that is a number can change", NULL},
    {"let g = 3;\nat 1: let g = (1, 2, 3); end", 1, 2, 15, "expected the new value to be one number, met a vector", NULL},
    {"let g(x) = 3*x;\nat 1: let g(x) = 2*x; end", 1, 2, 11, "expected a number to change, met the function 'g'", NULL},
    {"at 1: world: up z; end end", 1, 1, 7, "'world' has no place in 'at': the settings of the world hold from the start", NULL},
    {"at 1: probe p = 3; end", 1, 1, 7, "'probe' has no place in 'at': a probe is there from the start, and shows nothing while its objects are not there", NULL},
    {"at 1: include \"x.tn\"; end", 1, 1, 7, "'include' has no place in 'at': files are included outside of 'at'", NULL},
    {"at 1: at 2: end end", 1, 1, 7, "'at' has no place in 'at': a moment does not stand within another", NULL},
    {"at 1: camera from 1 2 3; end", 1, 1, 7, "'camera' has no place in 'at': the camera stands from the start", NULL},
    {"at 1: show forces; end", 1, 1, 7, "'show' has no place in 'at': what is shown is said once, outside of 'at'", NULL},
    {"at 1: tau 3; end", 1, 1, 7, "expected something that happens at a moment, met 'tau', which stands in a block 'world: … end'", NULL},
    {"at 1: of c; end", 1, 1, 7, "expected something that happens at a moment, met 'of'", "off"},
    {"at 1: contact friction 0.6; end", 1, 1, 7, "'contact' has no place in 'at': bodies touch from the start, or not at all", NULL},
    {"on c;", 1, 1, 1, "expected a statement of a scene, met 'on', which stands in a block 'at T: … end'", NULL},
    {"object a: sphere 1; end constraint c: connect a.center (0,0,0); end\nat 1: set tau c; end", 1, 2, 7, "expected what to set, of what, and to which number: set tau elbow 0.5;", NULL},
    {"object a: sphere 1; end constraint c: connect a.center (0,0,0); end\nat 1: set tau c 0; end", 1, 2, 17, "set: tau must be greater than zero, not 0", NULL},
    {"object a: sphere 1; end constraint c: connect a.center (0,0,0); end\nat 1: set feedback c 3; end", 1, 2, 7, "set feedback takes 2 numbers, 1 given", NULL},
    {"object a: sphere 1; end constraint c: connect a.center (0,0,0); end\nat 1: set feedback c -1 2; end", 1, 2, 22, "set: feedback must be two numbers that are not negative, not -1", NULL},
    {"object a: sphere 1; end constraint c: connect a.center (0,0,0); end\nat 1: set max c 3; end", 1, 2, 11, "'c' has no 'max' that could be set; it has tau, feedback", "tau"},
    {"object a: sphere 1; end force f: spring a.center (0,0,0) stiffness 3; end\nat 1: set stifness f 3; end", 1, 2, 11, "'f' has no 'stifness' that could be set; it has stiffness, rest, damping", "stiffness"},
    {"object a: sphere 1; end force f: spring a.center (0,0,0) stiffness 3; end\nat 1: set rest f -3; end", 1, 2, 18, "set: rest must not be negative, not -3", NULL},
    {"object a: sphere 1; end force f: push a.center (0, 0, t); end\nat 1: set push f 1 2 3; end", 1, 2, 11, "push of 'f' is a formula: change a let in it instead", NULL},
    {"object a: sphere 1; end constraint j: slider world a a.center (0,0,1) max t; end\nat 1: set max j 3; end", 1, 2, 11, "max of 'j' is a formula: change a let in it instead", NULL},
    {"object a: sphere 1; end constraint j: slider world a a.center (0,0,1) min 0 max 1; end\nat 1: set max j -1; end", 1, 2, 17, "set: min would become greater than max, 0 and -1", NULL},
    {"object a: sphere 1; end constraint j: slider world a a.center (0,0,1) min 0 max 1; end\nat 1: set bounce j 1.5; end", 1, 2, 20, "set: bounce must lie between 0 and 1, not 1.5", NULL},
    {"object a: sphere 1; end constraint j: slider world a a.center (0,0,1) motor speed 1; end\nat 1: set limit j 0; end", 1, 2, 19, "set: limit must be greater than zero, not 0", NULL},
    {"at 2: object late: sphere 1; end end\nat 1: remove late; end", 1, 2, 14, "remove: 'late' is not there at t = 1", NULL},
    {"at 1: object late: sphere 1; end end\nat 2: remove late; end at 3: remove late; end", 1, 2, 37, "remove: 'late' is not there at t = 3", NULL},
    {"at 1: object late: sphere 1; end end\nconnect late.center (0, 0, 1);", 1, 2, 1, "this speaks of 'late', which is not there at t = 0", NULL},
    {"at 1: object late: sphere 1; end end\nat 0.5: push late.center (0, 0, 1); end", 1, 2, 9, "this speaks of 'late', which is not there at t = 0.5", NULL},
    {"at 1: object late: sphere 1; end constraint c: connect late.center (0,0,0); end end\nat 0.25: off c; end", 1, 2, 14, "off: 'c' is not there at t = 0.25", NULL},
    {"object a: sphere 1; end at 1: remove a; end\nat 2: connect a.center (0,0,0); end", 1, 2, 7, "this speaks of 'a', which is not there at t = 2", NULL},
    {"at 1: object late: spher 1; end end", 1, 1, 20, "expected a statement of an object, met 'spher'", "sphere"},
    {"at 1: object a: sphere 1; end end\nat 2: object a: sphere 1; end end", 1, 2, 14, "the name 'a' is taken: it was declared in line 1", NULL},
    {"object a: sphere 1; end object b: sphere 1; position 2 0 0; end\nat 1: revolute a b ((a.center + b.center)/2) (0,0,1); end", 1, 2, 22, "revolute in 'at': expected a place, or a point or direction of one object for P, not a formula", NULL},
};
/* clang-format on */

#endif
