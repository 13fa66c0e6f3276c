#include "apps/accounts/feed_links.h"

#include "apps/accounts/sentences.h"
#include "apps/accounts/test_world.h"

namespace norn::accounts {
namespace {

using testing::must;

class FeedAddressesTest : public World {
 protected:
  FeedAddressesTest() { set_epochs(0, 0); }

  // Writes the ACCOUNT of the owner.
  void set_epochs(int64_t sessions, int64_t tokens) {
    must(store_.put(testing::put("norn", {{"PK", "USER#1"},
                                          {"SK", "ACCOUNT"},
                                          {"userId", "1"},
                                          {"sessionEpoch", store::Value::number(sessions)},
                                          {"tokenEpoch", store::Value::number(tokens)}})));
  }
  static FeedLink link(const std::string& name) {
    return {.user_id = "1",
            .sk = "LINK#" + name,
            .address_prefix = "ADDRESS#",
            .type = "LINK",
            .attributes = {{"name", name}}};
  }
  static Result<std::vector<Action>> always() { return std::vector<Action>(); }
  std::string name_of(const std::string& secret) {
    const auto address = must(addresses.find("ADDRESS#", secret));
    return address ? apps::text_of(*address, "name") : "nobody's";
  }

  FeedAddresses addresses{store_, tables_, clock_, ids_};
};

TEST_F(FeedAddressesTest, KnowWhatTheyLeadTo) {
  const std::string one = must(addresses.create(link("one"), {}, always));
  const std::string two = must(addresses.create(link("two"), {}, always));
  EXPECT_EQ(name_of(one), "one");
  EXPECT_EQ(name_of(two), "two");
  EXPECT_FALSE(must(addresses.find("OTHER#", one))) << "addresses of something else";
  must(addresses.revoke(link("one")));
  EXPECT_EQ(name_of(one), "nobody's");
  EXPECT_EQ(name_of(two), "two");
}

TEST_F(FeedAddressesTest, KeepNoSecret) {
  const std::string secret = must(addresses.create(link("one"), {}, always));
  for (const store::ItemView item : must(store_.scan(testing::scan("norn"))).items) {
    EXPECT_EQ(item.json().find(secret), std::string::npos) << item.json();
  }
  EXPECT_EQ(count("norn"), 3U) << "two, and the ACCOUNT";
}

TEST_F(FeedAddressesTest, AreMadeUnderTheConditionsOfTheirApp) {
  const auto never = []() -> Result<std::vector<Action>> { return forbidden(kPasswordWrong); };
  EXPECT_TRUE(fails(addresses.create(link("one"), {}, never), ErrorCode::kForbidden));
  // What may be is decided again when it is not as it was.
  int asked = 0;
  const auto changing = [&]() -> Result<std::vector<Action>> {
    if (++asked == 2) return forbidden(kPasswordWrong);
    store::ConditionCheck check;
    check.table = "norn";
    check.key = apps::key_of("NOBODY", "NOBODY");
    check.condition = "attribute_exists(PK)";
    return std::vector<Action>{check};
  };
  EXPECT_TRUE(fails(addresses.create(link("one"), {}, changing), ErrorCode::kForbidden));
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(count("norn"), 1U) << "the ACCOUNT";
}

TEST_F(FeedAddressesTest, AreNotMarkedAsReadWithTheSecretOfAnEarlierOne) {
  const std::string old = must(addresses.create(link("one"), {}, always));
  must(addresses.create(link("one"), {}, always));
  addresses.note_reading(link("one"), old);
  EXPECT_FALSE(must(addresses.state(link("one")))->last_read_at);
}

TEST_F(FeedAddressesTest, EndAllAtOnceWithTheEpochOfTokens) {
  const std::string one = must(addresses.create(link("one"), {}, always));
  const std::string two = must(addresses.create(link("two"), {}, always));
  set_epochs(1, 0);
  EXPECT_EQ(name_of(one), "one") << "sessions alone have ended";
  set_epochs(1, 1);
  EXPECT_EQ(name_of(one), "nobody's");
  EXPECT_EQ(name_of(two), "nobody's");
  EXPECT_FALSE(must(addresses.state(link("one"))));
  const std::string again = must(addresses.create(link("one"), {}, always));
  EXPECT_EQ(name_of(again), "one");
  EXPECT_TRUE(must(addresses.state(link("one"))));
  EXPECT_EQ(name_of(one), "nobody's");
}

TEST_F(FeedAddressesTest, AreMadeInASessionThatHasNotEndedMeanwhile) {
  set_epochs(3, 0);
  EXPECT_TRUE(fails(addresses.create(link("one"), 2, always), ErrorCode::kNotSignedIn));
  const auto ended_meanwhile = [&]() -> Result<std::vector<Action>> {
    set_epochs(4, 1);
    return std::vector<Action>();
  };
  EXPECT_TRUE(fails(addresses.create(link("one"), 3, ended_meanwhile), ErrorCode::kNotSignedIn));
  EXPECT_EQ(count("norn"), 1U) << "the ACCOUNT";
  EXPECT_EQ(name_of(must(addresses.create(link("one"), 4, always))), "one");
}

TEST_F(FeedAddressesTest, NeedAnAccount) {
  must(store_.remove(testing::remove("norn", {{"PK", "USER#1"}, {"SK", "ACCOUNT"}})));
  EXPECT_TRUE(fails(addresses.create(link("one"), {}, always), ErrorCode::kNotFound));
}

}  // namespace
}  // namespace norn::accounts
