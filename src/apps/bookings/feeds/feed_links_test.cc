#include "apps/bookings/feeds/feed_links.h"

#include "apps/bookings/events/test_stays.h"

namespace norn::bookings {
namespace {

class BookingsFeedLinks : public StaysTest {
 protected:
  using Reader = PlaceFeedLinks::Reader;
  std::optional<Reader> reader(const std::string& secret) { return must(links.find(secret)); }
  // Items of links and of addresses.
  size_t kept() {
    store::ScanRequest request;
    request.table = tables.norn();
    size_t count = 0;
    for (const store::ItemView item : must(store_.scan(request)).items) {
      count += apps::text_of(item, "entityType").starts_with("PLACE_FEED") ? 1 : 0;
    }
    return count;
  }

  PlaceFeedLinks links{context};
};

TEST_F(BookingsFeedLinks, AreOneForEachPersonAndPlace) {
  EXPECT_FALSE(must(links.state(bob, cottage)));
  const std::string first = must(links.create(bob, cottage));
  EXPECT_EQ(first.size(), 43U);
  EXPECT_EQ(reader(first), (Reader{bob, cottage}));
  const std::string second = must(links.create(bob, cottage));
  EXPECT_FALSE(reader(first)) << "it has ended";
  EXPECT_EQ(reader(second), (Reader{bob, cottage}));
  EXPECT_FALSE(must(links.state(bob, boat)));
  const std::string boats = must(links.create(bob, boat));
  const std::string eves = must(links.create(eve, cottage));
  EXPECT_EQ(reader(boats), (Reader{bob, boat}));
  EXPECT_EQ(reader(eves), (Reader{eve, cottage}));
  EXPECT_EQ(reader(second), (Reader{bob, cottage}));
  EXPECT_EQ(kept(), 6U) << "two for each";
  for (const std::string_view wrong : {"", "x", "AAAA", "#"}) {
    EXPECT_FALSE(reader(std::string(wrong))) << wrong;
  }
}

TEST_F(BookingsFeedLinks, EndWhenTheyAreRevoked) {
  const std::string secret = must(links.create(bob, cottage));
  const std::string other = must(links.create(bob, boat));
  must(links.revoke(bob, cottage));
  EXPECT_FALSE(reader(secret));
  EXPECT_FALSE(must(links.state(bob, cottage)));
  EXPECT_TRUE(reader(other));
  must(links.revoke(bob, cottage));
  EXPECT_EQ(kept(), 2U);
}

TEST_F(BookingsFeedLinks, SayWhenTheyWereReadToTheHour) {
  const std::string secret = must(links.create(bob, cottage));
  EXPECT_EQ(must(links.state(bob, cottage))->created_at, now());
  EXPECT_FALSE(must(links.state(bob, cottage))->last_read_at);
  reader(secret);
  const std::string first = now();
  clock.advance_ms(59 * 60'000);
  reader(secret);
  EXPECT_EQ(must(links.state(bob, cottage))->last_read_at, first);
  clock.advance_ms(60'000);
  reader(secret);
  EXPECT_EQ(must(links.state(bob, cottage))->last_read_at, now());
}

TEST_F(BookingsFeedLinks, EndWhenTheAccountIsTakenOver) {
  const std::string before = must(links.create(bob, cottage));
  const std::string eves = must(links.create(eve, cottage));
  const int64_t taken_over_ms = clock.now_ms();
  clock.advance_ms(1'000);
  const std::string after = must(links.create(bob, boat));
  EXPECT_FALSE(must(links.end_access(bob, taken_over_ms)));
  EXPECT_FALSE(reader(before));
  EXPECT_TRUE(reader(after));
  EXPECT_TRUE(reader(eves));
}

TEST_F(BookingsFeedLinks, EndWithTheMembershipAndDoNotComeBackWithAnother) {
  const std::string secret = must(links.create(bob, cottage));
  leave(cottage, bob);
  EXPECT_FALSE(reader(secret));
  EXPECT_TRUE(fails(links.state(bob, cottage), ErrorCode::kNotFound));
  clock.advance_ms(60'000);
  join(cottage, bob, Role::kViewer);
  EXPECT_FALSE(reader(secret));
  EXPECT_FALSE(must(links.state(bob, cottage)));
  const std::string again = must(links.create(bob, cottage));
  EXPECT_EQ(reader(again), (Reader{bob, cottage}));
  EXPECT_FALSE(reader(secret));
  EXPECT_EQ(kept(), 2U);
}

TEST_F(BookingsFeedLinks, EndWithThePlace) {
  const std::string secret = must(links.create(bob, cottage));
  erase(keys::place(cottage), keys::kPlace);
  EXPECT_FALSE(reader(secret));
}

TEST_F(BookingsFeedLinks, AreForMembers) {
  EXPECT_TRUE(fails(links.create(zoe, cottage), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(links.revoke(zoe, cottage), ErrorCode::kNotFound));
  // Who leaves at that moment gets none.
  meanwhile([&] { leave(cottage, bob); });
  EXPECT_TRUE(fails(links.create(bob, cottage), ErrorCode::kNotFound));
  EXPECT_EQ(kept(), 0U);
}

TEST_F(BookingsFeedLinks, AreMadeByOneOfTwoAtTheSameTimeLast) {
  std::string other;
  meanwhile([&] { other = must(links.create(bob, cottage)); });
  const std::string secret = must(links.create(bob, cottage));
  EXPECT_FALSE(reader(other));
  EXPECT_TRUE(reader(secret));
  EXPECT_EQ(kept(), 2U);
}

TEST_F(BookingsFeedLinks, EndWithThePerson) {
  const std::string first = must(links.create(bob, cottage));
  const std::string second = must(links.create(bob, boat));
  const std::string eves = must(links.create(eve, boat));
  must(users.remove(*must(users.find(bob)), {}));
  // Their memberships are left for a moment.
  EXPECT_FALSE(reader(first));
  EXPECT_FALSE(reader(second));
  EXPECT_FALSE(must(links.forget(bob)));
  EXPECT_EQ(kept(), 2U);
  EXPECT_TRUE(reader(eves));
  EXPECT_FALSE(must(links.forget(bob))) << "it can be repeated";
}

}  // namespace
}  // namespace norn::bookings
