#include "apps/planner/tasks/task_json.h"

#include "apps/events/series/when_text.h"
#include "base/json_text.h"
#include "base/json_writer.h"

namespace norn::planner {
namespace {

void write_text(ObjectWriter& object, std::string_view name,
                const std::optional<std::string>& text) {
  if (text) {
    object.text(name, *text);
  } else {
    object.null(name);
  }
}

void write_integer(ObjectWriter& object, std::string_view name,
                   const std::optional<int64_t>& number) {
  if (number) {
    object.integer(name, *number);
  } else {
    object.null(name);
  }
}

// "due", "dueUtc" and "dueTzid".
void write_time(ObjectWriter& object, std::string_view name, const std::optional<TaskTime>& time) {
  const std::string prefix(name);
  if (!time) {
    object.null(name);
    object.null(prefix + "Utc");
    object.null(prefix + "Tzid");
    return;
  }
  if (time->is_day) {
    object.text(name, date_text_of(time->at_s));
    object.null(prefix + "Utc");
    object.null(prefix + "Tzid");
    return;
  }
  object.text(name, wall_text_of(local_s_of(*time)));
  object.text(prefix + "Utc", utc_text_of(time->at_s));
  object.text(prefix + "Tzid", time->tzid);
}

}  // namespace

void append_json(std::string& out, const Task& task) {
  ObjectWriter object(out);
  object.text("id", task.id);
  object.text("title", task.title);
  write_text(object, "description", task.description);
  write_text(object, "color", task.color);
  ListWriter tags(object.key("tags"));
  for (const std::string& tag : task.tags) append_json_string(tags.next(), tag);
  tags.close();
  if (task.priority) {
    object.text("priority", to_text(*task.priority));
  } else {
    object.null("priority");
  }
  write_time(object, "due", task.due);
  write_time(object, "planned", task.planned);
  write_integer(object, "plannedMinutes", task.planned_minutes);
  constexpr int64_t kAll = 100;
  object.integer("percent", task.is_done() ? kAll : task.percent);
  object.boolean("done", task.is_done());
  write_text(object, "completedAt", task.completed_at);
  write_text(object, "archivedAt", task.archived_at);
  write_integer(object, "ttl", task.ttl);
  object.text("icalUid", task.ical_uid);
  object.integer("sequence", task.sequence);
  object.integer("version", task.version);
  object.text("createdAt", task.created_at);
  object.text("updatedAt", task.updated_at);
  object.text("etag", etag_of(task));
  object.close();
}

std::string json_of(const Task& task) {
  std::string out;
  append_json(out, task);
  return out;
}

}  // namespace norn::planner
