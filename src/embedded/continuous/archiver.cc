#include "embedded/continuous/archiver.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/thread_priority.h"
#include "embedded/backup/schedule_file.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

// How much may be lost with the disk of the data.
constexpr std::chrono::seconds kRoundPeriod{5};
constexpr size_t kArchiveBlockBytes = size_t{4} << 20;
constexpr uint64_t kMaxSegmentBytes = uint64_t{16} << 20;
constexpr int64_t kMinuteMs = int64_t{60} * 1000;
constexpr int64_t kHourMs = 60 * kMinuteMs;
constexpr int64_t kDayMs = 24 * kHourMs;
constexpr int64_t kMaxSegmentMs = kHourMs;
// A store that is not written to is known to have stood still this often.
constexpr int64_t kStandstillMs = kMinuteMs;
constexpr int64_t kBaseRetryMs = kMinuteMs;
// Small steps of the clock are evened out: times of the archive never go back.
constexpr int64_t kMaxClockStepMs = kMinuteMs;
constexpr int kFailureLinesPerMinute = 1;
constexpr FolderWords kArchiveWords{.name = "archive of continuous backups", .option = "--to"};

}  // namespace

ArchiverState state_at_rest(const fs::path& archive) {
  ArchiverState state;
  const auto list = read_archive(archive);
  if (list) {
    state.times = restorable_times(*rocksdb::Env::Default(), {.folder = archive}, *list);
    state.gaps = list->gaps();
  } else if (list.error().code != ErrorCode::kResourceNotFound) {
    state.failure = list.error().message;
  }
  return state;
}

Archiver::Archiver(EmbeddedStore& store, const Clock& clock, rocksdb::Env* env)
    : store_(store),
      clock_(clock),
      env_(env != nullptr ? *env : *rocksdb::Env::Default()),
      failure_log_(
          clock, [](const std::string& line) { log::error("{}", line); }, kFailureLinesPerMinute,
          "more rounds of the continuous backups failed") {}

Archiver::~Archiver() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_) thread_->join();
}

void Archiver::start() {
  thread_.emplace([this] {
    set_thread_priority(ThreadPriority::kBackground);
    loop();
  });
}

void Archiver::loop() {
  while (true) {
    try {
      static_cast<void>(run_round(/*seals=*/false));
    } catch (const std::exception& thrown) {  // By a library: the server goes on without it.
      failure_log_.write(fmt::format("the continuous backups failed: {}", thrown.what()));
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kRoundPeriod, [this] { return stopping_ || woken_; });
    woken_ = false;
    if (stopping_) return;
  }
}

