#include "apps/accounts/feed_links.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::accounts {

using apps::Action;

namespace {

constexpr int64_t kHourMs = 3'600'000;

store::GetRequest consistent_get(const std::string& table, std::string_view pk,
                                 std::string_view sk) {
  store::GetRequest request;
  request.table = table;
  request.key = apps::key_of(pk, sk);
  request.consistent = true;
  return request;
}

store::DeleteRequest removal(const std::string& table, std::string_view pk, std::string_view sk) {
  store::DeleteRequest request;
  request.table = table;
  request.key = apps::key_of(pk, sk);
  return request;
}

std::string digest_of(store::ItemView item) {
  return apps::text_of(item, "secretHash");
}

std::string address_of(std::string_view prefix, std::string_view digest) {
  return std::string(prefix).append(digest);
}

// Adds the condition that the link is still the one that was read, or that there is still none.
template <typename Request>
Request if_still(Request request, const std::optional<store::Item>& old) {
  request.condition = old ? "secretHash = :old" : "attribute_not_exists(PK)";
  if (old) request.placeholders.values[":old"] = digest_of(*old);
  return request;
}

// The condition that neither all sessions nor all tokens of the account were ended.
store::ConditionCheck same_epochs(const std::string& table, store::ItemView account) {
  apps::Unchanged unchanged = apps::unchanged(account, {"sessionEpoch", "tokenEpoch"});
  store::ConditionCheck check;
  check.table = table;
  check.key = store::Item::subset(account, {"PK", "SK"});
  check.condition = "attribute_exists(PK) AND " + unchanged.condition;
  check.placeholders = std::move(unchanged.placeholders);
  return check;
}

}  // namespace

Result<std::optional<store::Item>> FeedAddresses::item_of(const FeedLink& link) {
  NORN_ASSIGN(auto found,
              store_.get(consistent_get(tables_.norn(), keys::user(link.user_id), link.sk)));
  return std::move(found.item);
}

Result<std::optional<store::Item>> FeedAddresses::item(const FeedLink& link) {
  NORN_ASSIGN(auto item, item_of(link));
  if (!item) return std::nullopt;
  NORN_ASSIGN(const bool current, is_current(*item));
  if (!current) return std::nullopt;
  return item;
}

Result<bool> FeedAddresses::change(const FeedLink& link) {
  return apps::decide_and_write([&]() -> Result<std::optional<bool>> {
    NORN_ASSIGN(const auto old, item(link));
    if (!old) return false;
    store::Map attributes = old->to_map();
    for (const auto& [name, value] : link.attributes) attributes.insert_or_assign(name, value);
    store::PutRequest put;
    put.table = tables_.norn();
    put.item = store::Item::from_map(attributes);
    NORN_ASSIGN(const bool written, apps::write_all(store_, {if_still(std::move(put), old)}));
    if (!written) return std::nullopt;
    return true;
  });
}

Result<std::optional<FeedAddresses::State>> FeedAddresses::state(const FeedLink& link) {
  NORN_ASSIGN(const auto item, this->item(link));
  if (!item) return std::nullopt;
  State state{.created_at = apps::text_of(*item, "createdAt"),
              .last_read_at = apps::optional_text_of(*item, "lastReadAt")};
  // Another program may have written anything.
  if (!parse_timestamp_ms(state.created_at)) state.created_at = timestamp_s(0);
  if (state.last_read_at && !parse_timestamp_ms(*state.last_read_at)) state.last_read_at.reset();
  return state;
}

Result<std::optional<store::Item>> FeedAddresses::account_of_user(const std::string& user_id) {
  NORN_ASSIGN(auto found,
              store_.get(consistent_get(tables_.norn(), keys::user(user_id), keys::kAccount)));
  return std::move(found.item);
}

Result<bool> FeedAddresses::is_current(store::ItemView item) {
  NORN_ASSIGN(const auto account, account_of_user(apps::text_of(item, "userId")));
  if (!account) return false;
  const Account owner = account_of(*account);
  return !owner.disabled && owner.token_epoch == apps::integer_of(item, "epoch");
}

