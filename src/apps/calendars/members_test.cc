#include "apps/calendars/render.h"
#include "apps/calendars/service.h"
#include "apps/calendars/test_world.h"

namespace norn::calendars {
namespace {

class MembersTest : public CalendarsTest {
 protected:
  Membership membership(const std::string& user) {
    return must(authorize(scene.context, user, calendar, Role::kReader)).membership;
  }

  Result<Member> change(const std::string& actor, const std::string& target, Role role) {
    return scene.members.change_role(actor, calendar, target, role, etag_of(membership(target)));
  }

  std::string listed(const std::string& user) {
    std::string text;
    for (const Member& member : must(scene.members.list(user, calendar))) {
      text += (member.user ? member.user->name : "?") + ":" +
              std::string(to_text(member.membership.role)) + " ";
    }
    return text;
  }
};
NORN_ON_BOTH_STORES(MembersTest);

TEST_P(MembersTest, MembersSeeOneAnother) {
  scene.join(calendar, ada, "zoe", Role::kReader);
  for (const std::string& user : {ada, bob, eve, zoe}) {
    EXPECT_EQ(listed(user), "ada:owner bob:writer eve:reader zoe:reader ");
  }
  must(scene.members.remove(ada, calendar, zoe));
  EXPECT_TRUE(fails(scene.members.list(zoe, calendar), ErrorCode::kNotFound));
}

TEST_P(MembersTest, AMemberWhoIsGoneHasNoName) {
  must(scene.users.remove(*must(scene.users.find(eve)), {}));
  EXPECT_EQ(listed(ada), "ada:owner bob:writer ?:reader ");
  std::string json;
  append_json(json, membership(eve), nullptr, false);
  EXPECT_NE(json.find(R"("name":null,"email":null)"), std::string::npos) << json;
}

TEST_P(MembersTest, OneSeesWhoseAddressIsProved) {
  scene.person("new", false);
  scene.join(calendar, ada, "new", Role::kWriter);
  std::string unproved;
  for (const Member& member : must(scene.members.list(eve, calendar))) {
    if (!member.email_verified) unproved += member.user->name + " ";
  }
  EXPECT_EQ(unproved, "new ");
  EXPECT_TRUE(must(change(ada, bob, Role::kReader)).email_verified);
}

TEST_P(MembersTest, OwnersChangeRoles) {
  clock.advance_ms(3'000);
  const Member changed = must(change(ada, bob, Role::kReader));
  EXPECT_EQ(changed.membership.role, Role::kReader);
  EXPECT_EQ(changed.membership.updated_at, "2024-01-15T10:30:03Z");
  EXPECT_EQ(changed.user->name, "bob");
  EXPECT_EQ(membership(bob), changed.membership);
  settle();
  EXPECT_EQ(must(scene.calendars.list(bob)).size(), 1);
}

TEST_P(MembersTest, OthersDoNotChangeRoles) {
  for (const std::string& actor : {bob, eve}) {
    EXPECT_TRUE(fails(change(actor, actor, Role::kOwner), ErrorCode::kForbidden));
    EXPECT_TRUE(fails(change(actor, ada, Role::kReader), ErrorCode::kForbidden));
    EXPECT_TRUE(fails(scene.members.remove(actor, calendar, ada), ErrorCode::kForbidden));
  }
  EXPECT_TRUE(fails(change(zoe, ada, Role::kReader), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.members.remove(zoe, calendar, ada), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.members.remove(zoe, calendar, zoe), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.members.change_role(ada, calendar, zoe, Role::kWriter, "x"),
                    ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.members.remove(ada, calendar, zoe), ErrorCode::kNotFound));
}

TEST_P(MembersTest, AStaleChangeIsRefusedWithTheCurrentState) {
  const std::string old = etag_of(membership(bob));
  const Member current = must(change(ada, bob, Role::kReader));
  const auto refused = scene.members.change_role(ada, calendar, bob, Role::kOwner, old);
  ASSERT_TRUE(fails(refused, ErrorCode::kStale));
  std::string json;
  append_json(json, current.membership, &*current.user, true);
  EXPECT_EQ(fault_of(refused.error())->current, json);
  EXPECT_EQ(fault_of(refused.error())->etag, etag_of(current.membership));
  const std::string next = etag_of(current.membership);
  meanwhile([&] { must(change(ada, bob, Role::kWriter)); });
  EXPECT_TRUE(
      fails(scene.members.change_role(ada, calendar, bob, Role::kOwner, next), ErrorCode::kStale));
}

TEST_P(MembersTest, TheLastOwnerNeitherLeavesNorStepsDown) {
  const auto left = scene.members.remove(ada, calendar, ada);
  ASSERT_TRUE(fails(left, ErrorCode::kConflict));
  EXPECT_EQ(left.error().message,
            "A calendar needs at least one owner. Give that role to another member first.");
  EXPECT_TRUE(fails(change(ada, ada, Role::kReader), ErrorCode::kConflict));
  EXPECT_TRUE(change(ada, ada, Role::kOwner)) << "which changes nothing";
  must(change(ada, bob, Role::kOwner));
  must(change(ada, ada, Role::kWriter));
  EXPECT_TRUE(fails(scene.members.remove(bob, calendar, bob), ErrorCode::kConflict));
  must(scene.members.remove(ada, calendar, ada));
  EXPECT_EQ(listed(bob), "bob:owner eve:reader ");
}

TEST_P(MembersTest, AnOwnerLeavesWhenThereIsAnother) {
  must(change(ada, bob, Role::kOwner));
  must(scene.members.remove(ada, calendar, ada));
  EXPECT_TRUE(fails(scene.calendars.get(ada, calendar), ErrorCode::kNotFound));
}

TEST_P(MembersTest, EverybodyElseLeavesAsTheyLike) {
  must(scene.members.remove(eve, calendar, eve));
  must(scene.members.remove(bob, calendar, bob));
  EXPECT_EQ(listed(ada), "ada:owner ");
}

TEST_P(MembersTest, TwoOwnersWhoDemoteEachOtherLeaveOne) {
  must(change(ada, bob, Role::kOwner));
  meanwhile([&] { must(change(ada, bob, Role::kReader)); });
  EXPECT_TRUE(fails(change(bob, ada, Role::kReader), ErrorCode::kForbidden));
  EXPECT_EQ(listed(eve), "ada:owner bob:reader eve:reader ");
}

TEST_P(MembersTest, TwoOwnersWhoLeaveAtTheSameMomentLeaveOne) {
  must(change(ada, bob, Role::kOwner));
  meanwhile([&] { must(scene.members.remove(ada, calendar, ada)); });
  EXPECT_TRUE(fails(scene.members.remove(bob, calendar, bob), ErrorCode::kConflict));
  EXPECT_EQ(listed(eve), "bob:owner eve:reader ");
}

TEST_P(MembersTest, AnotherWitnessIsFoundWhenTheFirstIsGone) {
  must(change(ada, bob, Role::kOwner));
  must(change(ada, eve, Role::kOwner));
  meanwhile([&] { must(change(eve, bob, Role::kReader)); });
  must(scene.members.remove(ada, calendar, ada));
  EXPECT_EQ(listed(eve), "eve:owner bob:reader ");
}

TEST_P(MembersTest, AReaderWhoIsMadeTheOnlyOwnerMeanwhileDoesNotLeave) {
  meanwhile([&] {
    must(change(ada, eve, Role::kOwner));
    must(change(ada, ada, Role::kReader));
  });
  EXPECT_TRUE(fails(scene.members.remove(eve, calendar, eve), ErrorCode::kConflict));
}

}  // namespace
}  // namespace norn::calendars
