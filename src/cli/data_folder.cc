#include "cli/data_folder.h"

#include <unistd.h>

#include <cstdlib>

namespace norn::cli {
namespace {

std::optional<std::string> environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool is_absolute(const std::optional<std::string>& path) {
  return path && std::filesystem::path(*path).is_absolute();
}

}  // namespace

Surroundings Surroundings::of_this_process() {
  return {.is_root = ::geteuid() == 0,
          .home = environment("HOME"),
          .xdg_data_home = environment("XDG_DATA_HOME")};
}

std::optional<std::filesystem::path> default_data_folder(const Surroundings& surroundings) {
  if (surroundings.is_root) return "/var/lib/norn";
  // The specification: a path that is not absolute is to be ignored.
  if (is_absolute(surroundings.xdg_data_home)) {
    return std::filesystem::path(*surroundings.xdg_data_home) / "norn";
  }
  if (is_absolute(surroundings.home)) {
    return std::filesystem::path(*surroundings.home) / ".local/share/norn";
  }
  return std::nullopt;
}

std::filesystem::path absolute_folder(const std::filesystem::path& folder) {
  const auto path = std::filesystem::absolute(folder).lexically_normal();
  return path.has_filename() ? path : path.parent_path();
}

}  // namespace norn::cli
