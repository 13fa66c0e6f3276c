#include "apps/accounts/users/admission.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::accounts {

namespace {

std::unexpected<Error> no_such_invitation() {
  return forbidden(kInvitationInvalid);
}

std::unexpected<Error> is_closed() {
  return forbidden(kSignUpClosed);
}

Invitation invitation_of(store::ItemView item) {
  return {.id = apps::text_of(item, "id"),
          .invited_by = apps::text_of(item, "invitedBy"),
          .email = apps::optional_text_of(item, "email"),
          .created_ms = time_of(item, "createdAt"),
          .expires_ms = time_of(item, "expiresAt")};
}

store::Map invitation_item(const Invitation& invitation, const std::string& hash) {
  store::Map item = {{"PK", keys::kInvitations},
                     {"SK", keys::invitation(hash)},
                     {"entityType", "INVITATION"},
                     {"id", invitation.id},
                     {"invitedBy", invitation.invited_by},
                     {"createdAt", timestamp_ms(invitation.created_ms)},
                     {"expiresAt", timestamp_ms(invitation.expires_ms)},
                     {"ttl", store::Value::number(invitation.expires_ms / 1000 + 1)}};
  if (invitation.email) item.emplace("email", *invitation.email);
  return item;
}

// An invitation is worth as much as who made it: the operator of the server, or an administrator
// who still is one.
Result<bool> may_invite(store::Store& store, const std::string& table, const std::string& user_id) {
  if (user_id.empty()) return true;
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store, table, keys::user(user_id), keys::kAccount));
  if (!item) return false;
  const Account account = account_of(*item);
  return account.administrator && !account.disabled;
}

// Includes expired invitations that the store has not removed yet.
Result<std::vector<store::Item>> read_invitations(store::Store& store, const std::string& table) {
  store::QueryRequest query;
  query.table = table;
  query.key_condition = "PK = :pk";
  query.placeholders.values.emplace(":pk", keys::kInvitations);
  query.consistent = true;
  return apps::query_all(store, std::move(query));
}

}  // namespace

std::string_view to_text(SignUp mode) {
  switch (mode) {
    case SignUp::kClosed:
      return "closed";
    case SignUp::kInvitation:
      return "invitation";
    case SignUp::kOpen:
      return "open";
  }
  return "";
}

std::optional<SignUp> sign_up_from(std::string_view text) {
  for (const SignUp mode : {SignUp::kClosed, SignUp::kInvitation, SignUp::kOpen}) {
    if (text == to_text(mode)) return mode;
  }
  return std::nullopt;
}

apps::QuotaAmounts quotas_in(store::ItemView item) {
  const auto value = item.value("quotas");
  const auto* const members = value ? value->get_if<store::Map>() : nullptr;
  apps::QuotaAmounts quotas;
  if (members == nullptr) return quotas;
  for (const auto& [kind, amount] : *members) {
    const auto* const number = amount.get_if<store::Number>();
    int64_t allowed = 0;
    if (number == nullptr || !number->to_int64(allowed) || allowed < 0) continue;
    quotas.emplace(kind, allowed);
  }
  return quotas;
}

store::Value quotas_value(const apps::QuotaAmounts& quotas) {
  store::Map members;
  for (const auto& [kind, amount] : quotas) members.emplace(kind, store::Value::number(amount));
  return members;
}

Admission::Admission(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids)
    : store_(store), tables_(std::move(tables)), clock_(clock), ids_(ids) {}

Result<Settings> Admission::settings() {
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store_, tables_.norn(), keys::kSettings, keys::kSettings));
  if (!item) return Settings{};
  // A mode that this version does not know counts as closed.
  return Settings{.sign_up = sign_up_from(apps::text_of(*item, "signUp")).value_or(SignUp::kClosed),
                  .contact = apps::text_of(*item, "contact"),
                  .public_trees = apps::boolean_of(*item, "publicTrees"),
                  .quotas = quotas_in(*item)};
}

Result<void> Admission::change_settings(const Settings& settings) {
  store::Map item = {{"PK", keys::kSettings},
                     {"SK", keys::kSettings},
                     {"entityType", "SETTINGS"},
                     {"signUp", to_text(settings.sign_up)},
                     {"updatedAt", timestamp_ms(clock_.now_ms())}};
  if (!settings.contact.empty()) item.emplace("contact", settings.contact);
  if (settings.public_trees) item.emplace("publicTrees", store::Value::boolean(true));
  if (!settings.quotas.empty()) item.emplace("quotas", quotas_value(settings.quotas));
  store::PutRequest put;
  put.table = tables_.norn();
  put.item = store::Item::from_map(item);
  NORN_ASSIGN([[maybe_unused]] const store::WriteResult written, store_.put(put));
  return {};
}

Result<std::optional<std::string>> Admission::new_setup_secret() {
  std::string secret = new_secret(ids_);
  store::PutRequest put = put_new(tables_.norn(), {{"PK", keys::kSetup},
                                                   {"SK", keys::kSetup},
                                                   {"entityType", "SETUP"},
                                                   {"secretHash", secret_hash(secret)},
                                                   {"done", store::Value::boolean(false)},
                                                   {"updatedAt", timestamp_ms(clock_.now_ms())}});
  put.condition += " OR done = :no";
  put.placeholders.values.emplace(":no", store::Value::boolean(false));
  const auto written = store_.put(put);
  if (written) return secret;
  if (written.error().code == ErrorCode::kConditionalCheckFailed) return std::nullopt;
  return std::unexpected(written.error());
}

