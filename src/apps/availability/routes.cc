#include "apps/availability/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "apps/availability/sentences.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/time_text.h"
#include "rest/call.h"

namespace norn::availability {
namespace {

constexpr const char* kTag = "agenda";
constexpr const char* kDaySchema = R"({"type":"string","format":"date"})";
constexpr const char* kTimeSchema = R"({"type":"string","pattern":"^[0-9]{2}:[0-9]{2}$"})";
constexpr int64_t kDefaultMinutes = 60;
constexpr size_t kWallCharacters = 19;  // "2026-11-17T09:00:00"

Result<Date> day_in_query(const rest::Call& call, std::string_view name) {
  NORN_ASSIGN(const std::string text, call.required_query(name));
  const auto day = parse_date(text);
  if (!day) return invalid(name, apps::kDayForm);
  return *day;
}

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    if (comma > begin) parts.push_back(text.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return parts;
}

Result<BusyRequest> busy_request_of(const rest::Call& call) {
  BusyRequest request;
  NORN_ASSIGN(const std::string people, call.required_query("people"));
  request.people = split_at_commas(people);
  NORN_ASSIGN(request.from, day_in_query(call, "from"));
  NORN_ASSIGN(request.to, day_in_query(call, "to"));
  request.tzid = call.query("zone").value_or("");
  return request;
}

// "09:30"; "24:00" is the end of a day.
Result<int64_t> time_in_query(const rest::Call& call, std::string_view name,
                              std::string_view fallback) {
  const std::string text = call.query(name).value_or(std::string(fallback));
  constexpr int64_t kDaySeconds = 86'400;
  if (text == "24:00") return kDaySeconds;
  const auto second = second_of_clock(text);
  if (!second) return invalid(name, kSlotTimeForm);
  return *second;
}

void append_interval(std::string& out, const Interval& interval) {
  ObjectWriter object(out);
  object.text("start", timestamp_s(interval.start_s * 1'000));
  object.text("end", timestamp_s(interval.end_s * 1'000));
  object.close();
}

Result<void> get_busy(Availability& availability, rest::Call& call) {
  NORN_ASSIGN(const BusyRequest request, busy_request_of(call));
  NORN_ASSIGN(const Busy found, availability.busy(call.caller().user_id, request));
  ObjectWriter object(call.json());
  object.text("zone", found.tzid);
  ListWriter people(object.key("people"));
  for (const BusyPerson& person : found.people) {
    ObjectWriter one(people.next());
    one.text("userId", person.user_id);
    one.boolean("shares", person.shares);
    ListWriter busy(one.key("busy"));
    for (const Interval& interval : person.busy) append_interval(busy.next(), interval);
    busy.close();
    one.close();
  }
  people.close();
  object.close();
  return {};
}

Result<void> list_people(Availability& availability, rest::Call& call) {
  NORN_ASSIGN(const auto found, availability.people(call.caller().user_id));
  ObjectWriter object(call.json());
  ListWriter people(object.key("people"));
  for (const Companion& person : found) {
    ObjectWriter one(people.next());
    one.text("userId", person.user_id);
    one.text("name", person.name);
    one.boolean("shares", person.shares);
    one.close();
  }
  people.close();
  object.close();
  return {};
}

std::string wall_text(int64_t instant_s, const ical::TimeZone& zone) {
  std::string text = timestamp_s(zone.local_of(instant_s) * 1'000);
  text.resize(kWallCharacters);
  return text;
}

Result<void> get_slots(Availability& availability, rest::Call& call) {
  NORN_ASSIGN(const BusyRequest request, busy_request_of(call));
  SlotRequest wanted;
  NORN_ASSIGN(wanted.minutes,
              call.integer_query("minutes", kDefaultMinutes, kMinSlotMinutes, kMaxSlotMinutes));
  NORN_ASSIGN(wanted.earliest_s, time_in_query(call, "earliest", "08:00"));
  NORN_ASSIGN(wanted.latest_s, time_in_query(call, "latest", "18:00"));
  NORN_ASSIGN(const Slots found, availability.slots(call.caller().user_id, request, wanted));
  ObjectWriter object(call.json());
  object.text("zone", found.tzid);
  ListWriter slots(object.key("slots"));
  for (const Interval& slot : found.slots) {
    ObjectWriter one(slots.next());
    one.text("start", wall_text(slot.start_s, found.zone));
    one.text("end", wall_text(slot.end_s, found.zone));
    one.text("startUtc", timestamp_s(slot.start_s * 1'000));
    one.close();
  }
  slots.close();
  ListWriter not_shared(object.key("notShared"));
  for (const std::string& user_id : found.not_shared)
    append_json_string(not_shared.next(), user_id);
  not_shared.close();
  object.close();
  return {};
}

void render_shared_with(rest::Call& call, SharedWith shared_with) {
  ObjectWriter object(call.json());
  object.text("sharedWith", to_text(shared_with));
  object.close();
}

Result<void> get_shared_with(Availability& availability, rest::Call& call) {
  NORN_ASSIGN(const SharedWith shared_with, availability.shared_with(call.caller().user_id));
  render_shared_with(call, shared_with);
  return {};
}

Result<void> set_shared_with(Availability& availability, rest::Call& call) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto text, body.choice("sharedWith", {"nobody", "members"}));
  NORN_TRY(body.finish());
  const SharedWith shared_with = shared_with_from(text).value_or(SharedWith::kNobody);
  NORN_TRY(availability.set_shared_with(call.caller().user_id, shared_with));
  render_shared_with(call, shared_with);
  return {};
}

std::function<Result<void>(rest::Call&)> by(Availability& availability,
                                            Result<void> (*handle)(Availability&, rest::Call&)) {
  return [&availability, handle](rest::Call& call) { return handle(availability, call); };
}

std::vector<rest::Parameter> days_of_people() {
  return {{.name = "people",
           .description = fmt::format("User ids with commas between them, {} at most.", kMaxPeople),
           .required = true},
          {.name = "from", .description = "The first day.", .schema = kDaySchema, .required = true},
          {.name = "to",
           .description = fmt::format("The last day; at most {} days in all.", kMaxDays),
           .schema = kDaySchema,
           .required = true},
          {.name = "zone", .description = "The time zone of the days; default: yours."}};
}

void add_availability_schemas(rest::Api& api) {
  api.add_schema("FreeBusy", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["zone","people"],"properties":{{
      "zone":{{"type":"string"}},
      "people":{{"type":"array","maxItems":{},"items":{{"type":"object",
        "additionalProperties":false,"required":["userId","shares","busy"],"properties":{{
        "userId":{{"type":"string"}},
        "shares":{{"type":"boolean","description":
          "Whether you may see it. False, too, where there is no such person or agenda to read."}},
        "busy":{{"type":"array","items":{{"type":"object","additionalProperties":false,
          "required":["start","end"],"properties":{{
            "start":{{"type":"string","format":"date-time"}},
            "end":{{"type":"string","format":"date-time"}}}}}}}}}}}}}}}}}})",
                                         kMaxPeople));
  api.add_schema("FreeSlots", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["zone","slots","notShared"],"properties":{{
      "zone":{{"type":"string"}},
      "slots":{{"type":"array","maxItems":{},"items":{{"type":"object",
        "additionalProperties":false,"required":["start","end","startUtc"],"properties":{{
        "start":{{"type":"string","description":"The wall time in the zone."}},
        "end":{{"type":"string"}},
        "startUtc":{{"type":"string","format":"date-time"}}}}}}}},
      "notShared":{{"type":"array","items":{{"type":"string"}},"description":
        "The ids of those whose times you may not see: they are not considered."}}}}}})",
                                          kMaxSlots));
  api.add_schema("FreeBusyPeople", fmt::format(R"({{"type":"object","additionalProperties":false,
    "required":["people"],"properties":{{"people":{{"type":"array","maxItems":{},
      "items":{{"type":"object","additionalProperties":false,"required":["userId","name","shares"],
        "properties":{{"userId":{{"type":"string"}},"name":{{"type":"string"}},
          "shares":{{"type":"boolean","description":"Whether you may see when they are busy."}}}}
      }}}}}}}})",
                                               kMaxListedPeople));
  api.add_schema("FreeBusyPreferences", R"({"type":"object","additionalProperties":false,
    "required":["sharedWith"],"properties":{
      "sharedWith":{"type":"string","enum":["nobody","members"],"description":
        "Nobody may see when you are busy, or who shares a calendar, project, place or tree."}}})");
}

