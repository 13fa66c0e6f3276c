#include "apps/accounts/users/users.h"

#include <thread>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/test_world.h"
#include "support/lagging_index_store.h"

namespace norn::accounts {
namespace {

using testing::must;
using testing::num;
using testing::values;

const std::string kId = CountingIds::id_of(1);
const std::string kUser = "USER#550e8400-e29b-41d4-a716-000000000001";

class UsersTest : public World {
 protected:
  Users users_{store_, tables_, clock_, ids_};
};

NewUser john_of_google() {
  NewUser user = john();
  user.provider = "google";
  user.provider_subject = "123456789";
  return user;
}

TEST_F(UsersTest, WritesTheItemsOfTheDesigns) {
  NewUser user = john();
  user.password_hash = "$argon2id$hash";
  must(users_.create(user));
  EXPECT_EQ(json("calendsync", kUser, kUser), json_of({{"PK", kUser},
                                                       {"SK", kUser},
                                                       {"GSI2PK", "EMAIL#john@example.com"},
                                                       {"GSI2SK", kUser},
                                                       {"entityType", "USER"},
                                                       {"id", kId},
                                                       {"name", "John Doe"},
                                                       {"email", "john@example.com"},
                                                       {"createdAt", "2024-01-15T10:30:00Z"},
                                                       {"updatedAt", "2024-01-15T10:30:00Z"}}));
  EXPECT_EQ(json("calendar-app-data", kUser, kUser),
            json_of({{"PK", kUser},
                     {"SK", kUser},
                     {"GSI1PK", kUser},
                     {"GSI1SK", kUser},
                     {"name", "John Doe"},
                     {"email", "john@example.com"},
                     {"avatar", testing::null()},
                     {"entityType", "USER"},
                     {"createdAt", "2024-01-15T10:30:00Z"},
                     {"updatedAt", "2024-01-15T10:30:00Z"}}));
  EXPECT_EQ(json("Yggdrasil", kUser, "PROFILE"), json_of({{"PK", kUser},
                                                          {"SK", "PROFILE"},
                                                          {"EntityType", "User"},
                                                          {"UserId", kId},
                                                          {"Email", "john@example.com"},
                                                          {"PasswordHash", "$argon2id$hash"},
                                                          {"DisplayName", "John Doe"},
                                                          {"CreatedAt", "2024-01-15T10:30:00.123Z"},
                                                          {"UpdatedAt", "2024-01-15T10:30:00.123Z"},
                                                          {"GSI3PK", kUser},
                                                          {"GSI3SK", "PROFILE"}}));
  EXPECT_EQ(json("norn", "EMAIL#john@example.com", "EMAIL#john@example.com"),
            json_of({{"PK", "EMAIL#john@example.com"},
                     {"SK", "EMAIL#john@example.com"},
                     {"entityType", "GUARD"},
                     {"userId", kId},
                     {"createdAt", "2024-01-15T10:30:00.123Z"}}));
  EXPECT_EQ(json("norn", kUser, "ACCOUNT"), json_of({{"PK", kUser},
                                                     {"SK", "ACCOUNT"},
                                                     {"entityType", "ACCOUNT"},
                                                     {"userId", kId},
                                                     {"administrator", testing::no()},
                                                     {"emailVerified", testing::no()},
                                                     {"sessionEpoch", num(0)},
                                                     {"createdAt", "2024-01-15T10:30:00.123Z"},
                                                     {"updatedAt", "2024-01-15T10:30:00.123Z"}}));
  EXPECT_EQ(json("norn", "USERS", kUser), json_of({{"PK", "USERS"},
                                                   {"SK", kUser},
                                                   {"entityType", "PERSON"},
                                                   {"userId", kId},
                                                   {"administrator", testing::no()},
                                                   {"createdAt", "2024-01-15T10:30:00.123Z"}}));
  EXPECT_EQ(json("norn", "USERS", "LATEST"), json_of({{"PK", "USERS"},
                                                      {"SK", "LATEST"},
                                                      {"entityType", "LATEST_MARK"},
                                                      {"mark", CountingIds::id_of(2)}}));
  EXPECT_EQ(count("norn"), kItemsOfOnePerson);
}

TEST_F(UsersTest, WritesTheKeysOfAProvider) {
  must(users_.create(john_of_google()));
  EXPECT_EQ(json("calendsync", kUser, kUser), json_of({{"PK", kUser},
                                                       {"SK", kUser},
                                                       {"GSI2PK", "EMAIL#john@example.com"},
                                                       {"GSI2SK", kUser},
                                                       {"GSI3PK", "PROV#google#123456789"},
                                                       {"GSI3SK", kUser},
                                                       {"entityType", "USER"},
                                                       {"id", kId},
                                                       {"name", "John Doe"},
                                                       {"email", "john@example.com"},
                                                       {"provider", "google"},
                                                       {"providerSubject", "123456789"},
                                                       {"createdAt", "2024-01-15T10:30:00Z"},
                                                       {"updatedAt", "2024-01-15T10:30:00Z"}}));
  EXPECT_EQ(json("Yggdrasil", kUser, "PROFILE").find("PasswordHash"), std::string::npos);
  EXPECT_EQ(json("norn", "PROV#google#123456789", "PROV#google#123456789"),
            json_of({{"PK", "PROV#google#123456789"},
                     {"SK", "PROV#google#123456789"},
                     {"entityType", "GUARD"},
                     {"userId", kId},
                     {"createdAt", "2024-01-15T10:30:00.123Z"}}));
  EXPECT_NE(json("norn", kUser, "ACCOUNT").find(R"("identities":{"SS":["PROV#google#123456789"]})"),
            std::string::npos);
}

TEST_F(UsersTest, AnswersTheQueriesOfTheDesign) {
  must(users_.create(john_of_google()));
  const auto ids = [&](const std::string& index, const std::string& partition) {
    const auto page = must(store_.query(testing::query_index(
        "calendsync", index, index + "PK = :pk", values({{":pk", partition}}))));
    return testing::column(page.items, "id");
  };
  EXPECT_EQ(ids("GSI2", "EMAIL#john@example.com"), std::vector{kId});
  EXPECT_EQ(ids("GSI3", "PROV#google#123456789"), std::vector{kId});
}

TEST_F(UsersTest, FindsThemByEverything) {
  NewUser user = john_of_google();
  user.password_hash = "hash";
  user.administrator = true;
  const User created = must(users_.create(user));
  const auto is_john = [&](const Result<std::optional<User>>& found) {
    ASSERT_TRUE(found && *found);
    EXPECT_EQ((*found)->id, created.id);
    EXPECT_EQ((*found)->email, "john@example.com");
    EXPECT_EQ((*found)->name, "John Doe");
    EXPECT_EQ((*found)->provider, "google");
    EXPECT_EQ((*found)->provider_subject, "123456789");
    EXPECT_EQ((*found)->created_ms, 1'705'314'600'000);
    EXPECT_EQ((*found)->updated_ms, created.updated_ms);
  };
  is_john(users_.find(kId));
  is_john(users_.find_by_email("john@example.com"));
  is_john(users_.find_by_provider("google", "123456789"));
  EXPECT_EQ(must(users_.password_hash(kId)), "hash");
  EXPECT_TRUE(must(users_.find_account(kId))->administrator);
  EXPECT_FALSE(must(users_.find_account(kId))->second_factor);
  EXPECT_EQ(must(users_.find_all({kId, "nobody"})).size(), 1U);
  const auto known = must(users_.find_known_by_email("john@example.com"));
  ASSERT_TRUE(known);
  EXPECT_EQ(known->password_hash, "hash");
  EXPECT_EQ(known->account.user_id, kId);

  EXPECT_FALSE(must(users_.find("nobody")));
  EXPECT_FALSE(must(users_.find_by_email("nobody@example.com")));
  EXPECT_FALSE(must(users_.find_by_provider("google", "1")));
  EXPECT_FALSE(must(users_.find_account("nobody")));
  EXPECT_FALSE(must(users_.find_known_by_email("nobody@example.com")));
  EXPECT_EQ(must(users_.password_hash("nobody")), "");
}

TEST_F(UsersTest, AnAddressAndAnIdentityBelongToOnePerson) {
  must(users_.create(john_of_google()));
  EXPECT_TRUE(fails(users_.create(john()), ErrorCode::kConflict, "email"));
  NewUser other = john_of_google();
  other.email = "other@example.com";
  EXPECT_TRUE(fails(users_.create(other), ErrorCode::kConflict, "provider"));
  EXPECT_EQ(count("norn"), kItemsOfOnePerson + 1);
  EXPECT_EQ(count("calendsync"), 1U);
}

TEST_F(UsersTest, RefusesWhatCannotBeKept) {
  const auto with = [](auto change) {
    NewUser user = john_of_google();
    change(user);
    return user;
  };
  EXPECT_TRUE(fails(users_.create(with([](NewUser& user) { user.email = "a#b@c"; })),
                    ErrorCode::kInvalid, "email"));
  EXPECT_TRUE(fails(users_.create(with([](NewUser& user) { user.name = " "; })),
                    ErrorCode::kInvalid, "name"));
  for (const std::string& subject : {std::string(), std::string("a#b"), std::string("a b"),
                                     std::string("\n"), std::string(256, 'a'), std::string("é")}) {
    EXPECT_TRUE(fails(users_.create(with([&](NewUser& user) { user.provider_subject = subject; })),
                      ErrorCode::kInvalid, "provider"))
        << subject;
  }
  for (const char* provider : {"", "Google", "a#b", "a_b"}) {
    EXPECT_TRUE(fails(users_.create(with([&](NewUser& user) { user.provider = provider; })),
                      ErrorCode::kInvalid, "provider"))
        << provider;
  }
  EXPECT_EQ(count("norn"), 0U);
}

TEST_F(UsersTest, AUserIsCreatedWithAllActionsOrNotAtAll) {
  const store::Map ticket = {{"PK", "T"}, {"SK", "T"}};
  NewUser user = john();
  store::DeleteRequest use = delete_of("norn", testing::item(ticket));
  use.condition = "attribute_exists(PK)";
  user.with = {use};
  EXPECT_TRUE(fails(users_.create(user), ErrorCode::kConflict));
  EXPECT_EQ(count("norn"), 0U);
  must(store_.put(testing::put("norn", ticket)));
  must(users_.create(user));
  EXPECT_EQ(json("norn", "T", "T"), "");
}

// Puts an item under a key that counts up with every time it is asked, from `first` on.
class CountingHook final : public UserHook {
 public:
  explicit CountingHook(int first) : next_(first) {}

  Result<std::vector<Action>> on_create(const User& user, bool) override {
    const std::string key = "HOOK#" + std::to_string(next_++);
    return std::vector<Action>{put_new("norn", {{"PK", key}, {"SK", key}, {"user", user.id}})};
  }
  Result<std::vector<Action>> on_delete(const User&) override {
    ++asked_to_delete;
    return std::vector<Action>{};
  }

  int asked_to_delete = 0;

 private:
  int next_;
};

TEST_F(UsersTest, AHookIsAskedAgainWhenWhatItWantedWasRefused) {
  CountingHook hook(1);
  users_.add_hook(hook);
  for (const char* key : {"HOOK#1", "HOOK#2", "HOOK#4", "HOOK#5", "HOOK#6"}) {
    must(store_.put(testing::put("norn", {{"PK", key}, {"SK", key}})));
  }
  const User user = must(users_.create(john()));
  EXPECT_EQ(json("norn", "HOOK#3", "HOOK#3"),
            json_of({{"PK", "HOOK#3"}, {"SK", "HOOK#3"}, {"user", user.id}}));
  NewUser unlucky = john();
  unlucky.email = "unlucky@example.com";
  EXPECT_TRUE(fails(users_.create(unlucky), ErrorCode::kUnavailable));
  EXPECT_FALSE(must(users_.find_by_email("unlucky@example.com")));
}

TEST_F(UsersTest, OfManyWhoWantAnAddressAtOnceOneGetsIt) {
  constexpr int kThreads = 8;
  std::atomic<int> won = 0;
  std::atomic<int> lost = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      const Result<User> created = users_.create(john());
      if (created) ++won;
      if (fails(created, ErrorCode::kConflict, "email")) ++lost;
    });
  }
  threads.clear();
  EXPECT_EQ(won, 1);
  EXPECT_EQ(lost, kThreads - 1);
  EXPECT_EQ(count("calendsync"), 1U);
  EXPECT_EQ(count("Yggdrasil"), 1U);
}

