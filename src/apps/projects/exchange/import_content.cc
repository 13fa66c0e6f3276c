#include "apps/projects/exchange/import_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "apps/projects/events/events.h"
#include "apps/projects/exchange/import_into.h"
#include "apps/projects/keys.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/rank.h"
#include "base/ids.h"
#include "base/text.h"
#include "base/work_budget.h"

namespace norn::projects {
namespace {

class ContentWriter {
 public:
  ContentWriter(const Context& context, const ImportTarget& target, const FileProject& file,
                const ImportPeople& people)
      : context_(context),
        user_id_(target.user_id),
        project_id_(target.project_id),
        is_moved_(target.is_moved),
        file_(file),
        people_(people),
        now_ms_(context.clock.now_ms()),
        now_(timestamp_s(now_ms_)),
        tags_(target.tags) {}

  Result<void> write(apps::ImportNotes& notes) {
    NORN_TRY(write_tags());
    NORN_TRY(write_tasks());
    NORN_TRY(write_parts(notes));
    for (const Event& event : file_.events) NORN_TRY(write_event(event));
    return {};
  }

 private:
  std::string id_of(std::string_view kind, std::string_view key) const {
    return apps::id_from(fmt::format("import#{}#{}#{}", project_id_, kind, key));
  }
  std::string task_id(const std::string& key) const { return id_of("task", key); }

  // Writes if the hidden project is still there. `build` adds what is to be written, and is called
  // again if something has changed meanwhile.
  template <typename Build>
  Result<void> transact(const Build& build) {
    const auto attempt = [&]() -> Result<std::optional<Done>> {
      NORN_ASSIGN(const auto item, find_item(context_, project_key(project_id_)));
      if (!item) return apps::too_many_attempts();  // It took so long that the sweep removed it.
      NORN_ASSIGN(const Project project, project_from(*item));
      Changes changes(context_);
      changes.needs_project(project_id_);
      build(project, changes);
      NORN_ASSIGN(const bool written, changes.write("import"));
      if (!written) return std::nullopt;
      return Done{};
    };
    NORN_TRY(decide_and_write(attempt));
    return {};
  }

  Activity activity_of(std::string_view entity_type, const std::string& id,
                       std::string details) const {
    Activity activity;
    activity.action = ActivityAction::kCreate;
    activity.entity_type = entity_type;
    activity.entity_id = id;
    activity.user_id = user_id_;
    activity.details = std::move(details);
    activity.project_id = project_id_;
    return activity;
  }

  Result<void> write_tags() {
    std::vector<Tag> missing;
    for (const FileTag& one : file_.tags) {
      const std::string folded = to_folded_nfkc(one.name);
      if (tags_.contains(folded)) continue;
      Tag tag;
      tag.id = id_of("tag", folded);
      tag.project_id = project_id_;
      tag.name = one.name;
      tag.color = one.color;
      tag.created_at = tag.updated_at = now_;
      tags_.emplace(folded, tag.id);
      missing.push_back(std::move(tag));
    }
    constexpr size_t kTagsAtOnce = 40;
    for (size_t begin = 0; begin < missing.size(); begin += kTagsAtOnce) {
      const size_t end = std::min(missing.size(), begin + kTagsAtOnce);
      NORN_TRY(transact([&](const Project&, Changes& changes) {
        for (size_t i = begin; i < end; ++i) {
          changes.add(put_any(context_, to_item(missing[i])));
          changes.add(put_any(context_, project_tag(project_id_, missing[i].id, now_)));
        }
      }));
    }
    return {};
  }

  Task task_of(size_t position) const {
    const FileTask& read = file_.tasks[position];
    Task task = read.task;
    task.id = task_id(read.key);
    task.project_id = project_id_;
    // In the order of the file, behind what is there.
    const int64_t behind = now_ms_ - static_cast<int64_t>(file_.tasks.size() - position);
    if (task.rank.empty()) task.rank = apps::rank_at(behind, task.id);
    if (task.created_at.empty()) task.created_at = now_;
    task.updated_at = now_;
    task.created_by = user_id_;
    if (task.status == TaskStatus::kDone && !task.completed_at) task.completed_at = now_;
    if (read.assignee && !is_moved_) task.assignee_id = people_.find(*read.assignee);
    for (const std::string& name : read.tags) {
      const auto tag = tags_.find(to_folded_nfkc(name));
      if (tag != tags_.end()) task.tag_ids.push_back(tag->second);
    }
    if (!read.parent_key.empty()) task.parent_id = task_id(read.parent_key);
    for (const std::string& key : read.blocked_by) task.blocked_by.push_back(task_id(key));
    const auto subtasks = subtasks_.find(read.key);
    if (subtasks != subtasks_.end()) task.subtask_count = subtasks->second;
    return task;
  }

