#include "apps/planner/statistics.h"

#include <algorithm>
#include <utility>

#include "apps/events/owner_meta.h"
#include "apps/planner/keys.h"
#include "apps/planner/tasks/task.h"
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
  update.condition =
      "attribute_type(stats.totalEvents, :number) AND attribute_type(stats.totalTasks, :number)";
  update.placeholders.values = {{":number", "N"}};
  return update;
}

apps::Action add_to_stats(const Context& context, const std::string& user_id, const Count& count) {
  store::UpdateRequest update = meta_update(context, user_id);
  update.update =
      "SET stats.totalEvents = stats.totalEvents + :events, "
      "stats.totalTasks = stats.totalTasks + :tasks";
  update.placeholders.values.emplace(":events", store::Value::number(count.events));
  update.placeholders.values.emplace(":tasks", store::Value::number(count.tasks));
  if (!count.last_created.empty()) {
    update.update += ", stats.lastEventCreated = :created";
    update.placeholders.values.emplace(":created", count.last_created);
  }
  if (!count.last_completed.empty()) {
    update.update += ", stats.lastTaskCompleted = :completed";
    update.placeholders.values.emplace(":completed", count.last_completed);
  }
  return update;
}

store::Value time_or_null(const std::string& time) {
  return time.empty() ? store::Value(store::Null{}) : store::Value(time);
}

apps::Action set_stats(const Context& context, const std::string& user_id, const Count& count) {
  store::UpdateRequest update = meta_update(context, user_id);
  update.update =
      "SET stats.totalEvents = :events, stats.lastEventCreated = :created, "
      "stats.totalTasks = :tasks, stats.lastTaskCompleted = :completed";
  update.placeholders.values.emplace(":events", store::Value::number(count.events));
  update.placeholders.values.emplace(":created", time_or_null(count.last_created));
  update.placeholders.values.emplace(":tasks", store::Value::number(count.tasks));
  update.placeholders.values.emplace(":completed", time_or_null(count.last_completed));
  return update;
}

// For a USER_META of another program that has no valid `stats`.
apps::Action put_stats(const Context& context, const std::string& user_id, const Count& count) {
  store::Map stats = no_statistics();
  stats["totalEvents"] = store::Value::number(count.events);
  stats["lastEventCreated"] = time_or_null(count.last_created);
  stats["totalTasks"] = store::Value::number(count.tasks);
  stats["lastTaskCompleted"] = time_or_null(count.last_completed);
  store::UpdateRequest update = meta_update(context, user_id);
  update.update = "SET stats = :stats";
  update.condition = "attribute_exists(PK)";
  update.placeholders.values = {{":stats", std::move(stats)}};
  return update;
}

bool has_stats(store::ItemView meta) {
  const auto value = meta.value("stats");
  const auto* const stats = value ? value->get_if<store::Map>() : nullptr;
  const auto has_number = [&](std::string_view name) {
    const auto found = stats->find(name);
    return found != stats->end() && found->second.get_if<store::Number>() != nullptr;
  };
  return stats != nullptr && has_number("totalEvents") && has_number("totalTasks");
}

bool is_counted_event(store::ItemView item) {
  const std::string type = apps::text_of(item, "entityType");
  return type == "EVENT" || type == "MASTER";
}

bool is_counted_task(store::ItemView item) {
  return apps::text_of(item, "entityType") == kTaskType;
}

// The number that the item is part of; nullptr if it does not count.
int64_t* number_for(store::ItemView item, Count& count) {
  if (is_counted_event(item)) return &count.events;
  return is_counted_task(item) ? &count.tasks : nullptr;
}

// When a task was done; empty for everything else.
std::string completed_at_of(store::ItemView item) {
  if (!is_counted_task(item)) return "";
  const auto task = task_from(item);
  return task && task->is_done() ? *task->completed_at : "";
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
  const std::string person = person_of(record.keys);
  if (person.empty()) return;
  Count& count = counts[person];
  int64_t* const before = record.old_image ? number_for(*record.old_image, count) : nullptr;
  int64_t* const now = record.new_image ? number_for(*record.new_image, count) : nullptr;
  if (before != nullptr) --*before;
  if (now == nullptr) return;
  ++*now;
  if (now == &count.events && before != now) {
    count.last_created =
        std::max(count.last_created, apps::text_of(*record.new_image, "createdAt"));
  }
  const std::string completed = completed_at_of(*record.new_image);
  const bool was_completed = record.old_image && completed_at_of(*record.old_image) == completed;
  if (!was_completed) count.last_completed = std::max(count.last_completed, completed);
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
  int64_t* const number = count != nullptr ? number_for(item, *count) : nullptr;
  if (number != nullptr) tally_.scanned(item, number);
  return {};
}

Result<void> Statistics::recount_changed(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    Count* const count = record.new_image ? recounted_of(*record.new_image) : nullptr;
    int64_t* const number = count != nullptr ? number_for(*record.new_image, *count) : nullptr;
    tally_.changed(record.keys, number != nullptr ? std::optional(number) : std::nullopt);
  }
  return {};
}

Count* Statistics::recounted_of(store::ItemView item) {
  const std::string person = person_of(item);
  if (person.empty()) return nullptr;
  Count& count = recounted_[person];
  if (is_counted_event(item)) {
    count.last_created = std::max(count.last_created, apps::text_of(item, "createdAt"));
  }
  count.last_completed = std::max(count.last_completed, completed_at_of(item));
  return &count;
}

Result<bool> Statistics::finish_recount(const apps::Action& unmoved) {
  std::exchange(tally_, {}).visit([](int64_t* number) { ++*number; });
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