TEST_F(UsersTest, RemovesEveryItemAndGuard) {
  CountingHook hook(1);
  users_.add_hook(hook);
  const User user = must(users_.create(john_of_google()));
  must(users_.link_provider(user.id, "github", "octo"));
  must(users_.remove(user, {put_new("norn", {{"PK", "S"}, {"SK", "S"}})}));
  EXPECT_EQ(hook.asked_to_delete, 1);
  for (const char* table : {"calendsync", "calendar-app-data", "Yggdrasil"}) {
    EXPECT_EQ(count(table), 0U) << table;
  }
  EXPECT_EQ(count("norn"), kItemsOfNobody + 2);  // The hook's, and what went with it.
  EXPECT_NE(json("norn", "S", "S"), "");
  EXPECT_TRUE(fails(users_.remove(user, {}), ErrorCode::kNotFound));
  must(users_.create(john_of_google()));  // The address and the identity are free again.
}

TEST_F(UsersTest, RemovesAPersonWhoHasChangedMeanwhile) {
  const User before = must(users_.create(john()));
  must(users_.change_email(before.id, "jack@example.com"));
  NewUser other = john();
  other.name = "Another John";
  const User john_now = must(users_.create(other));
  must(users_.remove(before, {}));
  EXPECT_FALSE(must(users_.find_by_email("jack@example.com")));
  EXPECT_EQ(must(users_.find_by_email("john@example.com"))->id, john_now.id);
}

