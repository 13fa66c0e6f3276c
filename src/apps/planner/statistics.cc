#include "apps/planner/statistics.h"

#include <algorithm>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/planner/user_meta.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"

namespace norn::planner {
namespace {

store::UpdateRequest meta_update(const Context& context, const std::string& user_id) {
  store::UpdateRequest update;
  update.table = context.tables.planner();
  update.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
  // Deleted persons have no statistics.
  update.condition = "attribute_type(stats.totalEvents, :number)";
  update.placeholders.values = {{":number", "N"}};
  return update;
}

apps::Action add_to_stats(const Context& context, const std::string& user_id, const Count& count) {
  store::UpdateRequest update = meta_update(context, user_id);
  update.update = "SET stats.totalEvents = stats.totalEvents + :events";
  update.placeholders.values.emplace(":events", store::Value::number(count.events));
  if (!count.last_created.empty()) {
    update.update += ", stats.lastEventCreated = :created";
    update.placeholders.values.emplace(":created", count.last_created);
  }
  return update;
}

store::Value last_created_of(const Count& count) {
  return count.last_created.empty() ? store::Value(store::Null{})
                                    : store::Value(count.last_created);
}

apps::Action set_stats(const Context& context, const std::string& user_id, const Count& count) {
  store::UpdateRequest update = meta_update(context, user_id);
  update.update = "SET stats.totalEvents = :events, stats.lastEventCreated = :created";
  update.placeholders.values.emplace(":events", store::Value::number(count.events));
  update.placeholders.values.emplace(":created", last_created_of(count));
  return update;
}

// For a USER_META of another program that has no valid `stats`.
apps::Action put_stats(const Context& context, const std::string& user_id, const Count& count) {
  store::Map stats = no_statistics();
  stats["totalEvents"] = store::Value::number(count.events);
  stats["lastEventCreated"] = last_created_of(count);
  store::UpdateRequest update = meta_update(context, user_id);
  update.update = "SET stats = :stats";
  update.condition = "attribute_exists(PK)";
  update.placeholders.values = {{":stats", std::move(stats)}};
  return update;
}

bool has_stats(store::ItemView meta) {
  const auto value = meta.value("stats");
  const auto* const stats = value ? value->get_if<store::Map>() : nullptr;
  const auto total = stats != nullptr ? stats->find("totalEvents") : store::Map::const_iterator();
  return stats != nullptr && total != stats->end() &&
         total->second.get_if<store::Number>() != nullptr;
}

bool is_counted(store::ItemView item) {
  const std::string type = apps::text_of(item, "entityType");
  return type == "EVENT" || type == "MASTER";
}

bool is_user_meta(store::ItemView item) {
  return apps::text_of(item, "SK").starts_with(keys::user_meta(""));
}

// The person whose partition the key is in; empty if it is not a person's partition.
std::string person_of(store::ItemView key) {
  const std::string partition = apps::text_of(key, "PK");
  const std::string prefix = keys::user("");
  if (!partition.starts_with(prefix)) return "";
  std::string person = partition.substr(prefix.size());
  return apps::is_id(person) ? person : "";
}

// Counts what a change adds or removes. Items that are not counted change nothing.
void add_change(Counts& counts, const store::StreamRecord& record) {
  const bool was_there = record.old_image && is_counted(*record.old_image);
  const bool is_there = record.new_image && is_counted(*record.new_image);
  const std::string person = person_of(record.keys);
  if (was_there == is_there || person.empty()) return;
  Count& count = counts[person];
  count.events += is_there ? 1 : -1;
  if (!is_there) return;
  count.last_created = std::max(count.last_created, apps::text_of(*record.new_image, "createdAt"));
}

}  // namespace

Result<std::vector<apps::Action>> Statistics::count(
    const std::vector<store::StreamRecord>& records) {
  Counts changes;
  for (const store::StreamRecord& record : records) {
    add_change(changes, record);
    const bool is_meta = record.new_image && is_user_meta(*record.new_image);
    found_no_stats_ = found_no_stats_ || (is_meta && !has_stats(*record.new_image));
  }
  std::vector<apps::Action> actions;
  for (const auto& [user_id, count] : changes) {
    if (count != Count()) actions.push_back(add_to_stats(context_, user_id, count));
  }
  return actions;
}

void Statistics::start_recount() {
  found_no_stats_ = false;
  recounted_.clear();
  tally_ = {};
}

Result<void> Statistics::recount(store::ItemView item) {
  Count* const count = recounted_of(item);
  if (count != nullptr && is_counted(item)) tally_.scanned(item, count);
  return {};
}

Result<void> Statistics::recount_changed(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    Count* const count = record.new_image ? recounted_of(*record.new_image) : nullptr;
    const bool is_there = count != nullptr && is_counted(*record.new_image);
    tally_.changed(record.keys, is_there ? std::optional(count) : std::nullopt);
  }
  return {};
}

Count* Statistics::recounted_of(store::ItemView item) {
  const std::string person = person_of(item);
  if (person.empty()) return nullptr;
  Count& count = recounted_[person];
  if (is_counted(item)) {
    count.last_created = std::max(count.last_created, apps::text_of(item, "createdAt"));
  }
  return &count;
}

Result<bool> Statistics::finish_recount(const apps::Action& unmoved) {
  std::exchange(tally_, {}).visit([](Count* count) { ++count->events; });
  const Counts counts = std::exchange(recounted_, {});
  for (const auto& [user_id, count] : counts) {
    NORN_ASSIGN(const bool is_ours, write(user_id, count, unmoved));
    if (!is_ours) return false;
  }
  return true;
}

Result<bool> Statistics::write(const std::string& user_id, const Count& count,
                               const apps::Action& unmoved) {
  for (const auto& make : {set_stats, put_stats}) {
    const auto written = apps::transact(context_.store, {unmoved, make(context_, user_id, count)});
    if (written) return true;
    const apps::Refusals refusals(written.error());
    if (!refusals.by_items()) return std::unexpected(written.error());
    if (refusals.refused(0)) return false;
  }
  return true;
}

}  // namespace norn::planner
