#include "apps/events/render.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/events/series/when.h"
#include "apps/events/series/when_text.h"
#include "apps/events/series/when_zone.h"
#include "apps/events/views/views.h"
#include "base/append.h"
#include "base/json_text.h"
#include "base/json_writer.h"

namespace norn::events {

// Parts of the JSON of events. Each function appends members with a comma before each of them.
namespace members {
namespace {

// Views leave out the description, links, UID, creation time and authors, which pages do not show.
enum class Form : uint8_t { kWhole, kInView };

void key(std::string& out, std::string_view name) {
  append_all(out, {",\"", name, "\":"});
}

void null(std::string& out, std::string_view name) {
  append_all(out, {",\"", name, "\":null"});
}

void date(std::string& out, std::string_view name, int64_t second) {
  append_all(out, {",\"", name, "\":\""});
  append_date(out, second);
  out.push_back('"');
}

void wall_time(std::string& out, std::string_view name, int64_t second) {
  append_all(out, {",\"", name, "\":\""});
  append_wall_time(out, second);
  out.push_back('"');
}

void utc_time(std::string& out, std::string_view name, int64_t second) {
  append_all(out, {",\"", name, "\":\""});
  append_wall_time(out, second);
  out.append("Z\"");
}

void links(std::string& out, const std::vector<Link>& links) {
  key(out, "links");
  ListWriter list(out);
  for (const Link& link : links) {
    ObjectWriter object(list.next());
    object.text("target", link.target);
    if (link.title) {
      object.text("title", *link.title);
    } else {
      object.null("title");
    }
    object.close();
  }
  list.close();
}

void text(std::string& out, std::string_view name, std::string_view value) {
  key(out, name);
  append_json_string(out, value);
}

void append_integer(std::string& out, int64_t value) {
  const fmt::format_int digits(value);
  out.append(digits.data(), digits.size());
}

void integer(std::string& out, std::string_view name, int64_t value) {
  key(out, name);
  append_integer(out, value);
}

void boolean(std::string& out, std::string_view name, bool value) {
  key(out, name);
  out.append(value ? "true" : "false");
}

// Null for nullopt.
void text_or_null(std::string& out, std::string_view name,
                  const std::optional<std::string>& value) {
  if (value) {
    text(out, name, *value);
  } else {
    null(out, name);
  }
}

void texts(std::string& out, std::string_view name, const std::vector<std::string>& values) {
  key(out, name);
  ListWriter list(out);
  for (const std::string& value : values) append_json_string(list.next(), value);
  list.close();
}

void integers(std::string& out, std::string_view name, const std::vector<int64_t>& values) {
  key(out, name);
  ListWriter list(out);
  for (const int64_t value : values) append_integer(list.next(), value);
  list.close();
}

// "title" to "links".
void details(std::string& out, const Details& details, Form form) {
  text(out, "title", details.title);
  if (form == Form::kWhole) text_or_null(out, "description", details.description);
  text_or_null(out, "location", details.location);
  text_or_null(out, "color", details.color);
  text(out, "status", to_text(details.status));
  texts(out, "tags", details.tags);
  integers(out, "reminderMinutes", details.reminder_minutes);
  if (form == Form::kWhole) links(out, details.links);
}

// "isAllDay" to "endLocal".
void times(std::string& out, const When& when) {
  if (when.kind == TimeKind::kAllDay) {
    boolean(out, "isAllDay", true);
    date(out, "startDate", when.start_s);
    date(out, "endDate", when.end_s.value_or(when.start_s));
    return;
  }
  boolean(out, "isAllDay", false);
  if (when.kind == TimeKind::kTimed) {
    utc_time(out, "startUtc", when.start_s);
    if (when.end_s) {
      utc_time(out, "endUtc", *when.end_s);
    } else {
      null(out, "endUtc");
    }
  }
  wall_time(out, "startLocal", start_local_s(when));
  if (const auto end = end_local_s(when)) {
    wall_time(out, "endLocal", *end);
  } else {
    null(out, "endLocal");
  }
}

// "startTzid" and "endTzid".
void zones(std::string& out, const When& when) {
  if (when.kind == TimeKind::kTimed) {
    text(out, "startTzid", when.start_tzid);
  } else {
    null(out, "startTzid");
  }
  text_or_null(out, "endTzid", when.end_tzid);
}

// "start" and "end": wall times in the zone of the view.
void placing(std::string& out, TimeKind kind, int64_t start_local_s, int64_t end_local_s) {
  const auto append = kind == TimeKind::kAllDay ? date : wall_time;
  append(out, "start", start_local_s);
  append(out, "end", end_local_s);
}

// "rruleUntil" to "hasExceptions".
void repeats(std::string& out, const Repeats& repeats) {
  if (repeats.until_s) {
    utc_time(out, "rruleUntil", *repeats.until_s);
  } else {
    null(out, "rruleUntil");
  }
  texts(out, "exdate", repeats.exdate);
  texts(out, "rdate", repeats.rdate);
  boolean(out, "hasExceptions", repeats.has_exceptions);
}

// "ttl" to "updatedBy"; for occurrences, `ical` is that of the series.
void stamps(std::string& out, const Details& details, const Ical& ical, const Stamp& stamp,
            Form form) {
  if (details.ttl) integer(out, "ttl", *details.ttl);
  if (form == Form::kWhole) text(out, "icalUid", ical.uid);
  integer(out, "sequence", ical.sequence);
  integer(out, "version", stamp.version);
  if (form == Form::kWhole) text(out, "createdAt", stamp.created_at);
  text(out, "updatedAt", stamp.updated_at);
  if (form == Form::kInView) return;
  if (stamp.created_by) text(out, "createdBy", *stamp.created_by);
  if (stamp.updated_by) text(out, "updatedBy", *stamp.updated_by);
}

}  // namespace
}  // namespace members

namespace {

using members::Form;

// The design's twelve muted colors.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kPalette = {{
    {"slate", "#64748b"},
    {"gray", "#6b7280"},
    {"zinc", "#71717a"},
    {"red", "#ef4444"},
    {"orange", "#f97316"},
    {"amber", "#f59e0b"},
    {"yellow", "#eab308"},
    {"lime", "#84cc16"},
    {"green", "#22c55e"},
    {"cyan", "#06b6d4"},
    {"blue", "#3b82f6"},
    {"violet", "#8b5cf6"},
}};

