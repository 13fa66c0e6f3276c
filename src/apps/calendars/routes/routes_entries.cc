#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <string>
#include <utility>

#include "apps/calendars/events/turning.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/calendars/render.h"
#include "apps/calendars/routes/routes_parts.h"
#include "apps/calendars/sentences.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/json_writer.h"

// Entries: reading them from requests, ranges, and the routes.
namespace norn::calendars {
namespace {

constexpr rest::TextRule kTitleRule{.max = kMaxTitleCharacters};
constexpr rest::TextRule kEntryDescriptionRule{
    .min = 0, .max = kMaxEntryDescriptionCharacters, .lines = true};
constexpr rest::TextRule kLocationRule{.min = 0, .max = kMaxLocationCharacters};
constexpr const char* kDateSchema = R"({"type":"string","format":"date"})";

// About how many bytes of a range an entry takes beside its members, and on each of its days.
constexpr size_t kEntryBytes = 45;
constexpr size_t kDayBytes = 40;

// Reads "2024-01-15". `field` is the name of the member or parameter.
Result<Date> read_date(const std::string& text, std::string_view field) {
  const auto date = parse_date(text);
  if (!date) return invalid(field, apps::kDayForm);
  return *date;
}

Result<Date> date_member(rest::JsonInput& object, std::string_view name) {
  NORN_ASSIGN(const std::string text, object.text(name));
  return read_date(text, object.path_of(name));
}

// Reads "09:00:00" or "09:00".
Result<std::string> time_member(rest::JsonInput& object, std::string_view name) {
  constexpr size_t kWithoutSeconds = 5;
  NORN_ASSIGN(std::string text, object.text(name));
  if (text.size() == kWithoutSeconds) text.append(":00");
  if (!parse_time_of_day_s(text)) {
    return invalid(object.path_of(name), kEntryTimeForm);
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

// The date and the start of a MultiDay kind have to be equal; one of them is enough.
Result<std::optional<Date>> read_first_day(rest::JsonInput& body, const Kind* kind) {
  std::optional<Date> date;
  if (body.has("date")) {
    NORN_ASSIGN(date, date_member(body, "date"));
  }
  const auto* days = kind == nullptr ? nullptr : std::get_if<MultiDay>(kind);
  if (days == nullptr) return date;
  if (date && *date != days->start) {
    return invalid("date", kEntryDateNotStart(date_text(days->start)));
  }
  return days->start;
}

Result<EntryPatch> read_entry_patch(rest::JsonInput& body) {
  EntryPatch patch;
  if (body.has("title")) {
    NORN_ASSIGN(patch.title, body.text("title", kTitleRule));
  }
  if (body.has("description")) {
    NORN_ASSIGN(patch.description, read_optional_text(body, "description", kEntryDescriptionRule));
  }
  if (body.has("location")) {
    NORN_ASSIGN(patch.location, read_optional_text(body, "location", kLocationRule));
  }
  if (body.has("color")) {
    NORN_ASSIGN(patch.color, body.text("color"));
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

void render(rest::Call& call, std::string& out, const Entry& entry) {
  call.set_etag(etag_of(entry));
  append_json(out, entry);
}

size_t size_of(const Range& range) {
  size_t bytes = kEntryBytes;
  for (const EntryView& entry : range.entries) bytes += kEntryBytes + entry.json_bytes();
  for (const Day& day : range.days) bytes += kDayBytes * (day.entries.size() + 1);
  return bytes;
}

void append_range(std::string& out, const Range& range, Date from, Date to) {
  ObjectWriter object(out);
  object.text("from", date_text(from));
  object.text("to", date_text(to));
  ListWriter entries(object.key("entries"));
  for (const EntryView& entry : range.entries) append_json(entries.next(), entry);
  entries.close();
  ListWriter days(object.key("days"));
  for (const Day& day : range.days) {
    ObjectWriter one(days.next());
    one.text("date", date_text(day.date));
    ListWriter ids(one.key("entries"));
    for (const size_t index : day.entries) ids.next().append(range.entries[index].json_of_id());
    ids.close();
    one.close();
  }
  days.close();
  object.close();
}

struct RangeRequest {
  std::string calendar_id;
  Date from;
  Date to;

  // The owner and the key of the cached reply.
  std::string owner() const { return keys::calendar(calendar_id); }
  std::string key() const { return fmt::format("{} {}", date_text(from), date_text(to)); }
};

// Renders the range, and caches the reply.
Result<void> render_range(const Parts& parts, rest::Call& call, const RangeRequest& wanted) {
  const auto moment = parts.kept_ranges.moment();
  NORN_ASSIGN(const Range range, parts.entries.range(call.caller().user_id, wanted.calendar_id,
                                                     wanted.from, wanted.to));
  std::string& out = call.json();
  out.reserve(size_of(range));
  append_range(out, range, wanted.from, wanted.to);
  std::string etag = fmt::format("{:016x}", XXH3_64bits(out.data(), out.size()));
  call.set_etag(etag);
  if (moment) {
    parts.kept_ranges.keep(wanted.owner(), wanted.key(), *moment, out, std::move(etag));
  }
  return {};
}

Result<void> list_entries(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(std::string id, apps::id_of(call, "calendarId", kCalendarNotFound));
  NORN_ASSIGN(const std::string from_text, call.required_query("from"));
  NORN_ASSIGN(const std::string to_text, call.required_query("to"));
  NORN_ASSIGN(const Date from, read_date(from_text, "from"));
  NORN_ASSIGN(const Date to, read_date(to_text, "to"));
  // A browser may cache it, and has to revalidate it each time.
  call.response().add_header("Cache-Control", "private, no-cache");
  const RangeRequest wanted{std::move(id), from, to};
  NORN_TRY(parts.entries.check_reader(call.caller().user_id, wanted.calendar_id));
  const auto reply = parts.kept_ranges.find(wanted.owner(), wanted.key());
  if (!reply) return render_range(parts, call, wanted);
  call.kept_json(apps::KeptReplies::body_of(reply));
  call.set_etag(reply->etag);
  return {};
}

Result<void> create_entry(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string calendar_id, apps::id_of(call, "calendarId", kCalendarNotFound));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const EntryInput input, read_entry(body));
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createEntry"));
  NORN_ASSIGN(const Entry entry,
              parts.entries.create(call.caller().user_id, calendar_id, input, creation));
  render(call, call.created("/api/v1/entries/" + entry.id), entry);
  return {};
}

Result<void> get_entry(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "entryId", kEntryNotFound));
  const std::string& user_id = call.caller().user_id;
  const auto entry = parts.entries.get(user_id, id);
  if (!entry && entry.error().code == ErrorCode::kNotFound) {
    NORN_ASSIGN(const auto path,
                path_of_turned(parts.context, user_id, id, call.caller().may("planner:read")));
    if (path) {
      call.redirect(*path);
      return {};
    }
  }
  if (!entry) return std::unexpected(entry.error());
  render(call, call.json(), *entry);
  return {};
}

Result<void> get_entry_authors(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "entryId", kEntryNotFound));
  NORN_ASSIGN(const auto authors, parts.entries.authors(call.caller().user_id, id));
  sharing::append_json(call.json(), authors);
  return {};
}

