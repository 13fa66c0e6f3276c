#include "cli/data_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>

namespace norn::cli {
namespace {

std::optional<std::string> environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

// Whether `inner` is `outer` or in it. Both as the kernel sees them.
bool has_within(const std::filesystem::path& outer, const std::filesystem::path& inner) {
  return std::ranges::mismatch(outer, inner).in1 == outer.end();
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

Result<void> check_export_folder(const std::filesystem::path& folder,
                                 const std::filesystem::path& data) {
  std::error_code error;
  const auto exports = std::filesystem::canonical(folder, error);
  if (error || !std::filesystem::is_directory(exports, error)) {
    return fail(ErrorCode::kValidation,
                fmt::format("--export-folder: {} is no folder that can be opened. Make it first.",
                            folder.string()));
  }
  const auto kept = std::filesystem::canonical(data, error);
  if (error || has_within(exports, kept) || has_within(kept, exports)) {
    return fail(ErrorCode::kValidation,
                fmt::format("--export-folder: {} and the data folder {} are one in the other, and "
                            "exports could overwrite the data. Choose another folder.",
                            folder.string(), data.string()));
  }
  return {};
}

}  // namespace norn::cli
