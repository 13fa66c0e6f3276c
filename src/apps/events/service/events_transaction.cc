#include "apps/events/service/events_transaction.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "apps/events/authors.h"
#include "apps/events/guests/guest_items.h"
#include "apps/events/keys.h"
#include "apps/events/sentences.h"
#include "apps/events/series/when.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::events {
namespace {

// The condition that an item still has the version that was read, and so do its guests.
template <typename Request>
void expect_version(Request& request, const Stamp& stamp, std::optional<int64_t> guests_version) {
  request.condition = "#version = :version";
  request.placeholders.names.emplace("#version", "version");
  request.placeholders.values.emplace(":version", store::Value::number(stamp.version));
  if (guests_version) expect_guests(request, *guests_version);
  expect_creator(request, stamp);
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
  const Details* const old_details = old != nullptr ? &old->details : nullptr;
  const Guests* const guests = old != nullptr ? &old->guests : nullptr;
  put_item(to_item(owner_.id, next), old != nullptr ? &old->stamp : nullptr,
           guests != nullptr ? guests->version : 0);
  change_links(kEventType, next.id, old_details, &next.details);
  change_guests(next.id, old_details, guests, &next.details, &next.guests);
}

void Transaction::put(const Master* old, const Master& next) {
  const Details* const old_details = old != nullptr ? &old->details : nullptr;
  const Guests* const guests = old != nullptr ? &old->guests : nullptr;
  put_item(to_item(owner_.id, next), old != nullptr ? &old->stamp : nullptr,
           guests != nullptr ? guests->version : 0);
  change_links(kMasterType, next.id, old_details, &next.details);
  change_guests(next.id, old_details, guests, &next.details, &next.guests);
}

void Transaction::put(const Instance* old, const Instance& next) {
  put_item(to_item(owner_.id, next), old != nullptr ? &old->stamp : nullptr);
  change_links(kInstanceType, next.id(), old != nullptr ? &old->details : nullptr, &next.details);
}

void Transaction::remove(const Event& event) {
  remove_item(keys::event(event.id), event.stamp, event.guests.version);
  change_links(kEventType, event.id, &event.details, nullptr);
  change_guests(event.id, &event.details, &event.guests, nullptr, nullptr);
}

void Transaction::remove(const Master& master) {
  remove_item(keys::master(master.id), master.stamp, master.guests.version);
  change_links(kMasterType, master.id, &master.details, nullptr);
  change_guests(master.id, &master.details, &master.guests, nullptr, nullptr);
}

void Transaction::remove(const Instance& instance) {
  remove_item(keys::instance(instance.master_id, instance.tag), instance.stamp);
  change_links(kInstanceType, instance.id(), &instance.details, nullptr);
}

void Transaction::set_guests(const Event& old, const Guests& next) {
  update_guests(keys::event(old.id), old.stamp, old.guests.version, next);
  change_guests(old.id, &old.details, &old.guests, &old.details, &next);
}

void Transaction::set_guests(const Master& old, const Guests& next) {
  update_guests(keys::master(old.id), old.stamp, old.guests.version, next);
  change_guests(old.id, &old.details, &old.guests, &old.details, &next);
}

void Transaction::update_guests(const std::string& sort_key, const Stamp& stamp,
                                int64_t guests_version, const Guests& next) {
  store::UpdateRequest request;
  request.table = context_.tables.planner();
  request.key = apps::key_of(keys::user(owner_.id), sort_key);
  request.update = "SET guests = :next, guestsVersion = :nextVersion";
  expect_version(request, stamp, guests_version);
  request.placeholders.values.emplace(":next", store::Value(list_of(next.list)));
  request.placeholders.values.emplace(":nextVersion", store::Value::number(next.version));
  actions_.emplace_back(std::move(request));
}

void Transaction::invite(const std::string& event_id, const Details& details,
                         const Guests& guests) {
  change_guests(event_id, nullptr, nullptr, &details, &guests);
}

void Transaction::change_guests(const std::string& event_id, const Details* old_details,
                                const Guests* old, const Details* next_details,
                                const Guests* next) {
  const auto items = [&](const Guests* guests, const Details* details) {
    return guests == nullptr ? GuestItems() : guest_items(owner_.id, event_id, *details, *guests);
  };
  for (apps::Action& action :
       guest_changes(context_, items(old, old_details), items(next, next_details))) {
    actions_.push_back(std::move(action));
  }
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

void Transaction::reach(const OwnerMeta& meta, const When& when) {
  meta_ = meta;
  longest_minutes_ = std::max(longest_minutes_, minutes_of(when));
}

void Transaction::need_meta(const OwnerMeta& meta) {
  meta_ = meta;
  needs_meta_ = true;
}

void Transaction::put_item(store::Item item, const Stamp* old,
                           std::optional<int64_t> guests_version) {
  store::PutRequest request;
  request.table = context_.tables.planner();
  request.item = std::move(item);
  if (old != nullptr) {
    expect_version(request, *old, guests_version);
  } else {
    request.condition = "attribute_not_exists(PK)";
  }
  actions_.emplace_back(std::move(request));
}

void Transaction::remove_item(const std::string& sort_key, const Stamp& stamp,
                              std::optional<int64_t> guests_version) {
  store::DeleteRequest request;
  request.table = context_.tables.planner();
  request.key = apps::key_of(keys::user(owner_.id), sort_key);
  expect_version(request, stamp, guests_version);
  actions_.emplace_back(std::move(request));
}

// LINK items need no conditions: they are written together with the item that links, whose version
// is checked.
void Transaction::change_links(std::string_view entity_type, const std::string& event_id,
                               const Details* old, const Details* next) {
  const auto links = [&](const Details* details) {
    return details == nullptr ? std::vector<store::Item>()
                              : link_items(owner_.id, entity_type, event_id, *details);
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

Result<std::vector<apps::Action>> Transaction::take() {
  NORN_ASSIGN(auto conditions, conditions_of(owner_));
  std::ranges::move(conditions, std::back_inserter(actions_));
  // Raising longestEventMinutes also checks that the person exists.
  auto raised = meta_ ? raise_longest(context_, owner_, *meta_, longest_minutes_) : std::nullopt;
  if (!raised && needs_meta_) raised = person_is_there(context_, owner_.id);
  add(std::move(raised));
  return std::move(actions_);
}

Result<bool> Transaction::write() {
  NORN_ASSIGN(auto actions, take());
  if (actions.size() > kMaxActions) {
    return conflict(kTooManyItems(actions.size(), kMaxActions));
  }
  return apps::write_all(context_.store, std::move(actions));
}

}  // namespace norn::events
