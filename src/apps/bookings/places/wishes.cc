#include "apps/bookings/places/wishes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "apps/bookings/events/events.h"
#include "apps/bookings/events/rules.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/sentences.h"
#include "apps/shared/batch.h"
#include "apps/shared/idempotency.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/log.h"

namespace norn::bookings {
namespace {

// A wish that its person has not booked yet.
struct OpenWish {
  Wish wish;
  bool is_offered = false;
};

// Who has which nights of a place, read from the slots; without free nights.
class NightOwners {
 public:
  static Result<NightOwners> of(const Context& context, const std::string& place_id,
                                const std::vector<Wish>& wishes) {
    NightOwners owners;
    NORN_TRY(owners.read_slots(context, place_id, wishes));
    NORN_TRY(owners.read_owners(context, place_id));
    return owners;
  }

  // How many nights of a wish are taken, and how many of these by the person who wishes.
  struct Count {
    int64_t taken = 0;
    int64_t own = 0;
  };
  Count count(const Wish& wish) const {
    Count count;
    for (Date night = wish.stay.start; night < wish.stay.end; night += std::chrono::days(1)) {
      const auto slot = events_.find(date_text(night));
      if (slot == events_.end()) continue;
      ++count.taken;
      const auto owner = owners_.find(slot->second);
      if (owner != owners_.end() && owner->second == wish.user_id) ++count.own;
    }
    return count;
  }

 private:
  Result<void> read_slots(const Context& context, const std::string& place_id,
                          const std::vector<Wish>& wishes) {
    std::set<Date> nights;
    for (const Wish& wish : wishes) {
      for (Date night = wish.stay.start; night < wish.stay.end; night += std::chrono::days(1)) {
        nights.insert(night);
      }
    }
    std::vector<store::Item> keys;
    keys.reserve(nights.size());
    for (const Date night : nights) {
      keys.push_back(apps::key_of(keys::slots(place_id), date_text(night)));
    }
    NORN_ASSIGN(const auto slots, apps::get_all(context.store, context.tables.bookings(), keys));
    for (const store::Item& slot : slots) {
      events_.emplace(apps::text_of(slot, "SK"), apps::text_of(slot, "eventId"));
    }
    return {};
  }

  Result<void> read_owners(const Context& context, const std::string& place_id) {
    std::set<std::string> ids;
    for (const auto& [night, event_id] : events_) {
      // Slots of other programs may have no event id.
      if (!event_id.empty()) ids.insert(event_id);
    }
    std::vector<store::Item> keys;
    for (const std::string& id : ids) keys.push_back(apps::key_of(keys::events(place_id), id));
    NORN_ASSIGN(const auto events, apps::get_all(context.store, context.tables.bookings(), keys));
    for (const store::Item& event : events) {
      owners_.emplace(apps::text_of(event, "SK"), apps::text_of(event, "userId"));
    }
    return {};
  }

