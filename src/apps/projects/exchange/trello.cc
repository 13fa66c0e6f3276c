#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "apps/projects/exchange/json_view.h"
#include "apps/projects/exchange/readers.h"
#include "apps/projects/limits.h"
#include "apps/projects/sentences.h"
#include "base/text.h"

// The JSON that Trello exports of a board (menu, "Print, export, and share"). Lists are columns, by
// their names; cards are tasks.
namespace norn::projects {
namespace {

struct TrelloList {
  std::string name;
  bool is_closed = false;
};

struct TrelloBoard {
  std::map<std::string, TrelloList> lists;
  std::map<std::string, std::string> labels;  // Names, by id.
  std::map<std::string, FilePerson> members;
  std::map<std::string, size_t> cards;  // The positions of tasks, by id.
};

// The first eight digits of an id are the seconds of its creation.
std::string time_of_id(std::string_view id) {
  constexpr size_t kDigits = 8;
  constexpr int kHexadecimal = 16;
  int64_t seconds = 0;
  const std::string_view digits = id.substr(0, kDigits);
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), seconds, kHexadecimal);
  const bool is_time = digits.size() == kDigits && error == std::errc() &&
                       end == digits.data() + digits.size() && seconds > 0;
  return is_time ? timestamp_s(seconds * kMsPerSecond) : "";
}

std::string color_of_label(std::string_view name) {
  static const std::map<std::string_view, std::string> colors = {
      {"green", "#61BD4F"},  {"yellow", "#F2D600"}, {"orange", "#FF9F1A"}, {"red", "#EB5A46"},
      {"purple", "#C377E0"}, {"blue", "#0079BF"},   {"sky", "#00C2E0"},    {"lime", "#51E898"},
      {"pink", "#FF78CB"},   {"black", "#344563"}};
  // "green_dark" and "green_light" are shades.
  const auto found = colors.find(name.substr(0, name.find('_')));
  return found == colors.end() ? "" : found->second;
}

// A label may have a color and no name.
std::string name_of_label(const Json& label) {
  std::string name = text_in(label, "name");
  return name.empty() ? text_in(label, "color") : name;
}

void read_board(const Json& root, TrelloBoard& board, FileProject& project) {
  each_in(root, "lists", [&](const Json& list) {
    board.lists.emplace(text_in(list, "id"), TrelloList{.name = text_in(list, "name"),
                                                        .is_closed = flag_in(list, "closed")});
  });
  each_in(root, "labels", [&](const Json& label) {
    const std::string name = name_of_label(label);
    if (name.empty()) return;
    board.labels.emplace(text_in(label, "id"), name);
    project.tags.push_back({.name = name, .color = color_of_label(text_in(label, "color"))});
  });
  each_in(root, "members", [&](const Json& person) {
    board.members.emplace(text_in(person, "id"), FilePerson{.email = text_in(person, "email"),
                                                            .name = text_in(person, "fullName")});
  });
}

void read_attachments(const Json& card, FileTask& task, apps::ImportNotes& notes) {
  each_in(card, "attachments", [&](const Json& attachment) {
    std::string url = text_in(attachment, "url");
    if (flag_in(attachment, "isUpload")) {
      notes.add(0, kImportFileStaysThere(first_characters(task.task.title, 80)));
    }
    task.links.push_back({.name = text_in(attachment, "name"),
                          .url = std::move(url),
                          .created_at = rfc3339(text_in(attachment, "date")).value_or("")});
  });
}

void read_card(const Json& card, const TrelloBoard& board, FileTask& task, ImportFile& file) {
  Task& one = task.task;
  one.title = text_in(card, "name");
  if (std::string text = text_in(card, "desc"); !text.empty()) one.description = std::move(text);
  const auto list = board.lists.find(text_in(card, "idList"));
  if (list != board.lists.end()) put_into_list(task, list->second.name);
  one.due_date = rfc3339(text_in(card, "due"));
  one.planned_start = rfc3339(text_in(card, "start"));
  if (flag_in(card, "dueComplete")) one.status = TaskStatus::kDone;
  one.created_at = time_of_id(task.key);
  if (one.status == TaskStatus::kDone) {
    one.completed_at = rfc3339(text_in(card, "dateLastActivity"));
  }
  each_key_in(card, "idLabels", [&](const std::string& id) {
    const auto label = board.labels.find(id);
    const bool is_read = label != board.labels.end() && task.tags.size() < kMaxReadEntries;
    if (is_read) task.tags.push_back(label->second);
  });
  size_t people = 0;
  each_key_in(card, "idMembers", [&](const std::string& id) {
    const auto person = board.members.find(id);
    if (person != board.members.end() && people++ == 0) task.assignee = person->second;
  });
  if (people > 1) file.notes.add(0, kImportOneAssignee(first_characters(one.title, 80)));
  read_attachments(card, task, file.notes);
}

