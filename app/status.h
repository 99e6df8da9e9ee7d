/* status.h: exit statuses, and the subcommands. */
#ifndef APP_STATUS_H
#define APP_STATUS_H

enum {
    STATUS_DONE = 0,
    STATUS_MODEL = 1, /* the model or the data is wrong */
    STATUS_USAGE = 2, /* wrong usage; also a file that cannot be created */
    STATUS_STUCK = 3  /* the simulation could not continue, was interrupted, or its results could not be written; solve:
                         the constraints are not met, or the objective has no bound */
};

/* Each reads its arguments; argv[0] is its name. Returns the exit status. */
int command_run(int argc, char **argv);
int command_sweep(int argc, char **argv);
int command_new(int argc, char **argv);
int command_check(int argc, char **argv);
int command_assemble(int argc, char **argv);
int command_solve(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_replay(int argc, char **argv);
int command_kinds(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_shell(int argc, char **argv);
int command_picture(int argc, char **argv);
int command_plot(int argc, char **argv);
int command_studio(int argc, char **argv);

#endif
