#include <algorithm>
#include <map>
#include <utility>

#include "apps/projects/exchange/json_view.h"
#include "apps/projects/exchange/readers.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "base/text.h"

// The dump of Vikunja: `data.json` of the archive that it exports, a list of projects with their
// tasks. Projects within projects become projects beside them.
namespace norn::projects {
namespace {

constexpr int kMaxNesting = 20;
constexpr int64_t kFavorites = -1;  // A list of tasks that are in others.

struct VikunjaProject {
  std::map<std::string, std::string> buckets;         // Names, by id.
  std::map<std::string, std::string> bucket_of_task;  // Ids.
};

std::string vikunja_color(const Json& object) {
  std::string color = text_in(object, "hex_color");
  if (!color.empty() && !color.starts_with('#')) color.insert(0, "#");
  return color;
}

Priority vikunja_priority(int64_t priority) {
  if (priority >= 4) return Priority::kUrgent;
  if (priority == 3) return Priority::kHigh;
  return priority == 1 ? Priority::kLow : Priority::kMedium;
}

FilePerson vikunja_person(const Json& person) {
  std::string name = text_in(person, "name");
  if (name.empty()) name = text_in(person, "username");
  return {.email = text_in(person, "email"), .name = std::move(name)};
}

// Every so many seconds (0), each month (1), or so many seconds after it was done (2).
std::optional<Repeat> vikunja_repeat(const Json& task, const Task& one, apps::ImportNotes& notes) {
  constexpr int64_t kMonthly = 1;
  constexpr int64_t kFromDone = 2;
  const int64_t seconds = integer_in(task, "repeat_after");
  const int64_t mode = integer_in(task, "repeat_mode");
  if (mode != kMonthly && seconds <= 0) return std::nullopt;
  if (mode != kMonthly && seconds % kSecondsPerDay != 0) {
    notes.add(0, kImportRepeatUnknown(first_characters(one.title, 80)));
    return std::nullopt;
  }
  Repeat repeat;
  repeat.rule = mode == kMonthly
                    ? "FREQ=MONTHLY"
                    : "FREQ=DAILY;INTERVAL=" + std::to_string(seconds / kSecondsPerDay);
  if (mode == kFromDone) repeat.from = Repeat::From::kDone;
  return repeat;
}

void read_relations(const Json& task, FileTask& read,
                    std::map<std::string, std::vector<std::string>>& blocks,
                    std::map<std::string, std::string>& parents) {
  const auto relations = json_member(task, "related_tasks");
  if (!relations) return;
  each_in(*relations, "parenttask",
          [&](const Json& other) { read.parent_key = key_in(other, "id"); });
  each_in(*relations, "subtask",
          [&](const Json& other) { parents.emplace(key_in(other, "id"), read.key); });
  each_in(*relations, "blocked", [&](const Json& other) {
    if (read.blocked_by.size() == kMaxReadEntries) return;
    read.blocked_by.push_back(key_in(other, "id"));
  });
  each_in(*relations, "blocking",
          [&](const Json& other) { blocks[key_in(other, "id")].push_back(read.key); });
}

FileTask vikunja_task(const Json& json, const VikunjaProject& of, FileProject& project,
                      apps::ImportNotes& notes) {
  FileTask task;
  task.key = key_in(json, "id");
  Task& one = task.task;
  one.title = text_in(json, "title");
  if (std::string text = markdown_of(text_in(json, "description")); !text.empty()) {
    one.description = std::move(text);
  }
  auto bucket = of.bucket_of_task.find(task.key);
  const std::string bucket_id =
      bucket != of.bucket_of_task.end() ? bucket->second : key_in(json, "bucket_id");
  if (const auto name = of.buckets.find(bucket_id); name != of.buckets.end()) {
    put_into_list(task, name->second);
  }
  if (flag_in(json, "done")) {
    one.status = TaskStatus::kDone;
    one.completed_at = rfc3339(text_in(json, "done_at"));
  } else if (one.status == TaskStatus::kDone) {
    one.status = TaskStatus::kReview;
  }
  one.priority = vikunja_priority(integer_in(json, "priority"));
  one.due_date = rfc3339(text_in(json, "due_date"));
  one.planned_start = rfc3339(text_in(json, "start_date"));
  one.planned_end = rfc3339(text_in(json, "end_date"));
  one.created_at = rfc3339(text_in(json, "created")).value_or("");
  one.repeat = vikunja_repeat(json, one, notes);
  each_in(json, "labels", [&](const Json& label) {
    if (task.tags.size() == kMaxReadEntries) return;
    task.tags.push_back(text_in(label, "title"));
    project.tags.push_back({.name = text_in(label, "title"), .color = vikunja_color(label)});
  });
  size_t people = 0;
  each_in(json, "assignees", [&](const Json& person) {
    if (people++ == 0) task.assignee = vikunja_person(person);
  });
  if (people > 1) notes.add(0, kImportOneAssignee(first_characters(one.title, 80)));
  each_in(json, "comments", [&](const Json& comment) {
    const auto author = json_member(comment, "author");
    task.comments.push_back({.author = author ? vikunja_person(*author) : FilePerson(),
                             .text = markdown_of(text_in(comment, "comment")),
                             .created_at = rfc3339(text_in(comment, "created")).value_or("")});
  });
  size_t files = 0;
  each_in(json, "attachments", [&](const Json&) { ++files; });
  if (files > 0) notes.add(0, kImportFilesLost(first_characters(one.title, 80), files));
  return task;
}

void read_project(const Json& json, int depth, ImportFile& file) {
  if (integer_in(json, "id") != kFavorites) {
    FileProject project;
    project.project.name = text_in(json, "title");
    if (std::string text = markdown_of(text_in(json, "description")); !text.empty()) {
      project.project.description = std::move(text);
    }
    project.project.color = vikunja_color(json);
    if (flag_in(json, "is_archived")) project.project.status = ProjectStatus::kArchived;
    VikunjaProject of;
    each_in(json, "buckets", [&](const Json& bucket) {
      of.buckets.emplace(key_in(bucket, "id"), text_in(bucket, "title"));
    });
    each_in(json, "task_buckets", [&](const Json& one) {
      of.bucket_of_task.emplace(key_in(one, "task_id"), key_in(one, "bucket_id"));
    });
    std::map<std::string, std::vector<std::string>> blocks;
    std::map<std::string, std::string> parents;
    each_in(json, "tasks", [&](const Json& task) {
      FileTask read = vikunja_task(task, of, project, file.notes);
      read_relations(task, read, blocks, parents);
      add_task(file, project, std::move(read));
    });
    // Each relation is told from both sides, or from one.
    for (FileTask& task : project.tasks) {
      if (const auto parent = parents.find(task.key);
          task.parent_key.empty() && parent != parents.end()) {
        task.parent_key = parent->second;
      }
      if (const auto by = blocks.find(task.key); by != blocks.end()) {
        task.blocked_by.insert(task.blocked_by.end(), by->second.begin(), by->second.end());
      }
    }
    const bool is_of_use = !project.tasks.empty() || depth == 0;
    // One more than possible tells that there are too many.
    const bool has_room = file.projects.size() <= kMaxImportedProjects;
    if (is_of_use && has_room) file.projects.push_back(std::move(project));
  }
  if (depth == kMaxNesting) return;
  each_in(json, "child_projects", [&](const Json& child) { read_project(child, depth + 1, file); });
  each_in(json, "lists", [&](const Json& list) { read_project(list, depth + 1, file); });
}

}  // namespace

Result<ImportFile> read_vikunja(std::string_view text) {
  simdjson::dom::parser parser;
  Json root;
  simdjson::dom::array projects;
  const bool is_list = parser.parse(text.data(), text.size()).get(root) == simdjson::SUCCESS &&
                       root.get(projects) == simdjson::SUCCESS;
  if (!is_list) return not_of_format(FileFormat::kVikunja);
  ImportFile file;
  for (const Json project : projects) {
    const bool is_project = project.is_object() && json_member(project, "title");
    if (!is_project) return not_of_format(FileFormat::kVikunja);
    read_project(project, 0, file);
    if (file.projects.size() > kMaxImportedProjects) break;
  }
  if (file.projects.empty()) return not_of_format(FileFormat::kVikunja);
  return file;
}

}  // namespace norn::projects
