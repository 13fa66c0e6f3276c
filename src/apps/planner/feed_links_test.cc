#include "apps/planner/feed_links.h"

#include <gtest/gtest.h>

#include "apps/accounts/users/users.h"
#include "apps/planner/test_world.h"
#include "apps/shared/transaction.h"

namespace norn::planner {
namespace {

class PlannerFeedLinks : public PlannerTest {
 protected:
  PlannerFeedLinks() {
    for (const std::string& id : {ada, bob}) {
      store::PutRequest account;
      account.table = tables.norn();
      account.item = store::Item::from_map(
          {{"PK", keys::user(id)}, {"SK", "ACCOUNT"}, {"entityType", "ACCOUNT"}, {"userId", id}});
      must(store_.put(account));
    }
  }

  std::optional<std::string> user_of(const std::string& secret) {
    return must(links.find_user(secret));
  }
  size_t kept() {
    store::ScanRequest request;
    request.table = tables.norn();
    size_t count = 0;
    for (const store::ItemView item : must(store_.scan(request)).items) {
      count += apps::text_of(item, "entityType").starts_with("FEED") ? 1 : 0;
    }
    return count;
  }

  FeedLinks links{context};
};

TEST_P(PlannerFeedLinks, AreSecretAndOnePerPerson) {
  EXPECT_FALSE(must(links.state(ada)));
  const std::string first = must(links.create(ada));
  EXPECT_EQ(first.size(), 43u);
  EXPECT_EQ(user_of(first), ada);
  const std::string second_one = must(links.create(ada));
  EXPECT_NE(first, second_one);
  EXPECT_FALSE(user_of(first)) << "it has ended";
  EXPECT_EQ(user_of(second_one), ada);
  const std::string bobs = must(links.create(bob));
  EXPECT_EQ(user_of(bobs), bob);
  // Only digests are kept: two items for each.
  EXPECT_EQ(kept(), 4u);
  for (const std::string_view wrong : {"", "x", "AAAA", "#", "FEED"}) {
    EXPECT_FALSE(user_of(std::string(wrong))) << wrong;
  }
  EXPECT_FALSE(user_of(std::string(43, 'A')));
}

TEST_P(PlannerFeedLinks, EndWhenTheyAreRevoked) {
  const std::string secret = must(links.create(ada));
  must(links.revoke(ada));
  EXPECT_FALSE(user_of(secret));
  EXPECT_FALSE(must(links.state(ada)));
  EXPECT_EQ(kept(), 0u);
  must(links.revoke(ada));
}

TEST_P(PlannerFeedLinks, SayWhenTheyWereReadToTheHour) {
  const std::string secret = must(links.create(ada));
  EXPECT_EQ(must(links.state(ada))->created_at, "2024-01-15T10:30:00Z");
  EXPECT_FALSE(must(links.state(ada))->last_read_at);
  clock.advance_ms(60'000);
  user_of(secret);
  EXPECT_EQ(must(links.state(ada))->last_read_at, "2024-01-15T10:31:00Z");
  clock.advance_ms(59 * 60'000);
  user_of(secret);
  EXPECT_EQ(must(links.state(ada))->last_read_at, "2024-01-15T10:31:00Z");
  clock.advance_ms(60'000);
  user_of(secret);
  EXPECT_EQ(must(links.state(ada))->last_read_at, "2024-01-15T11:31:00Z");
}

TEST_P(PlannerFeedLinks, AreMadeByOneOfTwoAtTheSameTimeLast) {
  std::string other;
  meanwhile([&] { other = must(links.create(ada)); });
  const std::string secret = must(links.create(ada));
  EXPECT_FALSE(user_of(other));
  EXPECT_EQ(user_of(secret), ada);
  EXPECT_EQ(kept(), 2u);
}

TEST_P(PlannerFeedLinks, EndWithThePerson) {
  const std::string secret = must(links.create(ada));
  const accounts::User user{.id = ada, .email = "ada@example.com", .name = "Ada"};
  auto actions = must(links.on_delete(user));
  // Made after it was decided what goes: it is decided again.
  meanwhile([&] { must(links.create(ada)); });
  EXPECT_FALSE(must(apps::write_all(store_, actions)));
  EXPECT_TRUE(must(apps::write_all(store_, must(links.on_delete(user)))));
  EXPECT_FALSE(user_of(secret));
  EXPECT_EQ(kept(), 0u);
}

TEST_P(PlannerFeedLinks, EndWhenTheAccountIsTakenOver) {
  const std::string before = must(links.create(ada));
  const int64_t taken_over_ms = clock.now_ms();
  EXPECT_FALSE(must(links.end_access(ada, taken_over_ms)));
  EXPECT_FALSE(user_of(before));
  clock.advance_ms(1'000);
  const std::string after = must(links.create(ada));
  EXPECT_FALSE(must(links.end_access(ada, taken_over_ms)));
  EXPECT_EQ(user_of(after), ada);
}

TEST_P(PlannerFeedLinks, AreForThoseWhoAreThere) {
  EXPECT_TRUE(fails(links.create("00000000-0000-4000-8000-0000000000cc"), ErrorCode::kNotFound));
}

NORN_ENGINE_ON_BOTH_STORES(PlannerFeedLinks);

}  // namespace
}  // namespace norn::planner
