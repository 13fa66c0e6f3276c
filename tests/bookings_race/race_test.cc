#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "bookings_race/booking_client.h"
#include "bookings_race/final_state.h"
#include "bookings_race/linearizability.h"
#include "bookings_race/race_options.h"
#include "bookings_race/race_site.h"
#include "bookings_race/server_process.h"
#include "support/temporary_folder.h"

namespace norn::race {
namespace {

using Seconds = std::chrono::duration<double>;

Seconds since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::steady_clock::now() - begin;
}

// One server, its clients, and what they have written down.
class BookingsRace : public ::testing::Test {
 protected:
  BookingsRace() : folder_("bookings-race"), server_(race_options().program, folder_.path()) {}

  void race(int kills) {
    const RaceOptions& options = race_options();
    fmt::print("{} attempts of {} clients, {} kills, --seed {}\n", options.attempts,
               options.clients, kills, options.seed);
    ASSERT_TRUE(server_.start()) << server_.log_text();
    auto site = make_site(server_.await_life(), server_.setup_secret());
    ASSERT_TRUE(site) << site.error().message;
    site_ = *std::move(site);
    const auto begin = std::chrono::steady_clock::now();
    run_clients(kills);
    fmt::print("the race took {:.1f} s\n", since(begin).count());
    ASSERT_FALSE(HasFatalFailure());
    gather();
  }

  void check() {
    for (size_t place = 0; place < kPlaces; ++place) {
      SCOPED_TRACE(fmt::format("place {}", place));
      check_place(place);
    }
    EXPECT_TRUE(server_.stop()) << server_.log_text();
  }

  size_t count(Kind kind, Outcome outcome) const {
    size_t found = 0;
    for (const History& history : histories_) {
      found += static_cast<size_t>(std::ranges::count_if(history, [&](const Operation& operation) {
        return operation.kind == kind && operation.outcome == outcome;
      }));
    }
    return found;
  }

  // A race in which a certain thing never happened has proved nothing about it.
  void expect_everything_happened() const {
    for (const Kind kind : {Kind::kUpdate, Kind::kRemove}) {
      EXPECT_GT(count(kind, Outcome::kDone), 0U);
      EXPECT_GT(count(kind, Outcome::kStale), 0U);
      EXPECT_GT(count(kind, Outcome::kGone), 0U);
    }
    EXPECT_GT(count(Kind::kCreate, Outcome::kDone), 0U);
    EXPECT_GT(count(Kind::kCreate, Outcome::kOverlap), 0U);
    EXPECT_GT(count(Kind::kUpdate, Outcome::kOverlap), 0U);
    EXPECT_GT(count(Kind::kList, Outcome::kDone), 0U);
  }

  size_t unknown_changes() const {
    return count(Kind::kCreate, Outcome::kUnknown) + count(Kind::kUpdate, Outcome::kUnknown) +
           count(Kind::kRemove, Outcome::kUnknown);
  }

 private:
  void run_clients(int kills) {
    const RaceOptions& options = race_options();
    clock_.wanted = options.attempts;
    std::vector<std::thread> threads;
    for (int i = 0; i < options.clients; ++i) {
      clients_.push_back(std::make_unique<BookingClient>(i, options.seed, site_, server_, clock_));
      threads.emplace_back([client = clients_.back().get()] { client->run(); });
    }
    kill_now_and_then(kills);
    for (std::thread& thread : threads) {
      thread.join();
    }
  }

  // After equal numbers of attempts, at some moment of what goes on then.
  void kill_now_and_then(int kills) {
    std::mt19937_64 random(race_options().seed);
    for (int kill = 1; kill <= kills; ++kill) {
      const int due = static_cast<int>(int64_t{clock_.wanted} * kill / (kills + 1));
      while (clock_.attempts < due) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 5'000));
      server_.kill();
      ASSERT_TRUE(server_.start()) << "after kill " << kill << ": " << server_.log_text();
    }
  }

  // One history for each place, in the order of invocation, with a list of everything at its end.
  void gather() {
    for (const auto& client : clients_) {
      ASSERT_EQ(client->fault(), "");
      for (size_t place = 0; place < kPlaces; ++place) {
        const History& part = client->histories()[place];
        histories_[place].insert(histories_[place].end(), part.begin(), part.end());
      }
      for (const auto& [event, id] : client->id_of_event()) {
        ASSERT_EQ(id_of_event_.emplace(event, id).first->second, id)
            << "event " << event << " has two ids";
      }
    }
    for (size_t place = 0; place < kPlaces; ++place) {
      std::ranges::sort(histories_[place], {}, &Operation::invoked);
      list_everything(place);
    }
  }

  void list_everything(size_t place) {
    Operation list;
    list.kind = Kind::kList;
    list.nights = {0, kNights};
    auto connection = HttpConnection::open(server_.await_life().port);
    ASSERT_TRUE(connection);
    list.invoked = ++clock_.instant;
    const auto reply =
        connection->exchange({"GET",
                              fmt::format("/api/v1/places/{}/events?start={}&end={}",
                                          site_.places[place], date_of(0), date_of(kNights)),
                              {"Authorization: Bearer " + site_.people.front().token}});
    list.answered = ++clock_.instant;
    ASSERT_TRUE(reply);
    const auto answer = read_answer(*reply, list, id_of_event_);
    ASSERT_TRUE(answer) << answer.error().message;
    histories_[place].push_back(std::move(list));
  }

  void check_place(size_t place) {
    const History& history = histories_[place];
    const auto stored = read_place(server_.await_life(), site_.places[place]);
    ASSERT_TRUE(stored) << stored.error().message;
    for (const std::string& fault : check_slots(*stored)) ADD_FAILURE() << fault;
    for (const std::string& fault : check_promises(*stored, history, id_of_event_)) {
      ADD_FAILURE() << fault;
    }
    const auto begin = std::chrono::steady_clock::now();
    const Verdict verdict = check_linearizability(history);
    EXPECT_EQ(verdict.kind, Verdict::Kind::kExplained) << verdict.why;
    fmt::print(
        "place {}: {} operations are explained in {} steps, {:.2f} s; {} events at the end\n",
        place, history.size(), verdict.steps, since(begin).count(), stored->events.size());
  }

  testing::TemporaryFolder folder_;
  ServerProcess server_;
  RaceClock clock_;
  Site site_;
  std::vector<std::unique_ptr<BookingClient>> clients_;
  std::array<History, kPlaces> histories_;
  std::map<int, std::string> id_of_event_;
};

TEST_F(BookingsRace, NoNightIsBookedTwiceAndEverybodyIsToldWhatHappened) {
  ASSERT_NO_FATAL_FAILURE(race(0));
  EXPECT_EQ(unknown_changes(), 0U);
  expect_everything_happened();
  check();
}

TEST_F(BookingsRace, TheSameWhileTheServerIsKilledAndStartedAgain) {
  ASSERT_NO_FATAL_FAILURE(race(race_options().kills));
  fmt::print("{} changes got no answer\n", unknown_changes());
  EXPECT_GT(unknown_changes(), 0U);
  expect_everything_happened();
  check();
}

}  // namespace
}  // namespace norn::race