void add_preference_routes(rest::Api& api, Availability& availability) {
  api.add({.method = "GET",
           .path = "/api/v1/free-busy/preferences",
           .operation = "getFreeBusyPreferences",
           .tag = kTag,
           .summary = "Gets who may see when you are busy.",
           .access = rest::Access::kSession,
           .replies = {{.status = 200,
                        .description = "Who may see it.",
                        .schema = "FreeBusyPreferences"}},
           .handle = by(availability, get_shared_with)});
  api.add({.method = "PUT",
           .path = "/api/v1/free-busy/preferences",
           .operation = "setFreeBusyPreferences",
           .tag = kTag,
           .summary = "Sets who may see when you are busy.",
           .access = rest::Access::kSession,
           .request = "FreeBusyPreferences",
           .replies = {{.status = 200,
                        .description = "Who may see it.",
                        .schema = "FreeBusyPreferences"}},
           .problems = {404},
           .handle = by(availability, set_shared_with)});
}

}  // namespace

void add_routes(rest::Api& api, Availability& availability) {
  api.add_sentences(kSentences);
  add_availability_schemas(api);
  add_preference_routes(api, availability);
  api.add({.method = "GET",
           .path = "/api/v1/free-busy",
           .operation = "getFreeBusy",
           .tag = kTag,
           .summary =
               "Gets when people are busy, by their agendas, and never with what: people who share "
               "a calendar, project, place or tree with you and let you see it, and yourself.",
           .access = rest::Access::kSession,
           .query = days_of_people(),
           .replies = {{.status = 200, .description = "Busy times.", .schema = "FreeBusy"}},
           .heavy = true,
           .handle = by(availability, get_busy)});
  api.add({.method = "GET",
           .path = "/api/v1/free-busy/people",
           .operation = "listFreeBusyPeople",
           .tag = kTag,
           .summary =
               "Lists the people with whom you share a calendar, project, place or tree, and "
               "whether they let you see when they are busy.",
           .access = rest::Access::kSession,
           .replies = {{.status = 200, .description = "By name.", .schema = "FreeBusyPeople"}},
           .heavy = true,
           .handle = by(availability, list_people)});
  std::vector<rest::Parameter> parameters = days_of_people();
  parameters.push_back(
      {.name = "minutes",
       .description = "How long it takes.",
       .schema = fmt::format(R"({{"type":"integer","minimum":{},"maximum":{},"default":{}}})",
                             kMinSlotMinutes, kMaxSlotMinutes, kDefaultMinutes)});
  parameters.push_back({.name = "earliest",
                        .description = "When it may begin on each day; default: 08:00.",
                        .schema = kTimeSchema});
  parameters.push_back({.name = "latest",
                        .description = "When it has to end on each day; default: 18:00.",
                        .schema = kTimeSchema});
  api.add(
      {.method = "GET",
       .path = "/api/v1/free-busy/slots",
       .operation = "findFreeSlots",
       .tag = kTag,
       .summary = fmt::format(
           "Finds the first times, {} at most, in which you and all of the people who let you "
           "see it are free. It says who does not.",
           kMaxSlots),
       .access = rest::Access::kSession,
       .query = std::move(parameters),
       .replies = {{.status = 200, .description = "Times to choose from.", .schema = "FreeSlots"}},
       .heavy = true,
       .handle = by(availability, get_slots)});
}

}  // namespace norn::availability
