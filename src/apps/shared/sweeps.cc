#include "apps/shared/sweeps.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "apps/shared/items.h"
#include "apps/shared/transaction.h"
#include "base/check.h"
#include "base/log.h"
#include "base/sha256.h"
#include "base/thread_priority.h"
#include "base/time_text.h"

// A sweep is an item of the table `norn`: PK = SWEEPS, SK = SWEEP#<kind>#<subject>. `leaseOwner`
// and `leaseUntil` say who works on it; `settleAfter` is there when everything was done once and
// the indexes are given time to show what they did not show then; `walkedTo` is where the work of a
// walk has come to.
//
// A sweep that begins later is PK = WAITING_SWEEPS, SK = <time>#SWEEP#<kind>#<subject> until then.
namespace norn::apps {
namespace {

constexpr std::string_view kPartition = "SWEEPS";
constexpr std::string_view kWaitingPartition = "WAITING_SWEEPS";
// Sweeps per page; a page is finished before the next is read.
constexpr int64_t kSweepsPerPage = 100;
// Pages of one round. There is no end to them when sweeps are begun as quickly as they are done.
constexpr int kMaxPages = 100'000;
// A bound on the parts of one sweep in a row, for work that never ends.
constexpr int kMaxParts = 1'000'000;
// How often sweeps that were begun by sweeps are looked for before others have a turn.
constexpr int kMaxSweepRounds = 100;
constexpr int kMaxDoublings = 6;  // The longest wait after failures is 64 polls.

// The subject may have two ids of other programs, which together are too long for a key: then its
// hash stands for it.
std::string sort_key(std::string_view kind, std::string_view subject) {
  constexpr size_t kMaxKeptBytes = 900;
  if (subject.size() > kMaxKeptBytes) return fmt::format("SWEEP#{}#{}", kind, sha256_hex(subject));
  return fmt::format("SWEEP#{}#{}", kind, subject);
}

// In the order of times.
std::string waiting_key(int64_t due_ms, std::string_view kind, std::string_view subject) {
  return fmt::format("{}#{}", timestamp_ms(due_ms), sort_key(kind, subject));
}

store::Item sweep_key(store::ItemView sweep) {
  return store::Item::subset(sweep, {"PK", "SK"});
}

// Whether a write was done: not when its condition did not hold.
Result<bool> was_written(const Result<store::WriteResult>& result) {
  if (result) return true;
  if (result.error().code == ErrorCode::kConditionalCheckFailed) return false;
  return std::unexpected(result.error());
}

}  // namespace

Sweeps::Sweeps(store::Store& store, TableNames tables, const Clock& clock, Ids& ids,
               SweepOptions options)
    : store_(store),
      tables_(std::move(tables)),
      clock_(clock),
      options_(options),
      owner_(ids.uuid()) {}

Sweeps::~Sweeps() {
  stop();
}

void Sweeps::stop() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Sweeps::add(std::string kind, Work work, Settling settling) {
  const auto walk = [work = std::move(work)](
                        const std::string& subject,
                        const std::string& /*from*/) -> Result<std::optional<Walked>> {
    NORN_ASSIGN(const bool more, work(subject));
    if (!more) return std::nullopt;
    return Walked{.to = "", .found_any = true};
  };
  add_walk(std::move(kind), walk, settling);
}

void Sweeps::add_walk(std::string kind, Walk walk, Settling settling) {
  NORN_CHECK(!thread_.joinable(), "works are added before the thread starts");
  kinds_.insert_or_assign(std::move(kind), Kind{std::move(walk), settling});
}

void Sweeps::start() {
  NORN_CHECK(!thread_.joinable(), "sweeps are started once");
  thread_ = std::thread([this] {
    set_thread_priority(ThreadPriority::kBackground);
    work_forever();
  });
}

Result<bool> Sweeps::is_pending(std::string_view kind, std::string_view subject) const {
  const std::string key = sort_key(kind, subject);
  store::GetRequest request;
  request.table = tables_.norn();
  request.key = key_of(kPartition, key);
  request.consistent = true;
  NORN_ASSIGN(const store::GetResult found, store_.get(request));
  if (found.item) return true;
  store::QueryRequest waiting;
  waiting.table = tables_.norn();
  waiting.key_condition = "PK = :pk";
  waiting.projection = "SK";
  waiting.placeholders.values = {{":pk", kWaitingPartition}};
  waiting.consistent = true;
  bool waits = false;
  NORN_TRY(query_each(store_, std::move(waiting), [&](store::ItemView item) -> Result<void> {
    waits = waits || text_of(item, "SK").ends_with("#" + key);
    return {};
  }));
  return waits;
}

store::TransactWriteRequest::Action Sweeps::begin(std::string_view kind,
                                                  std::string_view subject) const {
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = store::Item::from_map({{"PK", kPartition},
                                    {"SK", sort_key(kind, subject)},
                                    {"entityType", "SWEEP"},
                                    {"kind", kind},
                                    {"subject", subject},
                                    {"createdAt", timestamp_s(clock_.now_ms())}});
  return put;
}

store::TransactWriteRequest::Action Sweeps::begin_at(std::string_view kind,
                                                     std::string_view subject,
                                                     int64_t due_ms) const {
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = store::Item::from_map({{"PK", kWaitingPartition},
                                    {"SK", waiting_key(due_ms, kind, subject)},
                                    {"entityType", "WAITING_SWEEP"},
                                    {"kind", kind},
                                    {"subject", subject},
                                    {"createdAt", timestamp_s(clock_.now_ms())}});
  return put;
}

store::TransactWriteRequest::Action Sweeps::cancel(std::string_view kind, std::string_view subject,
                                                   int64_t due_ms) const {
  store::DeleteRequest request;
  request.table = tables_.norn();
  request.key = key_of(kWaitingPartition, waiting_key(due_ms, kind, subject));
  request.condition = "attribute_exists(PK)";
  return request;
}

store::TransactWriteRequest::Action Sweeps::still_waits(std::string_view kind,
                                                        std::string_view subject,
                                                        int64_t due_ms) const {
  store::ConditionCheck check;
  check.table = tables_.norn();
  check.key = key_of(kWaitingPartition, waiting_key(due_ms, kind, subject));
  check.condition = "attribute_exists(PK)";
  return check;
}

store::TransactWriteRequest::Action Sweeps::drop(std::string_view kind, std::string_view subject,
                                                 int64_t due_ms) const {
  store::DeleteRequest request;
  request.table = tables_.norn();
  request.key = key_of(kWaitingPartition, waiting_key(due_ms, kind, subject));
  return request;
}

void Sweeps::wake() {
  {
    const std::lock_guard lock(mutex_);
    awake_ = true;
  }
  changed_.notify_all();
}

Result<void> Sweeps::run_now(std::string_view kind, std::string_view subject) {
  store::GetRequest request;
  request.table = tables_.norn();
  request.key = key_of(kPartition, sort_key(kind, subject));
  request.consistent = true;
  NORN_ASSIGN(const auto found, store_.get(request));
  if (!found.item) return {};
  return run_one(*found.item);
}

Result<void> Sweeps::run() {
  NORN_TRY(run_due());
  return {};
}

void Sweeps::work_forever() {
  while (!is_closing()) {
    const Result<bool> left = run_due();
    if (!left) log::warn("Sweeps could not be read: {}", left.error().message);
    const bool settles = left && *left && options_.settle_ms > 0;
    const auto pause = std::chrono::milliseconds(
        settles ? std::min(options_.settle_ms, options_.poll_ms) : options_.poll_ms);
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, pause, [this] { return awake_ || closing_; });
  }
}

