#include "embedded/maintenance.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "embedded/backfill.h"
#include "embedded/expiry.h"
#include "embedded/streams.h"
#include "embedded/tokens.h"

namespace norn::embedded {
namespace {

constexpr std::chrono::seconds kPeriod{1};

}  // namespace

Maintenance::Maintenance(Database& database, Committer& committer, const Clock& clock)
    : database_(database), committer_(committer), clock_(clock) {}

Maintenance::~Maintenance() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  if (thread_) {
    thread_->join();
  }
}

void Maintenance::start() {
  thread_.emplace([this] { loop(); });
}

void Maintenance::wake() {
  {
    const std::lock_guard lock(mutex_);
    woken_ = true;
  }
  changed_.notify_one();
}

bool Maintenance::stopping() const {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void Maintenance::loop() {
  while (true) {
    // A failure here is the store's failure (a full disk, a failed sync), which requests and the
    // health report tell; the next round tries again.
    static_cast<void>(run_once());
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPeriod, [this] { return stopping_ || woken_; });
    woken_ = false;
    if (stopping_) {
      return;
    }
  }
}

Result<void> Maintenance::run_once() {
  NORN_TRY(fill_indexes(*committer_.catalog()));
  NORN_TRY(fill_expiry(*committer_.catalog()));
  NORN_TRY(expire_items(*committer_.catalog()));
  return trim();
}

Result<void> Maintenance::fill_indexes(const Catalog& catalog) {
  for (const auto& [name, table] : catalog.tables) {
    bool more = std::ranges::any_of(table->backfill_cursors,
                                    [](const auto& cursor) { return cursor.has_value(); });
    while (more && !stopping()) {
      NORN_ASSIGN(more, committer_.run<bool>(
                            [&](WriteGroup& group) { return backfill_indexes(group, name); },
                            /*starts_group=*/true));
    }
  }
  return {};
}

Result<void> Maintenance::fill_expiry(const Catalog& catalog) {
  for (const auto& [name, table] : catalog.tables) {
    std::string cursor;
    bool more = table->ttl_backfilling;
    while (more && !stopping()) {
      NORN_ASSIGN(more, committer_.run<bool>(
                            [&](WriteGroup& group) { return backfill_expiry(group, name, cursor); },
                            /*starts_group=*/true));
    }
  }
  return {};
}

Result<void> Maintenance::expire_items(const Catalog& catalog) {
  for (const auto& [name, table] : catalog.tables) {
    bool more = table->ttl.enabled;
    while (more && !stopping()) {
      NORN_ASSIGN(const auto due, entries_due(*table));
      more = !due.empty();
      if (more) {
        NORN_TRY(
            committer_.run<size_t>([&](WriteGroup& group) { return expire(group, name, due); }));
      }
    }
  }
  return {};
}

Result<std::vector<std::string>> Maintenance::entries_due(const Table& table) {
  NORN_ASSIGN(const auto held, database_.hold());
  return due_entries(database_, table, clock_.now_s());
}

Result<void> Maintenance::trim() {
  bool more = true;
  while (more && !stopping()) {
    NORN_ASSIGN(more, committer_.run<bool>(trim_streams, /*starts_group=*/true));
  }
  more = true;
  while (more && !stopping()) {
    NORN_ASSIGN(more, committer_.run<bool>(forget_old_tokens));
  }
  return {};
}

}  // namespace norn::embedded