  std::vector<Action> actions_of(const Task& task,
                                 const std::optional<std::string>& assignee_id) const {
    std::vector<Action> actions = {put_any(context_, to_item(task))};
    if (is_moved_) {
      actions.push_back(put_any(context_, hidden_task(project_id_, task, assignee_id)));
    } else {
      actions.push_back(put_any(context_, project_task(project_id_, task.id, now_)));
    }
    if (task.assignee_id) {
      actions.push_back(put_any(context_, user_task(*task.assignee_id, task.id, now_)));
    }
    for (const std::string& id : task.tag_ids) {
      actions.push_back(put_any(context_, task_tag(task.id, id, now_)));
    }
    for (const std::string& id : task.blocked_by) {
      actions.push_back(put_any(context_, blocked_by(task.id, id, now_)));
    }
    if (task.parent_id) {
      actions.push_back(put_any(context_, subtask_of(*task.parent_id, task.id, now_)));
    }
    if (is_moved_) return actions;
    const Activity activity =
        activity_of("TASK", task.id, fmt::format("Imported the task “{}”", task.title));
    for (Action& action : activity_actions(context_, activity)) {
      actions.push_back(std::move(action));
    }
    return actions;
  }

  Result<void> write_tasks() {
    for (const FileTask& task : file_.tasks) {
      if (!task.parent_key.empty()) ++subtasks_[task.parent_key];
    }
    for (size_t next = 0; next < file_.tasks.size();) {
      NORN_TRY(WorkBudget::check());
      const std::vector<Action> actions = actions_from(next);
      NORN_TRY(transact([&](const Project&, Changes& changes) { changes.add_all(actions); }));
    }
    return {};
  }

  // Of as many tasks as one transaction has room for. `next` becomes the position after the last.
  std::vector<Action> actions_from(size_t& next) const {
    constexpr size_t kConditions = 1;
    constexpr size_t kMaxBytes = 3'000'000;  // A transaction has room for 4 MB.
    std::vector<Action> all;
    size_t bytes = 0;
    for (; next < file_.tasks.size(); ++next) {
      const FileTask& read = file_.tasks[next];
      const Task task = task_of(next);
      const auto assignee = read.assignee ? people_.find(*read.assignee) : std::nullopt;
      std::vector<Action> actions = actions_of(task, assignee);
      bytes += to_item(task).size_bytes();
      const bool has_room =
          all.size() + actions.size() + kConditions <= kMaxActions && bytes <= kMaxBytes;
      if (!all.empty() && !has_room) break;
      std::ranges::move(actions, std::back_inserter(all));
    }
    return all;
  }

