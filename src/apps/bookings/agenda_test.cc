#include "apps/bookings/agenda.h"

#include <gtest/gtest.h>

#include "apps/agenda/test_items.h"
#include "apps/bookings/test_world.h"

namespace norn::bookings {
namespace {

using agenda::query_between;
using agenda::Texts;
using agenda::texts_of;

class BookingsAgendaTest : public BookingsTest {
 protected:
  Texts shown(const std::string& user, const std::string& from, const std::string& to) {
    return texts_of(must(source.items(user, query_between(from, to))).items);
  }
  EventFor book(const std::string& user, const Stay& nights, EventKind kind = EventKind::kBooking) {
    EventInput input;
    input.stay = nights;
    input.kind = kind;
    return must(events.create(user, cottage, input, {}));
  }

  Places places{context};
  Events events{context};
  BookingsAgenda source{context, places, events};
};

TEST_F(BookingsAgendaTest, HasStaysWithTheirDaysOfDepartureAndBlockedNights) {
  book(bob, stay("2024-02-01", "2024-02-04"));
  book(ada, stay("2024-02-06", "2024-02-07"), EventKind::kBlocked);
  const std::string bobs = "stay bob 2024-02-01-2024-02-05 ";
  const std::string blocked = "blocked Blocked 2024-02-06-2024-02-08 ";
  EXPECT_EQ(shown(bob, "2024-02-01", "2024-02-28"), (Texts{bobs + "cmrx", blocked}));
  EXPECT_EQ(shown(ada, "2024-02-04", "2024-02-06"), (Texts{bobs + "cmrx", blocked + "cmrx"}));
  EXPECT_EQ(shown(eve, "2024-02-01", "2024-02-28"), (Texts{bobs, blocked}));
  EXPECT_EQ(shown(bob, "2024-02-05", "2024-02-05"), Texts()) << "the day after the departure";
  EXPECT_EQ(shown(bob, "2024-01-01", "2024-01-31"), Texts());
  EXPECT_EQ(shown(zoe, "2024-02-01", "2024-02-28"), Texts());
}

TEST_F(BookingsAgendaTest, SaysWhoComesToThoseWhoMayKnow) {
  const EventFor booked = book(bob, stay("2024-02-01", "2024-02-04"));
  set(cottage, [](PlaceSettings& settings) { settings.shows_names = false; });
  const auto query = query_between("2024-02-01", "2024-02-28");
  const agenda::Item seen = must(source.items(eve, query)).items.front();
  EXPECT_EQ(seen.title, kTakenTitle);
  EXPECT_EQ(seen.stay->guest, std::nullopt);
  EXPECT_EQ(seen.people, Texts());
  const agenda::Item own = must(source.items(bob, query)).items.front();
  EXPECT_EQ(own.stay->guest, "bob");
  EXPECT_TRUE(own.stay->is_own);
  EXPECT_EQ(own.stay->nights, 3);
  EXPECT_EQ(own.people, Texts{bob});
  EXPECT_EQ(own.owner, (agenda::Owner{.kind = "place", .id = cottage, .name = "Cottage"}));
  EXPECT_EQ(own.etag, etag_of(booked.event));
}

}  // namespace
}  // namespace norn::bookings
