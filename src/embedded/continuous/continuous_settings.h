#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "store/continuous_backups.h"

// What continuous backups are made of and where to: a small JSON file in the data folder, because
// it belongs to the place and not to the data, which may be restored somewhere else.
namespace norn::embedded {

// A table for which they were turned on by itself.
struct ContinuousTable {
  std::string id;  // As DescribeTable has it: another table of the same name is not meant.
  int64_t since_ms = 0;
  int days = store::kDefaultRecoveryDays;
};

struct ContinuousSettings {
  // Of backups, absolute; the archive is in "continuous" in it.
  std::filesystem::path folder;
  // Of the whole store, if they are on for it.
  std::optional<int64_t> store_since_ms;
  int store_days = store::kDefaultRecoveryDays;
  std::vector<ContinuousTable> tables;

  bool is_on() const { return store_since_ms || !tables.empty(); }
  // For how long the archive has to go back.
  int days() const;
  std::filesystem::path archive() const { return folder / "continuous"; }
};

// Without a file, they are off.
Result<ContinuousSettings> read_continuous_settings(const std::filesystem::path& data);
Result<void> write_continuous_settings(const std::filesystem::path& data,
                                       const ContinuousSettings& settings);
// If there is a file. The copy is durable.
Result<void> copy_continuous_settings(const std::filesystem::path& from,
                                      const std::filesystem::path& to);

}  // namespace norn::embedded
