#include "apps/events/guests/guests.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "apps/accounts/users/normal_form.h"
#include "apps/events/exchange/export.h"
#include "apps/events/exchange/ical_other.h"
#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/service/edit_scopes.h"
#include "apps/events/service/events_access.h"
#include "apps/events/service/events_transaction.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::events {
namespace {

constexpr int64_t kHourSeconds = 3'600;

accounts::ThrottleRule guests_of_person() {
  return {.kind = "event-guest", .tries = kMaxGuestsPerHour, .window_s = kHourSeconds};
}

// The event or series whose guests an id means.
Result<EventId> with_guests(const Context& context, const std::string& owner_id,
                            const EventId& asked) {
  NORN_ASSIGN(EventId id, located(context, owner_id, asked));
  if (id.kind != EventId::Kind::kInstance) return id;
  id.kind = EventId::Kind::kMaster;
  id.text = id.master_id;
  id.tag.clear();
  return id;
}

// An event or a series.
Result<Thing> read_whole(const Context& context, const std::string& owner_id,
                         const EventId& asked) {
  NORN_ASSIGN(const EventId id, with_guests(context, owner_id, asked));
  if (id.kind == EventId::Kind::kMaster) {
    NORN_ASSIGN(Master master, read_master(context, owner_id, id.master_id));
    return Thing(std::move(master));
  }
  NORN_ASSIGN(Event event, read_event(context, owner_id, id.text));
  return Thing(std::move(event));
}

const Guests& guests_of_whole(const Thing& whole) {
  const auto* const event = std::get_if<Event>(&whole);
  return event != nullptr ? event->guests : std::get<Master>(whole).guests;
}

const Guest* find_guest(const Guests& guests, const std::string& guest_id) {
  const auto found = std::ranges::find(guests.list, guest_id, &Guest::id);
  return found == guests.list.end() ? nullptr : &*found;
}

ical::ContentLine organizer_line(const accounts::User& user) {
  return {
      .name = "ORGANIZER", .parameters = {{"CN", {user.name}}}, .value = "mailto:" + user.email};
}

// What concerns the organizer alone is not in it.
ical::CalendarItem as_invited(ical::CalendarItem item, const Guest& guest,
                              const accounts::User& organizer) {
  item.other.clear();
  item.other_components.clear();
  item.alarms.clear();
  item.categories.clear();
  item.other.push_back(organizer_line(organizer));
  name_guests({.list = {guest}, .version = 1}, item);
  return item;
}

}  // namespace

GuestLists::GuestLists(Context context, accounts::Users& users)
    : context_(std::move(context)),
      users_(users),
      throttle_(context_.store, context_.tables, context_.clock) {}

// Members by their names; those by address are known by it, whoever they are.
Result<std::vector<ListedGuest>> GuestLists::with_names(const Guests& guests) {
  std::vector<std::string> members;
  for (const Guest& guest : guests.list) {
    if (guest.email.empty()) members.push_back(guest.user_id);
  }
  std::map<std::string, std::string> names;
  if (!members.empty()) {
    NORN_ASSIGN(const auto people, users_.find_all(members));
    for (const accounts::User& user : people) names.emplace(user.id, user.name);
  }
  std::vector<ListedGuest> list;
  for (const Guest& guest : guests.list) {
    ListedGuest& listed = list.emplace_back(ListedGuest{.guest = guest});
    if (const auto name = names.find(guest.user_id); name != names.end() && guest.email.empty()) {
      listed.name = name->second;
    }
  }
  return list;
}

Result<std::vector<ListedGuest>> GuestLists::list(const Owner& owner, const EventId& id) {
  NORN_ASSIGN(const Thing whole, read_whole(context_, owner.id, id));
  return with_names(guests_of_whole(whole));
}

Result<std::optional<Guests>> GuestLists::try_change(const Owner& owner, const EventId& id,
                                                     const Edit& edit, const Condition& condition) {
  NORN_ASSIGN(const Thing whole, read_whole(context_, owner.id, id));
  NORN_TRY(check_change(context_, owner));
  const Guests& before = guests_of_whole(whole);
  Guests next = before;
  NORN_TRY(edit(next));
  if (next.list == before.list) {
    // Who may not change anything is told so, whatever there is to change.
    NORN_TRY(conditions_of(owner));
    return next;
  }
  ++next.version;
  Transaction transaction(context_, owner);
  if (const auto* const event = std::get_if<Event>(&whole)) {
    transaction.set_guests(*event, next);
  } else {
    transaction.set_guests(std::get<Master>(whole), next);
  }
  if (condition) transaction.add(*condition);
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return next;
}

