#pragma once

#include <filesystem>
#include <string_view>

namespace norn::testing {

// A new folder under the system's temporary one, removed with everything in it at the end.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(std::string_view name);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace norn::testing
