#include "apps/shared/table_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

#include "apps/shared/items.h"
#include "base/log.h"
#include "base/thread_priority.h"

namespace norn::apps {
namespace {

constexpr int64_t kMaxRecordsAtOnce = 90;
// A transaction has at most a hundred actions, of which one moves the position.
constexpr size_t kMaxCounts = 99;
constexpr int64_t kRecountedRecordsAtOnce = 1'000;
// The position is saved after this many records of which none counted.
constexpr size_t kMaxUnsavedRecords = 1'000;

store::Item reader_key(const std::string& table) {
  const std::string text = "READER#" + table;
  return key_of(text, text);
}

// Another process need not wait for the lease of one that ends.
void release_lease(store::Store& store, const TableNames& tables, const std::string& table,
                   const std::string& process) {
  store::UpdateRequest update;
  update.table = tables.norn();
  update.key = reader_key(table);
  update.update = "REMOVE #process, leaseEndsMs";
  update.condition = "#process = :process";
  update.placeholders.names = {{"#process", "process"}};
  update.placeholders.values = {{":process", process}};
  const auto released = store.update(update);
  if (!released && released.error().code != ErrorCode::kConditionalCheckFailed) {
    log::warn("The lease on the changes of {} ends by itself: {}", table, released.error().message);
  }
}

}  // namespace

TableReader::TableReader(store::Store& store, const TableNames& tables, const Clock& clock,
                         std::string table, std::string process, TableReaderOptions options)
    : store_(store),
      tables_(tables),
      clock_(clock),
      table_(std::move(table)),
      process_(std::move(process)),
      options_(options),
      tail_(store, table_) {}

store::Item TableReader::key() const {
  return reader_key(table_);
}

Result<bool> TableReader::hold_lease() {
  const int64_t now_ms = clock_.now_ms();
  // Renewed in time, but not at every look.
  if (options_.lease_ms == 0 || now_ms < lease_ends_ms_ - options_.lease_ms / 2) return true;
  store::UpdateRequest update;
  update.table = tables_.norn();
  update.key = key();
  update.update = "SET #process = :process, leaseEndsMs = :end, entityType = :type";
  update.condition = "attribute_not_exists(#process) OR #process = :process OR leaseEndsMs < :now";
  update.placeholders.names = {{"#process", "process"}};
  update.placeholders.values = {{":process", process_},
                                {":end", store::Value::number(now_ms + options_.lease_ms)},
                                {":now", store::Value::number(now_ms)},
                                {":type", "READER"}};
  const auto updated = store_.update(update);
  if (updated) {
    // After a pause, another process may have moved the position.
    if (now_ms > lease_ends_ms_) has_position_ = false;
    lease_ends_ms_ = now_ms + options_.lease_ms;
    return true;
  }
  if (updated.error().code != ErrorCode::kConditionalCheckFailed) {
    return std::unexpected(updated.error());
  }
  has_position_ = false;
  return false;
}

Result<void> TableReader::run() {
  while (true) {
    NORN_ASSIGN(const bool is_ours, hold_lease());
    if (!is_ours) return {};
    // After an error the next attempt starts at the stored position, which is always right.
    if (!has_position_) NORN_TRY(find_position());
    has_position_ = false;
    auto records = tail_.read(records_at_once());
    if (!records && records.error().code == ErrorCode::kTrimmedDataAccess) continue;
    if (!records) return std::unexpected(std::move(records).error());
    if (!records->empty()) {
      for (Follower* const follower : followers_) NORN_TRY(follower->follow(*records));
    }
    std::vector<Action> counts;
    for (Counter* const counter : counters_) {
      if (records->empty()) break;
      NORN_ASSIGN(auto more, counter->count(*records));
      std::ranges::move(more, std::back_inserter(counts));
    }
    unsaved_records_ += records->size();
    // Also at the stream's end: a position that is saved too seldom is trimmed from the stream, and
    // then the next start reads the whole table.
    const bool is_at_end = records->empty() && unsaved_records_ > 0;
    if (!counts.empty() || is_at_end || unsaved_records_ > kMaxUnsavedRecords) {
      NORN_ASSIGN(const bool moved, move(std::move(counts), tail_.position()));
      if (!moved) continue;
    }
    if (records->empty() && std::ranges::any_of(counters_, &Counter::needs_recount)) {
      NORN_TRY(start_over());
    }
    has_position_ = true;
    if (!records->empty()) continue;
    for (Counter* const counter : counters_) NORN_TRY(counter->tidy_up());
    for (Follower* const follower : followers_) NORN_TRY(follower->at_end());
    return {};
  }
}

int64_t TableReader::records_at_once() const {
  size_t actions = 0;
  for (const Counter* const counter : counters_) actions += counter->max_actions_per_change();
  if (actions == 0) return kMaxRecordsAtOnce;
  return std::min(kMaxRecordsAtOnce, static_cast<int64_t>(kMaxCounts / actions));
}

// For example "statistics,usage,search,".
std::string TableReader::names() const {
  std::string names;
  for (const Counter* const counter : counters_) names += counter->name() + ",";
  for (const Follower* const follower : followers_) {
    if (!follower->name().empty()) names += follower->name() + ",";
  }
  return names;
}

Result<TableReader::Stored> TableReader::stored_position() {
  store::GetRequest request;
  request.table = tables_.norn();
  request.key = key();
  request.consistent = true;
  NORN_ASSIGN(const auto found, store_.get(request));
  if (!found.item) return Stored{};
  return Stored{.position = optional_text_of(*found.item, "position"),
                .is_counted = text_of(*found.item, "counters") == names()};
}

Result<void> TableReader::find_position() {
  unsaved_records_ = 0;
  NORN_ASSIGN(Stored stored, stored_position());
  position_ = std::move(stored.position);
  if (position_ && stored.is_counted) {
    NORN_ASSIGN(const bool is_there, tail_.start_after(*position_));
    if (is_there) return {};
    log::warn("Reading the whole table {}: its stream does not have the last position.", table_);
  }
  return start_over();
}

// First the counters, which end at a position; then all items, which include the changes before
// that position. The position is written last: after an interruption it starts over again.
Result<void> TableReader::start_over() {
  NORN_TRY(tail_.start_at_latest());
  NORN_ASSIGN(const bool is_ours, recount());
  if (!is_ours) return find_position();
  const auto show = [this](store::ItemView item) -> Result<void> {
    for (Follower* const follower : followers_) NORN_TRY(follower->see(item));
    return {};
  };
  if (!followers_.empty()) NORN_TRY(scan(show));
  for (Follower* const follower : followers_) NORN_TRY(follower->seen_all());
  NORN_ASSIGN(const bool moved, move({}, tail_.position()));
  return moved ? Result<void>() : find_position();
}

Result<bool> TableReader::recount() {
  if (counters_.empty()) return true;
  // Until the end the stored position is a text that no stream has and no other process writes. So
  // an interrupted count starts over, and if another process counts, too, the first one ends.
  NORN_ASSIGN(const bool is_unmoved, move({}, "recount by " + process_));
  if (!is_unmoved) return false;
  for (Counter* const counter : counters_) counter->start_recount();
  const auto count = [this](store::ItemView item) -> Result<void> {
    for (Counter* const counter : counters_) NORN_TRY(counter->recount(item));
    return {};
  };
  NORN_TRY(scan(count));
  while (true) {
    NORN_ASSIGN(const auto records, tail_.read(kRecountedRecordsAtOnce));
    if (records.empty()) break;
    for (Counter* const counter : counters_) NORN_TRY(counter->recount_changed(records));
  }
  for (Counter* const counter : counters_) {
    NORN_ASSIGN(const bool is_ours, counter->finish_recount(position_is_unmoved()));
    if (!is_ours) return false;
  }
  return true;
}

Result<void> TableReader::scan(const std::function<Result<void>(store::ItemView)>& visit) {
  store::ScanRequest request;
  request.table = table_;
  request.consistent = true;
  while (true) {
    NORN_ASSIGN(auto page, store_.scan(request));
    for (const store::ItemView item : page.items) NORN_TRY(visit(item));
    if (!page.last_key) return {};
    request.start_after = std::move(page.last_key);
    NORN_ASSIGN(const bool is_ours, hold_lease());
    if (!is_ours) {
      return fail(ErrorCode::kUnavailable,
                  fmt::format("Another process has taken over the table {}.", table_));
    }
  }
}

Result<bool> TableReader::move(std::vector<Action> counts, const std::string& position) {
  while (true) {
    std::vector<Action> actions = {move_position(position)};
    actions.insert(actions.end(), counts.begin(), counts.end());
    const auto written = transact(store_, std::move(actions));
    if (written) {
      position_ = position;
      unsaved_records_ = 0;
      return true;
    }
    const Refusals refusals(written.error());
    if (!refusals.by_items()) return std::unexpected(written.error());
    if (refusals.refused(0)) return false;
    size_t action = 0;
    std::erase_if(counts, [&](const Action&) { return refusals.refused(++action); });
  }
}

Action TableReader::move_position(const std::string& position) const {
  store::UpdateRequest update;
  update.table = tables_.norn();
  update.key = key();
  update.update = "SET #position = :new, counters = :counters, entityType = :type";
  update.placeholders.names = {{"#position", "position"}};
  update.placeholders.values = {{":new", position}, {":counters", names()}, {":type", "READER"}};
  if (position_) {
    update.condition = "#position = :old";
    update.placeholders.values.emplace(":old", *position_);
  } else {
    update.condition = "attribute_not_exists(#position)";
  }
  return update;
}

Action TableReader::position_is_unmoved() const {
  store::ConditionCheck check;
  check.table = tables_.norn();
  check.key = key();
  check.placeholders.names = {{"#position", "position"}};
  check.condition = "attribute_not_exists(#position)";
  if (position_) {
    check.condition = "#position = :old";
    check.placeholders.values = {{":old", *position_}};
  }
  return check;
}

TableReaders::TableReaders(store::Store& store, TableNames tables, const Clock& clock, Ids& ids,
                           TableReaderOptions options)
    : store_(store),
      tables_(std::move(tables)),
      clock_(clock),
      process_(ids.uuid()),
      options_(options) {}

TableReaders::~TableReaders() {
  stop();
}

TableReader& TableReaders::reader_of(const std::string& table) {
  auto& reader = readers_[table];
  if (!reader) {
    reader = std::make_unique<TableReader>(store_, tables_, clock_, table, process_, options_);
  }
  return *reader;
}

void TableReaders::start(int64_t poll_ms) {
  thread_ = std::thread([this, poll_ms] {
    set_thread_priority(ThreadPriority::kBackground);
    std::unique_lock lock(mutex_);
    const auto pause = std::chrono::milliseconds(poll_ms);
    // At once, so that nothing happens before the first position.
    do {
      lock.unlock();
      if (const auto done = run(); !done) {
        log::warn("The reader of a table's changes is behind: {}", done.error().message);
      }
      lock.lock();
    } while (!changed_.wait_for(lock, pause, [this] { return closing_; }));
  });
}

void TableReaders::stop() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (!thread_.joinable()) return;
  thread_.join();
  if (options_.lease_ms == 0) return;
  for (const auto& [table, reader] : readers_) release_lease(store_, tables_, table, process_);
}

// A table that fails does not hold up the others.
Result<void> TableReaders::run() {
  const std::lock_guard working(running_);
  Result<void> outcome;
  for (const auto& [table, reader] : readers_) {
    if (auto done = reader->run(); !done && outcome) outcome = std::move(done);
  }
  return outcome;
}

}  // namespace norn::apps
