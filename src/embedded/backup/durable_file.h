#pragma once

#include <filesystem>
#include <string_view>

#include "base/error.h"

// Small files that are replaced as a whole: a crash leaves the old one or the new one.
namespace norn::embedded {

// Makes a file, or the names in a folder, durable. Sets errno if it fails.
bool sync_path(const std::filesystem::path& path);

// Private to the owner. Durable when it returns.
Result<void> write_file_durably(const std::filesystem::path& file, std::string_view text);

// If there is one.
Result<void> remove_file(const std::filesystem::path& file);

// If there is one. The copy is durable, and replaces a file that is there at once.
Result<void> copy_file_durably(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace norn::embedded
