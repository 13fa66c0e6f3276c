#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "embedded/embedded_store.h"
#include "store/ceilings.h"
#include "store/report.h"

namespace norn::bench {

// A store, and RocksDB alone on a copy of its files. Both hold entries 0 to `items`.
struct Pair {
  embedded::EmbeddedStore& store;
  BareDatabase& bare;
  uint64_t items = 0;
  double seconds = 0;  // For each measurement.
};

// How near to RocksDB's own speed are reads from the cache, and durable writes?
std::vector<Finding> measure_gets(const Pair& pair);
std::vector<Finding> measure_queries(const Pair& pair);
std::vector<Finding> measure_puts(const Pair& pair);

// How much memory has the store taken after a day of writing, and how long does it take to open
// after it was killed? Both need a process of their own, and `directory` for themselves.
Finding measure_memory(const std::filesystem::path& directory, uint64_t items);
Finding measure_open_after_kill(const std::filesystem::path& directory, uint64_t items);
Finding measure_open(const std::filesystem::path& directory, uint64_t items,
                     const std::string& question);

// What those processes do. The first prints its memory; the second does not return.
void write_day_and_report(const std::filesystem::path& directory, uint64_t items);
[[noreturn]] void write_and_be_killed(const std::filesystem::path& directory, uint64_t items);

}  // namespace norn::bench
