#pragma once

#include <rocksdb/env.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "base/error.h"
#include "embedded/catalog.h"
#include "embedded/continuous/archive.h"
#include "embedded/database.h"

namespace norn::embedded {

// A store as it was, in a temporary folder of the archive, which goes with it.
class StoreAtTime {
 public:
  static Result<std::unique_ptr<StoreAtTime>> open(rocksdb::Env& env, const ArchivePaths& paths,
                                                   std::optional<int64_t> second);
  ~StoreAtTime();
  StoreAtTime(const StoreAtTime&) = delete;
  StoreAtTime& operator=(const StoreAtTime&) = delete;

  Database& database() { return *database_; }
  const Catalog& catalog() const { return catalog_; }
  int64_t second() const { return second_; }

  // Removes what a process left that was killed.
  static void clean_up(const ArchivePaths& paths);

 private:
  explicit StoreAtTime(std::filesystem::path folder) : folder_(std::move(folder)) {}

  const std::filesystem::path folder_;
  std::unique_ptr<Database> database_;
  Catalog catalog_;
  int64_t second_ = 0;
};

}  // namespace norn::embedded
