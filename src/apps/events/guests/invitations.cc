#include "apps/events/guests/invitations.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "apps/events/keys.h"
#include "apps/events/limits.h"
#include "apps/events/sentences.h"
#include "apps/events/series/event_id.h"
#include "apps/events/series/series.h"
#include "apps/events/service/events_access.h"
#include "apps/events/views/view_window.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/reserved_ids.h"
#include "base/faults.h"
#include "base/work_budget.h"

namespace norn::events {
namespace {

// What concerns the owner alone.
void drop_private(Details& details) {
  details.tags.clear();
  details.reminder_minutes.clear();
  details.links.clear();
  details.ical_other.clear();
}

// What days do not show, either.
void drop_for_days(Details& details) {
  drop_private(details);
  details.description.reset();
}

const Details& details_of_whole(const Thing& whole) {
  const auto* const event = std::get_if<Event>(&whole);
  return event != nullptr ? event->details : std::get<Master>(whole).details;
}

// What an occurrence takes in an agenda: its texts, and everything else.
size_t bytes_of_occurrence(const Details& details) {
  constexpr size_t kOtherBytes = 1'024;
  return kOtherBytes + details.title.size() + (details.location ? details.location->size() : 0);
}

size_t bytes_kept(const Details& details) {
  return bytes_of_occurrence(details) + (details.description ? details.description->size() : 0);
}

template <typename T>
std::optional<Invitation> invitation_to(const std::string& user_id, const std::string& owner_id,
                                        Result<T> read, int64_t now_ms,
                                        const std::function<void(Details&)>& drop) {
  if (!read || has_expired(read->details, now_ms)) return std::nullopt;
  const Guest* const guest = read->guests.find_user(user_id);
  if (guest == nullptr) return std::nullopt;
  Invitation invitation{.owner_id = owner_id, .event = Thing(), .guest = *guest};
  invitation.is_for_member = std::ranges::none_of(read->guests.list, [&](const Guest& one) {
    return one.user_id == user_id && !one.email.empty();
  });
  invitation.organizer_id = guest->invited_by;
  if (invitation.organizer_id.empty() && !apps::is_reserved_id(owner_id)) {
    invitation.organizer_id = owner_id;
  }
  read->guests = {};
  drop(read->details);
  read->stamp.created_by.reset();
  read->stamp.updated_by.reset();
  invitation.event = *std::move(read);
  return invitation;
}

// Whether it is a guest with this account.
bool is_guest(const store::Value& value, const std::string& user_id) {
  const auto guest = guest_from(value);
  return guest && guest->user_id == user_id;
}

std::unexpected<Error> not_invited() {
  return not_found(kEventInvitationNotFound);
}

}  // namespace

const std::string& Invitation::event_id() const {
  const auto* const single = std::get_if<Event>(&event);
  return single != nullptr ? single->id : std::get<Master>(event).id;
}

std::string Invitation::etag() const {
  return apps::etag_of(
      fmt::format("{} {} {}", events::etag_of(event), to_text(guest.answer), organizer));
}

// Invitations stay when their events are over, so the newest count. What has no time is older than
// everything else.
Result<std::vector<GuestKey>> Invitations::keys_of(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.planner();
  request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  request.projection = "SK, createdAt";
  request.placeholders.values = {{":pk", keys::user(user_id)},
                                 {":prefix", std::string(keys::kGuests)}};
  request.consistent = true;
  using Invited = std::pair<std::string, GuestKey>;  // When, and to what.
  std::vector<Invited> newest;
  const auto keep_newest = [&] {
    std::ranges::stable_sort(newest, std::ranges::greater(), &Invited::first);
    if (newest.size() > kMaxInvitations) newest.resize(kMaxInvitations);
  };
  const auto add = [&](store::ItemView item) -> Result<void> {
    auto key = guest_key_from(apps::text_of(item, "SK"));
    if (!key) return {};
    newest.emplace_back(apps::text_of(item, "createdAt"), *std::move(key));
    if (newest.size() == 2 * kMaxInvitations) keep_newest();
    return WorkBudget::check();
  };
  NORN_TRY(apps::query_each(context_.store, std::move(request), add));
  keep_newest();
  std::vector<GuestKey> keys;
  for (Invited& one : newest) keys.push_back(std::move(one.second));
  return keys;
}

// An id of another program does not tell whether it is an event's or a series'.
Result<std::vector<Invitation>> Invitations::read(const std::string& user_id,
                                                  const std::vector<GuestKey>& keys,
                                                  const Drop& drop) {
  std::vector<store::Item> wanted;
  for (const GuestKey& key : keys) {
    const auto id = parse_event_id(key.event_id);
    if (!id) continue;
    const std::string partition = keys::user(key.owner_id);
    const bool is_known = is_norn_id(*id);
    if (!is_known || id->kind == EventId::Kind::kEvent) {
      wanted.push_back(apps::key_of(partition, keys::event(key.event_id)));
    }
    if (!is_known || id->kind == EventId::Kind::kMaster) {
      wanted.push_back(apps::key_of(partition, keys::master(key.event_id)));
    }
  }
  std::vector<Invitation> invitations;
  std::map<std::string, bool> is_there;
  std::map<std::string, bool> is_member;
  const int64_t now_ms = context_.clock.now_ms();
  const auto add = [&](store::ItemView item) -> Result<void> {
    const std::string owner_id = apps::text_of(item, "PK").substr(keys::user("").size());
    auto invitation = apps::text_of(item, "SK").starts_with(keys::kEvents)
                          ? invitation_to(user_id, owner_id, event_from(item), now_ms, drop)
                          : invitation_to(user_id, owner_id, master_from(item), now_ms, drop);
    if (!invitation) return {};
    if (!is_there.contains(owner_id)) {
      NORN_ASSIGN(is_there[owner_id], owner_is_there(context_, owner_id));
    }
    if (invitation->is_for_member && !is_member.contains(owner_id)) {
      NORN_ASSIGN(is_member[owner_id], member_is_there(context_, owner_id, user_id));
    }
    const bool holds = is_there[owner_id] && (!invitation->is_for_member || is_member[owner_id]);
    if (!holds) return {};
    invitations.push_back(*std::move(invitation));
    return WorkBudget::collect(bytes_kept(details_of_whole(invitations.back().event)));
  };
  NORN_TRY(apps::get_each(context_.store, context_.tables.planner(), wanted, {}, add));
  std::ranges::sort(invitations, {}, [](const Invitation& one) {
    return std::pair<std::string_view, std::string_view>(one.owner_id, one.event_id());
  });
  return invitations;
}

Result<void> Invitations::add_organizers(std::vector<Invitation>& invitations) {
  std::set<std::string> ids;
  for (const Invitation& one : invitations) {
    if (!one.organizer_id.empty()) ids.insert(one.organizer_id);
  }
  if (ids.empty()) return {};
  NORN_ASSIGN(const auto people, users_.find_all({ids.begin(), ids.end()}));
  for (Invitation& one : invitations) {
    const auto found = std::ranges::find(people, one.organizer_id, &accounts::User::id);
    if (found != people.end()) one.organizer = found->name;
  }
  return {};
}

Result<std::vector<Invitation>> Invitations::list(const std::string& user_id) {
  NORN_ASSIGN(const auto keys, keys_of(user_id));
  NORN_ASSIGN(auto invitations, read(user_id, keys, drop_private));
  NORN_TRY(add_organizers(invitations));
  return invitations;
}

Result<Invitation> Invitations::get(const std::string& user_id, const GuestKey& key) {
  NORN_ASSIGN(const auto item,
              find_stored(context_, user_id, keys::guest(key.owner_id, key.event_id)));
  if (!item) return not_invited();
  NORN_ASSIGN(auto invitations, read(user_id, {key}, drop_private));
  if (invitations.empty()) return not_invited();
  NORN_TRY(add_organizers(invitations));
  return std::move(invitations.front());
}

// The answer is in the event, so that those who read it see it, and it goes wherever the event
// does. Guests that other programs wrote stay as they are stored.
Result<std::optional<apps::Done>> Invitations::try_change(const std::string& user_id,
                                                          const GuestKey& key, const Edit& edit) {
  NORN_ASSIGN(const Invitation invitation, get(user_id, key));
  const auto parsed = parse_event_id(key.event_id);
  if (!parsed) return not_invited();
  NORN_ASSIGN(const EventId id, located(context_, key.owner_id, *parsed));
  const std::string sort_key =
      id.kind == EventId::Kind::kMaster ? keys::master(key.event_id) : keys::event(key.event_id);
  NORN_ASSIGN(const auto item, find_stored(context_, key.owner_id, sort_key));
  if (!item) return std::nullopt;
  const int64_t version = apps::integer_of(*item, "guestsVersion");
  const auto before = apps::ItemReader(*item).filled_list("guests").value_or(store::List());
  store::List next = before;
  std::vector<apps::Action> actions;
  edit(next, actions);
  if (next == before) return apps::Done{};
  store::UpdateRequest update;
  update.table = context_.tables.planner();
  update.key = store::Item::subset(*item, {"PK", "SK"});
  update.update = "SET guests = :next, guestsVersion = :nextVersion";
  update.condition = "attribute_exists(PK)";
  expect_guests(update, version);
  update.placeholders.values.emplace(":next", store::Value(std::move(next)));
  update.placeholders.values.emplace(":nextVersion", store::Value::number(version + 1));
  actions.emplace_back(std::move(update));
  if (auto check = owner_stays(context_, key.owner_id)) actions.emplace_back(*std::move(check));
  if (invitation.is_for_member) {
    auto check = member_stays(context_, key.owner_id, user_id);
    if (check) actions.emplace_back(*std::move(check));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return apps::Done{};
}

Result<Invitation> Invitations::answer(const std::string& user_id, const GuestKey& key,
                                       Answer answer) {
  const auto set_answer = [&](store::List& guests, std::vector<apps::Action>& /*actions*/) {
    for (store::Value& value : guests) {
      if (!is_guest(value, user_id)) continue;
      value.get_if<store::Map>()->insert_or_assign("answer", store::Value(to_text(answer)));
    }
  };
  NORN_TRY(apps::decide_and_write([&] { return try_change(user_id, key, set_answer); }));
  return get(user_id, key);
}

Result<void> Invitations::remove(const std::string& user_id, const GuestKey& key) {
  const auto remove_guest = [&](store::List& guests, std::vector<apps::Action>& actions) {
    std::erase_if(guests, [&](const store::Value& value) { return is_guest(value, user_id); });
    store::DeleteRequest leading;
    leading.table = context_.tables.planner();
    leading.key = apps::key_of(keys::user(user_id), keys::guest(key.owner_id, key.event_id));
    actions.emplace_back(std::move(leading));
  };
  NORN_TRY(apps::decide_and_write([&] { return try_change(user_id, key, remove_guest); }));
  return {};
}

const Details& Invitations::Days::details_of(const InvitedOccurrence& occurrence) const {
  if (occurrence.exception) return exceptions[*occurrence.exception];
  return details_of_whole(invitations[occurrence.invitation].event);
}

Result<void> Invitations::add_occurrences(size_t place, Date from, Date to,
                                          const ical::TimeZone& zone, Days& days) {
  const Invitation& invitation = days.invitations[place];
  const ViewWindow window(from, to, zone);
  const size_t bytes = bytes_of_occurrence(details_of_whole(invitation.event));
  // One invitation does not take the room of all others.
  const size_t end = std::min(kMaxInvitedBytes, days.bytes + kMaxInvitedBytes / 8);
  const auto room = [&] { return (end - days.bytes) / bytes; };
  if (room() == 0) return {};
  const auto is_in_days = [&](const When& when) {
    return window.overlaps(when.kind, when.start_s, when.duration_s());
  };
  const auto add = [&](std::string id, const When& when) {
    if (!is_in_days(when) || room() == 0) return;
    days.bytes += bytes;
    days.occurrences.push_back({.invitation = place, .id = std::move(id), .when = when});
  };
  if (const auto* const event = std::get_if<Event>(&invitation.event)) {
    add(event->id, event->when);
    return {};
  }
  const Master& master = std::get<Master>(invitation.event);
  const auto series = Series::of(master);
  // One that cannot be expanded, or occurs too often, is in no view either.
  if (!series || !series->check_how_often()) return {};
  std::set<std::string> changed;
  NORN_TRY(visit_exceptions(context_, invitation.owner_id, master, [&](Instance instance) {
    changed.insert(instance.tag);
    const auto occurrence = series->find(instance.tag);
    const bool is_ended = master.repeats.until_s && instance.recurrence_s > *master.repeats.until_s;
    if (!occurrence || is_ended || series->is_left_out(instance.tag)) return;
    if (instance.details.status == Status::kCancelled || !is_in_days(instance.when)) return;
    const size_t own_bytes = bytes_of_occurrence(instance.details);
    if (end - days.bytes < own_bytes) return;
    days.bytes += own_bytes;
    days.occurrences.push_back({.invitation = place,
                                .exception = days.exceptions.size(),
                                .id = instance.id(),
                                .when = std::move(instance.when)});
    drop_for_days(instance.details);
    days.exceptions.push_back(std::move(instance.details));
  }));
  ical::Window starts = window.on_scale(master.when.kind);
  starts.from_s -= series->longest_s();
  const auto occurrences = series->first_occurrences(starts, room());
  if (!occurrences) return {};
  for (const ical::Occurrence& occurrence : *occurrences) {
    const std::string tag = series->tag_of(occurrence);
    if (changed.contains(tag)) continue;
    add(instance_id(master.id, tag), series->when_of(occurrence));
  }
  return {};
}

Result<Invitations::Days> Invitations::between(const std::string& user_id, Date from, Date to,
                                               const ical::TimeZone& zone) {
  Days days;
  NORN_ASSIGN(const auto keys, keys_of(user_id));
  if (keys.empty()) return days;
  std::set<std::string> owners;
  for (const GuestKey& key : keys) owners.insert(key.owner_id);
  days.owner_ids.assign(owners.begin(), owners.end());
  NORN_ASSIGN(days.invitations, read(user_id, keys, drop_for_days));
  for (size_t place = 0; place < days.invitations.size(); ++place) {
    NORN_TRY(WorkBudget::check());
    const auto added = add_occurrences(place, from, to, zone, days);
    // A series of another person that has too many exceptions does not hide everything else.
    if (!added && added.error().code != ErrorCode::kLimitExceeded) {
      return std::unexpected(added.error());
    }
    if (details_of_whole(days.invitations[place].event).ttl) days.can_change_otherwise = true;
  }
  if (!days.occurrences.empty()) NORN_TRY(add_organizers(days.invitations));
  return days;
}

}  // namespace norn::events
