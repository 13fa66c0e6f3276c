#include "apps/bookings/events/events.h"

#include "apps/bookings/events/test_events.h"
#include "apps/bookings/places/wishes.h"

namespace norn::bookings {
namespace {

class BookingsEvents : public EventsTest {};

TEST_F(BookingsEvents, AMemberBooksForThemselves) {
  const Event event = book(bob, "2026-07-01", "2026-07-04");
  EXPECT_EQ(event.title, "bob");
  EXPECT_EQ(event.user_id, bob);
  EXPECT_EQ(event.created_by, bob);
  EXPECT_EQ(event.created_at, "2024-01-15T10:30:00Z");
  EXPECT_EQ(event.version, 1);
  EXPECT_EQ(event.total, 3 * 100'00);
  EXPECT_EQ(event.currency, "EUR");
  EXPECT_EQ(stored(event), event);
  EXPECT_EQ(slots(cottage),
            (std::map<std::string, std::string>{
                {"2026-07-01", event.id}, {"2026-07-02", event.id}, {"2026-07-03", event.id}}));
}

TEST_F(BookingsEvents, OneLeavesOnTheDayOnWhichAnotherArrives) {
  const Event middle = book(bob, "2026-07-04", "2026-07-08");
  book(ada, "2026-07-01", "2026-07-04");
  book(ada, "2026-07-08", "2026-07-09");
  EXPECT_EQ(slots(cottage).size(), 8);
  EXPECT_TRUE(breaks(try_change(bob, middle, moved("2026-07-03", "2026-07-08")),
                     ErrorCode::kConflict, kOverlap));
  expect_sound(cottage);
}

TEST_F(BookingsEvents, ABookingFulfilsTheWishesOfWhoComes) {
  const Event taken = book(ada, "2024-07-01", "2024-07-03");
  Wishes wishes(context);
  must(wishes.create(bob, cottage, stay("2024-07-01", "2024-07-03"), std::nullopt));
  must(events.remove(ada, cottage, taken.id, etag_of(taken)));
  EXPECT_EQ(must(wishes.list_own(bob)).size(), 1U);
  const Event own = book(bob, "2024-07-01", "2024-07-02");
  EXPECT_EQ(items(keys::wishes(cottage)).size(), 1U) << "one of its nights is not theirs yet";
  change(bob, own, moved("2024-07-01", "2024-07-03"));
  EXPECT_TRUE(items(keys::wishes(cottage)).empty());
}

TEST_F(BookingsEvents, PlacesDoNotDisturbOneAnother) {
  const Event at_home = book(bob, "2026-07-01", "2026-07-04");
  const Event at_sea = book(bob, "2026-07-01", "2026-07-04", boat);
  EXPECT_EQ(slots(cottage).begin()->second, at_home.id);
  EXPECT_EQ(slots(boat).begin()->second, at_sea.id);
  EXPECT_TRUE(fails(events.get(bob, boat, at_home.id), ErrorCode::kNotFound));
}

TEST_F(BookingsEvents, AnOverlapNamesWhatIsInItsWay) {
  const Event first = book(ada, "2026-07-01", "2026-07-03");
  const Event second = book(bob, "2026-07-04", "2026-07-06");
  const auto result = try_book(ada, booking("2026-07-02", "2026-07-05"));
  ASSERT_TRUE(breaks(result, ErrorCode::kConflict, kOverlap));
  EXPECT_EQ(result.error().message,
            "July 2 is taken by a booking of your own, and July 4 is taken by bob. Choose other "
            "nights, or wish for these.");
  EXPECT_EQ(fault_in(result.error()).taken,
            R"([{"night":"2026-07-02","event":{"id":")" + first.id +
                R"(","title":"ada","kind":"booking"}},{"night":"2026-07-04","event":{"id":")" +
                second.id + R"(","title":"bob","kind":"booking"}}])");
  expect_sound(cottage);
}

