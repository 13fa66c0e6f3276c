# How every file is compiled: language, warnings, sanitizers, ccache.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g -D_GLIBCXX_ASSERTIONS")

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 takes the inactive member of std::expected and std::variant for an uninitialised read.
  add_compile_options(-Wno-maybe-uninitialized)
  # A type of an anonymous namespace in the frame of a coroutine is no mistake because a batch
  # includes its file.
  add_compile_options(-Wno-subobject-linkage)
else()
  # libstdc++ 12's own std::stable_sort uses what it deprecates; g++ keeps watch over ours.
  add_compile_options(-Wno-deprecated-declarations)
endif()
# Everything of ours ends up in an executable, and precompiled headers are shared between libraries
# and programs, so all of it is compiled alike.
add_compile_options(-fPIE)
include_directories(${CMAKE_SOURCE_DIR}/src)

# What makes a mistake with memory harder to exploit; tests/cli/hardening_test.py looks for it in
# the program. Sanitizers find such mistakes instead, and check in their own way.
if(NOT NORN_SANITIZE)
  add_compile_options(-fstack-protector-strong -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    add_compile_options(-fcf-protection=full)
  elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
    add_compile_options(-mbranch-protection=standard)
  endif()
  add_link_options(-pie -Wl,-z,relro,-z,now,-z,noexecstack)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    # It needs optimisation. Undefined first, because some compilers define it by themselves.
    add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  endif()
endif()

if(NORN_SANITIZE)
  # One finding ends the program: a test that goes on after undefined behaviour proves nothing.
  set(sanitize -fsanitize=${NORN_SANITIZE} -fno-sanitize-recover=all)
  add_compile_options(${sanitize} -fno-omit-frame-pointer -g1)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(${sanitize})
endif()
if(NORN_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  # The sloppiness is what ccache's manual asks for with precompiled headers. The base directory
  # makes clones of the repository in different places share their results, and so does leaving the
  # current directory out of the hash: debug information may name that of another clone. So does
  # leaving out the language of messages, which differs between a person's shell and CI.
  set(norn_sloppiness pch_defines,time_macros,include_file_mtime,include_file_ctime,locale)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=true
      CCACHE_SLOPPINESS=${norn_sloppiness} ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    set(norn_pch_options -Xclang -fno-pch-timestamp)
  else()
    set(norn_pch_options -fpch-preprocess)
  endif()
endif()
