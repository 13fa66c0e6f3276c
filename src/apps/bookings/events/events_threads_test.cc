#include <fmt/format.h>

#include <atomic>
#include <latch>
#include <random>
#include <thread>

#include "apps/bookings/events/test_events.h"
#include "embedded/embedded_store.h"
#include "support/temporary_folder.h"

// Many at a time want the same nights, without any lock but the slots.
namespace norn::bookings {
namespace {

constexpr int kThreads = 8;
constexpr int kRounds = 150;
constexpr int kDays = 20;

class BookingsEventThreads : public ::testing::Test {
 protected:
  // A place with as many members as there are threads, on some store.
  struct World {
    World(store::Store& on, const Clock& time) : store(on), clock(time) {
      must(apps::ensure_table(store, bookings_table(tables), ""));
      must(apps::ensure_table(store, accounts::norn_table(tables), ""));
      Place home;
      home.id = keys::kDefaultPlace;
      home.settings.name = "Cottage";
      home.settings.color = "#3B82F6";
      home.created_at = home.updated_at = timestamp_s(clock.now_ms());
      write(to_item(home));
      for (int i = 0; i < kThreads; ++i) {
        const Membership membership = {.place_id = home.id,
                                       .user_id = person(i),
                                       .role = Role::kMember,
                                       .created_at = home.created_at,
                                       .updated_at = home.created_at};
        write(to_member_item(membership));
      }
    }

    static std::string person(int number) { return accounts::CountingIds::id_of(900 + number); }
    void write(store::Item item) {
      store::PutRequest request;
      request.table = tables.bookings();
      request.item = std::move(item);
      must(store.put(request));
    }
    std::vector<store::Item> items(const std::string& pk) {
      store::QueryRequest request;
      request.table = tables.bookings();
      request.key_condition = "PK = :pk";
      request.placeholders.values = {{":pk", pk}};
      request.consistent = true;
      return must(apps::query_all(store, request));
    }
    Result<EventFor> book(int who, const Stay& nights, const std::string& key = "") {
      EventInput input;
      input.stay = nights;
      input.title = fmt::format("{}", who);
      return events.create(
          person(who), kHome, input,
          {.user_id = person(who), .operation = "createBooking", .key = key, .digest = "digest"});
    }

    const std::string kHome{keys::kDefaultPlace};
    store::Store& store;
    const Clock& clock;
    apps::TableNames tables = {};
    accounts::CountingIds ids = {};
    accounts::Users users{store, tables, clock, ids};
    apps::Idempotency idempotency{store, tables, clock};
    apps::Sweeps sweeps{store, tables, clock, ids, {}};
    quotas::Quotas quotas{store, tables, clock};
    Events events{{store, tables, clock, ids, users, idempotency, sweeps, quotas}};
  };

  template <typename Work>
  static void in_threads(const Work& work) {
    std::latch ready(kThreads);
    std::vector<std::jthread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        ready.arrive_and_wait();
        work(i);
      });
    }
  }

  static void expect_right_error(const Error& error) {
    EXPECT_TRUE(says(error, kOverlap)) << testing::to_text(error);
    EXPECT_NE(fault_in(error).taken, "[]");
  }

  // Books, moves and removes bookings of their own; `own` are those that are left.
  static void work(World& world, int who, std::vector<Event>& own) {
    std::mt19937 generator(static_cast<unsigned>(who));
    const auto random = [&](int count) {
      return std::uniform_int_distribution<int>(0, count - 1)(generator);
    };
    const auto some_nights = [&] {
      const Date start = date("2026-07-01") + std::chrono::days(random(kDays));
      return Stay{start, start + std::chrono::days(1 + random(4))};
    };
    for (int round = 0; round < kRounds; ++round) {
      const int what = own.empty() ? 0 : random(3);
      if (what == 0) {
        const auto made = world.book(who, some_nights());
        made ? own.push_back(made->event) : expect_right_error(made.error());
        continue;
      }
      Event& mine = own[static_cast<size_t>(random(static_cast<int>(own.size())))];
      if (what == 1) {
        const Stay next = some_nights();
        EventChange to;
        to.start = next.start;
        to.end = next.end;
        const auto done =
            world.events.change(world.person(who), world.kHome, mine.id, to, etag_of(mine));
        done ? void(mine = done->event) : expect_right_error(done.error());
        continue;
      }
      must(world.events.remove(world.person(who), world.kHome, mine.id, etag_of(mine)));
      std::erase(own, Event(mine));
    }
  }

  static void expect_no_night_twice(World& world) {
    std::vector<std::vector<Event>> own(kThreads);
    in_threads([&](int who) { work(world, who, own[static_cast<size_t>(who)]); });
    std::map<std::string, std::string> expected_slots;
    std::map<std::string, Event> expected;
    for (const std::vector<Event>& of_one : own) {
      for (const Event& event : of_one) {
        expected.emplace(event.id, event);
        for (const Date night : nights_only_in(event.stay, {})) {
          EXPECT_TRUE(expected_slots.emplace(date_text(night), event.id).second)
              << date_text(night) << " is taken twice";
        }
      }
    }
    std::map<std::string, Event> found;
    for (const store::Item& item : world.items(keys::events(world.kHome))) {
      const Event event = must(event_from(item));
      found.emplace(event.id, event);
    }
    std::map<std::string, std::string> found_slots;
    for (const store::Item& item : world.items(keys::slots(world.kHome))) {
      found_slots.emplace(apps::text_of(item, "SK"), apps::text_of(item, "eventId"));
    }
    EXPECT_EQ(found, expected);
    EXPECT_EQ(found_slots, expected_slots);
  }

  ManualClock clock{accounts::kStartMs};
};

TEST_F(BookingsEventThreads, NoNightTwiceOnTheModel) {
  testing::ModelStore store(clock);
  World world(store, clock);
  expect_no_night_twice(world);
}

TEST_F(BookingsEventThreads, NoNightTwiceOnTheEmbeddedStore) {
  const testing::TemporaryFolder folder("norn_bookings");
  embedded::Options options;
  options.directory = folder.path() / "data";
  options.background = false;
  options.sync = false;
  const auto store = must(embedded::EmbeddedStore::open(options, clock));
  World world(*store, clock);
  expect_no_night_twice(world);
}

// Of many requests for the same nights one succeeds, and the errors of the others name its person.
TEST_F(BookingsEventThreads, OfManyOneHasTheNights) {
  testing::ModelStore store(clock);
  World world(store, clock);
  for (int round = 0; round < 20; ++round) {
    const Date start = date("2026-01-01") + std::chrono::days(3 * round);
    std::atomic<int> winners = 0;
    in_threads([&](int who) {
      const auto made = world.book(who, {start, start + std::chrono::days(3)});
      made ? void(++winners) : expect_right_error(made.error());
    });
    EXPECT_EQ(winners, 1);
  }
}

// A request that is sent many times at once makes one booking, and all replies have it.
TEST_F(BookingsEventThreads, ARequestThatIsSentManyTimes) {
  testing::ModelStore store(clock);
  World world(store, clock);
  std::vector<std::string> made(kThreads);
  in_threads([&](int i) {
    made[static_cast<size_t>(i)] =
        must(world.book(0, stay("2026-07-01", "2026-07-04"), "key")).event.id;
  });
  EXPECT_EQ(made, std::vector<std::string>(kThreads, made.front()));
  EXPECT_EQ(world.items(keys::events(world.kHome)).size(), 1);
  EXPECT_EQ(world.items(keys::slots(world.kHome)).size(), 3);
}

}  // namespace
}  // namespace norn::bookings
