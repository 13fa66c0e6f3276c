#include <algorithm>
#include <tuple>
#include <utility>

#include "apps/bookings/keys.h"
#include "apps/bookings/members.h"
#include "apps/bookings/members_former.h"
#include "apps/bookings/members_stays.h"
#include "apps/bookings/members_witness.h"
#include "apps/bookings/places.h"
#include "apps/bookings/places_actions.h"
#include "apps/shared/items.h"
#include "base/faults.h"

// What becomes of places when somebody deletes their account.
namespace norn::bookings {
namespace {

constexpr size_t kPlacesPerPart = 25;
// So many places are named at a time to somebody who has to hand them over.
constexpr size_t kMaxNames = 20;

// Somebody's membership among all of a place.
struct Circle {
  std::optional<Membership> own;
  std::vector<Membership> others;
  bool others_administer = false;
};

Result<Circle> circle_of(const Context& context, const std::string& place_id,
                         const std::string& user_id) {
  NORN_ASSIGN(auto members, members_of(context, place_id));
  Circle circle;
  for (Membership& member : members) {
    if (member.user_id == user_id) {
      circle.own = std::move(member);
    } else {
      circle.others_administer = circle.others_administer || member.role == Role::kAdministrator;
      circle.others.push_back(std::move(member));
    }
  }
  return circle;
}

// Makes whoever has been in it longest an administrator: of those who book, and if nobody does, of
// those who look at it.
void promote_one(const Context& context, const std::vector<Membership>& members,
                 std::vector<Action>& actions) {
  const auto& heir = *std::ranges::min_element(members, {}, [](const Membership& member) {
    return std::tuple<bool, std::string_view, std::string_view>(member.role == Role::kViewer,
                                                                member.created_at, member.user_id);
  });
  Membership next = heir;
  next.role = Role::kAdministrator;
  next.updated_at = now_text(context);
  replace_membership(context, heir, next, actions);
}

enum class Left : uint8_t { kPlaceStays, kNothing };

// Takes somebody out of a place that is there. The item by which their places are found stays until
// everything is done. Somebody who is alone in it goes first and the place after that: who accepts
// an invitation needs an administrator, so nobody comes in between.
Result<std::optional<Left>> try_step_out(const Context& context, const std::string& place_id,
                                         const std::string& user_id) {
  NORN_ASSIGN(const auto place, find_item(context, place_key(place_id)));
  if (!place) return Left::kNothing;
  NORN_ASSIGN(const auto circle, circle_of(context, place_id, user_id));
  const bool is_alone = circle.others.empty();
  const bool is_headless = !is_alone && !circle.others_administer;
  if (!circle.own && !is_alone && !is_headless) return Left::kPlaceStays;
  std::vector<Action> actions;
  if (circle.own) actions.push_back(remove_from_place(context, *circle.own));
  if (is_headless) promote_one(context, circle.others, actions);
  if (circle.own && circle.own->role == Role::kAdministrator && circle.others_administer) {
    NORN_ASSIGN(auto witness, another_administrator(context, place_id, user_id));
    actions.push_back(std::move(witness));
  }
  const bool goes = !circle.own && is_alone;
  if (goes) {
    actions.push_back(remove_place(context, place_id));
    actions.push_back(begin_place_sweep(context, place_id));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  // What comes after this is decided by what is there then.
  if (!written || is_alone != goes) return std::nullopt;
  if (!goes) return Left::kPlaceStays;
  context.sweeps.wake();
  return Left::kNothing;
}

// True when there is more to do in this place.
Result<bool> leave(const Context& context, const std::string& place_id,
                   const std::string& user_id) {
  const auto attempt = [&] { return try_step_out(context, place_id, user_id); };
  NORN_ASSIGN(const Left left, apps::decide_and_write(attempt));
  NORN_ASSIGN(const auto place, find_place(context, place_id));
  if (left == Left::kPlaceStays && place) {
    NORN_ASSIGN(const bool more, release_stays(context, *place, user_id));
    if (more) return true;
    NORN_TRY(remove_wishes(context, place_id, user_id));
  }
  NORN_TRY(apps::transact(context.store, {remove_anyway(context, member_key(place_id, user_id)),
                                          remove_anyway(context, person_key(place_id, user_id))}));
  return false;
}

// By their keys, so that also those go that are broken in any other way.
Result<std::vector<std::string>> some_place_ids(const Context& context,
                                                const std::string& user_id) {
  const std::string prefix = keys::place("");
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk AND begins_with(SK, :places)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":places", prefix}};
  request.limit = kPlacesPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context.store.query(request));
  std::vector<std::string> ids;
  for (const store::ItemView item : page.items) {
    ids.push_back(apps::text_of(item, "SK").substr(prefix.size()));
  }
  return ids;
}

// "Cottage", or "Boat" and "Cottage".
std::string quoted_list(const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " and " : ", ";
    text += '"' + names[i] + '"';
  }
  return text;
}

}  // namespace

Result<void> Members::may_delete(const std::string& user_id) {
  NORN_ASSIGN(const auto places, places_of(context_, user_id));
  std::vector<std::string> names;
  for (const Access& access : places) {
    NORN_ASSIGN(const auto circle, circle_of(context_, access.place.id, user_id));
    const bool is_last = circle.own && circle.own->role == Role::kAdministrator &&
                         !circle.others_administer && !circle.others.empty();
    if (is_last && names.size() < kMaxNames) names.push_back(access.place.settings.name);
  }
  if (names.empty()) return {};
  return conflict("You are the only administrator of " + quoted_list(names) +
                  ", which others use too. Make somebody else an administrator first, or delete " +
                  (names.size() == 1 ? "it." : "them."));
}

Result<bool> Members::forget(const std::string& user_id) {
  NORN_ASSIGN(const auto place_ids, some_place_ids(context_, user_id));
  for (const std::string& place_id : place_ids) {
    NORN_ASSIGN(const bool more, leave(context_, place_id, user_id));
    if (more) return true;
  }
  // Those that they are in come first: whoever is taken out of one meanwhile was in it then.
  if (!place_ids.empty()) return true;
  return forget_former(context_, user_id);
}

}  // namespace norn::bookings
