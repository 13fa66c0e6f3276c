#include "apps/accounts/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/item_changes.h"
#include "apps/shared/items.h"

namespace norn::accounts {
namespace {

using apps::Finding;
using apps::Findings;
using apps::ItemKey;

constexpr std::string_view kEmailGuard = "EMAIL#";
constexpr std::string_view kProviderGuard = "PROV#";
constexpr std::string_view kFeedSuffix = "_FEED";

class AccountsCheck : public apps::Check {
 public:
  explicit AccountsCheck(const apps::Context& context)
      : store_(context.store), tables_(context.tables) {}
  std::string table() const override { return tables_.norn(); }

 protected:
  ItemKey account_key(std::string_view user_id) const {
    return {tables_.norn(), keys::user(user_id), std::string(keys::kAccount)};
  }
  ItemKey user_key(std::string_view user_id) const {
    return {tables_.calendars(), keys::user(user_id), keys::user(user_id)};
  }
  Result<std::optional<store::Item>> read(const ItemKey& key) const {
    return apps::item_at(store_, key);
  }

  store::Store& store_;
  const apps::TableNames tables_;
};

std::string address_of_user(store::ItemView calendar_user) {
  return normal_email(apps::text_of(calendar_user, "email")).value_or("");
}

class GuardCheck final : public AccountsCheck {
 public:
  using AccountsCheck::AccountsCheck;
  std::string name() const override { return "accounts: guards"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    if (key.sk == keys::kAccount && key.pk.starts_with(keys::kUserPrefix)) {
      return look_at_account(key, item);
    }
    const bool is_guard =
        key.pk == key.sk && (key.pk.starts_with(kEmailGuard) || key.pk.starts_with(kProviderGuard));
    return is_guard ? look_at_guard(key, item) : Findings();
  }

 private:
  Result<Findings> look_at_guard(const ItemKey& key, store::ItemView guard) {
    const std::string user_id = apps::text_of(guard, "userId");
    const auto finding = [&](std::string what) {
      return Findings{{.key = key,
                       .what = std::move(what),
                       .advice = "Nobody else gets this address or identity. If that is wrong, "
                                 "remove the guard with norn delete."}};
    };
    NORN_ASSIGN(const auto account, read(account_key(user_id)));
    if (!account) {
      return finding(fmt::format("The guard is of the account {}, which is not there.", user_id));
    }
    if (key.pk.starts_with(kProviderGuard)) {
      const auto identities = set_of(*account, "identities");
      if (std::ranges::find(identities, key.pk) != identities.end()) return Findings();
      return finding(fmt::format("The account {} does not have this identity.", user_id));
    }
    NORN_ASSIGN(const auto user, read(user_key(user_id)));
    if (!user || keys::email(address_of_user(*user)) == key.pk) return Findings();
    return finding(fmt::format("The account {} does not have this address.", user_id));
  }

  Result<Findings> look_at_account(const ItemKey& key, store::ItemView account) {
    const std::string user_id = key.pk.substr(keys::kUserPrefix.size());
    Findings findings;
    NORN_ASSIGN(const auto user, read(user_key(user_id)));
    if (!user) {
      findings.push_back({.key = key,
                          .what = fmt::format("The account has no USER in {}: nobody can sign in "
                                              "with it.",
                                              tables_.calendars()),
                          .advice = "Restore the item from a backup."});
      return findings;
    }
    if (const std::string address = address_of_user(*user); !address.empty()) {
      NORN_TRY(look_for_guard(key, *user, keys::email(address),
                              apps::is_unchanged(user_key(user_id), *user, {"email"}), findings));
    }
    for (const std::string& identity : set_of(account, "identities")) {
      NORN_TRY(look_for_guard(key, *user, identity,
                              apps::is_unchanged(key, account, {"identities"}), findings));
    }
    return findings;
  }

  // `unchanged`: the item that has the address or the identity still has it.
  Result<void> look_for_guard(const ItemKey& account, store::ItemView calendar_user,
                              const std::string& guard, apps::Action unchanged,
                              Findings& findings) {
    const User user = user_of(calendar_user);
    NORN_ASSIGN(const auto there, read({table(), guard, guard}));
    if (!there) {
      findings.push_back(
          {.key = account,
           .what =
               fmt::format("The guard {} is missing: another account could get the same.", guard),
           .repair = "writes the guard",
           .actions = {apps::put_new(table(), store::Item::from_map(guard_item(guard, user))),
                       apps::is_there(account.table, apps::key_of(account.pk, account.sk)),
                       std::move(unchanged)}});
      return {};
    }
    const std::string holder = apps::text_of(*there, "userId");
    if (holder == user.id) return {};
    findings.push_back(
        {.key = account,
         .what = fmt::format("The guard {} is of another account, {}.", guard, holder),
         .advice = "Give one of the two another address or identity."});
    return {};
  }
};

class DirectoryCheck final : public AccountsCheck {
 public:
  using AccountsCheck::AccountsCheck;
  std::string name() const override { return "accounts: people"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    if (key.pk == keys::kUsers && key.sk.starts_with(keys::kUserPrefix)) {
      return look_at_person(key);
    }
    if (key.sk != keys::kAccount || !key.pk.starts_with(keys::kUserPrefix)) return Findings();
    return look_at_account(key, item);
  }