  std::map<std::string, std::string> events_;  // By night.
  std::map<std::string, std::string> owners_;  // By event; empty for guests.
};

// The wishes of a place whose first night is in [from, to), by first night; without `to` all from
// `from` on, without `user_id` those of all members.
Result<std::vector<Wish>> wishes_between(const Context& context, const std::string& place_id,
                                         Date from, std::optional<Date> to,
                                         const std::optional<std::string>& user_id) {
  if (to && *to <= from) return std::vector<Wish>();
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.index = "startDateIndex";
  request.key_condition = "PK = :pk AND startDate >= :from";
  request.placeholders.values = {{":pk", keys::wishes(place_id)}, {":from", date_text(from)}};
  if (to) {
    request.key_condition = "PK = :pk AND startDate BETWEEN :from AND :last";
    request.placeholders.values[":last"] = date_text(*to - std::chrono::days(1));
  }
  if (user_id) {
    request.filter = "userId = :user";
    request.placeholders.values[":user"] = *user_id;
  }
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  return apps::readable(items, wish_from);
}

// Leaves out wishes of which the person who wishes has booked every night.
Result<std::vector<OpenWish>> open_wishes(const Context& context, const std::string& place_id,
                                          std::vector<Wish> wishes) {
  NORN_ASSIGN(const NightOwners owners, NightOwners::of(context, place_id, wishes));
  std::vector<OpenWish> open;
  for (Wish& wish : wishes) {
    const NightOwners::Count count = owners.count(wish);
    if (count.own == wish.stay.nights()) continue;
    open.push_back({std::move(wish), count.taken == 0});
  }
  return open;
}

// Whether another person has one of the nights.
Result<bool> is_taken_by_others(const Context& context, const Wish& wish) {
  NORN_ASSIGN(const NightOwners owners, NightOwners::of(context, wish.place_id, {wish}));
  const NightOwners::Count count = owners.count(wish);
  return count.taken > count.own;
}

// Derived from the person, the place and the nights, so that sending a wish twice makes one wish.
std::string wish_id(const std::string& user_id, const std::string& place_id, const Stay& stay) {
  return apps::id_from(fmt::format("wish {} {} {} {}", user_id, place_id, date_text(stay.start),
                                   date_text(stay.end)));
}

// Applies to places that allow bookings of past nights, too.
Result<void> check_future(const Access& access, const Stay& stay, const Clock& clock) {
  const Date today = today_at(access.place, clock);
  if (stay.start >= today) return {};
  return invalid("start", kInThePast(date_text(stay.start), date_text(today)));
}

std::unexpected<Error> nights_are_free() {
  return conflict(kNightsAreFree);
}

// Marks the place as one with wishes. Fails if it was deleted.
Action mark_has_wishes(const Context& context, const Wish& wish) {
  store::UpdateRequest place;
  place.table = context.tables.bookings();
  place.key = place_key(wish.place_id);
  place.update = "SET hasWishes = :yes";
  place.condition = "attribute_exists(PK)";
  place.placeholders.values = {{":yes", store::Value::boolean(true)}};
  return place;
}

// The condition that the person is still in the place and may book.
Action still_may_book(const Context& context, const Wish& wish) {
  store::ConditionCheck member;
  member.table = context.tables.bookings();
  member.key = member_key(wish.place_id, wish.user_id);
  member.condition = "#role IN (:member, :administrator)";
  member.placeholders.names = {{"#role", "role"}};
  member.placeholders.values = {{":member", to_text(Role::kMember)},
                                {":administrator", to_text(Role::kAdministrator)}};
  return member;
}

store::DeleteRequest delete_wish(const Context& context, const Wish& wish) {
  store::DeleteRequest request;
  request.table = context.tables.bookings();
  request.key = apps::key_of(keys::wishes(wish.place_id), wish.id);
  return request;
}

Result<std::map<std::string, std::string>> names_of(const Context& context,
                                                    const std::set<std::string>& user_ids) {
  std::map<std::string, std::string> names;
  NORN_ASSIGN(const auto users, context.users.find_all({user_ids.begin(), user_ids.end()}));
  for (const accounts::User& user : users) names.emplace(user.id, user.name);
  return names;
}

// Adds the names of the people, and leaves out wishes of former members.
Result<std::vector<WishFor>> of_members(const Context& context, const Place& place,
                                        const std::vector<OpenWish>& wishes) {
  NORN_ASSIGN(const auto members, members_of(context, place.id));
  std::set<std::string> ids;
  for (const OpenWish& open : wishes) {
    if (std::ranges::find(members, open.wish.user_id, &Membership::user_id) != members.end()) {
      ids.insert(open.wish.user_id);
    }
  }
  NORN_ASSIGN(auto names, names_of(context, ids));
  std::vector<WishFor> all;
  for (const OpenWish& open : wishes) {
    if (!ids.contains(open.wish.user_id)) continue;
    all.push_back({open.wish, place.settings.name, names[open.wish.user_id], open.is_offered});
  }
  return all;
}

Result<void> remove_fulfilled(const Context& context, const Event& booking) {
  const Date earliest = booking.stay.start - std::chrono::days(kMaxNights - 1);
  NORN_ASSIGN(auto wishes, wishes_between(context, booking.place_id, earliest, booking.stay.end,
                                          booking.user_id));
  std::erase_if(wishes, [&](const Wish& wish) { return !wish.stay.overlaps(booking.stay); });
  NORN_ASSIGN(const auto open, open_wishes(context, booking.place_id, wishes));
  for (const Wish& wish : wishes) {
    const auto is_this = [&](const OpenWish& one) { return one.wish.id == wish.id; };
    if (std::ranges::any_of(open, is_this)) continue;
    NORN_TRY(context.store.remove(delete_wish(context, wish)));
  }
  return {};
}

}  // namespace

Result<std::optional<WishFor>> Wishes::try_create(const std::string& user_id, const Stay& stay,
                                                  const std::string& place_id,
                                                  const std::optional<std::string>& note) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kMember));
  NORN_TRY(check_stay(access.place.settings, stay, EventKind::kBooking));
  NORN_TRY(check_future(access, stay, context_.clock));
  Wish wish = {.id = wish_id(user_id, place_id, stay),
               .place_id = place_id,
               .user_id = user_id,
               .stay = stay,
               .note = note,
               .created_at = now_text(context_)};
  NORN_ASSIGN(const bool is_needed, is_taken_by_others(context_, wish));
  if (!is_needed) return nights_are_free();
  const Date today = today_at(access.place, context_.clock);
  NORN_ASSIGN(const auto others, wishes_between(context_, place_id, today, std::nullopt, user_id));
  const auto same = std::ranges::find(others, wish.id, &Wish::id);
  if (same != others.end()) {
    wish.created_at = same->created_at;
  } else if (others.size() >= kMaxWishesPerPerson) {
    return conflict(kTooManyWishes(kMaxWishesPerPerson));
  }
  store::PutRequest put;
  put.table = context_.tables.bookings();
  put.item = to_item(wish);
  NORN_ASSIGN(const bool written,
              apps::write_all(context_.store, {std::move(put), mark_has_wishes(context_, wish),
                                               still_may_book(context_, wish)}));
  if (!written) return std::nullopt;
  NORN_ASSIGN(auto names, names_of(context_, {user_id}));
  return WishFor{std::move(wish), access.place.settings.name, names[user_id], false};
}

