#include "apps/accounts/users/foreign_people.h"

#include <crypt.h>

#include "apps/accounts/keys.h"
#include "apps/accounts/service.h"
#include "apps/accounts/test_world.h"
#include "apps/accounts/users/foreign_people_reader.h"
#include "apps/shared/sweeps.h"
#include "apps/shared/table_reader.h"

namespace norn::accounts {
namespace {

using testing::must;

const std::string kForeignEmail = "grace@example.com";
const std::string kForeignPassword = "old but long enough";

class ForeignPeopleTest : public World {
 protected:
  ForeignPeopleTest() {
    for (ForeignPeopleReader* reader : {&calendars_, &projects_, &family_}) readers_.add(*reader);
    const std::string secret = *must(accounts_.admission().new_setup_secret());
    must(accounts_.set_up(
        secret, {.email = "admin@example.com", .name = "Admin", .password = "correct horse"},
        visitor_));
    change_sign_up(SignUp::kInvitation);
  }

  static std::string hash_of(const std::string& password, const char* setting = "$2a$04") {
    crypt_data work{};
    return crypt_r(password.c_str(), (std::string(setting) + "$abcdefghijklmnopqrstuu").c_str(),
                   &work);
  }
  void put(const std::string& table, store::Map item) {
    store::PutRequest request;
    request.table = table;
    request.item = store::Item::from_map(item);
    must(store_.put(request));
    must(readers_.run());
  }
  // As the designs show them.
  void put_calendar_user(const std::string& id, const std::string& email = kForeignEmail,
                         store::Map more = {}) {
    store::Map item = {{"PK", "USER#" + id},
                       {"SK", "USER#" + id},
                       {"GSI2PK", "EMAIL#" + email},
                       {"GSI2SK", "USER#" + id},
                       {"entityType", "USER"},
                       {"id", id},
                       {"name", "Grace Hopper"},
                       {"email", email},
                       {"createdAt", "2024-01-15T10:30:00Z"},
                       {"updatedAt", "2024-01-15T10:30:00Z"}};
    item.merge(more);
    put(tables_.calendars(), std::move(item));
  }
  void put_google_user(const std::string& id, const std::string& email = kForeignEmail) {
    put_calendar_user(id, email,
                      {{"GSI3PK", "PROV#google#123"},
                       {"GSI3SK", "USER#" + id},
                       {"provider", "google"},
                       {"providerSubject", "123"}});
  }
  void put_profile(const std::string& id, const std::string& hash,
                   const std::string& email = kForeignEmail) {
    put(tables_.family(), {{"PK", "USER#" + id},
                           {"SK", "PROFILE"},
                           {"EntityType", "User"},
                           {"UserId", id},
                           {"Email", email},
                           {"PasswordHash", hash},
                           {"DisplayName", "Grace"},
                           {"GSI3PK", "USER#" + id},
                           {"GSI3SK", "PROFILE"}});
  }
  void remove(const std::string& table, const std::string& id, const std::string& sk) {
    store::DeleteRequest request;
    request.table = table;
    request.key = apps::key_of("USER#" + id, sk);
    must(store_.remove(request));
    must(readers_.run());
  }
  void change_sign_up(SignUp mode) { must(accounts_.admission().change_settings({mode})); }

  Result<SignedIn> sign_in(const std::string& password) {
    return accounts_.sign_in({.email = kForeignEmail, .password = password}, visitor_);
  }
  Result<SignedIn> sign_up(std::optional<std::string> invitation = {}) {
    return accounts_.sign_up({.email = kForeignEmail,
                              .name = "Somebody",
                              .password = "correct horse",
                              .invitation = std::move(invitation)},
                             visitor_);
  }
  std::string stored(const std::string& table, const std::string& id, const std::string& sk,
                     const std::string& name) {
    const auto found = must(store_.get(testing::get(table, {{"PK", "USER#" + id}, {"SK", sk}})));
    return found.item ? apps::text_of(*found.item, name) : "no item";
  }

