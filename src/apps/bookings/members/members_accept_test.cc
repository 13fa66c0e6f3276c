#include "apps/accounts/keys.h"
#include "apps/bookings/members/test_members.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/test_world.h"

namespace norn::bookings {
namespace {

// "new@example.com" is invited to the cottage as a member, and has an account after that.
class BookingsAccepting : public BookingsTest {
 protected:
  BookingsAccepting() {
    must(members.invite(ada, cottage, "new@example.com", Role::kMember));
    fresh = person("new");
  }

  bool is_in(const std::string& user_id) {
    const bool as_member = item(keys::place(cottage), keys::member(user_id)).has_value();
    EXPECT_EQ(as_member, item(keys::user(user_id), keys::place(cottage)).has_value());
    return as_member;
  }
  bool is_invited() {
    const bool as_invitee = !items(keys::invitee("new@example.com")).empty();
    EXPECT_EQ(as_invitee, item(keys::place(cottage), keys::invited("new@example.com")).has_value());
    return as_invitee;
  }

  // Without the service.
  void set_proved(const std::string& user_id, bool is_proved) {
    store::UpdateRequest request;
    request.table = tables.norn();
    request.key = apps::key_of(accounts::keys::user(user_id), accounts::keys::kAccount);
    request.update = "SET emailVerified = :proved";
    request.placeholders.values = {{":proved", store::Value::boolean(is_proved)}};
    must(store_.update(request));
  }

