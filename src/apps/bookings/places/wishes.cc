#include "apps/bookings/places/wishes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "apps/bookings/events/events_input.h"
#include "apps/bookings/events/hashed_id.h"
#include "apps/bookings/events/rules.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/places/places_actions.h"
#include "apps/bookings/places/wishes_nights.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"
#include "base/log.h"

namespace norn::bookings {
namespace {

// Made of whose it is and for what, so that nobody has the same wish twice, however often and from
// wherever it is sent.
std::string wish_id(const std::string& user_id, const std::string& place_id, const Stay& stay) {
  return hashed_id(fmt::format("wish {} {} {} {}", user_id, place_id, date_text(stay.start),
                               date_text(stay.end)));
}

// A place that lets past nights be booked still cannot give back what is over.
Result<void> check_to_come(const Access& access, const Stay& stay, const Clock& clock) {
  if (stay.start >= today_at(access.place, clock)) return {};
  Fault detail;
  detail.field = "start";
  detail.code = kInThePast;
  return fault(
      ErrorCode::kInvalid,
      fmt::format("{} is over. Wish for nights that are still to come.", date_text(stay.start)),
      std::move(detail));
}

std::unexpected<Error> nights_are_free() {
  Fault detail;
  detail.code = kNightsAreFree;
  return fault(ErrorCode::kConflict,
               "Nobody else has these nights: you can book them instead of wishing for them.",
               std::move(detail));
}

// The place has wishes from now on, if it still is there.
Action has_wishes(const Context& context, const Wish& wish) {
  store::UpdateRequest place;
  place.table = context.tables.bookings();
  place.key = apps::key_of(keys::place(wish.place_id), keys::kPlace);
  place.update = "SET hasWishes = :yes";
  place.condition = "attribute_exists(PK)";
  place.placeholders.values = {{":yes", store::Value::boolean(true)}};
  return place;
}

// That somebody still is in the place, and may book.
Action still_member(const Context& context, const Wish& wish) {
  store::ConditionCheck member;
  member.table = context.tables.bookings();
  member.key = apps::key_of(keys::place(wish.place_id), keys::member(wish.user_id));
  member.condition = "attribute_exists(PK) AND #role <> :viewer";
  member.placeholders.names = {{"#role", "role"}};
  member.placeholders.values = {{":viewer", to_text(Role::kViewer)}};
  return member;
}

store::DeleteRequest removal(const Context& context, const Wish& wish) {
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

// With the names of those who wish. Who is no member any more wishes for nothing here.
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
    NORN_TRY(context.store.remove(removal(context, wish)));
  }
  return {};
}

}  // namespace

Result<std::optional<WishFor>> Wishes::try_create(const std::string& user_id, const Stay& stay,
                                                  const std::string& place_id,
                                                  const std::optional<std::string>& note) {
  NORN_ASSIGN(const Access access, authorize(context_, user_id, place_id, Role::kMember));
  NORN_TRY(check_stay(access.place.settings, stay, EventKind::kBooking));
  NORN_TRY(check_to_come(access, stay, context_.clock));
  Wish wish = {.id = wish_id(user_id, place_id, stay),
               .place_id = place_id,
               .user_id = user_id,
               .stay = stay,
               .note = note,
               .created_at = now_text(context_)};
  NORN_ASSIGN(const bool is_needed, is_in_the_way(context_, wish));
  if (!is_needed) return nights_are_free();
  const Date today = today_at(access.place, context_.clock);
  NORN_ASSIGN(const auto others, wishes_between(context_, place_id, today, std::nullopt, user_id));
  const auto same = std::ranges::find(others, wish.id, &Wish::id);
  if (same != others.end()) {
    wish.created_at = same->created_at;
  } else if (others.size() >= kMaxWishesPerPerson) {
    return conflict(
        fmt::format("You have {} wishes for this place, and there can be no more. "
                    "Remove one of them first.",
                    kMaxWishesPerPerson));
  }
  store::PutRequest put;
  put.table = context_.tables.bookings();
  put.item = to_item(wish);
  NORN_ASSIGN(const bool written,
              apps::write_all(context_.store, {std::move(put), has_wishes(context_, wish),
                                               still_member(context_, wish)}));
  if (!written) return std::nullopt;
  NORN_ASSIGN(auto names, names_of(context_, {user_id}));
  return WishFor{std::move(wish), access.place.settings.name, names[user_id], false};
}

Result<WishFor> Wishes::create(const std::string& user_id, const std::string& place_id,
                               const Stay& stay, const std::optional<std::string>& note) {
  NORN_ASSIGN(const auto kept_note, checked_note(note));
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
  if (!is_uuid(wish_id)) return not_found("wish");
  store::GetRequest request;
  request.table = context_.tables.bookings();
  request.key = apps::key_of(keys::wishes(place_id), wish_id);
  request.consistent = true;
  NORN_ASSIGN(const auto found, context_.store.get(request));
  if (!found.item) return not_found("wish");
  NORN_ASSIGN(const Wish wish, wish_from(*found.item));
  if (wish.user_id != user_id && !access.is_administrator()) return not_found("wish");
  NORN_TRY(context_.store.remove(removal(context_, wish)));
  return {};
}

void fulfil_wishes(const Context& context, const Event& booking) {
  if (!booking.user_id) return;
  const auto removed = remove_fulfilled(context, booking);
  if (!removed) {
    // It is not listed any more, and expires when its nights are over.
    log::warn("a wish that booking {} fulfils is not removed: {}", booking.id,
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