Result<bool> FeedAddresses::replace(const FeedLink& link, const std::string& digest, int64_t epoch,
                                    std::vector<Action> conditions) {
  NORN_ASSIGN(const auto old, item_of(link));
  const std::string address = address_of(link.address_prefix, digest);
  store::Map attributes = link.attributes;
  attributes.insert_or_assign("userId", link.user_id);
  attributes.insert_or_assign("epoch", store::Value::number(epoch));
  attributes.insert_or_assign("createdAt", timestamp_s(clock_.now_ms()));

  store::Map of_owner = attributes;
  of_owner.insert_or_assign("PK", keys::user(link.user_id));
  of_owner.insert_or_assign("SK", link.sk);
  of_owner.insert_or_assign("entityType", link.type);
  of_owner.insert_or_assign("secretHash", digest);
  store::PutRequest owner;
  owner.table = tables_.norn();
  owner.item = store::Item::from_map(of_owner);

  store::Map of_address = attributes;
  of_address.insert_or_assign("PK", address);
  of_address.insert_or_assign("SK", address);
  of_address.insert_or_assign("entityType", link.type + "_ADDRESS");
  store::PutRequest put_address;
  put_address.table = tables_.norn();
  put_address.item = store::Item::from_map(of_address);
  put_address.condition = "attribute_not_exists(PK)";

  std::vector<Action> actions{if_still(owner, old), put_address};
  std::ranges::move(conditions, std::back_inserter(actions));
  if (old) {
    const std::string old_address = address_of(link.address_prefix, digest_of(*old));
    actions.emplace_back(removal(tables_.norn(), old_address, old_address));
  }
  return apps::write_all(store_, std::move(actions));
}

Result<std::string> FeedAddresses::create(const FeedLink& link,
                                          const std::optional<int64_t>& session_epoch,
                                          const MayHave& may_have) {
  const std::string secret = new_secret(ids_);
  const std::string digest = secret_hash(secret);
  return apps::decide_and_write([&]() -> Result<std::optional<std::string>> {
    NORN_ASSIGN(auto conditions, may_have());
    NORN_ASSIGN(const auto item, account_of_user(link.user_id));
    if (!item) return not_found(kAccountNotFound);
    const Account account = account_of(*item);
    if (session_epoch.value_or(account.session_epoch) != account.session_epoch) {
      return not_signed_in(kSignedOutMeanwhile);
    }
    conditions.emplace_back(same_epochs(tables_.norn(), *item));
    NORN_ASSIGN(const bool written,
                replace(link, digest, account.token_epoch, std::move(conditions)));
    if (!written) return std::nullopt;
    return secret;
  });
}

Result<std::vector<Action>> FeedAddresses::revocation(const FeedLink& link) {
  NORN_ASSIGN(const auto old, item_of(link));
  return removals_of(link, old);
}

std::vector<Action> FeedAddresses::removals_of(const FeedLink& link,
                                               const std::optional<store::Item>& old) const {
  std::vector<Action> actions{
      if_still(removal(tables_.norn(), keys::user(link.user_id), link.sk), old)};
  if (old) {
    const std::string address = address_of(link.address_prefix, digest_of(*old));
    actions.emplace_back(removal(tables_.norn(), address, address));
  }
  return actions;
}

Result<void> FeedAddresses::revoke(const FeedLink& link) {
  return revoke_if(link, [](store::ItemView) { return true; });
}

Result<void> FeedAddresses::revoke_until(const FeedLink& link, int64_t until_ms) {
  return revoke_if(
      link, [until_ms](store::ItemView item) { return time_of(item, "createdAt") <= until_ms; });
}

Result<void> FeedAddresses::revoke_if(const FeedLink& link,
                                      const std::function<bool(store::ItemView)>& applies) {
  const auto done = apps::decide_and_write([&]() -> Result<std::optional<apps::Done>> {
    NORN_ASSIGN(const auto old, item_of(link));
    if (!old || !applies(*old)) return apps::Done{};
    NORN_ASSIGN(const bool written, apps::write_all(store_, removals_of(link, old)));
    if (!written) return std::nullopt;
    return apps::Done{};
  });
  if (!done) return std::unexpected(done.error());
  return {};
}

Result<std::optional<store::Item>> FeedAddresses::find(std::string_view address_prefix,
                                                       const std::string& secret) {
  const auto bytes = from_base64url(secret);
  if (!bytes || bytes->size() != kSecretBytes) return std::nullopt;
  const std::string address = address_of(address_prefix, secret_hash(secret));
  NORN_ASSIGN(auto found, store_.get(consistent_get(tables_.norn(), address, address)));
  if (!found.item) return std::nullopt;
  NORN_ASSIGN(const bool current, is_current(*found.item));
  if (!current) return std::nullopt;
  return std::move(found.item);
}

void FeedAddresses::note_reading(const FeedLink& link, const std::string& secret) {
  const int64_t now_ms = clock_.now_ms();
  const auto item = item_of(link);
  if (!item || !*item) return;
  const auto last = apps::optional_text_of(**item, "lastReadAt");
  const auto last_ms = last ? parse_timestamp_ms(*last) : std::nullopt;
  if (last_ms && now_ms - *last_ms < kHourMs) return;
  store::UpdateRequest update;
  update.table = tables_.norn();
  update.key = apps::key_of(keys::user(link.user_id), link.sk);
  update.update = "SET lastReadAt = :now";
  update.condition = "secretHash = :digest";
  update.placeholders.values = {{":now", timestamp_s(now_ms)}, {":digest", secret_hash(secret)}};
  static_cast<void>(store_.update(update));
}

}  // namespace norn::accounts
