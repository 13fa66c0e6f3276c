#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "embedded/catalog.h"
#include "embedded/database.h"
#include "embedded/key_codec.h"
#include "embedded/options.h"
#include "store/data_set.h"

namespace norn::bench {

// RocksDB alone, on a copy of the store's files and with the store's settings: no more than the
// reads and writes that the data itself asks for. What is faster than this does not keep the data.
class BareDatabase {
 public:
  explicit BareDatabase(const embedded::Options& options);

  const embedded::Table& table() const { return *catalog_.find(kTable); }

  // Copies the value at the key into `buffer`.
  void get(const std::string& key, std::string& buffer);
  // Walks the range and copies its values one after another into `buffer`. Returns their number.
  size_t walk(const embedded::KeyRange& range, std::string& buffer);
  // Writes all entries, with their index entries, as one synced batch.
  void write(const std::vector<RawEntry>& entries, size_t begin, size_t end);

  // Writes everything into tables and merges them, as a store is after a quiet night.
  void settle();

 private:
  std::unique_ptr<embedded::Database> database_;
  embedded::Catalog catalog_;
};

}  // namespace norn::bench
