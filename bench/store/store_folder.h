#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include "base/clock.h"
#include "embedded/embedded_store.h"
#include "embedded/options.h"

// Folders with a store in them: filled, copied, weighed.
namespace norn::bench {

// With the background work off: nothing but what is measured may run.
embedded::Options options_for(const std::filesystem::path& directory, size_t block_cache_bytes,
                              bool sync);
// A cache that holds everything that `items` entries are read from, within reason.
size_t cache_bytes_for(uint64_t items);

std::unique_ptr<embedded::EmbeddedStore> open_store(const embedded::Options& options);

struct Loaded {
  double seconds = 0;
  uint64_t user_bytes = 0;  // By DynamoDB's accounting, without the indexes.
};
// A new store with entries 0 to `items`, put in random order and without syncs.
Loaded load(const std::filesystem::path& directory, uint64_t items);

// Bytes of all files but RocksDB's own log.
uint64_t disk_bytes(const std::filesystem::path& directory);
uint64_t wal_bytes(const std::filesystem::path& directory);

// Writes of a working day: every other one a new entry, the rest updates of entries that are there.
// Entries 0 to `items` are there; new ones count up from `first_new`.
void write_day(embedded::EmbeddedStore& store, uint64_t items, uint64_t first_new, uint64_t writes);

}  // namespace norn::bench
