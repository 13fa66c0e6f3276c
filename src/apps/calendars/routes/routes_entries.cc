#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <utility>

#include "apps/calendars/keys.h"
#include "apps/calendars/render.h"
#include "apps/calendars/routes/routes_entry_input.h"
#include "apps/calendars/routes/routes_parts.h"
#include "base/json_writer.h"

namespace norn::calendars {
namespace {

// What an entry takes in a reply beside its members, and its id on one of its days.
constexpr size_t kEntryBytes = 45;
constexpr size_t kDayBytes = 40;

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
    for (const size_t place : day.entries) ids.next().append(range.entries[place].json_of_id());
    ids.close();
    one.close();
  }
  days.close();
  object.close();
}

struct RangeWanted {
  std::string calendar_id;
  Date from;
  Date to;

  // Among the replies that are kept.
  std::string owner() const { return keys::calendar(calendar_id); }
  std::string key() const { return fmt::format("{} {}", date_text(from), date_text(to)); }
};

// Renders the range, and keeps it for the next who asks.
Result<void> render_range(rest::Call& call, Entries& entries, apps::KeptReplies& kept,
                          const RangeWanted& wanted) {
  const auto moment = kept.moment();
  NORN_ASSIGN(const Range range,
              entries.range(call.caller().user_id, wanted.calendar_id, wanted.from, wanted.to));
  std::string& out = call.json();
  out.reserve(size_of(range));
  append_range(out, range, wanted.from, wanted.to);
  std::string etag = fmt::format("{:016x}", XXH3_64bits(out.data(), out.size()));
  call.set_etag(etag);
  if (moment) kept.keep(wanted.owner(), wanted.key(), *moment, {out, std::move(etag)});
  return {};
}

Result<void> list_entries(rest::Call& call, Entries& entries, apps::KeptReplies& kept) {
  NORN_ASSIGN(std::string id, call.id("calendarId", "calendar"));
  NORN_ASSIGN(const std::string from_text, call.required_query("from"));
  NORN_ASSIGN(const std::string to_text, call.required_query("to"));
  NORN_ASSIGN(const Date from, read_date(from_text, "from"));
  NORN_ASSIGN(const Date to, read_date(to_text, "to"));
  // A browser may keep it, and has to ask whether it is still the same each time.
  call.response().add_header("Cache-Control", "private, no-cache");
  const RangeWanted wanted{std::move(id), from, to};
  NORN_TRY(entries.check_reader(call.caller().user_id, wanted.calendar_id));
  const auto reply = kept.find(wanted.owner(), wanted.key());
  if (!reply) return render_range(call, entries, kept, wanted);
  call.json().append(reply->body);
  call.set_etag(reply->etag);
  return {};
}

Result<void> create_entry(rest::Call& call, Entries& entries) {
  NORN_ASSIGN(const std::string calendar_id, call.id("calendarId", "calendar"));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const EntryInput input, read_entry(body));
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createEntry"));
  NORN_ASSIGN(const Entry entry,
              entries.create(call.caller().user_id, calendar_id, input, creation));
  render(call, call.created("/api/v1/entries/" + entry.id), entry);
  return {};
}

Result<void> get_entry(rest::Call& call, Entries& entries) {
  NORN_ASSIGN(const std::string id, call.id("entryId", "entry"));
  NORN_ASSIGN(const Entry entry, entries.get(call.caller().user_id, id));
  render(call, call.json(), entry);
  return {};
}

Result<void> change_entry(rest::Call& call, Entries& entries) {
  NORN_ASSIGN(const std::string id, call.id("entryId", "entry"));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const EntryPatch patch, read_entry_patch(body));
  NORN_ASSIGN(const Entry entry, entries.change(call.caller().user_id, id, patch, etag));
  render(call, call.json(), entry);
  return {};
}

