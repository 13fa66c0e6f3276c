#pragma once

#include <filesystem>
#include <memory>
#include <string_view>

#include "base/error.h"

namespace norn::embedded {

// What messages call a folder, and the option that names it.
struct FolderWords {
  std::string_view name = "data folder";
  std::string_view option = "--data";
};

// A folder with data, created with mode 0700 and held by one process at a time. One that others
// than its owner may use is refused. Released when the object goes, and by the kernel when the
// process dies.
class FolderLock {
 public:
  static Result<std::unique_ptr<FolderLock>> take(const std::filesystem::path& directory,
                                                  const FolderWords& words = {});
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  explicit FolderLock(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace norn::embedded