void append_whole(std::string& out, const Event& event) {
  append_all(out, {R"({"id":")", event.id, R"(","kind":"event")"});
  members::details(out, event.details, Form::kWhole);
  members::times(out, event.when);
  members::zones(out, event.when);
  members::stamps(out, event.details, event.ical, event.stamp, Form::kWhole);
}

void append_whole(std::string& out, const Master& master) {
  append_all(out, {R"({"id":")", master.id, R"(","kind":"series","masterId":")", master.id, "\""});
  members::details(out, master.details, Form::kWhole);
  members::times(out, master.when);
  members::zones(out, master.when);
  members::text(out, "rrule", master.repeats.rrule);
  members::repeats(out, master.repeats);
  members::stamps(out, master.details, master.ical, master.stamp, Form::kWhole);
}

void append_whole(std::string& out, const SeriesOccurrence& occurrence) {
  const auto& [master, instance] = occurrence;
  append_all(out, {R"({"id":")", instance.id(), R"(","kind":"occurrence","masterId":")",
                   instance.master_id, R"(","recurrenceId":")",
                   time_text(instance.recurrence_kind, instance.recurrence_s), "\""});
  members::boolean(out, "isException", occurrence.is_stored());
  members::details(out, instance.details, Form::kWhole);
  members::times(out, instance.when);
  members::zones(out, instance.when);
  members::text(out, "rrule", master.repeats.rrule);
  if (occurrence.is_stored()) members::texts(out, "modifiedFields", instance.modified_fields);
  members::stamps(out, instance.details, master.ical, stamp_of(occurrence), Form::kWhole);
}

class ViewWriter {
 public:
  ViewWriter(std::string& out, const View& view)
      : out_(out), view_(view), details_(view.items.size()) {}

  void append(const Placed& placed) {
    const ViewItem& item = view_.item(placed);
    const When when = view_.when(placed);
    append_ids(placed, item, when);
    out_.append(details_of(placed.item));
    members::times(out_, when);
    members::zones(out_, when);
    append_series(placed, item);
    append_stamp(placed, item);
    members::placing(out_, when.kind, placed.start_local_s, placed.end_local_s);
    out_.push_back('}');
  }

 private:
  void append_ids(const Placed& placed, const ViewItem& item, const When& when) {
    append_all(out_, {R"({"id":")", view_.id(placed)});
    if (placed.kind == Placed::Kind::kEvent) {
      out_.append(R"(","kind":"event")");
      return;
    }
    const bool is_exception = placed.kind == Placed::Kind::kException;
    append_all(
        out_,
        {R"(","kind":"occurrence","masterId":")", item.master_id(), R"(","recurrenceId":")",
         is_exception ? time_text(item.instance().recurrence_kind, item.instance().recurrence_s)
                      : start_key(when),
         "\""});
    members::boolean(out_, "isException", is_exception);
  }

  // Most things of a view are occurrences of a few series, which have their details in common.
  const std::string& details_of(uint32_t item) {
    std::string& json = details_[item];
    if (json.empty()) members::details(json, view_.items[item].details(), Form::kInView);
    return json;
  }

  void append_series(const Placed& placed, const ViewItem& item) {
    if (placed.kind == Placed::Kind::kEvent) return;
    members::text(out_, "rrule", view_.items[placed.master].master().repeats.rrule);
    if (placed.kind != Placed::Kind::kException) return;
    members::texts(out_, "modifiedFields", item.instance().modified_fields);
  }

  void append_stamp(const Placed& placed, const ViewItem& item) {
    const bool is_event = placed.kind == Placed::Kind::kEvent;
    const ViewItem& master = view_.items[placed.master];
    Stamp stamp = item.stamp();
    if (placed.kind == Placed::Kind::kOccurrence) stamp.version = 0;
    members::stamps(out_, item.details(), is_event ? item.event().ical : master.master().ical,
                    stamp, Form::kInView);
    append_all(out_, {R"(,"etag":"v)", std::to_string(master.stamp().version)});
    if (!is_event) append_all(out_, {".", std::to_string(stamp.version)});
    out_.push_back('"');
  }

  std::string& out_;
  const View& view_;
  std::vector<std::string> details_;  // By the place of the item, once it is needed.
};

}  // namespace

void append_json(std::string& out, const Thing& thing) {
  std::visit([&](const auto& kind) { append_whole(out, kind); }, thing);
  append_all(out, {R"(,"etag":")", etag_of(thing), "\"}"});
}

