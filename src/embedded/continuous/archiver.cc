#include "embedded/continuous/archiver.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
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
// So long a clock that was set has to go on evenly before anything is deleted by it.
constexpr int64_t kCalmMs = kDayMs;
constexpr int kFailureLinesPerMinute = 1;
constexpr FolderWords kArchiveWords{.name = "archive of continuous backups", .option = "--to"};

// Since the machine was started, also while it slept. Nobody can set it.
class BootClock final : public Clock {
 public:
  int64_t now_ms() const override {
    std::timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
  }
};
const BootClock kBootClock;

std::string clock_set_by(int64_t jump_ms) {
  return fmt::format("the clock was set {} by {} seconds", jump_ms < 0 ? "back" : "forward",
                     std::abs(jump_ms) / 1000);
}

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

Archiver::Archiver(EmbeddedStore& store, const Clock& clock, rocksdb::Env* env, const Clock* steady)
    : store_(store),
      clock_(clock),
      steady_(steady != nullptr ? *steady : kBootClock),
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
  // What is written from now on is not in it, should it be turned on again.
  if (has_chain_) note_end();
  close_archive();
  why_ = "they were turned on";
  clock_offset_ms_.reset();
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
  if (!archive_.chains.empty()) {
    state.times = restorable_times(env_, paths_, archive_,
                                   has_chain_ ? std::optional(position_.until_ms) : std::nullopt);
  }
  const std::lock_guard lock(mutex_);
  state.is_running = state_.is_running;
  state.failure = state_.failure;
  state_ = std::move(state);
}

int64_t Archiver::clock_jump_ms() const {
  if (!clock_offset_ms_) return 0;
  const int64_t jump_ms = clock_.now_ms() - steady_.now_ms() - *clock_offset_ms_;
  return std::abs(jump_ms) > kMaxClockStepMs ? jump_ms : 0;
}

void Archiver::note_clock() {
  const int64_t jump_ms = clock_jump_ms();
  clock_offset_ms_ = clock_.now_ms() - steady_.now_ms();
  if (jump_ms == 0) return;
  clock_set_ = clock_set_by(jump_ms);
  wait_to_prune();
}

void Archiver::wait_to_prune() {
  prune_from_steady_ms_ = steady_.now_ms() + kCalmMs;
}

void Archiver::close_archive() {
  writer_.reset();
  has_chain_ = false;
  archive_ = {};
  lock_.reset();
  clock_set_.clear();
}

Result<void> Archiver::round() {
  if (!target_) return {};
  note_clock();
  if (lock_ && identity_of(paths_) != identity_) close_archive();
  if (!lock_) NORN_TRY(open_archive());
  const int64_t now_ms = clock_.now_ms();
  if (has_chain_ && clock_set_.empty()) {
    // While nothing was running, or in small steps.
    const int64_t last_ms = std::max(position_.last_ms, position_.until_ms);
    if (last_ms > now_ms + kMaxClockStepMs) clock_set_ = clock_set_by(now_ms - last_ms);
  }
  if (has_chain_ && !clock_set_.empty()) end_chain(clock_set_);
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
  paths_ = {.folder = target_->archive};
  identity_ = identity_of(paths_);
  if (!identity_) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("There is no archive in {}. Is its disk mounted? To begin anew with "
                            "an empty one: norn backup continuous --on",
                            paths_.folder.string()));
  }
  NORN_ASSIGN(auto lock, FolderLock::take(target_->archive, kArchiveWords));
  NORN_ASSIGN(archive_, read_archive_of(paths_.folder, store_.directory()));
  NORN_ASSIGN(has_chain_, resume());
  lock_ = std::move(lock);
  if (archive_.chains.empty()) return {};
  // The clock may have been set while nothing was running.
  const int64_t now_ms = clock_.now_ms();
  const ArchiveChain& last = archive_.chains.back();
  const int64_t until_ms =
      has_chain_ ? position_.until_ms : last.end_ms.value_or(last.bases.back().ready_ms);
  if (last.clock_set_after && clock_set_.empty()) clock_set_ = why_ = "the clock was set";
  const bool was_just_set =
      last.clock_set_after || (last.clock_set_before && now_ms < last.begin_ms() + kCalmMs);
  if (was_just_set || until_ms > now_ms + kMaxClockStepMs || until_ms < now_ms - kCalmMs) {
    wait_to_prune();
  }
  return {};
}

