#pragma once

#include <rocksdb/env.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "embedded/backup/backup_folder.h"
#include "embedded/continuous/segment.h"

// The archive of continuous backups: a folder with
//   archive.json    the chains, with their bases
//   bases/          a folder of backups (BackupFolder)
//   segments/N/     the segments of chain N, named by the sequence number that they begin with
// A chain is everything that was written from some time on, without a gap. When something is
// missing (the store's log was given up, the store was restored), another chain begins.
namespace norn::embedded {

// A backup of the store from which the batches of a chain are replayed.
struct ArchiveBase {
  BackupId id = 0;
  uint64_t after = 0;    // It has at least the writes up to this sequence number.
  int64_t ready_ms = 0;  // And nothing that was written later than this.
};

struct ArchiveChain {
  uint64_t number = 0;
  std::string store;               // StoreLog::identity.
  std::string why;                 // It begins.
  uint64_t last_segment = 0;       // The sequence number that the newest segment begins with.
  std::optional<int64_t> end_ms;   // ArchivePosition::until_ms, if another chain follows.
  std::vector<ArchiveBase> bases;  // Oldest first; at least one.

  int64_t begin_ms() const { return bases.front().ready_ms; }
};

// A time that cannot be restored, though there are backups before and after it.
struct ArchiveGap {
  int64_t from_ms = 0;
  int64_t to_ms = 0;
  std::string why;
};

struct Archive {
  std::filesystem::path data;        // The data folder that it is of.
  std::vector<ArchiveChain> chains;  // Oldest first.

  std::vector<ArchiveGap> gaps() const;
};

// The names in an archive.
struct ArchivePaths {
  std::filesystem::path folder;

  std::filesystem::path bases() const { return folder / "bases"; }
  std::filesystem::path segments(uint64_t chain) const;
  std::filesystem::path segment(uint64_t chain, uint64_t sequence) const;
};

// Returns kResourceNotFound if there is none.
Result<Archive> read_archive(const std::filesystem::path& folder);
Result<void> write_archive(const std::filesystem::path& folder, const Archive& archive);

// The sequence numbers that the segments of a chain begin with, in order.
std::vector<uint64_t> segments_of(const ArchivePaths& paths, uint64_t chain);

// How far a chain is, by its newest segment. Returns kCorruption with the file if that is missing
// or damaged.
Result<ArchivePosition> end_of_chain(rocksdb::Env& env, const ArchivePaths& paths,
                                     const ArchiveChain& chain);

// The seconds between which any can be restored but for the gaps, both inclusive.
struct RestorableTimes {
  int64_t earliest_s = 0;
  int64_t latest_s = 0;
};
// The last second of which everything is known.
int64_t last_whole_second(int64_t until_ms);
std::optional<RestorableTimes> restorable_times(rocksdb::Env& env, const ArchivePaths& paths,
                                                const Archive& archive);

// What to restore the end of a second from.
struct RestorePlan {
  ArchiveChain chain;
  ArchiveBase base;
  int64_t second = 0;
};
// Returns InvalidRestoreTimeException with what can be restored instead. Without a time, the
// latest.
Result<RestorePlan> plan_restore(rocksdb::Env& env, const ArchivePaths& paths,
                                 std::optional<int64_t> second);

// Takes what is no longer needed to restore times since `from_ms` out of the list; returns whether
// there was any.
bool forget_before(Archive& archive, int64_t from_ms);
// Deletes the bases and segments that are not in the list, or that no base in it needs.
Result<void> delete_forgotten(const ArchivePaths& paths, const Archive& archive,
                              BackupFolder& bases);

// Of all files in it.
uint64_t bytes_of_archive(const ArchivePaths& paths);

}  // namespace norn::embedded