Result<WishFor> Wishes::create(const std::string& user_id, const std::string& place_id,
                               const Stay& stay, const std::optional<std::string>& note) {
  NORN_ASSIGN(const auto kept_note, checked_note(note));
  NORN_TRY(context_.quotas.check_change(user_id));
  return apps::decide_and_write([&] { return try_create(user_id, stay, place_id, kept_note); });
}

Result<std::vector<WishFor>> Wishes::list_own(const std::string& user_id) {
  NORN_ASSIGN(const auto places, places_of(context_, user_id));
  NORN_ASSIGN(auto names, names_of(context_, {user_id}));
  std::vector<WishFor> all;
  for (const Access& access : places) {
    const Date today = today_at(access.place, context_.clock);
    NORN_ASSIGN(auto wishes,
                wishes_between(context_, access.place.id, today, std::nullopt, user_id));
    NORN_ASSIGN(auto open, open_wishes(context_, access.place.id, std::move(wishes)));
    for (OpenWish& one : open) {
      all.push_back(
          {std::move(one.wish), access.place.settings.name, names[user_id], one.is_offered});
    }
  }
  std::ranges::sort(all, {}, [](const WishFor& wish) {
    return std::tuple(!wish.is_offered, wish.wish.stay.start, wish.wish.stay.end,
                      std::string_view(wish.place_name), std::string_view(wish.wish.id));
  });
  return all;
}

Result<std::vector<WishFor>> Wishes::list(const std::string& user_id, const std::string& place_id) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kViewer));
  const std::optional<std::string> whose =
      access.is_administrator() ? std::nullopt : std::optional(user_id);
  const Date today = today_at(access.place, context_.clock);
  NORN_ASSIGN(auto wishes, wishes_between(context_, place_id, today, std::nullopt, whose));
  NORN_ASSIGN(const auto open, open_wishes(context_, place_id, std::move(wishes)));
  NORN_ASSIGN(auto all, of_members(context_, access.place, open));
  std::ranges::sort(all, {}, [](const WishFor& wish) {
    return std::tuple<std::string_view, Date, std::string_view>(wish.wish.created_at,
                                                                wish.wish.stay.start, wish.wish.id);
  });
  return all;
}

Result<void> Wishes::remove(const std::string& user_id, const std::string& place_id,
                            const std::string& wish_id) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kViewer));
  if (!apps::is_id(wish_id)) return not_found(kWishNotFound);
  store::GetRequest request;
  request.table = context_.tables.bookings();
  request.key = apps::key_of(keys::wishes(place_id), wish_id);
  request.consistent = true;
  NORN_ASSIGN(const auto found, context_.store.get(request));
  if (!found.item) return not_found(kWishNotFound);
  NORN_ASSIGN(const Wish wish, wish_from(*found.item));
  if (wish.user_id != user_id && !access.is_administrator()) return not_found(kWishNotFound);
  NORN_TRY(context_.store.remove(delete_wish(context_, wish)));
  return {};
}

void fulfil_wishes(const Context& context, const Event& booking) {
  if (!booking.user_id) return;
  const auto removed = remove_fulfilled(context, booking);
  if (!removed) {
    // Lists leave it out, and it expires when its nights are over.
    log::warn("the wish that booking {} fulfils was not removed: {}", booking.id,
              removed.error().message);
  }
}

Result<void> remove_wishes(const Context& context, const std::string& place_id,
                           const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk";
  request.filter = "userId = :user";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::wishes(place_id)}, {":user", user_id}};
  request.consistent = true;
  NORN_ASSIGN(const auto wishes, apps::query_all(context.store, std::move(request)));
  return apps::remove_all(context.store, context.tables.bookings(), wishes);
}

Result<std::vector<Wish>> offered_by(const Context& context, const std::string& place_id,
                                     const Stay& freed) {
  NORN_ASSIGN(const auto place, find_place(context, place_id));
  std::vector<Wish> offered;
  if (!place) return offered;
  const Date from =
      std::max(freed.start - std::chrono::days(kMaxNights - 1), today_at(*place, context.clock));
  NORN_ASSIGN(auto wishes, wishes_between(context, place_id, from, freed.end, std::nullopt));
  std::erase_if(wishes, [&](const Wish& wish) { return !wish.stay.overlaps(freed); });
  NORN_ASSIGN(auto open, open_wishes(context, place_id, std::move(wishes)));
  for (OpenWish& one : open) {
    if (one.is_offered) offered.push_back(std::move(one.wish));
  }
  return offered;
}

}  // namespace norn::bookings