Result<bool> Admission::needs_setup() {
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store_, tables_.norn(), keys::kSetup, keys::kSetup));
  return !item || !apps::boolean_of(*item, "done");
}

Result<Action> Admission::use_setup_secret(std::string_view secret) {
  NORN_ASSIGN(const std::optional<store::Item> item,
              read_item(store_, tables_.norn(), keys::kSetup, keys::kSetup));
  if (item && apps::boolean_of(*item, "done")) {
    return forbidden(kAlreadySetUp);
  }
  const std::string hash = secret_hash(secret);
  if (!item || !same_secret(hash, apps::text_of(*item, "secretHash"))) {
    return forbidden(kSetupLinkWrong);
  }
  store::UpdateRequest use = set_attributes(
      tables_.norn(), apps::key_of(keys::kSetup, keys::kSetup),
      {{"done", store::Value::boolean(true)}, {"updatedAt", timestamp_ms(clock_.now_ms())}});
  use.update += " REMOVE secretHash";
  use.condition += " AND secretHash = :hash";
  use.placeholders.values.emplace(":hash", hash);
  return use;
}

Action Admission::finish_setup() const {
  store::PutRequest put = put_new(tables_.norn(), {{"PK", keys::kSetup},
                                                   {"SK", keys::kSetup},
                                                   {"entityType", "SETUP"},
                                                   {"done", store::Value::boolean(true)},
                                                   {"updatedAt", timestamp_ms(clock_.now_ms())}});
  put.condition += " OR done = :no";
  put.placeholders.values.emplace(":no", store::Value::boolean(false));
  return put;
}

Result<Admission::Invited> Admission::invite(const std::string& by,
                                             std::optional<std::string> email, int64_t valid_ms) {
  if (email) {
    NORN_ASSIGN(email, normal_email(*email));
  }
  NORN_ASSIGN(const std::vector<Invitation> open, invitations());
  if (open.size() >= kMaxInvitations) {
    return conflict(kTooManyInvitations(kMaxInvitations));
  }
  const int64_t now_ms = clock_.now_ms();
  const std::string secret = new_secret(ids_);
  Invitation invitation = {.id = ids_.uuid(),
                           .invited_by = by,
                           .email = std::move(email),
                           .created_ms = now_ms,
                           .expires_ms = now_ms + valid_ms};
  NORN_ASSIGN(
      [[maybe_unused]] const store::WriteResult written,
      store_.put(put_new(tables_.norn(), invitation_item(invitation, secret_hash(secret)))));
  return Invited{.invitation = std::move(invitation), .secret = secret};
}

Result<std::vector<Invitation>> Admission::invitations() {
  NORN_ASSIGN(const std::vector<store::Item> items, read_invitations(store_, tables_.norn()));
  const int64_t now_ms = clock_.now_ms();
  std::vector<Invitation> open;
  for (const store::Item& item : items) {
    Invitation invitation = invitation_of(item);
    if (invitation.expires_ms > now_ms) open.push_back(std::move(invitation));
  }
  std::ranges::sort(open, std::greater(), &Invitation::created_ms);
  return open;
}

Result<void> Admission::withdraw(const std::string& invitation_id) {
  NORN_ASSIGN(const std::vector<store::Item> items, read_invitations(store_, tables_.norn()));
  const auto found = std::ranges::find_if(
      items, [&](const store::Item& item) { return apps::text_of(item, "id") == invitation_id; });
  if (found == items.end()) return not_found(kInvitationNotFound);
  return remove_item(store_, tables_.norn(), store::Item::subset(*found, {"PK", "SK"}));
}

Result<Invitation> Admission::find_invitation(std::string_view secret) {
  NORN_ASSIGN(
      const std::optional<store::Item> item,
      read_item(store_, tables_.norn(), keys::kInvitations, keys::invitation(secret_hash(secret))));
  if (!item) return no_such_invitation();
  Invitation invitation = invitation_of(*item);
  if (invitation.expires_ms <= clock_.now_ms()) return no_such_invitation();
  NORN_ASSIGN(const bool is_in_force, may_invite(store_, tables_.norn(), invitation.invited_by));
  if (!is_in_force) return no_such_invitation();
  return invitation;
}

Result<Admission::Admitted> Admission::use_invitation(std::string_view secret,
                                                      const std::string& email) {
  NORN_ASSIGN(const Invitation invitation, find_invitation(secret));
  if (invitation.email && *invitation.email != email) return no_such_invitation();
  const std::string sort_key = keys::invitation(secret_hash(secret));
  store::DeleteRequest use = delete_of(tables_.norn(), apps::key_of(keys::kInvitations, sort_key));
  use.condition = "attribute_exists(PK)";
  return Admitted{.with = {std::move(use)}, .email_verified = invitation.email.has_value()};
}

Result<Admission::Admitted> Admission::admit(const std::string& email,
                                             const std::optional<std::string>& invitation) {
  NORN_ASSIGN(const Settings now, settings());
  if (now.sign_up == SignUp::kClosed) return is_closed();
  if (invitation) return use_invitation(*invitation, email);
  if (now.sign_up == SignUp::kInvitation) {
    return forbidden(kInvitationNeeded);
  }
  return Admitted{};
}

Result<void> Admission::check_adoption() {
  NORN_ASSIGN(const bool is_first, needs_setup());
  if (is_first) {
    return forbidden(kNotSetUp);
  }
  NORN_ASSIGN(const Settings now, settings());
  if (now.sign_up == SignUp::kClosed) return is_closed();
  return {};
}

}  // namespace norn::accounts
