#include <utility>

#include "apps/projects/exchange/json_view.h"
#include "apps/projects/exchange/readers.h"
#include "apps/projects/sentences.h"
#include "base/text.h"

// Norn's own JSON, as `ProjectExport` writes it.
namespace norn::projects {
namespace {

constexpr int64_t kNornFileVersion = 1;

std::optional<std::string> optional_of(std::string text) {
  return text.empty() ? std::nullopt : std::optional(std::move(text));
}

std::optional<FilePerson> person_in(const Json& object, std::string_view name) {
  const auto value = json_member(object, name);
  if (!value) return std::nullopt;
  return FilePerson{.email = text_in(*value, "email"), .name = text_in(*value, "name")};
}

std::optional<Repeat> repeat_in_file(const Json& object) {
  const auto value = json_member(object, "repeat");
  if (!value) return std::nullopt;
  return Repeat{.rule = text_in(*value, "rule"),
                .from = repeat_from_from(text_in(*value, "from")).value_or(Repeat::From::kDue),
                .time_zone = text_in(*value, "timeZone")};
}

FileTask norn_task(const Json& json) {
  FileTask task;
  task.key = key_in(json, "key");
  Task& one = task.task;
  one.title = text_in(json, "title");
  one.description = optional_of(text_in(json, "description"));
  one.status = task_status_from(text_in(json, "status")).value_or(TaskStatus::kTodo);
  one.priority = priority_from(text_in(json, "priority")).value_or(Priority::kMedium);
  one.due_date = time_or_day(text_in(json, "dueDate"), "T23:59:59Z");
  one.planned_start = time_or_day(text_in(json, "plannedStart"), "T00:00:00Z");
  one.planned_end = time_or_day(text_in(json, "plannedEnd"), "T23:59:59Z");
  one.rank = text_in(json, "rank");
  one.repeat = repeat_in_file(json);
  one.completed_at = rfc3339(text_in(json, "completedAt"));
  one.created_at = rfc3339(text_in(json, "createdAt")).value_or("");
  each_in(json, "checklist", [&](const Json& entry) {
    if (one.checklist.size() == kMaxReadEntries) return;
    one.checklist.push_back(
        {.id = "", .text = text_in(entry, "text"), .done = flag_in(entry, "done")});
  });
  task.assignee = person_in(json, "assignee");
  each_key_in(json, "tags", [&](std::string name) {
    if (task.tags.size() < kMaxReadEntries) task.tags.push_back(std::move(name));
  });
  task.parent_key = key_in(json, "parent");
  each_key_in(json, "blockedBy", [&](std::string key) {
    if (task.blocked_by.size() < kMaxReadEntries) task.blocked_by.push_back(std::move(key));
  });
  each_in(json, "comments", [&](const Json& comment) {
    task.comments.push_back({.author = person_in(comment, "author").value_or(FilePerson()),
                             .text = text_in(comment, "text"),
                             .created_at = rfc3339(text_in(comment, "createdAt")).value_or("")});
  });
  each_in(json, "links", [&](const Json& link) {
    task.links.push_back({.name = text_in(link, "name"),
                          .url = text_in(link, "url"),
                          .created_at = rfc3339(text_in(link, "createdAt")).value_or("")});
  });
  return task;
}

}  // namespace

Result<ImportFile> read_norn_json(std::string_view text) {
  simdjson::dom::parser parser;
  Json root;
  if (parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) {
    return not_of_format(FileFormat::kNorn);
  }
  const auto head = json_member(root, "project");
  if (text_in(root, "format") != "norn-project" || !head) return not_of_format(FileFormat::kNorn);
  ImportFile file;
  if (integer_in(root, "version") > kNornFileVersion) file.notes.add(0, kImportFileIsNewer);
  FileProject& project = file.projects.emplace_back();
  project.project.name = text_in(*head, "name");
  project.project.description = optional_of(text_in(*head, "description"));
  project.project.color = text_in(*head, "color");
  project.project.status =
      project_status_from(text_in(*head, "status")).value_or(ProjectStatus::kActive);
  project.project.is_template = flag_in(*head, "template");
  each_in(root, "tags", [&](const Json& tag) {
    project.tags.push_back({.name = text_in(tag, "name"), .color = text_in(tag, "color")});
  });
  each_in(root, "tasks", [&](const Json& task) { add_task(file, project, norn_task(task)); });
  each_in(root, "events", [&](const Json& json) {
    Event event;
    event.title = text_in(json, "title");
    event.description = optional_of(text_in(json, "description"));
    event.all_day = flag_in(json, "allDay");
    event.start_date = time_or_day(text_in(json, "startDate"), "T00:00:00Z").value_or("");
    event.end_date = time_or_day(text_in(json, "endDate"), "T00:00:00Z").value_or(event.start_date);
    event.color = text_in(json, "color");
    add_event(file, project, std::move(event));
  });
  return file;
}

}  // namespace norn::projects
