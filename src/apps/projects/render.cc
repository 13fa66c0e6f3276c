#include "apps/projects/render.h"

#include <fmt/format.h>

#include <initializer_list>
#include <utility>

#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/percent.h"

namespace norn::projects {
namespace {

// Members that are texts.
void text_members(ObjectWriter& object,
                  std::initializer_list<std::pair<std::string_view, std::string_view>> all) {
  for (const auto& [name, text] : all) object.text(name, text);
}

void text_or_null(ObjectWriter& object, std::string_view name,
                  const std::optional<std::string>& text) {
  if (text) {
    object.text(name, *text);
  } else {
    object.null(name);
  }
}

// What another program left out is empty in the model and null in JSON.
void write_id(ObjectWriter& object, std::string_view name, const std::string& id) {
  text_or_null(object, name, id.empty() ? std::nullopt : std::optional(id));
}

// Who made and who changed a thing, when, and its state: its last members.
template <typename Thing>
void close_with_history(ObjectWriter& object, const Thing& thing) {
  if constexpr (requires { thing.created_by; }) {
    text_or_null(object, "createdBy", thing.created_by);
    text_or_null(object, "updatedBy", thing.updated_by);
  }
  text_members(
      object,
      {{"createdAt", thing.created_at}, {"updatedAt", thing.updated_at}, {"etag", thing.etag}});
  object.close();
}

void texts(ObjectWriter& object, std::string_view name, const std::vector<std::string>& all) {
  ListWriter list(object.key(name));
  for (const std::string& one : all) append_json_string(list.next(), one);
  list.close();
}

void checklist(ObjectWriter& object, const std::vector<ChecklistEntry>& entries) {
  ListWriter list(object.key("checklist"));
  for (const ChecklistEntry& entry : entries) {
    ObjectWriter one(list.next());
    one.text("id", entry.id);
    one.text("text", entry.text);
    one.boolean("done", entry.done);
    one.close();
  }
  list.close();
}

void repetition(ObjectWriter& object, const std::optional<Repeat>& repeat) {
  if (!repeat) {
    object.null("repeat");
    return;
  }
  ObjectWriter one(object.key("repeat"));
  one.text("rule", repeat->rule);
  one.text("from", to_text(repeat->from));
  write_id(one, "timeZone", repeat->time_zone);
  one.close();
}

}  // namespace

void append_json(std::string& out, const Access& access) {
  const Project& project = access.project;
  ObjectWriter object(out);
  text_members(object, {{"id", project.id}, {"name", project.name}});
  text_or_null(object, "description", project.description);
  write_id(object, "ownerId", project.owner_id);
  text_members(object, {{"color", project.color}, {"status", to_text(project.status)}});
  object.boolean("template", project.is_template);
  text_members(object, {{"createdAt", project.created_at},
                        {"updatedAt", project.updated_at},
                        {"role", to_text(access.membership.role)}});
  ListWriter permissions(object.key("permissions"));
  const sharing::Rights rights = access.membership.rights();
  if (rights.has(Right::kRead)) permissions.next().append("\"READ\"");
  if (rights.has(Right::kWrite)) permissions.next().append("\"WRITE\"");
  if (rights.has(Right::kManage)) permissions.next().append("\"MANAGE\"");
  permissions.close();
  object.text("etag", project.etag);
  object.close();
}

void append_json(std::string& out, const Task& task) {
  ObjectWriter object(out);
  text_members(object, {{"id", task.id}, {"projectId", task.project_id}, {"title", task.title}});
  text_or_null(object, "description", task.description);
  if (task.is_brief) object.boolean("brief", true);
  text_members(object, {{"status", to_text(task.status)}, {"priority", to_text(task.priority)}});
  text_or_null(object, "assigneeId", task.assignee_id);
  text_or_null(object, "dueDate", task.due_date);
  text_or_null(object, "plannedStart", task.planned_start);
  text_or_null(object, "plannedEnd", task.planned_end);
  object.text("rank", task.rank);
  texts(object, "tagIds", task.tag_ids);
  checklist(object, task.checklist);
  text_or_null(object, "parentId", task.parent_id);
  object.integer("subtaskCount", task.subtask_count);
  texts(object, "blockedBy", task.blocked_by);
  repetition(object, task.repeat);
  text_or_null(object, "completedAt", task.completed_at);
  close_with_history(object, task);
}

void append_json(std::string& out, const Event& event) {
  ObjectWriter object(out);
  object.text("id", event.id);
  write_id(object, "projectId", event.project_id);
  texts(object, "projectIds", event.project_ids);
  object.text("title", event.title);
  text_or_null(object, "description", event.description);
  text_members(object, {{"startDate", event.start_date}, {"endDate", event.end_date}});
  object.boolean("allDay", event.all_day);
  object.text("color", event.color);
  close_with_history(object, event);
}

void append_json(std::string& out, const Tag& tag) {
  ObjectWriter object(out);
  text_members(
      object,
      {{"id", tag.id}, {"projectId", tag.project_id}, {"name", tag.name}, {"color", tag.color}});
  close_with_history(object, tag);
}

void append_json(std::string& out, const Comment& comment) {
  ObjectWriter object(out);
  text_members(object, {{"id", comment.id}, {"taskId", comment.task_id}});
  write_id(object, "userId", comment.user_id);
  object.text("text", comment.text);
  texts(object, "mentions", comment.mentions);
  close_with_history(object, comment);
}

void append_json(std::string& out, const Attachment& attachment) {
  ObjectWriter object(out);
  text_members(object, {{"id", attachment.id}, {"taskId", attachment.task_id}});
  write_id(object, "userId", attachment.user_id);
  object.text("name", attachment.name);
  write_id(object, "url", attachment.url);
  if (attachment.is_file()) {
    object.text("file",
                fmt::format("/api/v1/tasks/{}/attachments/{}/file",
                            percent_encode(attachment.task_id), percent_encode(attachment.id)));
    object.integer("size", attachment.file_bytes);
  } else {
    object.null("file");
    object.null("size");
  }
  object.text("createdAt", attachment.created_at);
  object.close();
}

void append_json(std::string& out, const Activity& activity) {
  ObjectWriter object(out);
  text_members(object, {{"id", activity.id},
                        {"action", to_text(activity.action)},
                        {"entityType", activity.entity_type},
                        {"entityId", activity.entity_id}});
  write_id(object, "userId", activity.user_id);
  text_members(object, {{"details", activity.details}, {"timestamp", activity.timestamp}});
  write_id(object, "projectId", activity.project_id);
  text_or_null(object, "taskId", activity.task_id);
  ListWriter list(object.key("changes"));
  for (const FieldChange& change : activity.changes) {
    ObjectWriter one(list.next());
    one.text("field", change.field);
    text_or_null(one, "from", change.from);
    text_or_null(one, "to", change.to);
    one.close();
  }
  list.close();
  object.close();
}

}  // namespace norn::projects
