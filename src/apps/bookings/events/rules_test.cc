#include "apps/bookings/events/rules.h"

#include "apps/bookings/events/test_events.h"
#include "apps/bookings/render.h"

namespace norn::bookings {
namespace {

class BookingsRules : public EventsTest {
 protected:
  BookingsRules() {
    place.max_nights = 30;
    place.min_nights = 2;
  }

  static std::string message(const Result<void>& result) {
    return result ? "" : result.error().message;
  }
  static std::vector<Date> nights(const std::vector<std::string_view>& texts) {
    std::vector<Date> dates;
    for (const std::string_view text : texts) dates.push_back(date(text));
    return dates;
  }
  Event event_of(std::string title, std::optional<std::string> user = std::nullopt) const {
    Event event;
    event.id = "e-" + title;
    event.place_id = cottage;
    event.title = std::move(title);
    event.user_id = std::move(user);
    event.stay = stay("2026-07-01", "2026-07-09");
    return event;
  }
  Error overlap_for(const std::string& user, const std::vector<TakenNight>& taken) {
    return overlap(must(authorize(context, user, cottage, Role::kViewer)), taken).error();
  }

  PlaceSettings place;
};

TEST_F(BookingsRules, StaysEndAfterTheyStart) {
  for (const char* const end : {"2026-07-04", "2026-07-03", "0001-01-01"}) {
    const auto result = check_stay(place, stay("2026-07-04", end), EventKind::kBooking);
    EXPECT_TRUE(breaks(result, ErrorCode::kInvalid, kEndNotAfterStart));
    EXPECT_EQ(fault_in(result.error()).field, "end");
  }
  EXPECT_EQ(message(check_stay(place, stay("2026-07-04", "2026-07-04"), EventKind::kBlocked)),
            "The end has to be after the start, and 2026-07-04 is not after 2026-07-04. Choose a "
            "later departure: it is the day after the last night.");
}

TEST_F(BookingsRules, StaysAreNotTooLong) {
  EXPECT_TRUE(check_stay(place, stay("2026-07-01", "2026-07-31"), EventKind::kBooking));
  const auto result = check_stay(place, stay("2026-07-01", "2026-08-04"), EventKind::kBooking);
  EXPECT_TRUE(breaks(result, ErrorCode::kInvalid, kTooLong));
  EXPECT_EQ(
      message(result),
      "Counted in nights, the longest stay here is 30, and this is 34. Choose a later arrival "
      "or an earlier departure.");
  EXPECT_TRUE(breaks(check_stay(place, stay("0001-01-01", "9999-12-31"), EventKind::kBooking),
                     ErrorCode::kInvalid, kTooLong));
}

TEST_F(BookingsRules, StaysAreNotTooShort) {
  EXPECT_TRUE(check_stay(place, stay("2026-07-01", "2026-07-03"), EventKind::kBooking));
  const auto result = check_stay(place, stay("2026-07-01", "2026-07-02"), EventKind::kBooking);
  EXPECT_TRUE(breaks(result, ErrorCode::kInvalid, kTooShort));
  EXPECT_EQ(message(result),
            "The shortest stay here is 2 nights, and this is 1. Choose an earlier arrival or a "
            "later departure.");
  place.seasons = {{.name = "Summer", .from = "07-01", .to = "08-31", .min_nights = 7}};
  EXPECT_EQ(message(check_stay(place, stay("2026-07-01", "2026-07-04"), EventKind::kBooking)),
            "The shortest stay that begins in the season “Summer” is 7 nights, and this is 3. "
            "Choose an earlier arrival or a later departure.");
  // The season of the first night counts.
  EXPECT_TRUE(check_stay(place, stay("2026-06-29", "2026-07-02"), EventKind::kBooking));
}

TEST_F(BookingsRules, BlockedPeriodsAreAsLongAsTheyHaveToBe) {
  place.min_nights = 7;
  place.max_nights = 7;
  EXPECT_TRUE(check_stay(place, stay("2026-07-01", "2026-07-02"), EventKind::kBlocked));
  const Date start = date("2026-07-01");
  EXPECT_TRUE(
      check_stay(place, {start, start + std::chrono::days(kMaxNights)}, EventKind::kBlocked));
  const auto result =
      check_stay(place, {start, start + std::chrono::days(kMaxNights + 1)}, EventKind::kBlocked);
  EXPECT_TRUE(breaks(result, ErrorCode::kInvalid, kTooLong));
  EXPECT_EQ(message(result),
            "Counted in nights, the longest blocked period here is 99, and this is 100. Choose a "
            "later arrival or an earlier departure.");
}

TEST_F(BookingsRules, NightsThatAreOverStayAsTheyAre) {
  const Date today = date("2026-07-10");
  EXPECT_TRUE(check_past(place, nights({"2026-07-10", "2026-07-11"}), today));
  EXPECT_TRUE(check_past(place, {}, today));
  const auto result =
      check_past(place, nights({"2026-07-10", "2026-07-09", "2026-07-08", "2026-07-05"}), today);
  EXPECT_TRUE(breaks(result, ErrorCode::kInvalid, kInThePast));
  EXPECT_EQ(message(result),
            "2026-07-05 is before today, 2026-07-10. Choose nights from today on. Administrators "
            "of the place can allow bookings of the past in its settings.");
  place.allows_past = true;
  EXPECT_TRUE(check_past(place, nights({"0001-01-01"}), today));
}

TEST_F(BookingsRules, ATransactionHasRoomForNinetyNineNights) {
  EXPECT_TRUE(check_changed_nights(99));
  const auto result = check_changed_nights(100);
  EXPECT_TRUE(breaks(result, ErrorCode::kInvalid, kTooManyChanges));
  EXPECT_EQ(message(result),
            "At most 99 nights can be taken and given back at once, and these are 100. Do it in "
            "several steps: shorten the stay first, and then move it.");
}

// The error of a stay that breaks several rules is that of the first.
TEST_F(BookingsRules, TheOrderOfTheRules) {
  const Date today = date("2026-07-10");
  const auto check = [&](std::string_view start, std::string_view end) {
    return check_nights(place, {}, stay(start, end), EventKind::kBooking, today);
  };
  EXPECT_TRUE(breaks(check("2020-07-02", "2020-07-01"), ErrorCode::kInvalid, kEndNotAfterStart));
  EXPECT_TRUE(breaks(check("1970-01-01", "1970-01-01"), ErrorCode::kInvalid, kEndNotAfterStart));
  EXPECT_TRUE(breaks(check("2020-07-02", "2020-09-01"), ErrorCode::kInvalid, kTooLong));
  EXPECT_TRUE(breaks(check("2020-07-02", "2020-07-03"), ErrorCode::kInvalid, kTooShort));
  EXPECT_TRUE(breaks(check("2020-07-02", "2020-07-04"), ErrorCode::kInvalid, kInThePast));
  EXPECT_TRUE(check("2026-07-10", "2026-07-12"));
  // Nights that an event keeps are not checked.
  const Stay old = stay("2020-07-02", "2020-12-01");
  EXPECT_TRUE(check_nights(place, old, old, EventKind::kBooking, today));
}

TEST_F(BookingsRules, NightsInWords) {
  struct Case {
    std::string_view first;
    std::string_view last;
    std::string words;
  };
  const std::vector<Case> cases = {
      {"2026-07-03", "2026-07-03", "July 3"},
      {"2026-07-03", "2026-07-04", "July 3 and 4"},
      {"2026-07-03", "2026-07-05", "July 3 to 5"},
      {"2026-07-31", "2026-08-01", "July 31 and August 1"},
      {"2026-07-30", "2026-08-01", "July 30 to August 1"},
      {"2026-12-31", "2027-01-01", "December 31, 2026 and January 1, 2027"},
      {"2024-02-28", "2024-03-01", "February 28 to March 1"}};
  for (const Case& one : cases) {
    EXPECT_EQ(nights_in_words(date(one.first), date(one.last)), one.words);
  }
}

TEST_F(BookingsRules, AnOverlapNamesNightsAndWhoHasThem) {
  const Event of_ada = event_of("Ada", ada);
  Event roof = event_of("Roof");
  roof.kind = EventKind::kBlocked;
  const Error error = overlap_for(bob, {{date("2026-07-04"), of_ada},
                                        {date("2026-07-03"), of_ada},
                                        {date("2026-07-06"), std::nullopt},
                                        {date("2026-07-07"), roof},
                                        {date("2026-07-08"), event_of("x", bob)}});
  EXPECT_EQ(error.code, ErrorCode::kConflict);
  EXPECT_EQ(error.message,
            "July 3 and 4 are taken by Ada, July 6 is taken, July 7 is blocked (Roof), and July 8 "
            "is taken by a booking of your own. Choose other nights, or wish for these.");
  EXPECT_TRUE(says(error, kOverlap));
  EXPECT_EQ(fault_in(error).taken,
            R"([{"night":"2026-07-03","event":{"id":"e-Ada","title":"Ada","kind":"booking"}},)"
            R"({"night":"2026-07-04","event":{"id":"e-Ada","title":"Ada","kind":"booking"}},)"
            R"({"night":"2026-07-06"},)"
            R"({"night":"2026-07-07","event":{"id":"e-Roof","title":"Roof","kind":"blocked"}},)"
            R"({"night":"2026-07-08","event":{"id":"e-x","title":"x","kind":"booking"}}])");
}

TEST_F(BookingsRules, AnOverlapKeepsNamesThatAreHidden) {
  set(cottage, [](PlaceSettings& settings) { settings.shows_names = false; });
  const Event of_ada = event_of("Ada", ada);
  Event closed = event_of(std::string(kBlockedTitle));
  closed.kind = EventKind::kBlocked;
  const std::vector<TakenNight> taken = {
      {date("2026-07-03"), of_ada}, {date("2026-07-04"), of_ada}, {date("2026-07-05"), closed}};
  const Error error = overlap_for(bob, taken);
  EXPECT_EQ(error.message,
            "July 3 and 4 are taken, and July 5 is blocked. Choose other nights, or wish for "
            "these.");
  EXPECT_EQ(fault_in(error).taken,
            R"([{"night":"2026-07-03"},{"night":"2026-07-04"},{"night":"2026-07-05",)"
            R"("event":{"id":"e-Blocked","title":"Blocked","kind":"blocked"}}])");
  EXPECT_NE(overlap_for(ada, {{date("2026-07-03"), event_of("Bob", bob)}}).message.find("by Bob"),
            std::string::npos);
}

TEST_F(BookingsRules, ManyGroupsAreNotAllSaid) {
  std::vector<TakenNight> taken;
  for (int day = 1; day < 20; day += 2) {
    taken.push_back({date("2026-07-01") + std::chrono::days(day), std::nullopt});
  }
  EXPECT_EQ(overlap_for(bob, taken).message,
            "July 2 is taken, July 4 is taken, July 6 is taken, July 8 is taken, July 10 is taken, "
            "July 12 is taken, and more nights after those are taken. Choose other nights, or wish "
            "for these.");
}

TEST_F(BookingsRules, AStaleEventIsShownAsItIsNow) {
  const Access access = must(authorize(context, bob, cottage, Role::kViewer));
  Event event = event_of("Bob", bob);
  event.version = 7;
  const Error error = stale_event(access, event).error();
  EXPECT_EQ(error.code, ErrorCode::kConflict);
  EXPECT_TRUE(says(error, kStaleVersion));
  EXPECT_EQ(fault_in(error).etag, "v7");
  std::string json;
  append_json(json, seen_by(access, event));
  EXPECT_EQ(fault_in(error).current, json);
}

TEST_F(BookingsRules, AnEventAsJson) {
  const Access access = must(authorize(context, bob, cottage, Role::kViewer));
  Event event = event_of("Ada \"A\"", ada);
  event.id = "e1";
  event.note = "late";
  event.total = 800'00;
  event.created_by = ada;
  event.updated_by = bob;
  event.created_at = event.updated_at = "2024-01-15T10:30:00Z";
  std::string json;
  append_json(json, seen_by(access, event));
  EXPECT_EQ(json,
            R"({"id":"e1","title":"Ada \"A\"","start":"2026-07-01","end":"2026-07-09",)"
            R"("allDay":true,"resourceId":"default","color":"#3B82F6","editable":false,)"
            R"("extendedProps":{"placeId":"default","kind":"booking","userId":")" +
                ada +
                R"(","isOwn":false,"note":"late","nights":8,"total":80000,"currency":"EUR",)"
                R"("checkIn":"16:00","checkOut":"10:00","version":1,"etag":"v1","createdBy":")" +
                ada + R"(","updatedBy":")" + bob +
                R"(","createdAt":"2024-01-15T10:30:00Z","updatedAt":"2024-01-15T10:30:00Z"}})");
  set(cottage, [](PlaceSettings& settings) { settings.shows_names = false; });
  const Access hidden = must(authorize(context, bob, cottage, Role::kViewer));
  json.clear();
  // Neither who made the reply nor who renders it gives anything away.
  EventFor seen = seen_by(hidden, event);
  EXPECT_FALSE(seen.may_know);
  seen.event = event;
  append_json(json, seen);
  EXPECT_EQ(json.find(ada), std::string::npos) << json;
  EXPECT_EQ(json.find("late"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("title":"Taken")"), std::string::npos) << json;
  EXPECT_NE(json.find(R"("total":null)"), std::string::npos) << json;
}

}  // namespace
}  // namespace norn::bookings