bool Archiver::is_stopping() const {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void Archiver::set_target(std::optional<ArchiverTarget> target) {
  const std::lock_guard lock(mutex_);
  state_.is_running = target.has_value();
  new_target_ = std::move(target);
  has_new_target_ = true;
  woken_ = true;
  changed_.notify_all();
}

void Archiver::take_target() {
  std::optional<ArchiverTarget> target;
  {
    const std::lock_guard lock(mutex_);
    if (!std::exchange(has_new_target_, false)) return;
    target = std::move(new_target_);
  }
  const bool is_same = target && target_ && target->archive == target_->archive;
  target_ = std::move(target);
  if (is_same) return;
  writer_.reset();
  has_chain_ = false;
  archive_ = {};
  lock_.reset();
  why_ = "they were turned on";
  retry_at_ms_ = 0;
  base_failure_.clear();
}

Result<void> Archiver::run_once() {
  return run_round(/*seals=*/true);
}

Result<void> Archiver::run_round(bool seals) {
  const std::lock_guard lock(round_);
  seals_ = seals;
  take_target();
  const auto done = round();
  if (!done && target_ && store_.log().is_too_large()) {
    if (has_chain_) end_chain("nothing could be archived for too long: " + done.error().message);
    // What cannot be deleted now is tried again in the next round.
    static_cast<void>(store_.log().forget_all());
  }
  note(done);
  return done;
}

ArchiverState Archiver::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void Archiver::note(const Result<void>& done) {
  publish();
  std::string failure = done ? base_failure_ : done.error().message;
  bool is_mended = false;
  {
    const std::lock_guard lock(mutex_);
    is_mended = failure.empty() && !state_.failure.empty();
    state_.failure = failure;
  }
  if (!failure.empty()) failure_log_.write("continuous backups: " + failure);
  if (is_mended) log::info("continuous backups go on");
}

void Archiver::publish() {
  ArchiverState state;
  state.gaps = archive_.gaps();
  state.kept_log_bytes = target_ ? store_.log().kept_bytes() : 0;
  if (has_chain_) {
    const int64_t last = last_whole_second(position_.until_ms);
    const int64_t first = last_whole_second(archive_.chains.front().begin_ms() - 1) + 1;
    if (last >= first) state.times = {.earliest_s = first, .latest_s = last};
  } else if (!archive_.chains.empty()) {
    state.times = restorable_times(env_, paths_, archive_);
  }
  const std::lock_guard lock(mutex_);
  state.is_running = state_.is_running;
  state.failure = state_.failure;
  state_ = std::move(state);
}

Result<void> Archiver::round() {
  if (!target_) return {};
  if (!lock_) NORN_TRY(open_archive());
  const int64_t now_ms = clock_.now_ms();
  if (has_chain_ && std::max(position_.last_ms, position_.until_ms) > now_ms + kMaxClockStepMs) {
    end_chain("the clock was set back");
  }
  if (!has_chain_) return begin_chain();
  if (auto followed = follow(); !followed) {
    writer_.reset();
    if (followed.error().code != ErrorCode::kResourceNotFound) return followed;
    end_chain(followed.error().message);
    return begin_chain();
  }
  NORN_TRY(make_daily_base(now_ms));
  return prune(now_ms);
}

Result<void> Archiver::open_archive() {
  NORN_TRY(check_outside_data(target_->archive, store_.directory()));
  std::error_code error;
  fs::create_directories(target_->archive.parent_path(), error);
  NORN_ASSIGN(auto lock, FolderLock::take(target_->archive, kArchiveWords));
  paths_ = {.folder = target_->archive};
  auto archive = read_archive(paths_.folder);
  if (!archive && archive.error().code != ErrorCode::kResourceNotFound) {
    return std::unexpected(archive.error());
  }
  archive_ = archive ? *std::move(archive) : Archive{.data = store_.directory(), .chains = {}};
  if (archive_.data != store_.directory()) {
    const fs::path other = std::exchange(archive_, {}).data;
    return fail(ErrorCode::kConflict,
                fmt::format("The archive {} is of the data in {}. Choose another folder with --to, "
                            "or remove it.",
                            paths_.folder.string(), other.string()));
  }
  lock_ = std::move(lock);
  NORN_ASSIGN(has_chain_, resume());
  return {};
}

Result<bool> Archiver::resume() {
  if (archive_.chains.empty() || archive_.chains.back().end_ms) return false;
  const ArchiveChain& chain = archive_.chains.back();
  const auto end = end_of_chain(env_, paths_, chain);
  if (!end) {
    why_ = end.error().message;
    return false;
  }
  NORN_ASSIGN(const std::string identity, store_.log().identity());
  NORN_ASSIGN(const uint64_t last, store_.log().last_sequence());
  if (identity != chain.store || end->next > last + 1) {
    why_ = "the data was restored";
    return false;
  }
  position_ = *end;
  durable_until_ms_ = end->until_ms;
  return true;
}

void Archiver::end_chain(std::string why) {
  log::warn("continuous backups begin anew with a base, because {}", why);
  archive_.chains.back().end_ms = position_.until_ms;
  has_chain_ = false;
  writer_.reset();
  why_ = std::move(why);
}

Result<ArchiveBase> Archiver::make_base() {
  ArchiveBase base;
  NORN_ASSIGN(base.after, store_.log().last_sequence());
  NORN_ASSIGN(const auto bases, BackupFolder::open(paths_.bases(), BackupFolder::Use::kWrite));
  // What an attempt before left that failed later.
  NORN_TRY(delete_forgotten(paths_, archive_, *bases));
  NORN_ASSIGN(const Backup backup,
              store_.back_up(*bases, [this](const BackupProgress&) { return !is_stopping(); }));
  base.id = backup.id;
  NORN_ASSIGN(base.ready_ms, store_.log().barrier_ms());
  return base;
}

Result<void> Archiver::begin_chain() {
  const int64_t now_ms = clock_.now_ms();
  // Without a base, what is in the logs is of no use.
  NORN_TRY(store_.log().forget_all());
  if (now_ms < retry_at_ms_ && retry_at_ms_ <= now_ms + kBaseRetryMs) return {};
  retry_at_ms_ = now_ms + kBaseRetryMs;
  auto base = make_base();
  if (!base) {
    base_failure_ = base.error().message;
    return {};
  }
  base_failure_.clear();
  if (!archive_.chains.empty() && !archive_.chains.back().end_ms) {
    const auto end = end_of_chain(env_, paths_, archive_.chains.back());
    archive_.chains.back().end_ms =
        end ? end->until_ms : archive_.chains.back().bases.back().ready_ms;
  }
  ArchiveChain chain{.number = 1,
                     .store = "",
                     .why = why_,
                     .last_segment = base->after + 1,
                     .end_ms = std::nullopt,
                     .bases = {*base}};
  if (!archive_.chains.empty()) chain.number = archive_.chains.back().number + 1;
  NORN_ASSIGN(chain.store, store_.log().identity());
  // What a process left that was killed here.
  std::error_code error;
  fs::remove_all(paths_.segments(chain.number), error);
  position_ = {.next = base->after + 1, .last_ms = base->ready_ms, .until_ms = base->ready_ms - 1};
  archive_.chains.push_back(std::move(chain));
  if (auto begun = begin_segment(); !begun) {
    archive_.chains.pop_back();
    return begun;
  }
  has_chain_ = true;
  retry_at_ms_ = 0;
  log::info("continuous backups are in {} from now on", paths_.folder.string());
  return follow();
}

// The segment is there before the list names it.
Result<void> Archiver::begin_segment() {
  ArchiveChain& chain = archive_.chains.back();
  std::error_code error;
  fs::create_directories(paths_.segments(chain.number), error);
  NORN_ASSIGN(writer_,
              SegmentWriter::create(env_, paths_.segment(chain.number, position_.next), position_));
  chain.last_segment = position_.next;
  if (auto written = write_archive(paths_.folder, archive_); !written) {
    writer_.reset();
    return written;
  }
  segment_begun_ms_ = clock_.now_ms();
  return {};
}

Result<void> Archiver::append(const std::vector<LoggedBatch>& batches, int64_t until_ms) {
  const int64_t now_ms = clock_.now_ms();
  if (!writer_ || writer_->bytes() >= kMaxSegmentBytes ||
      now_ms - segment_begun_ms_ >= kMaxSegmentMs) {
    NORN_TRY(begin_segment());
  }
  SegmentBlock block;
  int64_t time_ms = std::max(position_.last_ms, position_.until_ms + 1);
  for (const LoggedBatch& batch : batches) {
    time_ms = std::max(time_ms, batch.stamp_ms.value_or(time_ms));
    block.batches.push_back({.sequence = batch.sequence,
                             .writes = batch.writes,
                             .time_ms = time_ms,
                             .bytes = batch.bytes});
  }
  // What is written later is not earlier than the last of these.
  block.until_ms = std::max(position_.until_ms, until_ms);
  if (!batches.empty()) block.until_ms = std::max(block.until_ms, time_ms - 1);
  NORN_TRY(writer_->append(block));
  position_.until_ms = block.until_ms;
  durable_until_ms_ = block.until_ms;
  if (!batches.empty()) {
    position_.last_ms = time_ms;
    position_.next = batches.back().next();
  }
  appended_ms_ = now_ms;
  return {};
}

Result<void> Archiver::follow() {
  // A store that takes no writes at the moment has no barrier, but has a log.
  const auto barrier_ms = store_.log().barrier_ms();
  const int64_t until_ms = barrier_ms ? *barrier_ms - 1 : 0;
  NORN_ASSIGN(const uint64_t last, store_.log().last_sequence());
  bool has_appended = false;
  while (position_.next <= last) {
    if (is_stopping()) return {};
    NORN_ASSIGN(const auto batches, store_.log().read(position_.next, kArchiveBlockBytes));
    if (batches.empty()) {
      return fail(ErrorCode::kUnavailable, "the store's log cannot be read at the moment");
    }
    NORN_TRY(append(batches, batches.back().next() > last ? until_ms : 0));
    has_appended = true;
  }
  if (has_appended) NORN_TRY(store_.log().forget(position_.next));
  if (!barrier_ms) return std::unexpected(barrier_ms.error());
  position_.until_ms = std::max(position_.until_ms, until_ms);
  const int64_t now_ms = clock_.now_ms();
  const bool stood_still = now_ms - appended_ms_ >= kStandstillMs || now_ms < appended_ms_;
  if (position_.until_ms > durable_until_ms_ && (seals_ || stood_still)) {
    NORN_TRY(append({}, position_.until_ms));
  }
  return {};
}

Result<void> Archiver::make_daily_base(int64_t now_ms) {
  ArchiveChain& chain = archive_.chains.back();
  if (now_ms - chain.bases.back().ready_ms < kDayMs) return {};
  if (now_ms < retry_at_ms_ && retry_at_ms_ <= now_ms + kBaseRetryMs) return {};
  retry_at_ms_ = now_ms + kBaseRetryMs;
  auto base = make_base();
  if (!base) {
    // The chain goes on with the base that it has.
    base_failure_ = base.error().message;
    return {};
  }
  base_failure_.clear();
  base->ready_ms = std::max({base->ready_ms, position_.last_ms, position_.until_ms + 1});
  chain.bases.push_back(*base);
  if (auto written = write_archive(paths_.folder, archive_); !written) {
    chain.bases.pop_back();
    return written;
  }
  pruned_ms_ = 0;
  return {};
}

Result<void> Archiver::prune(int64_t now_ms) {
  if (now_ms - pruned_ms_ < kHourMs && pruned_ms_ <= now_ms) return {};
  const std::unique_lock alone(pruning_, std::try_to_lock);
  if (!alone) return {};  // While it is restored from.
  if (forget_before(archive_, now_ms - target_->days * kDayMs)) {
    NORN_TRY(write_archive(paths_.folder, archive_));
  }
  NORN_ASSIGN(const auto bases, BackupFolder::open(paths_.bases(), BackupFolder::Use::kWrite));
  NORN_TRY(delete_forgotten(paths_, archive_, *bases));
  pruned_ms_ = now_ms;
  return {};
}

}  // namespace norn::embedded
