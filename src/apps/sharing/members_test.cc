#include "apps/sharing/members.h"

#include "apps/sharing/test_things.h"

// The rules that hold for every app. What apps add to them is tested beside them.
namespace norn::sharing {
namespace {

class SharedMembers : public SharingTest {};

TEST_F(SharedMembers, ComeByName) {
  must(users.rename(eve, "Alf"));
  std::string names;
  for (const Member& member : must(members.list(eve, "den"))) names += member.user->name + " ";
  EXPECT_EQ(names, "ada Alf bob ");
  EXPECT_TRUE(fails(members.list(zoe, "den"), ErrorCode::kNotFound));
}

TEST_F(SharedMembers, WhoManagesChangesPeopleUpToTheRightsTheyHave) {
  EXPECT_EQ(must(change(bob, eve, "warden")).membership.role, "warden");
  must(change(bob, eve, "host"));
  EXPECT_TRUE(fails(change(bob, eve, "owner"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(change(bob, bob, "owner"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(change(bob, ada, "guest"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(members.remove(bob, "den", ada), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(members.invite(bob, "den", "zoe@example.com", "owner"), ErrorCode::kForbidden));
  must(members.invite(bob, "den", "zoe@example.com", "warden"));
  must(members.remove(bob, "den", eve));
  must(change(bob, bob, "guest"));
  EXPECT_TRUE(fails(members.remove(bob, "den", zoe), ErrorCode::kForbidden));
  EXPECT_EQ(role_of(ada) + role_of(bob) + role_of(eve) + role_of(zoe), "ownerguestwarden");
}

TEST_F(SharedMembers, ARoleIsOneOfTheLadder) {
  EXPECT_TRUE(fails(change(ada, eve, "king"), ErrorCode::kInvalid, "role"));
  EXPECT_TRUE(
      fails(members.invite(ada, "den", "zoe@example.com", ""), ErrorCode::kInvalid, "role"));
}

TEST_F(SharedMembers, TheLastOwnerStays) {
  EXPECT_TRUE(fails(change(ada, ada, "warden"), ErrorCode::kConflict));
  const auto left = members.remove(ada, "den", ada);
  ASSERT_TRUE(fails(left, ErrorCode::kConflict));
  EXPECT_EQ(left.error().message,
            "A room needs at least one owner. Give that role to another member first.");
  must(change(ada, eve, "owner"));
  meanwhile([&] { must(change(ada, eve, "guest")); });
  EXPECT_TRUE(fails(members.remove(ada, "den", ada), ErrorCode::kConflict));
  must(change(ada, eve, "owner"));
  must(members.remove(ada, "den", ada));
  EXPECT_EQ(role_of(eve), "owner");
}

TEST_F(SharedMembers, WhatIsWrittenIsDecidedByWhatIsSoThen) {
  meanwhile([&] { must(change(ada, bob, "host")); });
  EXPECT_TRUE(fails(members.remove(bob, "den", eve), ErrorCode::kForbidden));
  const std::string known = etag(eve);
  clock.advance_ms(1'000);
  meanwhile([&] { must(change(ada, eve, "host")); });
  EXPECT_TRUE(fails(members.change_role(ada, "den", eve, "warden", known), ErrorCode::kStale));
  meanwhile([&] { erase(Rooms::kTable, Rooms::room_key("den")); });
  EXPECT_TRUE(fails(members.remove(ada, "den", eve), ErrorCode::kNotFound));
  EXPECT_EQ(role_of(eve), "host");
}

// The owner is part of the keys: no change of roles touches it.
class SingleOwner : public SharingTest {
 protected:
  SingleOwner() : SharingTest(Owners::kExactlyOne) {}
};

TEST_F(SingleOwner, IsMadeByNoChangeOfRoles) {
  EXPECT_TRUE(fails(change(ada, eve, "owner"), ErrorCode::kConflict, "role"));
  EXPECT_TRUE(fails(change(ada, ada, "guest"), ErrorCode::kConflict, "role"));
  EXPECT_TRUE(
      fails(members.invite(ada, "den", "zoe@example.com", "owner"), ErrorCode::kConflict, "role"));
  EXPECT_TRUE(fails(members.remove(ada, "den", ada), ErrorCode::kConflict));
  must(change(ada, eve, "warden"));
  must(members.remove(bob, "den", bob));
  EXPECT_EQ(role_of(ada), "owner");
}

}  // namespace
}  // namespace norn::sharing
