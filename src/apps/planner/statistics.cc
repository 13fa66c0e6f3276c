#include "apps/planner/statistics.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <utility>

#include "apps/planner/keys.h"
#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/log.h"

namespace norn::planner {
namespace {

// Each may belong to another person, and a transaction has at most a hundred actions.
constexpr int64_t kRecordsAtOnce = 90;
// The position is saved after this many records of which none counted.
constexpr size_t kMaxUnsavedRecords = 1'000;

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

bool is_counted(store::ItemView item) {
  const std::string type = apps::text_of(item, "entityType");
  return type == "EVENT" || type == "MASTER";
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
    // After an error the next attempt starts at the stored position, which is always right.
    if (!has_position_) NORN_TRY(find_position());
    has_position_ = false;
    auto records = tail_.read(kRecordsAtOnce);
    if (!records && records.error().code == ErrorCode::kTrimmedDataAccess) continue;
    if (!records) return std::unexpected(std::move(records).error());
    Counts changes;
    for (const store::StreamRecord& record : *records) add_change(changes, record);
    std::erase_if(changes, [](const auto& change) { return change.second == Count(); });
    unsaved_records_ += records->size();
    if (!changes.empty() || unsaved_records_ > kMaxUnsavedRecords) {
      NORN_ASSIGN(const bool taken, apply(std::move(changes), tail_.position()));
      if (!taken) continue;
    }
    has_position_ = true;
    if (records->empty()) return {};
  }
}

Result<std::optional<std::string>> Statistics::stored_position() {
  store::GetRequest request;
  request.table = context_.tables.norn();
  request.key = apps::key_of(keys::kStatistics, keys::kStatistics);
  request.consistent = true;
  NORN_ASSIGN(const auto found, context_.store.get(request));
  if (!found.item) return std::nullopt;
  return apps::optional_text_of(*found.item, "position");
}

Result<void> Statistics::find_position() {
  unsaved_records_ = 0;
  NORN_ASSIGN(position_, stored_position());
  if (position_) {
    NORN_ASSIGN(const bool is_there, tail_.start_after(*position_));
    if (is_there) return {};
    log::warn("the planner's statistics are recounted: the stream no longer has their position");
  }
  return recount();
}

store::TransactWriteRequest::Action Statistics::move_position(const std::string& position) const {
  store::UpdateRequest update;
  update.table = context_.tables.norn();
  update.key = apps::key_of(keys::kStatistics, keys::kStatistics);
  update.update = "SET #position = :new, entityType = :type";
  update.placeholders.names = {{"#position", "position"}};
  update.placeholders.values = {{":new", position}, {":type", "PLANNER_STATISTICS"}};
  if (position_) {
    update.condition = "#position = :old";
    update.placeholders.values.emplace(":old", *position_);
  } else {
    update.condition = "attribute_not_exists(PK)";
  }
  return update;
}

Result<bool> Statistics::apply(Counts changes, const std::string& position) {
  while (true) {
    std::vector<apps::Action> actions = {move_position(position)};
    for (const auto& [user_id, count] : changes) {
      actions.push_back(add_to_stats(context_, user_id, count));
    }
    const auto written = apps::transact(context_.store, std::move(actions));
    if (written) {
      position_ = position;
      unsaved_records_ = 0;
      return true;
    }
    const apps::Refusals refusals(written.error());
    if (!refusals.by_conditions()) return std::unexpected(written.error());
    if (refusals.failed(0)) return false;
    // Deleted persons have no statistics.
    size_t action = 0;
    std::erase_if(changes, [&](const auto&) { return refusals.failed(++action); });
  }
}

// A count is right if the stream shows no change of that person between the start and the end of
// the count, so persons that changed meanwhile are counted again.
Result<Counts> Statistics::count_all_persons() {
  Counts counts;
  NORN_TRY(count_all(context_, counts));
  NORN_ASSIGN(auto people, changed_persons(tail_));
  while (!people.empty()) {
    for (const std::string& person : people) {
      NORN_ASSIGN(counts[person], count_one(context_, person));
    }
    NORN_ASSIGN(people, changed_persons(tail_));
  }
  return counts;
}

Result<void> Statistics::recount() {
  NORN_TRY(tail_.start_at_latest());
  NORN_ASSIGN(const Counts counts, count_all_persons());
  NORN_ASSIGN(bool is_ours, write_counts(counts));
  // The position is written last: after an interruption everything is counted again.
  if (is_ours) {
    NORN_ASSIGN(is_ours, apply({}, tail_.position()));
  }
  return is_ours ? Result<void>() : find_position();
}

store::TransactWriteRequest::Action Statistics::position_is_unmoved() const {
  store::ConditionCheck check;
  check.table = context_.tables.norn();
  check.key = apps::key_of(keys::kStatistics, keys::kStatistics);
  check.condition = "attribute_not_exists(PK)";
  if (position_) {
    check.condition = "#position = :old";
    check.placeholders.names = {{"#position", "position"}};
    check.placeholders.values = {{":old", *position_}};
  }
  return check;
}

Result<bool> Statistics::write_counts(const Counts& counts) {
  for (const auto& [user_id, count] : counts) {
    const auto written = apps::transact(
        context_.store, {position_is_unmoved(), set_stats(context_, user_id, count)});
    if (written) continue;
    const apps::Refusals refusals(written.error());
    if (!refusals.by_conditions()) return std::unexpected(written.error());
    if (refusals.failed(0)) return false;
  }
  return true;
}

}  // namespace norn::planner
