# The kinds of targets. Every one is a folder: a new file is built without touching CMake, and a
# folder that does not exist is left out.

# The engine that the remote store is tested against; ./check installs it (tests/peers).
set(norn_dynoxide ${CMAKE_SOURCE_DIR}/tests/peers/node_modules/@dynoxide/linux-x64/dynoxide)

# Threads that are still there at the end are no finding: a second signal leaves them on purpose.
set(norn_tsan halt_on_error=1 ignore_noninstrumented_modules=1 report_thread_leaks=0
  suppressions=${CMAKE_SOURCE_DIR}/tools/tsan.supp)
list(JOIN norn_tsan ":" norn_tsan)
# The tests of the REST API run on three stores; where everything is slow, on one.
set(norn_rest_stores "embedded remote lagging")
if(NORN_SANITIZE)
  set(norn_rest_stores "embedded")
endif()
set(norn_test_environment
  ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
  UBSAN_OPTIONS=print_stacktrace=1
  TSAN_OPTIONS=${norn_tsan}
  NORN_DYNOXIDE=${norn_dynoxide}
  "NORN_REST_STORES=${norn_rest_stores}")

# Links those of our libraries that exist, and every other library.
function(norn_link target)
  foreach(library ${ARGN})
    if(TARGET ${library} OR NOT library MATCHES "^norn_")
      target_link_libraries(${target} PUBLIC ${library})
    endif()
  endforeach()
endfunction()

# One set of precompiled headers for the libraries and one for the tests: with batches, more sets
# take more time to make than they save.
function(norn_precompiled_headers)
  set(headers <algorithm> <chrono> <expected> <functional> <map> <memory> <optional> <string>
    <string_view> <variant> <vector> <fmt/format.h> <simdjson.h>)
  norn_headers(norn_headers ${headers})
  if(NORN_TESTS)
    norn_headers(norn_test_headers ${headers} <gtest/gtest.h>)
    target_link_libraries(norn_test_headers PRIVATE GTest::gtest)
    norn_compile_tests_quickly(norn_test_headers)
  endif()
endfunction()

# norn_headers(NAME HEADER...): a target that has nothing but precompiled headers.
function(norn_headers name)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/batches/${name}.cc CONTENT "")
  add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/batches/${name}.cc)
  target_link_libraries(${name} PRIVATE norn_header_libraries)
  target_precompile_headers(${name} PRIVATE ${ARGN})
  target_compile_options(${name} PRIVATE ${norn_pch_options})
endfunction()

# What a precompiled header was made with has to hold for all who use it.
add_library(norn_header_libraries INTERFACE)
target_link_libraries(norn_header_libraries INTERFACE fmt::fmt simdjson::simdjson)

function(norn_use_headers target headers)
  target_link_libraries(${target} PRIVATE norn_header_libraries)
  target_precompile_headers(${target} REUSE_FROM ${headers})
  target_compile_options(${target} PRIVATE ${norn_pch_options})
endfunction()

# Every test reports its cases as an XML file, which ./check adds up (tools/count_tests.py).
function(norn_add_test name label)
  add_test(NAME ${name} COMMAND ${ARGN})
  set_tests_properties(${name} PROPERTIES
    LABELS ${label}
    TIMEOUT 2400
    ENVIRONMENT
    "${norn_test_environment};GTEST_OUTPUT=xml:${CMAKE_BINARY_DIR}/results/${name}.xml")
endfunction()

