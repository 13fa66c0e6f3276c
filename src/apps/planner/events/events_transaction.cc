#include "apps/planner/events/events_transaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/planner/sentences.h"
#include "apps/planner/series/when.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::planner {
namespace {

// The condition that an item still has the version that was read.
template <typename Request>
void expect_version(Request& request, const Stamp& stamp) {
  request.condition = "#version = :version";
  request.placeholders.names.emplace("#version", "version");
  request.placeholders.values.emplace(":version", store::Value::number(stamp.version));
}

store::ConditionCheck person_is_there(const Context& context, const std::string& user_id) {
  store::ConditionCheck check;
  check.table = context.tables.planner();
  check.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
  check.condition = "attribute_exists(PK)";
  return check;
}

// LINK items by their sort keys.
std::map<std::string, store::Item> by_key(std::vector<store::Item> items) {
  std::map<std::string, store::Item> result;
  for (store::Item& item : items) {
    std::string sort_key = apps::text_of(item, "SK");
    result.emplace(std::move(sort_key), std::move(item));
  }
  return result;
}

}  // namespace

apps::Bin bin_of(const Context& context) {
  return {context.store, context.tables, context.clock, context.sweeps};
}

void Transaction::put(const Event* old, const Event& next) {
  put_item(to_item(user_id_, next), old != nullptr ? &old->stamp : nullptr);
  change_links(kEventType, next.id, old != nullptr ? &old->details : nullptr, &next.details);
}

void Transaction::put(const Master* old, const Master& next) {
  put_item(to_item(user_id_, next), old != nullptr ? &old->stamp : nullptr);
  change_links(kMasterType, next.id, old != nullptr ? &old->details : nullptr, &next.details);
}

void Transaction::put(const Instance* old, const Instance& next) {
  put_item(to_item(user_id_, next), old != nullptr ? &old->stamp : nullptr);
  change_links(kInstanceType, next.id(), old != nullptr ? &old->details : nullptr, &next.details);
}

void Transaction::remove(const Event& event) {
  remove_item(keys::event(event.id), event.stamp);
  change_links(kEventType, event.id, &event.details, nullptr);
}

void Transaction::remove(const Master& master) {
  remove_item(keys::master(master.id), master.stamp);
  change_links(kMasterType, master.id, &master.details, nullptr);
}

void Transaction::remove(const Instance& instance) {
  remove_item(keys::instance(instance.master_id, instance.tag), instance.stamp);
  change_links(kInstanceType, instance.id(), &instance.details, nullptr);
}

void Transaction::add(std::optional<apps::Action> action) {
  if (action) actions_.push_back(*std::move(action));
}

Result<void> Transaction::put_into_bin(const apps::Deletion& deletion) {
  return bin_of(context_).add(deletion, actions_);
}

void Transaction::take_out_of_bin(const apps::Binned& binned) {
  bin_of(context_).take(binned, actions_);
}

void Transaction::put_back(store::Item item) {
  store::PutRequest request;
  request.table = context_.tables.planner();
  // LINK items belong to the item that links, whose condition counts.
  const bool is_link = apps::text_of(item, "SK").starts_with(keys::kLinks);
  if (!is_link) request.condition = "attribute_not_exists(PK)";
  request.item = std::move(item);
  actions_.emplace_back(std::move(request));
}

void Transaction::reach(const Meta& meta, const When& when) {
  meta_ = meta;
  longest_minutes_ = std::max(longest_minutes_, minutes_of(when));
}

void Transaction::put_item(store::Item item, const Stamp* old) {
  store::PutRequest request;
  request.table = context_.tables.planner();
  request.item = std::move(item);
  if (old != nullptr) {
    expect_version(request, *old);
  } else {
    request.condition = "attribute_not_exists(PK)";
  }
  actions_.emplace_back(std::move(request));
}

void Transaction::remove_item(const std::string& sort_key, const Stamp& stamp) {
  store::DeleteRequest request;
  request.table = context_.tables.planner();
  request.key = apps::key_of(keys::user(user_id_), sort_key);
  expect_version(request, stamp);
  actions_.emplace_back(std::move(request));
}

// LINK items need no conditions: they are written together with the item that links, whose version
// is checked.
void Transaction::change_links(std::string_view entity_type, const std::string& event_id,
                               const Details* old, const Details* next) {
  const auto links = [&](const Details* details) {
    return details == nullptr ? std::vector<store::Item>()
                              : link_items(user_id_, entity_type, event_id, *details);
  };
  const auto before = by_key(links(old));
  const auto after = by_key(links(next));
  for (const auto& [sort_key, item] : before) {
    if (after.contains(sort_key)) continue;
    store::DeleteRequest request;
    request.table = context_.tables.planner();
    request.key = store::Item::subset(item, {"PK", "SK"});
    actions_.emplace_back(std::move(request));
  }
  for (const auto& [sort_key, item] : after) {
    const auto same = before.find(sort_key);
    if (same != before.end() && same->second == item) continue;
    store::PutRequest request;
    request.table = context_.tables.planner();
    request.item = item;
    actions_.emplace_back(std::move(request));
  }
}

Result<bool> Transaction::write() {
  // Raising longestEventMinutes also checks that the person exists.
  auto raised = meta_ ? raise_longest(context_, user_id_, *meta_, longest_minutes_) : std::nullopt;
  if (!raised && needs_person_) raised = person_is_there(context_, user_id_);
  add(std::move(raised));
  if (actions_.size() > kMaxActions) {
    return conflict(kTooManyItems(actions_.size(), kMaxActions));
  }
  return apps::write_all(context_.store, std::move(actions_));
}

}  // namespace norn::planner
