/* kind_words.c: statements of a scene and functions of formulas, as tables. */
#include <stddef.h>

#include "constraint/constraint_words.h"
#include "model/kinds.h"
#include "object/object_words.h"

#define NUMBERS(letters, its_unit, count) .symbol = letters, .unit = its_unit, .fewest = count, .most = count

/* ---- statements ---- */

static const tn_parameter force_parameters[] = {
    {.word = "during", NUMBERS("t1 t2", "s", 2), .help = "it acts in this interval only"},
    {.word = "off", .help = "it begins switched off"},
    {.word = NULL},
};

const tn_parameter skin_parameters[] = {
    {.word = "color",
     NUMBERS("r g b", "1", 3),
     .range = TN_BETWEEN,
     .high = 1,
     .help = "red, green and blue, a name (red) or \"#ff8800\"; default: that of the first solid"},
    {.word = "margin",
     NUMBERS("m", "m", 1),
     .range = TN_NOT_NEGATIVE,
     .standard = "0",
     .help = "distance from the solids"},
    {.word = NULL},
};

static const tn_parameter camera_parameters[] = {
    {.word = "follow",
     .symbol = "A",
     .help = "both places move along with A's centre of mass; points of objects are where they are"},
    {.word = "fov",
     NUMBERS("ANGLE", "rad", 1),
     .range = TN_POSITIVE,
     .standard = "30deg",
     .help = "vertical field of view, less than 180deg"},
    {.word = NULL},
};

#define STATEMENT(its_name, its_arguments, its_help, its_example, ...)                                                 \
    {                                                                                                                  \
        .group = TN_KIND_STATEMENT, .name = its_name, .arguments = its_arguments, .help = its_help,                    \
        .example = its_example, __VA_ARGS__                                                                            \
    }

const tn_kind statement_kinds[] = {
    STATEMENT("object", "NAME: … end", "a thing that can move: a shape, and how it is placed, weighed and drawn",
              "object new: sphere 0.2; position 0 0 1; end", .synonyms = {"geom", "entity", "part"},
              .parameters = object_parameters),
    STATEMENT("constraint", "NAME: … end", "a constraint with a name and options",
              "constraint new: connect a.end1 b.end2; tau 0.2; end", .synonyms = {"joint", "mate"},
              .parameters = constraint_parameters),
    STATEMENT("force", "NAME: … end", "a force with a name and an interval",
              "force new: push a.end1 (0, 9, 0); during 1 1.2; end", .synonyms = {"actuator"},
              .parameters = force_parameters),
    STATEMENT("contact", "  |  between A B", "bodies do not pass through each other: all of them, or these two",
              "contact friction 0.6 bounce 0.1;", .synonyms = {"collision", "collisions"},
              .parameters = contact_parameters),
    STATEMENT("skin", "NAME over A B …", "one smooth surface over a chain of solids, for pictures",
              "skin hide over a b margin 0.01;", .synonyms = {"envelope", "cover"}, .parameters = skin_parameters),
    STATEMENT("let", "NAME = EXPR  |  NAME(x) = EXPR", "a name for an expression, or a function", "let new = 1.5;",
              .synonyms = {"define", "var", "const", "set"}),
    STATEMENT("point", "NAME of A x y z", "a name for a point of an object", "point hook of a 0 0 0.4;",
              .synonyms = {"marker", "site"}),
    STATEMENT("nail", "NAME x y z", "a name for a place in space", "nail new 0 0 3;", .synonyms = {"anchor", "pin"}),
    STATEMENT("path", "NAME(t) = EXPR  |  NAME: key t x y z; … end", "a place that moves: a formula, or keys",
              "path new(t) = (cos(t), sin(t), 1);", .synonyms = {"trajectory", "keyframes"}),
    STATEMENT("surface", "NAME(x, y, z) = EXPR", "the points at which a formula is zero",
              "surface new(x, y, z) = x^2 + y^2 - z;", .synonyms = {"implicit-surface", "sdf"}),
    STATEMENT("curve", "NAME(a, b; u) = EXPR", "a type of curves: its parameters, and the one along it",
              "curve new(r; u) = (r*cos(u), r*sin(u), 0);", .synonyms = {"parametric"}),
    STATEMENT("probe", "NAME = EXPR", "a named number, written with every frame", "probe new = norm(a.end1 - b.end2);",
              .synonyms = {"measure", "output", "sensor"}),
    STATEMENT("trace", "P", "the path of a point is drawn", "trace a.end1;", .synonyms = {"trail"}),
    STATEMENT("camera", "from P to P",
              "where pictures are taken from; points may move; follow: along with A's centre of mass",
              "camera from 5 -4 3 to 0 0 1 follow a fov 35deg;", .synonyms = {"view", "look", "eye"},
              .parameters = camera_parameters),
    STATEMENT("title", "\"text\"", "a line in the upper left corner of pictures", "title \"Two rods\";",
              .synonyms = {"caption", "heading"}),
    STATEMENT("light", "x y z", "the direction towards the light", "light 1 -1 3;", .synonyms = {"sun", "lamp"}),
    STATEMENT("background", "COLOR", "of pictures: a name, \"#rrggbb\", or red green blue", "background \"#101418\";",
              .synonyms = {"backdrop"}),
    STATEMENT("show", "WORD …", "what pictures show beside the objects", "show forces points;",
              .synonyms = {"display", "draw"}),
    STATEMENT("for", "i = EXPR to EXPR: … end", "statements for each number of a range",
              "for i = 1 to 3: nail place[i] i 0 3; end", .synonyms = {"loop", "repeat", "foreach"}),
    STATEMENT("at", "T: … end", "actions at a time: on, off, set, remove, let, new things", "at 0.1: set mass a 2; end",
              .synonyms = {"event", "when", "timeline"}),
    STATEMENT("state", ": time T; object NAME: … end … end", "the state of a world that has moved, as in a saved scene",
              "state: time 0.01; object a: velocity 0 0 1; end end", .synonyms = {"snapshot", "keyframe"}),
    STATEMENT("include", "\"file.tn\"", "the statements of another file", NULL, .synonyms = {"import"}),
    {.name = NULL},
};

