#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <ranges>

#include "apps/bookings/events/test_events.h"

// A random walk of several people through creations, moves and removals, against the simplest model
// of what they may do: a list of stays.
namespace norn::bookings {
namespace {

constexpr int kSteps = 6'000;
constexpr int kWalkDays = 45;

class BookingsWalk : public EventsTest {
 protected:
  BookingsWalk() {
    dan = person("dan");
    for (const std::string& where : {cottage, boat}) {
      join(where, dan, Role::kMember);
      set(where, [](PlaceSettings& settings) {
        settings.min_nights = 2;
        settings.max_nights = 9;
      });
    }
  }

  int random(int count) { return std::uniform_int_distribution<int>(0, count - 1)(generator_); }
  template <typename T>
  T one_of(const std::vector<T>& all) {
    return all[static_cast<size_t>(random(static_cast<int>(all.size())))];
  }

  // Around today, mostly of an allowed length.
  Stay random_stay() {
    const Date start = kToday + std::chrono::days(random(kWalkDays) - 5);
    return {start, start + std::chrono::days(random(12))};
  }

  // What a stay has to be, in one expression for each rule.
  static std::string_view broken_rule_of(const Stay& old, const Stay& next) {
    if (next == old && old.nights() > 0) return "";
    if (next.nights() < 1) return kEndNotAfterStart.code;
    if (next.nights() > 9) return kTooLong.code;
    if (next.nights() < 2) return kTooShort.code;
    for (Date night = kToday - std::chrono::days(30); night < kToday;
         night += std::chrono::days(1)) {
      if (old.has(night) != next.has(night)) return kInThePast.code;
    }
    return "";
  }
  bool is_taken(const std::string& where, const Stay& nights, const std::string& but) {
    return std::ranges::any_of(model_events_, [&](const Event& event) {
      return event.place_id == where && event.id != but && event.stay.overlaps(nights);
    });
  }

  template <typename T>
  static std::string outcome_of(const Result<T>& result) {
    if (result) return "done";
    if (result.error().code == ErrorCode::kForbidden) return "forbidden";
    if (result.error().code == ErrorCode::kNotFound) return "not found";
    return std::string(said_by(result.error()).code());
  }

  void create() {
    const std::string who = one_of<std::string>({ada, bob, dan, eve, zoe});
    const std::string where = one_of<std::string>({cottage, boat});
    EventInput input;
    input.stay = random_stay();
    input.title = fmt::format("{}", step_);
    const auto result = try_book(who, input, where);
    const std::string_view rule = broken_rule_of({}, input.stay);
    std::string expected = "done";
    if (who == zoe) {
      expected = "not found";
    } else if (who == eve) {
      expected = "forbidden";
    } else if (!rule.empty()) {
      expected = rule;
    } else if (is_taken(where, input.stay, "")) {
      expected = kOverlap.code;
    }
    ASSERT_EQ(outcome_of(result), expected);
    if (result) model_events_.push_back(result->event);
  }

  // Why a person cannot change an event that they read in that version; "" if they can.
  std::string obstacle(const std::string& who, const Event& read) {
    if (who == zoe) return "not found";
    if (who == eve) return "forbidden";
    const auto now = std::ranges::find(model_events_, read.id, &Event::id);
    if (now == model_events_.end()) return "not found";
    if (who != ada && now->user_id != who) return "forbidden";
    return now->version == read.version ? "" : std::string(kStaleVersion.code);
  }

