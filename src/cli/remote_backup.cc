#include "cli/remote_backup.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <ostream>
#include <thread>
#include <utility>

#include "apps/all.h"
#include "apps/shared/tables.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "cli/exit_code.h"

namespace norn::cli {
namespace {

using store::TableBackup;

constexpr std::chrono::milliseconds kEndpointPause{500};

// The backups of one name.
struct BackupSet {
  int64_t created_ms = 0;
  size_t tables = 0;
  uint64_t bytes = 0;
};

std::map<std::string, BackupSet> sets_of(const std::vector<TableBackup>& backups) {
  std::map<std::string, BackupSet> sets;
  for (const TableBackup& backup : backups) {
    BackupSet& set = sets[backup.name];
    set.created_ms = std::max(set.created_ms, backup.created_ms);
    ++set.tables;
    set.bytes += backup.table.size_bytes;
  }
  return sets;
}

// "norn-20261118T151400Z"
std::string new_name(int64_t now_ms) {
  std::string time = timestamp_s(now_ms);
  std::erase_if(time, [](char character) { return character == '-' || character == ':'; });
  return "norn-" + time;
}

std::string newest_name(const std::vector<TableBackup>& backups) {
  const auto newest = std::ranges::max_element(backups, {}, &TableBackup::created_ms);
  return newest == backups.end() ? "" : newest->name;
}

std::unexpected<Error> no_such_backup(std::string_view name) {
  return fail(ErrorCode::kResourceNotFound,
              name.empty() ? "There are no backups of Norn's tables."
                           : fmt::format("There are no backups of Norn's tables called {}.", name));
}

}  // namespace

Result<std::unique_ptr<RemoteBackups>> RemoteBackups::open(const DataOptions& options,
                                                           Console& console, bool json) {
  NORN_ASSIGN(Data data, open_data(options, console.clock));
  return std::unique_ptr<RemoteBackups>(
      new RemoteBackups(std::move(data), options.table_prefix, console, json));
}

RemoteBackups::RemoteBackups(Data data, std::string table_prefix, Console& console, bool json)
    : data_(std::move(data)),
      prefix_(std::move(table_prefix)),
      console_(console),
      json_(json),
      backups_(data_.remote->client()) {}

Result<void> RemoteBackups::wait_until_complete(const TableBackup& backup) {
  while (true) {
    NORN_ASSIGN(const TableBackup now, backups_.describe(backup.arn));
    if (now.is_complete) return {};
    std::this_thread::sleep_for(kEndpointPause);
  }
}

Result<void> RemoteBackups::wait_until_active(const std::string& table) {
  while (true) {
    NORN_ASSIGN(const auto now, data_.remote->describe_table(table));
    if (now.status == store::TableStatus::kActive) return {};
    std::this_thread::sleep_for(kEndpointPause);
  }
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

Result<int> RemoteBackups::create() {
  announce_store(console_, data_.location, StoreAccess::kReads);
  const std::string name = new_name(console_.clock.now_ms());
  std::vector<TableBackup> made;
  for (const apps::Table& table : apps::tables_of(apps::all_apps(), {.prefix = prefix_})) {
    NORN_ASSIGN(TableBackup backup, backups_.create(table.schema.table, name));
    made.push_back(std::move(backup));
  }
  for (const TableBackup& backup : made) NORN_TRY(wait_until_complete(backup));
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
    one.integer("tables", static_cast<int64_t>(set.tables));
    one.integer("bytes", static_cast<int64_t>(set.bytes));
    one.close();
    if (json_) continue;
    console_.out << fmt::format("{}  {}  {} tables  {} bytes\n", name, timestamp_s(set.created_ms),
                                set.tables, set.bytes);
  }
  list.close();
  object.close();
  if (json_) console_.out << json << "\n";
  return kExitOk;
}

Result<int> RemoteBackups::restore(const std::string& given, const std::string& new_prefix) {
  NORN_ASSIGN(const auto all, complete_ones());
  const std::string name = given.empty() ? newest_name(all) : given;
  announce_store(console_, data_.location, StoreAccess::kWrites);
  std::vector<std::string> made;
  for (const TableBackup& backup : all) {
    if (backup.name != name) continue;
    store::RestoreTableRequest request;
    request.backup_arn = backup.arn;
    request.target = new_prefix + backup.table.schema.name.substr(prefix_.size());
    NORN_TRY(backups_.restore(request));
    made.push_back(request.target);
  }
  if (made.empty()) return no_such_backup(given);
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

Result<int> RemoteBackups::remove(const std::vector<std::string>& names) {
  NORN_ASSIGN(const auto all, complete_ones());
  announce_store(console_, data_.location, StoreAccess::kWrites);
  size_t deleted = 0;
  for (const std::string& name : names) {
    const size_t before = deleted;
    for (const TableBackup& backup : all) {
      if (backup.name != name) continue;
      NORN_TRY(backups_.remove(backup.arn));
      ++deleted;
    }
    if (deleted == before) return no_such_backup(name);
  }
  console_.out << (json_ ? fmt::format("{{\"deleted\":{}}}\n", deleted)
                         : fmt::format("Deleted the backups of {} tables.\n", deleted));
  return kExitOk;
}

}  // namespace norn::cli
