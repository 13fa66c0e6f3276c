#include <string>

#include "apps/calendars/entries/entries.h"
#include "apps/calendars/routes/routes_parts.h"

// What goes in and comes out, as JSON Schema.
namespace norn::calendars {
namespace {

void add_calendar_schemas(rest::Api& api) {
  api.add_schema("Role", R"({"type":"string","enum":["owner","writer","reader"],
    "description":"Readers read, writers also write entries, owners also administer."})");
  api.add_schema("Color", R"({"type":"string","pattern":"^#[0-9A-Fa-f]{6}$"})");
  api.add_schema("Calendar", R"({"type":"object","additionalProperties":false,
    "required":["id","name","color","description","createdAt","updatedAt","role","etag"],
    "properties":{
      "id":{"type":"string","format":"uuid"},
      "name":{"type":"string"},
      "color":{"$ref":"#/components/schemas/Color"},
      "description":{"type":["string","null"]},
      "createdAt":{"type":"string","format":"date-time"},
      "updatedAt":{"type":"string","format":"date-time"},
      "role":{"$ref":"#/components/schemas/Role","description":"What you may do in it."},
      "etag":{"type":"string"}}})");
  api.add_schema("Calendars", R"({"type":"object","additionalProperties":false,
    "required":["calendars"],
    "properties":{
      "calendars":{"type":"array","items":{"$ref":"#/components/schemas/Calendar"}}}})");
  api.add_schema("NewCalendar", R"({"type":"object","additionalProperties":false,
    "required":["name","color"],
    "properties":{
      "name":{"type":"string","minLength":1,"maxLength":100},
      "color":{"$ref":"#/components/schemas/Color"},
      "description":{"type":["string","null"],"maxLength":1000}}})");
  api.add_schema("CalendarChange", R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.",
    "properties":{
      "name":{"type":"string","minLength":1,"maxLength":100},
      "color":{"$ref":"#/components/schemas/Color"},
      "description":{"type":["string","null"],"maxLength":1000}}})");
}

// The kinds of an entry with their times as `time` has it, and `task` for what a task must say.
std::string kinds(const std::string& time, const std::string& task) {
  return R"({"oneOf":[
    {"type":"object","additionalProperties":false,"required":["type","start","end"],
     "properties":{"type":{"const":"MultiDay"},
       "start":{"type":"string","format":"date"},
       "end":{"type":"string","format":"date","description":"The last day.","x-maxDays":)" +
         std::to_string(kMaxSpanDays) + R"(}}},
    {"type":"object","additionalProperties":false,"required":["type"],
     "properties":{"type":{"const":"AllDay"}}},
    {"type":"object","additionalProperties":false,"required":["type","start","end"],
     "properties":{"type":{"const":"Timed"},"start":)" +
         time + R"(,"end":)" + time + R"(}},
    {"type":"object","additionalProperties":false,"required":)" +
         task + R"(,
     "properties":{"type":{"const":"Task"},"completed":{"type":"boolean"}}}]})";
}

void add_entry_schemas(rest::Api& api) {
  api.add_schema("EntryKind",
                 kinds(R"({"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]$"})",
                       R"(["type","completed"])"));
  api.add_schema("NewEntryKind",
                 kinds(R"({"type":"string","pattern":"^[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?$"})",
                       R"(["type"])"));
  api.add_schema("Entry", R"({"type":"object","additionalProperties":false,
    "required":["id","calendarId","title","description","location","date","color","kind",
      "createdAt","updatedAt","etag"],
    "properties":{
      "id":{"type":"string","format":"uuid"},
      "calendarId":{"type":"string","format":"uuid"},
      "title":{"type":"string"},
      "description":{"type":["string","null"]},
      "location":{"type":["string","null"]},
      "date":{"type":"string","format":"date","description":"The first day."},
      "color":{"$ref":"#/components/schemas/Color"},
      "kind":{"$ref":"#/components/schemas/EntryKind"},
      "createdAt":{"type":"string","format":"date-time"},
      "updatedAt":{"type":"string","format":"date-time"},
      "etag":{"type":"string"}}})");
  api.add_schema("EntryRange", std::string(R"({"type":"object","additionalProperties":false,
    "required":["from","to","entries","days"],
    "properties":{
      "from":{"type":"string","format":"date"},
      "to":{"type":"string","format":"date"},
      "entries":{"type":"array","items":{"$ref":"#/components/schemas/Entry"}},
      "days":{"type":"array","maxItems":)") +
                                   std::to_string(kMaxRangeDays) +
                                   R"(,"description":"Those that have any entries, in order.",
        "items":{"type":"object","additionalProperties":false,"required":["date","entries"],
          "properties":{
            "date":{"type":"string","format":"date"},
            "entries":{"type":"array","items":{"type":"string","format":"uuid"},
              "description":"Their ids, in the order of the day."}}}}}})");
  api.add_schema("NewEntry", R"({"type":"object","additionalProperties":false,
    "required":["title","kind"],
    "properties":{
      "title":{"type":"string","minLength":1,"maxLength":500},
      "description":{"type":["string","null"],"maxLength":10000},
      "location":{"type":["string","null"],"maxLength":500},
      "date":{"type":"string","format":"date",
        "description":"Needed for all kinds but MultiDay, for which it is the start."},
      "color":{"anyOf":[{"$ref":"#/components/schemas/Color"},{"type":"null"}],
        "description":"That of the calendar when it is left out."},
      "kind":{"$ref":"#/components/schemas/NewEntryKind"}}})");
  api.add_schema("EntryChange", R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.",
    "properties":{
      "title":{"type":"string","minLength":1,"maxLength":500},
      "description":{"type":["string","null"],"maxLength":10000},
      "location":{"type":["string","null"],"maxLength":500},
      "date":{"type":"string","format":"date"},
      "color":{"$ref":"#/components/schemas/Color"},
      "kind":{"$ref":"#/components/schemas/NewEntryKind"},
      "calendarId":{"type":"string","format":"uuid",
        "description":"Moves it to another calendar, in which you may write too."}}})");
  api.add_schema("TaskState", R"({"type":"object","additionalProperties":false,
    "required":["completed"],"properties":{"completed":{"type":"boolean"}}})");
}

}  // namespace

void add_schemas(rest::Api& api) {
  add_calendar_schemas(api);
  add_entry_schemas(api);
}

}  // namespace norn::calendars
