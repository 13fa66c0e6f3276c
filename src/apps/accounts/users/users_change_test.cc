#include <thread>
#include <tuple>

#include "apps/accounts/keys.h"
#include "apps/accounts/test_world.h"
#include "apps/accounts/users/users.h"

namespace norn::accounts {
namespace {

using testing::must;

class UsersChangeTest : public World {
 protected:
  UsersChangeTest() {
    NewUser user = john();
    user.password_hash = "old hash";
    id_ = must(users_.create(user)).id;
    key_ = keys::user(id_);
    clock_.advance_ms(60'000);
  }

  // What `attribute` of an item is, as text.
  std::string value(const std::string& table, const std::string& sk, const std::string& attribute) {
    const auto found = must(store_.get(testing::get(table, {{"PK", key_}, {"SK", sk}})));
    return found.item ? apps::text_of(*found.item, attribute) : "gone";
  }

  Users users_{store_, tables_, clock_, ids_};
  std::string id_;
  std::string key_;
};

TEST_F(UsersChangeTest, ANameChangesInAllTables) {
  const User renamed = must(users_.rename(id_, "  Johnny  "));
  EXPECT_EQ(renamed.name, "Johnny");
  EXPECT_EQ(renamed.updated_ms, 1'705'314'660'000);
  EXPECT_EQ(value("calendsync", key_, "name"), "Johnny");
  EXPECT_EQ(value("calendsync", key_, "updatedAt"), "2024-01-15T10:31:00Z");
  EXPECT_EQ(value("calendsync", key_, "createdAt"), "2024-01-15T10:30:00Z");
  EXPECT_EQ(value("calendar-app-data", key_, "name"), "Johnny");
  EXPECT_EQ(value("calendar-app-data", key_, "updatedAt"), "2024-01-15T10:31:00Z");
  EXPECT_EQ(value("Yggdrasil", "PROFILE", "DisplayName"), "Johnny");
  EXPECT_EQ(value("Yggdrasil", "PROFILE", "UpdatedAt"), "2024-01-15T10:31:00.123Z");
  EXPECT_TRUE(fails(users_.rename("nobody", "Johnny"), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(users_.rename(id_, "a\nb"), ErrorCode::kInvalid, "name"));
  EXPECT_EQ(count("calendsync"), 1U);
}

TEST_F(UsersChangeTest, TheLanguageOfTheWebAppIsThatOfTheBrowserUntilOneIsSet) {
  EXPECT_EQ(must(users_.find_account(id_))->language, "");
  must(users_.set_language(id_, "de"));
  EXPECT_EQ(must(users_.find_account(id_))->language, "de");
  EXPECT_EQ(value("norn", "ACCOUNT", "language"), "de");
  must(users_.set_language(id_, ""));
  EXPECT_EQ(must(users_.find_account(id_))->language, "");
  EXPECT_TRUE(fails(users_.set_language("nobody", "de"), ErrorCode::kNotFound));
}

TEST_F(UsersChangeTest, FirstStepsAreShownUntilTheyAreOver) {
  EXPECT_FALSE(must(users_.find_account(id_))->first_steps);
  must(users_.set_first_steps(id_, true));
  EXPECT_TRUE(must(users_.find_account(id_))->first_steps);
  must(users_.set_first_steps(id_, false));
  EXPECT_FALSE(must(users_.find_account(id_))->first_steps);
  EXPECT_TRUE(fails(users_.set_first_steps("nobody", false), ErrorCode::kNotFound));
}

TEST_F(UsersChangeTest, ALanguageThatTheWebAppDoesNotHaveIsThatOfTheBrowser) {
  must(users_.set_language(id_, "tlh"));
  EXPECT_EQ(must(users_.find_account(id_))->language, "");
}

TEST_F(UsersChangeTest, AnAddressChangesInAllTablesWithItsGuard) {
  const User changed = must(users_.change_email(id_, "Jack@Example.com"));
  EXPECT_EQ(changed.email, "jack@example.com");
  EXPECT_EQ(changed.updated_ms, 1'705'314'660'000);
  EXPECT_EQ(value("calendsync", key_, "email"), "jack@example.com");
  EXPECT_EQ(value("calendsync", key_, "GSI2PK"), "EMAIL#jack@example.com");
  EXPECT_EQ(value("calendsync", key_, "GSI2SK"), key_);
  EXPECT_EQ(value("calendsync", key_, "updatedAt"), "2024-01-15T10:31:00Z");
  EXPECT_EQ(value("calendar-app-data", key_, "email"), "jack@example.com");
  EXPECT_EQ(value("Yggdrasil", "PROFILE", "Email"), "jack@example.com");
  EXPECT_EQ(json("norn", "EMAIL#john@example.com", "EMAIL#john@example.com"), "");
  EXPECT_FALSE(must(users_.find_by_email("john@example.com")));
  EXPECT_EQ(must(users_.find_by_email("jack@example.com"))->id, id_);
  EXPECT_EQ(must(users_.change_email(id_, "jack@example.com")).email, "jack@example.com");
  must(users_.create(john()));  // The old address is free.
}

TEST_F(UsersChangeTest, AnAddressOfAnotherAccountIsRefused) {
  NewUser other = john();
  other.email = "jack@example.com";
  must(users_.create(other));
  EXPECT_TRUE(fails(users_.change_email(id_, "jack@example.com"), ErrorCode::kConflict, "email"));
  EXPECT_TRUE(fails(users_.change_email(id_, "jack"), ErrorCode::kInvalid, "email"));
  EXPECT_TRUE(fails(users_.change_email("nobody", "new@example.com"), ErrorCode::kNotFound));
  EXPECT_EQ(must(users_.find_by_email("john@example.com"))->id, id_);
}

TEST_F(UsersChangeTest, ANameChangesWithTheAddressOrNotAtAll) {
  NewUser other = john();
  other.email = "jack@example.com";
  must(users_.create(other));
  EXPECT_TRUE(
      fails(users_.change_email(id_, "jack@example.com", "Jack"), ErrorCode::kConflict, "email"));
  EXPECT_TRUE(
      fails(users_.change_email(id_, "new@example.com", "a\nb"), ErrorCode::kInvalid, "name"));
  EXPECT_EQ(must(users_.find(id_))->name, "John Doe");
  EXPECT_EQ(must(users_.find(id_))->email, "john@example.com");

  const User changed = must(users_.change_email(id_, "new@example.com", " Jack "));
  EXPECT_EQ(changed.name, "Jack");
  EXPECT_EQ(changed.email, "new@example.com");
  EXPECT_EQ(must(users_.find(id_))->email, "new@example.com");
  for (const auto& [table, sk, attribute] :
       {std::tuple("calendsync", key_, "name"), std::tuple("calendar-app-data", key_, "name"),
        std::tuple("Yggdrasil", std::string("PROFILE"), "DisplayName")}) {
    EXPECT_EQ(value(table, sk, attribute), "Jack") << table;
  }
  // An address that stays as it is does not keep the name.
  EXPECT_EQ(must(users_.change_email(id_, "new@example.com", "John")).name, "John");
}

TEST_F(UsersChangeTest, OfTwoChangesAtOnceOneGuardIsLeft) {
  std::vector<std::jthread> threads;
  for (const char* address : {"one@example.com", "two@example.com", "three@example.com"}) {
    threads.emplace_back([this, address] {
      const Result<User> changed = users_.change_email(id_, address);
      EXPECT_TRUE(changed || fails(changed, ErrorCode::kConflict, "email"));
    });
  }
  threads.clear();
  EXPECT_EQ(count("norn"), kItemsOfOnePerson);
  EXPECT_TRUE(must(users_.find_by_email(must(users_.find(id_))->email)));
}

TEST_F(UsersChangeTest, APasswordReplacesTheOneItWasBasedOn) {
  must(users_.change_password(id_, "old hash", "new hash", Users::Ending::kNothing));
  EXPECT_EQ(must(users_.password_hash(id_)), "new hash");
  EXPECT_EQ(must(users_.find_account(id_))->session_epoch, 0);
  EXPECT_TRUE(fails(users_.change_password(id_, "old hash", "newer", Users::Ending::kSessions),
                    ErrorCode::kConflict));
  EXPECT_TRUE(fails(users_.change_password(id_, "", "newer", Users::Ending::kSessions),
                    ErrorCode::kConflict));
  EXPECT_EQ(must(users_.password_hash(id_)), "new hash");
  EXPECT_EQ(must(users_.find_account(id_))->session_epoch, 0);
  must(users_.change_password(id_, "new hash", "newer", Users::Ending::kSessions));
  EXPECT_EQ(must(users_.find_account(id_))->session_epoch, 1);
  EXPECT_EQ(value("Yggdrasil", "PROFILE", "UpdatedAt"), "2024-01-15T10:31:00.123Z");
}

TEST_F(UsersChangeTest, AFirstPasswordNeedsNoOther) {
  NewUser other = john();
  other.email = "jack@example.com";
  const User jack = must(users_.create(other));
  must(users_.change_password(jack.id, "", "hash", Users::Ending::kSessions));
  EXPECT_EQ(must(users_.password_hash(jack.id)), "hash");
}

TEST_F(UsersChangeTest, EndingSessionsRaisesTheEpoch) {
  must(users_.end_sessions(id_));
  must(users_.end_sessions(id_));
  EXPECT_EQ(must(users_.find_account(id_))->session_epoch, 2);
  EXPECT_TRUE(fails(users_.end_sessions("nobody"), ErrorCode::kNotFound));
  EXPECT_EQ(json("norn", "USER#nobody", "ACCOUNT"), "");
}

TEST_F(UsersChangeTest, TheFirstIdentityIsTheOneOfTheDesign) {
  must(users_.link_provider(id_, "google", "123"));
  EXPECT_EQ(value("calendsync", key_, "GSI3PK"), "PROV#google#123");
  EXPECT_EQ(value("calendsync", key_, "GSI3SK"), key_);
  EXPECT_EQ(value("calendsync", key_, "provider"), "google");
  EXPECT_EQ(value("calendsync", key_, "providerSubject"), "123");
  must(users_.link_provider(id_, "github", "octo"));
  EXPECT_EQ(value("calendsync", key_, "GSI3PK"), "PROV#google#123");
  must(users_.link_provider(id_, "github", "octo"));  // It is theirs already.
  EXPECT_EQ(must(users_.find_by_provider("google", "123"))->id, id_);
  EXPECT_EQ(must(users_.find_by_provider("github", "octo"))->id, id_);
}

TEST_F(UsersChangeTest, AnIdentityOfAnotherAccountIsRefused) {
  NewUser other = john();
  other.email = "jack@example.com";
  const User jack = must(users_.create(other));
  must(users_.link_provider(jack.id, "google", "123"));
  EXPECT_TRUE(fails(users_.link_provider(id_, "google", "123"), ErrorCode::kConflict, "provider"));
  EXPECT_TRUE(fails(users_.link_provider(id_, "google", "1#3"), ErrorCode::kInvalid, "provider"));
  EXPECT_TRUE(fails(users_.link_provider("nobody", "google", "1"), ErrorCode::kNotFound));
}

TEST_F(UsersChangeTest, ThereAreAtMostTwentyIdentities) {
  for (int i = 0; i < 20; ++i) must(users_.link_provider(id_, "google", std::to_string(i)));
  EXPECT_TRUE(fails(users_.link_provider(id_, "google", "20"), ErrorCode::kConflict, "provider"));
  EXPECT_FALSE(must(users_.find_by_provider("google", "20")));
  must(users_.remove(*must(users_.find(id_)), {}));
  EXPECT_EQ(count("norn"), kItemsOfNobody);
}

}  // namespace
}  // namespace norn::accounts
