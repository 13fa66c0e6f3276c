#include "apps/reminders/render.h"

#include <fmt/format.h>

#include <iterator>

#include "apps/agenda/render.h"
#include "base/json_writer.h"
#include "base/time_text.h"

namespace norn::reminders {
namespace {

void append_minutes(std::string& out, const Minutes& minutes) {
  ListWriter list(out);
  for (const int64_t one : minutes) fmt::format_to(std::back_inserter(list.next()), "{}", one);
  list.close();
}

}  // namespace

void append_json(std::string& out, const ListedReminder& listed) {
  ObjectWriter object(out);
  object.text("id", listed.id());
  object.text("dueAt", timestamp_s(listed.reminder.due_s * 1'000));
  object.integer("minutes", listed.reminder.minutes);
  if (listed.snoozed_until_s) {
    object.text("snoozedUntil", timestamp_s(*listed.snoozed_until_s * 1'000));
  }
  agenda::append_json(object.key("item"), listed.reminder.item);
  object.close();
}

void append_json(std::string& out, const Settings& settings) {
  ObjectWriter object(out);
  object.boolean("events", settings.of_events);
  ObjectWriter kinds(object.key("kinds"));
  for (size_t i = 0; i < agenda::kKindCount; ++i) {
    const auto kind = static_cast<agenda::Kind>(i);
    if (!kKindsWithSetting.has(kind)) continue;
    const auto found = settings.of_kinds.find(kind);
    append_minutes(kinds.key(agenda::to_text(kind)),
                   found == settings.of_kinds.end() ? Minutes() : found->second);
  }
  kinds.close();
  object.text("dayTime",
              fmt::format("{:02}:{:02}", settings.day_minutes / 60, settings.day_minutes % 60));
  ListWriter overrides(object.key("overrides"));
  for (const auto& [name, minutes] : settings.overrides) {
    const size_t slash = name.find('/');
    ObjectWriter one(overrides.next());
    one.text("owner", name.substr(0, slash));
    if (slash != std::string::npos) one.text("thingId", name.substr(slash + 1));
    append_minutes(one.key("minutes"), minutes);
    one.close();
  }
  overrides.close();
  object.close();
}

}  // namespace norn::reminders
