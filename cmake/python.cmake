# The Python package tenon, for the tests: the extension module and links to the sources of the package, in
# BUILD/python/tenon. Users build and install it with pip (python/setup.py). Left out where Python's headers are missing.

find_program(TENON_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH DOC "The interpreter that the module is tested with")
find_program(TENON_PYTHON python3)
mark_as_advanced(TENON_PYTHON)
set(python_include)
if(TENON_PYTHON)
  execute_process(COMMAND ${TENON_PYTHON} -c
    "import sys, sysconfig, os; p = sysconfig.get_path('include'); print(p if sys.version_info >= (3, 11) and os.path.exists(p + '/Python.h') else '')"
    OUTPUT_VARIABLE python_include OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT python_include)
  message(STATUS "Python 3.11 with its headers was not found: the Python module is not built (install python3-dev)")
  return()
endif()

find_package(Threads REQUIRED)
file(GLOB python_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/src/*.c)
add_library(python_module MODULE ${python_sources})
set_target_properties(python_module PROPERTIES
  OUTPUT_NAME _tenon.abi3 PREFIX "" SUFFIX .so LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/tenon
  C_VISIBILITY_PRESET hidden)
target_include_directories(python_module SYSTEM PRIVATE ${python_include})
target_link_libraries(python_module PRIVATE libtenon_picture_static tenon_flags Threads::Threads)
target_link_options(python_module PRIVATE LINKER:--exclude-libs,ALL)

file(GLOB python_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/tenon/*.py ${PROJECT_SOURCE_DIR}/python/tenon/*.pyi
  ${PROJECT_SOURCE_DIR}/python/tenon/py.typed)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/python/tenon)
foreach(file IN LISTS python_files)
  cmake_path(GET file FILENAME name)
  file(CREATE_LINK ${file} ${PROJECT_BINARY_DIR}/python/tenon/${name} SYMBOLIC)
endforeach()