TEST_F(BookingsEvents, EachRuleHasAnErrorOfItsOwn) {
  set(cottage, [](PlaceSettings& settings) { settings.min_nights = 2; });
  for (const std::string& who : {ada, bob}) {
    EXPECT_TRUE(breaks(try_book(who, booking("2026-07-04", "2026-07-04")), ErrorCode::kInvalid,
                       kEndNotAfterStart));
    EXPECT_TRUE(
        breaks(try_book(who, booking("2026-07-01", "2026-08-01")), ErrorCode::kInvalid, kTooLong));
    EXPECT_TRUE(
        breaks(try_book(who, booking("2026-07-01", "2026-07-02")), ErrorCode::kInvalid, kTooShort));
    EXPECT_TRUE(breaks(try_book(who, booking("2024-01-14", "2024-01-16")), ErrorCode::kInvalid,
                       kInThePast));
  }
  EXPECT_TRUE(slots(cottage).empty());
}

TEST_F(BookingsEvents, NinetyNineNightsFitAndAHundredDoNot) {
  set(cottage, [](PlaceSettings& settings) { settings.max_nights = kMaxNights; });
  const Date start = date("2026-01-01");
  EventInput input;
  input.stay = {start, start + std::chrono::days(100)};
  EXPECT_TRUE(breaks(try_book(bob, input), ErrorCode::kInvalid, kTooLong));
  input.stay.end -= std::chrono::days(1);
  const Event event = book(bob, input);
  EXPECT_EQ(slots(cottage).size(), 99);
  // A second time, all of them are taken, and named in a few words.
  const auto again = try_book(ada, input);
  ASSERT_TRUE(breaks(again, ErrorCode::kConflict, kOverlap));
  EXPECT_EQ(again.error().message,
            "January 1 to April 9 are taken by bob. Choose other nights, or wish for these.");
  must(try_remove(bob, event));
  EXPECT_TRUE(slots(cottage).empty());
}

TEST_F(BookingsEvents, AnUpdateOfNinetyNineNightsFitsAndOfAHundredDoesNot) {
  set(cottage, [](PlaceSettings& settings) { settings.max_nights = kMaxNights; });
  // Of 50 nights to 50 others, and of 50 to 49.
  const Date start = date("2026-01-01");
  EventInput input;
  input.stay = {start, start + std::chrono::days(50)};
  const Event event = book(bob, input);
  EventChange move;
  move.start = start + std::chrono::days(60);
  move.end = *move.start + std::chrono::days(50);
  EXPECT_TRUE(breaks(try_change(bob, event, move), ErrorCode::kInvalid, kTooManyChanges));
  EXPECT_EQ(stored(event), event);
  move.end = *move.start + std::chrono::days(49);
  const Event next = change(bob, event, move);
  EXPECT_EQ(next.stay.nights(), 49);
  expect_sound(cottage);
}

