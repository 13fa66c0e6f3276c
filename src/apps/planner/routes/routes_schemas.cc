#include <string>

#include "apps/planner/routes/routes_parts.h"

// What comes out, as JSON Schema.
namespace norn::planner {
namespace {

constexpr std::string_view kWallTime =
    R"({"type":"string","pattern":"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$"})";
constexpr std::string_view kInstant = R"({"type":"string","format":"date-time"})";

// The members that an event and its place in a view have in common. `$WALL` and `$INSTANT` stand
// for the two kinds of times.
constexpr std::string_view kCommon = R"(
      "id":{"type":"string","description":
        "`evt_...` of an event, `mst_...` of a series, `inst_...` of an occurrence."},
      "kind":{"type":"string","enum":["event","series","occurrence"]},
      "masterId":{"type":"string","description":"The series; of a series its own id."},
      "recurrenceId":{"type":"string","description":"When the series has this occurrence."},
      "isException":{"type":"boolean","description":
        "Whether this occurrence was changed and is no longer as the series says."},
      "title":{"type":"string"},
      "location":{"type":["string","null"]},
      "color":{"type":["string","null"]},
      "status":{"$ref":"#/components/schemas/PlannerStatus"},
      "tags":{"type":"array","items":{"type":"string"}},
      "reminderMinutes":{"type":"array","items":{"type":"integer"}},
      "isAllDay":{"type":"boolean"},
      "startDate":{"type":"string","format":"date","description":"Of an all-day event."},
      "endDate":{"type":"string","format":"date","description":"The day after the last."},
      "startUtc":$INSTANT,
      "endUtc":{"type":["string","null"],"format":"date-time","description":"Null: a moment."},
      "startLocal":$WALL,
      "endLocal":{"type":["string","null"],"description":"By the clocks of its own zone."},
      "startTzid":{"type":["string","null"],"description":"Null: wherever one is, or all-day."},
      "endTzid":{"type":["string","null"],"description":"When it ends in another zone."},
      "rrule":{"type":"string","description":
        "Of a series, and of an occurrence that of its series. Empty: further dates alone."},
      "modifiedFields":{"type":"array","items":{"type":"string"},"description":
        "Of an exception: what is not as the series says."},
      "ttl":{"type":["integer","null"],"description":
        "When it goes by itself, in seconds since 1970."},
      "sequence":{"type":"integer"},
      "version":{"type":"integer","description":"0: an occurrence that is as its series says."},
      "updatedAt":$INSTANT,
      "etag":{"type":"string"})";

std::string with_times(std::string text) {
  for (const auto& [name, schema] : {std::pair{std::string_view("$INSTANT"), kInstant},
                                     std::pair{std::string_view("$WALL"), kWallTime}}) {
    for (size_t at = text.find(name); at != std::string::npos; at = text.find(name)) {
      text.replace(at, name.size(), schema);
    }
  }
  return text;
}

void add_event_schemas(rest::Api& api) {
  api.add_schema("PlannerStatus",
                 R"({"type":"string","enum":["CONFIRMED","TENTATIVE","CANCELLED"]})");
  api.add_schema("PlannerLink", R"({"type":"object","additionalProperties":false,
    "required":["target"],
    "properties":{
      "target":{"type":"string","pattern":"^[A-Za-z0-9_-]{1,100}$","description":
        "The id of an event, or of anything else."},
      "title":{"type":["string","null"],"maxLength":200}}})");
  api.add_schema("PlannerEvent", with_times(R"({"type":"object","additionalProperties":false,
    "required":["id","kind","title","description","location","color","status","tags",
      "reminderMinutes","links","isAllDay","startTzid","endTzid","version","createdAt",
      "updatedAt","etag"],
    "properties":{)" + std::string(kCommon) +
                                            R"(,
      "description":{"type":["string","null"]},
      "links":{"type":"array","items":{"$ref":"#/components/schemas/PlannerLink"}},
      "rruleUntil":{"type":["string","null"],"description":"No occurrence starts after it."},
      "exdate":{"type":"array","items":{"type":"string"},"description":
        "The occurrences that were deleted, by the day or time in their ids."},
      "rdate":{"type":"array","items":{"type":"string"},"description":
        "Further days and times beside those of the rule."},
      "hasExceptions":{"type":"boolean","description":
        "Whether some of its occurrences were changed."},
      "icalUid":{"type":"string"},
      "createdAt":$INSTANT}})"));
  api.add_schema("PlannerSeries", R"({"type":"object","additionalProperties":false,
    "required":["series","exceptions"],
    "properties":{
      "series":{"$ref":"#/components/schemas/PlannerEvent"},
      "exceptions":{"type":"array","items":{"$ref":"#/components/schemas/PlannerEvent"}}}})");
  api.add_schema("LinkedPlannerEvents", R"({"type":"object","additionalProperties":false,
    "required":["events"],
    "properties":{
      "events":{"type":"array","items":{"$ref":"#/components/schemas/PlannerEvent"}}}})");
}

