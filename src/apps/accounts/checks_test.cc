#include "apps/accounts/checks.h"

#include "apps/accounts/keys.h"
#include "apps/accounts/test_world.h"
#include "apps/shared/test_checks.h"

namespace norn::accounts {
namespace {

class AccountsChecks : public World {
 protected:
  AccountsChecks() {
    NewUser user = john();
    user.provider = "google";
    user.provider_subject = "1234";
    john_ = testing::must(users_.create(user)).id;
    mary_ = testing::must(users_.create(person("mary@example.com"))).id;
  }

  void remove(const std::string& pk, const std::string& sk) {
    checkup_.remove(tables_.norn(), pk, sk);
  }
  void remove_guard_item(const std::string& guard) { remove(guard, guard); }

  Users users_{store_, tables_, clock_, ids_};
  apps::Idempotency idempotency_{store_, tables_, clock_};
  apps::Sweeps sweeps_{store_, tables_, clock_, ids_, {}};
  quotas::Quotas quotas_{store_, tables_, clock_};
  const apps::Context context_{store_, tables_,      clock_,  ids_,
                               users_, idempotency_, sweeps_, quotas_};
  apps::Checkup checkup_{store_, checks_of_accounts(context_)};
  std::string john_;
  std::string mary_;
};

TEST_F(AccountsChecks, WhatIsMissingOfAnAccountIsWrittenAgain) {
  EXPECT_EQ(checkup_.found(), "");
  const std::string address = keys::email("john@example.com");
  const std::string identity = keys::provider("google", "1234");
  remove_guard_item(address);
  remove_guard_item(identity);
  remove(std::string(keys::kUsers), keys::user(mary_));
  EXPECT_EQ(checkup_.found(),
            "accounts: guards: The guard EMAIL#john@example.com is missing: another account could "
            "get the same.\n"
            "accounts: guards: The guard PROV#google#1234 is missing: another account could get "
            "the same.\n"
            "accounts: people: The account is not in the directory, so that no administrator sees "
            "it.\n");
  EXPECT_EQ(checkup_.repair(), 3U);
  EXPECT_EQ(checkup_.found(), "");
  EXPECT_EQ(testing::must(users_.find_by_email("john@example.com"))->id, john_);
  EXPECT_EQ(testing::must(users_.list()).size(), 2U);
}

TEST_F(AccountsChecks, WhatOnlyAPersonCanDecideIsLeftToThem) {
  const std::string guard = keys::email("mary@example.com");
  checkup_.update(tables_.norn(), guard, guard, "SET userId = :user", {{":user", john_}});
  EXPECT_EQ(checkup_.found(),
            "accounts: guards: The account " + john_ + " does not have this address.\n" +
                "accounts: guards: The guard EMAIL#mary@example.com is of another account, " +
                john_ + ".\n");
  EXPECT_EQ(checkup_.repair(), 0U);
  checkup_.update(tables_.norn(), guard, guard, "SET userId = :user", {{":user", mary_}});
  remove(keys::user(mary_), std::string(keys::kAccount));
  EXPECT_EQ(checkup_.found(), "accounts: guards: The guard is of the account " + mary_ +
                                  ", which is not there.\n" +
                                  "accounts: people: The directory has a person without an "
                                  "account.\n");
}

TEST_F(AccountsChecks, AFeedKeepsTheAddressThatProgramsKnow) {
  testing::must(store_.put(testing::put(tables_.norn(), {{"PK", keys::user(john_)},
                                                         {"SK", "PLACE_FEED#default"},
                                                         {"entityType", "PLACE_FEED"},
                                                         {"userId", john_},
                                                         {"placeId", "default"},
                                                         {"epoch", store::Value::number(0)},
                                                         {"secretHash", "abc"}})));
  EXPECT_EQ(checkup_.repair(), 1U);
  EXPECT_EQ(checkup_.found(), "");
  EXPECT_EQ(json(tables_.norn(), "PLACE_FEED#abc", "PLACE_FEED#abc"),
            json_of({{"PK", "PLACE_FEED#abc"},
                     {"SK", "PLACE_FEED#abc"},
                     {"entityType", "PLACE_FEED_ADDRESS"},
                     {"userId", john_},
                     {"placeId", "default"},
                     {"epoch", store::Value::number(0)}}));
}

}  // namespace
}  // namespace norn::accounts
