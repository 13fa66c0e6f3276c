#include "apps/events/exchange/import_groups.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "apps/events/exchange/ical_other.h"
#include "apps/events/exchange/import_items.h"
#include "apps/events/exchange/import_text.h"
#include "apps/events/sentences.h"
#include "base/sha256.h"

namespace norn::events {

using ical::CalendarItem;

namespace {

constexpr size_t kMaxUidBytes = 255;

// Without a UID, a digest of the content, so that the next import finds the event again.
std::string uid_of(const CalendarItem& item) {
  std::string uid = as_line(item.uid);
  if (!uid.empty() && uid.size() <= kMaxUidBytes) return uid;
  if (uid.empty()) {
    CalendarItem timeless = item;
    timeless.stamp.reset();
    uid = ical::component_text(ical::item_component(timeless, kAnyTime));
  }
  return sha256_hex(uid) + "@norn";
}

bool is_newer(const CalendarItem& item, const CalendarItem& other) {
  if (item.sequence != other.sequence) return item.sequence > other.sequence;
  return changed_s(item).value_or(0) >= changed_s(other).value_or(0);
}

class Grouping {
 public:
  Grouping(bool wants_todos, ImportNotes& notes) : wants_todos_(wants_todos), notes_(notes) {}

  void add(const CalendarItem& item) {
    const bool is_todo = item.kind == CalendarItem::Kind::kTodo;
    if (is_todo && !wants_todos_) {
      skip(item.line, kImportTaskSkipped(shown_title(item)));
      return;
    }
    std::vector<ImportGroup>& groups = is_todo ? groups_.todos : groups_.groups;
    const std::string uid = uid_of(item);
    const auto [found, is_new] = (is_todo ? todo_places_ : places_).try_emplace(uid, groups.size());
    if (is_new) groups.push_back({.uid = uid});
    ImportGroup& group = groups[found->second];
    if (item.recurrence_id) {
      group.overrides.push_back(&item);
    } else {
      add_main(item, group);
    }
  }

  void add_other(const ical::Component& component) {
    if (component.name == "VTIMEZONE") return;
    if (component.name == "VEVENT") {  // The reader of the file has added a note.
      ++groups_.skipped;
      return;
    }
    const ical::ContentLine* const line = component.line("SUMMARY");
    CalendarItem item;
    if (line != nullptr) item.summary = ical::unescape_text(line->value);
    skip(component.first_line,
         kImportKindSkipped(cut_to_characters(as_line(component.name), 40), shown_title(item)));
  }

  ImportGroups take() { return std::move(groups_); }

 private:
  void skip(size_t line, Said said) {
    ++groups_.skipped;
    notes_.add(line, std::move(said));
  }

  void add_main(const CalendarItem& item, ImportGroup& group) {
    const CalendarItem* older = &item;
    if (group.main == nullptr || is_newer(item, *group.main)) {
      older = std::exchange(group.main, &item);
    }
    if (older == nullptr) return;
    skip(older->line, kImportTwice(shown_title(*older)));
  }

  const bool wants_todos_;
  ImportNotes& notes_;
  ImportGroups groups_;
  std::unordered_map<std::string, size_t> places_;
  std::unordered_map<std::string, size_t> todo_places_;
};

}  // namespace

int64_t ImportGroup::sequence() const {
  int64_t most = main == nullptr ? 0 : main->sequence;
  for (const CalendarItem* const item : overrides) most = std::max(most, item->sequence);
  return most;
}

std::optional<int64_t> ImportGroup::changed_s() const {
  std::optional<int64_t> last = main == nullptr ? std::nullopt : events::changed_s(*main);
  for (const CalendarItem* const item : overrides) {
    // nullopt is less than any time.
    last = std::max(last, events::changed_s(*item));
  }
  return last;
}

ImportGroups group_items(const ical::CalendarFile& file, bool wants_todos, ImportNotes& notes) {
  Grouping grouping(wants_todos, notes);
  for (const CalendarItem& item : file.items) grouping.add(item);
  for (const ical::Component& component : file.other_components) grouping.add_other(component);
  return grouping.take();
}

}  // namespace norn::events