Result<void> complete(rest::Call& call, Entries& entries) {
  NORN_ASSIGN(const std::string id, call.id("entryId", "entry"));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const bool completed, body.boolean("completed"));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Entry entry, entries.complete(call.caller().user_id, id, completed));
  render(call, call.json(), entry);
  return {};
}

Result<void> remove_entry(rest::Call& call, Entries& entries) {
  NORN_ASSIGN(const std::string id, call.id("entryId", "entry"));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_TRY(entries.remove(call.caller().user_id, id, etag));
  call.no_content();
  return {};
}

void add_of_calendar(rest::Api& api, Entries& entries, apps::KeptReplies& kept) {
  constexpr std::string_view kDate = R"({"type":"string","format":"date"})";
  rest::Route listing = route("GET", "/api/v1/calendars/{calendarId}/entries", kReadScope);
  listing.operation = "listEntries";
  listing.summary =
      "Gets everything that touches the days from one to another, also what began before, and what "
      "is on each of these days.";
  listing.query = {{"from", "The first day.", std::string(kDate), true},
                   {"to", "The last day, at most 400 days in all.", std::string(kDate), true}};
  listing.replies = {{200, "The entries, and the days that have any.", "EntryRange"}};
  listing.problems = {404};
  listing.handle = [&entries, &kept](rest::Call& call) {
    return list_entries(call, entries, kept);
  };
  api.add(std::move(listing));

  rest::Route creating = route("POST", "/api/v1/calendars/{calendarId}/entries", kWriteScope);
  creating.operation = "createEntry";
  creating.summary = "Creates an entry. Writers and owners.";
  creating.request = "NewEntry";
  creating.replies = {{201, "The new entry.", "Entry"}};
  creating.problems = {404, 422};
  creating.takes_idempotency_key = true;
  creating.handle = [&entries](rest::Call& call) { return create_entry(call, entries); };
  api.add(std::move(creating));
}

}  // namespace

void add_entry_routes(rest::Api& api, Entries& entries, apps::KeptReplies& kept) {
  add_of_calendar(api, entries, kept);

  rest::Route getting = route("GET", "/api/v1/entries/{entryId}", kReadScope);
  getting.operation = "getEntry";
  getting.summary = "Gets an entry of one of your calendars.";
  getting.replies = {{200, "The entry.", "Entry"}};
  getting.problems = {404};
  getting.handle = [&entries](rest::Call& call) { return get_entry(call, entries); };
  api.add(std::move(getting));

  rest::Route changing = route("PATCH", "/api/v1/entries/{entryId}", kWriteScope);
  changing.operation = "changeEntry";
  changing.summary =
      "Changes an entry, or moves it to another day or calendar. Writers and owners.";
  changing.request = "EntryChange";
  changing.replies = {{200, "The entry as it is now.", "Entry"}};
  changing.problems = {404, 412};
  changing.needs_if_match = true;
  changing.handle = [&entries](rest::Call& call) { return change_entry(call, entries); };
  api.add(std::move(changing));

  rest::Route completing = route("PUT", "/api/v1/entries/{entryId}/completed", kWriteScope);
  completing.operation = "completeTask";
  completing.summary = "Ticks a task off, or on again. Writers and owners.";
  completing.request = "TaskState";
  completing.replies = {{200, "The entry as it is now.", "Entry"}};
  completing.problems = {404, 409};
  completing.handle = [&entries](rest::Call& call) { return complete(call, entries); };
  api.add(std::move(completing));

  rest::Route removing = route("DELETE", "/api/v1/entries/{entryId}", kWriteScope);
  removing.operation = "deleteEntry";
  removing.summary = "Deletes an entry. Writers and owners.";
  removing.replies = {{204, "It is gone."}};
  removing.problems = {404, 412};
  removing.needs_if_match = true;
  removing.handle = [&entries](rest::Call& call) { return remove_entry(call, entries); };
  api.add(std::move(removing));
}

}  // namespace norn::calendars