Result<bool> Archiver::resume() {
  if (archive_.chains.empty() || archive_.chains.back().end_ms) return false;
  const ArchiveChain& chain = archive_.chains.back();
  const auto end = end_of_chain(env_, paths_, chain);
  if (!end || !end->damage.empty()) {
    why_ = end ? end->damage : end.error().message;
    return false;
  }
  NORN_ASSIGN(const std::string identity, store_.log().identity());
  NORN_ASSIGN(const uint64_t last, store_.log().last_sequence());
  if (identity != chain.store || end->position.next > last + 1) {
    why_ = "the data was restored";
    return false;
  }
  position_ = end->position;
  durable_until_ms_ = position_.until_ms;
  return true;
}

void Archiver::end_chain(std::string why) {
  log::warn("continuous backups begin anew with a base, because {}", why);
  note_end();
  why_ = std::move(why);
}

void Archiver::note_end() {
  archive_.chains.back().end_ms = position_.until_ms;
  archive_.chains.back().clock_set_after = !clock_set_.empty();
  has_chain_ = false;
  writer_.reset();
  // So that it does not go on if the process ends before the next one has begun. If it cannot be
  // written, the next one writes it as well.
  if (auto written = write_archive(paths_.folder, archive_); !written) {
    log::warn("the end of continuous backups cannot be noted: {}", written.error().message);
  }
}

Result<ArchiveBase> Archiver::make_base() {
  ArchiveBase base;
  NORN_ASSIGN(base.after, store_.log().last_sequence());
  NORN_ASSIGN(const auto bases, BackupFolder::open(paths_.bases(), BackupFolder::Use::kWrite));
  // What an attempt before left that failed later.
  NORN_TRY(delete_forgotten(paths_, archive_, *bases));
  bool is_too_large = false;
  const auto backup = store_.back_up(*bases, [&](const BackupProgress& progress) {
    // What is written meanwhile waits in the logs. It may take as much as the base.
    is_too_large = store_.log().is_too_large(progress.total_bytes);
    return !is_too_large && !is_stopping();
  });
  if (!backup && is_too_large) {
    return fail(ErrorCode::kStorageFull,
                "A base was given up, because what is written meanwhile takes too much space on "
                "the disk of the data.");
  }
  if (!backup) return std::unexpected(backup.error());
  base.id = backup->id;
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
        end ? end->position.until_ms : archive_.chains.back().bases.back().ready_ms;
  }
  ArchiveChain chain{.number = 1,
                     .store = "",
                     .why = why_,
                     .last_segment = base->after + 1,
                     .end_ms = std::nullopt,
                     .clock_set_before = !clock_set_.empty(),
                     .clock_set_after = false,
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
  clock_set_.clear();
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
  // The chain ends before it: the next round sees to that.
  if (clock_jump_ms() != 0) return {};
  bool has_appended = false;
  while (position_.next <= last) {
    if (is_stopping()) return {};
    NORN_ASSIGN(auto batches, store_.log().read(position_.next, kArchiveBlockBytes));
    if (batches.empty()) {
      return fail(ErrorCode::kUnavailable, "the store's log cannot be read at the moment");
    }
    // Whatever is written while they are on has its time.
    batches.erase(
        std::ranges::find_if(batches, [](const LoggedBatch& batch) { return !batch.stamp_ms; }),
        batches.end());
    if (batches.empty()) {
      return fail(ErrorCode::kResourceNotFound,
                  fmt::format("the change {} was made while they were off", position_.next));
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
  if (clock_jump_ms() != 0 || steady_.now_ms() < prune_from_steady_ms_) return {};
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
