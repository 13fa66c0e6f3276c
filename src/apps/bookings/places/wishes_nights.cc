#include "apps/bookings/places/wishes_nights.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "apps/bookings/keys.h"
#include "apps/shared/items.h"

namespace norn::bookings {
namespace {

// Who has which nights of a place. Nights that nobody has are not in it.
class Takers {
 public:
  static Result<Takers> of(const Context& context, const std::string& place_id,
                           const std::vector<Wish>& wishes) {
    Takers takers;
    NORN_TRY(takers.read_slots(context, place_id, wishes));
    NORN_TRY(takers.read_owners(context, place_id));
    return takers;
  }

  // How many nights of a wish are taken, and how many of them by who wishes.
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
      // A slot of the design's own program does not say whose it is.
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

}  // namespace

Result<std::vector<Wish>> wishes_between(const Context& context, const std::string& place_id,
                                         Date from, std::optional<Date> to,
                                         const std::optional<std::string>& user_id) {
  std::vector<Wish> wishes;
  if (to && *to <= from) return wishes;
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
  for (const store::Item& item : items) {
    NORN_ASSIGN(Wish wish, wish_from(item));
    wishes.push_back(std::move(wish));
  }
  return wishes;
}

Result<std::vector<OpenWish>> open_wishes(const Context& context, const std::string& place_id,
                                          std::vector<Wish> wishes) {
  NORN_ASSIGN(const Takers takers, Takers::of(context, place_id, wishes));
  std::vector<OpenWish> open;
  for (Wish& wish : wishes) {
    const Takers::Count count = takers.count(wish);
    if (count.own == wish.stay.nights()) continue;
    open.push_back({std::move(wish), count.taken == 0});
  }
  return open;
}

Result<bool> is_in_the_way(const Context& context, const Wish& wish) {
  NORN_ASSIGN(const Takers takers, Takers::of(context, wish.place_id, {wish}));
  const Takers::Count count = takers.count(wish);
  return count.taken > count.own;
}

}  // namespace norn::bookings