# The code of tests is not what AddressSanitizer is to find faults in, and instrumenting it takes
# more time than everything else. (ThreadSanitizer has to see both sides of a race.)
function(norn_compile_tests_quickly target)
  if(NORN_SANITIZE MATCHES "address" AND NOT NORN_FUZZ)
    target_compile_options(${target} PRIVATE -O0 -fno-sanitize=all)
  elseif(NORN_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# Ends a test case that hangs, and names it. An object, because nothing refers to it.
function(norn_watchdog)
  if(TARGET norn_watchdog)
    return()
  endif()
  add_library(norn_watchdog OBJECT ${CMAKE_SOURCE_DIR}/tests/support/watchdog.cc)
  target_link_libraries(norn_watchdog PUBLIC GTest::gtest)
  norn_compile_tests_quickly(norn_watchdog)
endfunction()

function(norn_gtest_program name label)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  norn_batches(batches ${name}_test ${ARG_SOURCES})
  add_executable(${name}_test ${batches})
  set_target_properties(${name}_test PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  norn_watchdog()
  norn_link(${name}_test ${ARG_LINK} norn_watchdog GTest::gtest_main)
  norn_compile_tests_quickly(${name}_test)
  norn_use_headers(${name}_test norn_test_headers)
  norn_add_test(${name} ${label} ${name}_test)
  # Many times what the longest case takes under a sanitizer, and less than the whole program may.
  set(case_seconds 300)
  if(label STREQUAL "slow")
    set(case_seconds 1000)
  endif()
  set_property(TEST ${name} APPEND PROPERTY ENVIRONMENT NORN_CASE_SECONDS=${case_seconds})
endfunction()

# tests/support, shared by all tests that need a store.
function(norn_test_support)
  file(GLOB support CONFIGURE_DEPENDS tests/support/*.cc)
  list(FILTER support EXCLUDE REGEX "/watchdog\\.cc$")
  if(NOT NORN_TESTS OR NOT support OR TARGET norn_test_support)
    return()
  endif()
  norn_batches(batches support ${support})
  add_library(norn_test_support STATIC ${batches})
  target_include_directories(norn_test_support PUBLIC ${CMAKE_SOURCE_DIR}/tests)
  norn_compile_tests_quickly(norn_test_support)
  # Some of them may come later in CMakeLists.txt.
  target_link_libraries(norn_test_support PUBLIC norn_dynamodb norn_embedded norn_store norn_http
    norn_base GTest::gtest)
  norn_use_headers(norn_test_support norn_test_headers)
endfunction()

# Keeps the tests that start threads. The others have no races, and would take most of the minutes
# that ThreadSanitizer has.
function(norn_keep_threaded variable)
  set(threaded "")
  foreach(file ${${variable}})
    file(STRINGS ${file} starts REGEX "std::(j?thread|async)|\\.start\\(|live::Hub" LIMIT_COUNT 1)
    if(starts)
      list(APPEND threaded ${file})
    endif()
  endforeach()
  set(${variable} ${threaded} PARENT_SCOPE)
endfunction()

# A folder of src/ and its subfolders are a library norn_<name>, and their *_test.cc files are the
# program <name>_test. Files of ALONE are in no batch.
function(norn_library name)
  cmake_parse_arguments(ARG "" "" "FOLDER;LINK;TEST_LINK;ALONE" ${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER src/${name})
  endif()
  list(TRANSFORM ARG_ALONE PREPEND ${CMAKE_SOURCE_DIR}/)
  list(TRANSFORM ARG_FOLDER APPEND /*/*.cc OUTPUT_VARIABLE patterns)
  list(TRANSFORM ARG_FOLDER APPEND /*.cc)
  file(GLOB sources CONFIGURE_DEPENDS ${ARG_FOLDER} ${patterns})
  list(REMOVE_DUPLICATES sources)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  if(NOT sources)
    return()
  endif()
  if(NORN_SANITIZE STREQUAL "thread" AND name STREQUAL "apps")
    norn_keep_threaded(tests)
  endif()
  list(REMOVE_ITEM sources ${ARG_ALONE})
  norn_batches(batches ${name} ${sources})
  add_library(norn_${name} STATIC ${batches} ${ARG_ALONE})
  # Of all libraries, fuzz targets need some.
  set_target_properties(norn_${name} PROPERTIES EXCLUDE_FROM_ALL ${NORN_FUZZ})
  norn_link(norn_${name} ${ARG_LINK})
  norn_use_headers(norn_${name} norn_headers)
  if(tests AND NORN_TESTS)
    norn_test_support()
    norn_gtest_program(${name} fast SOURCES ${tests} LINK norn_${name} ${ARG_TEST_LINK})
    if(ARG_TEST_LINK)
      target_include_directories(${name}_test PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    endif()
  endif()
endfunction()

# Builds the web app (web/), packs it into one file and makes that a part of `source`.
function(norn_web_pack source)
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS web/src/* web/public/*)
  file(GLOB settings CONFIGURE_DEPENDS web/*.html web/*.js web/*.json web/*.mjs web/*.ts)
  list(FILTER inputs EXCLUDE REGEX "\\.test\\.ts$")
  set(folder ${CMAKE_BINARY_DIR}/web)
  add_custom_command(
    OUTPUT ${folder}/app.pack
    COMMAND ${CMAKE_SOURCE_DIR}/tools/build_web.sh ${folder}
    DEPENDS tools/build_web.sh ${inputs} ${settings}
    COMMENT "Building the web app"
    VERBATIM)
  set_source_files_properties(${source} PROPERTIES
    COMPILE_DEFINITIONS NORN_WEB_PACK="${folder}/app.pack"
    OBJECT_DEPENDS ${folder}/app.pack)
endfunction()

# Makes the list of common passwords out of an npm package of web/ a part of `source`.
function(norn_common_passwords source)
  set(list ${CMAKE_BINARY_DIR}/common_passwords.txt)
  add_custom_command(
    OUTPUT ${list}
    COMMAND ${CMAKE_SOURCE_DIR}/tools/list_passwords.sh ${list}
    DEPENDS tools/list_passwords.sh web/common_passwords.mjs web/package-lock.json
    COMMENT "Listing common passwords"
    VERBATIM)
  set_source_files_properties(${source} PROPERTIES
    COMPILE_DEFINITIONS NORN_COMMON_PASSWORDS="${list}"
    OBJECT_DEPENDS ${list})
endfunction()

# Makes the licences of the libraries a part of `source`.
function(norn_licences source)
  set(list ${CMAKE_BINARY_DIR}/licences.gz)
  add_custom_command(
    OUTPUT ${list}
    COMMAND ${CMAKE_SOURCE_DIR}/tools/list_licences.sh ${list}
    DEPENDS tools/list_licences.sh tools/packages LICENSE src/ical/cldr_licence.txt
    COMMENT "Listing licences"
    VERBATIM)
  set_source_files_properties(${source} PROPERTIES
    COMPILE_DEFINITIONS NORN_LICENCES="${list}"
    OBJECT_DEPENDS ${list})
endfunction()

# The one program that is shipped: src/main.cc.
function(norn_program name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  if(NORN_FUZZ OR NOT EXISTS ${CMAKE_SOURCE_DIR}/src/main.cc OR NOT TARGET norn_embedded)
    return()
  endif()
  add_executable(${name} src/main.cc)
  norn_link(${name} ${ARG_LINK} norn_malloc)
  norn_use_headers(${name} norn_headers)
  # The version is known to one file only, so that raising it compiles one file.
  set_source_files_properties(src/main.cc PROPERTIES
    COMPILE_DEFINITIONS NORN_VERSION="${PROJECT_VERSION}")
endfunction()

# A folder of tests/ is one gtest program over all libraries. tests/support is shared by them all.
function(norn_suite name)
  cmake_parse_arguments(ARG "" "LABEL;FOLDER" "LINK" ${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER tests/${name})
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${ARG_FOLDER}/*.cc)
  if(NOT sources OR NOT NORN_TESTS)
    return()
  endif()
  norn_test_support()
  norn_gtest_program(${name} ${ARG_LABEL} SOURCES ${sources}
    LINK norn_test_support norn_dynamodb norn_embedded norn_store norn_http norn_base ${ARG_LINK})
  target_include_directories(${name}_test PRIVATE ${CMAKE_SOURCE_DIR}/tests)
endfunction()

# A program that tests start: the .cc files of a folder.
function(norn_test_program name)
  cmake_parse_arguments(ARG "" "FOLDER" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${ARG_FOLDER}/*.cc)
  if(NOT NORN_TESTS OR NOT sources OR NORN_FUZZ)
    return()
  endif()
  norn_test_support()
  add_executable(${name} ${sources})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  norn_compile_tests_quickly(${name})
  norn_link(${name} ${ARG_LINK} norn_test_support)
endfunction()

# Norn with one app more: the program with another list of apps and another web app, which
# FOLDER/add_app.py makes.
function(norn_sixth_app name)
  cmake_parse_arguments(ARG "" "FOLDER" "LINK" ${ARGN})
  if(NOT NORN_TESTS OR NORN_FUZZ OR NORN_SANITIZE OR NOT TARGET norn)
    return()
  endif()
  set(made ${CMAKE_BINARY_DIR}/${name})
  file(GLOB_RECURSE inputs CONFIGURE_DEPENDS web/src/* web/public/* ${ARG_FOLDER}/web/*)
  file(GLOB settings CONFIGURE_DEPENDS web/*.html web/*.js web/*.json web/*.mjs web/*.ts)
  list(FILTER inputs EXCLUDE REGEX "\\.test\\.ts$")
  add_custom_command(
    OUTPUT ${made}/all.cc ${made}/app.pack
    COMMAND ${CMAKE_SOURCE_DIR}/${ARG_FOLDER}/add_app.py ${made}
    COMMAND ${CMAKE_SOURCE_DIR}/tools/build_web.sh ${made} ${made}/web
    DEPENDS ${ARG_FOLDER}/add_app.py tools/build_web.sh src/apps/all.cc ${inputs} ${settings}
    COMMENT "Building the web app with one app more"
    VERBATIM)
  # The pack is a part of the compiled file, so the same file with another pack is another file.
  file(CONFIGURE OUTPUT ${made}/web_pack.cc CONTENT "#include \"cli/web_pack.cc\"\n")
  set_source_files_properties(${made}/web_pack.cc PROPERTIES
    COMPILE_DEFINITIONS NORN_WEB_PACK="${made}/app.pack"
    OBJECT_DEPENDS ${made}/app.pack)
  file(GLOB sources CONFIGURE_DEPENDS ${ARG_FOLDER}/notes/*.cc)
  add_executable(${name} src/main.cc ${made}/all.cc ${made}/web_pack.cc ${sources})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  norn_compile_tests_quickly(${name})
  norn_link(${name} ${ARG_LINK} norn_malloc)
endfunction()

# The *_test.py files of a folder, run with the standard library's unittest; or a program of their
# own that reports its cases in the same way. They find the programs that they need in
# NORN_PROGRAM, and others of another name in NORN_<NAME>. SECONDS is about how long they take,
# where that is long: ctest starts such suites first, and others fill the second core beside them.
# THREADED is the text that files have in which several things happen at once, where others are to
# be left out under ThreadSanitizer.
function(norn_python_suite name)
  cmake_parse_arguments(ARG "" "FOLDER;RUNNER;LABEL;SECONDS;THREADED" "NEEDS" ${ARGN})
  if(NOT NORN_TESTS)
    return()
  endif()
  foreach(program ${ARG_NEEDS})
    if(NOT TARGET ${program})
      return()
    endif()
  endforeach()
  set(command ${CMAKE_SOURCE_DIR}/${ARG_RUNNER})
  if(NOT ARG_RUNNER)
    set(command ${CMAKE_SOURCE_DIR}/tools/run_unittests.py ${CMAKE_SOURCE_DIR}/${ARG_FOLDER})
    if(ARG_THREADED AND NORN_SANITIZE STREQUAL "thread")
      list(APPEND command --with ${ARG_THREADED})
    endif()
  endif()
  norn_add_test(${name} ${ARG_LABEL} ${Python3_EXECUTABLE} ${command})
  if(ARG_SECONDS)
    set_tests_properties(${name} PROPERTIES COST ${ARG_SECONDS})
  endif()
  foreach(program ${ARG_NEEDS})
    string(TOUPPER ${program} variable)
    if(variable STREQUAL "NORN")
      set(variable PROGRAM)
    endif()
    set_property(TEST ${name} APPEND PROPERTY
      ENVIRONMENT NORN_${variable}=$<TARGET_FILE:${program}>)
  endforeach()
endfunction()

# The unit tests of web/, and its pages in a real browser: nothing that a sanitizer of C++ sees.
function(norn_web_tests)
  if(NOT NORN_TESTS OR NORN_SANITIZE)
    return()
  endif()
  norn_add_test(web fast ${CMAKE_SOURCE_DIR}/tools/test_web.sh)
  norn_python_suite(browser RUNNER tests/browser/run.py LABEL slow SECONDS 400 NEEDS norn sixth_app)
  norn_python_suite(firefox RUNNER tests/browser/firefox/run.py LABEL slow SECONDS 60 NEEDS norn)
endfunction()

# A folder of bench/ is one program, in release builds only: nothing else is worth measuring.
function(norn_benchmarks)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB files CONFIGURE_DEPENDS bench/*/*.cc)
  if(NOT NORN_TESTS OR NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR NORN_SANITIZE)
    return()
  endif()
  set(folders "")
  foreach(file ${files})
    cmake_path(GET file PARENT_PATH folder)
    list(APPEND folders ${folder})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(folder ${folders})
    cmake_path(GET folder FILENAME name)
    file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cc)
    norn_batches(batches bench_${name} ${sources})
    add_executable(bench_${name} ${batches})
    set_target_properties(bench_${name} PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
    target_include_directories(bench_${name} PRIVATE ${CMAKE_SOURCE_DIR}/bench)
    norn_link(bench_${name} ${ARG_LINK} norn_malloc)
    norn_use_headers(bench_${name} norn_headers)
  endforeach()
endfunction()

# Every tests/fuzz/<name>_fuzz.cc is a libFuzzer program.
function(norn_fuzz_targets)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  file(GLOB files CONFIGURE_DEPENDS tests/fuzz/*_fuzz.cc)
  if(NOT NORN_FUZZ)
    return()
  endif()
  foreach(file ${files})
    cmake_path(GET file STEM name)
    add_executable(${name} ${file})
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
    target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    norn_link(${name} ${ARG_LINK})
  endforeach()
endfunction()
