#include "apps/calendars/service.h"
#include "apps/calendars/test_world.h"

namespace norn::calendars {
namespace {

class Leaving : public CalendarsTest {
 protected:
  // As an account is deleted: the person first, then what was theirs, part by part.
  void forget(const std::string& user) {
    settle();
    must(scene.users.remove(*must(scene.users.find(user)), {}));
    constexpr int kMaxParts = 100;
    int parts = 0;
    while (must(scene.members.forget(user))) ASSERT_LT(++parts, kMaxParts);
    must(scene.sweeps.run());
  }
};
NORN_ON_BOTH_STORES(Leaving);

TEST_P(Leaving, TheOnlyOwnerOfASharedCalendarHandsItOverFirst) {
  settle();
  const auto refused = scene.members.may_delete(ada);
  ASSERT_TRUE(fails(refused, ErrorCode::kConflict));
  EXPECT_EQ(refused.error().message,
            "You are the only owner of \"Personal\", which others use too. First give that role "
            "to another member, or delete what you do not hand over.");
  const std::string work = scene.calendar(ada, "Work");
  scene.join(work, ada, "bob", Role::kReader);
  settle();
  EXPECT_NE(scene.members.may_delete(ada).error().message.find("\"Personal\", \"Work\""),
            std::string::npos);
}

TEST_P(Leaving, EverybodyElseMayGo) {
  scene.calendar(zoe, "Alone");
  settle();
  for (const std::string& user : {bob, eve, zoe}) must(scene.members.may_delete(user));
  const Membership bobs = must(authorize(scene.context, bob, calendar, Role::kReader)).membership;
  must(scene.members.change_role(ada, calendar, bob, Role::kOwner, etag_of(bobs)));
  must(scene.members.may_delete(ada));
  must(scene.calendars.remove(ada, calendar));
  must(scene.members.may_delete(bob));
}

TEST_P(Leaving, WhoGoesLeavesAllCalendars) {
  const std::string alone = scene.calendar(bob, "Alone");
  scene.entry(bob, alone, "2024-01-15", AllDay{});
  Entry kept = scene.entry(bob, calendar, "2024-01-15", AllDay{});
  forget(bob);
  kept.created_by = kept.updated_by = std::nullopt;
  EXPECT_EQ(must(scene.members.list(ada, calendar)).size(), 2);
  EXPECT_EQ(must(scene.entries.get(ada, kept.id)), kept);
  EXPECT_EQ(scene.count("calendsync", "CALENDAR"), 1) << "what was theirs alone is gone";
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 1);
  EXPECT_EQ(scene.count("norn", "SWEEP"), 0);
  EXPECT_FALSE(must(scene.members.forget(bob)));
}

TEST_P(Leaving, TheMemberWhoJoinedFirstTakesOver) {
  const std::string work = scene.calendar(ada, "Work");
  clock.advance_ms(1'000);
  scene.join(work, ada, "zoe", Role::kReader);
  clock.advance_ms(1'000);
  scene.join(work, ada, "bob", Role::kWriter);
  forget(ada);
  EXPECT_EQ(scene.role_of(work, zoe), Role::kOwner);
  EXPECT_EQ(scene.role_of(work, bob), Role::kWriter);
  EXPECT_EQ(must(scene.members.list(bob, work)).size(), 2);
}

TEST_P(Leaving, AnotherOwnerStaysTheOwner) {
  const Membership eves = must(authorize(scene.context, eve, calendar, Role::kReader)).membership;
  must(scene.members.change_role(ada, calendar, eve, Role::kOwner, etag_of(eves)));
  forget(ada);
  EXPECT_EQ(scene.role_of(calendar, bob), Role::kWriter);
  EXPECT_EQ(scene.role_of(calendar, eve), Role::kOwner);
}

TEST_P(Leaving, ACalendarIsNotTakenFromWhoJoinsAtThatMoment) {
  const std::string alone = scene.calendar(zoe, "Alone");
  must(scene.members.invite(zoe, alone, "new@example.com", Role::kReader));
  settle();
  must(scene.users.remove(*must(scene.users.find(zoe)), {}));
  std::string fresh;
  meanwhile([&] { fresh = scene.person("new"); });
  EXPECT_TRUE(must(scene.members.forget(zoe)));
  EXPECT_EQ(scene.role_of(alone, fresh), Role::kOwner);
}

TEST_P(Leaving, InvitationsGoWithTheCalendar) {
  const std::string alone = scene.calendar(zoe, "Alone");
  for (size_t i = 0; i < kMaxPendingPerCalendar; ++i) {
    must(scene.members.invite(zoe, alone, fmt::format("new{}@example.com", i), Role::kReader));
  }
  forget(zoe);
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
  EXPECT_EQ(scene.count("calendsync", "CALENDAR"), 1);
  settle();
  EXPECT_TRUE(must(scene.calendars.list(scene.person("new0"))).empty());
}

TEST_P(Leaving, ManyCalendarsTakeManyParts) {
  for (int i = 0; i < 60; ++i) scene.calendar(zoe);
  forget(zoe);
  EXPECT_EQ(scene.count("calendsync", "CALENDAR"), 1);
  EXPECT_EQ(scene.count("calendsync", "MEMBERSHIP"), 3);
}

TEST_P(Leaving, AMembershipThatIsLeftOverOfADeletedCalendarGoes) {
  settle();
  must(scene.calendars.remove(ada, calendar));
  EXPECT_TRUE(must(scene.members.forget(eve)));
  EXPECT_EQ(scene.count("calendsync", "MEMBERSHIP"), 2);
}

}  // namespace
}  // namespace norn::calendars