Result<Guests> GuestLists::change(const Owner& owner, const EventId& id, const Edit& edit,
                                  const Condition& condition) {
  return apps::decide_and_write([&] { return try_change(owner, id, edit, condition); });
}

Result<Guest> GuestLists::new_guest(const Owner& owner, const NewGuest& input) {
  if (input.email.empty() == input.user_id.empty()) {
    return invalid(input.email.empty() ? "email" : "userId", kGuestEmailOrMember);
  }
  Guest guest{.id = "gst_" + context_.ids.uuid(),
              .user_id = input.user_id,
              .invited_by = owner.user_id,
              .invited_at = now_text(context_)};
  if (input.email.empty()) return guest;
  NORN_ASSIGN(guest.email, accounts::normal_email(input.email));
  NORN_ASSIGN(const auto user, users_.find_by_email(guest.email));
  if (!user) return guest;
  if (user->id == owner.id) return invalid("email", kGuestIsOwner);
  NORN_ASSIGN(const bool is_there, is_person(context_, user->id));
  if (is_there) guest.user_id = user->id;
  return guest;
}

Result<ListedGuest> GuestLists::invite(const Owner& owner, const EventId& id, const NewGuest& input,
                                       const IsMember& is_member) {
  NORN_TRY(conditions_of(owner));
  // Invited people see what they are sent: nobody is to be flooded.
  NORN_TRY(throttle_.take(guests_of_person(), owner.user_id));
  NORN_ASSIGN(const Guest guest, new_guest(owner, input));
  const auto check_member = [&]() -> Result<void> {
    const Result<bool> is_one = is_member ? is_member(owner, guest.user_id) : Result<bool>(false);
    NORN_TRY(is_one);
    NORN_ASSIGN(const bool is_there, is_person(context_, guest.user_id));
    if (!*is_one || !is_there) return invalid("userId", kGuestNotMember);
    return {};
  };
  const auto is_same = [&](const Guest& one) {
    return guest.email.empty() ? one.email.empty() && one.user_id == guest.user_id
                               : one.email == guest.email;
  };
  const auto add = [&](Guests& now) -> Result<void> {
    if (guest.email.empty()) NORN_TRY(check_member());
    const auto there = std::ranges::find_if(now.list, is_same);
    if (there != now.list.end()) {
      // The address may have got an account since, or another one, which has not answered.
      if (there->user_id == guest.user_id) return {};
      if (!there->user_id.empty()) {
        there->invited_by = guest.invited_by;
        there->invited_at = guest.invited_at;
      }
      there->user_id = guest.user_id;
      there->answer = Answer::kWaiting;
      return {};
    }
    if (now.list.size() >= kMaxGuests) return conflict(kTooManyGuests(kMaxGuests));
    now.list.push_back(guest);
    return {};
  };
  const Condition stays_member =
      guest.email.empty() ? member_stays(context_, owner.id, guest.user_id) : std::nullopt;
  NORN_ASSIGN(const Guests guests, change(owner, id, add, stays_member));
  NORN_ASSIGN(const auto listed, with_names(guests));
  const auto found =
      std::ranges::find_if(listed, [&](const ListedGuest& one) { return is_same(one.guest); });
  if (found == listed.end()) return not_found(kGuestNotFound);
  return *found;
}

Result<void> GuestLists::remove(const Owner& owner, const EventId& id,
                                const std::string& guest_id) {
  NORN_TRY(change(owner, id, [&](Guests& now) -> Result<void> {
    const size_t removed =
        std::erase_if(now.list, [&](const Guest& guest) { return guest.id == guest_id; });
    if (removed == 0) return not_found(kGuestNotFound);
    return {};
  }));
  return {};
}

Result<std::string> GuestLists::invitation_file(const Owner& owner, const EventId& id,
                                                const std::string& guest_id) {
  NORN_ASSIGN(const Thing whole, read_whole(context_, owner.id, id));
  const Guest* const guest = find_guest(guests_of_whole(whole), guest_id);
  if (guest == nullptr) return not_found(kGuestNotFound);
  if (guest->email.empty()) return conflict(kGuestHasNoAddress);
  NORN_ASSIGN(const auto organizer, users_.find(owner.user_id));
  if (!organizer) return not_found(kEventNotFound);
  ical::CalendarFile file;
  file.other.push_back({.name = "METHOD", .value = "REQUEST"});
  if (const auto* const event = std::get_if<Event>(&whole)) {
    file.items.push_back(as_invited(calendar_item(*event), *guest, *organizer));
  } else {
    const auto& master = std::get<Master>(whole);
    if (auto item = calendar_item(master)) {
      file.items.push_back(as_invited(*std::move(item), *guest, *organizer));
    }
    NORN_ASSIGN(const auto exceptions, read_exceptions(context_, owner.id, master));
    for (const Instance& instance : exceptions) {
      file.items.push_back(as_invited(calendar_item(master, instance), *guest, *organizer));
    }
  }
  return ical::write_calendar(file, {ical::TimeForm::kUtc, context_.clock.now_s()});
}

