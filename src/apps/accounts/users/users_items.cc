#include "apps/accounts/users/users_items.h"

#include <algorithm>

#include "apps/accounts/keys.h"
#include "apps/accounts/users/users.h"
#include "apps/shared/items.h"
#include "base/time_text.h"

namespace norn::accounts {

using store::Map;
using store::Value;

namespace {

// Other programs may have written any text.
std::string language_of(const std::optional<std::string>& stored) {
  return stored && std::ranges::find(kLanguages, *stored) != kLanguages.end() ? *stored
                                                                              : std::string();
}

}  // namespace

Map calendar_user(const User& user) {
  Map item = {{"PK", keys::user(user.id)},
              {"SK", keys::user(user.id)},
              {"GSI2PK", keys::email(user.email)},
              {"GSI2SK", keys::user(user.id)},
              {"entityType", "USER"},
              {"id", user.id},
              {"name", user.name},
              {"email", user.email},
              {"createdAt", timestamp_s(user.created_ms)},
              {"updatedAt", timestamp_s(user.updated_ms)}};
  if (user.provider && user.provider_subject) {
    item.emplace("GSI3PK", keys::provider(*user.provider, *user.provider_subject));
    item.emplace("GSI3SK", keys::user(user.id));
    item.emplace("provider", *user.provider);
    item.emplace("providerSubject", *user.provider_subject);
  }
  return item;
}

Map project_user(const User& user) {
  return {{"PK", keys::user(user.id)},
          {"SK", keys::user(user.id)},
          {"GSI1PK", keys::user(user.id)},
          {"GSI1SK", keys::user(user.id)},
          {"name", user.name},
          {"email", user.email},
          // The design has it in every user. Null stands for no avatar, so that readers of the item
          // find the attribute.
          {"avatar", store::Null{}},
          {"entityType", "USER"},
          {"createdAt", timestamp_s(user.created_ms)},
          {"updatedAt", timestamp_s(user.updated_ms)}};
}

Map family_profile(const User& user, const std::string& password_hash) {
  Map item = {{"PK", keys::user(user.id)},
              {"SK", keys::kProfile},
              {"EntityType", "User"},
              {"UserId", user.id},
              {"Email", user.email},
              {"DisplayName", user.name},
              {"CreatedAt", timestamp_ms(user.created_ms)},
              {"UpdatedAt", timestamp_ms(user.updated_ms)},
              {"GSI3PK", keys::user(user.id)},
              {"GSI3SK", keys::kProfile}};
  if (!password_hash.empty()) item.emplace("PasswordHash", password_hash);
  return item;
}

Map account_item(const User& user, const NewUser& request,
                 const std::vector<std::string>& identities) {
  Map item = {{"PK", keys::user(user.id)},
              {"SK", keys::kAccount},
              {"entityType", "ACCOUNT"},
              {"userId", user.id},
              {"administrator", Value::boolean(request.administrator)},
              {"emailVerified", Value::boolean(request.email_verified)},
              {"sessionEpoch", Value::number(0)},
              {"createdAt", timestamp_ms(user.created_ms)},
              {"updatedAt", timestamp_ms(user.updated_ms)}};
  if (request.first_steps) item.emplace("firstSteps", Value::boolean(true));
  // There are no empty sets.
  if (!identities.empty()) item.emplace("identities", store::StringSet::make(identities));
  return item;
}

Map directory_item(const User& user, bool administrator) {
  return {{"PK", keys::kUsers},
          {"SK", keys::user(user.id)},
          {"entityType", "PERSON"},
          {"userId", user.id},
          {"administrator", Value::boolean(administrator)},
          {"createdAt", timestamp_ms(user.created_ms)}};
}

Map guard_item(const std::string& guard, const User& user) {
  return {{"PK", guard},
          {"SK", guard},
          {"entityType", "GUARD"},
          {"userId", user.id},
          {"createdAt", timestamp_ms(user.updated_ms)}};
}

User user_of(store::ItemView calendar_user) {
  // Other programs write these items too, so the id is that of the key.
  const std::string key = apps::text_of(calendar_user, "PK");
  return {.id = key.substr(std::min(keys::kUserPrefix.size(), key.size())),
          .email = apps::text_of(calendar_user, "email"),
          .name = apps::text_of(calendar_user, "name"),
          .provider = apps::optional_text_of(calendar_user, "provider"),
          .provider_subject = apps::optional_text_of(calendar_user, "providerSubject"),
          .created_ms = time_of(calendar_user, "createdAt"),
          .updated_ms = time_of(calendar_user, "updatedAt")};
}

Account account_of(store::ItemView account) {
  return {.user_id = apps::text_of(account, "userId"),
          .administrator = apps::boolean_of(account, "administrator"),
          .disabled = apps::boolean_of(account, "disabled"),
          .session_epoch = apps::integer_of(account, "sessionEpoch"),
          .token_epoch = apps::integer_of(account, "tokenEpoch"),
          .second_factor = account.contains(keys::kSecondFactor),
          .email_verified = apps::boolean_of(account, "emailVerified"),
          .identities = set_of(account, "identities"),
          .taken_over_ms = optional_time_of(account, "takenOverAt"),
          .password_set_by = apps::optional_text_of(account, "passwordSetBy"),
          .password_set_ms = optional_time_of(account, "passwordSetAt"),
          .language = language_of(apps::optional_text_of(account, "language")),
          .first_steps = apps::boolean_of(account, "firstSteps")};
}

std::vector<std::string> set_of(store::ItemView item, std::string_view name) {
  const std::optional<Value> value = item.value(name);
  const auto* const set = value ? value->get_if<store::StringSet>() : nullptr;
  return set != nullptr ? set->members() : std::vector<std::string>();
}

std::optional<int64_t> optional_time_of(store::ItemView item, std::string_view name) {
  const std::optional<std::string> text = apps::optional_text_of(item, name);
  return text ? parse_timestamp_ms(*text) : std::nullopt;
}

int64_t time_of(store::ItemView item, std::string_view name) {
  return parse_timestamp_ms(apps::text_of(item, name)).value_or(0);
}

}  // namespace norn::accounts
