#include "cli/commands/backup_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <ostream>
#include <string_view>
#include <thread>
#include <utility>

#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "cli/backup_service.h"
#include "cli/continuous_service.h"
#include "cli/data_folder.h"
#include "cli/exit_code.h"
#include "cli/open_data.h"
#include "cli/operator_desk.h"
#include "cli/remote_backup.h"
#include "embedded/backup/restore.h"
#include "embedded/continuous/continuous_backups.h"
#include "embedded/continuous/replay.h"
#include "embedded/continuous/verify_archive.h"

namespace norn::cli {
namespace {

namespace fs = std::filesystem;
using embedded::Backup;
using embedded::BackupFolder;
using embedded::BackupProgress;
using embedded::BackupSchedule;

constexpr std::string_view kBackupHelp =
    R"(Makes, lists, verifies and restores backups of the data folder, while the server runs. A
backup has everything: tables, streams, uploaded files. Only what is new is copied, and every file
has a checksum.

Examples
  norn backup create                               into DATA-backups, beside the data folder
  norn backup create --to /mnt/disk2/norn --keep 14
  norn backup list --from /mnt/disk2/norn
  norn backup verify                               reads all of the newest backup, and the
                                                   continuous ones
  norn backup restore --data /srv/new              the newest, into a new folder
  norn backup restore 12 --replace                 the data that is there is moved aside
  norn backup delete 3 4                           asks before
  norn backup schedule --daily 03:00 --keep 14 --to /mnt/disk2/norn
  norn backup schedule                             shows it; --off ends it
  norn backup continuous --on --to /mnt/disk2/norn --days 35
  norn backup continuous                           shows them; --off ends them
  norn backup restore --at 2026-11-18T14:30:00Z --data /srv/new
  norn backup restore --at latest --table norn-calendars --as calendars-before

A server makes a scheduled backup every day at that time of its machine, or as soon as it runs
again, and the first one at once. A restore never changes data that is there: it is refused, or the
old folder is moved to DATA.before-restore-TIME. Stop the server before.

Continuous backups are a base every day and everything that is written after it, archived within
seconds, so that any second of the last days can be restored: the whole store into a folder, or one
table into a new one beside the others, while the server runs. They are in the folder "continuous"
of the folder of backups. If the archive cannot be written, the server goes on, and says since when.

Behind a DynamoDB endpoint (--store dynamodb), create, list, restore and delete call the endpoint's
own backups, of all of Norn's tables. They have names instead of numbers, and are restored into new
tables. So are its continuous backups (point-in-time recovery), all tables to one second:
  norn backup restore norn-20261118T030000Z --new-prefix restored- --store dynamodb
  norn backup continuous --on --days 35 --store dynamodb
  norn backup restore --at latest --new-prefix restored- --store dynamodb

Options
  --to DIR                 of create, schedule and continuous: the folder of the backups. On another
                           disk, it survives the first one [the schedule's, or DATA-backups]. An
                           endpoint has no folder
  --from DIR               of list, verify, restore and delete: the same
  --keep N                 of create and schedule: delete the oldest but for so many [of create: all
                           stay; of schedule: 14]
  --all                    of verify: all backups
  --replace                of restore: move data that is there aside
  --force                  of delete, and of continuous --off behind an endpoint: do not ask before;
                           needed without a terminal
  --new-prefix TEXT        of restore, behind an endpoint: the prefix of the new tables' names
  --daily HH:MM            of schedule: when
  --off                    of schedule: no more daily backups; of continuous: no more of the whole
                           store
  --on                     of continuous: from now on
  --days N                 of continuous: restore times of so many days [35]
  --at TIME                of restore: the end of this second, in UTC, or latest
  --table NAME             of restore --at: this table only; of continuous, behind an endpoint, too
  --as NEW-NAME            of restore --table: the name of the new table [NAME-restored; with
                           --new-prefix, NAME with that prefix]
  --json                   print JSON
  --help                   this text

Where the data is, as for `norn serve`. A server that is using the folder makes the backup itself:
it listens for commands of its own user and of root at norn.sock in that folder.
  --data DIR  --store embedded|dynamodb  --endpoint-url URL  --region REGION  --profile NAME
  --table-prefix TEXT
)";

constexpr std::chrono::milliseconds kBackupStatePause{100};
constexpr int64_t kMsPerRestoredSecond = 1000;

std::string size_text(uint64_t bytes) {
  constexpr double kStep = 1000;
  auto value = static_cast<double>(bytes);
  for (const char* const unit : {"bytes", "kB", "MB", "GB"}) {
    if (value < kStep) {
      return unit == std::string_view("bytes") ? fmt::format("{} bytes", bytes)
                                               : fmt::format("{:.1f} {}", value, unit);
    }
    value /= kStep;
  }
  return fmt::format("{:.1f} TB", value);
}

// One line on a terminal that says how far a backup is.
class BackupProgressLine {
 public:
  explicit BackupProgressLine(Console& console)
      : out_(console.err_is_terminal ? &console.err : nullptr) {}
  ~BackupProgressLine() {
    if (is_shown_) *out_ << "\n";
  }
  BackupProgressLine(const BackupProgressLine&) = delete;
  BackupProgressLine& operator=(const BackupProgressLine&) = delete;

