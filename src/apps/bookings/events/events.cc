#include "apps/bookings/events/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/bookings/events/events_input.h"
#include "apps/bookings/events/rules.h"

namespace norn::bookings {
namespace {

// A quote says what is wrong with stays that are too long; those that are longer than this nobody
// wants to book.
constexpr int64_t kMaxQuotedNights = 366;

}  // namespace

bool may_change(const Access& access, const Event& event) {
  if (access.is_administrator()) return true;
  return access.membership.role == Role::kMember && event.user_id == access.membership.user_id;
}

EventFor seen_by(const Access& access, Event event) {
  const PlaceSettings& settings = access.place.settings;
  EventFor seen;
  seen.color = settings.color;
  seen.check_in = settings.check_in;
  seen.check_out = settings.check_out;
  seen.is_own = event.user_id == access.membership.user_id;
  seen.may_know = may_know(access, event);
  seen.may_change = may_change(access, event);
  seen.event = std::move(event);
  if (seen.may_know) return seen;
  seen.event.title = kTakenTitle;
  seen.event.user_id = std::nullopt;
  seen.event.note = std::nullopt;
  seen.event.total = 0;
  seen.event.created_by.clear();
  seen.event.digest.clear();
  return seen;
}

Result<EventFor> Events::get(const std::string& user_id, const std::string& place_id,
                             const std::string& event_id) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kViewer));
  NORN_ASSIGN(Event event, existing_event(context_, place_id, event_id));
  return seen_by(access, std::move(event));
}

Result<std::vector<EventFor>> Events::list(const std::string& user_id, const std::string& place_id,
                                           Date from, Date to) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kViewer));
  return list_in({access}, from, to);
}

Result<std::vector<EventFor>> Events::list_everywhere(const std::string& user_id, Date from,
                                                      Date to) {
  NORN_ASSIGN(const auto places, places_of(context_, user_id));
  return list_in(places, from, to);
}

Result<std::vector<EventFor>> Events::list_own(const std::string& user_id, Date from, Date to) {
  NORN_ASSIGN(auto events, list_everywhere(user_id, from, to));
  std::erase_if(events, [&](const EventFor& one) { return one.event.user_id != user_id; });
  return events;
}

// By first night; those of one night in the order of the places.
Result<std::vector<EventFor>> Events::list_in(const std::vector<Access>& places, Date from,
                                              Date to) {
  std::vector<EventFor> all;
  for (const Access& access : places) {
    NORN_ASSIGN(auto events, events_between(context_, access.place.id, from, to));
    for (Event& event : events) all.push_back(seen_by(access, std::move(event)));
    if (all.size() > max_listed_) {
      return invalid("end", fmt::format("There are more than {} bookings in these days. Ask for "
                                        "fewer of them.",
                                        max_listed_));
    }
  }
  std::ranges::stable_sort(all, {}, [](const EventFor& one) { return one.event.stay.start; });
  return all;
}

Result<QuoteFor> Events::quote(const std::string& user_id, const std::string& place_id,
                               const Stay& stay, const std::optional<std::string>& instead_of) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kViewer));
  std::optional<Event> moved;
  if (instead_of) {
    NORN_ASSIGN(moved, existing_event(context_, place_id, *instead_of));
  }
  const PlaceSettings& settings = access.place.settings;
  const EventKind kind = moved ? moved->kind : EventKind::kBooking;
  if (stay.nights() <= 0 || stay.nights() > kMaxQuotedNights) {
    NORN_TRY(check_stay(settings, stay, kind));
  }
  const auto checked = check_nights(settings, moved ? moved->stay : Stay(), stay, kind,
                                    today_at(access.place, context_.clock));
  QuoteFor quote;
  quote.stay = stay;
  quote.quote = quote_of(settings, stay);
  if (!checked) {
    quote.refusal = checked.error().message;
    if (const Fault* const fault = fault_of(checked.error())) quote.refusal_code = fault->code;
  }
  NORN_ASSIGN(auto events, events_between(context_, place_id, stay.start, stay.end));
  for (Event& event : events) {
    if (moved && event.id == moved->id) continue;
    quote.taken.push_back(seen_by(access, std::move(event)));
  }
  return quote;
}

}  // namespace norn::bookings
