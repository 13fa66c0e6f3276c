#include "apps/shared/kept_values.h"

#include <utility>

namespace norn::apps {
namespace {

// One large value must not push all others out.
constexpr size_t kMaxShareOfOne = 8;

}  // namespace

KeptValues::KeptValues(store::Store& store, std::string table, size_t max_bytes, OwnersOf owners_of)
    : max_bytes_(max_bytes), changes_(store, std::move(table), std::move(owners_of)) {
  changes_.on_change = [this](const std::string& owner) { drop_of(owner); };
  changes_.on_loss = [this] { drop_all(); };
}

std::shared_ptr<const void> KeptValues::find(const std::string& owner, const std::string& key) {
  const std::lock_guard lock(mutex_);
  if (entries_.empty() || !changes_.catch_up()) return nullptr;
  const auto owned = by_owner_.find(owner);
  if (owned == by_owner_.end()) return nullptr;
  const auto found = owned->second.find(key);
  if (found == owned->second.end()) return nullptr;
  entries_.splice(entries_.begin(), entries_, found->second);
  return found->second->value;
}

std::optional<KeptValues::Moment> KeptValues::moment() {
  if (max_bytes_ == 0) return std::nullopt;
  const std::lock_guard lock(mutex_);
  // An earlier change that is read later drops the value needlessly, but that is rare.
  return changes_.moment();
}

void KeptValues::keep(const std::string& owner, const std::string& key, Moment moment,
                      std::shared_ptr<const void> value, size_t bytes) {
  if (bytes > max_bytes_ / kMaxShareOfOne) return;
  const std::lock_guard lock(mutex_);
  // Changes that are not read yet will invalidate it later.
  if (!changes_.is_unchanged(owner, moment)) return;
  ByKey& owned = by_owner_[owner];
  if (const auto found = owned.find(key); found != owned.end()) {
    Entry& entry = *found->second;
    bytes_ += bytes - entry.bytes;
    entry.value = std::move(value);
    entry.bytes = bytes;
  } else {
    entries_.push_front({owner, key, std::move(value), bytes});
    owned.emplace(key, entries_.begin());
    bytes_ += bytes;
  }
  while (bytes_ > max_bytes_) drop(std::prev(entries_.end()));
}

void KeptValues::drop_all() {
  entries_.clear();
  by_owner_.clear();
  bytes_ = 0;
}

void KeptValues::drop_of(const std::string& owner) {
  const auto owned = by_owner_.find(owner);
  if (owned == by_owner_.end()) return;
  while (!owned->second.empty()) {
    const bool is_last = owned->second.size() == 1;
    drop(owned->second.begin()->second);
    if (is_last) break;
  }
}

void KeptValues::drop(Entries::iterator entry) {
  bytes_ -= entry->bytes;
  const auto owned = by_owner_.find(entry->owner);
  owned->second.erase(entry->key);
  if (owned->second.empty()) by_owner_.erase(owned);
  entries_.erase(entry);
}

}  // namespace norn::apps
