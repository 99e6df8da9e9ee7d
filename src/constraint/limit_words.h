/* limit_words.h: parameters shared by kinds that measure something: limits and, for joints, a motor.
 *
 * `measure` is what is limited ("angle"), with its unit; `of_min` and `of_max` are the ranges of min and max. */
#ifndef CONSTRAINT_LIMIT_WORDS_H
#define CONSTRAINT_LIMIT_WORDS_H

#define LIMIT_WORD(name, letter, measure_unit, its_range, its_help)                                                    \
    {                                                                                                                  \
        .word = name, .symbol = letter, .unit = measure_unit, .fewest = 1, .most = 1, .range = its_range,              \
        .formula = true, .settable = true, .help = its_help                                                            \
    }

#define LIMIT_PARAMETERS(measure, measure_unit, of_min, of_max)                                                        \
    LIMIT_WORD("min", "a", measure_unit, of_min, "smallest " measure),                                                 \
        LIMIT_WORD("max", "b", measure_unit, of_max, "largest " measure),                                              \
    {                                                                                                                  \
        .word = "bounce", .symbol = "e", .unit = "1", .fewest = 1, .most = 1, .range = TN_BETWEEN, .high = 1,          \
        .settable = true, .standard = "0",                                                                             \
        .help = "restitution at min and max: 0 stops, 1 bounces back with the same speed"                              \
    }

#define MOTOR_PARAMETERS(measure_unit, rate_unit, force_unit)                                                          \
    {.word = "motor",                                                                                                  \
     .symbol = "speed w limit N",                                                                                      \
     .help = "drives the joint: motor speed EXPR limit N, or motor angle EXPR limit N; it gets there with the "        \
             "tau of the joint, 0.1 s: write tau 1ms; in its block for a speed that is constant from the start"},      \
        {.word = "speed",                                                                                              \
         .behind = "motor",                                                                                            \
         .symbol = "w",                                                                                                \
         .unit = rate_unit,                                                                                            \
         .fewest = 1,                                                                                                  \
         .most = 1,                                                                                                    \
         .formula = true,                                                                                              \
         .settable = true,                                                                                             \
         .help = "target speed of the motor"},                                                                         \
        {.word = "angle",                                                                                              \
         .behind = "motor",                                                                                            \
         .symbol = "x",                                                                                                \
         .unit = measure_unit,                                                                                         \
         .fewest = 1,                                                                                                  \
         .most = 1,                                                                                                    \
         .formula = true,                                                                                              \
         .settable = true,                                                                                             \
         .help = "target angle or travel of the motor"},                                                               \
    {                                                                                                                  \
        .word = "limit", .behind = "motor", .symbol = "N", .unit = force_unit, .fewest = 1, .most = 1,                 \
        .range = TN_POSITIVE, .settable = true, .help = "largest force or torque of the motor; default: unlimited"     \
    }

#endif
