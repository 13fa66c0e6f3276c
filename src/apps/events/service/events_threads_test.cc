#include <fmt/format.h>

#include <atomic>
#include <latch>
#include <memory>
#include <mutex>
#include <thread>

#include "apps/events/service/test_events.h"
#include "embedded/embedded_store.h"
#include "support/temporary_folder.h"

// Many at a time change one series, each as a person would: they read, change, and read again when
// they were told that somebody else was quicker.
namespace norn::events {
namespace {

constexpr int kThreads = 8;
constexpr int kRounds = 12;
constexpr int kMaxTries = 2'000;

class EngineThreads : public ::testing::Test {
 protected:
  // The people and the services on some store.
  struct World {
    World(store::Store& on, const Clock& time) : store(on), clock(time) {
      must(apps::ensure_table(store, planner_table(tables), ""));
      must(apps::ensure_table(store, accounts::norn_table(tables), ""));
      store::PutRequest put;
      put.table = tables.planner();
      put.item = store::Item::from_map(new_owner_meta(user, "UTC", timestamp_s(clock.now_ms())));
      must(store.put(put));
    }

    std::vector<store::Item> all_items() {
      store::QueryRequest request;
      request.table = tables.planner();
      request.key_condition = "PK = :pk";
      request.placeholders.values = {{":pk", keys::user(user)}};
      request.consistent = true;
      return must(apps::query_all(store, request));
    }

    store::Store& store;
    const Clock& clock;
    const std::string user = "00000000-0000-4000-8000-0000000000aa";
    apps::TableNames tables = {};
    accounts::CountingIds ids = {};
    apps::Idempotency idempotency{store, tables, clock};
    apps::Sweeps sweeps{store, tables, clock, ids, {}};
    quotas::Quotas quotas{store, tables, clock};
    Events events{{store, tables, clock, ids, idempotency, sweeps, quotas}};
  };

  // Which series has a day now: edits of "following" cut it into several.
  static std::string series_of(World& world, const std::string& tag) {
    for (const store::Item& item : world.all_items()) {
      if (apps::text_of(item, "entityType") != "MASTER") continue;
      const Master master = must(master_from(item));
      const Series series = must(Series::of(master));
      if (must(series.find(tag))) return master.id;
    }
    return "";
  }

  // Reads and changes until it is done.
  static void persist(World& world, const std::string& tag, const EventChange& edit, Scope scope) {
    for (int i = 0; i < kMaxTries; ++i) {
      const std::string master = series_of(world, tag);
      if (master.empty()) continue;  // Read between two states.
      const EventId id = id_of(instance_id(master, tag));
      const auto current = world.events.get(world.user, id);
      if (!current) continue;
      const auto done = world.events.change(world.user, id, edit, scope, etag_of(*current));
      if (done) return;
      const ErrorCode code = done.error().code;
      if (code != ErrorCode::kConflict && code != ErrorCode::kNotFound) {
        ADD_FAILURE() << testing::to_text(done.error());
        return;
      }
      std::this_thread::yield();
    }
    ADD_FAILURE() << "it never came through";
  }

  // Each thread has a day of its own, of which it changes the title; now and then it gives all, or
  // all that follow, another place.
  static void work(World& world, int thread, std::string& last_title) {
    const std::string tag = fmt::format("202501{:02}", 10 + thread);
    for (int round = 0; round < kRounds; ++round) {
      last_title = fmt::format("{} {}", thread, round);
      persist(world, tag, titled(last_title), Scope::kThis);
      EventChange place;
      place.details.location = last_title;
      if (round % 4 == 1) persist(world, tag, place, Scope::kAll);
      if (round % 4 == 3) persist(world, tag, place, Scope::kFollowing);
    }
  }

  static void expect_nothing_lost(World& world) {
    must(world.events.create(world.user,
                             repeating(timed("2025-01-01T09:00:00", "2025-01-01T10:00:00", "UTC"),
                                       "FREQ=DAILY;COUNT=60"),
                             {}));
    std::vector<std::string> titles(kThreads);
    std::latch ready(kThreads);
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
          ready.arrive_and_wait();
          work(world, i, titles[static_cast<size_t>(i)]);
        });
      }
    }
    ItemsCheck check;
    EXPECT_EQ(check.faults(world.user, world.all_items()), Texts());
    const Texts occurrences = occurrences_of(
        world.all_items(), {.from_s = second("2025-01-01"), .to_s = second("2026-01-01")});
    EXPECT_EQ(occurrences.size(), 60);
    for (int i = 0; i < kThreads; ++i) {
      const std::string expected =
          fmt::format("2025-01-{:02}T09:00:00Z {} {}", 10 + i, i, kRounds - 1);
      EXPECT_NE(std::ranges::find(occurrences, expected), occurrences.end()) << expected;
    }
  }

  ManualClock clock{accounts::kStartMs};
};

TEST_F(EngineThreads, NoAcknowledgedChangeIsLostOnTheModel) {
  testing::ModelStore store(clock);
  World world(store, clock);
  expect_nothing_lost(world);
}

TEST_F(EngineThreads, NoAcknowledgedChangeIsLostOnTheEmbeddedStore) {
  const testing::TemporaryFolder folder("norn_planner");
  embedded::Options options;
  options.directory = folder.path() / "data";
  options.background = false;
  options.sync = false;
  const auto store = must(embedded::EmbeddedStore::open(options, clock));
  World world(*store, clock);
  expect_nothing_lost(world);
}

// With one and the same ETag, of many changes one is done.
TEST_F(EngineThreads, OfManyWithOneEtagOneWins) {
  testing::ModelStore store(clock);
  World world(store, clock);
  const Master master = std::get<Master>(must(world.events.create(
      world.user,
      repeating(timed("2025-01-01T09:00:00", "2025-01-01T10:00:00", "UTC"), "FREQ=DAILY"), {})));
  for (int round = 0; round < kRounds; ++round) {
    const std::string tag = fmt::format("202502{:02}", 10 + round);
    const EventId id = id_of(instance_id(master.id, tag));
    const std::string etag = etag_of(must(world.events.get(world.user, id)));
    std::atomic<int> done = 0;
    std::atomic<int> told = 0;
    std::latch ready(kThreads);
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
          ready.arrive_and_wait();
          const auto result =
              world.events.change(world.user, id, titled(fmt::format("{} {}", round, i)),
                                  i % 2 == 0 ? Scope::kThis : Scope::kAll, etag);
          done += result ? 1 : 0;
          told += !result && result.error().code == ErrorCode::kConflict ? 1 : 0;
        });
      }
    }
    ASSERT_EQ(done, 1);
    ASSERT_EQ(told, kThreads - 1);
  }
}

}  // namespace
}  // namespace norn::events
