#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/quota_kinds.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::apps {

// Whose quotas an item uses: those of a person, or of a shared thing.
struct Use {
  std::string owner;                    // of_person(id), or the key of the thing: "CAL#<id>".
  std::string_view kind = kBytesQuota;  // Every item counts by its bytes, some also by their kind.
  int64_t more_bytes = 0;               // Of what belongs to the item and is elsewhere: a file.
  friend bool operator==(const Use&, const Use&) = default;
};

inline constexpr std::string_view kPersonPrefix = "USER#";
inline std::string of_person(std::string_view user_id) {
  return std::string(kPersonPrefix).append(user_id);
}

// How an app counts the items of its table for quotas. Thread-safe.
class Meter {
 public:
  virtual ~Meter() = default;

  virtual std::string table() const = 0;
  // The name under which it counts: of the items that are counted in a table, each belongs to one
  // meter.
  virtual std::string counts() const { return table(); }
  // Returns nullopt for items that do not count. An owner has an id (is_id), so that keys are short
  // whatever another program wrote.
  virtual std::optional<Use> use_of(store::ItemView item) const = 0;
  // The shared things that a person owns, by their keys. Their bytes count for the person as well.
  // May be stale.
  virtual Result<std::vector<std::string>> owned_by(const std::string& /*user_id*/) const {
    return std::vector<std::string>();
  }
  // How many things of each kind that `use_of` counts for a person are in the bin: what is left of
  // them uses bytes only. May be stale.
  virtual Result<QuotaAmounts> in_bin(const std::string& /*user_id*/) const {
    return QuotaAmounts();
  }
  // The people who own a shared thing; none for the key of a thing of another app.
  virtual Result<std::vector<std::string>> owners_of(const std::string& /*thing*/) const {
    return std::vector<std::string>();
  }
};

}  // namespace norn::apps