Result<void> change_entry(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "entryId", kEntryNotFound));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const EntryPatch patch, read_entry_patch(body));
  NORN_ASSIGN(const Entry entry, parts.entries.change(call.caller().user_id, id, patch, etag));
  render(call, call.json(), entry);
  return {};
}

Result<void> complete_task(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "entryId", kEntryNotFound));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const bool completed, body.boolean("completed"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Entry entry, parts.entries.complete(call.caller().user_id, id, completed));
  render(call, call.json(), entry);
  return {};
}

Result<void> delete_entry(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, apps::id_of(call, "entryId", kEntryNotFound));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(parts.entries.remove(call.caller().user_id, id, etag));
  call.no_content();
  return {};
}

// The schema of a kind. `time` is the schema of a time, `task` the required members of a task.
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

// The texts of an entry that users can set.
std::string text_members() {
  return R"("title":)" + rest::text_schema(kTitleRule) + R"(,"description":)" +
         rest::nullable_text_schema(kEntryDescriptionRule) + R"(,"location":)" +
         rest::nullable_text_schema(kLocationRule);
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
      "createdAt","updatedAt","etag","createdBy","updatedBy"],
    "properties":{
      "id":{"type":"string"},
      "calendarId":{"type":"string"},
      "title":{"type":"string"},
      "description":{"type":["string","null"]},
      "location":{"type":["string","null"]},
      "date":{"type":"string","format":"date","description":"The first day."},
      "color":{"$ref":"#/components/schemas/Color"},
      "kind":{"$ref":"#/components/schemas/EntryKind"},
      "createdAt":{"type":"string","format":"date-time"},
      "updatedAt":{"type":"string","format":"date-time"},
      "etag":{"type":"string"},
      "createdBy":{"type":["string","null"],"description":
        "The id of the person. Null if another program wrote it, or if the account is gone."},
      "updatedBy":{"type":["string","null"],"description":"Who changed it last."}}})");
  api.add_schema("EntryAuthors", sharing::authors_schema());
  api.add_schema("EntryRange", std::string(R"({"type":"object","additionalProperties":false,
    "required":["from","to","entries","days"],
    "properties":{
      "from":{"type":"string","format":"date"},
      "to":{"type":"string","format":"date"},
      "entries":{"type":"array","items":{"$ref":"#/components/schemas/Entry"}},
      "days":{"type":"array","maxItems":)") +
                                   std::to_string(kMaxRangeDays) +
                                   R"(,"description":"The days that have entries, in order.",
        "items":{"type":"object","additionalProperties":false,"required":["date","entries"],
          "properties":{
            "date":{"type":"string","format":"date"},
            "entries":{"type":"array","items":{"type":"string"},
              "description":"Ids, in the order of the day."}}}}}})");
  api.add_schema("NewEntry", R"({"type":"object","additionalProperties":false,
    "required":["title","kind"],
    "properties":{)" + text_members() +
                                 R"(,
      "date":{"type":"string","format":"date",
        "description":"Needed for all kinds but MultiDay, for which it is the start."},
      "color":{"anyOf":[{"$ref":"#/components/schemas/Color"},{"type":"null"}],
        "description":"Default: the color of the calendar."},
      "kind":{"$ref":"#/components/schemas/NewEntryKind"}}})");
  api.add_schema("EntryChange", R"({"type":"object","additionalProperties":false,
    "description":"Members that are left out stay as they are.",
    "properties":{)" + text_members() +
                                    R"(,
      "date":{"type":"string","format":"date"},
      "color":{"$ref":"#/components/schemas/Color"},
      "kind":{"$ref":"#/components/schemas/NewEntryKind"},
      "calendarId":{"type":"string",
        "description":"Moves it to another calendar, in which you may write too."}}})");
  api.add_schema("TaskState", R"({"type":"object","additionalProperties":false,
    "required":["completed"],"properties":{"completed":{"type":"boolean"}}})");
}