  void show(const BackupProgress& progress) {
    if (out_ == nullptr || progress.total_bytes == 0) return;
    constexpr uint64_t kPercent = 100;
    *out_ << fmt::format(
                 "\r{} % of {}   ",
                 std::min(kPercent, progress.copied_bytes * kPercent / progress.total_bytes),
                 size_text(progress.total_bytes))
          << std::flush;
    is_shown_ = true;
  }

 private:
  std::ostream* const out_;
  bool is_shown_ = false;
};

Result<void> no_backup_parts(std::string_view /*part*/) {
  return {};
}

struct Created {
  std::string json;  // Of the backup, as append_backup writes it.
  uint32_t id = 0;
  uint64_t bytes = 0;
  uint64_t files = 0;
  size_t deleted = 0;
};

Result<Created> created_from(const simdjson::dom::object& state) {
  Created created;
  simdjson::dom::object backup;
  uint64_t id = 0;
  uint64_t deleted = 0;
  if (state["backup"].get(backup) != simdjson::SUCCESS ||
      backup["id"].get(id) != simdjson::SUCCESS ||
      backup["bytes"].get(created.bytes) != simdjson::SUCCESS ||
      backup["files"].get(created.files) != simdjson::SUCCESS ||
      state["deleted"].get(deleted) != simdjson::SUCCESS) {
    return fail(ErrorCode::kUnavailable, "The server gave no answer that is understood.");
  }
  created.id = static_cast<uint32_t>(id);
  created.deleted = deleted;
  created.json = simdjson::to_string(backup);
  return created;
}

// Has the server make a backup, and waits for it. Returns nullopt if no server is running.
Result<std::optional<Created>> create_by_server(const fs::path& data, const fs::path& folder,
                                                size_t keep, Console& console) {
  NORN_ASSIGN(const auto job, ask_server(data,
                                         OperatorRequest("backup-start")
                                             .text("to", folder.string())
                                             .integer("keep", static_cast<int64_t>(keep))
                                             .json(),
                                         no_backup_parts));
  if (!job) return std::nullopt;
  BackupProgressLine line(console);
  while (true) {
    NORN_ASSIGN(
        const auto reply,
        ask_server(data, OperatorRequest("backup-state").integer("job", std::stoll(*job)).json(),
                   no_backup_parts));
    if (!reply) {
      return fail(ErrorCode::kUnavailable,
                  "The server has stopped, and so has the backup. Try it again.");
    }
    simdjson::dom::parser parser;
    simdjson::dom::object state;
    std::string_view name;
    if (parser.parse(*reply).get(state) != simdjson::SUCCESS ||
        state["state"].get(name) != simdjson::SUCCESS) {
      return fail(ErrorCode::kUnavailable, "The server gave no answer that is understood.");
    }
    if (name == "failed") {
      std::string_view text;
      const bool has_text = state["text"].get(text) == simdjson::SUCCESS;
      return fail(ErrorCode::kUnavailable, has_text ? std::string(text) : "The backup failed.");
    }
    if (name == "done") {
      std::string_view warning;
      if (state["text"].get(warning) == simdjson::SUCCESS) console.err << warning << "\n";
      return created_from(state);
    }
    BackupProgress progress;
    if (state["copiedBytes"].get(progress.copied_bytes) == simdjson::SUCCESS &&
        state["totalBytes"].get(progress.total_bytes) == simdjson::SUCCESS) {
      line.show(progress);
    }
    std::this_thread::sleep_for(kBackupStatePause);
  }
}

Result<Created> create_here(const DataOptions& options, const fs::path& folder, size_t keep,
                            Console& console) {
  NORN_ASSIGN(const Data data, open_data(options, console.clock));
  NORN_ASSIGN(const auto backups, BackupFolder::open(folder, BackupFolder::Use::kWrite));
  BackupProgressLine line(console);
  NORN_ASSIGN(const Backup backup,
              data.embedded->back_up(*backups, [&line](const BackupProgress& progress) {
                line.show(progress);
                return true;
              }));
  Created created{
      .json = "", .id = backup.id, .bytes = backup.bytes, .files = backup.files, .deleted = 0};
  if (keep > 0) {
    if (const auto deleted = backups->prune(keep)) {
      created.deleted = *deleted;
    } else {
      console.err << fmt::format("Older backups cannot be deleted: {}\n", deleted.error().message);
    }
  }
  ObjectWriter object(created.json);
  append_backup(object, backup);
  object.close();
  return created;
}

// The newest backup of the whole store that can be restored.
Result<uint32_t> newest_id(const BackupFolder& folder) {
  const std::vector<Backup> all = folder.list();
  const auto newest = std::find_if(all.rbegin(), all.rend(), [](const Backup& one) {
    return one.damage.empty() && !one.note.table;
  });
  if (newest != all.rend()) return newest->id;
  return fail(ErrorCode::kResourceNotFound,
              fmt::format("There is no backup in {} that can be used.", folder.path().string()));
}

std::string line_of(const Backup& backup) {
  if (!backup.damage.empty()) return fmt::format("{:>4}  damaged: {}\n", backup.id, backup.damage);
  return fmt::format("{:>4}  {}  {:>9}  {:>4} files  layout {}{}\n", backup.id,
                     timestamp_s(backup.note.created_ms), size_text(backup.bytes), backup.files,
                     backup.note.layout,
                     backup.note.table ? fmt::format("  {}", backup.note.table->arn) : "");
}

std::string schedule_text(const fs::path& folder, std::string_view daily, uint64_t keep) {
  return fmt::format("A backup is made every day at {} into {}, and the newest {} are kept.\n",
                     daily, folder.string(), keep);
}

std::string schedule_json(const std::optional<BackupSchedule>& schedule) {
  std::string json;
  ObjectWriter object(json);
  if (schedule) {
    object.text("to", schedule->folder.string());
    object.text("daily", embedded::time_of_day_text(schedule->minute_of_day));
    object.integer("keep", static_cast<int64_t>(schedule->keep));
  }
  object.close();
  return json;
}

// What the server, or the file, says of the schedule.
Result<std::string> shown_schedule(const std::string& json) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (parser.parse(json).get(object) != simdjson::SUCCESS) {
    return fail(ErrorCode::kUnavailable, "The server gave no answer that is understood.");
  }
  std::string_view folder;
  std::string_view daily;
  std::string_view failure;
  uint64_t keep = 0;
  std::string text = "No daily backups are scheduled.\n";
  if (object["to"].get(folder) == simdjson::SUCCESS &&
      object["daily"].get(daily) == simdjson::SUCCESS &&
      object["keep"].get(keep) == simdjson::SUCCESS) {
    text = schedule_text(folder, daily, keep);
  }
  if (object["failure"].get(failure) == simdjson::SUCCESS) {
    text += fmt::format("The last one failed: {}\n", failure);
  }
  return text;
}

// Has the server restore a table, and waits for it. Returns false if no server is running.
Result<bool> restore_table_by_server(const fs::path& data, const std::string& table,
                                     const std::string& as, const std::string& at) {
  NORN_ASSIGN(const auto begun, ask_server(data,
                                           OperatorRequest("backup-table-restore")
                                               .text("table", table)
                                               .text("as", as)
                                               .text("at", at)
                                               .json(),
                                           no_backup_parts));
  if (!begun) return false;
  while (true) {
    NORN_ASSIGN(const auto reply,
                ask_server(data, OperatorRequest("backup-table-state").json(), no_backup_parts));
    simdjson::dom::parser parser;
    simdjson::dom::object state;
    std::string_view name;
    if (!reply || parser.parse(*reply).get(state) != simdjson::SUCCESS ||
        state["state"].get(name) != simdjson::SUCCESS) {
      return fail(ErrorCode::kUnavailable, "The server has stopped, and so has the restore.");
    }
    if (name == "done") return true;
    if (name == "failed") {
      std::string_view text;
      const bool has_text = state["text"].get(text) == simdjson::SUCCESS;
      return fail(ErrorCode::kUnavailable, has_text ? std::string(text) : "The restore failed.");
    }
    std::this_thread::sleep_for(kBackupStatePause);
  }
}

// What the server, or the archive, says of continuous backups.
Result<std::string> shown_continuous(const std::string& json) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  bool is_on = false;
  bool is_whole = false;
  uint64_t bytes = 0;
  simdjson::dom::array gaps;
  if (parser.parse(json).get(object) != simdjson::SUCCESS ||
      object["on"].get(is_on) != simdjson::SUCCESS ||
      object["wholeStore"].get(is_whole) != simdjson::SUCCESS ||
      object["bytes"].get(bytes) != simdjson::SUCCESS ||
      object["gaps"].get(gaps) != simdjson::SUCCESS) {
    return fail(ErrorCode::kUnavailable, "The server gave no answer that is understood.");
  }
  if (!is_on) return "Continuous backups are off.\n";
  const auto text_of = [](simdjson::dom::object of, std::string_view name) {
    std::string_view value;
    return of[name].get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
  };
  uint64_t days = 0;
  uint64_t tables = 0;
  if (object["days"].get(days) != simdjson::SUCCESS ||
      object["tables"].get(tables) != simdjson::SUCCESS) {
    return fail(ErrorCode::kUnavailable, "The server gave no answer that is understood.");
  }
  std::string text =
      is_whole
          ? fmt::format("Continuous backups are on since {}", text_of(object, "since"))
          : fmt::format("Continuous backups are on for {} table{}", tables, tables == 1 ? "" : "s");
  text += fmt::format(", in {} ({}), and go back {} days.\n", text_of(object, "to"),
                      size_text(bytes), days);
  const std::string earliest = text_of(object, "earliest");
  text += earliest.empty() ? "Nothing can be restored yet.\n"
                           : fmt::format("Every second from {} to {} can be restored.\n", earliest,
                                         text_of(object, "latest"));
  for (const simdjson::dom::element one : gaps) {
    simdjson::dom::object gap;
    if (one.get(gap) != simdjson::SUCCESS) continue;
    text += fmt::format("But for {} to {}: {}.\n", text_of(gap, "from"), text_of(gap, "to"),
                        text_of(gap, "why"));
  }
  const std::string failure = text_of(object, "failure");
  if (!failure.empty()) text += fmt::format("Nothing is archived at the moment: {}\n", failure);
  return text;
}

