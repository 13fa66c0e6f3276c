#include <memory>

#include "apps/bookings/events/test_events.h"
#include "apps/bookings/places/sweep.h"
#include "store/errors.h"

// Another request is faster, at the very moment of writing.
namespace norn::bookings {
namespace {

class BookingsRaces : public EventsTest {
 protected:
  static Error busy() {
    return {ErrorCode::kTransactionConflict, "Another transaction is in the way.", nullptr};
  }
  // The error of the store if the event of the first action existed at that moment.
  static Error was_there(size_t actions) {
    auto cancellation = std::make_shared<store::Cancellation>();
    cancellation->reasons.resize(actions);
    cancellation->reasons[0].code = "ConditionalCheckFailed";
    return {ErrorCode::kTransactionCanceled, "Transaction cancelled.", cancellation};
  }
  // Takes a place away, as its removal does.
  void remove_place(const std::string& place_id) {
    store::DeleteRequest request;
    request.table = tables.bookings();
    request.key = apps::key_of(keys::place(place_id), keys::kPlace);
    must(store_.remove(request));
  }
  bool is_being_swept(const std::string& place_id) {
    const auto begun = std::get<store::PutRequest>(begin_place_sweep(context, place_id));
    store::GetRequest request;
    request.table = begun.table;
    request.key = store::Item::subset(begun.item, {"PK", "SK"});
    return must(store_.get(request)).item.has_value();
  }
};

TEST_F(BookingsRaces, ANightIsTakenMeanwhile) {
  Event rival;
  meanwhile([&] { rival = book(ada, "2026-07-02", "2026-07-03"); });
  const auto result = try_book(bob, booking("2026-07-01", "2026-07-04"));
  ASSERT_TRUE(breaks(result, ErrorCode::kConflict, kOverlap));
  EXPECT_EQ(fault_in(result.error()).taken, R"([{"night":"2026-07-02","event":{"id":")" + rival.id +
                                                R"(","title":"ada","kind":"booking"}}])");
  EXPECT_EQ(slots(cottage).size(), 1);
  expect_sound(cottage);
}

TEST_F(BookingsRaces, TheSameRequestIsDoneMeanwhile) {
  const EventInput input = booking("2026-07-01", "2026-07-04");
  Event first;
  meanwhile([&] { first = must(try_book(bob, input, cottage, "key")).event; });
  EXPECT_EQ(must(try_book(bob, input, cottage, "key")).event, first);
  meanwhile([&] { must(try_book(bob, input, boat, "key")); });
  EXPECT_TRUE(fails(try_book(bob, booking("2026-08-01", "2026-08-02"), boat, "key", "other"),
                    ErrorCode::kUnprocessable));
  expect_sound(cottage);
  expect_sound(boat);
}

// The first booking refuses the second, and is deleted before it is read for the message.
TEST_F(BookingsRaces, TheSameRequestIsDoneMeanwhileAndUndone) {
  const EventInput input = booking("2026-07-01", "2026-07-04");
  const Event first = must(try_book(bob, input, cottage, "key")).event;
  must(try_remove(bob, first));
  store_.refuse(1, was_there(4));
  EXPECT_TRUE(fails(try_book(bob, input, cottage, "key"), ErrorCode::kUnavailable));
  must(try_book(bob, input, cottage, "key"));
  expect_sound(cottage);
}

TEST_F(BookingsRaces, ANightIsTakenWhileAStayMoves) {
  const Event event = book(bob, "2026-07-01", "2026-07-04");
  meanwhile([&] { book(ada, "2026-07-05", "2026-07-06"); });
  const auto result = try_change(bob, event, moved("2026-07-03", "2026-07-07"));
  ASSERT_TRUE(breaks(result, ErrorCode::kConflict, kOverlap));
  EXPECT_EQ(result.error().message,
            "July 5 is taken by ada. Choose other nights, or wish for these.");
  EXPECT_EQ(stored(event), event);
  expect_sound(cottage);
}

TEST_F(BookingsRaces, AnEventIsMovedMeanwhile) {
  const Event event = book(bob, "2026-07-01", "2026-07-04");
  Event rival;
  meanwhile([&] { rival = change(ada, event, moved("2026-07-03", "2026-07-06")); });
  const auto late = try_change(bob, event, moved("2026-07-05", "2026-07-08"));
  // The error is about the version, although nights are taken, too.
  ASSERT_TRUE(breaks(late, ErrorCode::kConflict, kStaleVersion));
  EXPECT_EQ(fault_in(late.error()).etag, "v2");
  EXPECT_NE(fault_in(late.error()).current.find("2026-07-06"), std::string::npos);
  EXPECT_EQ(stored(event), rival);
  expect_sound(cottage);
}

