# The other engines that Tenon is measured beside: one program each in bench/peers of the build, part of target benches.
# An engine that is not installed is left out with a word; tools/packages-peers.txt names the Debian packages.

enable_language(CXX)
find_package(PkgConfig REQUIRED)

add_library(peer_truths STATIC EXCLUDE_FROM_ALL bench/rods.c bench/rods_truth.c bench/truths.c)
target_include_directories(peer_truths PUBLIC bench)
target_compile_features(peer_truths PUBLIC cxx_std_17)
target_link_libraries(peer_truths PUBLIC tenon_flags m)

# add_peer(NAME INCLUDES LIBRARIES DEFINITIONS)
function(add_peer name includes libraries definitions)
  add_executable(peer_${name} EXCLUDE_FROM_ALL bench/peers/${name}.cpp bench/peers/peer.cpp)
  set_target_properties(peer_${name} PROPERTIES
    OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/peers)
  target_include_directories(peer_${name} SYSTEM PRIVATE ${includes})
  target_compile_definitions(peer_${name} PRIVATE ${definitions})
  target_link_libraries(peer_${name} PRIVATE peer_truths ${libraries})
  add_dependencies(benches peer_${name})
endfunction()

function(peer_missing name package)
  message(STATUS "${name} was not found: nothing is measured beside it (package ${package})")
endfunction()

# add_pile(NAME INCLUDES LIBRARIES): the pyramid of bench/pile.h in an engine.
function(add_pile name includes libraries)
  add_executable(peer_${name}_pile EXCLUDE_FROM_ALL bench/peers/${name}_pile.cpp bench/peers/pile.cpp)
  set_target_properties(peer_${name}_pile PROPERTIES
    OUTPUT_NAME ${name}-pile RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/peers)
  target_include_directories(peer_${name}_pile PRIVATE bench)
  target_include_directories(peer_${name}_pile SYSTEM PRIVATE ${includes})
  target_link_libraries(peer_${name}_pile PRIVATE tenon_flags ${libraries})
  add_dependencies(benches peer_${name}_pile)
endfunction()

pkg_check_modules(ode QUIET ode)
if(ode_FOUND)
  add_peer(ode "${ode_INCLUDE_DIRS}" "${ode_LINK_LIBRARIES}" "")
  add_pile(ode "${ode_INCLUDE_DIRS}" "${ode_LINK_LIBRARIES}")
else()
  peer_missing(ODE libode-dev)
endif()

pkg_check_modules(bullet QUIET bullet-float64)
if(bullet_FOUND)
  add_peer(bullet "${bullet_INCLUDE_DIRS}" "${bullet_LINK_LIBRARIES}" BT_USE_DOUBLE_PRECISION)
else()
  peer_missing(Bullet libbullet-dev)
endif()

pkg_check_modules(bullet_single QUIET bullet) # piles in single precision, as most use it
if(bullet_single_FOUND)
  add_pile(bullet "${bullet_single_INCLUDE_DIRS}" "${bullet_single_LINK_LIBRARIES}")
  add_executable(peer_bullet_gelatin EXCLUDE_FROM_ALL bench/peers/bullet_gelatin.cpp)
  set_target_properties(peer_bullet_gelatin PROPERTIES
    OUTPUT_NAME bullet-gelatin RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/peers)
  target_include_directories(peer_bullet_gelatin SYSTEM PRIVATE "${bullet_single_INCLUDE_DIRS}")
  target_link_libraries(peer_bullet_gelatin PRIVATE tenon_flags "${bullet_single_LINK_LIBRARIES}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(peer_bullet_gelatin PRIVATE -Wno-maybe-uninitialized) # gcc is wrong about its headers
  endif()
  add_dependencies(benches peer_bullet_gelatin)
endif()

find_path(TENON_INCLUDE_mujoco mujoco/mujoco.h)
find_library(TENON_LIBRARY_mujoco mujoco)
if(TENON_INCLUDE_mujoco AND TENON_LIBRARY_mujoco)
  add_peer(mujoco "${TENON_INCLUDE_mujoco}" "${TENON_LIBRARY_mujoco}" "")
else()
  peer_missing(MuJoCo libmujoco-dev)
endif()

find_path(TENON_INCLUDE_simbody Simbody.h PATH_SUFFIXES simbody)
find_library(TENON_LIBRARY_SimTKsimbody SimTKsimbody)
find_library(TENON_LIBRARY_SimTKmath SimTKmath)
find_library(TENON_LIBRARY_SimTKcommon SimTKcommon)
if(TENON_INCLUDE_simbody AND TENON_LIBRARY_SimTKsimbody AND TENON_LIBRARY_SimTKmath AND TENON_LIBRARY_SimTKcommon)
  add_peer(simbody "${TENON_INCLUDE_simbody}"
    "${TENON_LIBRARY_SimTKsimbody};${TENON_LIBRARY_SimTKmath};${TENON_LIBRARY_SimTKcommon}" "")
  add_executable(peer_simbody_problems EXCLUDE_FROM_ALL bench/peers/simbody_problems.cpp)
  set_target_properties(peer_simbody_problems PROPERTIES
    OUTPUT_NAME simbody-problems RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bench/peers)
  target_include_directories(peer_simbody_problems SYSTEM PRIVATE "${TENON_INCLUDE_simbody}")
  target_link_libraries(peer_simbody_problems PRIVATE peer_truths
    "${TENON_LIBRARY_SimTKsimbody};${TENON_LIBRARY_SimTKmath};${TENON_LIBRARY_SimTKcommon}")
  add_dependencies(benches peer_simbody_problems)
  foreach(program peer_simbody peer_simbody_problems)
    target_compile_options(${program} PRIVATE -Wno-array-bounds) # gcc is wrong about its headers
  endforeach()
else()
  peer_missing(Simbody libsimbody-dev)
endif()
mark_as_advanced(TENON_INCLUDE_mujoco TENON_LIBRARY_mujoco TENON_INCLUDE_simbody TENON_LIBRARY_SimTKsimbody
  TENON_LIBRARY_SimTKmath TENON_LIBRARY_SimTKcommon)
