#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/item.h"

namespace norn::attention {

// Who may repair an item: the person whose partition it is in, or the owners of the thing that it
// belongs to.
struct Owner {
  std::string kind;  // "user", "calendar", "place"; empty if it has no owner.
  std::string id;
  friend bool operator==(const Owner&, const Owner&) = default;
};

// Why an item cannot be shown, or not as it is written.
struct Fault {
  std::string reason;  // "The event cannot be read: `version` is missing."
  Owner owner;
};

// How an app judges the items of its table, which other programs write, too.
class Inspector {
 public:
  virtual ~Inspector() = default;

  virtual std::string table() const = 0;
  // Returns nullopt for items that the app can show, and for items of kinds that it does not know.
  // From any thread.
  virtual std::optional<Fault> inspect(store::ItemView item) const = 0;
  // The things that a person owns, besides their own partition ("user").
  virtual Result<std::vector<Owner>> owned_by(const std::string& /*user_id*/) {
    return std::vector<Owner>();
  }
};

}  // namespace norn::attention
