#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "apps/projects/exchange/csv.h"
#include "apps/projects/exchange/readers.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "base/ascii.h"
#include "base/text.h"
#include "ical/time_zone.h"

// The CSV that Todoist exports of a project ("Export as a CSV file"), a backup of it included:
// https://todoist.com/help/articles/format-a-csv-file-to-import-into-todoist-UVUXTmm6
namespace norn::projects {
namespace {

class TodoistRow {
 public:
  TodoistRow(const std::map<std::string, size_t>& columns, const CsvRow& row)
      : columns_(columns), row_(row) {}

  std::string operator[](const std::string& name) const {
    const auto column = columns_.find(name);
    if (column == columns_.end() || column->second >= row_.cells.size()) return "";
    return std::string(trimmed(row_.cells[column->second]));
  }
  int number(const std::string& name, int without) const {
    const std::string text = (*this)[name];
    int value = without;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? value : without;
  }
  size_t line() const { return row_.line; }

 private:
  const std::map<std::string, size_t>& columns_;
  const CsvRow& row_;
};

// "Buy milk @errand @home" is "Buy milk" with two labels.
std::string without_labels(std::string_view content, std::vector<std::string>& labels) {
  std::string title;
  while (!content.empty()) {
    const size_t space = content.find(' ');
    const std::string_view word = content.substr(0, space);
    content = space == std::string_view::npos ? "" : content.substr(space + 1);
    if (word.size() > 1 && word.starts_with('@')) {
      if (labels.size() < kMaxReadEntries) labels.emplace_back(word.substr(1));
      continue;
    }
    if (!title.empty()) title.push_back(' ');
    title += word;
  }
  return title;
}

// "Evan (14781400)"
std::string todoist_name(std::string_view person) {
  const size_t bracket = person.rfind(" (");
  return std::string(bracket == std::string_view::npos ? person : person.substr(0, bracket));
}

// "2024-03-01", "2024-03-01 14:00", "2024-03-01T14:00:00", in the zone of the row.
std::optional<std::string> todoist_date(std::string_view text, const std::string& zone_name) {
  if (parse_date(text)) return std::string(text) + "T23:59:59Z";
  if (auto time = text.ends_with('Z') ? rfc3339(text) : std::nullopt) return time;
  constexpr size_t kDaySize = 10;
  constexpr size_t kMinuteSize = 5;
  const auto day = parse_date(text.substr(0, kDaySize));
  if (!day || text.size() < kDaySize + 1 + kMinuteSize) return std::nullopt;
  std::string clock(text.substr(kDaySize + 1));
  if (clock.size() == kMinuteSize) clock += ":00";
  const auto second = parse_time_of_day_s(clock);
  if (!second) return std::nullopt;
  const auto zone = ical::TimeZone::find(zone_name);
  const auto day_s = std::chrono::duration_cast<std::chrono::seconds>(day->time_since_epoch());
  const int64_t local_s = day_s.count() + *second;
  return timestamp_s((zone ? zone->utc_of(local_s) : local_s) * kMsPerSecond);
}

Priority todoist_priority(int priority) {
  switch (priority) {
    case 1:
      return Priority::kUrgent;
    case 2:
      return Priority::kHigh;
    case 3:
      return Priority::kMedium;
    default:
      return Priority::kLow;
  }
}

// What is no date ("every monday") stays in the description, so that nothing is lost.
void read_date(const TodoistRow& row, std::string_view column, FileTask& task,
               apps::ImportNotes& notes) {
  const std::string text = row[std::string(column)];
  if (text.empty()) return;
  if (auto date = todoist_date(text, row["TIMEZONE"])) {
    if (!task.task.due_date) task.task.due_date = std::move(date);
    return;
  }
  std::string& description =
      task.task.description ? *task.task.description : task.task.description.emplace();
  if (!description.empty()) description += "\n\n";
  description += text;
  notes.add(row.line(), kImportDateInDescription(first_characters(text, 80)));
}

class TodoistReader {
 public:
  void read(const TodoistRow& row) {
    const std::string type = row["TYPE"];
    if (type == "task") {
      add_task(row);
    } else if (type == "section") {
      section_ = row["CONTENT"];
      parents_.clear();
    } else if (type == "note") {
      add_note(row);
    } else if (!type.empty() && type != "meta") {
      file_.notes.add(row.line(), kImportRowUnknown(first_characters(type, 40)));
    }
  }
  bool has_too_much() const {
    return file_.tasks > kMaxImportedTasks || file_.parts > kMaxImportedParts;
  }
  ImportFile take() {
    file_.projects.push_back(std::move(project_));
    return std::move(file_);
  }

 private:
  void add_task(const TodoistRow& row) {
    FileTask task;
    task.key = std::to_string(project_.tasks.size() + 1);
    task.line = row.line();
    task.task.title = without_labels(row["CONTENT"], task.tags);
    if (std::string text = row["DESCRIPTION"]; !text.empty()) {
      task.task.description = std::move(text);
    }
    task.task.priority = todoist_priority(row.number("PRIORITY", 1));
    put_into_list(task, section_);
    if (const std::string person = row["RESPONSIBLE"]; !person.empty()) {
      task.assignee = FilePerson{.email = "", .name = todoist_name(person)};
    }
    read_date(row, "DATE", task, file_.notes);
    read_date(row, "DEADLINE", task, file_.notes);
    const auto indent = static_cast<size_t>(std::clamp(row.number("INDENT", 1), 1, 10));
    parents_.resize(std::min(parents_.size(), indent - 1));
    if (!parents_.empty()) task.parent_key = parents_.back();
    parents_.push_back(task.key);
    projects::add_task(file_, project_, std::move(task));
  }

  void add_note(const TodoistRow& row) {
    if (project_.tasks.empty()) {
      file_.notes.add(row.line(), kImportCommentWithoutTask);
      return;
    }
    if (++file_.parts > kMaxImportedParts) return;
    project_.tasks.back().comments.push_back(
        {.author = {.email = "", .name = todoist_name(row["AUTHOR"])},
         .text = row["CONTENT"],
         .created_at = rfc3339(row["DATE"]).value_or("")});
  }

  ImportFile file_;
  FileProject project_;
  std::string section_;
  std::vector<std::string> parents_;  // The keys of the tasks that the next one may be under.
};

}  // namespace

Result<ImportFile> read_todoist(std::string_view text) {
  CsvReader reader(text);
  const auto head = reader.next();
  std::map<std::string, size_t> columns;
  if (head) {
    for (size_t i = 0; i < head->cells.size(); ++i) {
      columns.emplace(ascii_upper(trimmed(head->cells[i])), i);
    }
  }
  if (!columns.contains("TYPE") || !columns.contains("CONTENT")) {
    return not_of_format(FileFormat::kTodoist);
  }
  TodoistReader todoist;
  while (const auto row = reader.next()) {
    todoist.read(TodoistRow(columns, *row));
    if (todoist.has_too_much()) break;
  }
  return todoist.take();
}

}  // namespace norn::projects