void add_routes_of_calendar(rest::Api& api, const Parts& parts) {
  api.add({.method = "GET",
           .path = "/api/v1/calendars/{calendarId}/entries",
           .operation = "listEntries",
           .tag = kTag,
           .summary = "Gets everything that touches the days from one to another, also what began "
                      "before, and what is on each of these days.",
           .scope = kReadScope,
           .query = {{.name = "from",
                      .description = "The first day.",
                      .schema = kDateSchema,
                      .required = true},
                     {.name = "to",
                      .description =
                          fmt::format("The last day, at most {} days in all.", kMaxRangeDays),
                      .schema = kDateSchema,
                      .required = true}},
           .replies = {{.status = 200,
                        .description = "The entries, and the days that have any.",
                        .schema = "EntryRange"}},
           .problems = {404},
           .handle = handled_by(parts, list_entries)});
  api.add({.method = "POST",
           .path = "/api/v1/calendars/{calendarId}/entries",
           .operation = "createEntry",
           .tag = kTag,
           .summary = "Creates an entry. Writers and owners.",
           .scope = kWriteScope,
           .request = "NewEntry",
           .replies = {{.status = 201, .description = "The new entry.", .schema = "Entry"}},
           .problems = {404, 422},
           .takes_idempotency_key = true,
           .handle = handled_by(parts, create_entry)});
}

}  // namespace

