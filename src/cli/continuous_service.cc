#include "cli/continuous_service.h"

#include <fmt/format.h>

#include <exception>
#include <filesystem>
#include <utility>

#include "base/json_writer.h"
#include "base/time_text.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kTimeMsPerSecond = 1000;
constexpr size_t kMaxFolderBytes = 4096;

}  // namespace

std::string continuous_state_json(const embedded::ContinuousSettings& settings,
                                  const embedded::ArchiverState& archiver, uint64_t archive_bytes) {
  std::string json;
  ObjectWriter object(json);
  object.boolean("on", settings.is_on());
  object.boolean("wholeStore", settings.store_since_ms.has_value());
  if (settings.is_on()) {
    object.text("to", settings.folder.string());
    object.integer("days", settings.days());
    object.integer("tables", static_cast<int64_t>(settings.tables.size()));
  }
  if (settings.store_since_ms) object.text("since", timestamp_s(*settings.store_since_ms));
  if (archiver.times) {
    object.text("earliest", timestamp_s(archiver.times->earliest_s * kTimeMsPerSecond));
    object.text("latest", timestamp_s(archiver.times->latest_s * kTimeMsPerSecond));
  }
  ListWriter gaps(object.key("gaps"));
  for (const embedded::ArchiveGap& gap : archiver.gaps) {
    ObjectWriter one(gaps.next());
    one.text("from", timestamp_s(gap.from_ms));
    one.text("to", timestamp_s(gap.to_ms));
    one.text("why", gap.why);
    one.close();
  }
  gaps.close();
  object.integer("bytes", static_cast<int64_t>(archive_bytes));
  object.integer("waitingBytes", static_cast<int64_t>(archiver.kept_log_bytes));
  if (!archiver.failure.empty()) object.text("failure", archiver.failure);
  object.close();
  return json;
}

Result<std::optional<int64_t>> parse_restore_time(std::string_view text) {
  if (text == "latest") return std::nullopt;
  if (const auto time_ms = parse_timestamp_ms(text)) return *time_ms / kTimeMsPerSecond;
  return fail(ErrorCode::kValidation,
              fmt::format("--at takes a time in UTC such as 2026-11-18T14:30:00Z, or latest, and "
                          "not '{}'",
                          text));
}

ContinuousService::~ContinuousService() {
  if (thread_.joinable()) thread_.join();
}

OperatorCommands ContinuousService::commands() {
  OperatorCommands all;
  all["backup-continuous-on"] = [this](rest::JsonInput& request,
                                       const SendPart&) -> Result<std::string> {
    NORN_ASSIGN(const auto folder, request.optional_secret("to", kMaxFolderBytes));
    NORN_ASSIGN(const auto days, request.optional_integer("days", 1, store::kMaxRecoveryDays));
    const fs::path to(folder.value_or(""));
    if (!to.empty() && !to.is_absolute()) {
      return fail(ErrorCode::kInvalid, "The folder of backups has to be an absolute path.");
    }
    NORN_TRY(
        backups_.turn_on(to, days ? std::optional(static_cast<int>(*days)) : std::optional<int>()));
    return "";
  };
  all["backup-continuous-off"] = [this](rest::JsonInput&, const SendPart&) -> Result<std::string> {
    NORN_TRY(backups_.turn_off());
    return "";
  };
  all["backup-continuous-show"] = [this](rest::JsonInput&, const SendPart&) { return show(); };
  all["backup-table-restore"] = [this](rest::JsonInput& request,
                                       const SendPart&) -> Result<std::string> {
    store::RestoreTableToTimeRequest restore;
    NORN_ASSIGN(restore.source, request.text("table"));
    NORN_ASSIGN(restore.as.target, request.text("as"));
    NORN_ASSIGN(const std::string at, request.text("at"));
    NORN_ASSIGN(restore.time_s, parse_restore_time(at));
    return begin_restore(std::move(restore));
  };
  all["backup-table-state"] = [this](rest::JsonInput&, const SendPart&) { return restore_state(); };
  return all;
}

Result<std::string> ContinuousService::show() {
  NORN_ASSIGN(const auto state, backups_.state());
  return continuous_state_json(state.settings, state.archiver, state.archive_bytes);
}

Result<std::string> ContinuousService::begin_restore(store::RestoreTableToTimeRequest request) {
  {
    const std::lock_guard lock(mutex_);
    if (state_ == State::kRunning) {
      return fail(ErrorCode::kResourceInUse,
                  "The server is restoring a table already. Wait until it is done.");
    }
    state_ = State::kRunning;
    failure_.clear();
  }
  if (thread_.joinable()) thread_.join();
  thread_ = std::thread([this, asked = std::move(request)] {
    std::string failure;
    try {
      if (const auto done = backups_.restore_any(asked); !done) failure = done.error().message;
    } catch (const std::exception& thrown) {  // By a library.
      failure = thrown.what();
    }
    const std::lock_guard lock(mutex_);
    state_ = failure.empty() ? State::kDone : State::kFailed;
    failure_ = std::move(failure);
  });
  return "";
}

Result<std::string> ContinuousService::restore_state() const {
  const std::lock_guard lock(mutex_);
  constexpr std::string_view kNames[] = {"none", "running", "done", "failed"};
  std::string json;
  ObjectWriter object(json);
  object.text("state", kNames[static_cast<size_t>(state_)]);
  if (!failure_.empty()) object.text("text", failure_);
  object.close();
  return json;
}

}  // namespace norn::cli
