#include "apps/planner/render_replies.h"

#include "apps/planner/render.h"
#include "base/json_writer.h"

namespace norn::planner {

void append_json(std::string& out, const ListedReminder& listed) {
  append_json(out, listed.reminder, listed.snoozed_until_s);
}

void append_json(std::string& out, const std::optional<FeedLinks::State>& feed) {
  ObjectWriter object(out);
  object.boolean("exists", feed.has_value());
  if (feed) {
    object.text("createdAt", feed->created_at);
    if (feed->last_read_at) {
      object.text("lastReadAt", *feed->last_read_at);
    } else {
      object.null("lastReadAt");
    }
  }
  object.close();
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
    one.text("kind", event.is_series ? "series" : "event");
    one.close();
  }
  events.close();
  object.close();
}

}  // namespace norn::planner