/* ---- functions ---- */

#define FUNCTION(its_name, its_arguments, its_help, its_example)                                                       \
    {                                                                                                                  \
        .group = TN_KIND_FUNCTION, .name = its_name, .arguments = its_arguments, .help = its_help,                     \
        .example = "probe new = " its_example ";"                                                                      \
    }

const tn_kind function_kinds[] = {
    FUNCTION("dot", "(v, w)", "scalar product", "dot(a.x, b.y)"),
    FUNCTION("cross", "(v, w)", "vector product", "norm(cross(a.x, b.y))"),
    FUNCTION("norm", "(v)", "length of a vector", "norm(a.end1)"),
    FUNCTION("unit", "(v)", "a vector made of length 1", "unit(a.end1).x"),
    FUNCTION("sqrt", "(x)", "square root", "sqrt(2 + t)"),
    FUNCTION("abs", "(x)", "magnitude", "abs(a.center.x)"),
    FUNCTION("min", "(x, y)", "the smaller one", "min(t, 1)"),
    FUNCTION("max", "(x, y)", "the greater one", "max(t, 1)"),
    FUNCTION("sin", "(x)", "sine, of radians", "sin(t)"),
    FUNCTION("cos", "(x)", "cosine, of radians", "cos(t)"),
    FUNCTION("tan", "(x)", "tangent, of radians", "tan(t)"),
    FUNCTION("asin", "(x)", "inverse sine", "asin(0.5)"),
    FUNCTION("acos", "(x)", "inverse cosine", "acos(0.5)"),
    FUNCTION("atan", "(x)", "inverse tangent", "atan(t)"),
    FUNCTION("atan2", "(y, x)", "the angle of (x, y)", "atan2(t, 1)"),
    FUNCTION("exp", "(x)", "exponential", "exp(-t)"),
    FUNCTION("log", "(x)", "natural logarithm", "log(1 + t)"),
    FUNCTION("pow", "(x, y)", "x^y", "pow(2, t)"),
    FUNCTION("if", "(c, x, y)", "x where c holds, y elsewhere", "if(t < 1, 0, 1)"),
    FUNCTION("vel", "(P)", "velocity of a point or number", "norm(vel(a.end1))"),
    FUNCTION("acc", "(P)", "acceleration of a point; acceleration rows and probes only", "acc(a.end1).z"),
    FUNCTION("omega", "(A)", "angular velocity of an object, world axes", "omega(a).x"),
    FUNCTION("angle", "(J)", "angle of a revolute, counted over whole turns", "angle(hip)"),
    FUNCTION("travel", "(J)", "travel of a slider", "travel(rail)"),
    FUNCTION("rate", "(J)", "rate of a joint's angle or travel", "rate(hip)"),
    FUNCTION("force", "(c)", "what a constraint exerts on its second partner; probes only", "norm(force(hip))"),
    FUNCTION("torque", "(c)", "the torque of a constraint on its second partner; probes only", "norm(torque(hip))"),
    FUNCTION("deviation", "(c)", "deviation of a constraint; probes only", "deviation(hip)"),
    FUNCTION("contact", "(A)  |  contact(A, B)", "force of all contacts on A, or of A on B; probes only",
             "norm(contact(ball))"),
    FUNCTION("length", "(c)", "length of a curve; probes only", "length(ring)"),
    FUNCTION("area", "(c)", "area inside a closed curve; probes only", "area(ring)"),
    FUNCTION("volume", "(b)", "volume of a flexible block; probes only", "volume(jelly)"),
    FUNCTION("mass", "(A)", "mass of an object; probes only", "mass(ball)"),
    FUNCTION("inertia", "(A)", "ixx, iyy, izz of a rigid body, as in the statement inertia; probes only",
             "inertia(a).z"),
    FUNCTION("momentum", "(A)", "momentum of an object; probes only", "norm(momentum(a))"),
    FUNCTION("angular-momentum", "(A)", "angular momentum about its centre of mass, world axes; probes only",
             "angular-momentum(a).z"),
    FUNCTION("kinetic", "(A)", "kinetic energy of an object; kinetic alone: of the world; probes only", "kinetic(a)"),
    FUNCTION(
        "potential", "(A)",
        "energy of an object in gravity, 0 at the origin; potential alone: of the world, with springs; probes only",
        "potential(a)"),
    FUNCTION("tangent", "(c, u)", "tangent of a curve", "tangent(ring, 0).y"),
    {.name = NULL},
};
