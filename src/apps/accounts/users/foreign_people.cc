#include "apps/accounts/users/foreign_people.h"

#include <algorithm>
#include <utility>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/normal_form.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::accounts {

namespace {

// How many people of one address or identity are considered.
constexpr int64_t kMaxPeopleOfClaim = 10;
// Yggdrasil keeps the identity of its provider in an attribute of its own.
constexpr std::string_view kCognito = "cognito";

std::string email_in(store::ItemView item) {
  const auto text = apps::optional_text_of(item, "email");
  return normal_email(text ? *text : apps::text_of(item, "Email")).value_or("");
}

void add_identity_claim(Claims& claims, const std::string& provider, const std::string& subject) {
  if (check_identity(provider, subject)) claims.insert(keys::provider(provider, subject));
}

Claims claims_of(const UserItems& items) {
  Claims claims;
  for (const auto* item : {&items.calendar_user, &items.project_user, &items.family_profile}) {
    if (*item) claims.merge(claims_in(**item));
  }
  return claims;
}

// The first of the items that has a usable one.
std::string name_in(const UserItems& items, const std::string& email) {
  for (const auto* item : {&items.calendar_user, &items.family_profile, &items.project_user}) {
    if (!*item) continue;
    const auto text = apps::optional_text_of(**item, "name");
    const auto name = normal_name(text ? *text : apps::text_of(**item, "DisplayName"));
    if (name) return *name;
  }
  return normal_name(email.substr(0, email.find('@'))).value_or("New person");
}

ForeignPerson person_of(const std::string& user_id, UserItems items) {
  ForeignPerson person;
  person.id = user_id;
  for (const auto* item : {&items.calendar_user, &items.family_profile, &items.project_user}) {
    if (*item && person.email.empty()) person.email = email_in(**item);
  }
  person.name = name_in(items, person.email);
  if (items.family_profile) {
    person.password_hash = apps::text_of(*items.family_profile, "PasswordHash");
  }
  if (items.calendar_user) {
    std::string provider = apps::text_of(*items.calendar_user, "provider");
    std::string subject = apps::text_of(*items.calendar_user, "providerSubject");
    if (check_identity(provider, subject)) {
      person.provider = std::move(provider);
      person.provider_subject = std::move(subject);
    }
  }
  person.items = std::move(items);
  return person;
}

}  // namespace

std::optional<std::string> user_id_in(store::ItemView key) {
  const std::string partition = apps::text_of(key, "PK");
  if (!partition.starts_with(keys::kUserPrefix)) return std::nullopt;
  const std::string sort = apps::text_of(key, "SK");
  if (sort != partition && sort != keys::kProfile) return std::nullopt;
  std::string id = partition.substr(keys::kUserPrefix.size());
  if (!apps::is_id(id) || apps::is_reserved_id(id)) return std::nullopt;
  return id;
}

Claims claims_in(store::ItemView user_item) {
  Claims claims;
  const std::string email = email_in(user_item);
  if (!email.empty()) claims.insert(keys::email(email));
  add_identity_claim(claims, apps::text_of(user_item, "provider"),
                     apps::text_of(user_item, "providerSubject"));
  add_identity_claim(claims, std::string(kCognito), apps::text_of(user_item, "CognitoUsername"));
  return claims;
}

ForeignPeople::ForeignPeople(store::Store& store, apps::TableNames tables, const Clock& clock)
    : store_(store), tables_(std::move(tables)), clock_(clock) {}

Result<ForeignPeople::State> ForeignPeople::state_of(const std::string& user_id) {
  const std::string key = keys::user(user_id);
  store::TransactGetRequest request;
  request.gets = {item_to_get(tables_.calendars(), key, key),
                  item_to_get(tables_.projects(), key, key),
                  item_to_get(tables_.family(), key, keys::kProfile),
                  item_to_get(tables_.norn(), key, keys::kAccount)};
  NORN_ASSIGN(store::TransactGetResult found, read_together(store_, request));
  return State{.items = {.calendar_user = std::move(found.items.at(0)),
                         .project_user = std::move(found.items.at(1)),
                         .family_profile = std::move(found.items.at(2))},
               .has_account = found.items.at(3).has_value()};
}

Result<std::vector<std::string>> ForeignPeople::ids_with(const std::string& claim) {
  store::QueryRequest query;
  query.table = tables_.norn();
  query.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  query.placeholders.values = {{":pk", claim}, {":prefix", keys::kForeignPersonPrefix}};
  query.limit = kMaxPeopleOfClaim;
  query.consistent = true;
  NORN_ASSIGN(const auto page, store_.query(query));
  std::vector<std::string> ids;
  for (const store::ItemView item : page.items) {
    ids.push_back(apps::text_of(item, "SK").substr(keys::kForeignPersonPrefix.size()));
  }
  return ids;
}

Result<std::vector<ForeignPerson>> ForeignPeople::with_claim(const std::string& claim) {
  NORN_ASSIGN(const std::vector<std::string> ids, ids_with(claim));
  std::vector<ForeignPerson> people;
  for (const std::string& id : ids) {
    NORN_ASSIGN(State state, state_of(id));
    // The register may be some moments behind.
    if (state.has_account || !claims_of(state.items).contains(claim)) continue;
    people.push_back(person_of(id, std::move(state.items)));
  }
  std::ranges::stable_partition(
      people, [](const ForeignPerson& person) { return person.items.calendar_user.has_value(); });
  return people;
}

Result<std::vector<ForeignPerson>> ForeignPeople::with_email(const std::string& email) {
  NORN_ASSIGN(std::vector<ForeignPerson> people, with_claim(keys::email(email)));
  // The items of one id may have different addresses: this is the one that counts.
  for (ForeignPerson& person : people) person.email = email;
  return people;
}

Result<std::vector<ForeignPerson>> ForeignPeople::with_identity(const std::string& provider,
                                                                const std::string& subject) {
  return with_claim(keys::provider(provider, subject));
}

Result<void> ForeignPeople::update_register(const std::string& user_id, const State& state,
                                            const Claims& before) {
  const Claims claims = state.has_account ? Claims() : claims_of(state.items);
  const std::string person = keys::foreign_person(user_id);
  for (const std::string& claim : claims) {
    const auto written =
        store_.put(put_new(tables_.norn(), {{"PK", claim},
                                            {"SK", person},
                                            {"entityType", "FOREIGN_PERSON"},
                                            {"createdAt", timestamp_ms(clock_.now_ms())}}));
    // A failed condition: it is registered already.
    if (!written && written.error().code != ErrorCode::kConditionalCheckFailed) {
      return std::unexpected(written.error());
    }
  }
  for (const std::string& claim : before) {
    if (claims.contains(claim)) continue;
    NORN_TRY(remove_item(store_, tables_.norn(), apps::key_of(claim, person)));
  }
  return {};
}

Result<void> check_no_foreign_person(ForeignPeople& people, const std::string& email) {
  NORN_ASSIGN(const std::vector<ForeignPerson> found, people.with_email(email));
  if (found.empty()) return {};
  return conflict("email", kAddressOfForeignPerson);
}

}  // namespace norn::accounts
