#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "apps/projects/exchange/import_file.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "apps/projects/tasks/repeat.h"
#include "apps/shared/rank.h"
#include "base/text.h"
#include "base/work_budget.h"

namespace norn::projects {
namespace {

constexpr size_t kShownTitleCharacters = 80;

std::string_view shown_title(std::string_view title) {
  return first_characters(title, kShownTitleCharacters);
}

// Without control characters, which no text here may have. In one line, line breaks are spaces.
std::string clean(const std::string& text, Lines lines) {
  if (!has_control(text, lines)) return text;
  auto points = code_points(text);
  if (!points) return "";
  if (lines == Lines::kOne) {
    std::ranges::replace_if(*points, is_line_character, int32_t{' '});
    std::erase_if(*points, is_control);
  } else {
    std::erase_if(*points,
                  [](int32_t point) { return is_control(point) && !is_line_character(point); });
  }
  return to_utf8(*points);
}

class Fitting {
 public:
  Fitting(ImportFile& file, FileProject& project) : file_(file), project_(project) {}

  Result<void> run() {
    fit_project();
    NORN_TRY(fit_tags());
    std::erase_if(project_.tasks, [&](FileTask& task) { return !fit_task(task); });
    std::erase_if(project_.events, [&](Event& event) { return !fit_event(event); });
    name_keys();
    NORN_TRY(fit_parents());
    return fit_blockers();
  }

 private:
  void note(const FileTask& task, Said said) { file_.notes.add(task.line, std::move(said)); }

  // One line, at most so long. Empty if there is nothing to see in it.
  static std::string line_of(const std::string& text, size_t most) {
    const std::string cleaned = clean(text, Lines::kOne);
    return trimmed(cleaned).empty() ? "" : std::string(first_characters(cleaned, most));
  }

  void fit_project() {
    Project& project = project_.project;
    project.name = line_of(project.name, kMaxProjectNameCharacters);
    if (project.description) {
      project.description = clean(*project.description, Lines::kSeveral);
      const std::string_view rest =
          first_characters(*project.description, kMaxProjectDescriptionCharacters);
      project.description = std::string(rest);
      if (project.description->empty()) project.description.reset();
    }
    if (!is_color(project.color)) project.color = "#3B82F6";
  }

  // Names that differ only in case are one tag.
  Result<void> fit_tags() {
    std::vector<FileTag> tags;
    for (FileTag& tag : project_.tags) {
      NORN_TRY(WorkBudget::check());
      add_tag(tag.name, tag.color, tags);
    }
    for (FileTask& task : project_.tasks) {
      NORN_TRY(WorkBudget::check());
      std::vector<std::string> names;
      for (const std::string& name : task.tags) {
        const std::string known = add_tag(name, "", tags);
        const bool is_new = std::ranges::find(names, known) == names.end();
        if (!known.empty() && is_new) names.push_back(known);
      }
      if (names.size() > kMaxTagsPerTask) {
        names.resize(kMaxTagsPerTask);
        note(task, kImportTagsCut(shown_title(task.task.title), kMaxTagsPerTask));
      }
      task.tags = std::move(names);
    }
    if (lost_tags_ > 0) file_.notes.add(0, kImportTagsOfProjectCut(kMaxTagsPerProject));
    project_.tags = std::move(tags);
    return {};
  }

  // The name under which it is known; empty if there is no room for it.
  std::string add_tag(const std::string& text, const std::string& color,
                      std::vector<FileTag>& tags) {
    static constexpr std::string_view kColors[] = {"#EF4444", "#F97316", "#EAB308", "#22C55E",
                                                   "#14B8A6", "#3B82F6", "#8B5CF6", "#EC4899"};
    std::string name = line_of(std::string(trimmed(text)), kMaxTagNameCharacters);
    if (name.empty()) return "";
    const std::string folded = to_folded_nfkc(name);
    const auto known = tag_names_.find(folded);
    if (known != tag_names_.end()) return known->second;
    if (tags.size() == kMaxTagsPerProject) {
      ++lost_tags_;
      return "";
    }
    tag_names_.emplace(folded, name);
    tags.push_back({.name = name,
                    .color = is_color(color)
                                 ? color
                                 : std::string(kColors[tags.size() % std::size(kColors)])});
    return name;
  }

