#include "embedded/continuous/replay.h"

#include <fmt/format.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "embedded/database.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kMsInSecond = 1000;

class Replay {
 public:
  Replay(Database& database, const RestorePlan& plan)
      : database_(database),
        plan_(plan),
        next_(database.rocks().GetLatestSequenceNumber() + 1),
        end_ms_(plan.second * kMsInSecond + kMsInSecond - 1) {}

  // All that was written until then is in the database.
  bool is_done() const { return is_done_; }

  // Applies the batches of a segment, as far as they belong to it.
  Result<void> apply(SegmentReader& segment) {
    if (segment.begin().until_ms >= end_ms_) {
      is_done_ = true;
      return {};
    }
    while (const auto block = segment.next()) {
      for (const ArchivedBatch& batch : block->batches) {
        if (batch.time_ms > end_ms_) {
          is_done_ = true;
          return check_base(batch);
        }
        NORN_TRY(apply(batch));
      }
      if (block->until_ms >= end_ms_) {
        is_done_ = true;
        return {};
      }
    }
    return {};
  }

 private:
  // The first batch that is too late must not be in the base.
  Result<void> check_base(const ArchivedBatch& batch) const {
    if (batch.sequence >= next_) return {};
    return fail(ErrorCode::kUnavailable,
                fmt::format("Base {} of the archive is newer than the time to restore, because the "
                            "clock was set back while it was made. Choose a time a few minutes "
                            "later.",
                            plan_.base.id));
  }

  Result<void> apply(const ArchivedBatch& batch) {
    if (batch.next() <= next_) return {};  // The base has it.
    if (batch.sequence != next_) {
      return fail(ErrorCode::kCorruption,
                  fmt::format("the archive goes on with the change {}, and the base with {}",
                              batch.sequence, next_));
    }
    rocksdb::WriteBatch writes(batch.bytes);
    if (const auto status = database_.rocks().Write(rocksdb::WriteOptions(), &writes);
        !status.ok()) {
      return std::unexpected(error_of(status));
    }
    next_ = batch.next();
    return {};
  }

  Database& database_;
  const RestorePlan& plan_;
  uint64_t next_;
  const int64_t end_ms_;
  bool is_done_ = false;
};

std::unexpected<Error> damaged_archive(std::string_view what) {
  return fail(ErrorCode::kCorruption,
              fmt::format("{}. Nothing was restored. Choose a time before it, or one after a "
                          "later base.",
                          what));
}

Result<void> replay_segments(rocksdb::Env& env, const ArchivePaths& paths, const RestorePlan& plan,
                             Database& database) {
  Replay replay(database, plan);
  const std::vector<uint64_t> sequences = segments_of(paths, plan.chain.number);
  // The last segment that begins with this change or before it: if one could not be synced, the
  // next has what is at its end as well.
  const auto segment_with = [&](uint64_t sequence) -> std::optional<uint64_t> {
    const auto after = std::ranges::upper_bound(sequences, sequence);
    if (after == sequences.begin()) return std::nullopt;
    return *std::prev(after);
  };
  std::optional<uint64_t> next = segment_with(plan.base.after + 1);
  if (!next) {
    return damaged_archive(fmt::format(
        "{} is missing", paths.segment(plan.chain.number, plan.base.after + 1).string()));
  }
  while (!replay.is_done()) {
    const fs::path file = paths.segment(plan.chain.number, *next);
    auto segment = SegmentReader::open(env, file);
    if (!segment && segment.error().code != ErrorCode::kUnavailable) {
      return damaged_archive(segment.error().message);
    }
    if (!segment) return std::unexpected(segment.error());
    if (auto applied = replay.apply(*segment); !applied) {
      if (applied.error().code != ErrorCode::kCorruption) return applied;
      return damaged_archive(fmt::format("{}: {}", file.string(), applied.error().message));
    }
    if (replay.is_done()) break;
    // The next one begins where this one ends, whatever is behind its last whole block.
    const uint64_t end = segment->position();
    const std::optional<uint64_t> following = segment_with(end);
    if (*following == *next) {
      return damaged_archive(
          segment->damage().empty()
              ? fmt::format("{} is missing", paths.segment(plan.chain.number, end).string())
              : fmt::format("{} is damaged: {}", file.string(), segment->damage()));
    }
    next = following;
  }
  return {};
}

}  // namespace

Result<void> replay(rocksdb::Env& env, const ArchivePaths& paths, const RestorePlan& plan,
                    const fs::path& data) {
  Options options;
  options.directory = data;
  NORN_ASSIGN(const auto database, Database::open(options));
  NORN_TRY(replay_segments(env, paths, plan, *database));
  return database->flush();
}

Result<int64_t> restore_to_time(const fs::path& archive, std::optional<int64_t> second,
                                const fs::path& target, ExistingData existing, int64_t now_ms,
                                Restored& restored) {
  rocksdb::Env& env = *rocksdb::Env::Default();
  const ArchivePaths paths{.folder = archive};
  NORN_ASSIGN(const RestorePlan plan, plan_restore(env, paths, second));
  NORN_ASSIGN(const auto bases, BackupFolder::open(paths.bases(), BackupFolder::Use::kRead));
  const auto bring_to_time = [&](const fs::path& data) { return replay(env, paths, plan, data); };
  NORN_ASSIGN(restored,
              restore_backup(*bases, plan.base.id, target, existing, now_ms, bring_to_time));
  return plan.second;
}

}  // namespace norn::embedded
