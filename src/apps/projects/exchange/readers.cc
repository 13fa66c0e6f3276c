#include "apps/projects/exchange/readers.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "base/ascii.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::projects {
namespace {

constexpr std::array<std::string_view, 5> kFormats = {"norn", "csv", "trello", "todoist",
                                                      "vikunja"};

// Two digits of a text; -1 if they are none.
int two_digits(std::string_view text, size_t at) {
  if (at + 2 > text.size() || !is_digit(text[at]) || !is_digit(text[at + 1])) return -1;
  return (text[at] - '0') * 10 + (text[at + 1] - '0');
}

bool has_word(std::string_view folded, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return folded.contains(word); });
}

// What a tag of HTML is in Markdown.
std::string markdown_of_tag(std::string_view tag) {
  const bool is_end = tag.starts_with('/');
  std::string name;
  for (const char c : is_end ? tag.substr(1) : tag) {
    if (!is_ascii_letter(c) && !is_digit(c)) break;
    name.push_back(ascii_lower(c));
  }
  if (name == "br") return "\n";
  if (name == "strong" || name == "b") return "**";
  if (name == "em" || name == "i") return "*";
  if (name == "code") return "`";
  if (name == "li") return is_end ? "\n" : "- ";
  const bool is_heading = name.size() == 2 && name[0] == 'h' && is_digit(name[1]);
  if (is_heading && !is_end)
    return "\n" + std::string(static_cast<size_t>(name[1] - '0'), '#') + " ";
  if (name == "p" || name == "div" || name == "ul" || name == "ol" || is_heading) {
    return is_end ? "\n" : "";
  }
  return "";
}

// The character of "&amp;"; empty if it is unknown.
std::string_view character_of(std::string_view entity) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kEntities = {
      {{"amp", "&"}, {"lt", "<"}, {"gt", ">"}, {"quot", "\""}, {"#39", "'"}, {"nbsp", " "}}};
  const auto* const found =
      std::ranges::find(kEntities, entity, &std::pair<std::string_view, std::string_view>::first);
  return found == kEntities.end() ? std::string_view() : found->second;
}

}  // namespace

std::string_view to_text(FileFormat format) {
  return kFormats[static_cast<size_t>(format)];
}

std::optional<FileFormat> file_format_from(std::string_view text) {
  const auto* const found = std::ranges::find(kFormats, text);
  if (found == kFormats.end()) return std::nullopt;
  return static_cast<FileFormat>(found - kFormats.begin());
}

std::unexpected<Error> not_of_format(FileFormat format) {
  switch (format) {
    case FileFormat::kNorn:
      return invalid("file", kNotNornFile);
    case FileFormat::kCsv:
      return invalid("file", kNotCsvFile);
    case FileFormat::kTrello:
      return invalid("file", kNotTrelloFile);
    case FileFormat::kTodoist:
      return invalid("file", kNotTodoistFile);
    case FileFormat::kVikunja:
      break;
  }
  return invalid("file", kNotVikunjaFile);
}

Result<ImportFile> read_file(FileFormat format, std::string_view text) {
  if (text.size() > kMaxProjectFileBytes) {
    return invalid("file", kProjectFileTooLarge(kMaxProjectFileBytes >> 20));
  }
  if (!simdjson::validate_utf8(text.data(), text.size())) {
    return invalid("file", kProjectFileNotText);
  }
  Result<ImportFile> file = not_of_format(format);
  switch (format) {
    case FileFormat::kNorn:
      file = read_norn_json(text);
      break;
    case FileFormat::kCsv:
      file = read_norn_csv(text);
      break;
    case FileFormat::kTrello:
      file = read_trello(text);
      break;
    case FileFormat::kTodoist:
      file = read_todoist(text);
      break;
    case FileFormat::kVikunja:
      file = read_vikunja(text);
      break;
  }
  if (!file) return file;
  if (file->projects.size() > kMaxImportedProjects) {
    return invalid("file", kTooManyImportedProjects(kMaxImportedProjects));
  }
  if (file->tasks > kMaxImportedTasks) {
    return invalid("file", kTooManyImportedTasks(kMaxImportedTasks));
  }
  if (file->parts > kMaxImportedParts) {
    return invalid("file", kTooManyImportedParts(kMaxImportedParts));
  }
  return file;
}