void read_checklists(const Json& root, const TrelloBoard& board, FileProject& project) {
  each_in(root, "checklists", [&](const Json& checklist) {
    const auto card = board.cards.find(text_in(checklist, "idCard"));
    if (card == board.cards.end()) return;
    std::vector<std::pair<double, ChecklistEntry>> entries;
    each_in(checklist, "checkItems", [&](const Json& item) {
      entries.emplace_back(number_in(item, "pos"),
                           ChecklistEntry{.id = "",
                                          .text = text_in(item, "name"),
                                          .done = text_in(item, "state") == "complete"});
    });
    std::ranges::stable_sort(entries, {}, &std::pair<double, ChecklistEntry>::first);
    std::vector<ChecklistEntry>& all = project.tasks[card->second].task.checklist;
    for (auto& [position, entry] : entries) {
      if (all.size() < kMaxReadEntries) all.push_back(std::move(entry));
    }
  });
}

// Trello writes the latest action first.
void read_comments(const Json& root, const TrelloBoard& board, ImportFile& file,
                   FileProject& project) {
  each_in(root, "actions", [&](const Json& action) {
    const auto data = json_member(action, "data");
    const auto on = data ? json_member(*data, "card") : std::nullopt;
    if (text_in(action, "type") != "commentCard" || !on) return;
    const auto card = board.cards.find(text_in(*on, "id"));
    if (card == board.cards.end()) return;
    const auto author = json_member(action, "memberCreator");
    if (++file.parts > kMaxImportedParts) return;
    project.tasks[card->second].comments.push_back(
        {.author = {.email = "", .name = author ? text_in(*author, "fullName") : ""},
         .text = text_in(*data, "text"),
         .created_at = rfc3339(text_in(action, "date")).value_or("")});
  });
  for (FileTask& task : project.tasks) {
    std::ranges::stable_sort(task.comments, {}, &FileComment::created_at);
  }
}

}  // namespace

Result<ImportFile> read_trello(std::string_view text) {
  simdjson::dom::parser parser;
  Json root;
  if (parser.parse(text.data(), text.size()).get(root) != simdjson::SUCCESS) {
    return not_of_format(FileFormat::kTrello);
  }
  if (!json_member(root, "cards") || !json_member(root, "lists"))
    return not_of_format(FileFormat::kTrello);
  ImportFile file;
  FileProject& project = file.projects.emplace_back();
  project.project.name = text_in(root, "name");
  if (std::string text_of_board = text_in(root, "desc"); !text_of_board.empty()) {
    project.project.description = std::move(text_of_board);
  }
  if (const auto preferences = json_member(root, "prefs")) {
    project.project.color = text_in(*preferences, "backgroundColor");
  }
  TrelloBoard board;
  read_board(root, board, project);
  std::vector<std::pair<double, Json>> cards;
  size_t archived = 0;
  each_in(root, "cards", [&](const Json& card) {
    const auto list = board.lists.find(text_in(card, "idList"));
    const bool is_archived =
        flag_in(card, "closed") || (list != board.lists.end() && list->second.is_closed);
    archived += is_archived ? 1 : 0;
    if (!is_archived) cards.emplace_back(number_in(card, "pos"), card);
  });
  if (archived > 0) {
    file.skipped += static_cast<int64_t>(archived);
    file.notes.add(0, kImportArchivedCards(archived));
  }
  std::ranges::stable_sort(cards, {}, &std::pair<double, Json>::first);
  for (const auto& [position, card] : cards) {
    FileTask task;
    task.key = text_in(card, "id");
    board.cards.emplace(task.key, project.tasks.size());
    read_card(card, board, task, file);
    add_task(file, project, std::move(task));
    if (file.tasks > kMaxImportedTasks || file.parts > kMaxImportedParts) return file;
  }
  read_checklists(root, board, project);
  read_comments(root, board, file, project);
  return file;
}

}  // namespace norn::projects
