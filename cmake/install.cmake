# What `make install` puts in place: headers, the libraries, the command, and how others find them.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/tenon DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS libtenon libtenon_picture EXPORT TenonTargets)
install(TARGETS libtenon_static libtenon_picture_static)
install(TARGETS tenon tenon-bench)
if(TARGET tenon-studio)
  install(TARGETS tenon-studio)
endif()

# find_package(Tenon) gives Tenon::tenon and Tenon::picture.
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Tenon)
install(EXPORT TenonTargets NAMESPACE Tenon:: DESTINATION ${package_dir})
configure_package_config_file(cmake/TenonConfig.cmake.in ${PROJECT_BINARY_DIR}/TenonConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/TenonConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/TenonConfig.cmake ${PROJECT_BINARY_DIR}/TenonConfigVersion.cmake
  DESTINATION ${package_dir})

# pkg-config: the prefix is told from where the file lies, so that an installed tree can be moved.
cmake_path(SET pc_dir NORMALIZE /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pc_prefix ${pc_dir} /prefix)
string(REGEX REPLACE "/$" "" pc_prefix "${pc_prefix}")
# What libraries of others a static library needs, as flags.
function(private_flags result property)
  get_property(names GLOBAL PROPERTY ${property})
  list(TRANSFORM names PREPEND "-l")
  list(JOIN names " " flags)
  set(${result} "${flags}" PARENT_SCOPE)
endfunction()
private_flags(pc_private TENON_OUTSIDE_NAMES)
private_flags(pc_picture_private TENON_OUTSIDE_PICTURE_NAMES)
foreach(name tenon tenon-picture)
  configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
