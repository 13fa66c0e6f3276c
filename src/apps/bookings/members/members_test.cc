#include "apps/bookings/members/test_members.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/test_world.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

class BookingsMembers : public BookingsTest {
 protected:
  Membership membership(const std::string& user_id) {
    return must(authorize(context, user_id, cottage, Role::kViewer)).membership;
  }
  Result<Member> change(const std::string& actor, const std::string& user_id, Role role) {
    return members.change_role(actor, cottage, user_id, role, etag_of(membership(user_id)));
  }
  // "ada:administrator bob:member ", with the items of both directions saying the same.
  std::string circle() {
    std::string text;
    for (const Member& member : must(members.list(ada, cottage))) {
      const auto person = item(keys::user(member.membership.user_id), keys::place(cottage));
      EXPECT_TRUE(person && must(membership_from(*person)) == member.membership);
      text += member.user ? member.user->name : "-";
      text += ":" + std::string(to_text(member.membership.role)) + " ";
    }
    return text;
  }
  void wish(const std::string& user_id) {
    write(to_item(Wish{.id = "wish-" + user_id,
                       .place_id = cottage,
                       .user_id = user_id,
                       .stay = stay("2026-07-01", "2026-07-03"),
                       .created_at = now()}));
  }

  Places places{context};
  Members members{context};
};

TEST_F(BookingsMembers, ComeByName) {
  must(users.rename(eve, "Bert"));  // Capital letters make no difference.
  for (const std::string& user : {ada, bob, eve}) {
    const auto all = must(members.list(user, cottage));
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].membership.user_id, ada);
    EXPECT_EQ(all[1].membership.user_id, eve);
    EXPECT_EQ(all[2].user->email, "bob@example.com");
  }
  EXPECT_TRUE(fails(members.list(zoe, cottage), ErrorCode::kNotFound));
}

TEST_F(BookingsMembers, SomebodyWhoIsGoneHasNoName) {
  must(users.remove(*must(users.find(bob)), {}));
  const auto all = must(members.list(ada, cottage));
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].membership.user_id, bob);
  EXPECT_FALSE(all[0].user);
}

TEST_F(BookingsMembers, AnUnknownRoleGivesNoRightsAndIsListedNowhere) {
  store::Map broken = to_member_item(membership(bob)).to_map();
  broken["role"] = "king";
  write(store::Item::from_map(broken));
  EXPECT_EQ(must(members.list(ada, cottage)).size(), 2U);
  EXPECT_TRUE(fails(members.list(bob, cottage), ErrorCode::kNotFound));
  EXPECT_TRUE(
      fails(members.change_role(ada, cottage, bob, Role::kViewer, ""), ErrorCode::kUnreadable));
}

