#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/bookings/access.h"
#include "apps/bookings/places/pricing.h"
#include "apps/sharing/authors.h"
#include "base/sentence.h"

namespace norn::bookings {

// The default title of a blocked period, and the title of bookings for people who may not know who
// comes.
constexpr std::string_view kBlockedTitle = "Blocked";
constexpr std::string_view kTakenTitle = "Taken";

struct EventInput {
  Stay stay;
  EventKind kind = EventKind::kBooking;
  std::optional<std::string> title = std::nullopt;  // Nullopt: the name of the person who comes.
  std::optional<std::string> note = std::nullopt;
  // The person who comes. Absent: the caller. Null: a guest without an account, who needs a title.
  // Only administrators may book for others than themselves.
  std::optional<std::optional<std::string>> user_id = std::nullopt;
};

// A change of an event: absent members stay as they are.
struct EventChange {
  std::optional<Date> start = std::nullopt;
  std::optional<Date> end = std::nullopt;
  std::optional<std::string> title = std::nullopt;
  std::optional<std::optional<std::string>> note = std::nullopt;
  std::optional<std::optional<std::string>> user_id = std::nullopt;
};

// An event as a particular person sees it.
struct EventFor {
  Event event;
  bool is_own = false;
  bool may_know = true;  // Who comes.
  bool may_change = false;
  // Of its place.
  std::string color;
  std::string check_in;
  std::string check_out;
};

// The event as the caller may see it: only its nights, if they may not know who comes.
EventFor seen_by(const Access& access, Event event);
// Members may change their own events, administrators all.
bool may_change(const Access& access, const Event& event);

struct QuoteFor {
  Stay stay;
  Quote quote;
  std::vector<EventFor> taken;  // Events that have some of the nights.
  std::optional<Said> refusal;  // Another rule that would refuse the booking.
};

// Returns the note of a booking or a wish trimmed, nullopt if it is empty, and kInvalid if it is
// too long or has control characters.
Result<std::optional<std::string>> checked_note(const std::optional<std::string>& note);

// listEvents, createEvent, updateEvent and deleteEvent of the design. Each change is one
// transaction of the event and its slots (stay_transaction.h). There are no locks: the slots
// decide.
class Events {
 public:
  // Lists of more than `max_listed` events are refused, so that every read has a bound.
  explicit Events(Context context, size_t max_listed = 20'000)
      : context_(std::move(context)), max_listed_(max_listed) {}

  // Members book for themselves, administrators for all members and guests. With an Idempotency-Key
  // the event's id follows from the key, so that the same request finds the event that it created;
  // returns kUnprocessable if another request created it.
  Result<EventFor> create(const std::string& user_id, const std::string& place_id,
                          const EventInput& input, const apps::Creation& creation);
  Result<EventFor> get(const std::string& user_id, const std::string& place_id,
                       const std::string& event_id);
  // Who created and last changed an event; neither for people who may not know who comes.
  Result<sharing::Authors> authors(const std::string& user_id, const std::string& place_id,
                                   const std::string& event_id);
  // Events with nights in [from, to): of a place, of all places of the user, and those of the
  // user's own in all places.
  Result<std::vector<EventFor>> list(const std::string& user_id, const std::string& place_id,
                                     Date from, Date to);
  Result<std::vector<EventFor>> list_everywhere(const std::string& user_id, Date from, Date to);
  Result<std::vector<EventFor>> list_own(const std::string& user_id, Date from, Date to);
  // Of these places, which the user is in.
  Result<std::vector<EventFor>> list_in(const std::vector<Access>& places, Date from, Date to);
  // The user's stays in all places that have not begun.
  Result<int64_t> count_ahead(const std::string& user_id);
  // `etag` is of the version that the change is based on. Return kForbidden for events of others,
  // unless the user is an administrator, and `stale_event` if the event changed since.
  Result<EventFor> change(const std::string& user_id, const std::string& place_id,
                          const std::string& event_id, const EventChange& change,
                          const std::string& etag);
  Result<void> remove(const std::string& user_id, const std::string& place_id,
                      const std::string& event_id, const std::string& etag);

  // The price of a stay, and the reasons why it cannot be booked. `instead_of` is an event that
  // would move to these nights.
  Result<QuoteFor> quote(const std::string& user_id, const std::string& place_id, const Stay& stay,
                         const std::optional<std::string>& instead_of);

 private:
  Result<EventFor> book(const Access& access, const EventInput& input, const std::string& event_id,
                        const std::string& digest);

  Context context_;
  const size_t max_listed_;
};

}  // namespace norn::bookings