// As announce_store() does it, for commands that use the backups and not the data.
void announce_backups(Console& console, const fs::path& folder) {
  console.err << fmt::format("The backups are in {}\n", folder.string()) << std::flush;
}

// What is missing is not whole.
Result<void> check_no_archive(const fs::path& data, const embedded::ArchivePaths& archive) {
  NORN_ASSIGN(const auto settings, embedded::read_continuous_settings(data));
  if (!settings.is_on()) return {};
  return fail(ErrorCode::kUnavailable,
              fmt::format("Continuous backups are on, but there are none in {}. Is its disk there? "
                          "Name backups by their numbers to verify these alone.",
                          archive.folder.string()));
}

}  // namespace

BackupCommand::BackupCommand()
    : Command({.name = "backup",
               .group = CommandGroup::kCare,
               .summary = "make, list, verify, restore and schedule backups",
               .help = kBackupHelp}) {}

CLI::App& BackupCommand::declare_action(CLI::App& app, const char* name, Action action) {
  CLI::App& subcommand = *app.add_subcommand(name);
  subcommand.callback([this, action] { action_ = action; });
  data_.add_to(subcommand);
  json_.add_to(subcommand);
  const bool writes =
      action == Action::kCreate || action == Action::kSchedule || action == Action::kContinuous;
  subcommand.add_option(writes ? "--to" : "--from", folder_);
  return subcommand;
}