 private:
  Result<Findings> look_at_person(const ItemKey& key) {
    NORN_ASSIGN(const auto account, read({table(), key.sk, std::string(keys::kAccount)}));
    if (account) return Findings();
    return Findings{
        {.key = key,
         .what = "The directory has a person without an account.",
         .advice = "If the account is gone for good, remove the item with norn delete."}};
  }

  Result<Findings> look_at_account(const ItemKey& key, store::ItemView account) {
    const std::string user_id = key.pk.substr(keys::kUserPrefix.size());
    const bool is_administrator = apps::boolean_of(account, "administrator");
    const ItemKey directory{table(), std::string(keys::kUsers), key.pk};
    Findings findings;
    NORN_ASSIGN(const auto person, read(directory));
    if (!person) {
      User user;
      user.id = user_id;
      user.created_ms = time_of(account, "createdAt");
      findings.push_back(
          {.key = key,
           .what = "The account is not in the directory, so that no administrator sees it.",
           .repair = "writes it into the directory",
           .actions = {apps::put_new(table(),
                                     store::Item::from_map(directory_item(user, is_administrator))),
                       apps::is_unchanged(key, account, {"administrator"})}});
    } else if (apps::boolean_of(*person, "administrator") != is_administrator) {
      findings.push_back({.key = key,
                          .what = fmt::format("The account {} an administrator's, and the "
                                              "directory says the opposite.",
                                              is_administrator ? "is" : "is not"),
                          .advice = "Another administrator decides it in the app, under People."});
    }
    for (const ItemKey& other : {ItemKey{tables_.projects(), key.pk, key.pk},
                                 ItemKey{tables_.family(), key.pk, std::string(keys::kProfile)}}) {
      NORN_ASSIGN(const auto there, read(other));
      if (there) continue;
      findings.push_back({.key = key,
                          .what = fmt::format("The account has no item {} {} in {}.", other.pk,
                                              other.sk, other.table),
                          .advice = "Restore the item from a backup."});
    }
    return findings;
  }
};

// A link of a person to a calendar feed has the digest of the secret that its address has.
class FeedCheck final : public AccountsCheck {
 public:
  using AccountsCheck::AccountsCheck;
  std::string name() const override { return "accounts: calendar feeds"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    const std::string digest = apps::text_of(item, "secretHash");
    // "FEED", "TREE_FEED", "PLACE_FEED#<place>".
    const std::string kind = key.sk.substr(0, key.sk.find('#'));
    const bool is_feed = kind == "FEED" || kind.ends_with(kFeedSuffix);
    if (!key.pk.starts_with(keys::kUserPrefix) || !is_feed || digest.empty()) return Findings();
    const ItemKey address{table(), kind + "#" + digest, kind + "#" + digest};
    NORN_ASSIGN(const auto there, read(address));
    if (there) return Findings();
    store::Map attributes = item.to_map();
    attributes.erase("secretHash");
    attributes.erase("lastReadAt");
    attributes.insert_or_assign("PK", address.pk);
    attributes.insert_or_assign("SK", address.sk);
    attributes.insert_or_assign("entityType", apps::text_of(item, "entityType") + "_ADDRESS");
    return Findings{
        {.key = key,
         .what = "The address of the calendar feed is missing: programs that subscribe to it are "
                 "refused.",
         .repair = "writes the address",
         .actions = {apps::put_new(table(), store::Item::from_map(attributes)),
                     apps::is_unchanged(key, item, {"secretHash", "epoch"})}}};
  }
};

}  // namespace

std::vector<std::unique_ptr<apps::Check>> checks_of_accounts(const apps::Context& context) {
  std::vector<std::unique_ptr<apps::Check>> checks;
  checks.push_back(std::make_unique<GuardCheck>(context));
  checks.push_back(std::make_unique<DirectoryCheck>(context));
  checks.push_back(std::make_unique<FeedCheck>(context));
  return checks;
}

}  // namespace norn::accounts