  void move(const std::string& who, const Event& read) {
    EventChange with;
    const Stay to = random_stay();
    if (random(4) != 0) with.start = to.start;
    if (random(4) != 0) with.end = to.end;
    if (random(4) == 0) with.title = fmt::format("moved {}", step_);
    const Stay next = {with.start.value_or(read.stay.start), with.end.value_or(read.stay.end)};
    const auto result = try_change(who, read, with);
    std::string expected = obstacle(who, read);
    if (expected.empty()) expected = broken_rule_of(read.stay, next);
    if (expected.empty() && is_taken(read.place_id, next, read.id)) expected = kOverlap.code;
    ASSERT_EQ(outcome_of(result), expected.empty() ? "done" : expected);
    if (!result) return;
    Event& now = *std::ranges::find(model_events_, read.id, &Event::id);
    const bool is_changed = next != now.stay || with.title;
    EXPECT_EQ(result->event.version, now.version + (is_changed ? 1 : 0));
    EXPECT_EQ(result->event.stay, next);
    now = result->event;
  }

  void remove(const std::string& who, const Event& read) {
    const auto result = try_remove(who, read);
    std::string expected = obstacle(who, read);
    if (expected.empty() && read.stay.start < kToday) expected = kInThePast.code;
    ASSERT_EQ(outcome_of(result), expected.empty() ? "done" : expected);
    if (result) std::erase_if(model_events_, [&](const Event& one) { return one.id == read.id; });
  }

  void touch() {
    if (history_.empty()) return create();
    // The version that a person read may be old, but not much older than the current one.
    const size_t recent = std::min<size_t>(history_.size(), 60);
    const Event read =
        model_events_.empty() || random(3) == 0
            ? history_[history_.size() - 1 - static_cast<size_t>(random(static_cast<int>(recent)))]
            : one_of(model_events_);
    const std::string who = one_of<std::string>({ada, bob, dan, read.user_id.value(), eve, zoe});
    random(3) == 0 ? remove(who, read) : move(who, read);
  }

  // The table has what the model has, event for event and night for night.
  void expect_same(const std::string& where) {
    std::map<std::string, Event> expected;
    std::map<std::string, std::string> expected_slots;
    for (const Event& event : model_events_) {
      if (event.place_id != where) continue;
      expected.emplace(event.id, event);
      for (Date night = event.stay.start; night < event.stay.end; night += std::chrono::days(1)) {
        ASSERT_TRUE(expected_slots.emplace(date_text(night), event.id).second);
      }
    }
    std::map<std::string, Event> found;
    for (const store::Item& each : items(keys::events(where))) {
      const Event event = must(event_from(each));
      found.emplace(event.id, event);
    }
    ASSERT_EQ(found, expected);
    ASSERT_EQ(slots(where), expected_slots);
  }

  // A list has exactly those that overlap it.
  void expect_lists() {
    const Stay range = random_stay();
    for (const std::string& where : {cottage, boat}) {
      std::vector<std::string> expected;
      for (const Event& event : model_events_) {
        const bool is_in = range.nights() > 0 && event.stay.overlaps(range);
        if (event.place_id == where && is_in) expected.push_back(event.id);
      }
      std::vector<std::string> found;
      for (const EventFor& one : must(events.list(eve, where, range.start, range.end))) {
        found.push_back(one.event.id);
      }
      std::ranges::sort(expected);
      std::ranges::sort(found);
      ASSERT_EQ(found, expected);
    }
  }

  inline static const Date kToday = date("2024-01-15");
  std::string dan;
  std::mt19937 generator_{20'260'701};
  int step_ = 0;
  std::vector<Event> model_events_;
  std::vector<Event> history_;  // Every state that a person may have read.
};

TEST_F(BookingsWalk, EventsAndSlotsAgreeAfterEveryStep) {
  for (step_ = 0; step_ < kSteps; ++step_) {
    SCOPED_TRACE(step_);
    const std::vector<Event> before = model_events_;
    random(3) == 0 ? create() : touch();
    for (const Event& event : model_events_) {
      if (std::ranges::find(before, event) == before.end()) history_.push_back(event);
    }
    expect_same(cottage);
    expect_same(boat);
    if (step_ % 10 == 0) expect_lists();
    if (HasFatalFailure() || HasFailure()) return;
  }
  EXPECT_GT(history_.size(), kSteps / 20);  // It was a walk, and no standing still.
}

}  // namespace
}  // namespace norn::bookings