TEST_F(BookingsRaces, AnEventIsMovedWhileItIsRemoved) {
  const Event event = book(bob, "2026-07-01", "2026-07-04");
  Event rival;
  meanwhile([&] { rival = change(ada, event, moved("2026-07-03", "2026-07-06")); });
  EXPECT_TRUE(breaks(try_remove(bob, event), ErrorCode::kConflict, kStaleVersion));
  EXPECT_EQ(stored(event), rival);
  expect_sound(cottage);
}

// Its old nights may have been booked by another person since.
TEST_F(BookingsRaces, AnEventIsRemovedMeanwhileAndItsNightsAreBooked) {
  for (const bool is_removal : {true, false}) {
    const Event event = book(bob, "2026-07-01", "2026-07-04");
    Event rival;
    meanwhile([&] {
      must(try_remove(bob, event));
      rival = book(ada, "2026-07-02", "2026-07-05");
    });
    if (is_removal) {
      EXPECT_TRUE(fails(try_remove(bob, event), ErrorCode::kNotFound));
    } else {
      EXPECT_TRUE(
          fails(try_change(bob, event, moved("2026-07-03", "2026-07-06")), ErrorCode::kNotFound));
    }
    EXPECT_EQ(stored(rival), rival);
    expect_sound(cottage);
    must(try_remove(ada, rival));
  }
}

// The same id exists again, with other nights: a change based on the first one is refused.
TEST_F(BookingsRaces, AnEventIsRemovedMeanwhileAndItsKeyIsUsedAgain) {
  const Event event = must(try_book(bob, booking("2026-07-01", "2026-07-04"), cottage, "k")).event;
  Event second;
  meanwhile([&] {
    must(try_remove(bob, event));
    clock.advance_ms(1);
    second = must(try_book(bob, booking("2026-08-01", "2026-08-04"), cottage, "k", "2")).event;
    book(ada, "2026-07-01", "2026-07-04");
  });
  EXPECT_TRUE(breaks(try_change(bob, event, moved("2026-09-01", "2026-09-04")),
                     ErrorCode::kConflict, kStaleVersion));
  EXPECT_EQ(stored(event), second);
  expect_sound(cottage);
}

// Nights that become free at that moment are not asked for again: the slots have decided.
TEST_F(BookingsRaces, WhoHadTheNightsMayBeGoneWhenTheyAreNamed) {
  write(slot_item(cottage, date("2026-07-02"), "gone"));
  const auto result = try_book(bob, booking("2026-07-01", "2026-07-04"));
  ASSERT_TRUE(breaks(result, ErrorCode::kConflict, kOverlap));
  EXPECT_EQ(result.error().message, "July 2 is taken. Choose other nights, or wish for these.");
}

TEST_F(BookingsRaces, ABusyStoreIsAskedAgain) {
  store_.refuse(3, busy());
  const Event event = book(bob, "2026-07-01", "2026-07-04");
  store_.refuse(3, busy());
  const Event next = change(bob, event, moved("2026-07-02", "2026-07-05"));
  store_.refuse(3, busy());
  must(try_remove(bob, next));
  EXPECT_TRUE(slots(cottage).empty());
}

TEST_F(BookingsRaces, AStoreThatFailsIsNoConflict) {
  const Event event = book(bob, "2026-07-01", "2026-07-04");
  const Error full = {ErrorCode::kStorageFull, "The disk is full.", nullptr};
  store_.refuse(1, full);
  EXPECT_TRUE(fails(try_book(bob, booking("2026-08-01", "2026-08-02")), ErrorCode::kStorageFull));
  store_.refuse(1, full);
  EXPECT_TRUE(fails(try_change(bob, event, titled("x")), ErrorCode::kStorageFull));
  store_.refuse(1, full);
  EXPECT_TRUE(fails(try_remove(bob, event), ErrorCode::kStorageFull));
  expect_sound(cottage);
}

// The sweep runs once more, and removes the booking that came too late.
TEST_F(BookingsRaces, ThePlaceGoesMeanwhile) {
  meanwhile([&] { remove_place(cottage); });
  EXPECT_TRUE(fails(try_book(bob, booking("2026-07-01", "2026-07-04")), ErrorCode::kNotFound));
  EXPECT_TRUE(is_being_swept(cottage));
  // That it can be found by its key makes no difference.
  EXPECT_FALSE(is_being_swept(boat));
  meanwhile([&] { remove_place(boat); });
  EXPECT_TRUE(
      fails(try_book(bob, booking("2026-07-01", "2026-07-04"), boat, "key"), ErrorCode::kNotFound));
  EXPECT_TRUE(is_being_swept(boat));
}

TEST_F(BookingsRaces, ThePlaceGoesWhileAStayMoves) {
  const Event event = book(bob, "2026-07-01", "2026-07-04", boat);
  EXPECT_FALSE(is_being_swept(boat));
  meanwhile([&] { remove_place(boat); });
  EXPECT_TRUE(
      fails(try_change(bob, event, moved("2026-07-02", "2026-07-05")), ErrorCode::kNotFound));
  EXPECT_TRUE(is_being_swept(boat));
}

}  // namespace
}  // namespace norn::bookings
