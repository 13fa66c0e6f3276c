#include "apps/bookings/events/events.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/bookings/events/rules.h"
#include "apps/bookings/events/stay_transaction.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/places/wishes.h"
#include "apps/bookings/sentences.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/sentences.h"
#include "base/faults.h"
#include "base/text.h"
#include "base/time_text.h"

namespace norn::bookings {
namespace {

// Returns the title trimmed.
Result<std::string> checked_title(const std::string& title) {
  std::string kept(trimmed(title));
  const size_t length = count_characters(kept);
  if (length == 0 || length > kMaxTitleCharacters) {
    return invalid("title", apps::kTitleLength(kMaxTitleCharacters));
  }
  if (has_control(kept)) {
    return invalid("title", kBookingTitleControl);
  }
  return kept;
}

// Returns kNotFound if there is no such event. Other programs choose ids of their own.
Result<Event> existing_event(const Context& context, const std::string& place_id,
                             const std::string& event_id) {
  if (!apps::is_id(event_id)) return not_found(kBookingNotFound);
  NORN_ASSIGN(auto event, find_event(context, place_id, event_id));
  if (!event) return not_found(kBookingNotFound);
  return *std::move(event);
}

// Whether the caller may book for that person (nullopt: a guest). Members book for themselves,
// administrators for all members and for guests.
Result<void> check_person(const Context& context, const Access& access,
                          const std::optional<std::string>& person) {
  if (person == access.membership.user_id) return {};
  if (!access.is_administrator()) {
    return forbidden(kBookForOthers);
  }
  if (!person) return {};
  NORN_ASSIGN(const auto member, find_item(context, member_key(access.place.id, *person)));
  if (member) return {};
  return invalid("userId", kPersonNotInPlace);
}

// The default title of a booking: the name of the person. Bookings for guests need a title.
Result<std::string> default_title(const Context& context,
                                  const std::optional<std::string>& person) {
  if (!person) {
    return invalid("title", kBookingTitleNeeded);
  }
  NORN_ASSIGN(const auto user, context.users.find(*person));
  if (!user) return invalid("userId", kPersonLeft);
  return user->name;
}

// Versions begin with 1. But an id that follows from a key comes back when its booking was deleted
// and the key is used again, and a change based on the first booking must not meet the same version
// of the second. So these versions begin with the time of creation, and none occurs twice.
int64_t first_version(const Clock& clock, const std::string& digest) {
  return digest.empty() ? 1 : clock.now_ms();
}

// The person of the new event; nullopt for a guest or a blocked period.
Result<std::optional<std::string>> person_of(const Context& context, const Access& access,
                                             const EventInput& input) {
  if (input.kind == EventKind::kBlocked) {
    if (!access.is_administrator()) {
      return forbidden(kBlockForAdministrators);
    }
    if (!input.user_id || !*input.user_id) return std::nullopt;
    return invalid("userId", kBlockedHasNoPerson);
  }
  std::optional<std::string> person =
      input.user_id ? *input.user_id : std::optional(access.membership.user_id);
  NORN_TRY(check_person(context, access, person));
  return person;
}

// The stays of a person in a place that begin today or later.
Result<int64_t> count_stays_ahead(const Context& context, const Place& place,
                                  const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.index = "startDateIndex";
  request.key_condition = "PK = :pk AND startDate >= :today";
  request.filter = "userId = :user";
  request.placeholders.values = {{":pk", keys::events(place.id)},
                                 {":today", date_text(today_at(place, context.clock))},
                                 {":user", user_id}};
  request.select = store::Select::kCount;
  request.consistent = true;
  int64_t count = 0;
  while (true) {
    NORN_ASSIGN(auto page, context.store.query(request));
    count += page.count;
    if (!page.last_key) return count;
    request.start_after = std::move(page.last_key);
  }
}

// `person` is nullopt for guests and blocked periods, which count for the place.
Result<void> check_quotas(const Context& context, const Access& access,
                          const std::optional<std::string>& person) {
  if (!person) return context.quotas.check_change_in(keys::place(access.place.id));
  return context.quotas.check_new_stay(
      *person, [&] { return count_stays_ahead(context, access.place, *person); });
}

Result<std::string> title_of(const Context& context, const EventInput& input,
                             const std::optional<std::string>& person) {
  if (input.title) return checked_title(*input.title);
  if (input.kind == EventKind::kBlocked) return std::string(kBlockedTitle);
  return default_title(context, person);
}

// The event, if the caller may change it and has read its current version.
Result<Event> event_to_change(const Context& context, const Access& access,
                              const std::string& event_id, const std::string& etag) {
  NORN_ASSIGN(Event event, existing_event(context, access.place.id, event_id));
  if (!may_change(access, event)) {
    return forbidden(kBookingOfOthers);
  }
  if (etag_of(event) != etag) return stale_event(access, event);
  return event;
}

Result<void> change_nights(const Context& context, const Access& access, const EventChange& change,
                           Event& event) {
  const Stay old = event.stay;
  const Stay next = {change.start.value_or(old.start), change.end.value_or(old.end)};
  if (next == old) return {};
  const PlaceSettings& settings = access.place.settings;
  NORN_TRY(check_nights(settings, old, next, event.kind, today_at(access.place, context.clock)));
  event.stay = next;
  event.currency = settings.currency;
  event.total = event.kind == EventKind::kBooking ? quote_of(settings, next).total : 0;
  return {};
}

// A booking that is given to another person gets their name, unless the change has a title.
Result<void> change_person(const Context& context, const Access& access, const EventChange& change,
                           Event& event) {
  if (!change.user_id || *change.user_id == event.user_id) return {};
  if (event.kind == EventKind::kBlocked) {
    return invalid("userId", kBlockedHasNoPerson);
  }
  if (!access.is_administrator()) {
    return forbidden(kGivingForAdministrators);
  }
  NORN_TRY(check_person(context, access, *change.user_id));
  event.user_id = *change.user_id;
  if (change.title) return {};
  NORN_ASSIGN(event.title, default_title(context, event.user_id));
  return {};
}

Result<Event> changed_event(const Context& context, const Access& access, const EventChange& change,
                            Event event) {
  NORN_TRY(change_person(context, access, change, event));
  NORN_TRY(change_nights(context, access, change, event));
  if (change.title) {
    NORN_ASSIGN(event.title, checked_title(*change.title));
  }
  if (change.note) {
    NORN_ASSIGN(event.note, checked_note(*change.note));
  }
  return event;
}

}  // namespace

Result<std::optional<std::string>> checked_note(const std::optional<std::string>& note) {
  if (!note) return std::nullopt;
  std::string kept(trimmed(*note));
  if (kept.empty()) return std::nullopt;
  const size_t length = count_characters(kept);
  if (length > kMaxNoteCharacters) {
    return invalid("note", kNoteTooLong(kMaxNoteCharacters, length));
  }
  if (has_control(kept, Lines::kSeveral)) {
    return invalid("note", kNoteControl);
  }
  return kept;
}

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
  seen.event.updated_by.clear();
  seen.event.digest.clear();
  return seen;
}

