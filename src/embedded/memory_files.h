#pragma once

#include <filesystem>
#include <memory>

#include "base/error.h"

namespace rocksdb {
class Env;
}

namespace norn::embedded {

// A file system in memory, for stores that are in no folder (EmbeddedStore::open_in_memory). It
// must outlive them.
class MemoryFiles {
 public:
  MemoryFiles();
  ~MemoryFiles();
  MemoryFiles(const MemoryFiles&) = delete;
  MemoryFiles& operator=(const MemoryFiles&) = delete;

  rocksdb::Env* env() const { return env_.get(); }

  // Makes a folder a copy of another one, in which no store is open. Files of tables never change
  // and are shared.
  Result<void> copy_folder(const std::filesystem::path& from,
                           const std::filesystem::path& to) const;
  // Removes a folder and its files, in which no store is open.
  void remove_folder(const std::filesystem::path& folder) const;

 private:
  std::unique_ptr<rocksdb::Env> env_;
};

}  // namespace norn::embedded
