#include <algorithm>
#include <barrier>
#include <thread>

#include "apps/accounts/keys.h"
#include "apps/accounts/test_world.h"
#include "apps/accounts/users/admission.h"
#include "support/interrupted_store.h"

namespace norn::accounts {
namespace {

using testing::must;

const std::string kNeedsOne =
    "Norn needs at least one administrator. Make someone else an administrator first.";

class DirectoryTest : public World {
 protected:
  std::string add(const std::string& name, bool administrator = false) {
    clock_.advance_ms(1);
    return must(users_.create(person(name + "@example.com", administrator))).id;
  }
  Result<void> remove(const std::string& id, const std::optional<std::string>& actor = {}) {
    return users_.remove(*must(users_.find(id)), {}, actor);
  }
  // "ada*, bob": everybody, with a star for administrators.
  std::string everybody() {
    std::string text;
    for (const Person& person : must(users_.list())) {
      text += (text.empty() ? "" : ", ") + person.user.name + (person.administrator ? "*" : "");
      EXPECT_EQ(must(users_.find_account(person.user.id))->administrator, person.administrator);
    }
    return text;
  }
  template <typename T>
  static ::testing::AssertionResult needs_one(const Result<T>& result) {
    const auto failed = fails(result, ErrorCode::kConflict);
    if (!failed) return failed;
    return ::testing::AssertionResult(result.error().message == kNeedsOne);
  }

