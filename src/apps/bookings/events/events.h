#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/bookings/access.h"
#include "apps/bookings/places/pricing.h"

namespace norn::bookings {

constexpr size_t kMaxTitleCharacters = 200;
constexpr size_t kMaxNoteCharacters = 1'000;
// What a blocked period is called, and a booking of which one may know nothing.
constexpr std::string_view kBlockedTitle = "Blocked";
constexpr std::string_view kTakenTitle = "Taken";

struct EventInput {
  Stay stay;
  EventKind kind = EventKind::kBooking;
  std::optional<std::string> title = std::nullopt;  // Nullopt: the name of who comes.
  std::optional<std::string> note = std::nullopt;
  // For whom. Nullopt: for themselves. Somebody who is nobody's account: a guest, who needs a
  // title. Others than oneself are for administrators.
  std::optional<std::optional<std::string>> user_id = std::nullopt;
};

// What is changed: absent members stay as they are.
struct EventChange {
  std::optional<Date> start = std::nullopt;
  std::optional<Date> end = std::nullopt;
  std::optional<std::string> title = std::nullopt;
  std::optional<std::optional<std::string>> note = std::nullopt;
  std::optional<std::optional<std::string>> user_id = std::nullopt;
};

// An event for somebody in particular.
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

// Of somebody else's booking, those who may not know who comes get no more than its nights.
EventFor seen_by(const Access& access, Event event);
// Their own, for those who may book; everything, for administrators.
bool may_change(const Access& access, const Event& event);

struct QuoteFor {
  Stay stay;
  Quote quote;
  std::vector<EventFor> taken;         // Events that have some of the nights.
  std::optional<std::string> refusal;  // What else would be said to whoever books it,
  std::string refusal_code = {};       // and which rule that is: "tooLong".
};

// listEvents, createEvent, updateEvent and deleteEvent of the design: each change is one
// transaction of the event and its slots, with the design's actions and conditions and no other
// ones, so that stays of 99 nights have room in it. There are no locks: the slots decide.
class Events {
 public:
  // Lists of more than `max_listed` events are refused: every reading has a bound.
  explicit Events(Context context, size_t max_listed = 20'000)
      : context_(std::move(context)), max_listed_(max_listed) {}

  // Members book for themselves, administrators for anybody. With an Idempotency-Key the event's id
  // is made of it, so that the same request finds the event that it has made (kUnprocessable when
  // it is another request).
  Result<EventFor> create(const std::string& user_id, const std::string& place_id,
                          const EventInput& input, const apps::Creation& creation);
  Result<EventFor> get(const std::string& user_id, const std::string& place_id,
                       const std::string& event_id);
  // Those with nights in [from, to).
  Result<std::vector<EventFor>> list(const std::string& user_id, const std::string& place_id,
                                     Date from, Date to);
  Result<std::vector<EventFor>> list_everywhere(const std::string& user_id, Date from, Date to);
  // Their own, in all of their places.
  Result<std::vector<EventFor>> list_own(const std::string& user_id, Date from, Date to);
  // One's own, or anybody's for administrators. `etag` is the version that it is based on.
  Result<EventFor> change(const std::string& user_id, const std::string& place_id,
                          const std::string& event_id, const EventChange& change,
                          const std::string& etag);
  Result<void> remove(const std::string& user_id, const std::string& place_id,
                      const std::string& event_id, const std::string& etag);

  // What a stay would cost, and what is in its way; `instead_of` is an event that would move.
  Result<QuoteFor> quote(const std::string& user_id, const std::string& place_id, const Stay& stay,
                         const std::optional<std::string>& instead_of);

 private:
  Result<EventFor> book(const Access& access, const EventInput& input, const std::string& event_id,
                        const std::string& digest);
  Result<std::vector<EventFor>> list_in(const std::vector<Access>& places, Date from, Date to);

  Context context_;
  const size_t max_listed_;
};

// The transactions of the design, action by action.
std::vector<Action> create_actions(const std::string& table, const Event& event);
std::vector<Action> update_actions(const std::string& table, const Event& old, const Event& next);
std::vector<Action> delete_actions(const std::string& table, const Event& event);

// Nights of `left` that are not nights of `right`.
std::vector<Date> nights_only_in(const Stay& left, const Stay& right);

}  // namespace norn::bookings
