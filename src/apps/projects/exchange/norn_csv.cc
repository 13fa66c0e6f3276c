#include "apps/projects/exchange/norn_csv.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apps/projects/exchange/csv.h"
#include "apps/projects/exchange/readers.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "base/ascii.h"
#include "base/text.h"

namespace norn::projects {
namespace {

constexpr std::array<std::string_view, 18> kColumns = {
    "key",       "title",        "description", "status",         "priority",    "assignee",
    "dueDate",   "plannedStart", "plannedEnd",  "tags",           "parent",      "blockedBy",
    "checklist", "repeatRule",   "repeatFrom",  "repeatTimeZone", "completedAt", "createdAt"};
constexpr std::string_view kDone = "[x] ";
constexpr std::string_view kOpen = "[ ] ";
constexpr size_t kDayCharactersOfTime = 10;

std::string joined(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) {
    if (!all.empty()) all += "; ";
    for (const char c : text) {
      if (c == ';' || c == '\\') all.push_back('\\');
      all.push_back(c);
    }
  }
  return all;
}

std::vector<std::string> parted(std::string_view all) {
  std::vector<std::string> texts;
  std::string text;
  const auto finish = [&] {
    std::string one(trimmed(text));
    if (!one.empty() && texts.size() < kMaxReadEntries) texts.push_back(std::move(one));
    text.clear();
  };
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] == '\\' && i + 1 < all.size()) {
      text.push_back(all[++i]);
    } else if (all[i] == ';') {
      finish();
    } else {
      text.push_back(all[i]);
    }
  }
  finish();
  return texts;
}

std::string checklist_text(const std::vector<ChecklistEntry>& checklist) {
  std::string text;
  for (const ChecklistEntry& entry : checklist) {
    if (!text.empty()) text += '\n';
    text.append(entry.done ? kDone : kOpen).append(entry.text);
  }
  return text;
}

std::vector<ChecklistEntry> checklist_of(std::string_view text) {
  std::vector<ChecklistEntry> checklist;
  while (!text.empty() && checklist.size() < kMaxReadEntries) {
    const size_t end = text.find('\n');
    std::string_view line = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
    const bool is_done = line.starts_with(kDone) || line.starts_with("[X] ");
    if (is_done || line.starts_with(kOpen)) line.remove_prefix(kDone.size());
    line = trimmed(line);
    if (!line.empty()) checklist.push_back({.id = "", .text = std::string(line), .done = is_done});
  }
  return checklist;
}

// A whole day is written as a day.
std::string due_text(const std::optional<std::string>& due_date) {
  if (!due_date) return "";
  return is_whole_day(*due_date) ? due_date->substr(0, kDayCharactersOfTime) : *due_date;
}

// The cells of a row by the names of their columns.
class Cells {
 public:
  Cells(const std::vector<std::string>& names, const CsvRow& row) : names_(names), row_(row) {}

  std::string operator[](std::string_view name) const {
    for (size_t i = 0; i < names_.size() && i < row_.cells.size(); ++i) {
      if (names_[i] == name) return row_.cells[i];
    }
    return "";
  }
  size_t line() const { return row_.line; }

 private:
  const std::vector<std::string>& names_;
  const CsvRow& row_;
};

std::optional<std::string> time_cell(const Cells& cells, std::string_view name,
                                     std::string_view time_of_day, apps::ImportNotes& notes) {
  const std::string text = cells[name];
  if (trimmed(text).empty()) return std::nullopt;
  auto time = time_or_day(trimmed(text), time_of_day);
  if (!time) notes.add(cells.line(), kImportTimeUnknown(first_characters(text, 40)));
  return time;
}

