#include "apps/planner/user_meta.h"

#include "apps/events/owner_meta.h"
#include "apps/planner/keys.h"
#include "apps/planner/preferences.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/time_text.h"

namespace norn::planner {
namespace {

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
  store::Map item = events::new_owner_meta(user.id, "UTC", now);
  item.emplace("preferences", to_map(Preferences()));
  put.item = store::Item::from_map(item);
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
  const StoredStats stats = found.item ? meta_from(*found.item).stats : StoredStats();
  if (stats.total_events > 0) losses.push_back({.kind = "event", .count = stats.total_events});
  if (stats.total_tasks > 0) losses.push_back({.kind = "plannerTask", .count = stats.total_tasks});
  return losses;
}

Result<bool> UserMeta::forget(const std::string& user_id) {
  store::QueryRequest things;
  things.table = tables_.planner();
  things.key_condition = "PK = :pk";
  things.placeholders.values = {{":pk", keys::user(user_id)}};
  return remove_part(store_, std::move(things));
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
