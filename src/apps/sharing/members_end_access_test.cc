#include "apps/accounts/takeovers.h"
#include "apps/sharing/test_things.h"

// The owner of an address takes over the account that another person created with it.
namespace norn::sharing {
namespace {

class SharedTakeovers : public SharingTest {
 protected:
  // As signing in with a provider does.
  void take_over(const std::string& name) {
    const auto always = [](const accounts::Account&) { return Result<void>(); };
    must(users.adopt(name + "@example.com", "google", name, always));
  }

  accounts::Takeovers takeovers{users, sweeps};
  std::string squatter = person("mallory", false);
};

TEST_F(SharedTakeovers, EndTheRolesThatTheCreatorGaveToOthers) {
  room("lair", squatter);
  join("lair", bob, "warden");
  join("lair", eve, "owner");
  must(members.invite(squatter, "lair", "mate@example.com", "host"));
  must(members.invite(bob, "lair", "other@example.com", "guest"));
  take_over("mallory");
  EXPECT_EQ(role_of(squatter, "lair"), "owner");
  EXPECT_EQ(role_of(bob, "lair"), "");
  EXPECT_EQ(role_of(eve, "lair"), "");
  EXPECT_EQ(invitation_items(), 0U);
  EXPECT_EQ(open_sweeps(), 0U);
  EXPECT_EQ(role_of(bob), "warden") << "the rooms of others are theirs";
}

TEST_F(SharedTakeovers, LeaveAThingToThePersonWhoCreatedIt) {
  clock.advance_ms(1'000);
  join("den", squatter, "owner");
  must(members.invite(squatter, "den", "mate@example.com", "host"));
  must(members.invite(ada, "den", "friend@example.com", "host"));
  take_over("mallory");
  EXPECT_EQ(role_of(ada), "owner");
  EXPECT_EQ(role_of(bob), "warden");
  EXPECT_EQ(role_of(squatter), "owner");
  EXPECT_EQ(invitation_items(), 2U) << "ada's invitation";
}

TEST_F(SharedTakeovers, OfAProvedAddressAreNone) {
  take_over("ada");
  EXPECT_EQ(role_of(bob), "warden");
}

TEST_F(SharedTakeovers, AreFinishedAfterACrashAndSpareWhatTheOwnerGivesMeanwhile) {
  for (const char* name : {"a", "b", "c"}) {
    room(name, squatter);
    join(name, bob, "host");
  }
  const Error broken = {ErrorCode::kUnavailable, "The store is away.", nullptr};
  // After the takeover and the first room the store is away.
  meanwhile([&] { meanwhile([&] { store_.refuse(1, broken); }); });
  take_over("mallory");
  EXPECT_EQ(role_of(bob, "c"), "host");
  EXPECT_EQ(open_sweeps(), 1U);
  clock.advance_ms(60'000);
  join("c", eve, "guest");
  must(sweeps.run());
  for (const char* name : {"a", "b", "c"}) EXPECT_EQ(role_of(bob, name), "") << name;
  EXPECT_EQ(role_of(eve, "c"), "guest");
  EXPECT_EQ(open_sweeps(), 0U);
}

}  // namespace
}  // namespace norn::sharing