TEST_F(UsersTest, RemovesNothingWhenWhatGoesWithItIsRefused) {
  const User user = must(users_.create(john()));
  must(store_.put(testing::put("norn", {{"PK", "S"}, {"SK", "S"}})));
  EXPECT_TRUE(fails(users_.remove(user, {put_new("norn", {{"PK", "S"}, {"SK", "S"}})}),
                    ErrorCode::kConflict));
  EXPECT_TRUE(must(users_.find_by_email("john@example.com")));
}

// Indexes may be behind their tables for any time: nothing here may ask them.
TEST(UsersOnLaggingIndexes, AreFoundAtOnce) {
  const ManualClock clock(kStartMs);
  testing::ModelStore primary(clock);
  testing::ModelStore replica(clock);
  testing::LaggingIndexStore store(primary, replica);
  for (const char* name : {"norn", "calendsync", "calendar-app-data", "Yggdrasil"}) {
    store::CreateTableRequest table = apps::single_table(name);
    apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
    must(store.create_table(table));
  }
  CountingIds ids;
  Users users(store, {}, clock, ids);
  const User user = must(users.create(john_of_google()));
  EXPECT_TRUE(must(users.find_by_email("john@example.com")));
  EXPECT_TRUE(must(users.find_by_provider("google", "123456789")));
  must(users.change_email(user.id, "jack@example.com"));
  EXPECT_FALSE(must(users.find_by_email("john@example.com")));
  EXPECT_TRUE(must(users.find_by_email("jack@example.com")));
}

}  // namespace
}  // namespace norn::accounts