Result<EntryInput> read_entry(rest::JsonInput& body) {
  EntryInput input;
  NORN_ASSIGN(input.title, body.text("title", kTitleRule));
  NORN_ASSIGN(input.description, read_optional_text(body, "description", kEntryDescriptionRule));
  NORN_ASSIGN(input.location, read_optional_text(body, "location", kLocationRule));
  NORN_ASSIGN(input.color, body.optional_text("color"));
  NORN_ASSIGN(input.kind, read_kind(body));
  NORN_ASSIGN(const auto date, read_first_day(body, &input.kind));
  if (!date) return invalid("date", kEntryNeedsDate);
  input.date = *date;
  NORN_TRY(body.finish());
  return input;
}

void add_entry_routes(rest::Api& api, const Parts& parts) {
  add_entry_schemas(api);
  add_routes_of_calendar(api, parts);
  api.add({.method = "GET",
           .path = "/api/v1/entries/{entryId}",
           .operation = "getEntry",
           .tag = kTag,
           .summary = "Gets an entry of one of your calendars.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The entry.", .schema = "Entry"},
                       {.status = 303, .description = "It has become an event, which is there."}},
           .problems = {404},
           .handle = handled_by(parts, get_entry)});
  api.add({.method = "GET",
           .path = "/api/v1/entries/{entryId}/authors",
           .operation = "getEntryAuthors",
           .tag = kTag,
           .summary = "Gets who created and who last changed an entry, with their names.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The people.", .schema = "EntryAuthors"}},
           .problems = {404},
           .handle = handled_by(parts, get_entry_authors)});
  api.add(
      {.method = "PATCH",
       .path = "/api/v1/entries/{entryId}",
       .operation = "changeEntry",
       .tag = kTag,
       .summary = "Changes an entry, or moves it to another day or calendar. Writers and owners.",
       .scope = kWriteScope,
       .request = "EntryChange",
       .replies = {{.status = 200, .description = "The entry as it is now.", .schema = "Entry"}},
       .problems = {404, 412},
       .needs_if_match = true,
       .handle = handled_by(parts, change_entry)});
  api.add(
      {.method = "PUT",
       .path = "/api/v1/entries/{entryId}/completed",
       .operation = "completeTask",
       .tag = kTag,
       .summary = "Ticks a task off, or on again. Writers and owners.",
       .scope = kWriteScope,
       .request = "TaskState",
       .replies = {{.status = 200, .description = "The entry as it is now.", .schema = "Entry"}},
       .problems = {404, 409},
       .handle = handled_by(parts, complete_task)});
  api.add({.method = "DELETE",
           .path = "/api/v1/entries/{entryId}",
           .operation = "deleteEntry",
           .tag = kTag,
           .summary = "Deletes an entry. Writers and owners.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "Deleted."}},
           .problems = {404, 412},
           .needs_if_match = true,
           .handle = handled_by(parts, delete_entry)});
}

}  // namespace norn::calendars
