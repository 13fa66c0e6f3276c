#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "apps/shared/items.h"
#include "store/item.h"

namespace norn::apps {

// How each item of a table counts, for a Counter that counts everything anew: as the last change
// since the start left it, or as the scan showed it if it did not change. Takes the size of a
// `Counted` and 8 bytes for each item that counts.
template <typename Counted>
class Tally {
 public:
  // An item of the scan, which shows each item once.
  void scanned(store::ItemView item, Counted counted) {
    scanned_.emplace_back(hash_of(item), std::move(counted));
  }
  // A change of an item; nullopt if it does not count any more.
  void changed(store::ItemView key, std::optional<Counted> counted) {
    changed_.insert_or_assign(hash_of(key), std::move(counted));
  }
  template <typename Visit>
  void visit(const Visit& visit) const {
    for (const auto& [hash, counted] : scanned_) {
      if (!changed_.contains(hash)) visit(counted);
    }
    for (const auto& [hash, counted] : changed_) {
      if (counted) visit(*counted);
    }
  }

 private:
  // Two of 64 bits are equal by accident once in many million tables of a million items.
  static size_t hash_of(store::ItemView key) {
    return std::hash<std::string>()(text_of(key, "PK") + "\n" + text_of(key, "SK"));
  }

  std::deque<std::pair<size_t, Counted>> scanned_;
  std::unordered_map<size_t, std::optional<Counted>> changed_;
};

}  // namespace norn::apps
