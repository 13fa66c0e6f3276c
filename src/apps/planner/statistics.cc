#include "apps/planner/statistics.h"

#include <algorithm>
#include <set>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/planner/user_meta.h"
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
  return partition.starts_with(prefix) ? partition.substr(prefix.size()) : "";
}

// Counts an item that exists.
void add_item(Counts& counts, store::ItemView item) {
  const std::string person = person_of(item);
  if (person.empty() || !is_counted(item)) return;
  Count& count = counts[person];
  ++count.events;
  count.last_created = std::max(count.last_created, apps::text_of(item, "createdAt"));
}

// Counts what a change adds or removes. Items that are not counted change nothing.
void add_change(Counts& counts, const store::StreamRecord& record) {
  const bool was_there = record.old_image && is_counted(*record.old_image);
  const bool is_there = record.new_image && is_counted(*record.new_image);
  if (is_there && !was_there) add_item(counts, *record.new_image);
  if (!was_there || is_there) return;
  const std::string person = person_of(*record.old_image);
  if (!person.empty()) --counts[person].events;
}

constexpr int64_t kRecountedRecordsAtOnce = 1'000;

Result<void> count_all(const Context& context, Counts& counts) {
  store::ScanRequest request;
  request.table = context.tables.planner();
  request.consistent = true;
  while (true) {
    NORN_ASSIGN(auto page, context.store.scan(request));
    for (const store::ItemView item : page.items) {
      const std::string person = person_of(item);
      if (!person.empty()) counts.try_emplace(person);
      add_item(counts, item);
    }
    if (!page.last_key) return {};
    request.start_after = std::move(page.last_key);
  }
}

Result<Count> count_one(const Context& context, const std::string& user_id) {
  Counts counts;
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.consistent = true;
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", keys::user(user_id)}};
  while (true) {
    NORN_ASSIGN(auto page, context.store.query(request));
    for (const store::ItemView item : page.items) add_item(counts, item);
    if (!page.last_key) return counts[user_id];
    request.start_after = std::move(page.last_key);
  }
}

// The persons with a change since the stream was read last.
Result<std::set<std::string>> changed_persons(store::StreamTail& tail) {
  std::set<std::string> people;
  while (true) {
    NORN_ASSIGN(const auto records, tail.read(kRecountedRecordsAtOnce));
    if (records.empty()) return people;
    for (const store::StreamRecord& record : records) {
      Counts changes;
      add_change(changes, record);
      for (const auto& [person, count] : changes) people.insert(person);
    }
  }
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

// A count is right if the stream shows no change of that person between the start and the end of
// the count, so persons that changed meanwhile are counted again.
Result<Counts> Statistics::count_all_persons(store::StreamTail& tail) {
  Counts counts;
  NORN_TRY(count_all(context_, counts));
  NORN_ASSIGN(auto people, changed_persons(tail));
  while (!people.empty()) {
    for (const std::string& person : people) {
      NORN_ASSIGN(counts[person], count_one(context_, person));
    }
    NORN_ASSIGN(people, changed_persons(tail));
  }
  return counts;
}

Result<bool> Statistics::recount(store::StreamTail& tail, const apps::Action& unmoved) {
  found_no_stats_ = false;
  NORN_ASSIGN(const Counts counts, count_all_persons(tail));
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
    if (!refusals.by_conditions()) return std::unexpected(written.error());
    if (refusals.failed(0)) return false;
  }
  return true;
}

}  // namespace norn::planner