  Places places{context};
  Members members{context};
  std::string fresh;
};

TEST_F(BookingsAccepting, TheInvitedSeeWhatTheyAreInvitedTo) {
  must(members.invite(ada, boat, "other@example.com", Role::kMember));
  const auto own = must(members.own_invitations(fresh));
  ASSERT_EQ(own.size(), 1U);
  EXPECT_EQ(own[0].place_name, "Cottage");
  EXPECT_EQ(own[0].inviter_name, "ada");
  EXPECT_EQ(own[0].invitation.place_id, cottage);
  EXPECT_EQ(own[0].invitation.role, Role::kMember);
  EXPECT_EQ(own[0].invitation.created_at, now());
  EXPECT_TRUE(must(members.own_invitations(zoe)).empty());
  EXPECT_TRUE(must(members.own_invitations("nobody")).empty());
}

TEST_F(BookingsAccepting, WhoAcceptsIsAMember) {
  clock.advance_ms(5'000);
  const Access access = must(members.accept(fresh, cottage));
  EXPECT_EQ(access.place.settings.name, "Cottage");
  EXPECT_EQ(access.membership.role, Role::kMember);
  EXPECT_EQ(access.membership.created_at, now());
  EXPECT_EQ(must(places.get(fresh, cottage)).membership, access.membership);
  EXPECT_TRUE(is_in(fresh));
  EXPECT_FALSE(is_invited());
  EXPECT_TRUE(must(members.own_invitations(fresh)).empty());
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
}

TEST_F(BookingsAccepting, WhoDeclinesIsNone) {
  must(members.decline(fresh, cottage));
  EXPECT_FALSE(is_in(fresh));
  EXPECT_FALSE(is_invited());
  EXPECT_TRUE(fails(members.decline(fresh, cottage), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
}

TEST_F(BookingsAccepting, ItIsNobodyElses) {
  EXPECT_TRUE(fails(members.accept(zoe, cottage), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(members.decline(zoe, cottage), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(members.accept(fresh, boat), ErrorCode::kNotFound));
  EXPECT_TRUE(is_invited());
}

TEST_F(BookingsAccepting, AnAddressThatIsNotProvedIsNotInvited) {
  must(users.change_email(fresh, "away@example.com"));
  must(users.change_email(zoe, "new@example.com"));  // Which proves nothing.
  EXPECT_TRUE(must(members.own_invitations(zoe)).empty());
  EXPECT_TRUE(fails(members.accept(zoe, cottage), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(members.decline(zoe, cottage), ErrorCode::kNotFound));
  EXPECT_TRUE(is_invited());
}

TEST_F(BookingsAccepting, WhoHasAnotherAddressByThenDoesNotComeIn) {
  meanwhile([&] { must(users.change_email(fresh, "away@example.com")); });
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
  EXPECT_FALSE(is_in(fresh));
  EXPECT_TRUE(is_invited());
}

TEST_F(BookingsAccepting, NeitherAnotherProvedAddressNorThisOneUnprovedIsEnough) {
  meanwhile([&] { set_proved(fresh, false); });
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
  set_proved(fresh, true);
  meanwhile([&] {
    must(users.change_email(fresh, "away@example.com"));
    set_proved(fresh, true);
  });
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
  EXPECT_FALSE(is_in(fresh));
  EXPECT_TRUE(is_invited());
}

TEST_F(BookingsAccepting, APlaceThatIsGoneAndNotSweptYetTakesNobodyIn) {
  meanwhile([&] { must(places.remove(ada, cottage)); });
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
  EXPECT_FALSE(is_in(fresh));
  EXPECT_FALSE(is_invited());
}

TEST_F(BookingsAccepting, WhoIsGoneByThenDoesNotComeIn) {
  meanwhile([&] { must(users.remove(*must(users.find(fresh)), {})); });
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
  EXPECT_FALSE(is_in(fresh));
}

TEST_F(BookingsAccepting, ItCountsForNothingWhenTheInviterIsNoAdministratorAnyMore) {
  join(cottage, bob, Role::kAdministrator);
  join(cottage, ada, Role::kMember);
  EXPECT_TRUE(must(members.own_invitations(fresh)).empty());
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
  EXPECT_FALSE(is_in(fresh));
  EXPECT_FALSE(is_invited()) << "it is removed";
}

TEST_F(BookingsAccepting, AnInviterWhoStepsDownAtThatMomentBringsNobodyIn) {
  meanwhile([&] { join(cottage, ada, Role::kViewer); });
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
  EXPECT_FALSE(is_in(fresh));
  EXPECT_FALSE(is_invited());
}

TEST_F(BookingsAccepting, WhatAnotherAdministratorSaysMeanwhileCounts) {
  join(cottage, bob, Role::kAdministrator);
  must(users.change_email(fresh, "away@example.com"));
  must(members.invite(bob, cottage, "late@example.com", Role::kAdministrator));
  const std::string late = person("late");
  meanwhile([&] { must(members.withdraw(ada, cottage, "late@example.com")); });
  EXPECT_TRUE(fails(members.accept(late, cottage), ErrorCode::kNotFound));
  EXPECT_FALSE(is_in(late));
}

TEST_F(BookingsAccepting, AnInvitationThatBecomesLessIsNotAcceptedAsMore) {
  store::Map less = item(keys::invitee("new@example.com"), keys::place(cottage))->to_map();
  less["role"] = "viewer";
  meanwhile([&] { write(store::Item::from_map(less)); });
  EXPECT_EQ(must(members.accept(fresh, cottage)).membership.role, Role::kViewer);
}

TEST_F(BookingsAccepting, APlaceThatGoesMeanwhileTakesNobodyIn) {
  meanwhile([&] {
    must(places.remove(ada, cottage));
    must(sweeps.run());
  });
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
  EXPECT_TRUE(items(keys::place(cottage)).empty());
  EXPECT_TRUE(items(keys::user(fresh)).empty());
  EXPECT_FALSE(is_invited());
}

TEST_F(BookingsAccepting, TheInvitationOfAPlaceThatIsNotSweptYetIsRemoved) {
  must(places.remove(ada, cottage));
  EXPECT_TRUE(must(members.own_invitations(fresh)).empty());
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kNotFound));
  EXPECT_FALSE(is_invited());
}

TEST_F(BookingsAccepting, WhoIsInItAlreadyStaysWhatTheyAre) {
  join(cottage, fresh, Role::kViewer);
  EXPECT_TRUE(must(members.own_invitations(fresh)).empty());
  EXPECT_EQ(must(members.accept(fresh, cottage)).membership.role, Role::kViewer);
  EXPECT_FALSE(is_invited());
}

TEST_F(BookingsAccepting, NobodyIsInTooMany) {
  for (size_t i = 0; i < kMaxPlacesPerPerson; ++i) {
    join(place(ids.uuid(), "Tent"), fresh, Role::kViewer);
  }
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kConflict));
  EXPECT_TRUE(is_invited());
}

TEST_F(BookingsAccepting, ABrokenItemIsNamed) {
  store::Map broken = item(keys::invitee("new@example.com"), keys::place(cottage))->to_map();
  broken["role"] = "king";
  write(store::Item::from_map(broken));
  EXPECT_TRUE(must(members.own_invitations(fresh)).empty());
  EXPECT_TRUE(fails(members.accept(fresh, cottage), ErrorCode::kUnreadable));
  EXPECT_FALSE(is_in(fresh));
}

}  // namespace
}  // namespace norn::bookings
