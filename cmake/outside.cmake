# The libraries of others that Tenon links: tenon_outside for libtenon, tenon_outside_picture for libtenon-picture. All
# have permissive licences.
# They are linked by name and stay out of the exported target: a program that links the shared
# library needs none of their headers.

add_library(tenon_outside INTERFACE)
add_library(tenon_outside_picture INTERFACE)

# find_outside(NAME HEADER LIBRARY... [SUFFIX dir]) finds one project's header and libraries or says what to install.
function(find_outside package header)
  find_path(TENON_INCLUDE_${package} ${header} PATH_SUFFIXES suitesparse)
  mark_as_advanced(TENON_INCLUDE_${package})
  if(NOT TENON_INCLUDE_${package})
    message(FATAL_ERROR "${header} was not found: install ${package} (tools/setup.sh does)")
  endif()
  target_include_directories(tenon_outside SYSTEM INTERFACE ${TENON_INCLUDE_${package}})
  foreach(name IN LISTS ARGN)
    find_library(TENON_LIBRARY_${name} ${name})
    mark_as_advanced(TENON_LIBRARY_${name})
    if(NOT TENON_LIBRARY_${name})
      message(FATAL_ERROR "lib${name} was not found: install ${package} (tools/setup.sh does)")
    endif()
    target_link_libraries(tenon_outside INTERFACE ${TENON_LIBRARY_${name}})
    set_property(GLOBAL APPEND PROPERTY TENON_OUTSIDE_NAMES ${name})
  endforeach()
endfunction()

# Adams and BDF integration with root finding.
find_outside(libsundials-dev sundials/sundials_config.h
  sundials_cvode sundials_nvecserial sundials_sunlinsoldense sundials_sunmatrixdense sundials_sunnonlinsolfixedpoint
  sundials_sunnonlinsolnewton)
# Orderings: AMD only, which is BSD; most of the rest of SuiteSparse is LGPL or GPL.
find_outside(libsuitesparse-dev amd.h amd)
# Singular values, rank and minimum norm.
find_outside(liblapacke-dev lapacke.h lapacke)
# Pictures as files. Without it the rest still works, and saving a PNG says why it cannot. OpenGL is not linked: it is
# loaded when a picture is drawn.
find_package(PNG QUIET)
if(PNG_FOUND)
  target_compile_definitions(tenon_outside_picture INTERFACE TENON_PNG)
  target_link_libraries(tenon_outside_picture INTERFACE PNG::PNG)
  set_property(GLOBAL APPEND PROPERTY TENON_OUTSIDE_PICTURE_NAMES png z)
else()
  message(STATUS "libpng was not found: this build saves no pictures (install libpng-dev; tools/setup.sh does)")
endif()
target_link_libraries(tenon_outside INTERFACE m)
target_link_libraries(tenon_outside_picture INTERFACE ${CMAKE_DL_LIBS} m)
set_property(GLOBAL APPEND PROPERTY TENON_OUTSIDE_PICTURE_NAMES ${CMAKE_DL_LIBS})

# SUNDIALS changed its interface at 6.0 (contexts) and again at 7.0.
file(STRINGS ${TENON_INCLUDE_libsundials-dev}/sundials/sundials_config.h sundials_line
  REGEX "^#define SUNDIALS_VERSION_MAJOR ")
if(NOT sundials_line MATCHES " 6$")
  message(FATAL_ERROR "SUNDIALS 6 is needed; found: ${sundials_line}")
endif()