  // False if there is nothing to import.
  bool fit_task(FileTask& task) {
    Task& one = task.task;
    const std::string cleaned = clean(one.title, Lines::kOne);
    if (trimmed(cleaned).empty()) {
      ++file_.skipped;
      note(task, kImportWithoutTitle);
      return false;
    }
    const bool is_long = count_characters(cleaned) > kMaxTaskTitleCharacters;
    if (is_long) {
      note(task, kImportTitleCut(shown_title(cleaned), kMaxTaskTitleCharacters));
      // The whole of it is not lost.
      one.description = cleaned + (one.description ? "\n\n" + *one.description : "");
    }
    one.title = line_of(one.title, kMaxTaskTitleCharacters);
    fit_texts(task);
    fit_times(task);
    fit_parts(task);
    return true;
  }

  void fit_texts(FileTask& task) {
    Task& one = task.task;
    if (one.description) {
      one.description = clean(*one.description, Lines::kSeveral);
      if (count_characters(*one.description) > kMaxTaskDescriptionCharacters) {
        one.description =
            std::string(first_characters(*one.description, kMaxTaskDescriptionCharacters));
        note(task, kImportDescriptionCut(shown_title(one.title), kMaxTaskDescriptionCharacters));
      }
      if (one.description->empty()) one.description.reset();
    }
    std::vector<ChecklistEntry> checklist;
    for (const ChecklistEntry& entry : one.checklist) {
      std::string text = line_of(entry.text, kMaxChecklistCharacters);
      if (text.empty()) continue;
      checklist.push_back({.id = std::to_string(checklist.size() + 1),
                           .text = std::move(text),
                           .done = entry.done});
    }
    if (checklist.size() > kMaxChecklistEntries) {
      checklist.resize(kMaxChecklistEntries);
      note(task, kImportChecklistCut(shown_title(one.title), kMaxChecklistEntries));
    }
    one.checklist = std::move(checklist);
  }

  void fit_times(FileTask& task) {
    Task& one = task.task;
    if (one.planned_end && !one.planned_start) one.planned_start = one.planned_end;
    if (one.planned_end && *one.planned_end < *one.planned_start) {
      one.planned_end.reset();
      note(task, kImportEndBeforeStart(shown_title(one.title)));
    }
    if (one.status != TaskStatus::kDone) {
      // A task that repeats keeps when it was done last.
      if (!one.repeat) one.completed_at.reset();
    }
    if (!one.rank.empty() && !apps::is_rank(one.rank)) one.rank.clear();
    if (!one.repeat) return;
    const bool is_possible = count_characters(one.repeat->rule) <= kMaxRepeatRuleCharacters &&
                             check_repeat(*one.repeat, one.due_date).has_value();
    if (is_possible) return;
    one.repeat.reset();
    if (one.status != TaskStatus::kDone) one.completed_at.reset();
    note(task, kImportRepeatUnknown(shown_title(one.title)));
  }

  void fit_parts(FileTask& task) {
    const std::string_view title = shown_title(task.task.title);
    for (FileComment& comment : task.comments) {
      comment.text = clean(comment.text, Lines::kSeveral);
      comment.author.name = line_of(comment.author.name, kMaxProjectNameCharacters);
      if (count_characters(comment.text) > kMaxCommentCharacters) {
        comment.text = std::string(first_characters(comment.text, kMaxCommentCharacters));
        note(task, kImportCommentCut(title, kMaxCommentCharacters));
      }
    }
    std::erase_if(task.comments, [](const FileComment& one) { return trimmed(one.text).empty(); });
    if (task.comments.size() > kMaxCommentsPerTask) {
      task.comments.resize(kMaxCommentsPerTask);
      note(task, kImportCommentsCut(title, kMaxCommentsPerTask));
    }
    const size_t links = task.links.size();
    std::erase_if(task.links, [](const FileLink& link) {
      return !is_web_address(link.url) || count_characters(link.url) > kMaxUrlCharacters;
    });
    if (task.links.size() < links)
      note(task, kImportLinksSkipped(title, links - task.links.size()));
    if (task.links.size() > kMaxAttachmentsPerTask) {
      task.links.resize(kMaxAttachmentsPerTask);
      note(task, kImportLinksCut(title, kMaxAttachmentsPerTask));
    }
    for (FileLink& link : task.links) {
      link.name = line_of(link.name, kMaxAttachmentNameCharacters);
      if (link.name.empty()) {
        link.name = std::string(first_characters(link.url, kMaxAttachmentNameCharacters));
      }
    }
  }

  bool fit_event(Event& event) {
    event.title = line_of(event.title, kMaxEventTitleCharacters);
    if (event.description) {
      event.description = clean(*event.description, Lines::kSeveral);
      event.description =
          std::string(first_characters(*event.description, kMaxEventDescriptionCharacters));
      if (event.description->empty()) event.description.reset();
    }
    if (!is_color(event.color)) event.color = project_.project.color;
    const bool is_possible = !event.title.empty() && !event.start_date.empty() &&
                             event.end_ms() >= event.start_ms() &&
                             event.end_ms() - event.start_ms() <= kMaxEventDays * kMsPerDay;
    if (is_possible) return true;
    ++file_.skipped;
    file_.notes.add(0, kImportEventSkipped(shown_title(event.title)));
    return false;
  }

