#include "apps/planner/exchange/import_session.h"

#include <algorithm>
#include <utility>

#include "apps/planner/exchange/ical_keys.h"
#include "apps/planner/keys.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/faults.h"
#include "base/time_text.h"
#include "ical/civil.h"

namespace norn::planner {

using apps::Action;

ImportSession::ImportSession(const Context& context, const std::string& user_id, Meta meta,
                             bool dry_run)
    : context_(context), user_id_(user_id), meta_(std::move(meta)), dry_run_(dry_run) {}

Result<void> ImportSession::begin() {
  if (dry_run_) return {};
  token_ = context_.ids.uuid();
  const int64_t now_ms = context_.clock.now_ms();
  store::PutRequest lease;
  lease.table = context_.tables.norn();
  lease.item =
      store::Item::from_map({{"PK", keys::user(user_id_)},
                             {"SK", std::string(keys::kImport)},
                             {"entityType", "IMPORT"},
                             {"token", token_},
                             {"createdAt", timestamp_s(now_ms)},
                             {"ttl", store::Value::number(now_ms / 1000 + ical::kDaySeconds)}});
  // Nobody who is gone begins one; with the person the lease goes, too.
  store::ConditionCheck person;
  person.table = context_.tables.planner();
  person.key = apps::key_of(keys::user(user_id_), keys::user_meta(user_id_));
  person.condition = "attribute_exists(PK)";
  const auto written = apps::transact(context_.store, {lease, person});
  if (!written && apps::Refusals(written.error()).by_conditions()) return not_found("person");
  return written;
}

void ImportSession::end() {
  if (dry_run_) return;
  store::DeleteRequest lease;
  lease.table = context_.tables.norn();
  lease.key = apps::key_of(keys::user(user_id_), keys::kImport);
  lease.condition = "#token = :token";
  lease.placeholders.names["#token"] = "token";
  lease.placeholders.values[":token"] = token_;
  static_cast<void>(context_.store.remove(lease));
}

Action ImportSession::still_ours() const {
  store::ConditionCheck lease;
  lease.table = context_.tables.norn();
  lease.key = apps::key_of(keys::user(user_id_), keys::kImport);
  lease.condition = "#token = :token";
  lease.placeholders.names["#token"] = "token";
  lease.placeholders.values[":token"] = token_;
  return lease;
}

bool ImportSession::has_room(const std::vector<Changes>& changes) const {
  size_t actions = gathered_.size();
  size_t bytes = bytes_;
  for (const Changes& change : changes) {
    if (change.transactions.size() != 1) return false;
    actions += change.transactions.front().size();
    bytes += change.bytes;
  }
  return actions <= kMaxImportActions && bytes <= kMaxImportBytes;
}

Result<bool> ImportSession::add(const std::vector<Changes>& changes) {
  const bool fits = has_room(changes);
  for (const Changes& change : changes) {
    wakes_sweeps_ = wakes_sweeps_ || change.begins_sweep;
    if (fits) {
      const std::vector<Action>& actions = change.transactions.front();
      gathered_.insert(gathered_.end(), actions.begin(), actions.end());
      bytes_ += change.bytes;
      longest_minutes_ = std::max(longest_minutes_, change.longest_minutes);
      continue;
    }
    for (const std::vector<Action>& actions : change.transactions) {
      NORN_ASSIGN(const bool written, write(actions, change.longest_minutes));
      if (!written) return false;
    }
  }
  return true;
}

Result<bool> ImportSession::write() {
  bytes_ = 0;
  return write(std::exchange(gathered_, {}), std::exchange(longest_minutes_, 0));
}

Result<bool> ImportSession::write(std::vector<Action> actions, int64_t longest_minutes) {
  if (dry_run_ || actions.empty()) return true;
  actions.insert(actions.begin(), still_ours());
  auto longer = raise_longest(context_, user_id_, meta_, longest_minutes);
  if (longer) actions.push_back(std::move(*longer));
  const auto written = apps::transact(context_.store, std::move(actions));
  if (written) {
    meta_.longest_event_minutes = std::max(meta_.longest_event_minutes, longest_minutes);
    if (std::exchange(wakes_sweeps_, false)) context_.sweeps.wake();
    return true;
  }
  const apps::Refusals refusals(written.error());
  if (!refusals.by_conditions()) return std::unexpected(written.error());
  if (refusals.failed(0)) {
    return conflict(
        "Another import was begun meanwhile, and this one has ended. What it has taken in stays; "
        "begin again to take in the rest.");
  }
  NORN_ASSIGN(meta_, read_meta(context_, user_id_));
  return false;
}

}  // namespace norn::planner
