/* topics.c: what people look for that is no kind: words of formulas, and wishes that another word answers. */
#include <string.h>

#include "model/kinds.h"

static const struct topic topics[] = {
    {"pi", "in formulas: half a turn in radians, 3.14159…", "let half = 2*pi*0.5;"},
    {"t time", "in formulas: the time, s; world: until 5; end says when a run ends", "probe new = sin(2*pi*t);"},
    {"degrees degree deg radians",
     "angles are in radians; 30deg is a number of degrees, and an angle over 1deg is in degrees",
     "probe new = angle(hip)/1deg;"},
    {"energy work",
     "kinetic + potential, with springs and soft bodies: a word of probes; tenon plot SCENE --energy draws it",
     "probe new = energy;"},
    {"equilibrium static statics rest-position balance sag",
     "tenon solve SCENE finds the rest of a model under gravity, springs and other potentials, without contact; with "
     "contact, or of "
     "soft blocks, let it come to rest in a run, with damping. tenon assemble only closes joints",
     "spring a.end1 (0, 0, 1) stiffness 100;"},
    {"strain stretch", "show strain colours soft blocks by how far they are stretched", "show strain;"},
    {"tension stress load loads reaction",
     "the force in a joint is force(NAME), in newtons; show tension colours rods and ropes by it; there are no "
     "stresses in solids",
     "probe new = norm(force(hip));"},
    {"power", "of a motor: its torque times its rate", "probe new = norm(torque(hip))*rate(hip);"},
    {"rope string tendon cable-length wire thread pulley belt hoist",
     "a rope is a distance with a greatest length; over a pulley, the sum of two lengths is constant: keep",
     "distance a.end1 b.end2 max 1.5;"},
    {"cloth net membrane paper",
     "a grid of particles joined by springs or distances, in two loops: for i = 1 to 5: … end", NULL},
    {"beam cantilever bending elements",
     "a flexible block bends, but few elements are too stiff for it: with 16 2 2 a beam of 1 : 10 bends a fifth too "
     "little; take more "
     "across and along until the result stays. young is the material; stiffness is an eighth of it",
     "object new: block 16 4 4; size 1 0.1 0.1; young 10MPa; density 1000; end"},
    {"slow slow-motion slowmotion fast timelapse",
     "movies: tenon run SCENE --movie F.mp4 --slow 4, or --fast 10; --slow 4@1:2 between 1 and 2 s", NULL},
    {"movie video gif mp4 webm animation film",
     "tenon run SCENE --movie F.mp4 (or .webm, .gif, .apng); --size WxH; world: frames 30; end",
     "world: frames 30; end"},
    {"print export save write csv",
     "tenon run SCENE --csv F.csv --record F.tnr --gltf F.glb; probes are its columns; tenon assemble SCENE -o F.tn "
     "writes a scene",
     "probe new = a.center.z;"},
    {"car vehicle wheel bearing axle", "a wheel turns in a revolute: cylinder, revolute, motor; contact carries it",
     "revolute a b a.end1 (0, 1, 0);"},
    {"ramp slope incline", "a plane that is turned; its normal is its own z",
     "object new: plane; rotation 0 1 0 15deg; end"},
    {"wall", "a plane that is turned by 90 degrees, or a box with kernel fixed",
     "object new: plane; rotation 0 1 0 90deg; end"},
    {"stairs steps", "boxes with kernel fixed, in a loop",
     "object new: box 0.3 1 0.2; position 5 5 5; kernel fixed; end"},
    {"servo position-control", "motor angle drives a joint to an angle, with at most a limit",
     "constraint new: revolute a b a.end1 (0, 1, 0); motor angle 30deg limit 20; end"},
    {"shock shock-absorber damper dashpot muscle strut",
     "a spring with damping between two points; its rest length may be a formula of t: a muscle",
     "spring a.end1 b.end2 stiffness 100 damping 5;"},
    {"joint-friction hinge-damping", "friction of a hinge: torsion with damping about its axis",
     "torsion a.x b.x stiffness 0 damping 0.1;"},
    {"joint-limit limits stop stops", "min and max of revolute, slider and distance",
     "constraint new: revolute a b a.end1 (0, 1, 0); min -90deg; max 45deg; end"},
    {"rotate turn-by orientation-of", "of an object: rotation AXIS ANGLE, the angle last; a torque is turn",
     "object new: box 1 1 1; position 9 9 9; rotation 0 0 1 30deg; end"},
    {"visible hide transparent invisible texture",
     "pictures show all objects; show adds forces, points, names …; color sets their colour", "show forces;"},
    {"line segment-drawn", "in pictures a trace draws the way of a point; as a track, on-line or a segment curve",
     "trace a.end1;"},
    {"rail track worm rack screw cylindrical prismatic",
     "a slider moves along a line; with gear two rates have a ratio, which makes racks and screws",
     "slider world b b.center (0, 0, 1);"},
    {"text label caption-text", "title writes a line, show names the names of objects", "title \"Two rods\";"},
    {"wind air water buoyancy fluid magnet", "drag resists motion; other fields are formulas: push POINT (x, y, z)",
     "push a.center (0.5*(3 - vel(a.center).x), 0, 0);"},
    {"random noise",
     "there is none: a formula of t or of an index, as sin(12.9*i), stands in; tenon sweep --samples draws lets",
     "let new = sin(12.9898*3)*43758.5453;"},
    {"sine wave", "sin(x), of radians", "probe new = sin(t);"},
    {"table data lookup", "path NAME: key t x y z; … end joins values by time smoothly",
     "path new: key 0 0 0 0; key 1 1 0 0; end"},
    {"constant number variable-name parameter", "let gives a number a name; --set NAME=VALUE changes it",
     "let new = 1.5;"},
    {"polygon extrude hollow shape-from-points",
     "a mesh: object NAME: mesh \"file.obj\"; (or .stl, closed); or several shapes welded", "weld a b;"},
    {"truss frame", "rods joined by connect; tenon run --show forces,tension", "connect a.end1 b.end2;"},
    {"frequency fft spectrum mode modes eigenvalue eigenvalues vibration",
     "not computed: run it, write --csv, and analyse the table", NULL},
    {"resolution", "--size 1920x1080 of pictures and movies", NULL},
    {"trigger stop-when condition sensor-event",
     "events have times: at T: … end; in programs a callback may watch a probe", "at 0.1: set mass a 2; end"},
    {"ladder lean", "bodies that rest on each other need contact, with friction", "contact friction 0.6;"},
    {"inertia-tensor moment", "of an object: inertia ixx iyy izz; it follows from shape and mass if it is not given",
     "probe new = inertia(a).z;"},
    {"modulo remainder floor round", "there is no % or floor: two loops, one inside the other, take their place", NULL},
};

const struct topic *topic_at(int i) { return i >= 0 && i < (int)(sizeof topics / sizeof *topics) ? &topics[i] : NULL; }

/* Is it one of the words of a list that is separated by spaces? */
static bool is_listed(const char *words, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = words; (at = strstr(at, word)) != NULL && n > 0; at += n)
        if ((at == words || at[-1] == ' ') && (at[n] == ' ' || at[n] == '\0'))
            return true;
    return false;
}

bool topics_print(const char *word, FILE *out)
{
    bool any = false;
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        const struct topic *t = &topics[i];
        if (strchr(word, ' ') != NULL || !is_listed(t->words, word))
            continue;
        fprintf(out, "%s%s: %s\n", any ? "\n" : "", word, t->text);
        if (t->example != NULL)
            fprintf(out, "  For example:  %s\n", t->example);
        any = true;
    }
    return any;
}
