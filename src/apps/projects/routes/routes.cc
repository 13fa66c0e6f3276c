#include "apps/projects/routes/routes.h"

#include <utility>

#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"

namespace norn::projects {

void add_routes(rest::Api& api, const Parts& parts) {
  add_project_routes(api, parts);
  add_task_routes(api, parts);
  add_task_change_routes(api, parts);
  add_task_part_routes(api, parts);
  add_event_routes(api, parts);
  add_activity_routes(api, parts);
  add_bin_routes(api, parts);
  add_notification_routes(api, parts);
  add_statistics_routes(api, parts);
  add_exchange_routes(api, parts);
}

void board_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  for (const auto& image : {record.old_image, record.new_image}) {
    if (!image) continue;
    std::string key = apps::text_of(*image, "PK");
    if (key.starts_with(keys::kTaskPrefix)) {
      // A task that does not name its project is on the boards that have a relation to it, which
      // nobody looks up here: see `list_board`.
      owners.push_back(keys::project(apps::text_of(*image, "projectId")));
    } else if (key.starts_with(keys::kProjectPrefix)) {
      owners.push_back(std::move(key));
    }
  }
}

Result<std::string> project_of(const rest::Call& call) {
  return id_of(call, "projectId", kProjectNotFound);
}

Result<std::string> task_of(const rest::Call& call) {
  return id_of(call, "taskId", kTaskNotFound);
}

std::string filled_in(std::string schema) {
  return apps::filled_in(std::move(schema),
                         {{"$TIME", kTimeSchema},
                          {"$NULLABLE_TIME", kNullableTimeSchema},
                          {"$ID", R"({"type":"string"})"},
                          {"$NULLABLE_ID", R"({"type":["string","null"]})"},
                          {"$COLOR", R"({"$ref":"#/components/schemas/Color"})"}});
}

Result<std::optional<std::string>> optional_text(rest::JsonInput& body, std::string_view name,
                                                 const rest::TextRule& rule) {
  NORN_ASSIGN(std::optional<std::string> text, body.optional_text(name, rule));
  if (text && text->empty()) text.reset();
  return text;
}

Result<std::string> time_member(rest::JsonInput& body, std::string_view name,
                                std::string_view time_of_day) {
  NORN_ASSIGN(const std::string text, body.text(name));
  if (parse_date(text)) return text + std::string(time_of_day);
  auto time = whole_seconds(text);
  if (!time) return invalid(body.path_of(name), apps::kUtcForm);
  return *std::move(time);
}

Result<std::optional<std::string>> optional_time(rest::JsonInput& body, std::string_view name,
                                                 std::string_view time_of_day) {
  if (!body.has(name) || body.is_null(name)) {
    NORN_TRY(body.optional_text(name));
    return std::nullopt;
  }
  NORN_ASSIGN(std::string time, time_member(body, name, time_of_day));
  return time;
}

Result<ical::TimeZone> zone_of(const rest::Call& call) {
  const auto name = call.query("timeZone");
  if (!name) return ical::TimeZone::utc();
  auto zone = ical::TimeZone::find(*name);
  if (!zone) return invalid("timeZone", apps::kTimeZoneUnknown(*name));
  return zone;
}

rest::Parameter zone_parameter() {
  return {.name = "timeZone",
          .description =
              "In which days are meant: an IANA name, as \"Europe/London\". "
              "Default: UTC."};
}

std::vector<rest::Parameter> page_parameters() {
  return {{.name = "limit",
           .description = "How many at most.",
           .schema = R"({"type":"integer","minimum":1,"maximum":)" +
                     std::to_string(kMaxPageEntries) + "}"},
          {.name = "cursor", .description = "`next` of the page before."}};
}

std::string person_of(const rest::Call& call, const std::string& text) {
  return text == "me" ? call.caller().user_id : text;
}

}  // namespace norn::projects
