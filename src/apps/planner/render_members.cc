#include "apps/planner/render_members.h"

#include <fmt/format.h>

#include <iterator>

#include "apps/planner/series/when.h"
#include "apps/planner/series/when_text.h"
#include "base/append.h"
#include "base/json_text.h"
#include "base/json_writer.h"

namespace norn::planner::members {
namespace {

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

}  // namespace

void text(std::string& out, std::string_view name, std::string_view value) {
  key(out, name);
  append_json_string(out, value);
}

void integer(std::string& out, std::string_view name, int64_t value) {
  key(out, name);
  fmt::format_to(std::back_inserter(out), "{}", value);
}

void boolean(std::string& out, std::string_view name, bool value) {
  key(out, name);
  out.append(value ? "true" : "false");
}

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
  for (const int64_t value : values) fmt::format_to(std::back_inserter(list.next()), "{}", value);
  list.close();
}

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

void zones(std::string& out, const When& when) {
  if (when.kind == TimeKind::kTimed) {
    text(out, "startTzid", when.start_tzid);
  } else {
    null(out, "startTzid");
  }
  text_or_null(out, "endTzid", when.end_tzid);
}

void placing(std::string& out, TimeKind kind, int64_t start_local_s, int64_t end_local_s) {
  const auto append = kind == TimeKind::kAllDay ? date : wall_time;
  append(out, "start", start_local_s);
  append(out, "end", end_local_s);
}

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

void stamps(std::string& out, const Details& details, const Ical& ical, const Stamp& stamp,
            Form form) {
  if (details.ttl) integer(out, "ttl", *details.ttl);
  if (form == Form::kWhole) text(out, "icalUid", ical.uid);
  integer(out, "sequence", ical.sequence);
  integer(out, "version", stamp.version);
  if (form == Form::kWhole) text(out, "createdAt", stamp.created_at);
  text(out, "updatedAt", stamp.updated_at);
}

}  // namespace norn::planner::members