void append_json(std::string& out, const View& view) {
  constexpr size_t kUsualBytes = 900;  // Of one occurrence.
  out.reserve(out.size() + view.placed.size() * kUsualBytes + kUsualBytes);
  append_all(out, {R"({"from":")", date_text(view.from), R"(","to":")", date_text(view.to),
                   R"(","tzid":)"});
  append_json_string(out, view.tzid);
  out.append(R"(,"occurrences":[)");
  ViewWriter writer(out, view);
  bool first = true;
  for (const Placed& placed : view.placed) {
    if (!std::exchange(first, false)) out.push_back(',');
    writer.append(placed);
  }
  out.append("]}");
}

void append_json(std::string& out, const ViewRequest& request, const std::vector<Thing>& items) {
  ObjectWriter object(out);
  object.text("from", date_text(request.from));
  object.text("to", date_text(request.to));
  object.text("tzid", request.tzid);
  ListWriter list(object.key("items"));
  for (const Thing& thing : items) append_json(list.next(), thing);
  list.close();
  object.close();
}

void append_json(std::string& out, const Found& found, const std::string& tzid) {
  ObjectWriter object(out);
  append_json(object.key("event"), found.thing);
  object.key("next");
  if (!found.next) {
    out.append("null}");
    return;
  }
  const When& when = *found.next;
  const Instants wall = wall_times_of(when, zone_of(tzid));
  append_all(out, {R"({"id":")", found.next_id, "\""});
  members::times(out, when);
  members::zones(out, when);
  members::placing(out, when.kind, wall.start_s, wall.end_s);
  out.append("}}");
}

void append_json(std::string& out, const ImportReport& report) {
  ObjectWriter object(out);
  object.integer("created", report.created);
  object.integer("updated", report.updated);
  object.integer("unchanged", report.unchanged);
  object.integer("skipped", report.skipped);
  apps::append_notes(object, report.notes);
  ListWriter events(object.key("events"));
  for (const ImportedEvent& event : report.events) {
    ObjectWriter one(events.next());
    one.text("title", event.title);
    one.text("start", event.start);
    one.text("kind", event.is_task ? "task" : event.is_series ? "series" : "event");
    one.close();
  }
  events.close();
  object.close();
}

void append_palette(std::string& out) {
  ListWriter list(out);
  for (const auto& [name, color] : kPalette) {
    ObjectWriter object(list.next());
    object.text("name", name);
    object.text("color", color);
    object.close();
  }
  list.close();
}

// Whether an address has an account is nobody's business.
void append_json(std::string& out, const ListedGuest& listed) {
  const Guest& guest = listed.guest;
  ObjectWriter object(out);
  object.text("id", guest.id);
  if (guest.email.empty()) {
    object.text("userId", guest.user_id);
    object.text("name", listed.name);
  } else {
    object.text("email", guest.email);
  }
  object.text("answer", to_text(guest.answer));
  if (!guest.invited_at.empty()) object.text("invitedAt", guest.invited_at);
  object.close();
}

void append_json(std::string& out, const Invitation& invitation) {
  ObjectWriter object(out);
  object.text("ownerId", invitation.owner_id);
  object.text("eventId", invitation.event_id());
  ObjectWriter organizer(object.key("organizer"));
  organizer.text("name", invitation.organizer);
  organizer.close();
  object.text("answer", to_text(invitation.guest.answer));
  if (!invitation.guest.invited_at.empty()) {
    object.text("invitedAt", invitation.guest.invited_at);
  }
  append_json(object.key("event"), invitation.event);
  object.text("etag", invitation.etag());
  object.close();
}

std::string json_of(const Thing& thing) {
  std::string json;
  append_json(json, thing);
  return json;
}

}  // namespace norn::events
