#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace norn::exchange {

// A file with items, and what a manifest says of it.
struct SourceFile {
  std::filesystem::path path;
  std::optional<std::string> digest;  // The MD5: 16 bytes.
  std::optional<uint64_t> items;
};

// The items of one table.
struct TableSource {
  std::string table;                 // Empty: the files do not say.
  std::filesystem::path definition;  // Empty: there is none.
  std::vector<SourceFile> files;
  std::optional<uint64_t> items;  // If a manifest says how many there are.
  bool is_s3 = false;
};

// Finds out what there is to import at a path:
// - a file with items, or "-" for standard input;
// - a folder with such files, and perhaps table.json: one table;
// - an export to S3: its folder (with manifest-summary.json), or a folder around it;
// - a folder of such folders, as `norn export` writes them: a table in each.
// The error names the file or folder that is missing, or unfinished.
Result<std::vector<TableSource>> find_sources(const std::filesystem::path& from);

}  // namespace norn::exchange