Result<EventFor> Events::get(const std::string& user_id, const std::string& place_id,
                             const std::string& event_id) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kViewer));
  NORN_ASSIGN(Event event, existing_event(context_, place_id, event_id));
  return seen_by(access, std::move(event));
}

Result<sharing::Authors> Events::authors(const std::string& user_id, const std::string& place_id,
                                         const std::string& event_id) {
  NORN_ASSIGN(const EventFor seen, get(user_id, place_id, event_id));
  if (!seen.may_know) return sharing::Authors();
  const auto known = [](const std::string& id) {
    return id.empty() ? std::nullopt : std::optional(id);
  };
  return sharing::find_authors(context_.users, known(seen.event.created_by),
                               known(seen.event.updated_by));
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

Result<int64_t> Events::count_ahead(const std::string& user_id) {
  NORN_ASSIGN(const auto places, places_of(context_, user_id));
  int64_t count = 0;
  for (const Access& access : places) {
    NORN_ASSIGN(const int64_t here, count_stays_ahead(context_, access.place, user_id));
    count += here;
  }
  return count;
}

// By first night; events of the same first night in the order of the places.
Result<std::vector<EventFor>> Events::list_in(const std::vector<Access>& places, Date from,
                                              Date to) {
  std::vector<EventFor> all;
  for (const Access& access : places) {
    NORN_ASSIGN(auto events, events_between(context_, access.place.id, from, to));
    for (Event& event : events) all.push_back(seen_by(access, std::move(event)));
    if (all.size() > max_listed_) {
      return invalid("end", kTooManyBookings(max_listed_));
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
  if (!checked) quote.refusal = said_by(checked.error());
  NORN_ASSIGN(auto events, events_between(context_, place_id, stay.start, stay.end));
  for (Event& event : events) {
    if (moved && event.id == moved->id) continue;
    quote.taken.push_back(seen_by(access, std::move(event)));
  }
  return quote;
}

Result<EventFor> Events::create(const std::string& user_id, const std::string& place_id,
                                const EventInput& input, const apps::Creation& creation) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kMember));
  const bool has_key = !creation.key.empty();
  // The same key in another place makes another booking: pages compare ids across places.
  const std::string event_id =
      has_key ? apps::id_from_key(creation, place_id) : context_.ids.uuid();
  auto made = book(access, input, event_id, has_key ? creation.digest : std::string());
  const bool no_place = !made && made.error().code == ErrorCode::kNotFound;
  if (made || !has_key || no_place) return made;
  // Whatever the refusal was, an earlier attempt of the same request may have made the booking.
  NORN_ASSIGN(auto before, find_event(context_, place_id, event_id));
  // The booking with this id was deleted since it refused this one: the client can try again.
  if (!before && apps::Refusals(made.error()).failed(0)) return apps::too_many_attempts();
  if (!before) return made;
  NORN_TRY(apps::check_same_content(creation, before->digest));
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
  NORN_TRY(check_quotas(context_, access, person));
  event.user_id = std::move(person);
  event.currency = place.settings.currency;
  if (input.kind == EventKind::kBooking) event.total = quote_of(place.settings, input.stay).total;
  event.created_by = event.updated_by = access.membership.user_id;
  event.created_at = event.updated_at = now_text(context_);
  event.digest = digest;
  event.version = first_version(context_.clock, digest);

  const std::vector<Action> actions = create_actions(context_.tables.bookings(), event);
  const auto written = apps::transact(context_.store, actions);
  if (!written) {
    const apps::Refusals refusals(written.error());
    const bool is_there = refusals.failed(0);
    if (!refusals.by_conditions() || is_there) return std::unexpected(written.error());
    return slots_taken(context_, access, refusals, actions);
  }
  NORN_TRY(confirm_place(context_, place.id));
  if (place.has_wishes) fulfil_wishes(context_, event);
  return seen_by(access, std::move(event));
}

