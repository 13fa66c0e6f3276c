#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "apps/calendars/test_world.h"
#include "embedded/embedded_store.h"
#include "support/temporary_folder.h"

namespace norn::calendars {
namespace {

// Runs all of them at the same moment.
void together(const std::vector<std::function<void()>>& jobs) {
  std::latch ready(static_cast<ptrdiff_t>(jobs.size()));
  std::vector<std::jthread> threads;
  for (const auto& job : jobs) {
    threads.emplace_back([&ready, &job] {
      ready.arrive_and_wait();
      job();
    });
  }
}

class CalendarThreads : public ::testing::Test {
 protected:
  static std::unique_ptr<embedded::EmbeddedStore> open(const testing::TemporaryFolder& folder,
                                                       const Clock& clock) {
    embedded::Options options;
    options.directory = folder.path() / "data";
    options.background = false;
    options.sync = false;
    return must(embedded::EmbeddedStore::open(options, clock));
  }

  Membership membership(const std::string& calendar, const std::string& user) {
    return must(authorize(scene.context, user, calendar, Role::kReader)).membership;
  }

  Result<Member> change(const std::string& calendar, const std::string& actor,
                        const Membership& target, Role role) {
    return scene.members.change_role(actor, calendar, target.user_id, role, etag_of(target));
  }

  size_t owners(const std::string& calendar, const std::string& user) {
    return static_cast<size_t>(std::ranges::count_if(
        must(scene.members.list(user, calendar)),
        [](const Member& member) { return member.membership.role == Role::kOwner; }));
  }

