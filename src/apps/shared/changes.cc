#include "apps/shared/changes.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "apps/shared/items.h"
#include "base/log.h"

namespace norn::apps {
namespace {

// The items that records are about as they are now, by their keys; those that are there.
using State = std::map<std::pair<std::string, std::string>, store::Item>;

State::key_type key_in_state(store::ItemView item) {
  return {text_of(item, "PK"), text_of(item, "SK")};
}

Result<State> present_state(store::Store& store, const std::string& table,
                            const std::vector<store::StreamRecord>& records) {
  State keys;
  for (const store::StreamRecord& record : records) {
    keys.emplace(key_in_state(record.keys), record.keys);
  }
  std::vector<store::Item> asked;
  for (auto& [key, item] : keys) asked.push_back(std::move(item));
  NORN_ASSIGN(auto items, get_all(store, table, asked));
  State state;
  for (store::Item& item : items) state.emplace(key_in_state(item), std::move(item));
  return state;
}

const store::Item* image(const std::optional<store::Item>& image) {
  return image ? &*image : nullptr;
}

}  // namespace

Change change_of(const store::StreamRecord& record) {
  auto [pk, sk] = key_in_state(record.keys);
  return {.pk = std::move(pk),
          .sk = std::move(sk),
          .before = image(record.old_image),
          .now = image(record.new_image)};
}

Result<live::Events> events_of_change(const Change& change, const EventsOfChange& events_of) {
  if (change.before == nullptr && change.now == nullptr) return live::Events();
  auto events = events_of(change);
  if (!events && events.error().code == ErrorCode::kUnreadable) {
    log::warn("a change of {} {} is not told to open pages: {}", change.pk, change.sk,
              events.error().message);
    return live::Events();
  }
  return events;
}

Result<std::vector<live::Events>> catch_up(store::Store& store, const std::string& table,
                                           const std::vector<store::StreamRecord>& records,
                                           const EventsOfChange& events_of) {
  NORN_ASSIGN(const State state, present_state(store, table, records));
  std::vector<live::Events> all(records.size());
  const auto is_less = [](const live::Event* left, const live::Event* right) {
    return std::tie(left->name, left->data, left->users) <
           std::tie(right->name, right->data, right->users);
  };
  std::set<const live::Event*, decltype(is_less)> told;
  for (size_t i = records.size(); i-- > 0;) {
    Change change = change_of(records[i]);
    const auto now = state.find({change.pk, change.sk});
    change.now = now == state.end() ? nullptr : &now->second;
    NORN_ASSIGN(all[i], events_of_change(change, events_of));
    std::erase_if(all[i], [&](const live::Event& event) { return told.contains(&event); });
    for (const live::Event& event : all[i]) told.insert(&event);
  }
  return all;
}

Result<std::vector<live::Events>> catch_up_some(
    store::Store& store, const std::string& table, const std::vector<store::StreamRecord>& records,
    const std::function<bool(const store::StreamRecord&)>& is_concerned,
    const EventsOfChange& events_of) {
  std::vector<store::StreamRecord> concerned;
  std::vector<size_t> positions;
  for (size_t i = 0; i < records.size(); ++i) {
    if (!is_concerned(records[i])) continue;
    concerned.push_back(records[i]);
    positions.push_back(i);
  }
  std::vector<live::Events> all(records.size());
  if (concerned.empty()) return all;
  NORN_ASSIGN(auto events, catch_up(store, table, concerned, events_of));
  for (size_t i = 0; i < positions.size(); ++i) all[positions[i]] = std::move(events[i]);
  return all;
}

}  // namespace norn::apps