bool Sweeps::is_closing() {
  const std::lock_guard lock(mutex_);
  return closing_;
}

bool Sweeps::was_woken() {
  const std::lock_guard lock(mutex_);
  return std::exchange(awake_, false);
}

Result<void> Sweeps::begin_waiting() {
  store::QueryRequest request;
  request.table = tables_.norn();
  request.key_condition = "PK = :pk AND SK < :now";
  request.placeholders.values = {{":pk", kWaitingPartition},
                                 {":now", timestamp_ms(clock_.now_ms() + 1)}};
  request.consistent = true;
  return query_each(store_, std::move(request), [&](store::ItemView waiting) -> Result<void> {
    store::DeleteRequest remove;
    remove.table = tables_.norn();
    remove.key = sweep_key(waiting);
    remove.condition = "attribute_exists(PK)";
    // A failed condition: another process was faster, or it was called off.
    NORN_TRY(
        write_all(store_, {remove, begin(text_of(waiting, "kind"), text_of(waiting, "subject"))}));
    return {};
  });
}

Result<bool> Sweeps::run_due() {
  const std::lock_guard running(running_);
  NORN_TRY(begin_waiting());
  store::QueryRequest request;
  request.table = tables_.norn();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", kPartition}};
  request.consistent = true;
  for (int round = 0; round < kMaxSweepRounds; ++round) {
    was_woken();
    NORN_TRY(run_round(request));
    if (is_closing() || !was_woken()) break;
  }
  request.limit = 1;
  NORN_ASSIGN(const auto rest, store_.query(request));
  return rest.count > 0;
}

Result<void> Sweeps::run_round(store::QueryRequest request) {
  request.limit = kSweepsPerPage;
  for (int page = 0; page < kMaxPages && !is_closing(); ++page) {
    NORN_ASSIGN(auto sweeps, store_.query(request));
    run_those(sweeps.items);
    if (!sweeps.last_key) return {};
    request.start_after = std::move(sweeps.last_key);
  }
  return {};
}

