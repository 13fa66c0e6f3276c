#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "embedded/continuous/archiver.h"

// What `norn doctor` looks at beside the data: the folder that it is in, the machine, backups.
namespace norn::cli {

enum class CheckState : uint8_t { kOk, kWarning, kFailed, kLeftOut };

struct CheckLine {
  std::string name;
  CheckState state = CheckState::kOk;
  std::string text;  // What is so, and if it is wrong, what to do.
};

// The folder and what is in it are for their owner alone, and all of one owner.
CheckLine check_data_folder(const std::filesystem::path& folder);

// Whether the disk has room for writes.
CheckLine check_space(const std::filesystem::path& folder);
CheckLine space_line(uint64_t free_bytes, uint64_t reserve_bytes);

// The database of time zones of the machine is there, and how old it is.
CheckLine check_time_zones(int64_t now_ms);
// `version` is that of the database ("2025b"), or empty.
CheckLine time_zones_line(std::string_view version, int64_t now_ms);

// The clock is not before this program was made, nor before what was written last.
struct NewestWrite {
  int64_t ms = 0;
  std::string item;  // "the item USER#1 ACCOUNT of norn"
};
CheckLine check_clock(int64_t now_ms, const std::optional<NewestWrite>& newest);

// The daily backups are made. `failure` is why the server says that the last one was not.
CheckLine check_backups(const std::filesystem::path& data, int64_t now_ms,
                        std::string_view failure);

// Continuous backups, if they are on, are written. `served` is what a server says of them, if one
// is running.
CheckLine check_continuous_backups(const std::filesystem::path& data, int64_t now_ms,
                                   const std::optional<embedded::ArchiverState>& served);

}  // namespace norn::cli