FileTask csv_task(const Cells& cells, apps::ImportNotes& notes) {
  FileTask task;
  task.line = cells.line();
  task.key = trimmed(cells["key"]);
  Task& one = task.task;
  one.title = cells["title"];
  if (std::string text = cells["description"]; !text.empty()) one.description = std::move(text);
  const std::string status = cells["status"];
  if (const auto known = task_status_from(ascii_upper(trimmed(status)))) {
    one.status = *known;
  } else {
    put_into_list(task, std::string(trimmed(status)));
  }
  const std::string priority = ascii_upper(trimmed(cells["priority"]));
  one.priority = priority_from(priority).value_or(Priority::kMedium);
  if (!priority.empty() && !priority_from(priority)) {
    notes.add(task.line, kImportPriorityUnknown(first_characters(priority, 40)));
  }
  if (const std::string person = cells["assignee"]; !person.empty()) {
    task.assignee = person.contains('@') ? FilePerson{.email = person, .name = ""}
                                         : FilePerson{.email = "", .name = person};
  }
  one.due_date = time_cell(cells, "dueDate", "T23:59:59Z", notes);
  one.planned_start = time_cell(cells, "plannedStart", "T00:00:00Z", notes);
  one.planned_end = time_cell(cells, "plannedEnd", "T23:59:59Z", notes);
  one.completed_at = time_cell(cells, "completedAt", "T00:00:00Z", notes);
  one.created_at = time_cell(cells, "createdAt", "T00:00:00Z", notes).value_or("");
  for (std::string& tag : parted(cells["tags"])) task.tags.push_back(std::move(tag));
  task.parent_key = trimmed(cells["parent"]);
  task.blocked_by = parted(cells["blockedBy"]);
  one.checklist = checklist_of(cells["checklist"]);
  if (const std::string rule = cells["repeatRule"]; !rule.empty()) {
    one.repeat = Repeat{.rule = rule,
                        .from = repeat_from_from(cells["repeatFrom"]).value_or(Repeat::From::kDue),
                        .time_zone = cells["repeatTimeZone"]};
  }
  return task;
}

// The names of columns as they are written here; unknown ones stay as they are.
std::vector<std::string> column_names(const CsvRow& head, apps::ImportNotes& notes) {
  std::vector<std::string> names;
  for (const std::string& cell : head.cells) {
    const std::string_view name = trimmed(cell);
    const auto* const known = std::ranges::find_if(
        kColumns, [&](std::string_view one) { return equals_ignoring_case(one, name); });
    if (known == kColumns.end() && !name.empty()) {
      notes.add(head.line, kImportColumnUnknown(first_characters(name, 40)));
    }
    names.emplace_back(known == kColumns.end() ? std::string() : std::string(*known));
  }
  return names;
}

}  // namespace

std::string csv_head() {
  std::string out = "\xEF\xBB\xBF";
  append_csv_row(out, {kColumns.begin(), kColumns.end()});
  return out;
}

void append_csv(std::string& out, const FileTask& task, const std::string& person) {
  const Task& one = task.task;
  append_csv_row(
      out,
      {task.key, one.title, one.description.value_or(""), std::string(to_text(one.status)),
       std::string(to_text(one.priority)), person, due_text(one.due_date),
       one.planned_start.value_or(""), one.planned_end.value_or(""), joined(task.tags),
       task.parent_key, joined(task.blocked_by), checklist_text(one.checklist),
       one.repeat ? one.repeat->rule : "", one.repeat ? std::string(to_text(one.repeat->from)) : "",
       one.repeat ? one.repeat->time_zone : "", one.completed_at.value_or(""), one.created_at});
}

Result<ImportFile> read_norn_csv(std::string_view text) {
  CsvReader reader(text);
  const auto head = reader.next();
  if (!head) return not_of_format(FileFormat::kCsv);
  ImportFile file;
  const std::vector<std::string> names = column_names(*head, file.notes);
  if (std::ranges::find(names, "title") == names.end()) return not_of_format(FileFormat::kCsv);
  FileProject& project = file.projects.emplace_back();
  while (const auto row = reader.next()) {
    add_task(file, project, csv_task(Cells(names, *row), file.notes));
    if (file.tasks > kMaxImportedTasks) break;
  }
  return file;
}

}  // namespace norn::projects
