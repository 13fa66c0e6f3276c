#include "apps/accounts/feed_links.h"

#include "apps/accounts/test_world.h"

namespace norn::accounts {
namespace {

using testing::must;

class FeedAddressesTest : public World {
 protected:
  static FeedLink link(const std::string& name) {
    return {.pk = "USER#1",
            .sk = "LINK#" + name,
            .address_prefix = "ADDRESS#",
            .type = "LINK",
            .attributes = {{"userId", "1"}, {"name", name}}};
  }
  static Result<std::vector<Action>> always() { return std::vector<Action>(); }
  std::string name_of(const std::string& secret) {
    const auto address = must(addresses.find("ADDRESS#", secret));
    return address ? apps::text_of(*address, "name") : "nobody's";
  }

  FeedAddresses addresses{store_, tables_, clock_, ids_};
};

TEST_F(FeedAddressesTest, KnowWhatTheyLeadTo) {
  const std::string one = must(addresses.create(link("one"), always));
  const std::string two = must(addresses.create(link("two"), always));
  EXPECT_EQ(name_of(one), "one");
  EXPECT_EQ(name_of(two), "two");
  EXPECT_FALSE(must(addresses.find("OTHER#", one))) << "addresses of something else";
  must(addresses.revoke(link("one")));
  EXPECT_EQ(name_of(one), "nobody's");
  EXPECT_EQ(name_of(two), "two");
}

TEST_F(FeedAddressesTest, KeepNoSecret) {
  const std::string secret = must(addresses.create(link("one"), always));
  for (const store::ItemView item : must(store_.scan(testing::scan("norn"))).items) {
    EXPECT_EQ(item.json().find(secret), std::string::npos) << item.json();
  }
  EXPECT_EQ(count("norn"), 2U);
}

TEST_F(FeedAddressesTest, AreMadeUnderTheConditionsOfTheirApp) {
  const auto never = []() -> Result<std::vector<Action>> { return forbidden("No."); };
  EXPECT_TRUE(fails(addresses.create(link("one"), never), ErrorCode::kForbidden));
  // What may be is decided again when it is not as it was.
  int asked = 0;
  const auto changing = [&]() -> Result<std::vector<Action>> {
    if (++asked == 2) return forbidden("Not any more.");
    store::ConditionCheck check;
    check.table = "norn";
    check.key = apps::key_of("NOBODY", "NOBODY");
    check.condition = "attribute_exists(PK)";
    return std::vector<Action>{check};
  };
  EXPECT_TRUE(fails(addresses.create(link("one"), changing), ErrorCode::kForbidden));
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(count("norn"), 0U);
}

TEST_F(FeedAddressesTest, AreNotMarkedAsReadWithTheSecretOfAnEarlierOne) {
  const std::string old = must(addresses.create(link("one"), always));
  must(addresses.create(link("one"), always));
  addresses.note_reading(link("one"), old);
  EXPECT_FALSE(must(addresses.state(link("one")))->last_read_at);
}

}  // namespace
}  // namespace norn::accounts