Result<void> GuestLists::visit_own(const std::string& owner_id,
                                   const std::function<Result<void>(store::ItemView)>& visit) {
  for (const std::string_view prefix : {keys::kEvents, keys::kMasters}) {
    store::QueryRequest request;
    request.table = context_.tables.planner();
    request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
    request.filter = "attribute_exists(guestsVersion)";
    request.projection = "PK, SK, guests";
    request.placeholders.values = {{":pk", keys::user(owner_id)}, {":prefix", std::string(prefix)}};
    request.consistent = true;
    NORN_TRY(apps::query_each(context_.store, std::move(request), visit));
  }
  return {};
}

// The event may have been moved, deleted or changed meanwhile: then its guests went with it.
Result<void> GuestLists::change_freely(const Owner& owner, const EventId& id,
                                       const std::function<void(Guests& guests)>& edit) {
  const auto changed = apps::decide_and_write([&]() -> Result<std::optional<apps::Done>> {
    NORN_ASSIGN(const Thing whole, read_whole(context_, owner.id, id));
    const Guests& before = guests_of_whole(whole);
    Guests next = before;
    edit(next);
    if (next.list == before.list) return apps::Done{};
    ++next.version;
    Transaction transaction(context_, owner);
    if (const auto* const event = std::get_if<Event>(&whole)) {
      transaction.set_guests(*event, next);
    } else {
      transaction.set_guests(std::get<Master>(whole), next);
    }
    NORN_ASSIGN(const bool written, transaction.write());
    if (!written) return std::nullopt;
    return apps::Done{};
  });
  const bool is_gone = !changed && (changed.error().code == ErrorCode::kNotFound ||
                                    changed.error().code == ErrorCode::kUnreadable);
  if (!changed && !is_gone) return std::unexpected(changed.error());
  return {};
}

Result<void> GuestLists::withdraw(const Owner& owner, int64_t until_ms,
                                  const std::optional<std::string>& invited_by) {
  const std::string until = timestamp_s(until_ms);
  const auto applies = [&](const Guest& guest) {
    return guest.invited_at <= until && (!invited_by || guest.invited_by == *invited_by);
  };
  std::vector<std::string> ids;
  NORN_TRY(visit_own(owner.id, [&](store::ItemView item) -> Result<void> {
    if (std::ranges::none_of(guests_in(item), applies)) return {};
    const std::string sort_key = apps::text_of(item, "SK");
    ids.push_back(sort_key.substr(sort_key.find('#') + 1));
    return {};
  }));
  for (const std::string& id : ids) {
    const auto event_id = parse_event_id(id);
    if (!event_id) continue;
    NORN_TRY(
        change_freely(owner, *event_id, [&](Guests& now) { std::erase_if(now.list, applies); }));
  }
  return {};
}

Result<bool> GuestLists::end_access(const std::string& user_id, int64_t until_ms) {
  NORN_TRY(withdraw(Owner(user_id), until_ms));
  return false;
}

Result<void> GuestLists::forget_as_guest(const std::string& user_id, const std::string& sort_key) {
  const auto key = guest_key_from(sort_key);
  const auto id = key ? parse_event_id(key->event_id) : std::nullopt;
  if (!id) return {};
  const Owner owner =
      apps::is_reserved_id(key->owner_id)
          ? Owner(Owner::Shared{
                .id = key->owner_id, .user_id = user_id, .thing = {}, .may_change = {}})
          : Owner(key->owner_id);
  return change_freely(owner, *id,
                       [&](Guests& now) { now = without_user(std::move(now), user_id); });
}

Result<bool> GuestLists::forget(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::user(user_id)},
                                 {":prefix", std::string(keys::kGuests)}};
  request.consistent = true;
  NORN_ASSIGN(const auto invitations, apps::query_all(context_.store, std::move(request)));
  for (const store::Item& item : invitations) {
    NORN_TRY(forget_as_guest(user_id, apps::text_of(item, "SK")));
  }
  std::vector<store::Item> of_guests;
  NORN_TRY(visit_own(user_id, [&](store::ItemView item) -> Result<void> {
    std::ranges::move(guest_keys_of(item), std::back_inserter(of_guests));
    return {};
  }));
  NORN_TRY(apps::remove_all(context_.store, context_.tables.planner(), of_guests));
  return false;
}

}  // namespace norn::events
