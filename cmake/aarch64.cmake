# Toolchain file: cross-compiles for aarch64 with Debian's compiler and runs programs by qemu. TENON_SYSROOT names a folder
# with the libraries as Debian packs them (tools/test_aarch64.sh makes it).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static;-L;/usr/aarch64-linux-gnu;-E;LD_LIBRARY_PATH=${TENON_SYSROOT}/lib)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TENON_SYSROOT)

set(CMAKE_FIND_ROOT_PATH ${TENON_SYSROOT} /usr/aarch64-linux-gnu)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_EXE_LINKER_FLAGS_INIT "-L${TENON_SYSROOT}/lib -Wl,-rpath-link,${TENON_SYSROOT}/lib")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-L${TENON_SYSROOT}/lib -Wl,-rpath-link,${TENON_SYSROOT}/lib")