void BackupCommand::declare(CLI::App& app) {
  app.require_subcommand(1);
  const CLI::Range kept(size_t{1}, embedded::kMaxKeptBackups);
  declare_action(app, "create", Action::kCreate).add_option("--keep", keep_)->check(kept);
  declare_action(app, "list", Action::kList);
  CLI::App& verify = declare_action(app, "verify", Action::kVerify);
  verify.add_option("id", names_);
  verify.add_flag("--all", all_);
  CLI::App& restore = declare_action(app, "restore", Action::kRestore);
  restore.add_option("id", names_)->expected(0, 1);
  restore.add_option("--new-prefix", new_prefix_);
  restore.add_flag("--replace", replace_);
  restore.add_option("--at", at_);
  restore.add_option("--table", table_);
  restore.add_option("--as", new_name_);
  CLI::App& remove = declare_action(app, "delete", Action::kDelete);
  remove.add_option("id", names_)->required();
  remove.add_flag("--force", force_);
  CLI::App& schedule = declare_action(app, "schedule", Action::kSchedule);
  schedule.add_option("--daily", daily_);
  schedule.add_option("--keep", keep_)->check(kept);
  schedule.add_flag("--off", off_);
  CLI::App& continuous = declare_action(app, "continuous", Action::kContinuous);
  continuous.add_flag("--on", on_);
  continuous.add_flag("--off", off_);
  continuous.add_flag("--force", force_);
  continuous.add_option("--table", table_);
  continuous.add_option("--days", days_)->check(CLI::Range(1, store::kMaxRecoveryDays));
}

Result<void> BackupCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  if (!daily_.empty() && !embedded::parse_time_of_day(daily_)) {
    return fail(ErrorCode::kValidation,
                fmt::format("--daily takes a time of day such as 03:00, and not '{}'", daily_));
  }
  if (off_ && !daily_.empty()) {
    return fail(ErrorCode::kValidation, "--off and --daily exclude each other");
  }
  if (action_ == Action::kSchedule && daily_.empty() && (keep_ || !folder_.empty())) {
    return fail(ErrorCode::kValidation, "a schedule needs a time of day: --daily 03:00");
  }
  if (on_ && off_) return fail(ErrorCode::kValidation, "--on and --off exclude each other");
  if (action_ == Action::kContinuous && !on_ && (days_ || !folder_.empty())) {
    return fail(ErrorCode::kValidation, "--to and --days go with --on");
  }
  if (action_ == Action::kContinuous && !off_ && force_) {
    return fail(ErrorCode::kValidation, "--force goes with --off");
  }
  if (action_ == Action::kContinuous && !table_.empty() && !data_.options().remote_store) {
    return fail(ErrorCode::kValidation,
                "the continuous backups of a data folder are of the whole store: --table is for an "
                "endpoint (--store dynamodb)");
  }
  return check_restore();
}

