/* limit_words.h: the parameters that joints with a measure share: limits, and for joints a motor.
 *
 * `measure` is what is limited ("angle"), with its unit; `range` that of min and max. */
#ifndef CONSTRAINT_LIMIT_WORDS_H
#define CONSTRAINT_LIMIT_WORDS_H

#define LIMIT_WORD(name, letter, measure_unit, its_range, its_help)                                                    \
    {                                                                                                                  \
        .word = name, .symbol = letter, .unit = measure_unit, .fewest = 1, .most = 1, .range = its_range,              \
        .formula = true, .settable = true, .help = its_help                                                            \
    }

#define LIMIT_PARAMETERS(measure, measure_unit, its_range)                                                             \
    LIMIT_WORD("min", "a", measure_unit, its_range, "least " measure),                                                 \
        LIMIT_WORD("max", "b", measure_unit, its_range, "greatest " measure),                                          \
    {                                                                                                                  \
        .word = "bounce", .symbol = "e", .unit = "1", .fewest = 1, .most = 1, .range = TN_BETWEEN, .high = 1,          \
        .settable = true, .standard = "0",                                                                             \
        .help = "restitution at min and max: 0 stops, 1 throws back with the same speed"                               \
    }

#define MOTOR_PARAMETERS(measure_unit, rate_unit, force_unit)                                                          \
    {.word = "motor",                                                                                                  \
     .symbol = "speed w limit N",                                                                                      \
     .help = "drives the joint: motor speed EXPR limit N, or motor angle EXPR limit N"},                               \
        {.word = "speed",                                                                                              \
         .behind = "motor",                                                                                            \
         .symbol = "w",                                                                                                \
         .unit = rate_unit,                                                                                            \
         .fewest = 1,                                                                                                  \
         .most = 1,                                                                                                    \
         .formula = true,                                                                                              \
         .settable = true,                                                                                             \
         .help = "the speed that the motor drives to"},                                                                \
        {.word = "angle",                                                                                              \
         .behind = "motor",                                                                                            \
         .symbol = "x",                                                                                                \
         .unit = measure_unit,                                                                                         \
         .fewest = 1,                                                                                                  \
         .most = 1,                                                                                                    \
         .formula = true,                                                                                              \
         .settable = true,                                                                                             \
         .help = "the angle or travel that the motor drives to"},                                                      \
    {                                                                                                                  \
        .word = "limit", .behind = "motor", .symbol = "N", .unit = force_unit, .fewest = 1, .most = 1,                 \
        .range = TN_POSITIVE, .settable = true, .help = "the largest force or torque of the motor; without: any"       \
    }

#endif
