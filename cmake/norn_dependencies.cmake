# The libraries Norn is built from; docs/dependencies.md says why each was chosen.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(simdjson REQUIRED)
find_package(RocksDB REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenSSL REQUIRED)
find_package(CURL REQUIRED)
find_package(Boost 1.81 REQUIRED)
# Its own CMake file also asks for what its web server needs, which is not used.
find_library(PROMETHEUS_CPP_CORE prometheus-cpp-core REQUIRED)

# Asio is compiled once (src/http/server/asio_impl.cc) and not into every file that uses it.
add_library(boost_headers INTERFACE)
target_link_libraries(boost_headers INTERFACE Boost::headers Threads::Threads)
target_compile_definitions(boost_headers INTERFACE
  BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)

# jemalloc replaces malloc in what is measured or shipped; sanitizers bring their own.
add_library(norn_malloc INTERFACE)
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT NORN_SANITIZE)
  find_library(JEMALLOC jemalloc REQUIRED)
  target_link_libraries(norn_malloc INTERFACE ${JEMALLOC})
endif()

if(NORN_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
  # Debian's own, because python3-boto3 is a package of it.
  set(Python3_EXECUTABLE /usr/bin/python3)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