Result<void> BackupCommand::check_restore() {
  if (action_ != Action::kRestore) return {};
  if (at_.empty()) {
    if (table_.empty() && new_name_.empty()) return {};
    return fail(ErrorCode::kValidation,
                "a table is restored from continuous backups: --at 2026-11-18T14:30:00Z --table "
                "NAME --as NEW-NAME");
  }
  NORN_ASSIGN(second_, parse_restore_time(at_));
  if (!names_.empty()) {
    return fail(ErrorCode::kValidation, "a backup by its number and --at exclude each other");
  }
  if (!new_name_.empty() && table_.empty()) {
    return fail(ErrorCode::kValidation, "--as is the new name of a --table");
  }
  if (!table_.empty() && (replace_ || !folder_.empty())) {
    return fail(ErrorCode::kValidation,
                "a table is restored beside the others of the data: --replace and --from are for "
                "the whole store");
  }
  if (!new_name_.empty() && !new_prefix_.empty()) {
    return fail(ErrorCode::kValidation,
                "--as and --new-prefix exclude each other: both say how the new table is called");
  }
  if (new_name_.empty()) new_name_ = default_new_name();
  return {};
}

std::string BackupCommand::default_new_name() const {
  if (new_prefix_.empty()) return table_ + "-restored";
  std::string_view name = table_;
  if (name.starts_with(data_.options().table_prefix)) {
    name.remove_prefix(data_.options().table_prefix.size());
  }
  return new_prefix_ + std::string(name);
}

Result<fs::path> BackupCommand::backup_folder(const fs::path& data) const {
  if (!folder_.empty()) return absolute_folder(folder_);
  return embedded::default_backup_folder(data);
}

Result<fs::path> BackupCommand::archive_folder(const fs::path& data) const {
  embedded::ContinuousSettings settings;
  if (folder_.empty()) {
    NORN_ASSIGN(settings, embedded::read_continuous_settings(data));
  }
  if (!settings.is_on()) {
    NORN_ASSIGN(settings.folder, backup_folder(data));
  }
  return settings.archive();
}

Result<int> BackupCommand::run(Console& console) {
  if (data_.options().remote_store) return run_remote(console);
  switch (action_) {
    case Action::kCreate:
      return create(console);
    case Action::kList:
      return list(console);
    case Action::kVerify:
      return verify(console);
    case Action::kRestore:
      return restore(console);
    case Action::kDelete:
      return remove(console);
    case Action::kSchedule:
      return schedule(console);
    case Action::kContinuous:
      return continuous(console);
  }
  std::unreachable();
}

Result<std::vector<uint32_t>> BackupCommand::ids() const {
  std::vector<uint32_t> ids;
  for (const std::string& name : names_) {
    uint32_t id = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error != std::errc() || end != name.data() + name.size()) {
      return fail(ErrorCode::kResourceNotFound,
                  fmt::format("There is no backup '{}': they have numbers, which norn backup list "
                              "shows.",
                              name));
    }
    ids.push_back(id);
  }
  return ids;
}

Result<int> BackupCommand::run_remote(Console& console) {
  if (action_ == Action::kContinuous && !folder_.empty()) {
    return fail(ErrorCode::kValidation,
                "A DynamoDB endpoint keeps its continuous backups itself: there is no folder to "
                "choose. Leave --to out.");
  }
  if (!at_.empty() && (replace_ || !folder_.empty())) {
    return fail(ErrorCode::kValidation,
                "A DynamoDB endpoint keeps its continuous backups itself, and restores into new "
                "tables only. Leave --from and --replace out.");
  }
  if (action_ == Action::kVerify || action_ == Action::kSchedule) {
    return fail(
        ErrorCode::kValidation,
        "A DynamoDB endpoint verifies and schedules its backups itself (Amazon: AWS Backup). "
        "This command is for a data folder.");
  }
  if (action_ == Action::kRestore && new_prefix_.empty() && table_.empty()) {
    return fail(ErrorCode::kValidation,
                "A DynamoDB endpoint restores into new tables only. Say --new-prefix TEXT, which "
                "their names begin with.");
  }
  NORN_ASSIGN(const auto backups, RemoteBackups::open(data_.options(), console, json_.on));
  switch (action_) {
    case Action::kCreate:
      return backups->create();
    case Action::kContinuous:
      return on_ || off_ ? backups->turn_continuous(on_, days_, table_, force_)
                         : backups->show_continuous(table_);
    case Action::kRestore:
      if (!table_.empty()) return backups->restore_table_at(second_, table_, new_name_);
      if (!at_.empty()) return backups->restore_at(second_, new_prefix_);
      return backups->restore(names_.empty() ? "" : names_.front(), new_prefix_);
    case Action::kDelete:
      return backups->remove(names_, force_);
    default:
      return backups->list();
  }
}

