#include <fmt/format.h>

#include <utility>

#include "apps/bookings/events/events.h"
#include "apps/bookings/events/events_input.h"
#include "apps/bookings/events/events_refusals.h"
#include "apps/bookings/events/hashed_id.h"
#include "apps/bookings/events/rules.h"
#include "apps/bookings/places/wishes.h"
#include "apps/shared/items.h"
#include "base/faults.h"

// createEvent of the design.
namespace norn::bookings {
namespace {

// The same key in another place is another booking, because ids are compared across places where
// all of them are on one page.
std::string id_of(const std::string& place_id, const apps::Creation& creation) {
  return hashed_id(place_id + "#" + creation.user_id + "#" + creation.key);
}

// What has an id of its own is counted from 1. An id that was made of a key comes back when the
// booking was removed and its key is used again; then a change that was decided by the nights of
// the first one must not meet the same version of the second. So these are counted from when they
// were made, and no version is there twice.
int64_t first_version(const Clock& clock, const std::string& digest) {
  return digest.empty() ? 1 : clock.now_ms();
}

// For whom it is; nobody's, when it is a guest's or a blocked period.
Result<std::optional<std::string>> person_of(const Context& context, const Access& access,
                                             const EventInput& input) {
  if (input.kind == EventKind::kBlocked) {
    if (!access.is_administrator()) {
      return forbidden(
          "You are a member of this place, and only administrators may block nights. Ask one of "
          "them.");
    }
    if (!input.user_id || !*input.user_id) return std::nullopt;
    return invalid("userId", "A blocked period is nobody's. Leave the userId out.");
  }
  std::optional<std::string> person =
      input.user_id ? *input.user_id : std::optional(access.membership.user_id);
  NORN_TRY(check_person(context, access, person));
  return person;
}

Result<std::string> title_of(const Context& context, const EventInput& input,
                             const std::optional<std::string>& person) {
  if (input.title) return checked_title(*input.title);
  if (input.kind == EventKind::kBlocked) return std::string(kBlockedTitle);
  return name_of(context, person);
}

}  // namespace

Result<EventFor> Events::create(const std::string& user_id, const std::string& place_id,
                                const EventInput& input, const apps::Creation& creation) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kMember));
  const bool has_key = !creation.key.empty();
  const std::string event_id = has_key ? id_of(place_id, creation) : context_.ids.uuid();
  auto made = book(access, input, event_id, has_key ? creation.digest : std::string());
  const bool is_gone = !made && made.error().code == ErrorCode::kNotFound;  // The place.
  if (made || !has_key || is_gone) return made;
  // Whatever is in its way now, the booking itself may be what it has made before.
  NORN_ASSIGN(auto before, find_event(context_, place_id, event_id));
  // What was there a moment ago is gone: it was given back, and whoever tries again can have it.
  if (!before && apps::Refusals(made.error()).failed(0)) return apps::too_many_attempts();
  if (!before) return made;
  if (before->digest != creation.digest) {
    return fail(ErrorCode::kUnprocessable,
                "This idempotency key was used for something else. Use a new key for a new "
                "request.");
  }
  return seen_by(access, *std::move(before));
}

Result<EventFor> Events::book(const Access& access, const EventInput& input,
                              const std::string& event_id, const std::string& digest) {
  const Place& place = access.place;
  NORN_ASSIGN(auto person, person_of(context_, access, input));
  NORN_TRY(
      check_nights(place.settings, {}, input.stay, input.kind, today_at(place, context_.clock)));
  Event event;
  event.id = event_id;
  event.place_id = place.id;
  event.stay = input.stay;
  event.kind = input.kind;
  NORN_ASSIGN(event.note, checked_note(input.note));
  NORN_ASSIGN(event.title, title_of(context_, input, person));
  event.user_id = std::move(person);
  event.currency = place.settings.currency;
  if (input.kind == EventKind::kBooking) event.total = quote_of(place.settings, input.stay).total;
  event.created_by = access.membership.user_id;
  event.created_at = event.updated_at = now_text(context_);
  event.digest = digest;
  event.version = first_version(context_.clock, digest);

  const std::vector<Action> actions = create_actions(context_.tables.bookings(), event);
  const auto written = apps::transact(context_.store, actions);
  if (!written) {
    const apps::Refusals refusals(written.error());
    const bool is_there = refusals.failed(0);
    if (!refusals.by_conditions() || is_there) return std::unexpected(written.error());
    return refused_slots(context_, access, refusals, actions);
  }
  NORN_TRY(expect_place(context_, place.id));
  if (place.has_wishes) fulfil_wishes(context_, event);
  return seen_by(access, std::move(event));
}

}  // namespace norn::bookings