  // Of two tasks with one key, others mean the first one.
  void name_keys() {
    for (size_t i = 0; i < project_.tasks.size(); ++i) {
      FileTask& task = project_.tasks[i];
      if (task.key.empty() || !positions_.emplace(task.key, i).second) {
        // No key of a file begins so.
        task.key = "\n" + std::to_string(i);
        positions_.emplace(task.key, i);
      }
    }
  }

  // The task at the top, over any number of levels; nullptr in a circle.
  FileTask* top_of(const FileTask& task) {
    std::set<std::string> seen = {task.key};
    FileTask* top = nullptr;
    for (std::string key = task.parent_key; !key.empty(); key = top->parent_key) {
      const auto found = positions_.find(key);
      if (found == positions_.end()) return top;
      if (!seen.insert(key).second || seen.size() > kMaxImportedLevels) return nullptr;
      top = &project_.tasks[found->second];
    }
    return top;
  }

  // Sub-tasks are one level deep: those of sub-tasks belong to the task at the top.
  Result<void> fit_parents() {
    std::map<std::string, std::string> tops;
    std::map<std::string, size_t> counts;
    for (FileTask& task : project_.tasks) {
      NORN_TRY(WorkBudget::check());
      if (task.parent_key.empty()) continue;
      const std::string_view title = shown_title(task.task.title);
      const FileTask* const top = top_of(task);
      if (top == nullptr) {
        note(task, kImportParentUnknown(title));
      } else if (counts[top->key] == kMaxSubtasks) {
        note(task, kImportSubtasksCut(kMaxSubtasks, title));
      } else {
        ++counts[top->key];
        tops.emplace(task.key, top->key);
        if (top->key != task.parent_key) note(task, kImportLevelsCut(title));
      }
    }
    for (FileTask& task : project_.tasks) {
      const auto top = tops.find(task.key);
      task.parent_key = top == tops.end() ? "" : top->second;
    }
    return {};
  }

  Result<void> fit_blockers() {
    for (FileTask& task : project_.tasks) {
      std::vector<std::string> keys;
      size_t lost = 0;
      for (const std::string& key : task.blocked_by) {
        if (std::ranges::find(keys, key) != keys.end()) continue;
        const bool is_possible =
            key != task.key && positions_.contains(key) && keys.size() < kMaxBlockers;
        if (is_possible) keys.push_back(key);
        lost += is_possible ? 0 : 1;
      }
      if (lost > 0) note(task, kImportBlockersSkipped(shown_title(task.task.title), lost));
      task.blocked_by = std::move(keys);
    }
    return break_circles();
  }

  // Walks from each task to those that it waits for, and drops each relation that leads back to a
  // task on the way.
  Result<void> break_circles() {
    enum class State : uint8_t { kNew, kOnTheWay, kDone };
    std::vector<State> states(project_.tasks.size(), State::kNew);
    struct Step {
      size_t task;
      size_t next = 0;  // The relation to follow.
    };
    for (size_t start = 0; start < project_.tasks.size(); ++start) {
      if (states[start] != State::kNew) continue;
      std::vector<Step> way = {{.task = start}};
      states[start] = State::kOnTheWay;
      while (!way.empty()) {
        NORN_TRY(WorkBudget::check());
        FileTask& task = project_.tasks[way.back().task];
        if (way.back().next == task.blocked_by.size()) {
          states[way.back().task] = State::kDone;
          way.pop_back();
          continue;
        }
        const size_t other = positions_.at(task.blocked_by[way.back().next]);
        if (states[other] == State::kOnTheWay) {
          task.blocked_by.erase(task.blocked_by.begin() +
                                static_cast<std::ptrdiff_t>(way.back().next));
          note(task, kImportCircle(shown_title(task.task.title)));
          continue;
        }
        ++way.back().next;
        if (states[other] == State::kNew) {
          states[other] = State::kOnTheWay;
          way.push_back({.task = other});
        }
      }
    }
    return {};
  }

  ImportFile& file_;
  FileProject& project_;
  std::map<std::string, std::string> tag_names_;  // By their folded form.
  std::map<std::string, size_t> positions_;       // Of tasks, by their keys.
  size_t lost_tags_ = 0;
};

}  // namespace

Result<void> fit(ImportFile& file) {
  for (FileProject& project : file.projects) NORN_TRY(Fitting(file, project).run());
  return {};
}

}  // namespace norn::projects
