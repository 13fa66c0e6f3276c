#include "apps/bookings/events.h"

#include "apps/bookings/test_events.h"

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

}  // namespace
}  // namespace norn::bookings