TEST_F(BookingsEvents, WhoMayBook) {
  EXPECT_TRUE(fails(try_book(eve, booking("2026-07-01", "2026-07-02")), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(try_book(zoe, booking("2026-07-01", "2026-07-02")), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(
      try_book(bob, booking("2026-07-01", "2026-07-02"), "b0a70000-0000-4000-8000-000000000002"),
      ErrorCode::kNotFound));
  EventInput input = booking("2026-07-01", "2026-07-02");
  input.user_id = bob;
  EXPECT_TRUE(try_book(bob, input));
  input.stay = stay("2026-07-02", "2026-07-03");
  for (const std::optional<std::string>& other :
       std::vector<std::optional<std::string>>{ada, std::nullopt}) {
    input.user_id = other;
    EXPECT_TRUE(fails(try_book(bob, input), ErrorCode::kForbidden));
  }
}

TEST_F(BookingsEvents, AdministratorsBookForOthers) {
  EventInput input = booking("2026-07-01", "2026-07-02");
  input.user_id = bob;
  const Event event = book(ada, input);
  EXPECT_EQ(event.title, "bob");
  EXPECT_EQ(event.user_id, bob);
  EXPECT_EQ(event.created_by, ada);
  must(try_remove(bob, event));
  input.user_id = zoe;
  EXPECT_TRUE(fails(try_book(ada, input), ErrorCode::kInvalid, "userId"));
}

TEST_F(BookingsEvents, WhoMayKnowSeesWhoBookedAndWhoChanged) {
  Event event = book(bob, "2026-07-01", "2026-07-02");
  EXPECT_EQ(event.updated_by, bob);
  event = change(ada, event, titled("The Bobs"));
  EXPECT_EQ(event.created_by, bob);
  EXPECT_EQ(event.updated_by, ada);
  EXPECT_EQ(stored(event), event);
  for (const std::string& member : {ada, bob, eve}) {
    const sharing::Authors authors = must(events.authors(member, cottage, event.id));
    EXPECT_EQ(authors.created_by, (sharing::Author{bob, "bob"}));
    EXPECT_EQ(authors.updated_by, (sharing::Author{ada, "ada"}));
  }
  EXPECT_TRUE(fails(events.authors(zoe, cottage, event.id), ErrorCode::kNotFound));
  set(cottage, [](PlaceSettings& settings) { settings.shows_names = false; });
  const sharing::Authors hidden = must(events.authors(eve, cottage, event.id));
  EXPECT_FALSE(hidden.created_by);
  EXPECT_FALSE(hidden.updated_by);
  EXPECT_TRUE(must(events.authors(bob, cottage, event.id)).updated_by) << "it is theirs";
}

TEST_F(BookingsEvents, GuestsHaveATitle) {
  EventInput input = booking("2026-07-01", "2026-07-02");
  input.user_id = std::optional<std::string>();
  EXPECT_TRUE(fails(try_book(ada, input), ErrorCode::kInvalid, "title"));
  input.title = "  Grandmother  ";
  const Event event = book(ada, input);
  EXPECT_EQ(event.title, "Grandmother");
  EXPECT_EQ(event.user_id, std::nullopt);
  EXPECT_EQ(event.total, 100'00);
  EXPECT_TRUE(fails(try_remove(bob, event), ErrorCode::kForbidden));
}

TEST_F(BookingsEvents, AdministratorsBlockNights) {
  EXPECT_TRUE(fails(try_book(bob, blocked("2026-07-01", "2026-09-01")), ErrorCode::kForbidden));
  const Event event = book(ada, blocked("2026-07-01", "2026-09-01"));
  EXPECT_EQ(event.title, "Blocked");
  EXPECT_EQ(event.kind, EventKind::kBlocked);
  EXPECT_EQ(event.user_id, std::nullopt);
  EXPECT_EQ(event.total, 0);
  EXPECT_EQ(slots(cottage).size(), 62);
  EXPECT_TRUE(
      breaks(try_book(bob, booking("2026-07-10", "2026-07-12")), ErrorCode::kConflict, kOverlap));
  EXPECT_TRUE(
      breaks(try_book(ada, blocked("2024-01-01", "2024-01-20")), ErrorCode::kInvalid, kInThePast));
  EventInput of_bob = blocked("2027-07-01", "2027-07-02");
  of_bob.user_id = bob;
  EXPECT_TRUE(fails(try_book(ada, of_bob), ErrorCode::kInvalid, "userId"));
  const Event longer = change(ada, event, moved("2026-07-01", "2026-09-05"));
  EXPECT_EQ(longer.total, 0);
  EventChange given;
  given.user_id = bob;
  EXPECT_TRUE(fails(try_change(ada, longer, given), ErrorCode::kInvalid, "userId"));
  expect_sound(cottage);
}

TEST_F(BookingsEvents, WhatPeopleWriteIsChecked) {
  struct Case {
    std::optional<std::string> title;
    std::optional<std::string> note;
    std::string field;
  };
  const std::vector<Case> cases = {{"", {}, "title"},
                                   {"   ", {}, "title"},
                                   {std::string(201, 'x'), {}, "title"},
                                   {"two\nlines", {}, "title"},
                                   {{}, std::string(1'001, 'x'), "note"},
                                   {{}, std::string("a\0b", 3), "note"}};
  const Event event = book(bob, "2026-08-01", "2026-08-02");
  for (const Case& one : cases) {
    EventInput input = booking("2026-07-01", "2026-07-02");
    input.title = one.title;
    input.note = one.note;
    EXPECT_TRUE(fails(try_book(bob, input), ErrorCode::kInvalid, one.field));
    EventChange with;
    with.title = one.title;
    if (one.note) with.note = one.note;
    EXPECT_TRUE(fails(try_change(bob, event, with), ErrorCode::kInvalid, one.field));
  }
  EventInput input = booking("2026-07-01", "2026-07-02");
  std::string long_title;
  for (int i = 0; i < 200; ++i) long_title += "ü";
  input.title = long_title;
  input.note = "first\nsecond";
  EXPECT_EQ(book(bob, input).note, "first\nsecond");
}

TEST_F(BookingsEvents, TheSameRequestMakesOneBooking) {
  const EventInput input = booking("2026-07-01", "2026-07-04");
  const Event event = must(try_book(bob, input, cottage, "key")).event;
  EXPECT_TRUE(is_uuid(event.id));
  EXPECT_EQ(must(try_book(bob, input, cottage, "key")).event, event);
  const Event later = change(bob, event, titled("Bob and Eve"));
  EXPECT_EQ(must(try_book(bob, input, cottage, "key")).event, later);
  EXPECT_TRUE(fails(try_book(bob, booking("2026-07-01", "2026-07-05"), cottage, "key", "other"),
                    ErrorCode::kUnprocessable));
  // Other keys, people and places are other bookings.
  EXPECT_TRUE(breaks(try_book(bob, input, cottage, "key2"), ErrorCode::kConflict, kOverlap));
  EXPECT_TRUE(breaks(try_book(ada, input, cottage, "key"), ErrorCode::kConflict, kOverlap));
  EXPECT_NE(must(try_book(bob, input, boat, "key")).event.id, event.id);
  expect_sound(cottage);
}

// What has become wrong since is no reason to deny what was done.
TEST_F(BookingsEvents, TheSameRequestFindsItsBookingWhenTheRulesHaveChanged) {
  const EventInput input = booking("2024-01-15", "2024-01-18");
  const Event event = must(try_book(bob, input, cottage, "key")).event;
  clock.advance_ms(int64_t{2} * 86'400'000);
  EXPECT_EQ(must(try_book(bob, input, cottage, "key")).event, event);
  set(cottage, [](PlaceSettings& settings) { settings.max_nights = 2; });
  EXPECT_EQ(must(try_book(bob, input, cottage, "key")).event, event);
}

// An id that comes back never has a version that was there before.
TEST_F(BookingsEvents, AKeyThatIsUsedAgainAfterItsBookingWasRemoved) {
  const Event first = must(try_book(bob, booking("2026-07-01", "2026-07-04"), cottage, "k")).event;
  must(try_remove(bob, first));
  clock.advance_ms(1);
  const Event second =
      must(try_book(bob, booking("2026-08-01", "2026-08-04"), cottage, "k", "other")).event;
  EXPECT_EQ(second.id, first.id);
  EXPECT_TRUE(breaks(try_change(bob, first, moved("2026-09-01", "2026-09-02")),
                     ErrorCode::kConflict, kStaleVersion));
  EXPECT_TRUE(breaks(try_remove(bob, first), ErrorCode::kConflict, kStaleVersion));
  expect_sound(cottage);
}

TEST_F(BookingsEvents, AStayIsMoved) {
  set(cottage, [](PlaceSettings& settings) {
    settings.seasons = {
        {.name = "August", .from = "08-01", .to = "08-31", .price_per_night = 150'00}};
  });
  const Event event = book(bob, "2026-07-29", "2026-07-31");
  clock.advance_ms(60'000);
  const Event next = change(bob, event, moved("2026-07-30", "2026-08-02"));
  EXPECT_EQ(next.version, 2);
  EXPECT_EQ(next.total, 2 * 100'00 + 150'00);
  EXPECT_EQ(next.created_at, "2024-01-15T10:30:00Z");
  EXPECT_EQ(next.updated_at, "2024-01-15T10:31:00Z");
  EXPECT_EQ(stored(event), next);
  expect_sound(cottage);
}

// The price is that of the time of booking.
TEST_F(BookingsEvents, APriceStaysWhenTheNightsDo) {
  const Event event = book(bob, "2026-07-01", "2026-07-02");
  set(cottage, [](PlaceSettings& settings) {
    settings.price_per_night = 7;
    settings.currency = "CHF";
  });
  const Event renamed = change(bob, event, titled("Bob and Eve"));
  EXPECT_EQ(renamed.total, 100'00);
  EXPECT_EQ(renamed.currency, "EUR");
  const Event longer = change(bob, renamed, moved("2026-07-01", "2026-07-03"));
  EXPECT_EQ(longer.total, 14);
  EXPECT_EQ(longer.currency, "CHF");
}

TEST_F(BookingsEvents, OneEndOfAStayIsMoved) {
  const Event event = book(bob, "2026-07-10", "2026-07-12");
  EventChange earlier;
  earlier.start = date("2026-07-08");
  const Event longer = change(bob, event, earlier);
  EXPECT_EQ(longer.stay, stay("2026-07-08", "2026-07-12"));
  EventChange before_start;
  before_start.end = date("2026-07-08");
  EXPECT_TRUE(
      breaks(try_change(bob, longer, before_start), ErrorCode::kInvalid, kEndNotAfterStart));
  expect_sound(cottage);
}

TEST_F(BookingsEvents, WhatChangesNothingIsNoChange) {
  const Event event = book(bob, "2026-07-10", "2026-07-12");
  EXPECT_EQ(change(bob, event, {}), event);
  EXPECT_EQ(change(bob, event, moved("2026-07-10", "2026-07-12")), event);
  EventChange note;
  note.note = "late";
  const Event noted = change(bob, event, note);
  EXPECT_EQ(noted.note, "late");
  note.note = std::optional<std::string>();
  EXPECT_EQ(change(bob, noted, note).note, std::nullopt);
}

TEST_F(BookingsEvents, WhoMayChange) {
  const Event of_bob = book(bob, "2026-07-01", "2026-07-02");
  const Event of_ada = book(ada, "2026-07-03", "2026-07-04");
  EXPECT_TRUE(fails(try_change(bob, of_ada, titled("x")), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(try_remove(bob, of_ada), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(try_change(eve, of_bob, titled("x")), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(try_change(zoe, of_bob, titled("x")), ErrorCode::kNotFound));
  join(cottage, bob, Role::kViewer);
  EXPECT_TRUE(fails(try_remove(bob, of_bob), ErrorCode::kForbidden));
  const Event changed = change(ada, of_bob, titled("x"));
  EXPECT_EQ(changed.user_id, bob);
  must(try_remove(ada, changed));
  EXPECT_TRUE(fails(try_remove(ada, changed), ErrorCode::kNotFound));
  for (const std::string& id : {std::string(), std::string(2'000, 'x'), std::string("a#b")}) {
    EXPECT_TRUE(fails(events.get(ada, cottage, id), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(events.remove(ada, cottage, id, "v1"), ErrorCode::kNotFound));
  }
}

TEST_F(BookingsEvents, AdministratorsGiveABookingToSomebodyElse) {
  const Event event = book(bob, "2026-07-01", "2026-07-02");
  EventChange to_ada;
  to_ada.user_id = ada;
  EXPECT_TRUE(fails(try_change(bob, event, to_ada), ErrorCode::kForbidden));
  const Event of_ada = change(ada, event, to_ada);
  EXPECT_EQ(of_ada.user_id, ada);
  EXPECT_EQ(of_ada.title, "ada");
  EventChange to_guest;
  to_guest.user_id = std::optional<std::string>();
  EXPECT_TRUE(fails(try_change(ada, of_ada, to_guest), ErrorCode::kInvalid, "title"));
  to_guest.title = "Guest";
  const Event of_guest = change(ada, of_ada, to_guest);
  EXPECT_EQ(of_guest.user_id, std::nullopt);
  EventChange to_zoe;
  to_zoe.user_id = zoe;
  EXPECT_TRUE(fails(try_change(ada, of_guest, to_zoe), ErrorCode::kInvalid, "userId"));
}

TEST_F(BookingsEvents, AStaleVersionIsToldWhatIsThereNow) {
  const Event event = book(bob, "2026-07-01", "2026-07-02");
  const Event next = change(bob, event, titled("Bob and Eve"));
  const auto late = try_change(bob, event, moved("2026-07-05", "2026-07-06"));
  ASSERT_TRUE(breaks(late, ErrorCode::kConflict, kStaleVersion));
  EXPECT_EQ(fault_in(late.error()).etag, "v2");
  EXPECT_NE(fault_in(late.error()).current.find("Bob and Eve"), std::string::npos);
  EXPECT_TRUE(breaks(try_remove(bob, event), ErrorCode::kConflict, kStaleVersion));
  EXPECT_EQ(stored(event), next);
}

TEST_F(BookingsEvents, ThePastStaysAsItIs) {
  const Event event = book(bob, "2024-01-15", "2024-01-18");
  clock.advance_ms(int64_t{86'400'000});
  EXPECT_TRUE(breaks(try_remove(bob, event), ErrorCode::kInvalid, kInThePast));
  EXPECT_TRUE(breaks(try_change(bob, event, moved("2024-01-16", "2024-01-18")), ErrorCode::kInvalid,
                     kInThePast));
  EXPECT_TRUE(breaks(try_change(bob, event, moved("2024-01-14", "2024-01-18")), ErrorCode::kInvalid,
                     kInThePast));
  // Future nights can be given back, and the title can change.
  const Event shorter = change(bob, event, moved("2024-01-15", "2024-01-16"));
  const Event renamed = change(bob, shorter, titled("Bob and Eve"));
  set(cottage, [](PlaceSettings& settings) { settings.allows_past = true; });
  must(try_remove(bob, renamed));
  book(bob, "2020-02-27", "2020-03-01");
  expect_sound(cottage);
}

TEST_F(BookingsEvents, TodayIsWhatItIsWhereThePlaceIs) {
  const auto in_zone = [&](const char* tzid) {
    set(cottage, [&](PlaceSettings& settings) { settings.tzid = tzid; });
  };
  in_zone("Pacific/Kiritimati");  // Half past midnight on the 16th.
  EXPECT_TRUE(
      breaks(try_book(bob, booking("2024-01-15", "2024-01-16")), ErrorCode::kInvalid, kInThePast));
  in_zone("Pacific/Pago_Pago");  // Half past eleven in the evening of the 14th.
  EXPECT_TRUE(try_book(bob, booking("2024-01-14", "2024-01-15")));
  EXPECT_TRUE(
      breaks(try_book(bob, booking("2024-01-13", "2024-01-14")), ErrorCode::kInvalid, kInThePast));
}

// Nights are days, and have no hours that clocks could change.
TEST_F(BookingsEvents, ChangingClocksChangeNothing) {
  set(cottage, [](PlaceSettings& settings) { settings.tzid = "Europe/Berlin"; });
  for (const auto& [start, end] : std::vector<std::pair<const char*, const char*>>{
           {"2026-03-28", "2026-03-30"}, {"2026-10-24", "2026-10-26"}}) {
    const Event event = book(bob, start, end);
    EXPECT_EQ(event.stay.nights(), 2);
    EXPECT_EQ(event.total, 2 * 100'00);
  }
  expect_sound(cottage);
}

TEST_F(BookingsEvents, TheEndsOfTime) {
  set(cottage, [](PlaceSettings& settings) { settings.allows_past = true; });
  const Event last = book(bob, "9999-12-30", "9999-12-31");
  const Event first = book(bob, "0001-01-01", "0001-01-03");
  EXPECT_EQ(must(events.list(bob, cottage, date("0001-01-01"), date("9999-12-31"))).size(), 2);
  EXPECT_EQ(must(events.list(bob, cottage, date("0001-01-02"), date("0001-01-03"))).size(), 1);
  EXPECT_TRUE(
      breaks(try_book(bob, booking("0001-01-01", "9999-12-31")), ErrorCode::kInvalid, kTooLong));
  EXPECT_TRUE(breaks(events.quote(bob, cottage, stay("0001-01-01", "9999-12-31"), std::nullopt),
                     ErrorCode::kInvalid, kTooLong));
  change(bob, first, moved("0001-01-02", "0001-01-04"));
  must(try_remove(bob, last));
  expect_sound(cottage);
}

}  // namespace
}  // namespace norn::bookings