void add_view_schemas(rest::Api& api) {
  api.add_schema("PlannerOccurrence", with_times(R"({"type":"object","additionalProperties":false,
    "description":"An event or an occurrence with its place in the view.",
    "required":["id","kind","title","status","tags","isAllDay","start","end","etag"],
    "properties":{)" + std::string(kCommon) + R"(,
      "start":{"type":"string","description":
        "By the clocks of the view's zone; a day when it is all-day."},
      "end":{"type":"string","description":
        "The same; the day after the last, and of a moment its start."}}})"));
  api.add_schema("PlannerView", R"({"type":"object","additionalProperties":false,
    "required":["from","to"],
    "properties":{
      "from":{"type":"string","format":"date"},
      "to":{"type":"string","format":"date"},
      "tzid":{"type":"string"},
      "occurrences":{"type":"array",
        "items":{"$ref":"#/components/schemas/PlannerOccurrence"}},
      "items":{"type":"array","description":"With `expand=false`.",
        "items":{"$ref":"#/components/schemas/PlannerEvent"}}}})");
  api.add_schema("PlannerTimes", with_times(R"({"type":"object","additionalProperties":false,
    "required":["id","isAllDay","start","end"],
    "properties":{
      "id":{"type":"string"},"isAllDay":{"type":"boolean"},
      "startDate":{"type":"string","format":"date"},"endDate":{"type":"string","format":"date"},
      "startUtc":$INSTANT,"endUtc":{"type":["string","null"],"format":"date-time"},
      "startLocal":$WALL,"endLocal":{"type":["string","null"]},
      "startTzid":{"type":["string","null"]},"endTzid":{"type":["string","null"]},
      "start":{"type":"string"},"end":{"type":"string"}}})"));
  api.add_schema("PlannerResults", R"({"type":"object","additionalProperties":false,
    "required":["results"],
    "properties":{"results":{"type":"array","items":{"type":"object",
      "additionalProperties":false,"required":["event","next"],
      "properties":{
        "event":{"$ref":"#/components/schemas/PlannerEvent"},
        "next":{"description":"What is ahead of it.","oneOf":[{"type":"null"},
          {"$ref":"#/components/schemas/PlannerTimes"}]}}}}}})");
}

