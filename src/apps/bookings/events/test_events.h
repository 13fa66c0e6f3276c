#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/bookings/events/events.h"
#include "apps/bookings/events/rules.h"
#include "apps/bookings/events/stay_transaction.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/sentences.h"
#include "apps/bookings/test_world.h"
#include "base/sentences.h"

// Fixture and helpers of the tests of events.
namespace norn::bookings {

inline const Fault& fault_in(const Error& error) {
  static const Fault none;
  const Fault* const fault = fault_of(error);
  return fault != nullptr ? *fault : none;
}

// Whether it was refused because of that rule.
template <typename T>
::testing::AssertionResult breaks(const Result<T>& result, ErrorCode error,
                                  const SentenceText& rule) {
  if (result) return ::testing::AssertionFailure() << "it was done";
  if (result.error().code == error && says(result.error(), rule)) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << testing::to_text(result.error()) << " with the code `"
                                       << fault_in(result.error()).said.code() << "`";
}

inline EventInput booking(std::string_view start, std::string_view end) {
  EventInput input;
  input.stay = stay(start, end);
  return input;
}
inline EventInput blocked(std::string_view start, std::string_view end) {
  EventInput input = booking(start, end);
  input.kind = EventKind::kBlocked;
  return input;
}
inline EventChange moved(std::string_view start, std::string_view end) {
  EventChange change;
  change.start = date(start);
  change.end = date(end);
  return change;
}
inline EventChange titled(std::string title) {
  EventChange change;
  change.title = std::move(title);
  return change;
}

// It is the morning of 2024-01-15.
class EventsTest : public BookingsTest {
 protected:
  Result<EventFor> try_book(const std::string& user, const EventInput& input,
                            const std::string& where = "default", const std::string& key = "",
                            const std::string& digest = "digest") {
    return events.create(
        user, where, input,
        {.user_id = user, .operation = "createBooking", .key = key, .digest = digest});
  }
  Event book(const std::string& user, const EventInput& input,
             const std::string& where = "default") {
    return must(try_book(user, input, where)).event;
  }
  Event book(const std::string& user, std::string_view start, std::string_view end,
             const std::string& where = "default") {
    return book(user, booking(start, end), where);
  }
  Result<EventFor> try_change(const std::string& user, const Event& event,
                              const EventChange& change) {
    return events.change(user, event.place_id, event.id, change, etag_of(event));
  }
  Event change(const std::string& user, const Event& event, const EventChange& with) {
    return must(try_change(user, event, with)).event;
  }
  Result<void> try_remove(const std::string& user, const Event& event) {
    return events.remove(user, event.place_id, event.id, etag_of(event));
  }
  std::optional<Event> stored(const Event& event) {
    return must(find_event(context, event.place_id, event.id));
  }

  // Every event has exactly its slots, and every slot its event.
  void expect_sound(const std::string& place_id) {
    std::map<std::string, std::string> expected;
    for (const store::Item& each : items(keys::events(place_id))) {
      const Event event = must(event_from(each));
      for (const Date night : nights_only_in(event.stay, {})) {
        EXPECT_TRUE(expected.emplace(date_text(night), event.id).second)
            << date_text(night) << " is taken twice";
      }
    }
    EXPECT_EQ(slots(place_id), expected);
  }

  Events events{context};
};

}  // namespace norn::bookings