Result<int> BackupCommand::create(Console& console) {
  NORN_ASSIGN(const fs::path data, existing_data_folder(data_.options()));
  NORN_ASSIGN(const fs::path folder, backup_folder(data));
  announce_store(console, data.string());
  const size_t keep = keep_.value_or(0);
  NORN_ASSIGN(auto created, create_by_server(data, folder, keep, console));
  if (!created) {
    NORN_ASSIGN(created, create_here(data_.options(), folder, keep, console));
  }
  if (json_.on) {
    std::string json;
    ObjectWriter object(json);
    object.text("to", folder.string());
    object.key("backup").append(created->json);
    object.integer("deleted", static_cast<int64_t>(created->deleted));
    object.close();
    console.out << json << "\n";
    return kExitOk;
  }
  console.out << fmt::format("Backup {} is in {}: {} files, {}.\n", created->id, folder.string(),
                             created->files, size_text(created->bytes));
  if (created->deleted > 0) {
    console.out << fmt::format("Deleted {} older one{}.\n", created->deleted,
                               created->deleted == 1 ? "" : "s");
  }
  return kExitOk;
}

Result<int> BackupCommand::list(Console& console) {
  NORN_ASSIGN(const fs::path data, data_folder(data_.options()));
  NORN_ASSIGN(const fs::path path, backup_folder(data));
  announce_backups(console, path);
  NORN_ASSIGN(const auto folder, BackupFolder::open(path, BackupFolder::Use::kRead));
  const std::vector<Backup> all = folder->list();
  if (!json_.on) {
    for (const Backup& backup : all) console.out << line_of(backup);
    if (all.empty()) console.out << fmt::format("There are no backups in {}.\n", path.string());
    return kExitOk;
  }
  std::string json;
  ObjectWriter object(json);
  object.text("from", path.string());
  ListWriter backups(object.key("backups"));
  for (const Backup& backup : all) {
    ObjectWriter one(backups.next());
    append_backup(one, backup);
    one.close();
  }
  backups.close();
  object.close();
  console.out << json << "\n";
  return kExitOk;
}

Result<int> BackupCommand::verify(Console& console) {
  NORN_ASSIGN(const fs::path data, data_folder(data_.options()));
  NORN_ASSIGN(const fs::path path, backup_folder(data));
  announce_backups(console, path);
  // Numbers are of backups; without them, the archive of continuous backups counts as well.
  embedded::ArchivePaths archive;
  if (names_.empty()) {
    NORN_ASSIGN(archive.folder, archive_folder(data));
  }
  const bool has_archive = names_.empty() && embedded::identity_of(archive);
  if (names_.empty() && folder_.empty() && !has_archive) NORN_TRY(check_no_archive(data, archive));
  std::string json;
  ObjectWriter object(json);
  ListWriter verified(object.key("verified"));
  int exit_code = kExitOk;
  const auto folder = BackupFolder::open(path, BackupFolder::Use::kRead);
  if (!folder && !(has_archive && folder.error().code == ErrorCode::kResourceNotFound)) {
    return std::unexpected(folder.error());
  }
  // Continuous backups may be all there is.
  if (folder && !(has_archive && (*folder)->list().empty())) {
    NORN_ASSIGN(exit_code, verify_backups(**folder, verified, console));
  }
  verified.close();
  if (has_archive) {
    NORN_ASSIGN(const int exit_of_archive, verify_archive(archive, object, console));
    exit_code = std::max(exit_code, exit_of_archive);
  }
  object.close();
  if (json_.on) console.out << json << "\n";
  return exit_code;
}

Result<int> BackupCommand::verify_backups(const BackupFolder& folder, ListWriter& verified,
                                          Console& console) {
  NORN_ASSIGN(std::vector<uint32_t> ids, this->ids());
  if (all_) {
    ids.clear();
    for (const Backup& backup : folder.list()) ids.push_back(backup.id);
  } else if (ids.empty()) {
    NORN_ASSIGN(const uint32_t newest, newest_id(folder));
    ids.push_back(newest);
  }
  int exit_code = kExitOk;
  for (const uint32_t id : ids) {
    const auto content = embedded::verify_backup(folder, id);
    if (!content && content.error().code != ErrorCode::kCorruption) {
      return std::unexpected(content.error());
    }
    if (!content) exit_code = kExitFailed;
    ObjectWriter one(verified.next());
    one.integer("id", id);
    one.boolean("whole", content.has_value());
    if (content) {
      one.integer("tables", static_cast<int64_t>(content->tables));
      one.integer("items", static_cast<int64_t>(content->items));
      one.integer("indexEntries", static_cast<int64_t>(content->index_entries));
      one.integer("streamRecords", static_cast<int64_t>(content->stream_records));
    } else {
      one.text("damage", content.error().message);
    }
    one.close();
    if (json_.on) continue;
    console.out << (content ? fmt::format("Backup {} is whole: {} tables, {} items, {} index "
                                          "entries, {} stream records.\n",
                                          id, content->tables, content->items,
                                          content->index_entries, content->stream_records)
                            : content.error().message + "\n");
  }
  return exit_code;
}