void Sweeps::run_those(const store::ItemList& sweeps) {
  for (const store::ItemView sweep : sweeps) {
    if (is_closing()) return;
    const std::string key = text_of(sweep, "SK");
    const auto failures = failures_.find(key);
    if (failures != failures_.end() && clock_.now_ms() < failures->second.retry_at_ms) continue;
    const Result<void> result = run_one(sweep);
    if (result) {
      failures_.erase(key);
      continue;
    }
    log::warn("The sweep {} failed and is tried again later: {}", key, result.error().message);
    note_failure(key);
  }
}

void Sweeps::note_failure(const std::string& sweep) {
  Failures& failures = failures_[sweep];
  const int doublings = std::min(failures.count, kMaxDoublings);
  failures.count++;
  failures.retry_at_ms = clock_.now_ms() + (options_.poll_ms << doublings);
}

Result<void> Sweeps::run_one(store::ItemView sweep) {
  const auto kind = kinds_.find(text_of(sweep, "kind"));
  if (kind == kinds_.end()) {
    return fail(ErrorCode::kInternal, "This version of Norn does not know its kind.");
  }
  if (clock_.now_ms() < integer_of(sweep, "settleAfter")) return {};
  NORN_ASSIGN(const bool taken, take_lease(sweep));
  if (!taken) return {};
  bool found_any = false;
  NORN_ASSIGN(const bool done, work_on(sweep, kind->second.walk, found_any));
  if (!done) return {};
  return finish(sweep, kind->second.settling, found_any);
}

Result<bool> Sweeps::work_on(store::ItemView sweep, const Walk& walk, bool& found_any) {
  const std::string subject = text_of(sweep, "subject");
  std::string from = text_of(sweep, "walkedTo");
  for (int part = 0; part < kMaxParts; ++part) {
    NORN_ASSIGN(auto walked, walk(subject, from));
    if (!walked) return true;
    found_any = found_any || walked->found_any;
    from = std::move(walked->to);
    // Another process need not wait for the lease of one that ends.
    const bool closes = is_closing();
    std::string expression = closes ? "REMOVE leaseOwner, leaseUntil" : "SET leaseUntil = :until";
    store::Map values;
    if (!closes) {
      values.emplace(":until", store::Value::number(clock_.now_ms() + options_.lease_ms));
    }
    if (!from.empty()) {
      expression += closes ? " SET walkedTo = :to" : ", walkedTo = :to";
      values.emplace(":to", from);
    }
    NORN_ASSIGN(const bool renewed, update_leased(sweep, std::move(expression), std::move(values)));
    if (closes || !renewed) return false;
  }
  return fail(ErrorCode::kInternal, fmt::format("It has not ended after {} parts.", kMaxParts));
}

Result<void> Sweeps::finish(store::ItemView sweep, Settling settling, bool found_any) {
  const bool needs_settling = options_.settle_ms > 0 && settling == Settling::kByIndexes;
  const bool has_settled = !needs_settling || (sweep.contains("settleAfter") && !found_any);
  if (!has_settled) {
    const int64_t after_ms = clock_.now_ms() + options_.settle_ms;
    NORN_TRY(update_leased(sweep,
                           "SET settleAfter = :after REMOVE leaseOwner, leaseUntil, walkedTo",
                           {{":after", store::Value::number(after_ms)}}));
    return {};
  }
  store::DeleteRequest request;
  request.table = tables_.norn();
  request.key = sweep_key(sweep);
  request.condition = "leaseOwner = :owner";
  request.placeholders.values = {{":owner", owner_}};
  NORN_TRY(was_written(store_.remove(request)));
  return {};
}

Result<bool> Sweeps::take_lease(store::ItemView sweep) {
  const int64_t now_ms = clock_.now_ms();
  store::UpdateRequest request;
  request.table = tables_.norn();
  request.key = sweep_key(sweep);
  request.update = "SET leaseOwner = :owner, leaseUntil = :until";
  request.condition =
      "attribute_exists(PK) AND (attribute_not_exists(leaseOwner) OR leaseOwner = :owner OR "
      "leaseUntil < :now)";
  request.placeholders.values = {{":owner", owner_},
                                 {":until", store::Value::number(now_ms + options_.lease_ms)},
                                 {":now", store::Value::number(now_ms)}};
  return was_written(store_.update(request));
}

Result<bool> Sweeps::update_leased(store::ItemView sweep, std::string expression,
                                   store::Map values) {
  store::UpdateRequest request;
  request.table = tables_.norn();
  request.key = sweep_key(sweep);
  request.update = std::move(expression);
  request.condition = "leaseOwner = :owner";
  request.placeholders.values = std::move(values);
  request.placeholders.values.emplace(":owner", owner_);
  return was_written(store_.update(request));
}

}  // namespace norn::apps
