#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "apps/shared/recent_changes.h"
#include "store/store.h"

namespace norn::apps {

// A cache of what was made of the items of an owner. It never returns what is stale: each lookup
// first reads the new records of the table's stream, and every change invalidates what is kept of
// the owners it concerns.
//
// This needs indexes that are never behind their table, and pays off where reading the stream costs
// microseconds: with the embedded store. All methods are thread-safe.
class KeptValues {
 public:
  // Appends the owners whose values a change invalidates: a calendar, a person.
  using OwnersOf = RecentChanges::OwnersOf;

  // Keeps at most `max_bytes`; 0 turns the cache off.
  KeptValues(store::Store& store, std::string table, size_t max_bytes, OwnersOf owners_of);

  // Returns nullptr if there is no valid value. `key` distinguishes the values of one owner.
  std::shared_ptr<const void> find(const std::string& owner, const std::string& key);

  // To be taken before reading the items of a value; nullopt if nothing can be kept.
  using Moment = RecentChanges::Moment;
  std::optional<Moment> moment();
  // Drops the value if its owner has changed since that moment. `bytes` is what it takes in memory.
  void keep(const std::string& owner, const std::string& key, Moment moment,
            std::shared_ptr<const void> value, size_t bytes);

 private:
  struct Entry {
    std::string owner;
    std::string key;
    std::shared_ptr<const void> value;  // Shared with the requests that are using it.
    size_t bytes = 0;
  };
  using Entries = std::list<Entry>;  // Most recently used first.
  using ByKey = std::map<std::string, Entries::iterator, std::less<>>;

  void drop_all();
  void drop_of(const std::string& owner);
  void drop(Entries::iterator entry);

  const size_t max_bytes_;

  std::mutex mutex_;
  // Guarded by mutex_.
  RecentChanges changes_;
  Entries entries_;
  std::unordered_map<std::string, ByKey> by_owner_;
  size_t bytes_ = 0;
};

// The same for values of one type.
template <typename Value>
class Kept {
 public:
  using Moment = KeptValues::Moment;

  Kept(store::Store& store, std::string table, size_t max_bytes, KeptValues::OwnersOf owners_of)
      : values_(store, std::move(table), max_bytes, std::move(owners_of)) {}

  std::shared_ptr<const Value> find(const std::string& owner, const std::string& key) {
    return std::static_pointer_cast<const Value>(values_.find(owner, key));
  }
  std::optional<Moment> moment() { return values_.moment(); }
  void keep(const std::string& owner, const std::string& key, Moment moment,
            std::shared_ptr<const Value> value, size_t bytes) {
    values_.keep(owner, key, moment, std::move(value), bytes);
  }

 private:
  KeptValues values_;
};

}  // namespace norn::apps