  ManualClock clock{accounts::kStartMs};
  testing::TemporaryFolder folder{"norn_calendars"};
  std::unique_ptr<embedded::EmbeddedStore> store = open(folder, clock);
  Scene scene{*store, clock};
  std::string ada = scene.person("ada");
  std::string bob = scene.person("bob");
};

TEST_F(CalendarThreads, TwoOwnersWhoDemoteEachOtherLeaveExactlyOne) {
  constexpr int kRounds = 100;
  const std::string eve = scene.person("eve");
  const std::string calendar = scene.calendar(ada);
  scene.join(calendar, ada, "bob", Role::kOwner);
  scene.join(calendar, ada, "eve", Role::kReader);
  for (int round = 0; round < kRounds; ++round) {
    const Membership of_ada = membership(calendar, ada);
    const Membership of_bob = membership(calendar, bob);
    std::atomic<int> done = 0;
    together({[&] { done += change(calendar, ada, of_bob, Role::kWriter) ? 1 : 0; },
              [&] { done += change(calendar, bob, of_ada, Role::kWriter) ? 1 : 0; }});
    ASSERT_EQ(done, 1);
    ASSERT_EQ(owners(calendar, eve), 1);
    const bool ada_won = membership(calendar, ada).role == Role::kOwner;
    must(change(calendar, ada_won ? ada : bob, membership(calendar, ada_won ? bob : ada),
                Role::kOwner));
  }
}

TEST_F(CalendarThreads, TwoOwnersWhoLeaveOrStepDownLeaveExactlyOne) {
  constexpr int kRounds = 50;
  const std::string eve = scene.person("eve");
  for (int round = 0; round < kRounds; ++round) {
    const std::string calendar = scene.calendar(ada);
    scene.join(calendar, ada, "bob", Role::kOwner);
    scene.join(calendar, ada, "eve", Role::kReader);
    const Membership of_bob = membership(calendar, bob);
    std::atomic<int> done = 0;
    together({[&] { done += scene.members.remove(ada, calendar, ada) ? 1 : 0; },
              [&] { done += change(calendar, bob, of_bob, Role::kReader) ? 1 : 0; }});
    ASSERT_EQ(done, 1);
    ASSERT_EQ(owners(calendar, eve), 1);
  }
}

TEST_F(CalendarThreads, OfTwoEditsOfOneEntryOneWinsAndTheOtherSeesIt) {
  constexpr int kRounds = 100;
  const std::string calendar = scene.calendar(ada);
  scene.join(calendar, ada, "bob", Role::kWriter);
  Entry entry = scene.entry(ada, calendar, "2024-01-15", AllDay{});
  for (int round = 0; round < kRounds; ++round) {
    const std::string etag = etag_of(entry);
    Result<Entry> results[2];
    const auto edit = [&](size_t which, const std::string& user) {
      const EntryPatch patch = {.title = fmt::format("{} {}", user, round)};
      results[which] = scene.entries.change(user, entry.id, patch, etag);
    };
    together({[&] { edit(0, ada); }, [&] { edit(1, bob); }});
    ASSERT_NE(results[0].has_value(), results[1].has_value());
    const size_t winner = results[0] ? 0 : 1;
    ASSERT_TRUE(fails(results[1 - winner], ErrorCode::kStale));
    entry = must(scene.entries.get(ada, entry.id));
    EXPECT_EQ(entry, *results[winner]);
    EXPECT_EQ(fault_of(results[1 - winner].error())->etag, etag_of(entry));
  }
}

TEST_F(CalendarThreads, TogglesInParallelAllComeThrough) {
  constexpr int kToggles = 25;
  const std::string calendar = scene.calendar(ada);
  const Entry task = scene.entry(ada, calendar, "2024-01-15", Task{});
  std::atomic<int> failures = 0;
  const auto toggle = [&] {
    for (int i = 0; i < kToggles; ++i) {
      const auto result = scene.entries.complete(ada, task.id, i % 2 == 0);
      failures += result && result->kind == Kind(Task{i % 2 == 0}) ? 0 : 1;
    }
  };
  together({toggle, toggle, toggle});
  EXPECT_EQ(failures, 0);
}

TEST_F(CalendarThreads, TheSameKeyInParallelMakesOneEntry) {
  const std::string calendar = scene.calendar(ada);
  const apps::Creation creation = {
      .user_id = ada, .operation = "createEntry", .key = "k", .digest = "d"};
  EntryInput input;
  input.title = "Once";
  input.date = date("2024-01-15");
  input.kind = AllDay{};
  std::mutex mutex;
  std::set<std::string> made;
  const auto create = [&] {
    const std::string id = must(scene.entries.create(ada, calendar, input, creation)).id;
    const std::lock_guard lock(mutex);
    made.insert(id);
  };
  together({create, create, create, create});
  EXPECT_EQ(made.size(), 1);
  EXPECT_EQ(scene.count("calendsync", "ENTRY"), 1);
}

TEST_F(CalendarThreads, ACalendarThatIsDeletedWhileItIsUsedLeavesNothing) {
  constexpr int kRounds = 10;
  constexpr int64_t kDayMs = int64_t{24} * 60 * 60 * 1000;
  for (int round = 0; round < kRounds; ++round) {
    clock.advance_ms(kDayMs);  // A person can invite only so many others in a while.
    const std::string calendar = scene.calendar(ada);
    scene.join(calendar, ada, "bob", Role::kWriter);
    std::atomic<bool> writing = false;
    const auto write = [&] {
      EntryInput input;
      input.title = "Title";
      input.date = date("2024-01-15");
      input.kind = AllDay{};
      while (scene.entries.create(bob, calendar, input, {})) writing = true;
      writing = true;
    };
    const auto invite = [&] {
      for (int i = 0; i < 20; ++i) {
        const std::string email = fmt::format("new{}@example.com", i);
        if (!scene.members.invite(ada, calendar, email, Role::kReader)) return;
      }
    };
    const auto remove = [&] {
      while (!writing) std::this_thread::yield();
      scene.delete_for_good(ada, calendar);
      must(scene.sweeps.run());
    };
    together({write, invite, remove});
    ASSERT_EQ(scene.count("calendsync", "ENTRY"), 0);
    ASSERT_EQ(scene.count("calendsync", "MEMBERSHIP"), 0);
    ASSERT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
    ASSERT_EQ(scene.count("norn", "SWEEP"), 0);
  }
}

TEST_F(CalendarThreads, OfSigningUpAndWithdrawingOneIsFirst) {
  constexpr int kRounds = 50;
  const std::string calendar = scene.calendar(ada);
  for (int round = 0; round < kRounds; ++round) {
    const std::string name = fmt::format("new{}", round);
    const std::string email = name + "@example.com";
    scene.join(calendar, ada, name, Role::kReader);
    std::string fresh;
    std::atomic<bool> is_withdrawn = false;
    together({[&] { fresh = scene.person(name); },
              [&] { is_withdrawn = scene.members.withdraw(ada, calendar, email).has_value(); }});
    const auto access = authorize(scene.context, fresh, calendar, Role::kReader);
    ASSERT_NE(access.has_value(), is_withdrawn.load());
    ASSERT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
  }
  EXPECT_EQ(scene.count("norn", "SWEEP"), 0);
}

TEST_F(CalendarThreads, WhoSignsUpWhileTheyAreInvitedIsAlwaysAMember) {
  constexpr int kRounds = 50;
  const std::string calendar = scene.calendar(ada);
  for (int round = 0; round < kRounds; ++round) {
    const std::string name = fmt::format("new{}", round);
    std::string fresh;
    together({[&] { fresh = scene.person(name); },
              [&] { scene.join(calendar, ada, name, Role::kReader); }});
    ASSERT_EQ(scene.role_of(calendar, fresh), Role::kReader);
  }
  EXPECT_EQ(scene.count("norn", "CALENDAR_INVITATION"), 0);
}

}  // namespace
}  // namespace norn::calendars
