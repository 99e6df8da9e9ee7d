/* every_call.h: one line for every function of the public headers: how it is called with odd arguments (test_wrong_use.c says
 * what the capitals stand for). A test fails for a function that has no line. */
#ifndef TESTS_MODEL_EVERY_CALL_H
#define TESTS_MODEL_EVERY_CALL_H

/* clang-format off */
#define EVERY_CALL(X) \
    X(tn_def_new, tn_def_free(tn_def_new(TEXT))) \
    X(tn_def_parse, tn_def_free(tn_def_parse(TEXT, LIST))) \
    X(tn_def_copy, tn_def_free(tn_def_copy(DEF))) \
    X(tn_def_free, tn_def_free(B ? NULL : tn_def_new("object"))) \
    X(tn_def_print, tn_free(tn_def_print(DEF))) \
    X(tn_def_set_name, status(o, tn_def_set_name(DEF, TEXT))) \
    X(tn_def_add_number, status(o, tn_def_add_number(DEF, N))) \
    X(tn_def_add_numbers, status(o, tn_def_add_numbers(DEF, NUMBERS, COUNT))) \
    X(tn_def_add_vector, status(o, tn_def_add_vector(DEF, V))) \
    X(tn_def_add_string, status(o, tn_def_add_string(DEF, TEXT))) \
    X(tn_def_add, status(o, tn_def_add(DEF, TEXT, LIST))) \
    X(tn_def_add_value, status(o, tn_def_add_value(DEF, VALUE))) \
    X(tn_def_set_number, status(o, tn_def_set_number(DEF, I, N))) \
    X(tn_def_set_relation, status(o, tn_def_set_relation(DEF, (tn_relation)I))) \
    X(tn_def_add_parameter, status(o, tn_def_add_parameter(DEF, TEXT, B))) \
    X(tn_def_add_child, tn_def_add_child(DEF, TEXT)) \
    X(tn_def_add_def, status(o, tn_def_add_def(DEF, B ? NULL : tn_def_child(o->def, I)))) \
    X(tn_def_shape, tn_def_shape(DEF)) \
    X(tn_def_word, tn_def_word(DEF)) \
    X(tn_def_name, tn_def_name(DEF)) \
    X(tn_def_arg_count, tn_def_arg_count(DEF)) \
    X(tn_def_arg, tn_def_arg(DEF, I)) \
    X(tn_def_relation, tn_def_relation(DEF)) \
    X(tn_def_parameter_count, tn_def_parameter_count(DEF)) \
    X(tn_def_parameter, tn_def_parameter(DEF, I)) \
    X(tn_def_parameter_runs, tn_def_parameter_runs(DEF, I)) \
    X(tn_def_child_count, tn_def_child_count(DEF)) \
    X(tn_def_child, tn_def_child(DEF, I)) \
    X(tn_def_line, tn_def_line(DEF)) \
    X(tn_value_kind, tn_value_kind(VALUE)) \
    X(tn_value_number, tn_value_number(VALUE)) \
    X(tn_value_unit, tn_value_unit(VALUE)) \
    X(tn_value_text, tn_value_text(VALUE)) \
    X(tn_value_count, tn_value_count(VALUE)) \
    X(tn_value_item, tn_value_item(VALUE, I)) \
    X(tn_value_print, tn_free(tn_value_print(VALUE))) \
    X(tn_value_equal, tn_value_equal(VALUE, VALUE)) \
    X(tn_def_equal, tn_def_equal(DEF, DEF)) \
    X(tn_diagnostics_new, tn_diagnostics_free(tn_diagnostics_new())) \
    X(tn_diagnostics_free, tn_diagnostics_free(B ? NULL : tn_diagnostics_new())) \
    X(tn_diagnostics_count, tn_diagnostics_count(LIST)) \
    X(tn_diagnostics_get, tn_diagnostics_get(LIST, I)) \
    X(tn_diagnostics_errors, tn_diagnostics_errors(LIST)) \
    X(tn_diagnostics_code, tn_diagnostics_code(LIST, I)) \
    X(tn_diagnostics_span, tn_diagnostics_span(LIST, I, OUT(size_t), OUT(size_t))) \
    X(tn_diagnostics_near, tn_diagnostics_near(LIST, I, I)) \
    X(tn_diagnostics_fix, tn_free(tn_diagnostics_fix(LIST, I, OUT(size_t), OUT(size_t)))) \
    X(tn_diagnostics_text, tn_free(tn_diagnostics_text(LIST, I))) \
    X(tn_object_set, status(o, tn_object_set(W, O, TEXT, NUMBERS, COUNT, MESSAGE))) \
    X(tn_constraint_set, status(o, tn_constraint_set(W, C, TEXT, NUMBERS, COUNT, MESSAGE))) \
    X(tn_force_set, status(o, tn_force_set(W, F, TEXT, NUMBERS, COUNT, MESSAGE))) \
    X(tn_object_number, tn_object_number(W, O, TEXT, NUMBERS)) \
    X(tn_constraint_number, tn_constraint_number(W, C, TEXT, NUMBERS)) \
    X(tn_force_number, tn_force_number(W, F, TEXT, NUMBERS)) \
    X(tn_object_point, tn_object_point(W, O, TEXT, OUT(tn_vec3))) \
    X(tn_grab_default, tn_grab_default()) \
    X(tn_grab_with, tn_grab_with(W, B ? NULL : &(tn_grab_def){sizeof(tn_grab_def), O, V, (tn_grab_how)I, N, N, false}, MESSAGE)) \
    X(tn_drag_paused, status(o, tn_drag_paused(W, H, V, OUT(tn_dragged)))) \
    X(tn_world_interactive, status(o, tn_world_interactive(W, B))) \
    X(tn_grab, tn_grab(W, O, V, (tn_grab_how)I, MESSAGE)) \
    X(tn_drag_to, status(o, tn_drag_to(W, H, V))) \
    X(tn_release, status(o, tn_release(W, H))) \
    X(tn_handle_count, tn_handle_count(W)) \
    X(tn_handle_at, tn_handle_at(W, I)) \
    X(tn_handle_get, status(o, tn_handle_get(W, H, OUT(tn_handle_state)))) \
    X(tn_history_keep, tn_history_keep(W, I, (size_t)I)) \
    X(tn_edit_begin, tn_edit_begin(W, TEXT)) \
    X(tn_edit_end, tn_edit_end(W)) \
    X(tn_undo, status(o, tn_undo(W))) \
    X(tn_redo, status(o, tn_redo(W))) \
    X(tn_undo_count, tn_undo_count(W)) \
    X(tn_redo_count, tn_redo_count(W)) \
    X(tn_undo_label, tn_undo_label(W)) \
    X(tn_redo_label, tn_redo_label(W)) \
    X(tn_snapshot_size, tn_snapshot_size(W)) \
    X(tn_has_goals, tn_has_goals(W)) \
    X(tn_optimum_get, status(o, tn_optimum_get(W, OUT(tn_optimum)))) \
    X(tn_solve, status(o, tn_solve(W, OUT(tn_optimum)))) \
    X(tn_multipliers, tn_multipliers(W, C, NUMBERS, COUNT)) \
    X(tn_force_hook_default, tn_force_hook_default_fill(OUT(tn_force_hook), SIZE)) \
    X(tn_force_hook_add, tn_force_hook_add(W, FORCE_HOOK, MESSAGE)) \
    X(tn_constraint_hook_default, tn_constraint_hook_default_fill(OUT(tn_constraint_hook), SIZE)) \
    X(tn_constraint_hook_add, tn_constraint_hook_add(W, CONSTRAINT_HOOK, MESSAGE)) \
    X(tn_thing_hooked, tn_thing_hooked(W, THING)) \
    X(tn_step_hook_default, tn_step_hook_default_fill(OUT(tn_step_hook), SIZE)) \
    X(tn_world_hook_steps, status(o, tn_world_hook_steps(W, STEP_HOOK))) \
    X(tn_world_hook_files, status(o, tn_world_hook_files(W, NULL, NULL))) \
    X(tn_let_count, tn_let_count(W)) \
    X(tn_let_name, tn_let_name(W, I)) \
    X(tn_let_get, tn_let_get(W, TEXT)) \
    X(tn_let_set, status(o, tn_let_set(W, TEXT, N))) \
    X(tn_variable_get, status(o, tn_variable_get(W, O, NUMBERS))) \
    X(tn_variable_set, status(o, tn_variable_set(W, O, N))) \
    X(tn_kind_at, tn_kind_at(I)) \
    X(tn_kind_find, tn_kind_find(TEXT)) \
    X(tn_kind_meant, tn_kind_meant(TEXT, I)) \
    X(tn_kind_group_name, tn_kind_group_name((tn_kind_group)I)) \
    X(tn_kind_usage, tn_free(tn_kind_usage(KIND))) \
    X(tn_parameter_must, tn_free(tn_parameter_must(PARAMETER))) \
    X(tn_parameter_example, tn_parameter_example(KIND, PARAMETER)) \
    X(tn_kinds, tn_free(tn_kinds(TEXT))) \
    X(tn_unit_at, tn_unit_at(I)) \
    X(tn_unit_fits, tn_unit_fits(TEXT, TEXT)) \
    X(tn_number, tn_number(TEXT, OUT(double), NULL)) \
    X(tn_color, tn_color(TEXT, B ? NULL : (double[3]){0})) \
    X(tn_color_name, tn_color_name(I)) \
    X(tn_allow_read, status(o, tn_allow_read(W, TEXT))) \
    X(tn_allowed_read, tn_allowed_read(W, I)) \
    X(tn_file_read, tn_file_read(W, I, NULL)) \
    X(tn_describe_state, tn_def_free(tn_describe_state(W))) \
    X(tn_write_state, tn_free(tn_write_state(W))) \
    X(tn_prompt_text, tn_free(tn_prompt_text(W, TEXT, OUT(bool)))) \
    X(tn_kind_formulas, tn_free(tn_kind_formulas(TEXT))) \
    X(tn_thing_of_object, tn_thing_of_object(O)) \
    X(tn_thing_of_constraint, tn_thing_of_constraint(C)) \
    X(tn_thing_of_force, tn_thing_of_force(F)) \
    X(tn_thing_object, tn_thing_object(THING)) \
    X(tn_thing_constraint, tn_thing_constraint(THING)) \
    X(tn_thing_force, tn_thing_force(THING)) \
    X(tn_id, tn_id(THING)) \
    X(tn_thing_of_id, tn_thing_of_id(W, (uint64_t)odd_slot(o) << 32 | odd_slot(o))) \
    X(tn_thing_set_data, status(o, tn_thing_set_data(W, THING, NULL, (uint64_t)I))) \
    X(tn_thing_data, tn_thing_data(W, THING, OUT(void *), OUT(uint64_t))) \
    X(tn_thing_count, tn_thing_count(W, (tn_thing_type)I)) \
    X(tn_thing_at, tn_thing_at(W, (tn_thing_type)I, I)) \
    X(tn_thing_user, tn_thing_user(W, THING, THING)) \
    X(tn_thing_next, tn_thing_next(W, THING)) \
    X(tn_thing_valid, tn_thing_valid(W, THING)) \
    X(tn_thing_find, tn_thing_find(W, (tn_thing_type)I, TEXT)) \
    X(tn_thing_name, tn_thing_name(W, THING)) \
    X(tn_thing_kind, tn_thing_kind(W, THING)) \
    X(tn_thing_parameter_at, tn_thing_parameter_at(W, THING, I, OUT(tn_thing_parameter))) \
    X(tn_remove, status(o, tn_remove(W, THING, MESSAGE))) \
    X(tn_removed_with, tn_removed_with(W, THING, OUT(tn_thing), 1)) \
    X(tn_describe, tn_def_free(tn_describe(W, THING))) \
    X(tn_describe_begin, tn_describe_begin(W)) \
    X(tn_batch_new, tn_batch_free(tn_batch_new(W, LIST))) \
    X(tn_batch_free, tn_batch_free(B ? NULL : tn_batch_new(o->world, NULL))) \
    X(tn_batch_add, status(o, tn_batch_add(BATCH, DEF))) \
    X(tn_batch_add_bound, status(o, tn_batch_add_bound(BATCH, DEF, BINDINGS, COUNT))) \
    X(tn_batch_folder, status(o, tn_batch_folder(BATCH, TEXT))) \
    X(tn_batch_change, tn_batch_change(BATCH)) \
    X(tn_batch_check_set, tn_batch_check_set(BATCH)) \
    X(tn_batch_commit, status(o, tn_batch_commit(BATCH))) \
    X(tn_batch_made, tn_batch_made(BATCH, I)) \
    X(tn_add, status(o, tn_add(W, DEF, OUT(tn_thing), LIST))) \
    X(tn_picture_default, tn_picture_default_fill(OUT(tn_picture_options), SIZE)) \
    X(tn_picture_new, tn_picture_free(tn_picture_new(PICTURE_OPTIONS, MESSAGE))) \
    X(tn_picture_free, tn_picture_free(NULL)) \
    X(tn_picture_trail, status(o, tn_picture_trail(PICTURE, O, V))) \
    X(tn_picture_follow, status(o, tn_picture_follow(PICTURE, VIEW))) \
    X(tn_picture_draw, status(o, tn_picture_draw(PICTURE, VIEW, MESSAGE))) \
    X(tn_picture_draw_sheet, status(o, tn_picture_draw_sheet(PICTURE, VIEWS, COUNT, I, MESSAGE))) \
    X(tn_picture_pixels, tn_picture_pixels(PICTURE, OUT(int), OUT(int))) \
    X(tn_picture_project, tn_picture_project(PICTURE, V, NUMBERS, NUMBERS)) \
    X(tn_picture_save_png, status(o, tn_picture_save_png(PICTURE, TEXT, MESSAGE))) \
    X(tn_picture_save_frame, status(o, tn_picture_save_frame(PICTURE, TEXT, I, MESSAGE))) \
    X(tn_read_png, tn_read_png(TEXT, OUT(int), OUT(int), OUT(unsigned char *), MESSAGE)) \
    X(tn_movie_begin, tn_movie_cancel(tn_movie_begin(TEXT, N, MESSAGE))) \
    X(tn_movie_frame, status(o, tn_movie_frame(MOVIE, PICTURE, MESSAGE))) \
    X(tn_movie_temporary, tn_movie_temporary(MOVIE)) \
    X(tn_movie_end, status(o, tn_movie_end(NULL, MESSAGE))) \
    X(tn_movie_cancel, tn_movie_cancel(NULL)) \
    X(tn_gltf_begin, tn_gltf_cancel(tn_gltf_begin())) \
    X(tn_gltf_show, tn_gltf_show(GLTF, (unsigned)COUNT)) \
    X(tn_gltf_frame, status(o, tn_gltf_frame(GLTF, VIEW, MESSAGE))) \
    X(tn_gltf_end, status(o, tn_gltf_end(B ? NULL : tn_gltf_begin(), TEXT, MESSAGE))) \
    X(tn_gltf_cancel, tn_gltf_cancel(B ? NULL : tn_gltf_begin())) \
    X(tn_plot_default, tn_plot_default_fill(OUT(tn_plot_options), SIZE)) \
    X(tn_plot_new, tn_plot_free(tn_plot_new(PLOT_OPTIONS, MESSAGE))) \
    X(tn_plot_free, tn_plot_free(B ? NULL : tn_plot_new(NULL, NULL))) \
    X(tn_plot_line, status(o, tn_plot_line(PLOT, TEXT, NUMBERS, NUMBERS, COUNT))) \
    X(tn_plot_line_right, status(o, tn_plot_line_right(PLOT, TEXT, NUMBERS, NUMBERS, COUNT))) \
    X(tn_plot_save, status(o, tn_plot_save(PLOT, TEXT, MESSAGE))) \
    X(tn_record_create, tn_record_abandon(tn_record_create(TEXT, W, TEXT, MESSAGE))) \
    X(tn_record_frame, status(o, tn_record_frame(RECORDER, W, MESSAGE))) \
    X(tn_record_finish, status(o, tn_record_finish(NULL, MESSAGE))) \
    X(tn_record_abandon, tn_record_abandon(NULL)) \
    X(tn_is_record, tn_is_record(TEXT)) \
    X(tn_record_open, tn_record_close(tn_record_open(TEXT, LIST))) \
    X(tn_record_close, tn_record_close(NULL)) \
    X(tn_record_model, tn_record_model(RECORD)) \
    X(tn_record_read, status(o, tn_record_read(RECORD, W, LIST))) \
    X(tn_record_touch_count, tn_record_touch_count(RECORD, I)) \
    X(tn_record_touches, status(o, tn_record_touches(RECORD, I, OUT(tn_record_touch)))) \
    X(tn_record_version, tn_record_version(RECORD)) \
    X(tn_record_object_count, tn_record_object_count(RECORD)) \
    X(tn_record_object_name, tn_record_object_name(RECORD, I)) \
    X(tn_record_object_is_variable, tn_record_object_is_variable(RECORD, I)) \
    X(tn_record_probe_count, tn_record_probe_count(RECORD)) \
    X(tn_record_probe_name, tn_record_probe_name(RECORD, I)) \
    X(tn_record_constraint_count, tn_record_constraint_count(RECORD)) \
    X(tn_record_constraint_name, tn_record_constraint_name(RECORD, I)) \
    X(tn_record_frame_count, tn_record_frame_count(RECORD)) \
    X(tn_record_time, tn_record_time(RECORD, I)) \
    X(tn_record_frame_at, tn_record_frame_at(RECORD, N)) \
    X(tn_record_poses, status(o, tn_record_poses(RECORD, I, OUT(tn_pose), OUT(bool)))) \
    X(tn_record_probes, status(o, tn_record_probes(RECORD, I, NUMBERS))) \
    X(tn_record_constraints, status(o, tn_record_constraints(RECORD, I, OUT(tn_record_constraint)))) \
    X(tn_record_restore, status(o, tn_record_restore(RECORD, I, W))) \
    X(tn_record_show, status(o, tn_record_show(RECORD, N, W))) \
    X(tn_read_file, status(o, tn_read_file(W, TEXT, LIST))) \
    X(tn_change_text, status(o, tn_change_text(W, TEXT, TEXT, LIST))) \
    X(tn_word_find, tn_word_find(TEXT, B ? NULL : &(const char *){NULL})) \
    X(tn_read_text, status(o, tn_read_text(W, TEXT, TEXT, LIST))) \
    X(tn_set, status(o, tn_set(W, TEXT, TEXT, LIST))) \
    X(tn_probe_add, status(o, tn_probe_add(W, TEXT, LIST))) \
    X(tn_write_text, tn_free(tn_write_text(W))) \
    X(tn_source_open, tn_source_free(tn_source_open(TEXT, LIST))) \
    X(tn_source_text, tn_source_free(tn_source_text(TEXT, TEXT))) \
    X(tn_source_free, tn_source_free(B ? NULL : tn_source_text(NULL, "let a = 1;"))) \
    X(tn_source_file_count, tn_source_file_count(EDITED)) \
    X(tn_source_file_name, tn_source_file_name(EDITED, I)) \
    X(tn_source_file_text, tn_source_file_text(EDITED, I, OUT(size_t))) \
    X(tn_source_file_changed, tn_source_file_changed(EDITED, I)) \
    X(tn_source_file_allow, status(o, tn_source_file_allow(EDITED, I, B))) \
    X(tn_source_save, status(o, tn_source_save(EDITED, I, "odd.out", MESSAGE))) \
    X(tn_source_check, status(o, tn_source_check(EDITED, LIST))) \
    X(tn_thing_place, tn_thing_place(W, THING, OUT(tn_place))) \
    X(tn_source_place, tn_source_place(EDITED, W, THING, OUT(tn_place))) \
    X(tn_source_count, tn_source_count(EDITED)) \
    X(tn_source_at, tn_source_at(EDITED, I, OUT(tn_place))) \
    X(tn_source_parent, tn_source_parent(EDITED, I)) \
    X(tn_source_def, tn_source_def(EDITED, I)) \
    X(tn_source_find, tn_source_find(EDITED, I, (size_t)I, OUT(tn_place))) \
    X(tn_source_number, status(o, tn_source_number(EDITED, PLACE, TEXT, I, OUT(tn_text_number)))) \
    X(tn_source_set, status(o, tn_source_set(EDITED, PLACE, TEXT, NUMBERS, COUNT, N, (tn_edit_choice)I, MESSAGE))) \
    X(tn_source_set_many, status(o, tn_source_set_many(EDITED, TEXT_SETTINGS, COUNT, MESSAGE))) \
    X(tn_source_add, status(o, tn_source_add(EDITED, PLACE, TEXT, OUT(tn_place), LIST))) \
    X(tn_source_user, tn_source_user(EDITED, PLACE, I, OUT(tn_place))) \
    X(tn_source_remove, status(o, tn_source_remove(EDITED, PLACE, B, (tn_edit_choice)I, MESSAGE))) \
    X(tn_source_rename, status(o, tn_source_rename(EDITED, PLACE, TEXT, MESSAGE))) \
    X(tn_source_split, status(o, tn_source_split(EDITED, PLACE, OUT(tn_place), MESSAGE))) \
    X(tn_source_replace, status(o, tn_source_replace(EDITED, I, (size_t)I, (size_t)I, TEXT))) \
    X(tn_source_put, status(o, tn_source_put(EDITED, I, TEXT))) \
    X(tn_source_undo, status(o, tn_source_undo(EDITED))) \
    X(tn_source_redo, status(o, tn_source_redo(EDITED))) \
    X(tn_source_undo_count, tn_source_undo_count(EDITED)) \
    X(tn_source_redo_count, tn_source_redo_count(EDITED)) \
    X(tn_source_revision, tn_source_revision(EDITED)) \
    X(tn_source_patch, tn_source_patch(EDITED, I, OUT(tn_patch))) \
    X(tn_source_load, status(o, tn_source_load(EDITED, W, LIST))) \
    X(tn_source_apply, status(o, tn_source_apply(EDITED, W, OUT(tn_applied), LIST))) \
    X(tn_scene_read_images, status(o, tn_scene_read_images(W, READER))) \
    X(tn_scene_camera, tn_scene_camera(W, OUT(tn_vec3), OUT(tn_vec3))) \
    X(tn_look_default, tn_look_default_fill(OUT(tn_look), SIZE)) \
    X(tn_scene_look_fill, tn_scene_look_fill(W, OUT(tn_look), SIZE)) \
    X(tn_scene_show, tn_scene_show(W, OUT(unsigned))) \
    X(tn_version, tn_version()) \
    X(tn_version_number, tn_version_number()) \
    X(tn_free, tn_free(B ? NULL : tn_kinds(NULL))) \
    X(tn_allocator_default, tn_allocator_default_fill(OUT(tn_allocator), SIZE)) \
    X(tn_allocate_with, (void)tn_allocate_with(NULL)) \
    X(tn_on_out_of_memory, tn_on_out_of_memory(NULL)) \
    X(tn_view_take, tn_view_free(tn_view_take(W, VIEW))) \
    X(tn_view_free, tn_view_free(B ? NULL : tn_view_take(o->world, NULL))) \
    X(tn_view_time, tn_view_time(VIEW)) \
    X(tn_view_up, tn_view_up(VIEW)) \
    X(tn_view_camera, tn_view_camera(VIEW, OUT(tn_vec3), OUT(tn_vec3), OUT(double))) \
    X(tn_view_topology, tn_view_topology(VIEW)) \
    X(tn_view_objects, tn_view_objects(VIEW, OUT(int))) \
    X(tn_view_parts, tn_view_parts(VIEW, OUT(int))) \
    X(tn_view_meshes, tn_view_meshes(VIEW, OUT(int))) \
    X(tn_view_points, tn_view_points(VIEW, OUT(int))) \
    X(tn_view_nails, tn_view_nails(VIEW, OUT(int))) \
    X(tn_view_surfaces, tn_view_surfaces(VIEW, OUT(int))) \
    X(tn_view_constraints, tn_view_constraints(VIEW, OUT(int))) \
    X(tn_view_forces, tn_view_forces(VIEW, OUT(int))) \
    X(tn_view_poses, tn_view_poses(VIEW, OUT(int))) \
    X(tn_view_joints, tn_view_joints(VIEW, OUT(int))) \
    X(tn_view_ranges, tn_view_ranges(VIEW, OUT(int))) \
    X(tn_view_pulls, tn_view_pulls(VIEW, OUT(int))) \
    X(tn_view_handles, tn_view_handles(VIEW, OUT(int))) \
    X(tn_view_touches, tn_view_touches(VIEW, OUT(int))) \
    X(tn_view_find, tn_view_find(VIEW, O)) \
    X(tn_view_triangles, status(o, tn_view_triangles(VIEW, I, I, OUT(tn_triangles)))) \
    X(tn_view_pack, tn_view_pack(VIEW, V, OUT(char), (size_t)I)) \
    X(tn_view_deformed, status(o, tn_view_deformed(VIEW, I, OUT(tn_view_shape)))) \
    X(tn_view_nodes, tn_view_nodes(VIEW, I, OUT(const tn_vec3 *))) \
    X(tn_view_places, tn_view_places(VIEW, OUT(tn_vec3), COUNT)) \
    X(tn_view_trace_count, tn_view_trace_count(VIEW)) \
    X(tn_view_trace_get, status(o, tn_view_trace_get(VIEW, I, OUT(tn_view_trace)))) \
    X(tn_ray_default, tn_ray_default()) \
    X(tn_pick, tn_pick(VIEW, RAY, OUT(tn_hit), COUNT)) \
    X(tn_pick_points, tn_pick_points(VIEW, RAY, OUT(tn_hit), COUNT)) \
    X(tn_pick_glyphs, tn_pick_glyphs(VIEW, RAY, OUT(tn_hit), COUNT)) \
    X(tn_points_near, tn_points_near(VIEW, V, N, O, OUT(tn_hit), COUNT)) \
    X(tn_bounds_add, tn_bounds_add(BOUNDS, VIEW)) \
    X(tn_settings_default, tn_settings_default_fill(OUT(tn_settings), SIZE)) \
    X(tn_setting, tn_setting(TEXT)) \
    X(tn_setting_word, tn_setting_word(SETTINGS, TEXT)) \
    X(tn_setting_put, status(o, tn_setting_put(SETTINGS, TEXT, TEXT))) \
    X(tn_integrator_count, tn_integrator_count()) \
    X(tn_integrator_name, tn_integrator_name((tn_integrator)I)) \
    X(tn_integrator_find, tn_integrator_find(TEXT, OUT(tn_integrator))) \
    X(tn_integrator_adaptive, tn_integrator_adaptive((tn_integrator)I)) \
    X(tn_world_new, tn_world_free(tn_world_new())) \
    X(tn_world_free, tn_world_free(B ? NULL : tn_world_new())) \
    X(tn_world_clone, tn_world_free(tn_world_clone(W))) \
    X(tn_world_settings_fill, tn_world_settings_fill(W, OUT(tn_settings), SIZE)) \
    X(tn_world_configure, status(o, tn_world_configure(W, SETTINGS))) \
    X(tn_object_default, tn_object_default_fill(OUT(tn_object_def), SIZE)) \
    X(tn_object_add, tn_object_add(W, OBJECT_DEF, MESSAGE)) \
    X(tn_object_remove, status(o, tn_object_remove(W, O))) \
    X(tn_object_find, tn_object_find(W, TEXT)) \
    X(tn_object_valid, tn_object_valid(W, O)) \
    X(tn_object_name, tn_object_name(W, O)) \
    X(tn_object_is_variable, tn_object_is_variable(W, O)) \
    X(tn_object_present, tn_object_present(W, O)) \
    X(tn_object_count, tn_object_count(W)) \
    X(tn_object_at, tn_object_at(W, I)) \
    X(tn_object_pose, status(o, tn_object_pose(W, O, OUT(tn_pose)))) \
    X(tn_object_nodes, tn_object_nodes(W, O, OUT(const double *), OUT(const double *))) \
    X(tn_object_coordinates, tn_object_coordinates(W, O, OUT(const double *), OUT(const double *))) \
    X(tn_object_coordinate, tn_object_coordinate(W, O, I)) \
    X(tn_object_volume, tn_object_volume(W, O)) \
    X(tn_object_place, status(o, tn_object_place(W, O, V, Q))) \
    X(tn_object_set_velocity, status(o, tn_object_set_velocity(W, O, V, V))) \
    X(tn_arg_world, tn_arg_world()) \
    X(tn_arg_object, tn_arg_object(O)) \
    X(tn_arg_point, tn_arg_point(O, V)) \
    X(tn_arg_direction, tn_arg_direction(O, V)) \
    X(tn_arg_vector, tn_arg_vector(V)) \
    X(tn_arg_number, tn_arg_number(N)) \
    X(tn_arg_constraint, tn_arg_constraint(C)) \
    X(tn_constraint_default, tn_constraint_default_fill(OUT(tn_constraint_def), SIZE)) \
    X(tn_constraint_add, tn_constraint_add(W, CONSTRAINT_DEF, MESSAGE)) \
    X(tn_hinge_default, tn_hinge_default_fill(OUT(tn_hinge_def), SIZE)) \
    X(tn_hinge_add, tn_hinge_add(W, HINGE_DEF, MESSAGE)) \
    X(tn_constraint_remove, status(o, tn_constraint_remove(W, C))) \
    X(tn_constraint_switch, status(o, tn_constraint_switch(W, C, B))) \
    X(tn_constraint_find, tn_constraint_find(W, TEXT)) \
    X(tn_constraint_valid, tn_constraint_valid(W, C)) \
    X(tn_constraint_count, tn_constraint_count(W)) \
    X(tn_constraint_at, tn_constraint_at(W, I)) \
    X(tn_constraint_name, tn_constraint_name(W, C)) \
    X(tn_constraint_get, status(o, tn_constraint_get(W, C, OUT(tn_constraint_state)))) \
    X(tn_force_default, tn_force_default_fill(OUT(tn_force_def), SIZE)) \
    X(tn_force_add, tn_force_add(W, FORCE_DEF, MESSAGE)) \
    X(tn_force_remove, status(o, tn_force_remove(W, F))) \
    X(tn_force_switch, status(o, tn_force_switch(W, F, B))) \
    X(tn_force_find, tn_force_find(W, TEXT)) \
    X(tn_force_valid, tn_force_valid(W, F)) \
    X(tn_force_count, tn_force_count(W)) \
    X(tn_force_at, tn_force_at(W, I)) \
    X(tn_contact_default, tn_contact_default_fill(OUT(tn_contact_def), SIZE)) \
    X(tn_contact_add, status(o, tn_contact_add(W, CONTACT_DEF))) \
    X(tn_contact_get_way, tn_contact_get_way(W, OUT(tn_contact_way))) \
    X(tn_contact_set_way, status(o, tn_contact_set_way(W, (tn_contact_way)I))) \
    X(tn_skin_default, tn_skin_default_fill(OUT(tn_skin_def), SIZE)) \
    X(tn_skin_add, status(o, tn_skin_add(W, SKIN_DEF, MESSAGE))) \
    X(tn_skin_count, tn_skin_count(W)) \
    X(tn_touch_get, tn_touch_get(W, I, OUT(tn_touch))) \
    X(tn_time, tn_time(W)) \
    X(tn_advance, status(o, tn_advance(W, MOMENT))) \
    X(tn_advance_within, status(o, tn_advance_within(W, MOMENT, N))) \
    X(tn_interrupt, tn_interrupt(W); (void)tn_interrupt_clear(o->world)) \
    X(tn_interrupt_clear, tn_interrupt_clear(W)) \
    X(tn_evaluate, status(o, tn_evaluate(W))) \
    X(tn_assemble, status(o, tn_assemble(W, NUMBERS))) \
    X(tn_assembly_default, tn_assembly_default_fill(OUT(tn_assembly), SIZE)) \
    X(tn_assemble_with, status(o, tn_assemble_with(W, ASSEMBLY, OUT(tn_assembled)))) \
    X(tn_snapshot_take, snapshot(o, tn_snapshot_take(W))) \
    X(tn_snapshot_restore, status(o, tn_snapshot_restore(W, SNAPSHOT))) \
    X(tn_snapshot_free, free_snapshot(o, W)) \
    X(tn_failure, tn_failure(W)) \
    X(tn_warning, tn_warning(W, I)) \
    X(tn_measure, status(o, tn_measure(W, OUT(tn_measures)))) \
    X(tn_frame, tn_frame(W)) \
    X(tn_count, tn_count(W)) \
    X(tn_redundant, tn_redundant(W, I)) \
    X(tn_contradictory, tn_contradictory(W, I)) \
    X(tn_probe_count, tn_probe_count(W)) \
    X(tn_probe_name, tn_probe_name(W, I)) \
    X(tn_probe_value, tn_probe_value(W, I)) \
    X(tn_probe_there, tn_probe_there(W, I)) \
    X(tn_force_name, tn_force_name(W, F)) \
    X(tn_redundant_at, tn_redundant_at(W, I)) \
    X(tn_contradictory_at, tn_contradictory_at(W, I)) \
    X(tn_unmet_at, tn_unmet_at(W, I)) \
    X(tn_undecided_at, tn_undecided_at(W, I)) \
    X(tn_integrator_used, status(o, tn_integrator_used(W, OUT(tn_integrator)))) \
    X(tn_held_softly_at, tn_held_softly_at(W, I)) \
    X(tn_thing_get, status(o, tn_thing_get(W, THING, OUT(tn_thing_state)))) \
    X(tn_thing_partners, tn_thing_partners(W, THING, OUT(tn_thing), COUNT)) \
    X(tn_thing_formula, free(tn_thing_formula(W, THING))) \
    X(tn_state_take, state(o, tn_state_take(W))) \
    X(tn_state_again, tn_state_free(tn_state_again(STATE))) \
    X(tn_state_free, tn_state_free(tn_state_take(W))) \
    X(tn_state_count, tn_state_count(STATE, (tn_state_part)I)) \
    X(tn_state_numbers, tn_state_numbers(STATE, (tn_state_part)I)) \
    X(tn_state_current, tn_state_current(W, STATE)) \
    X(tn_state_version, tn_state_version(STATE)) \
    X(tn_state_number_at, tn_state_number_at(STATE, I, OUT(tn_state_number))) \
    X(tn_state_object, tn_state_object(STATE, O, OUT(tn_state_range))) \
    X(tn_state_put, put_state(o, W)) \
    X(tn_poses, status(o, tn_poses(W, OUT(double), COUNT))) \
    X(tn_constraint_states, status(o, tn_constraint_states(W, OUT(double), COUNT))) \
    X(tn_probe_values, status(o, tn_probe_values(W, OUT(double), COUNT))) \
    X(tn_constraint_forces, tn_constraint_forces(W, C, OUT(tn_generalized_force), COUNT)) \
    X(tn_system_take, take_system(o, W)) \
    X(tn_system_free, tn_system_free(tn_system_take(W, NULL))) \
    X(tn_system_rows, tn_system_rows(SYSTEM)) \
    X(tn_system_velocities, tn_system_velocities(SYSTEM)) \
    X(tn_system_jacobian, tn_system_jacobian(SYSTEM)) \
    X(tn_system_mass, tn_system_mass(SYSTEM)) \
    X(tn_system_numbers, tn_system_numbers(SYSTEM, (tn_system_array)I)) \
    X(tn_system_row_at, tn_system_row_at(SYSTEM, I, OUT(tn_system_row))) \
    X(tn_place_many, status(o, tn_place_many(W, OBJECTS, ROWS, COUNT, MESSAGE))) \
    X(tn_move_many, status(o, tn_move_many(W, OBJECTS, ROWS, COUNT, MESSAGE))) \
    X(tn_let_many, status(o, tn_let_many(W, TEXTS, NUMBERS, COUNT, MESSAGE))) \
    X(tn_set_many, status(o, tn_set_many(W, CHANGES, COUNT, MESSAGE))) \
    X(tn_sweep_default, tn_sweep_default_fill(OUT(tn_sweep_def), SIZE)) \
    X(tn_sweep_new, tn_sweep_free(tn_sweep_new(SWEEP_DEF, NULL, LIST))) \
    X(tn_sweep_free, tn_sweep_free(B ? NULL : tn_sweep_new(SWEEP_DEF, NULL, NULL))) \
    X(tn_sweep_runs, tn_sweep_runs(SWEEP)) \
    X(tn_sweep_name_count, tn_sweep_name_count(SWEEP)) \
    X(tn_sweep_name, tn_sweep_name(SWEEP, I)) \
    X(tn_sweep_value_count, tn_sweep_value_count(SWEEP, I)) \
    X(tn_sweep_measure_count, tn_sweep_measure_count(SWEEP)) \
    X(tn_sweep_measure, tn_sweep_measure(SWEEP, I)) \
    X(tn_sweep_key, tn_sweep_key(SWEEP)) \
    X(tn_sweep_reads, tn_sweep_reads(SWEEP, TEXT)) \
    X(tn_sweep_file, tn_sweep_file(SWEEP, I)) \
    X(tn_sweep_run, odd_sweep_run(o)) \
    X(tn_sweep_text, odd_sweep_text(o)) \
    X(tn_sweep_table_open, odd_sweep_table(o)) \
    X(tn_sweep_table_rows, odd_sweep_table(o)) \
    X(tn_sweep_table_get, odd_sweep_table(o)) \
    X(tn_sweep_table_add, odd_sweep_table(o)) \
    X(tn_sweep_table_finish, odd_sweep_table(o)) \
    X(tn_sweep_table_close, odd_sweep_table(o))
/* clang-format on */

#endif
