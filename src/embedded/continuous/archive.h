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
// missing (the store's log was given up, the store was restored), or the clock was set, another
// chain begins. Chains may overlap in time: one of them was then made with a clock that was wrong.
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
  bool clock_set_before = false;   // It began because the clock was set,
  bool clock_set_after = false;    // or ended so.
  std::vector<ArchiveBase> bases;  // Oldest first; at least one.

  int64_t begin_ms() const { return bases.front().ready_ms; }
  // Whether the clock was probably wrong during it: it was set, and set again within a day. Such a
  // chain counts only for times that no other one has.
  bool is_doubtful() const;
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

  // In the order of time.
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
// The same, and kConflict if it is of another data folder.
Result<Archive> read_archive_of(const std::filesystem::path& folder,
                                const std::filesystem::path& data);
// Makes an empty archive if there is none. Refuses a folder that has lost its list, because what is
// in no list is deleted.
Result<void> create_archive(const ArchivePaths& paths, const std::filesystem::path& data);
// Which folder it is, if there is an archive: another one may be mounted or moved there.
struct ArchiveIdentity {
  uint64_t device = 0;
  uint64_t inode = 0;
  bool operator==(const ArchiveIdentity&) const = default;
};
std::optional<ArchiveIdentity> identity_of(const ArchivePaths& paths);
Result<void> write_archive(const std::filesystem::path& folder, const Archive& archive);

// The sequence numbers that the segments of a chain begin with, in order.
std::vector<uint64_t> segments_of(const ArchivePaths& paths, uint64_t chain);

struct ChainEnd {
  ArchivePosition position;
  std::string damage;  // Why newer segments cannot be read, with the name of the newest.
};
// How far a chain is, by its newest segment that can be read. Returns kCorruption if none can.
Result<ChainEnd> end_of_chain(rocksdb::Env& env, const ArchivePaths& paths,
                              const ArchiveChain& chain);

// The seconds between which any can be restored but for the gaps, both inclusive.
struct RestorableTimes {
  int64_t earliest_s = 0;
  int64_t latest_s = 0;
};
// The last second of which everything is known.
int64_t last_whole_second(int64_t until_ms);
// `running_until_ms`: how far the last chain is, if that is known.
std::optional<RestorableTimes> restorable_times(
    rocksdb::Env& env, const ArchivePaths& paths, const Archive& archive,
    std::optional<int64_t> running_until_ms = std::nullopt);

// What to restore the end of a second from.
struct RestorePlan {
  ArchiveChain chain;
  ArchiveBase base;
  int64_t second = 0;
};
// Returns InvalidRestoreTimeException with what can be restored instead, and kCorruption if the
// time was archived, but the segment with it cannot be read. Without a time, the latest.
Result<RestorePlan> plan_restore(rocksdb::Env& env, const ArchivePaths& paths,
                                 std::optional<int64_t> second);

// Takes what is no longer needed to restore times since `from_ms` out of the list: chains that
// ended before, and bases before the newest that is old enough. Returns whether there was any.
bool forget_before(Archive& archive, int64_t from_ms);
// Deletes the bases and segments that are not in the list, or that no base in it needs.
Result<void> delete_forgotten(const ArchivePaths& paths, const Archive& archive,
                              BackupFolder& bases);

// Of all files in it.
uint64_t bytes_of_archive(const ArchivePaths& paths);

}  // namespace norn::embedded
