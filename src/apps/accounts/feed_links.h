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

// Secret addresses of calendar feeds, to which other calendar programs subscribe. Apps make the
// calendar files; this file stores the addresses in the table `norn`: an item of the owner with the
// digest of the secret, and an item of that digest with the owner. Both are written and removed
// together. An address is valid in the token epoch of the account in which it was made: raising the
// epoch ends all tokens and addresses of a person at once. While the account is disabled none of
// them is valid.
namespace norn::accounts {

// The items of an address.
struct FeedLink {
  std::string user_id;         // The owner.
  std::string sk;              // Of the item of the owner.
  std::string address_prefix;  // Before the digest, in PK and SK of the address.
  std::string type;            // entityType of the owner's item; the address has "_ADDRESS" more.
  store::Map attributes = {};  // Of both items: the subject of the feed.
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
  // The attributes of the owner's item; nullopt if there is no valid address.
  Result<std::optional<store::Item>> item(const FeedLink& link);
  // Changes what the feed is about: replaces the attributes of the owner's item by those of `link`,
  // and keeps the address. Returns false if there is no valid address.
  Result<bool> change(const FeedLink& link);

  // Returns the conditions under which the owner may have an address, or an error. Called again if
  // a condition fails.
  using MayHave = std::function<Result<std::vector<apps::Action>>()>;
  // Makes a new secret; the one before is not valid any more. Returns kNotFound if the account does
  // not exist, and kNotSignedIn if its session epoch is not `session_epoch` any more, if that is
  // given: then the session of the caller has ended meanwhile.
  Result<std::string> create(const FeedLink& link, const std::optional<int64_t>& session_epoch,
                             const MayHave& may_have);
  Result<void> revoke(const FeedLink& link);
  // Revokes the address unless it was created after `until_ms`.
  Result<void> revoke_until(const FeedLink& link, int64_t until_ms);
  // The same for a transaction. The condition fails if the address was replaced meanwhile.
  Result<std::vector<apps::Action>> revocation(const FeedLink& link);

  // Finds the item of an address. Returns nullopt if the secret is not valid (any more).
  Result<std::optional<store::Item>> find(std::string_view address_prefix,
                                          const std::string& secret);
  // Records that the feed was read, at most once an hour, because subscribers read it every few
  // minutes. Errors are ignored.
  void note_reading(const FeedLink& link, const std::string& secret);

 private:
  Result<std::optional<store::Item>> item_of(const FeedLink& link);
  Result<void> revoke_if(const FeedLink& link, const std::function<bool(store::ItemView)>& applies);
  std::vector<apps::Action> removals_of(const FeedLink& link,
                                        const std::optional<store::Item>& old) const;
  Result<bool> replace(const FeedLink& link, const std::string& digest, int64_t epoch,
                       std::vector<apps::Action> conditions);
  // The ACCOUNT of a user.
  Result<std::optional<store::Item>> account_of_user(const std::string& user_id);
  // Whether the item of an owner or of an address is of the current token epoch, and the account is
  // not disabled.
  Result<bool> is_current(store::ItemView item);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
};

}  // namespace norn::accounts