TEST_F(BookingsMembers, AdministratorsChangeRoles) {
  clock.advance_ms(5'000);
  const Member changed = must(change(ada, eve, Role::kMember));
  EXPECT_EQ(changed.membership.role, Role::kMember);
  EXPECT_EQ(changed.membership.updated_at, now());
  EXPECT_EQ(changed.user->id, eve);
  EXPECT_EQ(circle(), "ada:administrator bob:member eve:member ");
  EXPECT_EQ(must(change(ada, eve, Role::kMember)).membership, changed.membership);
  EXPECT_TRUE(fails(change(bob, eve, Role::kViewer), ErrorCode::kForbidden));
  EXPECT_TRUE(
      fails(members.change_role(ada, cottage, zoe, Role::kViewer, ""), ErrorCode::kNotFound));
}

TEST_F(BookingsMembers, WhoDoesNotKnowTheLatestStateGetsIt) {
  const std::string etag = etag_of(membership(bob));
  must(change(ada, bob, Role::kViewer));
  const auto stale = members.change_role(ada, cottage, bob, Role::kAdministrator, etag);
  ASSERT_TRUE(fails(stale, ErrorCode::kConflict));
  EXPECT_EQ(fault_of(stale.error())->etag, etag_of(membership(bob)));
  EXPECT_NE(fault_of(stale.error())->current.find(bob), std::string::npos);
  meanwhile([&] { must(change(ada, bob, Role::kMember)); });
  EXPECT_TRUE(fails(change(ada, bob, Role::kAdministrator), ErrorCode::kConflict));
  EXPECT_EQ(circle(), "ada:administrator bob:member eve:viewer ");
}

TEST_F(BookingsMembers, APlaceAlwaysHasAnAdministrator) {
  EXPECT_TRUE(fails(change(ada, ada, Role::kMember), ErrorCode::kConflict));
  EXPECT_TRUE(fails(members.remove(ada, cottage, ada), ErrorCode::kConflict));
  must(change(ada, bob, Role::kAdministrator));
  meanwhile([&] { must(change(ada, bob, Role::kMember)); });
  EXPECT_TRUE(fails(change(ada, ada, Role::kMember), ErrorCode::kConflict));
  must(change(ada, bob, Role::kAdministrator));
  meanwhile([&] { must(members.remove(bob, cottage, bob)); });
  EXPECT_TRUE(fails(members.remove(ada, cottage, ada), ErrorCode::kConflict));
  EXPECT_EQ(circle(), "ada:administrator eve:viewer ");
}

TEST_F(BookingsMembers, WhoIsNoAdministratorAnyMoreChangesNobody) {
  must(change(ada, bob, Role::kAdministrator));
  meanwhile([&] { must(change(ada, bob, Role::kMember)); });
  EXPECT_TRUE(fails(change(bob, eve, Role::kMember), ErrorCode::kForbidden));
  must(change(ada, bob, Role::kAdministrator));
  meanwhile([&] { must(members.remove(ada, cottage, bob)); });
  EXPECT_TRUE(fails(members.remove(bob, cottage, eve), ErrorCode::kNotFound));
  EXPECT_EQ(circle(), "ada:administrator eve:viewer ");
}

TEST_F(BookingsMembers, WithAnotherAdministratorTheyMayStepDown) {
  must(change(ada, bob, Role::kAdministrator));
  must(change(ada, ada, Role::kViewer));
  EXPECT_EQ(circle(), "ada:viewer bob:administrator eve:viewer ");
}

TEST_F(BookingsMembers, AdministratorsRemoveAnybodyAndEverybodyThemselves) {
  EXPECT_TRUE(fails(members.remove(bob, cottage, eve), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(members.remove(zoe, cottage, eve), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(members.remove(zoe, cottage, zoe), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(members.remove(ada, cottage, zoe), ErrorCode::kNotFound));
  must(members.remove(eve, cottage, eve));
  EXPECT_EQ(circle(), "ada:administrator bob:member ");
  must(members.remove(ada, cottage, bob));
  EXPECT_EQ(circle(), "ada:administrator ");
  EXPECT_FALSE(item(keys::user(bob), keys::place(cottage)));
  EXPECT_EQ(must(places.list(bob)).size(), 1U);
}

TEST_F(BookingsMembers, WishesGoWithThemAndBookingsStay) {
  const Event event = {.id = "e1",
                       .place_id = cottage,
                       .title = "bob",
                       .stay = stay("2026-07-01", "2026-07-03"),
                       .user_id = bob,
                       .created_by = bob,
                       .created_at = now(),
                       .updated_at = now()};
  write(to_item(event));
  wish(bob);
  wish(eve);
  must(members.remove(ada, cottage, bob));
  EXPECT_EQ(must(find_event(context, cottage, "e1")), event);
  ASSERT_EQ(items(keys::wishes(cottage)).size(), 1U);
  EXPECT_EQ(apps::text_of(items(keys::wishes(cottage))[0], "userId"), eve);
}

TEST_F(BookingsMembers, NothingIsWrittenInAPlaceThatIsGone) {
  const Membership bobs = membership(bob);
  meanwhile([&] { must(places.remove(ada, cottage)); });
  EXPECT_TRUE(fails(change(ada, bob, Role::kViewer), ErrorCode::kNotFound));
  EXPECT_EQ(must(membership_from(*item(keys::place(cottage), keys::member(bob)))), bobs)
      << "it is left to the sweep";
  must(sweeps.run());
  EXPECT_TRUE(items(keys::place(cottage)).empty());
  EXPECT_FALSE(item(keys::user(bob), keys::place(cottage)));
}

}  // namespace
}  // namespace norn::bookings