void add_person_schemas(rest::Api& api) {
  api.add_schema("PlannerStats", R"({"type":"object","additionalProperties":false,
    "description":"Tasks, reminders of their own and notes are to come; theirs are 0 and null.",
    "required":["totalEvents","totalTasks","totalReminders","totalNotes","upcomingEvents",
      "overdueTasks","lastEventCreated","lastTaskCompleted"],
    "properties":{
      "totalEvents":{"type":"integer"},"totalTasks":{"type":"integer"},
      "totalReminders":{"type":"integer"},"totalNotes":{"type":"integer"},
      "upcomingEvents":{"type":"integer"},"overdueTasks":{"type":"integer"},
      "lastEventCreated":{"type":["string","null"]},
      "lastTaskCompleted":{"type":["string","null"]}}})");
  api.add_schema("PlannerReminder", with_times(R"({"type":"object","additionalProperties":false,
    "required":["id","eventId","title","dueAt","start","isAllDay","minutes","location","color"],
    "properties":{
      "id":{"type":"string"},"eventId":{"type":"string"},"title":{"type":"string"},
      "dueAt":$INSTANT,"startUtc":$INSTANT,
      "startDate":{"type":"string","format":"date"},"startLocal":$WALL,
      "start":{"type":"string","description":"By your clocks; a day when it is all-day."},
      "isAllDay":{"type":"boolean"},"minutes":{"type":"integer"},
      "location":{"type":["string","null"]},"color":{"type":["string","null"]},
      "snoozedUntil":$INSTANT}})"));
  api.add_schema("PlannerReminders", R"({"type":"object","additionalProperties":false,
    "required":["reminders"],"properties":{"reminders":{"type":"array",
      "items":{"$ref":"#/components/schemas/PlannerReminder"}}}})");
  api.add_schema("PlannerBootstrap", with_times(R"({"type":"object","additionalProperties":false,
    "required":["now","person","preferences","stats","palette","tags","reminders","feed","view"],
    "properties":{
      "now":$INSTANT,
      "person":{"type":"object","additionalProperties":false,"required":["id","name"],
        "properties":{"id":{"type":"string"},"name":{"type":"string"}}},
      "preferences":{"$ref":"#/components/schemas/PlannerPreferences"},
      "stats":{"$ref":"#/components/schemas/PlannerStats"},
      "palette":{"type":"array","items":{"type":"object","additionalProperties":false,
        "required":["name","color"],
        "properties":{"name":{"type":"string"},"color":{"type":"string"}}}},
      "tags":{"type":"array","items":{"type":"string"}},
      "reminders":{"type":"array","items":{"$ref":"#/components/schemas/PlannerReminder"}},
      "feed":{"$ref":"#/components/schemas/PlannerFeed"},
      "view":{"$ref":"#/components/schemas/PlannerView"}}})"));
}

void add_exchange_schemas(rest::Api& api) {
  api.add_schema("CalendarFile", R"({"type":"string","description":"iCalendar (RFC 5545)."})");
  api.add_schema("PlannerImport", R"({"type":"object","additionalProperties":false,
    "required":["created","updated","unchanged","skipped","notes","events"],
    "properties":{
      "created":{"type":"integer"},"updated":{"type":"integer"},
      "unchanged":{"type":"integer"},
      "skipped":{"type":"integer","description":"The notes say why."},
      "notes":{"type":"array","description":"What was not understood, at most 200.",
        "items":{"type":"object","additionalProperties":false,"required":["line","text"],
          "properties":{
            "line":{"type":"integer","description":"Of the file; 0: all of it."},
            "text":{"type":"string"}}}},
      "events":{"type":"array","description":"The first hundred that are new or changed.",
        "items":{"type":"object","additionalProperties":false,
          "required":["title","start","kind"],
          "properties":{"title":{"type":"string"},"start":{"type":"string"},
            "kind":{"type":"string","enum":["event","series"]}}}}}})");
  api.add_schema("PlannerFeed", with_times(R"({"type":"object","additionalProperties":false,
    "required":["exists"],
    "properties":{"exists":{"type":"boolean"},"createdAt":$INSTANT,
      "lastReadAt":{"type":["string","null"],"description":"To the hour."}}})"));
  api.add_schema("PlannerFeedLink", R"({"type":"object","additionalProperties":false,
    "required":["url"],"properties":{"url":{"type":"string","description":
      "The secret address. It is not told again."}}})");
}

}  // namespace

void add_schemas(rest::Api& api) {
  add_event_schemas(api);
  add_view_schemas(api);
  add_person_schemas(api);
  add_exchange_schemas(api);
}

}  // namespace norn::planner