Result<int> BackupCommand::verify_archive(const embedded::ArchivePaths& paths, ObjectWriter& object,
                                          Console& console) {
  auto verified = embedded::verify_archive(*rocksdb::Env::Default(), paths);
  if (!verified && verified.error().code != ErrorCode::kCorruption) {
    return std::unexpected(verified.error());
  }
  embedded::ArchiveContent content;
  if (verified) {
    content = *std::move(verified);
  } else {
    content.damage.push_back(verified.error().message);
  }
  ObjectWriter archive(object.key("archive"));
  archive.boolean("whole", content.damage.empty());
  archive.integer("bases", static_cast<int64_t>(content.bases));
  archive.integer("segments", static_cast<int64_t>(content.segments));
  ListWriter damage(archive.key("damage"));
  for (const std::string& one : content.damage) append_json_string(damage.next(), one);
  damage.close();
  archive.close();
  if (!json_.on) {
    for (const std::string& one : content.damage) console.out << one << ".\n";
    if (content.damage.empty()) {
      console.out << fmt::format("The continuous backups in {} are whole: {} bases, {} segments.\n",
                                 paths.folder.string(), content.bases, content.segments);
    }
  }
  return content.damage.empty() ? kExitOk : kExitFailed;
}

Result<int> BackupCommand::restore(Console& console) {
  if (!table_.empty()) return restore_table(console);
  if (!at_.empty()) return restore_to_second(console);
  NORN_ASSIGN(const fs::path data, data_folder(data_.options()));
  NORN_ASSIGN(const fs::path path, backup_folder(data));
  NORN_ASSIGN(const auto folder, BackupFolder::open(path, BackupFolder::Use::kRead));
  NORN_ASSIGN(const std::vector<uint32_t> named, ids());
  uint32_t id = named.empty() ? 0 : named.front();
  if (named.empty()) {
    NORN_ASSIGN(id, newest_id(*folder));
  }
  announce_store(console, data.string());
  const auto existing =
      replace_ ? embedded::ExistingData::kMoveAside : embedded::ExistingData::kRefuse;
  NORN_ASSIGN(const embedded::Restored restored,
              embedded::restore_backup(*folder, id, data, existing, console.clock.now_ms()));
  if (json_.on) {
    std::string json;
    ObjectWriter object(json);
    object.integer("id", id);
    object.text("data", data.string());
    if (restored.moved_to) object.text("movedTo", restored.moved_to->string());
    object.close();
    console.out << json << "\n";
    return kExitOk;
  }
  console.out << fmt::format("Backup {} of {} is restored to {}.\n", id,
                             timestamp_s(restored.backup.note.created_ms), data.string());
  if (restored.moved_to) {
    console.out << fmt::format("The data from before is in {}.\n", restored.moved_to->string());
  }
  return kExitOk;
}

Result<int> BackupCommand::restore_to_second(Console& console) {
  NORN_ASSIGN(const fs::path data, data_folder(data_.options()));
  NORN_ASSIGN(const fs::path archive, archive_folder(data));
  announce_store(console, data.string());
  const auto existing =
      replace_ ? embedded::ExistingData::kMoveAside : embedded::ExistingData::kRefuse;
  embedded::Restored restored;
  NORN_ASSIGN(const int64_t second, embedded::restore_to_time(archive, second_, data, existing,
                                                              console.clock.now_ms(), restored));
  const std::string time = timestamp_s(second * kMsPerRestoredSecond);
  if (json_.on) {
    std::string json;
    ObjectWriter object(json);
    object.text("at", time);
    object.text("data", data.string());
    if (restored.moved_to) object.text("movedTo", restored.moved_to->string());
    object.close();
    console.out << json << "\n";
    return kExitOk;
  }
  console.out << fmt::format("The store is restored to {} as it was at the end of {}.\n",
                             data.string(), time);
  if (restored.moved_to) {
    console.out << fmt::format("The data from before is in {}.\n", restored.moved_to->string());
  }
  return kExitOk;
}

Result<int> BackupCommand::restore_table(Console& console) {
  NORN_ASSIGN(const fs::path data, existing_data_folder(data_.options()));
  announce_store(console, data.string());
  NORN_ASSIGN(const bool by_server, restore_table_by_server(data, table_, new_name_, at_));
  if (!by_server) {
    NORN_ASSIGN(const Data opened, open_data(data_.options(), console.clock));
    embedded::EmbeddedContinuousBackups backups(*opened.embedded, console.clock);
    NORN_TRY(backups.start(embedded::EmbeddedContinuousBackups::Work::kWhenAsked));
    store::RestoreTableToTimeRequest request;
    request.source = table_;
    request.time_s = second_;
    request.as.target = new_name_;
    NORN_TRY(backups.restore_any(request));
  }
  show_restored_table(console, json_.on, table_, new_name_);
  return kExitOk;
}

