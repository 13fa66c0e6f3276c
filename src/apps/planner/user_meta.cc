#include "apps/planner/user_meta.h"

#include "apps/planner/keys.h"
#include "apps/planner/preferences.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/time_text.h"

namespace norn::planner {
namespace {

using store::Map;
using store::Null;
using store::Value;

// What DynamoDB allows in one BatchWriteItem.
constexpr int64_t kRemovedItemsPerPart = 25;

// Returns false if nothing was left.
Result<bool> remove_part(store::Store& store, store::QueryRequest request) {
  request.projection = "PK, SK";
  request.limit = kRemovedItemsPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, store.query(request));
  if (page.items.empty()) return false;
  store::BatchWriteRequest removal;
  for (const store::ItemView key : page.items) {
    removal.writes.emplace_back(
        store::BatchWriteRequest::Delete{request.table, store::Item::copy_of(key)});
  }
  // The next part finds unprocessed items again.
  NORN_TRY(store.batch_write(removal));
  return true;
}

}  // namespace

Map no_statistics() {
  return {{"totalEvents", Value::number(0)},    {"totalTasks", Value::number(0)},
          {"totalReminders", Value::number(0)}, {"totalNotes", Value::number(0)},
          {"upcomingEvents", Value::number(0)}, {"overdueTasks", Value::number(0)},
          {"lastEventCreated", Null{}},         {"lastTaskCompleted", Null{}}};
}

Result<std::vector<accounts::Action>> UserMeta::on_create(const accounts::User& user,
                                                          bool /*email_verified*/) {
  // A person whom another program stored may have one.
  store::GetRequest get;
  get.table = tables_.planner();
  get.key = apps::key_of(keys::user(user.id), keys::user_meta(user.id));
  get.consistent = true;
  NORN_ASSIGN(const store::GetResult known, store_.get(get));
  if (known.item) return std::vector<accounts::Action>();
  const std::string now = timestamp_s(user.created_ms);
  store::PutRequest put;
  put.table = tables_.planner();
  put.item = store::Item::from_map({{"PK", keys::user(user.id)},
                                    {"SK", keys::user_meta(user.id)},
                                    {"entityType", "USER_META"},
                                    {"userId", user.id},
                                    {"defaultTzid", "UTC"},
                                    {"preferences", to_map(Preferences())},
                                    {"stats", no_statistics()},
                                    {"version", Value::number(1)},
                                    {"createdAt", now},
                                    {"updatedAt", now}});
  put.condition = "attribute_not_exists(PK)";
  return std::vector<accounts::Action>{put};
}

Result<std::vector<accounts::Action>> UserMeta::on_delete(const accounts::User& user) {
  store::DeleteRequest remove;
  remove.table = tables_.planner();
  remove.key = apps::key_of(keys::user(user.id), keys::user_meta(user.id));
  return std::vector<accounts::Action>{remove};
}

Result<std::vector<accounts::Loss>> UserMeta::losses(const std::string& user_id) {
  store::GetRequest get;
  get.table = tables_.planner();
  get.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
  get.consistent = true;
  NORN_ASSIGN(const store::GetResult found, store_.get(get));
  std::vector<accounts::Loss> losses;
  const int64_t events = found.item ? meta_from(*found.item).stats.total_events : 0;
  if (events > 0) losses.push_back({.kind = "event", .count = events});
  return losses;
}

Result<bool> UserMeta::forget(const std::string& user_id) {
  store::QueryRequest things;
  things.table = tables_.planner();
  things.key_condition = "PK = :pk";
  things.placeholders.values = {{":pk", keys::user(user_id)}};
  NORN_ASSIGN(const bool had_things, remove_part(store_, std::move(things)));
  if (had_things) return true;
  store::QueryRequest answers;
  answers.table = tables_.norn();
  answers.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  answers.placeholders.values = {{":pk", keys::user(user_id)},
                                 {":prefix", std::string(keys::kReminders)}};
  return remove_part(store_, std::move(answers));
}

Result<void> MissingUserMeta::follow(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    if (record.new_image) continue;
    const std::string sort_key = apps::text_of(record.keys, "SK");
    if (!sort_key.starts_with(keys::user_meta(""))) continue;
    const std::string user_id = sort_key.substr(keys::user_meta("").size());
    // The account goes in the same transaction when a person is deleted.
    NORN_ASSIGN(const auto account, users_.find_account(user_id));
    if (!account) continue;
    accounts::User user;
    user.id = user_id;
    user.created_ms = record.created_ms;
    NORN_ASSIGN(auto actions, user_meta_.on_create(user, false));
    // A failed condition: it is there again.
    if (!actions.empty()) NORN_TRY(apps::write_all(store_, std::move(actions)));
  }
  return {};
}

}  // namespace norn::planner
