#include "apps/shared/processes.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "apps/shared/items.h"
#include "base/log.h"

namespace norn::apps {
namespace {

constexpr const char* kProcessPartition = "PROCESSES";
// Long after everybody has noticed: until then an operator sees which processes crashed lately.
constexpr int64_t kItemLifeS = 3'600;

}  // namespace

Processes::Processes(store::Store& store, TableNames tables, const Clock& clock, Ids& ids,
                     ProcessesOptions options)
    : store_(store),
      tables_(std::move(tables)),
      clock_(clock),
      options_(options),
      name_("PROCESS#" + ids.uuid()) {}

Processes::~Processes() {
  stop();
}

void Processes::start() {
  thread_ = std::thread([this] { beat_forever(); });
}

void Processes::stop() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  if (!thread_.joinable()) return;
  thread_.join();
  remove_own_item();
}

void Processes::beat_forever() {
  bool failed = false;
  std::unique_lock lock(mutex_);
  const auto pause = std::chrono::milliseconds(options_.beat_ms);
  do {
    lock.unlock();
    const auto done = beat();
    if (!done && !failed) {
      log::warn("This process cannot count those that share the store: {}", done.error().message);
    }
    failed = !done;
    lock.lock();
  } while (!changed_.wait_for(lock, pause, [this] { return closing_; }));
}

Result<void> Processes::beat() {
  const std::lock_guard lock(beating_);
  NORN_TRY(show_alive());
  return count_others();
}

store::Item Processes::key() const {
  return key_of(kProcessPartition, name_);
}

Result<void> Processes::show_alive() {
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = store::Item::from_map({{"PK", kProcessPartition},
                                    {"SK", name_},
                                    {"entityType", "PROCESS"},
                                    {"beat", store::Value::number(++beats_)},
                                    {"ttl", store::Value::number(clock_.now_s() + kItemLifeS)}});
  NORN_TRY(store_.put(put));
  return {};
}

Result<void> Processes::count_others() {
  store::QueryRequest request;
  request.table = tables_.norn();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", kProcessPartition}};
  request.consistent = true;
  const int64_t now_ms = clock_.now_ms();
  std::map<std::string, Heard> heard;
  NORN_TRY(query_each(store_, std::move(request), [&](store::ItemView item) -> Result<void> {
    std::string name = text_of(item, "SK");
    if (name == name_) return {};
    Heard now{.beat = integer_of(item, "beat"), .changed_ms = now_ms};
    const auto before = heard_.find(name);
    if (before != heard_.end() && before->second.beat == now.beat) now = before->second;
    heard.emplace(std::move(name), now);
    return {};
  }));
  heard_ = std::move(heard);
  const auto alive = std::ranges::count_if(heard_, [&](const auto& other) {
    return now_ms - other.second.changed_ms < options_.silent_ms;
  });
  count_ = static_cast<size_t>(alive) + 1;
  return {};
}

void Processes::remove_own_item() {
  store::DeleteRequest remove;
  remove.table = tables_.norn();
  remove.key = key();
  // Without it, the others notice by the silence.
  if (const auto removed = store_.remove(remove); !removed) {
    log::warn("The item of this process stays in the store for an hour: {}",
              removed.error().message);
  }
}

}  // namespace norn::apps
