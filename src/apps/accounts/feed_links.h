#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/shared/tables.h"
#include "apps/shared/transaction.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

// Secret addresses at which something of a person can be read as a calendar file, for other
// calendars to subscribe to. Apps say what it is that they lead to; here is how they are kept, in
// the table `norn`: an item of the owner, which knows the digest of the secret, and an item of that
// digest, which knows the owner. Both are written and removed together.
namespace norn::accounts {

// What an address leads to.
struct FeedLink {
  std::string pk;  // Of the item of its owner.
  std::string sk;
  std::string address_prefix;  // Before the digest, in PK and SK of the address.
  std::string type;            // entityType of the owner's item; the address has "_ADDRESS" more.
  store::Map attributes;       // Of both items: whose it is, and what of.
};

class FeedAddresses {
 public:
  FeedAddresses(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids)
      : store_(store), tables_(std::move(tables)), clock_(clock), ids_(ids) {}

  struct State {
    std::string created_at;
    std::optional<std::string> last_read_at;  // To the hour.
  };
  Result<std::optional<State>> state(const FeedLink& link);

  // Decides whether there may be one, and under which conditions that stays so. Asked again when
  // they do not hold.
  using MayHave = std::function<Result<std::vector<apps::Action>>()>;
  // A new secret; the one before ends at once.
  Result<std::string> create(const FeedLink& link, const MayHave& may_have);
  Result<void> revoke(const FeedLink& link);
  // What revokes it, for a transaction: refused when the link is another one by then.
  Result<std::vector<apps::Action>> revocation(const FeedLink& link);

  // The item of the address; nullopt when the secret is nobody's (any more).
  Result<std::optional<store::Item>> find(std::string_view address_prefix,
                                          const std::string& secret);
  // After a reading with the secret. Subscribed calendars come every few minutes, so it is written
  // once an hour; and whoever reads gets the file also when it cannot be.
  void note_reading(const FeedLink& link, const std::string& secret);

 private:
  Result<std::optional<store::Item>> item_of(const FeedLink& link);
  std::vector<apps::Action> removals_of(const FeedLink& link,
                                        const std::optional<store::Item>& old) const;
  Result<bool> replace(const FeedLink& link, const std::string& digest,
                       std::vector<apps::Action> conditions);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
};

}  // namespace norn::accounts
