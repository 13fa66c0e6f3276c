#include "apps/calendars/routes/routes_entry_input.h"

#include <fmt/format.h>

#include <utility>

#include "apps/calendars/routes/routes_parts.h"
#include "base/faults.h"

namespace norn::calendars {
namespace {

constexpr rest::TextRule kTitle{1, 500, false};
constexpr rest::TextRule kEntryDescription{0, 10'000, true};
constexpr rest::TextRule kLocation{0, 500, false};

Result<Date> date_member(rest::JsonInput& object, std::string_view name) {
  NORN_ASSIGN(const std::string text, object.text(name));
  return read_date(text, object.path_of(name));
}

// "09:00:00", and also "09:00".
Result<std::string> time_member(rest::JsonInput& object, std::string_view name) {
  constexpr size_t kWithoutSeconds = 5;
  NORN_ASSIGN(std::string text, object.text(name));
  if (text.size() == kWithoutSeconds) text.append(":00");
  if (!parse_time_of_day_s(text)) {
    return invalid(object.path_of(name), "This must be a time of day, as in \"09:00\".");
  }
  return text;
}

Result<Kind> read_kind(rest::JsonInput& body) {
  NORN_ASSIGN(rest::JsonInput object, body.object("kind"));
  NORN_ASSIGN(const std::string type,
              object.choice("type", {"MultiDay", "AllDay", "Timed", "Task"}));
  Kind kind = AllDay{};
  if (type == "MultiDay") {
    MultiDay days;
    NORN_ASSIGN(days.start, date_member(object, "start"));
    NORN_ASSIGN(days.end, date_member(object, "end"));
    kind = days;
  } else if (type == "Timed") {
    Timed times;
    NORN_ASSIGN(times.start, time_member(object, "start"));
    NORN_ASSIGN(times.end, time_member(object, "end"));
    kind = std::move(times);
  } else if (type == "Task") {
    NORN_ASSIGN(const auto completed, object.optional_boolean("completed"));
    kind = Task{completed.value_or(false)};
  }
  NORN_TRY(object.finish());
  return kind;
}

// The day that is said by itself and the one that a MultiDay kind begins with are the same.
Result<std::optional<Date>> read_first_day(rest::JsonInput& body, const Kind* kind) {
  std::optional<Date> date;
  if (body.has("date")) {
    NORN_ASSIGN(date, date_member(body, "date"));
  }
  const auto* days = kind == nullptr ? nullptr : std::get_if<MultiDay>(kind);
  if (days == nullptr) return date;
  if (date && *date != days->start) {
    return invalid("date", fmt::format("The date must be the day on which the entry starts, {}; or "
                                       "leave it out.",
                                       date_text(days->start)));
  }
  return days->start;
}

}  // namespace

Result<EntryInput> read_entry(rest::JsonInput& body) {
  EntryInput input;
  NORN_ASSIGN(input.title, body.text("title", kTitle));
  NORN_ASSIGN(input.description, read_note(body, "description", kEntryDescription));
  NORN_ASSIGN(input.location, read_note(body, "location", kLocation));
  if (body.has("color") && !body.is_null("color")) {
    NORN_ASSIGN(input.color, read_color(body, "color"));
  }
  NORN_ASSIGN(input.kind, read_kind(body));
  NORN_ASSIGN(const auto date, read_first_day(body, &input.kind));
  if (!date) return invalid("date", "Say the date of the entry, as in \"2024-01-15\".");
  input.date = *date;
  NORN_TRY(body.finish());
  return input;
}

Result<EntryPatch> read_entry_patch(rest::JsonInput& body) {
  EntryPatch patch;
  if (body.has("title")) {
    NORN_ASSIGN(patch.title, body.text("title", kTitle));
  }
  if (body.has("description")) {
    NORN_ASSIGN(patch.description, read_note(body, "description", kEntryDescription));
  }
  if (body.has("location")) {
    NORN_ASSIGN(patch.location, read_note(body, "location", kLocation));
  }
  if (body.has("color")) {
    NORN_ASSIGN(patch.color, read_color(body, "color"));
  }
  if (body.has("kind")) {
    NORN_ASSIGN(patch.kind, read_kind(body));
  }
  NORN_ASSIGN(patch.date, read_first_day(body, patch.kind ? &*patch.kind : nullptr));
  if (body.has("calendarId")) {
    NORN_ASSIGN(patch.calendar_id, body.text("calendarId"));
  }
  NORN_TRY(body.finish());
  return patch;
}

}  // namespace norn::calendars
