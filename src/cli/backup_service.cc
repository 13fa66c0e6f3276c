#include "cli/backup_service.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <exception>
#include <memory>
#include <utility>

#include "base/log.h"
#include "base/thread_priority.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;
using embedded::BackupFolder;
using embedded::BackupSchedule;

constexpr std::chrono::seconds kSchedulePeriod{20};
constexpr int64_t kRetryMs = int64_t{15} * 60 * 1000;
constexpr size_t kMaxPathBytes = 4096;
constexpr int kMinutesInHour = 60;
constexpr int64_t kMsInSecond = 1000;

Result<fs::path> folder_in(rest::JsonInput& request) {
  NORN_ASSIGN(fs::path folder, request.secret("to", kMaxPathBytes));  // Not trimmed.
  if (folder.is_absolute()) return folder;
  return fail(ErrorCode::kInvalid, "The folder of backups has to be an absolute path.");
}

Result<size_t> keep_in(rest::JsonInput& request, int64_t least) {
  NORN_ASSIGN(const int64_t keep, request.integer("keep", least, embedded::kMaxKeptBackups));
  return static_cast<size_t>(keep);
}

}  // namespace

int64_t last_time_of_day_ms(int minute_of_day, int64_t now_ms) {
  const std::time_t now = now_ms / kMsInSecond;
  std::tm today{};
  ::localtime_r(&now, &today);
  const auto at = [&](int days_before) {
    std::tm day = today;
    day.tm_mday -= days_before;
    day.tm_hour = minute_of_day / kMinutesInHour;
    day.tm_min = minute_of_day % kMinutesInHour;
    day.tm_sec = 0;
    day.tm_isdst = -1;
    return static_cast<int64_t>(std::mktime(&day)) * kMsInSecond;
  };
  const int64_t of_today = at(0);
  return of_today <= now_ms ? of_today : at(1);
}

void append_backup(ObjectWriter& object, const embedded::Backup& backup) {
  object.integer("id", backup.id);
  object.integer("createdMs", backup.note.created_ms);
  object.integer("bytes", static_cast<int64_t>(backup.bytes));
  object.integer("files", backup.files);
  object.integer("layout", backup.note.layout);
  if (backup.note.table) object.text("ofTable", backup.note.table->arn);
  if (!backup.damage.empty()) object.text("damage", backup.damage);
}

BackupService::BackupService(embedded::EmbeddedStore& store, const Clock& clock)
    : store_(store), clock_(clock) {}

BackupService::~BackupService() {
  stop();
}

void BackupService::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  if (thread_) thread_->join();
  thread_.reset();
}

void BackupService::start() {
  thread_.emplace([this] {
    set_thread_priority(ThreadPriority::kBackground);
    loop();
  });
}

void BackupService::loop() {
  while (true) {
    try {
      run_once();
    } catch (const std::exception& thrown) {  // By a library: the server goes on without it.
      note_thrown(thrown.what());
    }
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kSchedulePeriod,
                      [this] { return stopping_ || job_.state == State::kWaiting; });
    if (stopping_) return;
  }
}

void BackupService::note_thrown(std::string_view what) {
  const std::lock_guard lock(mutex_);
  log::error("a backup failed: {}", what);
  if (job_.state == State::kRunning) {
    job_.state = State::kFailed;
    job_.failure = what;
    return;
  }
  schedule_failure_ = what;
  retry_at_ms_ = clock_.now_ms() + kRetryMs;
}

