#include <string>

#include "apps/planner/routes/routes_parts.h"

// What goes in, as JSON Schema.
namespace norn::planner {
namespace {

constexpr std::string_view kEventMembers = R"(
      "title":{"type":"string","minLength":1,"maxLength":500},
      "description":{"type":["string","null"],"description":"At most 10 KB."},
      "location":{"type":["string","null"],"maxLength":500},
      "color":{"type":["string","null"],"pattern":"^#[0-9A-Fa-f]{6}$"},
      "status":{"$ref":"#/components/schemas/PlannerStatus"},
      "tags":{"type":"array","maxItems":20,
        "items":{"type":"string","minLength":1,"maxLength":50}},
      "reminderMinutes":{"type":"array","maxItems":10,
        "items":{"type":"integer","minimum":0,"maximum":40320},
        "description":
        "Minutes before the start. Left out: those of your preferences; none when it is all-day."},
      "links":{"type":"array","maxItems":10,
        "items":{"$ref":"#/components/schemas/PlannerLink"}},
      "ttl":{"type":["integer","null"],"description":
        "When it goes by itself, in seconds since 1970."},
      "isAllDay":{"type":"boolean","description":
        "With startDate and endDate; otherwise it has start and end."},
      "startDate":{"type":"string","format":"date","description":"Of an all-day event."},
      "endDate":{"type":"string","format":"date","description":
        "The day after the last. Left out: it is one day."},
      "start":{"type":"string","description":
        "By the clocks of startTzid, as in 2025-12-15T09:00."},
      "end":{"type":["string","null"],"description":
        "By the clocks of endTzid, or of startTzid. Null, or left out when new: a moment."},
      "startTzid":{"type":["string","null"],"description":
        "An IANA name. Left out: yours. Null: wherever one is."},
      "endTzid":{"type":["string","null"],"description":"When it ends in another zone."},
      "rrule":{"type":["string","null"],"description":"RFC 5545, as in FREQ=WEEKLY;BYDAY=MO."},
      "rruleUntil":{"type":["string","null"],"description":
        "No occurrence starts after it: a time in UTC, on the wall when it is all-day or floats."},
      "exdate":{"type":"array","maxItems":1000,"items":{"type":"string"},
        "description":
        "Days without an occurrence, as in 20251225, or such times, as in 20251225T150000Z."},
      "rdate":{"type":"array","maxItems":1000,"items":{"type":"string"},
        "description":"Further days, as in 20251224, or times, as in 20251224T150000Z/PT2H."})";

constexpr std::string_view kPreferences = R"(
      "defaultTzid":{"type":"string","description":"An IANA name."},
      "weekStart":{"type":"integer","enum":[0,1],"description":"0 is Sunday, 1 Monday."},
      "defaultEventDuration":{"type":"integer","enum":[15,30,45,60],
        "description":"Minutes; what pages give a new event."},
      "defaultCalendarIncrement":{"type":"integer","enum":[10,15,30,60],
        "description":"Minutes between the lines of a day on a page."},
      "defaultReminderMinutes":{"type":"array","maxItems":10,
        "items":{"type":"integer","minimum":0,"maximum":40320},
        "description":"Of new events with a time that say none."},
      "theme":{"type":"string","enum":["light","dark","auto"]},
      "autoArchiveCompletedTasks":{"type":"boolean","description":"For tasks, which are to come."},
      "autoArchiveDelayHours":{"type":"integer","minimum":1,"maximum":720,
        "description":"For tasks, which are to come."},
      "enableBrowserNotifications":{"type":"boolean"},
      "enableSoundNotifications":{"type":"boolean"})";

std::string object_of(std::string_view members, std::string_view before) {
  std::string schema = R"({"type":"object","additionalProperties":false,)";
  return schema.append(before).append(R"("properties":{)").append(members).append("}}");
}

}  // namespace

void add_input_schemas(rest::Api& api) {
  constexpr std::string_view kChange =
      R"("description":"Members that are left out stay as they are.",)";
  api.add_schema("NewPlannerEvent", object_of(kEventMembers, R"("required":["title"],)"));
  api.add_schema("PlannerEventChange", object_of(kEventMembers, kChange));
  api.add_schema("PlannerPreferencesChange", object_of(kPreferences, kChange));
  std::string whole(kPreferences);
  whole += R"(,"version":{"type":"integer"},"etag":{"type":"string"})";
  api.add_schema("PlannerPreferences", object_of(whole, R"("required":["defaultTzid","weekStart",
    "defaultEventDuration","defaultCalendarIncrement","defaultReminderMinutes","theme",
    "autoArchiveCompletedTasks","autoArchiveDelayHours","enableBrowserNotifications",
    "enableSoundNotifications","version","etag"],)"));
  api.add_schema("PlannerReminderChange", R"({"type":"object","additionalProperties":false,
    "oneOf":[{"required":["dismissed"]},{"required":["snoozeMinutes"]}],
    "properties":{"dismissed":{"const":true},
      "snoozeMinutes":{"type":"integer","minimum":1,"maximum":10080,
        "description":"From now."}}})");
}

}  // namespace norn::planner