void add_task(ImportFile& file, FileProject& project, FileTask task) {
  ++file.tasks;
  file.parts += task.comments.size() + task.links.size();
  const bool is_too_much = file.tasks > kMaxImportedTasks || file.parts > kMaxImportedParts;
  if (!is_too_much) project.tasks.push_back(std::move(task));
}

void add_event(ImportFile& file, FileProject& project, Event event) {
  ++file.tasks;
  if (file.tasks <= kMaxImportedTasks) project.events.push_back(std::move(event));
}

std::optional<std::string> rfc3339(std::string_view text) {
  constexpr size_t kDateSize = 10;
  constexpr size_t kTimeSize = 19;
  constexpr int64_t kHourSeconds = 3'600;
  constexpr int64_t kMinuteSeconds = 60;
  if (text.size() < kTimeSize) return std::nullopt;
  const auto date = parse_date(text.substr(0, kDateSize));
  const auto time = parse_time_of_day_s(text.substr(kDateSize + 1, kTimeSize - kDateSize - 1));
  if (!date || !time || text < "1900") return std::nullopt;
  size_t at = kTimeSize;
  if (at < text.size() && text[at] == '.') {
    do ++at;
    while (at < text.size() && is_digit(text[at]));
  }
  int64_t offset_s = 0;
  if (at < text.size() && text[at] != 'Z' && text[at] != 'z') {
    const int hours = two_digits(text, at + 1);
    const int minutes = two_digits(text, at + 4);
    if ((text[at] != '+' && text[at] != '-') || hours < 0 || minutes < 0) return std::nullopt;
    offset_s = hours * kHourSeconds + minutes * kMinuteSeconds;
    if (text[at] == '-') offset_s = -offset_s;
  }
  const auto day_s = std::chrono::duration_cast<std::chrono::seconds>(date->time_since_epoch());
  return timestamp_s((day_s.count() + *time - offset_s) * kMsPerSecond);
}

std::optional<std::string> time_or_day(std::string_view text, std::string_view time_of_day) {
  if (parse_date(text)) return std::string(text).append(time_of_day);
  return rfc3339(text);
}

std::optional<TaskStatus> status_of_list(std::string_view name) {
  const std::string folded = to_folded_nfkc(name);
  if (has_word(folded,
               {"review", "testing", "to test", "qa", "prüf", "abnahme", "审", "審", "测试"})) {
    return TaskStatus::kReview;
  }
  if (has_word(folded,
               {"to do", "todo", "to-do", "backlog", "offen", "zu erledigen", "待办", "待辦"})) {
    return TaskStatus::kTodo;
  }
  if (has_word(folded, {"progress", "doing", "wip", "in arbeit", "ongoing", "进行", "進行"})) {
    return TaskStatus::kInProgress;
  }
  if (has_word(folded,
               {"done", "complete", "finished", "erledigt", "fertig", "abgeschlossen", "完成"})) {
    return TaskStatus::kDone;
  }
  return std::nullopt;
}

void put_into_list(FileTask& task, const std::string& list) {
  if (list.empty()) return;
  if (const auto status = status_of_list(list)) {
    task.task.status = *status;
  } else {
    task.tags.push_back(list);
  }
}

std::string markdown_of(std::string_view html) {
  if (!html.contains("</") && !html.contains("<br")) return std::string(html);
  constexpr size_t kMaxEntity = 8;
  const size_t last_end = html.rfind('>');
  std::string text;
  for (size_t at = 0; at < html.size();) {
    if (html[at] == '<' && last_end != std::string_view::npos && at < last_end) {
      const size_t end = html.find('>', at);
      text += markdown_of_tag(html.substr(at + 1, end - at - 1));
      at = end + 1;
      continue;
    }
    const std::string_view entity = html.substr(at, kMaxEntity);
    const size_t end = entity.starts_with('&') ? entity.find(';') : std::string_view::npos;
    const std::string_view character =
        end == std::string_view::npos ? "" : character_of(entity.substr(1, end - 1));
    if (!character.empty()) {
      text += character;
      at += end + 1;
      continue;
    }
    text.push_back(html[at]);
    ++at;
  }
  return std::string(trimmed(text));
}

}  // namespace norn::projects
