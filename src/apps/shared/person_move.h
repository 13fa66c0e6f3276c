#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "store/item.h"
#include "store/store.h"

// Moves what a table has of one person to another: of a person whom another program stored, to
// their account. Every item is moved by a transaction of its own, and what has moved does not name
// the former id any more. So it goes on where it was interrupted when it is begun again. Norn's
// readers of the streams see it as changes of another program.
namespace norn::apps {

// How a table names people.
struct PersonKeys {
  std::string table;
  // What is in front of an id in PK, SK and the keys of indexes: "USER#". The id ends the key, or
  // '#' follows.
  std::vector<std::string> prefixes;
  // Whose text is an id, at any depth, or texts of a list or set.
  std::vector<std::string> attributes;
  // An attribute that names an owner, who has to be a member: it stays while the item of the former
  // member, with this prefix and in the same partition, is there. Empty: none.
  std::string owner_attribute = {};
  std::string member_prefix = {};
};

class PersonMove {
 public:
  PersonMove(store::Store& store, const PersonKeys& keys, std::string from, std::string to);

  struct Part {
    std::optional<store::Item> next;       // The key after which to go on; nullopt: that was all.
    std::map<std::string, int64_t> moved;  // How many, by `entityType`.
    // The keys of items that stay: there is one under the new key already, or it was changed just
    // now.
    std::vector<std::string> kept;
  };
  // Looks at up to kMaxLooked items after `after`. Without `writes` it only says what it would do.
  Result<Part> part(const std::optional<store::Item>& after, bool writes);

  static constexpr int64_t kMaxLooked = 200;

 private:
  Result<std::optional<store::Item>> moved(store::ItemView item, bool writes);
  Result<bool> may_name_owner(store::ItemView item, bool writes);
  Result<bool> is_there(const store::Item& key);
  Result<bool> write(store::ItemView old, const store::Item& next, bool changes_key);

  store::Store& store_;
  const PersonKeys& keys_;
  const std::string from_;
  const std::string to_;
};

}  // namespace norn::apps
