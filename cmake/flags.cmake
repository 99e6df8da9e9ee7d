# How everything of Tenon is compiled: target tenon_flags.

set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set_property(CACHE CMAKE_BUILD_TYPE PROPERTY VALUE Release)
endif()
set(TENON_DEBUG_INFO -g CACHE STRING "Debug information of release builds; -g1 is enough for stack traces")
set(CMAKE_C_FLAGS_RELEASE "-O3 ${TENON_DEBUG_INFO} -DNDEBUG")

add_library(tenon_flags INTERFACE)
target_compile_definitions(tenon_flags INTERFACE _POSIX_C_SOURCE=200809L)
target_compile_options(tenon_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion
  # The same digits from every compiler and from the formula interpreter: no fused multiply-add, no fast-math.
  -ffp-contract=off
  # These two change no value: nobody reads errno after sqrt, nobody replaces our functions at load time.
  -fno-math-errno -fno-semantic-interposition)
target_link_options(tenon_flags INTERFACE LINKER:--as-needed)
# gcc 12 for aarch64 fails where it would vectorize a largest number found with fmax; what matters is vectorized by hand.
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_C_COMPILER_VERSION VERSION_LESS 13 AND CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64")
  target_compile_options(tenon_flags INTERFACE -fno-tree-loop-vectorize)
endif()

if(TENON_WERROR)
  target_compile_options(tenon_flags INTERFACE -Werror)
endif()
if(TENON_SANITIZE)
  target_compile_options(tenon_flags INTERFACE
    -fsanitize=${TENON_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(tenon_flags INTERFACE -fsanitize=${TENON_SANITIZE})
endif()
if(TENON_FUZZ AND TENON_FUZZ_GUIDED)
  # The fuzzer is guided by counters of the code reached; programs without a fuzzer link no-op stubs instead.
  target_compile_options(tenon_flags INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(tenon_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
