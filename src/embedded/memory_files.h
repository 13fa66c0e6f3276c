#pragma once

#include <memory>

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

 private:
  std::unique_ptr<rocksdb::Env> env_;
};

}  // namespace norn::embedded
