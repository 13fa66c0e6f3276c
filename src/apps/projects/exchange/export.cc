#include "apps/projects/exchange/export.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "apps/projects/exchange/norn_csv.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/json_text.h"
#include "base/json_writer.h"
#include "base/work_budget.h"

namespace norn::projects {
namespace {

constexpr size_t kTasksPerPart = 20;
constexpr size_t kReadAtOnce = 100;

void append_text_or_null(ObjectWriter& object, std::string_view name,
                         const std::optional<std::string>& text) {
  if (text) {
    object.text(name, *text);
  } else {
    object.null(name);
  }
}

void append_person(ObjectWriter& object, std::string_view name, const FilePerson& person) {
  ObjectWriter one(object.key(name));
  if (!person.email.empty()) one.text("email", person.email);
  one.text("name", person.name);
  one.close();
}

void append_project(ObjectWriter& object, const Project& project) {
  ObjectWriter one(object.key("project"));
  one.text("name", project.name);
  append_text_or_null(one, "description", project.description);
  one.text("color", project.color);
  one.text("status", to_text(project.status));
  one.boolean("template", project.is_template);
  one.close();
}

void append_event(std::string& out, const Event& event) {
  ObjectWriter object(out);
  object.text("title", event.title);
  append_text_or_null(object, "description", event.description);
  object.text("startDate", event.start_date);
  object.text("endDate", event.end_date);
  object.boolean("allDay", event.all_day);
  object.text("color", event.color);
  object.close();
}

// The things of some relations of a project or a task.
template <typename Thing>
Result<std::vector<Thing>> things_under(const Context& context, const std::string& owner,
                                        std::string_view prefix, size_t most,
                                        Result<Thing> (*from)(store::ItemView)) {
  NORN_ASSIGN(const auto relations, sort_keys(context, owner, prefix, most));
  std::vector<store::Item> wanted;
  for (const std::string& relation : relations) wanted.push_back(thing_key(relation));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  return apps::readable(items, from);
}

}  // namespace

ProjectExport::ProjectExport(const Context& context, Project project, FileFormat format)
    : context_(&context), project_(std::move(project)), format_(format) {}

Result<ProjectExport> ProjectExport::begin(const Context& context, const std::string& user_id,
                                           const std::string& project_id, FileFormat format) {
  NORN_ASSIGN(Access access, authorize(context, user_id, project_id, Right::kRead));
  ProjectExport exported(context, std::move(access.project), format);
  NORN_TRY(exported.read_people());
  NORN_TRY(exported.read_tags());
  NORN_TRY(exported.read_order());
  return exported;
}

Result<void> ProjectExport::read_people() {
  NORN_ASSIGN(const auto members, members_of(*context_, project_.id));
  std::vector<std::string> ids;
  for (const Membership& member : members) ids.push_back(member.user_id);
  NORN_ASSIGN(const auto users, context_->users.find_all(ids));
  for (const accounts::User& user : users) {
    people_.emplace(user.id, FilePerson{.email = user.email, .name = user.name});
  }
  return {};
}

Result<void> ProjectExport::read_tags() {
  NORN_ASSIGN(tags_, things_under(*context_, keys::project(project_.id), keys::kTagPrefix,
                                  2 * kMaxTagsPerProject, tag_from));
  std::ranges::sort(tags_, {}, &Tag::name);
  return {};
}

Result<void> ProjectExport::read_order() {
  const std::string owner = keys::project(project_.id);
  NORN_ASSIGN(const auto relations,
              sort_keys(*context_, owner, keys::kTaskPrefix, kMaxListedTasks));
  std::vector<std::tuple<TaskStatus, std::string, std::string>> order;
  for (size_t begin = 0; begin < relations.size(); begin += kReadAtOnce) {
    NORN_TRY(WorkBudget::check());
    std::vector<store::Item> wanted;
    for (size_t i = begin; i < std::min(relations.size(), begin + kReadAtOnce); ++i) {
      wanted.push_back(thing_key(relations[i]));
    }
    NORN_ASSIGN(const auto items,
                apps::get_all(context_->store, context_->tables.projects(), wanted));
    for (const Task& task : apps::readable(items, task_from)) {
      const bool is_here = task.project_id.empty() || task.project_id == project_.id;
      if (is_here) order.emplace_back(task.status, task.rank, task.id);
    }
  }
  std::ranges::sort(order);
  for (auto& [status, rank, id] : order) {
    keys_.emplace(id, std::to_string(tasks_.size() + 1));
    tasks_.push_back(std::move(id));
  }
  if (format_ == FileFormat::kCsv) return {};
  NORN_ASSIGN(auto events,
              things_under(*context_, owner, keys::kEventPrefix, kMaxListedTasks, event_from));
  std::ranges::sort(events, {}, [](const Event& event) {
    return std::tuple(event.start_date, event.end_date, event.title, event.description, event.color,
                      event.id);
  });
  for (Event& event : events) events_.push_back(std::move(event.id));
  return {};
}

Result<bool> ProjectExport::append_next(std::string& out) {
  switch (stage_) {
    case Stage::kHead:
      append_head(out);
      stage_ = Stage::kTasks;
      return true;
    case Stage::kTasks:
      NORN_TRY(append_tasks(out));
      if (next_ < tasks_.size()) return true;
      if (format_ == FileFormat::kCsv) {
        stage_ = Stage::kDone;
        return false;
      }
      out += "\n],\n\"events\":[";
      next_ = 0;
      is_first_ = true;
      stage_ = Stage::kEvents;
      return true;
    case Stage::kEvents:
      NORN_TRY(append_events(out));
      if (next_ < events_.size()) return true;
      out += "\n]}\n";
      stage_ = Stage::kDone;
      break;
    case Stage::kDone:
      break;
  }
  return false;
}

void ProjectExport::append_head(std::string& out) {
  if (format_ == FileFormat::kCsv) {
    out += csv_head();
    return;
  }
  // The object is closed at the end of the file.
  ObjectWriter object(out);
  object.text("format", "norn-project");
  object.integer("version", 1);
  append_project(object, project_);
  ListWriter tags(object.key("tags"));
  for (const Tag& tag : tags_) {
    ObjectWriter one(tags.next());
    one.text("name", tag.name);
    one.text("color", tag.color);
    one.close();
  }
  tags.close();
  object.key("tasks").append("[");
}

Result<void> ProjectExport::append_tasks(std::string& out) {
  std::vector<store::Item> wanted;
  const size_t end = std::min(tasks_.size(), next_ + kTasksPerPart);
  for (size_t i = next_; i < end; ++i) wanted.push_back(thing_key(keys::task(tasks_[i])));
  NORN_ASSIGN(const auto items,
              apps::get_all(context_->store, context_->tables.projects(), wanted));
  const std::vector<Task> tasks = apps::readable(items, task_from);
  for (; next_ < end; ++next_) {
    const auto task = std::ranges::find(tasks, tasks_[next_], &Task::id);
    if (task == tasks.end()) continue;  // It was deleted meanwhile.
    NORN_ASSIGN(const FileTask written, file_task(*task));
    if (format_ == FileFormat::kCsv) {
      const FilePerson none;
      const FilePerson& person = written.assignee ? *written.assignee : none;
      append_csv(out, written, person.email.empty() ? person.name : person.email);
    } else {
      append_json_task(out, written);
    }
  }
  return {};
}

Result<FileTask> ProjectExport::file_task(const Task& task) {
  FileTask file;
  file.key = keys_.at(task.id);
  file.task = task;
  if (task.assignee_id) file.assignee = person(*task.assignee_id);
  for (const Tag& tag : tags_) {
    const bool has_it = std::ranges::find(task.tag_ids, tag.id) != task.tag_ids.end();
    if (has_it) file.tags.push_back(tag.name);
  }
  const auto parent = task.parent_id ? keys_.find(*task.parent_id) : keys_.end();
  if (parent != keys_.end()) file.parent_key = parent->second;
  for (const std::string& id : task.blocked_by) {
    const auto blocker = keys_.find(id);
    if (blocker != keys_.end()) file.blocked_by.push_back(blocker->second);
  }
  if (format_ == FileFormat::kCsv) return file;
  const std::string owner = keys::task(task.id);
  NORN_ASSIGN(auto comments, things_under(*context_, owner, keys::kCommentPrefix,
                                          2 * kMaxCommentsPerTask, comment_from));
  std::ranges::sort(comments, {}, &Comment::id);
  std::vector<std::string> unknown;
  for (const Comment& comment : comments) {
    if (!people_.contains(comment.user_id) && former_.try_emplace(comment.user_id).second) {
      unknown.push_back(comment.user_id);
    }
  }
  if (!unknown.empty()) {
    NORN_ASSIGN(const auto users, context_->users.find_all(unknown));
    // The address of somebody who has left is nobody's business.
    for (const accounts::User& user : users) former_[user.id].name = user.name;
  }
  for (Comment& comment : comments) {
    file.comments.push_back({.author = person(comment.user_id),
                             .text = std::move(comment.text),
                             .created_at = comment.created_at});
  }
  NORN_ASSIGN(auto links, things_under(*context_, owner, keys::kAttachmentPrefix,
                                       2 * kMaxAttachmentsPerTask, attachment_from));
  std::ranges::sort(links, {}, [](const Attachment& link) {
    return std::tuple(link.created_at, link.name, link.url, link.id);
  });
  for (Attachment& link : links) {
    file.links.push_back(
        {.name = std::move(link.name), .url = std::move(link.url), .created_at = link.created_at});
  }
  return file;
}

FilePerson ProjectExport::person(const std::string& user_id) {
  const auto member = people_.find(user_id);
  if (member != people_.end()) return member->second;
  const auto former = former_.find(user_id);
  return former != former_.end() ? former->second : FilePerson();
}

void ProjectExport::append_json_task(std::string& out, const FileTask& task) {
  out += is_first_ ? "\n" : ",\n";
  is_first_ = false;
  const Task& one = task.task;
  const auto append_keys = [](ObjectWriter& object, std::string_view name,
                              const std::vector<std::string>& keys) {
    ListWriter list(object.key(name));
    for (const std::string& key : keys) list.next().append(key);
    list.close();
  };
  ObjectWriter object(out);
  object.key("key").append(task.key);
  object.text("title", one.title);
  append_text_or_null(object, "description", one.description);
  object.text("status", to_text(one.status));
  object.text("priority", to_text(one.priority));
  if (task.assignee) append_person(object, "assignee", *task.assignee);
  append_text_or_null(object, "dueDate", one.due_date);
  append_text_or_null(object, "plannedStart", one.planned_start);
  append_text_or_null(object, "plannedEnd", one.planned_end);
  ListWriter tags(object.key("tags"));
  for (const std::string& tag : task.tags) append_json_string(tags.next(), tag);
  tags.close();
  ListWriter checklist(object.key("checklist"));
  for (const ChecklistEntry& entry : one.checklist) {
    ObjectWriter line(checklist.next());
    line.text("text", entry.text);
    line.boolean("done", entry.done);
    line.close();
  }
  checklist.close();
  if (!task.parent_key.empty()) object.key("parent").append(task.parent_key);
  append_keys(object, "blockedBy", task.blocked_by);
  if (one.repeat) {
    ObjectWriter repeat(object.key("repeat"));
    repeat.text("rule", one.repeat->rule);
    repeat.text("from", to_text(one.repeat->from));
    if (!one.repeat->time_zone.empty()) repeat.text("timeZone", one.repeat->time_zone);
    repeat.close();
  }
  append_text_or_null(object, "completedAt", one.completed_at);
  object.text("createdAt", one.created_at);
  object.text("rank", one.rank);
  ListWriter comments(object.key("comments"));
  for (const FileComment& comment : task.comments) {
    ObjectWriter said(comments.next());
    append_person(said, "author", comment.author);
    said.text("text", comment.text);
    said.text("createdAt", comment.created_at);
    said.close();
  }
  comments.close();
  ListWriter links(object.key("links"));
  for (const FileLink& link : task.links) {
    ObjectWriter linked(links.next());
    linked.text("name", link.name);
    // A file stays here; its name tells of it.
    if (link.url.empty()) {
      linked.null("url");
    } else {
      linked.text("url", link.url);
    }
    linked.text("createdAt", link.created_at);
    linked.close();
  }
  links.close();
  object.close();
}

Result<void> ProjectExport::append_events(std::string& out) {
  std::vector<store::Item> wanted;
  const size_t end = std::min(events_.size(), next_ + kReadAtOnce);
  for (size_t i = next_; i < end; ++i) wanted.push_back(thing_key(keys::event(events_[i])));
  NORN_ASSIGN(const auto items,
              apps::get_all(context_->store, context_->tables.projects(), wanted));
  const std::vector<Event> events = apps::readable(items, event_from);
  for (; next_ < end; ++next_) {
    const auto event = std::ranges::find(events, events_[next_], &Event::id);
    if (event == events.end()) continue;
    out += is_first_ ? "\n" : ",\n";
    is_first_ = false;
    append_event(out, *event);
  }
  return {};
}

}  // namespace norn::projects
