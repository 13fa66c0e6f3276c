#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/inspector.h"
#include "apps/shared/transaction.h"
#include "base/error.h"
#include "store/item.h"
#include "store/store.h"

// What `norn doctor` looks at: what an app writes in one transaction, and so must agree.
namespace norn::apps {

// What is wrong with an item, or with what belongs to it.
struct Finding {
  ItemKey key;       // Of the item by which it was found.
  std::string what;  // "The person ada is in the calendar, and its owner is not: ..."
  // What the operator can do, if only a person can decide what is right.
  std::string advice = {};
  // What the repair does ("writes the guard"), and the repair: one transaction whose conditions say
  // that everything it was decided by is still so. It follows from items that are there, and
  // deletes nothing.
  std::string repair = {};
  std::vector<Action> actions = {};  // Empty if there is no repair that is beyond doubt.
};

using Findings = std::vector<Finding>;

// One rule, or several of a kind, about the items of one table. Items of other programs that mean
// nothing to the app, and items that cannot be read (those need attention), are no findings.
class Check {
 public:
  virtual ~Check() = default;

  // "accounts: guards". Checks of several tables may have one name.
  virtual std::string name() const = 0;
  virtual std::string table() const = 0;
  // Looks at an item of the table, and reads what belongs to it. Others may write meanwhile, so
  // what is found is looked at again. From any thread.
  virtual Result<Findings> look(store::ItemView item) = 0;
};

// A consistent read.
Result<std::optional<store::Item>> item_at(store::Store& store, const ItemKey& key);
ItemKey key_in(const std::string& table, store::ItemView item);

// For things that are written twice, found from both sides: finds that the other one, with the same
// attributes under another key, is missing. `what` is the finding.
Result<void> find_twin(store::Store& store, const std::string& table, store::ItemView item,
                       const ItemKey& twin, std::string what, Findings& findings);

// The condition that an item is there, and the attributes of `names` are as they were read.
Action is_unchanged(const ItemKey& key, store::ItemView item,
                    const std::vector<std::string>& names);
// Sets attributes of an item that has not changed since it was read.
Action set_of_unchanged(const ItemKey& key, store::ItemView item, const store::Map& attributes);

}  // namespace norn::apps
