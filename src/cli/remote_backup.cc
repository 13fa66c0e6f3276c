#include "cli/remote_backup.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <ostream>
#include <thread>
#include <utility>

#include "apps/all.h"
#include "apps/shared/tables.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "cli/exit_code.h"

namespace norn::cli {
namespace {

using store::TableBackup;

constexpr std::chrono::milliseconds kEndpointPause{500};
// A backup takes DynamoDB seconds or minutes, a restore of much data hours.
constexpr std::chrono::hours kMaxBackupTime{1};
constexpr std::chrono::hours kMaxRestoreTime{24};

// Asks again and again until `is_done` or the time is over, which is kUnavailable with `late`.
Result<void> wait_for_endpoint(std::chrono::hours most, const std::string& late,
                               const std::function<Result<bool>()>& is_done) {
  const auto end = std::chrono::steady_clock::now() + most;
  while (true) {
    NORN_ASSIGN(const bool done, is_done());
    if (done) return {};
    if (std::chrono::steady_clock::now() > end) return fail(ErrorCode::kUnavailable, late);
    std::this_thread::sleep_for(kEndpointPause);
  }
}

// The backups of one name.
struct BackupSet {
  int64_t created_ms = 0;
  uint64_t bytes = 0;
  std::map<std::string, TableBackup> by_table;  // The newest of each.
};

// `backups` are sorted by their time.
std::map<std::string, BackupSet> sets_of(const std::vector<TableBackup>& backups) {
  std::map<std::string, BackupSet> sets;
  for (const TableBackup& backup : backups) {
    BackupSet& set = sets[backup.name];
    set.created_ms = std::max(set.created_ms, backup.created_ms);
    set.bytes += backup.table.size_bytes;
    set.by_table.insert_or_assign(backup.table.schema.name, backup);
  }
  return sets;
}

// The tables of Norn of which a set has no backup.
std::vector<std::string> missing_tables(const BackupSet& set, const std::string& prefix) {
  std::vector<std::string> missing;
  for (const apps::Table& table : apps::tables_of(apps::all_apps(), {.prefix = prefix})) {
    if (!set.by_table.contains(table.schema.table)) missing.push_back(table.schema.table);
  }
  return missing;
}

// "norn-20261118T151400Z"
std::string new_name(int64_t now_ms) {
  std::string time = timestamp_s(now_ms);
  std::erase_if(time, [](char character) { return character == '-' || character == ':'; });
  return "norn-" + time;
}

// Whether new_name makes such names: other tools back up tables under names of their own.
bool is_norns_name(std::string_view name) {
  constexpr std::string_view kForm = "norn-00000000T000000Z";
  return std::ranges::equal(name, kForm, [](char given, char form) {
    return form == '0' ? '0' <= given && given <= '9' : given == form;
  });
}

// The newest set that Norn has made and that has all tables; empty if there is none.
std::string newest_name(const std::map<std::string, BackupSet>& sets, const std::string& prefix) {
  std::string newest;
  for (const auto& [name, set] : sets) {  // The names are in the order of their times.
    if (is_norns_name(name) && missing_tables(set, prefix).empty()) newest = name;
  }
  return newest;
}

std::unexpected<Error> no_such_backup(std::string_view name) {
  return fail(ErrorCode::kResourceNotFound,
              name.empty() ? "There is no set of backups that norn backup create has made and that "
                             "has all of Norn's tables. norn backup list shows what there is."
                           : fmt::format("There are no backups of Norn's tables called {}.", name));
}

// The tables without a backup would be created empty, as if nothing had ever been in them.
Result<void> check_whole(std::string_view name, const std::vector<std::string>& missing) {
  if (missing.empty()) return {};
  return fail(ErrorCode::kConflict,
              fmt::format("The backups {} are not of all tables of Norn: {} {} missing, or not "
                          "complete yet. Nothing was restored. Choose another name (norn backup "
                          "list), or restore single tables with RestoreTableFromBackup.",
                          name, fmt::join(missing, ", "), missing.size() == 1 ? "is" : "are"));
}

std::vector<std::string> names_of_tables(const std::string& prefix) {
  std::vector<std::string> names;
  for (const apps::Table& table : apps::tables_of(apps::all_apps(), {.prefix = prefix})) {
    names.push_back(table.schema.table);
  }
  return names;
}

std::string text_of_second(int64_t second) {
  constexpr int64_t kMsOfSecond = 1000;
  return timestamp_s(second * kMsOfSecond);
}

struct CommonTimes {
  int64_t earliest_s = 0;
  int64_t latest_s = std::numeric_limits<int64_t>::max();
};

// The seconds to which all of the tables can be restored.
std::optional<CommonTimes> common_times(const std::vector<TableRecovery>& tables) {
  CommonTimes common;
  for (const auto& [table, status] : tables) {
    if (!status.earliest_s || !status.latest_s) return std::nullopt;
    common.earliest_s = std::max(common.earliest_s, *status.earliest_s);
    common.latest_s = std::min(common.latest_s, *status.latest_s);
  }
  if (tables.empty() || common.earliest_s > common.latest_s) return std::nullopt;
  return common;
}

std::vector<std::string> tables_without(const std::vector<TableRecovery>& tables) {
  std::vector<std::string> off;
  for (const auto& [table, status] : tables) {
    if (!status.enabled) off.push_back(table);
  }
  return off;
}

// The latest that all tables have, if none is asked for. One that only some have would be refused
// by the endpoint when the others are made already.
Result<int64_t> restorable_second(const std::vector<TableRecovery>& tables,
                                  std::optional<int64_t> asked_s) {
  const std::vector<std::string> off = tables_without(tables);
  if (off.size() == tables.size()) {
    return fail(ErrorCode::kConflict,
                "Continuous backups are off. Nothing was restored. Turn them on for the next time "
                "(norn backup continuous --on), and restore a backup (norn backup list).");
  }
  if (!off.empty()) {
    return fail(ErrorCode::kConflict,
                fmt::format("Continuous backups are off for {}. Nothing was restored. Turn them on "
                            "for the next time (norn backup continuous --on), and restore the "
                            "other tables one by one with --table, or a backup (norn backup "
                            "list).",
                            fmt::join(off, ", ")));
  }
  const auto common = common_times(tables);
  if (!common) {
    return fail(ErrorCode::kConflict,
                "There is no time yet to which all of Norn's tables can be restored. Nothing was "
                "restored. norn backup continuous --json shows the times of each; try again "
                "later, or restore single tables with --table.");
  }
  if (asked_s && (*asked_s < common->earliest_s || *asked_s > common->latest_s)) {
    return fail(ErrorCode::kValidation,
                fmt::format("All of Norn's tables can be restored to times from {} to {}, and not "
                            "to {}. Nothing was restored.",
                            text_of_second(common->earliest_s), text_of_second(common->latest_s),
                            text_of_second(*asked_s)));
  }
  return asked_s.value_or(common->latest_s);
}

std::string json_of_recovery(const std::vector<TableRecovery>& tables) {
  std::string json;
  ObjectWriter object(json);
  object.boolean("on", tables_without(tables).empty());
  if (const auto common = common_times(tables)) {
    object.text("earliest", text_of_second(common->earliest_s));
    object.text("latest", text_of_second(common->latest_s));
  }
  ListWriter list(object.key("tables"));
  for (const auto& [table, status] : tables) {
    ObjectWriter one(list.next());
    one.text("table", table);
    one.boolean("on", status.enabled);
    if (status.enabled) one.integer("days", status.recovery_days);
    if (status.earliest_s) one.text("earliest", text_of_second(*status.earliest_s));
    if (status.latest_s) one.text("latest", text_of_second(*status.latest_s));
    one.close();
  }
  list.close();
  object.close();
  return json;
}

std::string text_of_recovery(const std::vector<TableRecovery>& tables) {
  const std::vector<std::string> off = tables_without(tables);
  if (off.size() == tables.size()) return "Continuous backups are off.\n";
  if (!off.empty()) {
    return fmt::format("Continuous backups are on for {} of {} tables, and off for {}.\n",
                       tables.size() - off.size(), tables.size(), fmt::join(off, ", "));
  }
  const auto [least, most] = std::ranges::minmax(
      tables, {}, [](const TableRecovery& one) { return one.status.recovery_days; });
  const int least_days = least.status.recovery_days;
  const int most_days = most.status.recovery_days;
  std::string text = fmt::format(
      "Continuous backups are on for {}, and go back {} days.\n",
      tables.size() == 1 ? tables.front().table : fmt::format("{} tables", tables.size()),
      least_days == most_days ? fmt::to_string(most_days)
                              : fmt::format("{} to {}", least_days, most_days));
  const auto common = common_times(tables);
  text += common ? fmt::format("Every second from {} to {} can be restored.\n",
                               text_of_second(common->earliest_s), text_of_second(common->latest_s))
                 : "Nothing can be restored yet.\n";
  return text;
}

}  // namespace

void show_restored_table(Console& console, bool json, std::string_view table,
                         std::string_view new_name) {
  if (!json) {
    console.out << fmt::format("The table {} is restored as {}.\n", table, new_name);
    return;
  }
  std::string text;
  ObjectWriter object(text);
  object.text("table", table);
  object.text("as", new_name);
  object.close();
  console.out << text << "\n";
}

Result<std::unique_ptr<RemoteBackups>> RemoteBackups::open(const DataOptions& options,
                                                           Console& console, bool json) {
  NORN_ASSIGN(Data data, open_data(options, console.clock));
  announce_store(console, data.location);
  return std::unique_ptr<RemoteBackups>(
      new RemoteBackups(std::move(data), options.table_prefix, console, json));
}

RemoteBackups::RemoteBackups(Data data, std::string table_prefix, Console& console, bool json)
    : data_(std::move(data)),
      prefix_(std::move(table_prefix)),
      console_(console),
      json_(json),
      backups_(data_.remote->client()),
      continuous_(data_.remote->client()) {}

Result<void> RemoteBackups::wait_until_complete(const TableBackup& backup) {
  return wait_for_endpoint(kMaxBackupTime,
                           fmt::format("The backup {} is still not complete after {} hour.",
                                       backup.arn, kMaxBackupTime.count()),
                           [&]() -> Result<bool> {
                             NORN_ASSIGN(const TableBackup now, backups_.describe(backup.arn));
                             return now.is_complete;
                           });
}

Result<void> RemoteBackups::wait_until_active(const std::string& table) {
  return wait_for_endpoint(kMaxRestoreTime,
                           fmt::format("The table {} is still not restored after {} hours.", table,
                                       kMaxRestoreTime.count()),
                           [&]() -> Result<bool> {
                             NORN_ASSIGN(const auto now, data_.remote->describe_table(table));
                             return now.status == store::TableStatus::kActive;
                           });
}

Result<std::vector<TableBackup>> RemoteBackups::complete_ones() {
  NORN_ASSIGN(std::vector<TableBackup> all, backups_.list());
  const auto tables = apps::tables_of(apps::all_apps(), {.prefix = prefix_});
  std::erase_if(all, [&](const TableBackup& one) {
    const bool is_ours = std::ranges::any_of(tables, [&](const apps::Table& table) {
      return table.schema.table == one.table.schema.name;
    });
    return !is_ours || !one.is_complete;
  });
  std::ranges::sort(all, {}, &TableBackup::created_ms);
  return all;
}

Result<void> RemoteBackups::create_all(const std::string& name, std::vector<TableBackup>& made) {
  for (const apps::Table& table : apps::tables_of(apps::all_apps(), {.prefix = prefix_})) {
    NORN_ASSIGN(TableBackup backup, backups_.create(table.schema.table, name));
    made.push_back(std::move(backup));
  }
  for (const TableBackup& backup : made) NORN_TRY(wait_until_complete(backup));
  return {};
}

void RemoteBackups::delete_all(const std::vector<TableBackup>& made) {
  for (const TableBackup& backup : made) {
    // One that is being made cannot be deleted yet.
    const auto complete = wait_until_complete(backup);
    if (complete && backups_.remove(backup.arn)) continue;
    if (!complete && complete.error().code == ErrorCode::kResourceNotFound) continue;
    console_.err << fmt::format("{} is left over, and cannot be deleted at the moment.\n",
                                backup.arn);
  }
}

Result<int> RemoteBackups::create() {
  const std::string name = new_name(console_.clock.now_ms());
  std::vector<TableBackup> made;
  if (auto created = create_all(name, made); !created) {
    delete_all(made);
    return std::unexpected(std::move(created).error());
  }
  if (!json_) {
    console_.out << fmt::format("The backups {} of {} tables are in {}.\n", name, made.size(),
                                data_.location);
    return kExitOk;
  }
  std::string json;
  ObjectWriter object(json);
  object.text("name", name);
  ListWriter list(object.key("backups"));
  for (const TableBackup& backup : made) {
    ObjectWriter one(list.next());
    one.text("table", backup.table.schema.name);
    one.text("arn", backup.arn);
    one.close();
  }
  list.close();
  object.close();
  console_.out << json << "\n";
  return kExitOk;
}

Result<int> RemoteBackups::list() {
  NORN_ASSIGN(const auto all, complete_ones());
  std::string json;
  ObjectWriter object(json);
  ListWriter list(object.key("backups"));
  for (const auto& [name, set] : sets_of(all)) {
    ObjectWriter one(list.next());
    one.text("name", name);
    one.integer("createdMs", set.created_ms);
    one.integer("tables", static_cast<int64_t>(set.by_table.size()));
    one.integer("bytes", static_cast<int64_t>(set.bytes));
    const std::vector<std::string> missing = missing_tables(set, prefix_);
    if (!missing.empty()) {
      ListWriter names(one.key("missing"));
      for (const std::string& table : missing) append_json_string(names.next(), table);
      names.close();
    }
    one.close();
    if (json_) continue;
    console_.out << fmt::format(
        "{}  {}  {} tables  {} bytes{}\n", name, timestamp_s(set.created_ms), set.by_table.size(),
        set.bytes, missing.empty() ? "" : fmt::format("  without {}", fmt::join(missing, ", ")));
  }
  list.close();
  object.close();
  if (json_) console_.out << json << "\n";
  return kExitOk;
}

Result<int> RemoteBackups::restore(const std::string& given, const std::string& new_prefix) {
  NORN_ASSIGN(const auto all, complete_ones());
  const std::map<std::string, BackupSet> sets = sets_of(all);
  const std::string name = given.empty() ? newest_name(sets, prefix_) : given;
  const auto set = sets.find(name);
  if (set == sets.end()) return no_such_backup(given);
  NORN_TRY(check_whole(name, missing_tables(set->second, prefix_)));
  std::vector<std::string> made;
  for (const auto& [table, backup] : set->second.by_table) {
    store::RestoreTableRequest request;
    request.backup_arn = backup.arn;
    request.target = new_prefix + table.substr(prefix_.size());
    NORN_TRY(backups_.restore(request));
    made.push_back(request.target);
  }
  for (const std::string& table : made) NORN_TRY(wait_until_active(table));
  // Streams and expiry are not a part of a backup.
  NORN_TRY(apps::ensure_tables(*data_.remote,
                               apps::tables_of(apps::all_apps(), {.prefix = new_prefix})));
  if (json_) {
    std::string json;
    ObjectWriter object(json);
    object.text("name", name);
    object.text("tablePrefix", new_prefix);
    object.integer("tables", static_cast<int64_t>(made.size()));
    object.close();
    console_.out << json << "\n";
    return kExitOk;
  }
  console_.out << fmt::format(
      "The backups {} are restored into {} tables. Start norn with "
      "--table-prefix {} to use them.\n",
      name, made.size(), new_prefix);
  return kExitOk;
}

Result<int> RemoteBackups::remove(const std::vector<std::string>& names, bool is_forced) {
  NORN_ASSIGN(const auto all, complete_ones());
  std::vector<std::string> arns;
  for (const std::string& name : names) {
    const size_t before = arns.size();
    for (const TableBackup& backup : all) {
      if (backup.name == name) arns.push_back(backup.arn);
    }
    if (arns.size() == before) return no_such_backup(name);
  }
  NORN_TRY(ask_to_destroy(
      console_, is_forced,
      fmt::format("Delete the backups {} of {} tables?", fmt::join(names, ", "), arns.size())));
  for (const std::string& arn : arns) NORN_TRY(backups_.remove(arn));
  console_.out << (json_ ? fmt::format("{{\"deleted\":{}}}\n", arns.size())
                         : fmt::format("Deleted the backups of {} tables.\n", arns.size()));
  return kExitOk;
}

Result<std::vector<TableRecovery>> RemoteBackups::recovery_of(
    const std::vector<std::string>& tables) {
  std::vector<TableRecovery> all;
  for (const std::string& table : tables) {
    NORN_ASSIGN(const auto status, continuous_.describe(table));
    all.push_back({.table = table, .status = status});
  }
  return all;
}

void RemoteBackups::show(const std::vector<TableRecovery>& tables) {
  console_.out << (json_ ? json_of_recovery(tables) + "\n" : text_of_recovery(tables));
}

Result<int> RemoteBackups::show_continuous(const std::string& table) {
  NORN_ASSIGN(const auto tables,
              recovery_of(table.empty() ? names_of_tables(prefix_) : std::vector{table}));
  show(tables);
  return kExitOk;
}

Result<int> RemoteBackups::turn_continuous(bool on, std::optional<int> days,
                                           const std::string& table, bool is_forced) {
  // A table that is missing is found before the first is changed.
  NORN_ASSIGN(auto tables,
              recovery_of(table.empty() ? names_of_tables(prefix_) : std::vector{table}));
  NORN_TRY(
      ask_to_destroy(console_, on || is_forced,
                     "Turn continuous backups off, and give up the times that could be restored?"));
  for (TableRecovery& one : tables) {
    store::UpdateContinuousBackupsRequest request;
    request.table = one.table;
    request.enabled = on;
    request.recovery_days = days;
    auto status = continuous_.update(request);
    if (!status) {
      if (one.table != tables.front().table) {
        console_.err << fmt::format(
            "The tables before {} were changed already. Repeat the command for the others.\n",
            one.table);
      }
      return std::unexpected(std::move(status).error());
    }
    one.status = *status;
  }
  show(tables);
  return kExitOk;
}

Result<void> RemoteBackups::restore_into(
    const std::vector<store::RestoreTableToTimeRequest>& requests) {
  for (const store::RestoreTableToTimeRequest& request : requests) {
    const auto there = data_.remote->describe_table(request.as.target);
    if (there) {
      return fail(
          ErrorCode::kResourceInUse,
          fmt::format("Table already exists: {}. Nothing was restored. Choose another name, "
                      "or delete it.",
                      request.as.target));
    }
    if (there.error().code != ErrorCode::kResourceNotFound) return std::unexpected(there.error());
  }
  std::vector<std::string> made;
  for (const store::RestoreTableToTimeRequest& request : requests) {
    auto restored = continuous_.restore(request);
    if (!restored) {
      for (const std::string& table : made) {
        console_.err << fmt::format("The table {} was made already, and is left over.\n", table);
      }
      return std::unexpected(std::move(restored).error());
    }
    made.push_back(request.as.target);
  }
  for (const std::string& table : made) NORN_TRY(wait_until_active(table));
  return {};
}

Result<int> RemoteBackups::restore_at(std::optional<int64_t> time_s,
                                      const std::string& new_prefix) {
  NORN_ASSIGN(const auto tables, recovery_of(names_of_tables(prefix_)));
  NORN_ASSIGN(const int64_t second, restorable_second(tables, time_s));
  std::vector<store::RestoreTableToTimeRequest> requests;
  for (const auto& [table, status] : tables) {
    store::RestoreTableToTimeRequest& request = requests.emplace_back();
    request.source = table;
    request.time_s = second;
    request.as.target = new_prefix + table.substr(prefix_.size());
  }
  NORN_TRY(restore_into(requests));
  // Streams and expiry are not restored.
  NORN_TRY(apps::ensure_tables(*data_.remote,
                               apps::tables_of(apps::all_apps(), {.prefix = new_prefix})));
  const std::string time = text_of_second(second);
  if (!json_) {
    console_.out << fmt::format(
        "{} tables are restored as they were at {}. Start norn with --table-prefix {} to use "
        "them.\n",
        requests.size(), time, new_prefix);
    return kExitOk;
  }
  std::string json;
  ObjectWriter object(json);
  object.text("at", time);
  object.text("tablePrefix", new_prefix);
  object.integer("tables", static_cast<int64_t>(requests.size()));
  object.close();
  console_.out << json << "\n";
  return kExitOk;
}

Result<int> RemoteBackups::restore_table_at(std::optional<int64_t> time_s, const std::string& table,
                                            const std::string& new_name) {
  store::RestoreTableToTimeRequest request;
  request.source = table;
  request.time_s = time_s;
  request.as.target = new_name;
  NORN_TRY(restore_into({request}));
  show_restored_table(console_, json_, table, new_name);
  return kExitOk;
}

}  // namespace norn::cli
