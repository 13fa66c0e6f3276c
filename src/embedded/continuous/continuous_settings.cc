#include "embedded/continuous/continuous_settings.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <string_view>
#include <system_error>

#include "base/json_writer.h"
#include "embedded/backup/durable_file.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

fs::path continuous_settings_path(const fs::path& data) {
  return data / "continuous_backups.json";
}

bool is_period(int64_t days) {
  return days >= 1 && days <= store::kMaxRecoveryDays;
}

bool read_table_settings(simdjson::dom::element element, ContinuousSettings& settings) {
  std::string_view id;
  int64_t since_ms = 0;
  int64_t days = 0;
  if (element["id"].get(id) != simdjson::SUCCESS ||
      element["sinceMs"].get(since_ms) != simdjson::SUCCESS ||
      element["days"].get(days) != simdjson::SUCCESS || !is_period(days)) {
    return false;
  }
  settings.tables.push_back(
      {.id = std::string(id), .since_ms = since_ms, .days = static_cast<int>(days)});
  return true;
}

bool read_all_settings(simdjson::dom::element root, ContinuousSettings& settings) {
  std::string_view folder;
  if (root["to"].get(folder) != simdjson::SUCCESS) return false;
  settings.folder = folder;
  if (!settings.folder.is_absolute()) return false;
  simdjson::dom::object whole;
  if (root["store"].get(whole) == simdjson::SUCCESS) {
    int64_t since_ms = 0;
    int64_t days = 0;
    if (whole["sinceMs"].get(since_ms) != simdjson::SUCCESS ||
        whole["days"].get(days) != simdjson::SUCCESS || !is_period(days)) {
      return false;
    }
    settings.store_since_ms = since_ms;
    settings.store_days = static_cast<int>(days);
  }
  simdjson::dom::array tables;
  if (root["tables"].get(tables) != simdjson::SUCCESS) return false;
  return std::ranges::all_of(
      tables, [&](simdjson::dom::element one) { return read_table_settings(one, settings); });
}

}  // namespace

int ContinuousSettings::days() const {
  int most = store_since_ms ? store_days : 1;
  for (const ContinuousTable& table : tables) most = std::max(most, table.days);
  return most;
}

Result<ContinuousSettings> read_continuous_settings(const fs::path& data) {
  const fs::path file = continuous_settings_path(data);
  std::error_code error;
  if (!fs::exists(file, error)) return ContinuousSettings{};
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  ContinuousSettings settings;
  if (parser.load(file.string()).get(root) != simdjson::SUCCESS || !root.is_object() ||
      !read_all_settings(root, settings)) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("The file {} is not a setting of continuous backups. Remove it, and "
                            "turn them on again with norn backup continuous --on.",
                            file.string()));
  }
  return settings;
}

Result<void> write_continuous_settings(const fs::path& data, const ContinuousSettings& settings) {
  if (!settings.is_on()) return remove_file(continuous_settings_path(data));
  std::string json;
  ObjectWriter object(json);
  object.text("to", settings.folder.string());
  if (settings.store_since_ms) {
    ObjectWriter whole(object.key("store"));
    whole.integer("sinceMs", *settings.store_since_ms);
    whole.integer("days", settings.store_days);
    whole.close();
  }
  ListWriter tables(object.key("tables"));
  for (const ContinuousTable& table : settings.tables) {
    ObjectWriter one(tables.next());
    one.text("id", table.id);
    one.integer("sinceMs", table.since_ms);
    one.integer("days", table.days);
    one.close();
  }
  tables.close();
  object.close();
  json.push_back('\n');
  return write_file_durably(continuous_settings_path(data), json);
}

Result<void> copy_continuous_settings(const fs::path& from, const fs::path& to) {
  return copy_file_durably(continuous_settings_path(from), continuous_settings_path(to));
}

}  // namespace norn::embedded