Result<EventFor> Events::change(const std::string& user_id, const std::string& place_id,
                                const std::string& event_id, const EventChange& change,
                                const std::string& etag) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kMember));
  NORN_ASSIGN(const Event old, event_to_change(context_, access, event_id, etag));
  NORN_ASSIGN(Event next, changed_event(context_, access, change, old));
  if (next == old) return seen_by(access, old);
  const bool is_given_away = next.user_id != old.user_id;
  if (is_given_away || !next.user_id) {
    NORN_TRY(check_quotas(context_, access, next.user_id));
  } else {
    NORN_TRY(context_.quotas.check_change(*next.user_id));
  }
  next.updated_at = now_text(context_);
  next.updated_by = user_id;
  next.version = old.version + 1;

  const std::vector<Action> actions = update_actions(context_.tables.bookings(), old, next);
  const auto written = apps::transact(context_.store, actions);
  if (!written) {
    const apps::Refusals refusals(written.error());
    if (!refusals.by_conditions()) return std::unexpected(written.error());
    if (refusals.failed(0)) return event_changed(access, refusals);
    return slots_taken(context_, access, refusals, actions);
  }
  NORN_TRY(confirm_place(context_, place_id));
  if (access.place.has_wishes) fulfil_wishes(context_, next);
  return seen_by(access, std::move(next));
}

Result<void> Events::remove(const std::string& user_id, const std::string& place_id,
                            const std::string& event_id, const std::string& etag) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kMember));
  NORN_ASSIGN(const Event event, event_to_change(context_, access, event_id, etag));
  const std::vector<Date> nights = nights_only_in(event.stay, {});
  NORN_TRY(check_past(access.place.settings, nights, today_at(access.place, context_.clock)));
  NORN_TRY(check_changed_nights(nights.size()));
  const auto written =
      apps::transact(context_.store, delete_actions(context_.tables.bookings(), event));
  if (written) return {};
  const apps::Refusals refusals(written.error());
  if (!refusals.by_conditions()) return std::unexpected(written.error());
  return event_changed(access, refusals);
}

}  // namespace norn::bookings
