#include "bookings_race/linearizability.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bookings_race/history_builders.h"
#include "bookings_race/reference_place.h"

namespace norn::race {
namespace {

using enum Verdict::Kind;

Verdict::Kind verdict_of(const History& history) {
  return check_linearizability(history).kind;
}

// A history by hand, with what it is about.
struct Case {
  std::string about;
  History history;
};

const std::vector<Case>& good_histories() {
  static const std::vector<Case> cases{
      {"nothing", {}},
      {"one after the other",
       {at(1, 2, made(0, {0, 2})), at(3, 4, moved(0, 1, {1, 3})), at(5, 6, made(1, {0, 1})),
        at(7, 8, removed(0, 2)), at(9, 10, list({0, 5}, {{1, 1, {0, 1}}}))}},
      {"two at once of which the later one to be asked wins",
       {at(1, 4, overlap(create(0, {0, 2}), {{1, 1}})), at(2, 3, made(1, {1, 3}))}},
      {"two at once of which the earlier one to be asked wins",
       {at(1, 4, made(0, {0, 2})), at(2, 3, overlap(create(1, {1, 3}), {{1, 0}}))}},
      {"a list that is asked for during a booking and has it",
       {at(1, 5, made(0, {0, 2})), at(2, 3, list({0, 5}, {{0, 1, {0, 2}}}))}},
      {"a list that is asked for during a booking and does not have it",
       {at(1, 5, made(0, {0, 2})), at(2, 3, list({0, 5}, {}))}},
      {"two lists that make the order of two bookings which would do in either",
       {at(1, 9, made(0, {0, 1})), at(2, 8, made(1, {1, 2})),
        at(3, 4, list({0, 5}, {{1, 1, {1, 2}}})),
        at(5, 6, list({0, 5}, {{0, 1, {0, 1}}, {1, 1, {1, 2}}}))}},
      {"no answer, but it happened",
       {at(1, 2, unknown(create(0, {0, 2}))), at(3, 4, list({0, 5}, {{0, 1, {0, 2}}}))}},
      {"no answer, and it did not happen",
       {at(1, 2, unknown(create(0, {0, 2}))), at(3, 4, list({0, 5}, {}))}},
      {"no answer, and it happened much later",
       {at(1, kNever, unknown(create(0, {0, 2}))), at(3, 4, list({0, 5}, {})),
        at(5, 6, list({0, 5}, {{0, 1, {0, 2}}}))}},
      {"a removal without an answer after which the nights are free",
       {at(1, 2, made(0, {0, 2})), at(3, 4, unknown(remove(0, 1))), at(5, 6, made(1, {0, 2}))}},
      {"a move without an answer of which a stale one learns",
       {at(1, 2, made(0, {0, 2})), at(3, 4, unknown(update(0, 1, {3, 4}))),
        at(5, 6, stale(remove(0, 1), {0, 2, {3, 4}}))}},
      {"a night is in the way of which nobody says whose it was",
       {at(1, 2, made(0, {0, 2})), at(3, 6, overlap(create(1, {0, 2}), {{0, {}}, {1, {}}})),
        at(4, 5, removed(0, 1))}},
      {"an event that grows is not in its own way",
       {at(1, 2, made(0, {1, 3})), at(3, 4, made(1, {4, 5})),
        at(5, 6, overlap(update(0, 1, {0, 5}), {{4, 1}})), at(7, 8, moved(0, 1, {0, 4}))}},
      {"what is gone is gone for all",
       {at(1, 2, made(0, {0, 2})), at(3, 7, removed(0, 1)), at(4, 8, gone(update(0, 1, {3, 4}))),
        at(5, 6, stale(remove(0, 7), {0, 1, {0, 2}}))}},
  };
  return cases;
}

const std::vector<Case>& bad_histories() {
  static const std::vector<Case> cases{
      {"one night is booked twice", {at(1, 4, made(0, {0, 2})), at(2, 3, made(1, {1, 3}))}},
      {"an acknowledged booking is lost", {at(1, 2, made(0, {0, 2})), at(3, 4, list({0, 5}, {}))}},
      {"an acknowledged booking is lost, and the nights are booked again",
       {at(1, 2, made(0, {0, 2})), at(3, 4, made(1, {0, 2}))}},
      {"an acknowledged move is lost",
       {at(1, 2, made(0, {0, 2})), at(3, 4, moved(0, 1, {2, 4})),
        at(5, 6, list({0, 5}, {{0, 1, {0, 2}}}))}},
      {"a list that is out of date",
       {at(1, 2, made(0, {0, 2})), at(3, 4, removed(0, 1)),
        at(5, 6, list({0, 5}, {{0, 1, {0, 2}}}))}},
      {"a list that has half of what happened before",
       {at(1, 2, made(0, {0, 2})), at(3, 4, made(1, {2, 4})),
        at(5, 6, list({0, 5}, {{1, 1, {2, 4}}}))}},
      {"two lists that disagree about the order",
       {at(1, 9, made(0, {0, 1})), at(2, 8, made(1, {1, 2})),
        at(3, 4, list({0, 5}, {{1, 1, {1, 2}}})), at(5, 6, list({0, 5}, {{0, 1, {0, 1}}}))}},
      {"a night that was free all the time is in the way",
       {at(1, 2, made(0, {0, 2})), at(3, 4, overlap(create(1, {1, 3}), {{1, 0}, {2, 0}}))}},
      {"a night that was taken all the time is not named",
       {at(1, 2, made(0, {0, 2})), at(3, 4, overlap(create(1, {0, 3}), {{1, 0}}))}},
      {"the wrong event is in the way",
       {at(1, 2, made(0, {0, 2})), at(3, 4, made(1, {2, 4})),
        at(5, 6, overlap(create(2, {1, 2}), {{1, 1}}))}},
      {"refused, with nothing in the way", {at(1, 2, overlap(create(0, {0, 2}), {}))}},
      {"refused, and yet it happened",
       {at(1, 2, made(0, {0, 1})), at(3, 4, overlap(create(1, {0, 2}), {{0, 0}})),
        at(5, 6, list({0, 5}, {{0, 1, {0, 1}}, {1, 1, {0, 2}}}))}},
      {"refused, and yet it is in somebody's way",
       {at(1, 2, made(0, {0, 1})), at(3, 4, overlap(create(1, {0, 2}), {{0, 0}})),
        at(5, 6, overlap(create(2, {1, 2}), {{1, 1}}))}},
      {"an update of a version that never was",
       {at(1, 2, made(0, {0, 2})), at(3, 4, moved(0, 5, {2, 4}))}},
      {"an update of a version that is over",
       {at(1, 2, made(0, {0, 2})), at(3, 4, moved(0, 1, {1, 3})), at(5, 6, moved(0, 1, {2, 4}))}},
      {"an update of what was never made", {at(1, 2, moved(0, 1, {2, 4}))}},
      {"stale, although it was not",
       {at(1, 2, made(0, {0, 2})), at(3, 4, stale(remove(0, 1), {0, 1, {0, 2}}))}},
      {"gone, although it is there", {at(1, 2, made(0, {0, 2})), at(3, 4, gone(remove(0, 1)))}},
      {"an event comes back",
       {at(1, 2, made(0, {0, 2})), at(3, 4, removed(0, 1)), at(5, 6, moved(0, 1, {0, 1}))}},
      {"an event is removed twice",
       {at(1, 2, made(0, {0, 2})), at(3, 6, removed(0, 1)), at(4, 5, removed(0, 1))}},
      {"no answer, it did not happen, and then it did",
       {at(1, 2, unknown(create(0, {0, 2}))), at(3, 4, list({0, 5}, {})),
        at(5, 6, list({0, 5}, {{0, 1, {0, 2}}}))}},
      {"no answer, it happened, and was undone by nobody",
       {at(1, kNever, unknown(create(0, {0, 2}))), at(3, 4, list({0, 5}, {{0, 1, {0, 2}}})),
        at(5, 6, list({0, 5}, {}))}},
      {"an event is made twice", {at(1, 2, made(0, {0, 2})), at(3, 4, made(0, {3, 4}))}},
      {"another one wrote what the answer shows",
       {at(1, 2, made(0, {0, 2})), at(3, 4, list({0, 5}, {{0, 1, {0, 2}, 77}}))}},
  };
  return cases;
}

TEST(BookingsLinearizability, ExplainsGoodHistories) {
  for (const auto& [about, history] : good_histories()) {
    const Verdict verdict = check_linearizability(history);
    EXPECT_EQ(verdict.kind, kExplained) << about << "\n" << verdict.why;
    EXPECT_TRUE(is_linearizable_by_force(history)) << about;
  }
}

TEST(BookingsLinearizability, RefusesBadHistories) {
  for (const auto& [about, history] : bad_histories()) {
    const Verdict verdict = check_linearizability(history);
    EXPECT_EQ(verdict.kind, kNotExplained) << about;
    EXPECT_NE(verdict.why, "") << about;
  }
}

TEST(BookingsLinearizability, SaysWhichOperationCannotBeExplained) {
  const Verdict verdict = check_linearizability(
      {at(1, 2, made(0, {0, 2})), at(3, 4, made(1, {3, 4})), at(5, 6, made(2, {1, 3}))});
  ASSERT_EQ(verdict.kind, kNotExplained);
  EXPECT_NE(verdict.why.find("create event 2 for [1, 3) -> done"), std::string::npos)
      << verdict.why;
  EXPECT_NE(verdict.why.find("event 0 v1 [0, 2)"), std::string::npos) << verdict.why;
}

TEST(BookingsLinearizability, GivesUpRatherThanHang) {
  const History history = random_history({.seed = 1, .operations = 200, .clients = 8});
  const Verdict verdict = check_linearizability(history, {.steps = 50});
  EXPECT_EQ(verdict.kind, kUndecided);
}

RandomHistory tiny(uint64_t seed) {
  return {.seed = seed,
          .operations = 7,
          .clients = 3 + static_cast<int>(seed % 2),
          .nights = 3 + static_cast<int>(seed % 3),
          .longest = 2,
          .unknown = seed % 3 == 0 ? 0.4 : 0,
          .unnamed = seed % 5 == 0 ? 0.5 : 0,
          .knows_end = seed % 2 == 0,
          .ends_with_list = seed % 7 != 0};
}

TEST(BookingsLinearizability, ExplainsWhatReallyHappened) {
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    const History history = random_history(tiny(seed));
    const Verdict verdict = check_linearizability(history);
    ASSERT_EQ(verdict.kind, kExplained) << "seed " << seed << "\n" << verdict.why;
  }
}

// The same verdict as trying all orders gives, for good histories of which one answer was changed.
TEST(BookingsLinearizability, AgreesWithBruteForce) {
  int refused = 0;
  int explained = 0;
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    History history = random_history(tiny(seed));
    std::mt19937_64 random(seed);
    change_one_answer(history, random);
    const bool expected = is_linearizable_by_force(history);
    (expected ? explained : refused) += 1;
    ASSERT_EQ(verdict_of(history), expected ? kExplained : kNotExplained) << "seed " << seed << "\n"
                                                                          << to_text(history);
  }
  EXPECT_GT(refused, 2'000);
  EXPECT_GT(explained, 500);
}

// What a race of 64 clients leaves behind, with and without lost answers.
TEST(BookingsLinearizability, ExplainsLongHistories) {
  for (const double unknown : {0.0, 0.02}) {
    const History history = random_history({.seed = 3,
                                            .operations = 35'000,
                                            .clients = 64,
                                            .nights = 60,
                                            .longest = 5,
                                            .unknown = unknown,
                                            .unnamed = 0.01});
    const Verdict verdict = check_linearizability(history);
    EXPECT_EQ(verdict.kind, kExplained) << verdict.why;
    RecordProperty(unknown == 0 ? "steps" : "steps_unknown", static_cast<int>(verdict.steps));
  }
}

TEST(BookingsLinearizability, RefusesLongHistoriesWithOneLie) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    History history = random_history({.seed = seed,
                                      .operations = 5'000,
                                      .clients = 64,
                                      .nights = 60,
                                      .longest = 5,
                                      .unknown = seed % 2 == 0 ? 0.0 : 0.01});
    std::mt19937_64 random(seed);
    tell_a_lie(history, random);
    EXPECT_EQ(verdict_of(history), kNotExplained) << "seed " << seed;
  }
}

}  // namespace
}  // namespace norn::race