  // A comment says who wrote it, if it was another person than the one who imports it.
  Comment comment_of(const std::string& task_key, size_t position, const FileComment& read) const {
    Comment comment;
    const auto created_ms = parse_timestamp_ms(read.created_at);
    const std::string random = id_of("comment", fmt::format("{}#{}", task_key, position));
    comment.id = time_ordered_uuid(
        created_ms.value_or(now_ms_) + static_cast<int64_t>(position % 1'000), random);
    comment.task_id = task_id(task_key);
    comment.user_id = user_id_;
    comment.text = read.text;
    const bool is_own = people_.find(read.author) == user_id_;
    const std::string& author = read.author.name.empty() ? read.author.email : read.author.name;
    if (!is_own && !author.empty()) {
      comment.text = fmt::format("*{}:*\n\n{}", without_markup(author), read.text);
    }
    comment.created_at = comment.updated_at = created_ms ? read.created_at : now_;
    return comment;
  }

  // A name within *…*.
  static std::string without_markup(const std::string& name) {
    std::string plain;
    for (const char c : name) {
      if (!std::string_view("*_`[]<>\\").contains(c)) plain.push_back(c);
    }
    return plain;
  }

  Result<void> write_parts(apps::ImportNotes& notes) {
    std::vector<store::Item> items;
    const auto flush = [&]() -> Result<void> {
      if (items.empty()) return {};
      NORN_TRY(WorkBudget::check());
      NORN_TRY(transact([&](const Project&, Changes& changes) {
        for (const store::Item& item : items) changes.add(put_any(context_, item));
      }));
      items.clear();
      return {};
    };
    constexpr size_t kItemsAtOnce = 40;
    for (const FileTask& task : file_.tasks) {
      for (size_t i = 0; i < task.comments.size(); ++i) {
        Comment comment = comment_of(task.key, i, task.comments[i]);
        if (count_characters(comment.text) > kMaxCommentCharacters) {
          comment.text = std::string(first_characters(comment.text, kMaxCommentCharacters));
          notes.add(task.line, kImportCommentCut(task.task.title, kMaxCommentCharacters));
        }
        items.push_back(to_item(comment));
        items.push_back(task_comment(comment.task_id, comment.id, comment.created_at));
        if (items.size() >= kItemsAtOnce) NORN_TRY(flush());
      }
      for (size_t i = 0; i < task.links.size(); ++i) {
        const FileLink& read = task.links[i];
        Attachment link;
        link.id = id_of("link", fmt::format("{}#{}", task.key, i));
        link.task_id = task_id(task.key);
        link.user_id = user_id_;
        link.name = read.name;
        link.url = read.url;
        link.created_at = read.created_at.empty() ? now_ : read.created_at;
        items.push_back(to_item(link));
        items.push_back(task_attachment(link.task_id, link.id, link.created_at));
        if (items.size() >= kItemsAtOnce) NORN_TRY(flush());
      }
    }
    return flush();
  }

  Result<void> write_event(const Event& read) {
    Event event = read;
    event.id = id_of("event", fmt::format("{}#{}", &read - file_.events.data(), read.title));
    event.project_id = project_id_;
    event.project_ids = {project_id_};
    event.created_at = event.updated_at = now_;
    event.created_by = user_id_;
    return transact([&](const Project& project, Changes& changes) {
      changes.add(put_any(context_, to_item(event)));
      place_event(context_, project, event, changes);
      if (is_moved_) return;
      changes.record(
          activity_of("EVENT", event.id, fmt::format("Imported the event “{}”", event.title)));
    });
  }

  const Context& context_;
  const std::string& user_id_;
  const std::string& project_id_;
  const bool is_moved_;
  const FileProject& file_;
  const ImportPeople& people_;
  const int64_t now_ms_;
  const std::string now_;
  TagIds tags_;                              // Of the project, and those that were written.
  std::map<std::string, int64_t> subtasks_;  // How many, by the key of the parent.
};

}  // namespace

Result<ImportPeople> ImportPeople::of(const Context& context,
                                      const std::vector<std::string>& user_ids) {
  NORN_ASSIGN(const auto users, context.users.find_all(user_ids));
  ImportPeople people;
  for (const accounts::User& user : users) {
    people.by_email_.emplace(to_folded_nfkc(user.email), user.id);
    const auto [named, is_first] = people.by_name_.emplace(to_folded_nfkc(user.name), user.id);
    // Of two of the same name it could be either.
    if (!is_first) named->second.clear();
  }
  return people;
}

std::optional<std::string> ImportPeople::find(const FilePerson& person) const {
  if (!person.email.empty()) return found(by_email_, person.email);
  return person.name.empty() ? std::nullopt : found(by_name_, person.name);
}

std::optional<std::string> ImportPeople::found(const Ids& ids, const std::string& text) {
  const auto id = ids.find(to_folded_nfkc(text));
  if (id == ids.end() || id->second.empty()) return std::nullopt;
  return id->second;
}

Result<TagIds> tags_by_name(const Context& context, const std::string& project_id) {
  NORN_ASSIGN(const auto relations, sort_keys(context, keys::project(project_id), keys::kTagPrefix,
                                              2 * kMaxTagsPerProject));
  std::vector<store::Item> wanted;
  for (const std::string& relation : relations) wanted.push_back(thing_key(relation));
  NORN_ASSIGN(const auto items, apps::get_all(context.store, context.tables.projects(), wanted));
  TagIds ids;
  for (const Tag& tag : apps::readable(items, tag_from)) {
    ids.emplace(to_folded_nfkc(tag.name), tag.id);
  }
  return ids;
}

Result<void> write_content(const Context& context, const ImportTarget& target,
                           const FileProject& file, const ImportPeople& people,
                           apps::ImportNotes& notes) {
  return ContentWriter(context, target, file, people).write(notes);
}

}  // namespace norn::projects