  testing::InterruptedStore interrupted_{store_};
  Users users_{interrupted_, tables_, clock_, ids_};
  Users uninterrupted_{store_, tables_, clock_, ids_};  // For several threads.
  Admission admission_{interrupted_, tables_, clock_, ids_};
};

TEST_F(DirectoryTest, HasEverybodyWhoIsThere) {
  EXPECT_EQ(everybody(), "");
  add("ada", true);
  const std::string bob = add("bob");
  add("cleo");
  must(users_.rename(bob, "Robert"));
  EXPECT_EQ(everybody(), "ada*, Robert, cleo");
  EXPECT_EQ(must(users_.list()).at(1).user.email, "bob@example.com");
  must(remove(bob));
  EXPECT_EQ(everybody(), "ada*, cleo");
}

TEST_F(DirectoryTest, AdministratorsMakeOthersAdministrators) {
  const std::string ada = add("ada", true);
  const std::string bob = add("bob");
  const Person changed = must(users_.set_administrator(ada, bob, true));
  EXPECT_EQ(changed.user.id, bob);
  EXPECT_TRUE(changed.administrator);
  must(users_.set_administrator(ada, bob, true));
  EXPECT_EQ(everybody(), "ada*, bob*");
  must(users_.set_administrator(bob, ada, false));
  EXPECT_EQ(everybody(), "ada, bob*");
  must(users_.set_administrator(bob, ada, false));

  EXPECT_TRUE(fails(users_.set_administrator(ada, ada, true), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(users_.set_administrator(ada, bob, false), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(users_.set_administrator("nobody", bob, false), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(users_.set_administrator(bob, "nobody", true), ErrorCode::kNotFound));
  EXPECT_EQ(everybody(), "ada, bob*");
}

TEST_F(DirectoryTest, TheLastAdministratorStaysOne) {
  const std::string ada = add("ada", true);
  EXPECT_TRUE(needs_one(users_.set_administrator(ada, ada, false)));
  const std::string bob = add("bob");
  EXPECT_TRUE(needs_one(users_.set_administrator(ada, ada, false)));
  EXPECT_TRUE(needs_one(remove(ada)));
  must(users_.set_administrator(ada, bob, true));
  must(users_.set_administrator(ada, ada, false));
  EXPECT_EQ(everybody(), "ada, bob*");
  EXPECT_TRUE(needs_one(remove(bob)));
  must(remove(ada));
  EXPECT_EQ(everybody(), "bob*");
}

TEST_F(DirectoryTest, OnlyAdministratorsDeleteOthers) {
  const std::string ada = add("ada", true);
  const std::string bob = add("bob");
  const std::string cleo = add("cleo");
  EXPECT_TRUE(fails(remove(ada, bob), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(remove(cleo, bob), ErrorCode::kForbidden));
  must(remove(bob, ada));
  must(users_.set_administrator(ada, cleo, true));
  must(remove(ada, cleo));
  EXPECT_EQ(everybody(), "cleo*");
}

TEST_F(DirectoryTest, WhoIsNoAdministratorAnyMoreDoesNothing) {
  const std::string ada = add("ada", true);
  const std::string bob = add("bob", true);
  const std::string cleo = add("cleo");
  const auto demote_bob = [&] { must(users_.set_administrator(ada, bob, false)); };
  interrupted_.before_write(demote_bob);
  EXPECT_TRUE(fails(remove(cleo, bob), ErrorCode::kForbidden));
  must(users_.set_administrator(ada, bob, true));
  interrupted_.before_write(demote_bob);
  EXPECT_TRUE(fails(users_.set_administrator(bob, cleo, true), ErrorCode::kForbidden));
  EXPECT_EQ(everybody(), "ada*, bob, cleo");
}

TEST_F(DirectoryTest, AWitnessHasToBeOneWhenItIsWritten) {
  const std::string ada = add("ada", true);
  const std::string bob = add("bob", true);
  interrupted_.before_write([&] { must(users_.set_administrator(bob, bob, false)); });
  EXPECT_TRUE(needs_one(users_.set_administrator(ada, ada, false)));
  must(users_.set_administrator(ada, bob, true));
  interrupted_.before_write([&] { must(remove(bob)); });
  EXPECT_TRUE(needs_one(users_.set_administrator(ada, ada, false)));
  EXPECT_EQ(everybody(), "ada*");
}

// Bob needs no witness when his account is read, and is the only administrator when it would be
// deleted.
TEST_F(DirectoryTest, WhoBecomesTheLastAdministratorMeanwhileStays) {
  const std::string ada = add("ada", true);
  const std::string bob = add("bob");
  interrupted_.before_write([&] {
    must(users_.set_administrator(ada, bob, true));
    must(users_.set_administrator(ada, ada, false));
  });
  EXPECT_TRUE(needs_one(remove(bob)));
  EXPECT_EQ(everybody(), "ada, bob*");
}

TEST_F(DirectoryTest, OfTwoWhoDemoteEachOtherAtOnceOneSucceeds) {
  for (int round = 0; round < 20; ++round) {
    const std::string one = add("one" + std::to_string(round), true);
    const std::string two = add("two" + std::to_string(round), true);
    std::atomic<int> done = 0;
    std::atomic<int> refused = 0;
    std::barrier both(2);
    const auto demote = [&](const std::string& actor, const std::string& other) {
      both.arrive_and_wait();
      const Result<Person> demoted = uninterrupted_.set_administrator(actor, other, false);
      if (demoted) ++done;
      if (fails(demoted, ErrorCode::kForbidden)) ++refused;
    };
    {
      const std::jthread first([&] { demote(one, two); });
      const std::jthread second([&] { demote(two, one); });
    }
    EXPECT_EQ(done, 1);
    EXPECT_EQ(refused, 1);
    const bool one_is_left = must(users_.find_account(one))->administrator;
    EXPECT_NE(one_is_left, must(users_.find_account(two))->administrator);
    must(users_.set_administrator(one_is_left ? one : two, one_is_left ? two : one, true));
  }
}

TEST_F(DirectoryTest, OfAdministratorsWhoAllLeaveAtOnceOneStays) {
  std::vector<std::string> leaving;
  for (int i = 0; i < 4; ++i) leaving.push_back(add("admin" + std::to_string(i), true));
  add("bob");
  std::atomic<int> refused = 0;
  std::barrier all(4);
  std::vector<std::jthread> threads;
  for (size_t i = 0; i < leaving.size(); ++i) {
    threads.emplace_back([&, i] {
      all.arrive_and_wait();
      const std::string& id = leaving[i];
      const bool left = i % 2 == 0
                            ? uninterrupted_.remove(*must(uninterrupted_.find(id)), {}).has_value()
                            : uninterrupted_.set_administrator(id, id, false).has_value();
      if (!left) ++refused;
    });
  }
  threads.clear();
  EXPECT_EQ(refused, 1);
  EXPECT_EQ(std::ranges::count(everybody(), '*'), 1);
}

TEST_F(DirectoryTest, WhoGoesLastLeavesAServerToBeSetUp) {
  const std::string secret = *must(admission_.new_setup_secret());
  NewUser ada = person("ada@example.com", true);
  ada.with = {must(admission_.use_setup_secret(secret))};
  const std::string id = must(users_.create(ada)).id;
  EXPECT_FALSE(must(admission_.new_setup_secret()));
  must(remove(id));
  EXPECT_EQ(count("norn"), 0U);
  EXPECT_TRUE(must(admission_.needs_setup()));
  EXPECT_TRUE(fails(admission_.use_setup_secret(secret), ErrorCode::kForbidden));
  ada.with = {must(admission_.use_setup_secret(*must(admission_.new_setup_secret())))};
  must(users_.create(ada));
  EXPECT_EQ(everybody(), "ada*");
  EXPECT_FALSE(must(admission_.needs_setup()));
}

TEST_F(DirectoryTest, WhoComesMeanwhileIsNotLeftAlone) {
  const std::string ada = add("ada", true);
  interrupted_.before_write([&] { add("bob"); });
  EXPECT_TRUE(needs_one(remove(ada)));
  EXPECT_EQ(everybody(), "ada*, bob");
}

}  // namespace
}  // namespace norn::accounts
