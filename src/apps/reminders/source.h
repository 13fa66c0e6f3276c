#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/agenda/item.h"
#include "apps/reminders/settings.h"
#include "base/error.h"
#include "ical/time_zone.h"

// How an app tells of reminders that its things have themselves.
namespace norn::reminders {

// What a person is reminded of, and when.
struct Reminder {
  agenda::Item item = {};
  int64_t minutes = 0;  // Before the start; of whole days before the time of day of the settings.
  int64_t due_s = 0;    // An instant.
};

// What a reminder is of.
struct ReminderId {
  std::string app = {};
  agenda::Kind kind = agenda::Kind::kEvent;
  std::string owner_id = {};
  std::string thing_id = {};
  // "2026-11-17", the first day of something that is found by its day; empty for events that say
  // themselves when they remind.
  std::string day = {};
  int64_t minutes = 0;

  static ReminderId of(const Reminder& reminder);
  // Letters, digits, _ and -.
  std::string text() const;
};
// Nullopt for other texts than those that `text` makes, so that they never become keys.
std::optional<ReminderId> parse_reminder_id(std::string_view text);

// For whom, and when: due in [from, to).
struct Query {
  int64_t from_s = 0;
  int64_t to_s = 0;
  ical::TimeZone zone = ical::TimeZone::utc();  // The person's.
  Settings settings = {};
};

struct Part {
  std::vector<Reminder> reminders = {};
  // What they were read from, in the words of the app's AgendaSource::watched.
  std::vector<std::string> owners = {};
};

// Over the app's own service, so that who may see what is decided where it always is. Everything
// that has no reminders of its own needs no source: the agenda has it, and the settings of its kind
// say when. May block; safe from any thread.
class ReminderSource {
 public:
  virtual ~ReminderSource() = default;

  virtual std::string app() const = 0;  // As in its AgendaSource.
  virtual Result<Part> due(const std::string& user_id, const Query& query) = 0;
  // The reminder as it is now, whenever it is due; nullopt if the person has none.
  virtual Result<std::optional<Reminder>> find(const std::string& user_id, const ReminderId& id,
                                               const Query& query) = 0;
  // The name under which a person's own minutes are kept for something shared, or for one thing in
  // it: "calendar:<id>", "calendar:<id>/<series>". Nullopt if there is nothing of that name, or the
  // person may not see it.
  virtual Result<std::optional<std::string>> override_name(const std::string& /*user_id*/,
                                                           const std::string& /*owner*/,
                                                           const std::string& /*thing_id*/) {
    return std::nullopt;
  }
};

}  // namespace norn::reminders