  Visitor visitor_ = {.address = "203.0.113.7", .user_agent = "Browser"};
  apps::Sweeps sweeps_{store_, tables_, clock_, ids_, {}};
  Accounts accounts_{store_, tables_, clock_, ids_, sweeps_};
  ForeignPeople& people_ = accounts_.users().foreign_people();
  ForeignPeopleReader calendars_{store_, tables_, clock_, people_, tables_.calendars()};
  ForeignPeopleReader projects_{store_, tables_, clock_, people_, tables_.projects()};
  ForeignPeopleReader family_{store_, tables_, clock_, people_, tables_.family()};
  PeopleInspector inspector_{store_, tables_, people_, tables_.calendars()};
  apps::TableReaders readers_{store_, tables_, clock_, ids_, {.lease_ms = 0}};
};

TEST_F(ForeignPeopleTest, TheirAddressIsTaken) {
  change_sign_up(SignUp::kOpen);
  put_calendar_user("grace-1", "Grace@Example.com");
  EXPECT_TRUE(fails(sign_up(), ErrorCode::kConflict, "email"));
  const User admin = *must(accounts_.users().find_by_email("admin@example.com"));
  EXPECT_TRUE(fails(accounts_.users().change_email(admin.id, kForeignEmail), ErrorCode::kConflict,
                    "email"));
  EXPECT_EQ(must(accounts_.users().list()).size(), 1U);
}

TEST_F(ForeignPeopleTest, TheirAddressIsFreeWhenTheyAreGone) {
  change_sign_up(SignUp::kOpen);
  put_calendar_user("grace-1");
  put_calendar_user("grace-1", "grace@elsewhere.example");
  must(sign_up());
  EXPECT_TRUE(must(people_.with_email(kForeignEmail)).empty());
  EXPECT_EQ(must(people_.with_email("grace@elsewhere.example")).size(), 1U);
  remove(tables_.calendars(), "grace-1", "USER#grace-1");
  EXPECT_TRUE(must(people_.with_email("grace@elsewhere.example")).empty());
}

TEST_F(ForeignPeopleTest, APersonOfAnotherTableStillHasTheAddress) {
  put_calendar_user("grace-1");
  put_profile("grace-1", hash_of(kForeignPassword));
  remove(tables_.calendars(), "grace-1", "USER#grace-1");
  EXPECT_EQ(must(people_.with_email(kForeignEmail)).size(), 1U);
}

TEST_F(ForeignPeopleTest, TheirPasswordSignsThemIn) {
  put_profile("grace-1", hash_of(kForeignPassword));
  EXPECT_TRUE(fails(sign_in("wrong password"), ErrorCode::kNotSignedIn));
  const SignedIn signed_in = must(sign_in(kForeignPassword));
  EXPECT_EQ(signed_in.user.id, "grace-1");
  EXPECT_EQ(signed_in.user.name, "Grace");
  EXPECT_EQ(must(accounts_.sessions().verify(signed_in.credential))->account.user_id, "grace-1");
  EXPECT_FALSE(signed_in.account.administrator);
  EXPECT_FALSE(signed_in.account.email_verified);
  EXPECT_EQ(stored("calendsync", "grace-1", "USER#grace-1", "email"), kForeignEmail);
  EXPECT_EQ(stored("calendar-app-data", "grace-1", "USER#grace-1", "name"), "Grace");
  // Its hash is Norn's from now on.
  EXPECT_TRUE(stored("Yggdrasil", "grace-1", "PROFILE", "PasswordHash").starts_with("$argon2id$"));
  must(readers_.run());
  EXPECT_TRUE(must(people_.with_email(kForeignEmail)).empty());
  EXPECT_EQ(must(sign_in(kForeignPassword)).user.id, "grace-1");
  EXPECT_EQ(must(accounts_.users().list()).size(), 2U);
}

TEST_F(ForeignPeopleTest, AnExpensiveHashIsRefused) {
  put_profile("grace-1", "$2a$15$abcdefghijklmnopqrstuu0cgRWTcLDKiHCr7wVmzbX9YsFTCrrQy");
  EXPECT_TRUE(fails(sign_in(kForeignPassword), ErrorCode::kNotSignedIn));
}

TEST_F(ForeignPeopleTest, OfTwoWithOneAddressTheOneWhoProvesItSignsIn) {
  put_calendar_user("grace-1");
  put_profile("grace-2", hash_of("another password"));
  put_profile("grace-3", hash_of(kForeignPassword));
  EXPECT_EQ(must(sign_in(kForeignPassword)).user.id, "grace-3");
  must(readers_.run());
  // The others stay as they are, and are named to the administrators.
  const auto other = must(
      store_.get(testing::get("calendsync", {{"PK", "USER#grace-1"}, {"SK", "USER#grace-1"}})));
  const auto fault = inspector_.inspect(*other.item);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->owner, (apps::ItemOwner{"user", "grace-1"}));
  const auto adopted = must(
      store_.get(testing::get("calendsync", {{"PK", "USER#grace-3"}, {"SK", "USER#grace-3"}})));
  EXPECT_FALSE(inspector_.inspect(*adopted.item));
  const auto affected = must(inspector_.affected_by(*adopted.item));
  ASSERT_EQ(affected.size(), 6U);
  EXPECT_EQ(affected[0].pk, "USER#grace-1");
}

TEST_F(ForeignPeopleTest, TheirIdentitySignsThemInAndEndsThePassword) {
  put_google_user("grace-1");
  put_profile("grace-1", hash_of(kForeignPassword));
  const auto adopted = must(accounts_.adopt_by_identity({.provider = "google", .subject = "123"}));
  ASSERT_TRUE(adopted);
  EXPECT_EQ(adopted->id, "grace-1");
  EXPECT_EQ(must(accounts_.users().find_by_provider("google", "123"))->id, "grace-1");
  EXPECT_EQ(stored("Yggdrasil", "grace-1", "PROFILE", "PasswordHash"), "");
  EXPECT_TRUE(fails(sign_in(kForeignPassword), ErrorCode::kNotSignedIn));
  EXPECT_FALSE(must(accounts_.users().find_account("grace-1"))->email_verified);
}

TEST_F(ForeignPeopleTest, AnIdentityOfCognitoSignsThemIn) {
  put(tables_.family(), {{"PK", "USER#grace-1"},
                         {"SK", "PROFILE"},
                         {"Email", kForeignEmail},
                         {"CognitoUsername", "c-1"}});
  const auto adopted = must(accounts_.adopt_by_identity({.provider = "cognito", .subject = "c-1"}));
  ASSERT_TRUE(adopted);
  EXPECT_EQ(adopted->id, "grace-1");
}

TEST_F(ForeignPeopleTest, TheirVerifiedAddressSignsThemIn) {
  put_google_user("grace-1");
  const Accounts::Authenticated unverified = {.provider = "github", .subject = "7"};
  EXPECT_FALSE(must(accounts_.adopt_by_identity(unverified)));
  EXPECT_FALSE(must(accounts_.adopt_by_address(unverified)));
  const auto adopted = must(
      accounts_.adopt_by_address({.provider = "github", .subject = "7", .email = kForeignEmail}));
  ASSERT_TRUE(adopted);
  EXPECT_EQ(adopted->id, "grace-1");
  EXPECT_TRUE(must(accounts_.users().find_account("grace-1"))->email_verified);
  // The identity that proved it is the one that counts.
  EXPECT_EQ(stored("calendsync", "grace-1", "USER#grace-1", "GSI3PK"), "PROV#github#7");
  EXPECT_FALSE(must(accounts_.users().find_by_provider("google", "123")));
}

TEST_F(ForeignPeopleTest, AnAddressOfAnAccountIsNotTakenFromIt) {
  must(accounts_.users().create(person(kForeignEmail)));
  put_google_user("grace-1");
  EXPECT_FALSE(must(accounts_.adopt_by_identity({.provider = "google", .subject = "123"})));
}

TEST_F(ForeignPeopleTest, AnInvitationToTheAddressIsForThePerson) {
  put_calendar_user("grace-1");
  put_profile("grace-1", hash_of(kForeignPassword));
  const std::string anybody = must(accounts_.admission().invite("", std::nullopt)).secret;
  EXPECT_TRUE(fails(sign_up(anybody), ErrorCode::kConflict, "email"));
  const std::string secret = must(accounts_.admission().invite("", kForeignEmail)).secret;
  const SignedIn signed_in = must(sign_up(secret));
  EXPECT_EQ(signed_in.user.id, "grace-1");
  EXPECT_TRUE(signed_in.account.email_verified);
  EXPECT_TRUE(fails(sign_in(kForeignPassword), ErrorCode::kNotSignedIn));
  EXPECT_EQ(must(sign_in("correct horse")).user.id, "grace-1");
}

TEST_F(ForeignPeopleTest, NobodyIsAdoptedWhileSignUpIsClosed) {
  put_google_user("grace-1");
  put_profile("grace-1", hash_of(kForeignPassword));
  change_sign_up(SignUp::kClosed);
  EXPECT_TRUE(fails(sign_in(kForeignPassword), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(accounts_.adopt_by_identity({.provider = "google", .subject = "123"}),
                    ErrorCode::kForbidden));
  EXPECT_EQ(must(accounts_.users().list()).size(), 1U);
}

TEST_F(ForeignPeopleTest, AnItemThatChangedMeanwhileIsNotAdopted) {
  put_profile("grace-1", hash_of(kForeignPassword));
  const auto person = must(people_.with_email(kForeignEmail)).at(0);
  put_profile("grace-1", hash_of("another password"));
  NewUser user;
  user.email = kForeignEmail;
  user.password_hash = person.password_hash;
  EXPECT_TRUE(fails(accounts_.users().adopt_person(person, user), ErrorCode::kConflict));
  EXPECT_EQ(must(accounts_.users().list()).size(), 1U);
}

TEST_F(ForeignPeopleTest, TheItemsKeepWhatNornDoesNotKnow) {
  put_calendar_user("grace-1", kForeignEmail, {{"nickname", "Amazing Grace"}});
  must(accounts_.adopt_by_address({.provider = "github", .subject = "7", .email = kForeignEmail}));
  EXPECT_EQ(stored("calendsync", "grace-1", "USER#grace-1", "nickname"), "Amazing Grace");
  EXPECT_EQ(stored("calendsync", "grace-1", "USER#grace-1", "name"), "Grace Hopper");
  EXPECT_EQ(stored("calendsync", "grace-1", "USER#grace-1", "createdAt"), "2024-01-15T10:30:00Z");
}

TEST_F(ForeignPeopleTest, TheGuardFollowsAnAddressThatAnotherProgramChanged) {
  const User john_doe = must(accounts_.users().create(john()));
  put_calendar_user(john_doe.id, kForeignEmail);
  EXPECT_EQ(must(accounts_.users().find_by_email(kForeignEmail))->id, john_doe.id);
  EXPECT_FALSE(must(accounts_.users().find_by_email("john@example.com")));
  EXPECT_FALSE(must(accounts_.users().find_account(john_doe.id))->email_verified);
  must(accounts_.users().create(john()));  // Its old address is free.
}

TEST_F(ForeignPeopleTest, NornsOwnUsersAreNotForeign) {
  must(accounts_.users().create(john()));
  must(readers_.run());
  EXPECT_TRUE(must(people_.ids_with("EMAIL#john@example.com")).empty());
}

}  // namespace

TEST(ForeignPeopleKeys, OnlyUserItemsArePeople) {
  const auto id_in = [](const char* pk, const char* sk) {
    return user_id_in(apps::key_of(pk, sk)).value_or("none");
  };
  EXPECT_EQ(id_in("USER#a", "USER#a"), "a");
  EXPECT_EQ(id_in("USER#a", "PROFILE"), "a");
  EXPECT_EQ(id_in("USER#a", "USER#b"), "none");
  EXPECT_EQ(id_in("USER#a", "TREE#1"), "none");
  EXPECT_EQ(id_in("USER#", "USER#"), "none");
  EXPECT_EQ(id_in("CAL#a", "CAL#a"), "none");
}

}  // namespace norn::accounts
