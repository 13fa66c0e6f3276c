#include "apps/events/service/sweep.h"

#include <utility>
#include <vector>

#include "apps/events/keys.h"
#include "apps/shared/items.h"

namespace norn::events {
namespace {

constexpr int64_t kSweptItemsPerPart = 100;
constexpr size_t kWritesPerBatch = 25;  // What DynamoDB allows at a time.
// How often unprocessed writes are sent again.
constexpr int kMaxRounds = 100;

Result<void> remove_batch(const Context& context, store::BatchWriteRequest request) {
  for (int round = 0; round < kMaxRounds; ++round) {
    NORN_ASSIGN(auto result, context.store.batch_write(request));
    if (result.unprocessed.writes.empty()) return {};
    request = std::move(result.unprocessed);
  }
  return fail(ErrorCode::kUnavailable,
              "The store does not complete all writes of a batch; try again later.");
}

Result<void> remove_items(const Context& context, const store::ItemList& keys) {
  store::BatchWriteRequest request;
  for (const store::ItemView key : keys) {
    request.writes.emplace_back(store::BatchWriteRequest::Delete{
        context.tables.planner(), store::Item::subset(key, {"PK", "SK"})});
    if (request.writes.size() < kWritesPerBatch) continue;
    NORN_TRY(remove_batch(context, std::exchange(request, {})));
  }
  if (!request.writes.empty()) NORN_TRY(remove_batch(context, std::move(request)));
  return {};
}

store::QueryRequest query_keys(const Context& context, const std::string& user_id,
                               const std::string& prefix) {
  store::QueryRequest request;
  request.table = context.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":prefix", prefix}};
  request.limit = kSweptItemsPerPart;
  request.consistent = true;
  return request;
}

// All at once: there are at most kMaxLinks.
Result<bool> sweep_links(const Context& context, const std::string& user_id,
                         const std::string& event_id) {
  store::QueryRequest request = query_keys(context, user_id, keys::links_of(event_id));
  request.projection = "PK, SK";
  NORN_ASSIGN(const auto page, context.store.query(request));
  NORN_TRY(remove_items(context, page.items));
  return !page.items.empty();
}

// Deletes the links of an occurrence before its item, which is needed to find them.
Result<bool> sweep_instances(const Context& context, const std::string& user_id,
                             const std::string& master_id) {
  store::QueryRequest request = query_keys(context, user_id, keys::instances_of(master_id));
  request.projection = "PK, SK, eventId, links";
  NORN_ASSIGN(const auto page, context.store.query(request));
  for (const store::ItemView item : page.items) {
    const auto links = item.value("links");
    const auto* const list = links ? links->get_if<store::List>() : nullptr;
    if (list == nullptr || list->size() < 2) continue;
    NORN_TRY(sweep_links(context, user_id, apps::text_of(item, "eventId")));
  }
  NORN_TRY(remove_items(context, page.items));
  return !page.items.empty();
}

}  // namespace

std::string sweep_subject(const std::string& user_id, const std::string& master_id) {
  return user_id + "/" + master_id;
}

apps::Action begin_sweep(const Context& context, const std::string& user_id,
                         const std::string& master_id) {
  return context.sweeps.begin(kSeriesSweep, sweep_subject(user_id, master_id));
}

Result<bool> sweep_series(const Context& context, const std::string& subject) {
  const size_t slash = subject.find('/');
  if (slash == std::string::npos) return false;
  const std::string user_id = subject.substr(0, slash);
  const std::string master_id = subject.substr(slash + 1);
  store::GetRequest request;
  request.table = context.tables.planner();
  request.key = apps::key_of(keys::user(user_id), keys::master(master_id));
  request.consistent = true;
  NORN_ASSIGN(const auto master, context.store.get(request));
  if (master.item) return false;  // Another program has put it back.
  NORN_ASSIGN(const bool links, sweep_links(context, user_id, master_id));
  NORN_ASSIGN(const bool instances, sweep_instances(context, user_id, master_id));
  return links || instances;
}

}  // namespace norn::events
