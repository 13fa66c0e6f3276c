#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/error.h"

namespace norn::cli {

// The environment that decides where the data goes.
struct Surroundings {
  bool is_root = false;
  std::optional<std::string> home = {};           // $HOME
  std::optional<std::string> xdg_data_home = {};  // $XDG_DATA_HOME

  static Surroundings of_this_process();
};

// The default data folder: /var/lib/norn for root, else the user's own data folder (XDG Base
// Directory Specification). Nothing when there is none.
std::optional<std::filesystem::path> default_data_folder(const Surroundings& surroundings);

// The folder as one absolute path, so that messages and the lock do not depend on where the
// process was started.
std::filesystem::path absolute_folder(const std::filesystem::path& folder);

// Refuses a folder of exports that is not there, and one that has to do with the data: its folders
// are buckets, which clients of the DynamoDB API write to and read from.
Result<void> check_export_folder(const std::filesystem::path& folder,
                                 const std::filesystem::path& data);

}  // namespace norn::cli
