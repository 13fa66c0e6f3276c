#include "support/temporary_folder.h"

#include <cstdlib>
#include <string>
#include <system_error>

#include "base/check.h"

namespace norn::testing {

TemporaryFolder::TemporaryFolder(std::string_view name) {
  std::string pattern =
      (std::filesystem::temp_directory_path() / ("norn_" + std::string(name) + "_XXXXXX")).string();
  NORN_CHECK(::mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace norn::testing
