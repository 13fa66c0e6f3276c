#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/transaction.h"
#include "base/error.h"
#include "base/sentence.h"
#include "store/item.h"

namespace norn::apps {

// Who may repair an item: the person whose partition it is in, or the owners of the thing that it
// belongs to.
struct ItemOwner {
  std::string kind;  // "user", "calendar", "place"; empty if it has no owner.
  std::string id;
  friend bool operator==(const ItemOwner&, const ItemOwner&) = default;
};

// Why an item cannot be shown, or not as it is written.
struct ItemFault {
  Said reason;  // "The event cannot be read: `version` is missing."
  ItemOwner owner;
};

struct ItemKey {
  std::string table;
  std::string pk;
  std::string sk;
};

// How an app judges the items of its table, which other programs write, too.
class Inspector {
 public:
  virtual ~Inspector() = default;

  virtual std::string table() const = 0;
  // Returns nullopt for items that the app can show, and for items of kinds that it does not know.
  // From any thread.
  virtual std::optional<ItemFault> inspect(store::ItemView item) const = 0;
  // The things that a person owns, besides their own partition ("user").
  virtual Result<std::vector<ItemOwner>> owned_by(const std::string& /*user_id*/) {
    return std::vector<ItemOwner>();
  }
  // Deletes what is there only because of this faulty item, on the condition that it still is: it
  // goes together with the item.
  virtual Result<std::vector<Action>> remove_with(store::ItemView /*item*/) {
    return std::vector<Action>();
  }
  // Other items that have to be inspected again when this one is written. Some may not exist.
  virtual Result<std::vector<ItemKey>> affected_by(store::ItemView /*item*/) {
    return std::vector<ItemKey>();
  }
};

}  // namespace norn::apps