OperatorCommands BackupService::commands() {
  OperatorCommands all;
  all["backup-start"] = [this](rest::JsonInput& request, const SendPart&) -> Result<std::string> {
    NORN_ASSIGN(const fs::path folder, folder_in(request));
    NORN_ASSIGN(const size_t keep, keep_in(request, 0));
    return add_job(folder, keep);
  };
  all["backup-state"] = [this](rest::JsonInput& request, const SendPart&) -> Result<std::string> {
    NORN_ASSIGN(const int64_t number, request.integer("job", 0, INT64_MAX));
    return job_state(static_cast<uint64_t>(number));
  };
  all["backup-schedule"] = [this](rest::JsonInput& request,
                                  const SendPart&) -> Result<std::string> {
    BackupSchedule schedule;
    NORN_ASSIGN(schedule.folder, folder_in(request));
    NORN_ASSIGN(const std::string daily, request.text("daily"));
    NORN_ASSIGN(schedule.keep, keep_in(request, 1));
    const auto minute = embedded::parse_time_of_day(daily);
    if (!minute) return fail(ErrorCode::kInvalid, "The time of day has to look like 03:00.");
    schedule.minute_of_day = *minute;
    return set_schedule(schedule);
  };
  all["backup-schedule-off"] = [this](rest::JsonInput&, const SendPart&) -> Result<std::string> {
    NORN_TRY(embedded::remove_schedule(store_.directory()));
    return "";
  };
  all["backup-schedule-show"] = [this](rest::JsonInput&, const SendPart&) {
    return show_schedule();
  };
  return all;
}

Result<std::string> BackupService::add_job(const fs::path& folder, size_t keep) {
  const std::lock_guard lock(mutex_);
  if (job_.state == State::kRunning || job_.state == State::kWaiting) {
    return fail(ErrorCode::kResourceInUse,
                "The server is making a backup already. Wait until it is done.");
  }
  Job next;
  next.number = job_.number + 1;
  next.state = State::kWaiting;
  next.folder = folder;
  next.keep = keep;
  job_ = std::move(next);
  changed_.notify_all();
  return std::to_string(job_.number);
}

Result<fs::path> BackupService::folder() const {
  return embedded::default_backup_folder(store_.directory());
}

Result<void> BackupService::ask_for_backup() {
  NORN_ASSIGN(const auto schedule, embedded::read_schedule(store_.directory()));
  NORN_ASSIGN(const fs::path to, folder());
  NORN_TRY(add_job(to, schedule ? schedule->keep : 0));
  return {};
}

Result<BackupService::Overview> BackupService::overview() const {
  Overview overview;
  NORN_ASSIGN(overview.schedule, embedded::read_schedule(store_.directory()));
  const std::lock_guard lock(mutex_);
  overview.schedule_failure = schedule_failure_;
  const bool is_running = job_.state == State::kRunning || job_.state == State::kWaiting;
  if (is_running) overview.running = job_.progress;
  overview.failure = job_.failure;
  return overview;
}

Result<std::string> BackupService::job_state(uint64_t number) const {
  const std::lock_guard lock(mutex_);
  if (number != job_.number) {
    return fail(ErrorCode::kInvalid,
                "The server does not know this backup any more: it was "
                "restarted, or has made another one.");
  }
  constexpr std::string_view kNames[] = {"waiting", "running", "done", "failed"};
  std::string json;
  ObjectWriter object(json);
  object.text("state", kNames[static_cast<size_t>(job_.state)]);
  object.integer("copiedBytes", static_cast<int64_t>(job_.progress.copied_bytes));
  object.integer("totalBytes", static_cast<int64_t>(job_.progress.total_bytes));
  if (!job_.failure.empty()) object.text("text", job_.failure);
  if (job_.backup) {
    ObjectWriter backup(object.key("backup"));
    append_backup(backup, *job_.backup);
    backup.close();
    object.integer("deleted", static_cast<int64_t>(job_.deleted));
  }
  object.close();
  return json;
}

Result<std::string> BackupService::set_schedule(const BackupSchedule& schedule) {
  // Says now what would fail at night.
  NORN_TRY(embedded::check_outside_data(schedule.folder, store_.directory()));
  NORN_TRY(BackupFolder::open(schedule.folder, BackupFolder::Use::kWrite));
  NORN_TRY(embedded::write_schedule(store_.directory(), schedule));
  const std::lock_guard lock(mutex_);
  newest_ms_.reset();
  retry_at_ms_ = 0;
  schedule_failure_.clear();
  return "";
}