Result<int> BackupCommand::remove(Console& console) {
  NORN_ASSIGN(const fs::path data, data_folder(data_.options()));
  NORN_ASSIGN(const fs::path path, backup_folder(data));
  // Opening it to write would create it.
  NORN_TRY(BackupFolder::open(path, BackupFolder::Use::kRead));
  NORN_ASSIGN(const auto folder, BackupFolder::open(path, BackupFolder::Use::kWrite));
  NORN_ASSIGN(const std::vector<uint32_t> named, ids());
  announce_backups(console, path);
  const std::vector<Backup> all = folder->list();
  for (const uint32_t id : named) {
    if (std::ranges::find(all, id, &Backup::id) != all.end()) continue;
    return fail(
        ErrorCode::kResourceNotFound,
        fmt::format("There is no backup {} in {}. Nothing was deleted.", id, path.string()));
  }
  NORN_TRY(ask_to_destroy(console, force_,
                          fmt::format("Delete {} of {}?", fmt::join(names_, ", "), path.string())));
  for (const uint32_t id : named) NORN_TRY(folder->remove(id));
  if (!json_.on) {
    console.out << fmt::format("Deleted {} backup{} in {}.\n", named.size(),
                               named.size() == 1 ? "" : "s", path.string());
    return kExitOk;
  }
  console.out << fmt::format("{{\"deleted\":{}}}\n", named.size());
  return kExitOk;
}

Result<int> BackupCommand::schedule(Console& console) {
  NORN_ASSIGN(const fs::path data, existing_data_folder(data_.options()));
  announce_store(console, data.string());
  if (off_) {
    NORN_ASSIGN(const auto by_server,
                ask_server(data, OperatorRequest("backup-schedule-off").json(), no_backup_parts));
    if (!by_server) NORN_TRY(embedded::remove_schedule(data));
  } else if (!daily_.empty()) {
    BackupSchedule schedule{.folder = {},
                            .minute_of_day = *embedded::parse_time_of_day(daily_),
                            .keep = keep_.value_or(embedded::kDefaultKeptBackups)};
    NORN_ASSIGN(schedule.folder, backup_folder(data));
    OperatorRequest request("backup-schedule");
    request.text("to", schedule.folder.string()).text("daily", daily_);
    request.integer("keep", static_cast<int64_t>(schedule.keep));
    NORN_ASSIGN(const auto by_server, ask_server(data, request.json(), no_backup_parts));
    if (!by_server) {
      NORN_TRY(embedded::check_outside_data(schedule.folder, data));
      NORN_TRY(BackupFolder::open(schedule.folder, BackupFolder::Use::kWrite));
      NORN_TRY(embedded::write_schedule(data, schedule));
    }
  }
  NORN_ASSIGN(auto json,
              ask_server(data, OperatorRequest("backup-schedule-show").json(), no_backup_parts));
  if (!json) {
    NORN_ASSIGN(const auto kept, embedded::read_schedule(data));
    json = schedule_json(kept);
  }
  if (json_.on) {
    console.out << *json << "\n";
    return kExitOk;
  }
  NORN_ASSIGN(const std::string text, shown_schedule(*json));
  console.out << text;
  return kExitOk;
}

Result<void> BackupCommand::change_continuous(const fs::path& data, Console& console) {
  OperatorRequest request(on_ ? "backup-continuous-on" : "backup-continuous-off");
  const fs::path to = folder_.empty() ? fs::path() : absolute_folder(folder_);
  if (on_ && !to.empty()) request.text("to", to.string());
  if (on_ && days_) request.integer("days", *days_);
  NORN_ASSIGN(const auto by_server, ask_server(data, request.json(), no_backup_parts));
  if (by_server) return {};
  NORN_ASSIGN(const Data opened, open_data(data_.options(), console.clock));
  embedded::EmbeddedContinuousBackups backups(*opened.embedded, console.clock);
  if (off_) return backups.turn_off();
  NORN_TRY(backups.turn_on(to, days_));
  // The first base, so that what cannot work is said now.
  NORN_TRY(backups.archiver().run_once());
  NORN_ASSIGN(const auto state, backups.state());
  if (state.archiver.failure.empty()) return {};
  return fail(ErrorCode::kUnavailable, state.archiver.failure);
}

Result<int> BackupCommand::continuous(Console& console) {
  NORN_ASSIGN(const fs::path data, existing_data_folder(data_.options()));
  announce_store(console, data.string());
  if (on_ || off_) NORN_TRY(change_continuous(data, console));
  NORN_ASSIGN(auto json,
              ask_server(data, OperatorRequest("backup-continuous-show").json(), no_backup_parts));
  if (!json) {
    NORN_ASSIGN(const auto settings, embedded::read_continuous_settings(data));
    json = continuous_state_json(settings, embedded::state_at_rest(settings.archive()),
                                 embedded::bytes_of_archive({.folder = settings.archive()}));
  }
  if (json_.on) {
    console.out << *json << "\n";
    return kExitOk;
  }
  NORN_ASSIGN(const std::string text, shown_continuous(*json));
  console.out << text;
  return kExitOk;
}

}  // namespace norn::cli
