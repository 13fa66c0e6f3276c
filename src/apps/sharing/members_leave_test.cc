#include "apps/sharing/members.h"
#include "apps/sharing/test_things.h"

// Deleting an account: leaving things, handing them over, deleting those without members.
namespace norn::sharing {
namespace {

class SharedLeaving : public SharingTest {
 protected:
  void forget(const std::string& user_id) {
    must(users.remove(*must(users.find(user_id)), {}));
    while (must(members.forget(user_id))) {
    }
    must(sweeps.run());
    EXPECT_EQ(open_sweeps(), 0U);
  }
  bool is_there(const std::string& room_id) { return must(rooms.exists(room_id)); }
};

TEST_F(SharedLeaving, TheOnlyOwnerHandsOverFirst) {
  const auto refused = members.may_delete(ada);
  ASSERT_TRUE(fails(refused, ErrorCode::kConflict));
  EXPECT_EQ(refused.error().message,
            "You are the only owner of \"Room den\", which others use too. First give that role "
            "to another member, or delete what you do not hand over.");
  must(members.may_delete(bob));
  must(change(ada, bob, "owner"));
  must(members.may_delete(ada));
}

TEST_F(SharedLeaving, WhoCameFirstInherits) {
  clock.advance_ms(1'000);
  join("den", bob, "warden");
  forget(ada);
  EXPECT_EQ(role_of(eve), "owner");
  EXPECT_EQ(role_of(bob), "warden");
}

TEST_F(SharedLeaving, AThingGoesWithItsLastMember) {
  room("loft", zoe);
  must(members.invite(zoe, "loft", "new@example.com", "host"));
  forget(zoe);
  EXPECT_FALSE(is_there("loft"));
  EXPECT_EQ(invitation_items(), 0U);
  EXPECT_TRUE(is_there("den"));
}

// Another program wrote the role.
TEST_F(SharedLeaving, AThingStaysForAMemberWhoCannotBeRead) {
  room("loft", zoe);
  join("loft", bob, "captain");
  const auto losses = must(members.losses(zoe));
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_TRUE(losses[0].stays);
  must(members.may_delete(zoe));
  forget(zoe);
  EXPECT_TRUE(is_there("loft"));
  EXPECT_EQ(role_of(zoe, "loft"), "");
}

TEST_F(SharedLeaving, AThingIsNotTakenFromWhoComesInAtThatMoment) {
  room("loft", zoe);
  must(members.invite(zoe, "loft", "new@example.com", "guest"));
  must(users.remove(*must(users.find(zoe)), {}));
  std::string fresh;
  meanwhile([&] { fresh = person("new"); });
  while (must(members.forget(zoe))) {
  }
  EXPECT_EQ(role_of(fresh, "loft"), "owner");
}

// The membership, by which the thing was found, is gone then.
TEST_F(SharedLeaving, AThingWithoutMembersIsSweptAfterACrash) {
  room("loft", zoe);
  must(users.remove(*must(users.find(zoe)), {}));
  const Error broken = {ErrorCode::kUnavailable, "The store is away.", nullptr};
  meanwhile([&] { meanwhile([&] { store_.refuse(1, broken); }); });
  EXPECT_TRUE(fails(members.forget(zoe), ErrorCode::kUnavailable));
  EXPECT_EQ(role_of(zoe, "loft"), "");
  EXPECT_TRUE(is_there("loft"));
  EXPECT_FALSE(must(members.forget(zoe)));
  must(sweeps.run());
  EXPECT_FALSE(is_there("loft"));
  EXPECT_EQ(open_sweeps(), 0U);
}

}  // namespace
}  // namespace norn::sharing