Result<std::string> BackupService::show_schedule() const {
  NORN_ASSIGN(const auto schedule, embedded::read_schedule(store_.directory()));
  const std::lock_guard lock(mutex_);
  std::string json;
  ObjectWriter object(json);
  if (schedule) {
    object.text("to", schedule->folder.string());
    object.text("daily", embedded::time_of_day_text(schedule->minute_of_day));
    object.integer("keep", static_cast<int64_t>(schedule->keep));
  }
  if (!schedule_failure_.empty()) object.text("failure", schedule_failure_);
  object.close();
  return json;
}

int64_t BackupService::newest_ms(const fs::path& folder, int64_t now_ms) {
  const auto opened = BackupFolder::open(folder, BackupFolder::Use::kRead);
  if (!opened) return 0;  // Making one says why.
  int64_t newest = 0;
  for (const embedded::Backup& backup : (*opened)->list()) {
    // One of the future was made while the clock was wrong, and says nothing about the others.
    if (backup.damage.empty() && !backup.note.table && backup.note.created_ms <= now_ms) {
      newest = std::max(newest, backup.note.created_ms);
    }
  }
  return newest;
}

void BackupService::run_schedule() {
  const auto schedule = embedded::read_schedule(store_.directory());
  if (!schedule) {
    const std::lock_guard lock(mutex_);
    if (schedule_failure_ != schedule.error().message) {
      schedule_failure_ = schedule.error().message;
      log::error("no daily backups are made: {}", schedule_failure_);
    }
    return;
  }
  if (!*schedule) return;
  const int64_t now_ms = clock_.now_ms();
  std::unique_lock lock(mutex_);
  retry_at_ms_ = std::min(retry_at_ms_, now_ms + kRetryMs);  // The clock may have been set back.
  if (now_ms < retry_at_ms_) return;
  if (!newest_ms_ || *newest_ms_ > now_ms) {
    lock.unlock();
    const int64_t newest = newest_ms((*schedule)->folder, now_ms);
    lock.lock();
    newest_ms_ = newest;
  }
  if (*newest_ms_ >= last_time_of_day_ms((*schedule)->minute_of_day, now_ms)) return;
  lock.unlock();
  const auto made = make((*schedule)->folder, (*schedule)->keep);
  lock.lock();
  if (stopping_) return;
  if (!made) {
    schedule_failure_ = made.error().message;
    retry_at_ms_ = now_ms + kRetryMs;
    log::error("the daily backup failed, and is tried again in 15 minutes: {}", schedule_failure_);
    return;
  }
  schedule_failure_ = made->prune_failure;
  newest_ms_ = std::max(made->backup.note.created_ms, now_ms);
  log::info("the daily backup {} is in {}", made->backup.id, (*schedule)->folder.string());
}

void BackupService::run_once() {
  std::unique_lock lock(mutex_);
  if (job_.state != State::kWaiting) {
    lock.unlock();
    run_schedule();
    return;
  }
  job_.state = State::kRunning;
  const fs::path folder = job_.folder;
  const size_t keep = job_.keep;
  lock.unlock();
  auto made = make(folder, keep);
  lock.lock();
  if (made) {
    job_.backup = std::move(made->backup);
    job_.deleted = made->deleted;
    job_.failure = std::move(made->prune_failure);
  } else {
    job_.failure = made.error().message;
  }
  job_.state = made ? State::kDone : State::kFailed;
  newest_ms_.reset();
}

Result<BackupService::Made> BackupService::make(const fs::path& folder, size_t keep) {
  NORN_ASSIGN(const auto backups, BackupFolder::open(folder, BackupFolder::Use::kWrite));
  Made made;
  NORN_ASSIGN(made.backup, store_.back_up(*backups, [this](const auto& progress) {
    return note_progress(progress);
  }));
  if (keep == 0) return made;
  if (const auto deleted = backups->prune(keep)) {
    made.deleted = *deleted;
  } else {
    made.prune_failure = fmt::format("Backup {} is made, but older ones cannot be deleted: {}",
                                     made.backup.id, deleted.error().message);
    log::warn("{}", made.prune_failure);
  }
  return made;
}

bool BackupService::note_progress(const embedded::BackupProgress& progress) {
  const std::lock_guard lock(mutex_);
  job_.progress = progress;
  return !stopping_;
}

}  // namespace norn::cli
