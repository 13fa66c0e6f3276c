#include "apps/planner/statistics.h"

#include <chrono>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/log.h"

namespace norn::planner {
namespace {

// Of the table `norn`: PK = SK.
constexpr std::string_view kPlaceKey = "PLANNER_STATISTICS";
// Each may be of another person, and a transaction has a hundred actions.
constexpr int64_t kRecordsAtOnce = 90;
// The place is kept after so many changes of which none counted.
constexpr size_t kMaxUnkept = 1'000;

store::UpdateRequest meta_update(const Context& context, const std::string& user_id) {
  store::UpdateRequest update;
  update.table = context.tables.planner();
  update.key = apps::key_of(keys::user(user_id), keys::user_meta(user_id));
  update.condition = "attribute_exists(PK)";
  return update;
}

apps::Action add_to_stats(const Context& context, const std::string& user_id, const Count& count) {
  store::UpdateRequest update = meta_update(context, user_id);
  update.update = "SET stats.totalEvents = stats.totalEvents + :events";
  update.placeholders.values = {{":events", store::Value::number(count.events)}};
  if (!count.last_created.empty()) {
    update.update += ", stats.lastEventCreated = :created";
    update.placeholders.values.emplace(":created", count.last_created);
  }
  return update;
}

apps::Action set_stats(const Context& context, const std::string& user_id, const Count& count) {
  store::UpdateRequest update = meta_update(context, user_id);
  update.update = "SET stats.totalEvents = :events, stats.lastEventCreated = :created";
  update.placeholders.values = {
      {":events", store::Value::number(count.events)},
      {":created", count.last_created.empty() ? store::Value(store::Null{})
                                              : store::Value(count.last_created)}};
  return update;
}

}  // namespace

Statistics::Statistics(Context context)
    : context_(std::move(context)), tail_(context_.store, context_.tables.planner()) {}

Statistics::~Statistics() {
  stop();
}

void Statistics::start(int64_t poll_ms) {
  thread_ = std::thread([this, poll_ms] {
    std::unique_lock lock(mutex_);
    const auto pause = std::chrono::milliseconds(poll_ms);
    while (!changed_.wait_for(lock, pause, [this] { return closing_; })) {
      lock.unlock();
      if (const auto done = run(); !done) {
        log::warn("statistics are behind: {}", done.error().message);
      }
      lock.lock();
    }
  });
}

void Statistics::stop() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

Result<void> Statistics::run() {
  const std::lock_guard working(running_);
  while (true) {
    // Whatever goes wrong, what is kept is right: the next try begins there.
    if (!is_placed_) NORN_TRY(find_place());
    is_placed_ = false;
    auto records = tail_.read(kRecordsAtOnce);
    if (!records && records.error().code == ErrorCode::kTrimmedDataAccess) continue;
    if (!records) return std::unexpected(std::move(records).error());
    Counts changes;
    for (const store::StreamRecord& record : *records) add_change(changes, record);
    std::erase_if(changes, [](const auto& change) { return change.second == Count(); });
    unkept_records_ += records->size();
    if (!changes.empty() || unkept_records_ > kMaxUnkept) {
      NORN_ASSIGN(const bool taken, take_in(std::move(changes), tail_.position()));
      if (!taken) continue;
    }
    is_placed_ = true;
    if (records->empty()) return {};
  }
}

Result<std::optional<std::string>> Statistics::kept_place() {
  store::GetRequest request;
  request.table = context_.tables.norn();
  request.key = apps::key_of(kPlaceKey, kPlaceKey);
  request.consistent = true;
  NORN_ASSIGN(const auto found, context_.store.get(request));
  if (!found.item) return std::nullopt;
  return apps::optional_text_of(*found.item, "position");
}

Result<void> Statistics::find_place() {
  unkept_records_ = 0;
  NORN_ASSIGN(place_, kept_place());
  if (place_) {
    NORN_ASSIGN(const bool is_there, tail_.start_after(*place_));
    if (is_there) return {};
    log::warn("the planner's statistics are counted anew: the stream has gone on without them");
  }
  return count_anew();
}

store::TransactWriteRequest::Action Statistics::move_place(const std::string& place) const {
  store::UpdateRequest update;
  update.table = context_.tables.norn();
  update.key = apps::key_of(kPlaceKey, kPlaceKey);
  update.update = "SET #position = :new, entityType = :type";
  update.placeholders.names = {{"#position", "position"}};
  update.placeholders.values = {{":new", place}, {":type", "PLANNER_STATISTICS"}};
  if (place_) {
    update.condition = "#position = :old";
    update.placeholders.values.emplace(":old", *place_);
  } else {
    update.condition = "attribute_not_exists(PK)";
  }
  return update;
}

Result<bool> Statistics::take_in(Counts changes, const std::string& place) {
  while (true) {
    std::vector<apps::Action> actions = {move_place(place)};
    for (const auto& [user_id, count] : changes) {
      actions.push_back(add_to_stats(context_, user_id, count));
    }
    const auto written = apps::transact(context_.store, std::move(actions));
    if (written) {
      place_ = place;
      unkept_records_ = 0;
      return true;
    }
    const apps::Refusals refusals(written.error());
    if (!refusals.by_conditions()) return std::unexpected(written.error());
    if (refusals.failed(0)) return false;
    // Those who are gone have no statistics.
    size_t action = 0;
    std::erase_if(changes, [&](const auto&) { return refusals.failed(++action); });
  }
}

Result<void> Statistics::count_anew() {
  NORN_TRY(tail_.start_at_latest());
  NORN_ASSIGN(const Counts counts, count_everybody());
  NORN_ASSIGN(bool is_ours, write_counts(counts));
  // The place last: who is interrupted before it counts anew once more.
  if (is_ours) {
    NORN_ASSIGN(is_ours, take_in({}, tail_.position()));
  }
  return is_ours ? Result<void>() : find_place();
}

store::TransactWriteRequest::Action Statistics::place_is_unmoved() const {
  store::ConditionCheck check;
  check.table = context_.tables.norn();
  check.key = apps::key_of(kPlaceKey, kPlaceKey);
  check.condition = "attribute_not_exists(PK)";
  if (place_) {
    check.condition = "#position = :old";
    check.placeholders.names = {{"#position", "position"}};
    check.placeholders.values = {{":old", *place_}};
  }
  return check;
}

Result<bool> Statistics::write_counts(const Counts& counts) {
  for (const auto& [user_id, count] : counts) {
    const auto written =
        apps::transact(context_.store, {place_is_unmoved(), set_stats(context_, user_id, count)});
    if (written) continue;
    const apps::Refusals refusals(written.error());
    if (!refusals.by_conditions()) return std::unexpected(written.error());
    if (refusals.failed(0)) return false;
  }
  return true;
}

}  // namespace norn::planner
