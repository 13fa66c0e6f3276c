#include "apps/bookings/members/former_members.h"

#include <utility>

#include "apps/bookings/events/stay_transaction.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/places/wishes.h"
#include "apps/shared/items.h"
#include "base/log.h"

namespace norn::bookings {
namespace {

constexpr size_t kStaysPerPart = 50;
constexpr size_t kFormerPlacesPerPart = 25;

// The attributes of an event that name the person as one who created or changed it.
std::vector<std::string> authorship(const Event& event, const std::string& user_id) {
  std::vector<std::string> names;
  if (event.created_by == user_id) names.emplace_back("createdBy");
  if (event.updated_by == user_id) names.emplace_back("updatedBy");
  return names;
}

// Removes the person from an event of another one. Keeps its version: nobody changed the event.
Action without_author(const Context& context, const Event& event, const std::string& user_id) {
  store::UpdateRequest request;
  request.table = context.tables.bookings();
  request.key = apps::key_of(keys::events(event.place_id), event.id);
  for (const std::string& name : authorship(event, user_id)) {
    request.update += (request.update.empty() ? "REMOVE " : ", ") + name;
    request.condition += (request.condition.empty() ? "" : " AND ") + name + " = :user";
  }
  request.placeholders.values = {{":user", user_id}};
  return request;
}

// Removes the person; of bookings also title and note, which may name them.
Action without_person(const Context& context, const Event& event, const std::string& user_id) {
  store::UpdateRequest request;
  request.table = context.tables.bookings();
  request.key = apps::key_of(keys::events(event.place_id), event.id);
  request.update = "SET #user = :null, #updatedAt = :now, #version = #version + :one";
  request.condition = "#version = :version";
  request.placeholders.names = {
      {"#user", "userId"}, {"#updatedAt", "updatedAt"}, {"#version", "version"}};
  request.placeholders.values = {{":null", apps::text_or_null(std::nullopt)},
                                 {":now", now_text(context)},
                                 {":one", store::Value::number(1)},
                                 {":version", store::Value::number(event.version)}};
  if (event.kind == EventKind::kBooking) {
    request.update += ", #title = :title, #note = :null";
    request.placeholders.names.emplace("#title", "title");
    request.placeholders.names.emplace("#note", "note");
    request.placeholders.values.emplace(":title", kSomebodyWhoLeft);
  }
  // No person changed it at that time.
  request.update += " REMOVE updatedBy";
  if (event.created_by == user_id) request.update += ", createdBy";
  return request;
}

Result<std::optional<apps::Done>> try_release(const Context& context, const Place& place,
                                              const std::string& user_id,
                                              const std::string& event_id) {
  NORN_ASSIGN(const auto event, find_event(context, place.id, event_id));
  if (!event) return apps::Done{};
  const bool is_own = event->user_id == user_id;
  if (!is_own && authorship(*event, user_id).empty()) return apps::Done{};
  const bool is_future = event->stay.start > today_at(place, context.clock);
  std::vector<Action> actions;
  if (!is_own) {
    actions.push_back(without_author(context, *event, user_id));
  } else if (is_future && event->kind == EventKind::kBooking) {
    actions = delete_actions(context.tables.bookings(), *event);
  } else {
    actions.push_back(without_person(context, *event, user_id));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return apps::Done{};
}

// Returns false for a broken item, which must not keep the other stays from being released.
Result<bool> release(const Context& context, const Place& place, const std::string& user_id,
                     const std::string& event_id) {
  const auto done =
      apps::decide_and_write([&] { return try_release(context, place, user_id, event_id); });
  if (done) return true;
  if (done.error().code != ErrorCode::kUnreadable) return std::unexpected(done.error());
  log::warn("a stay of a deleted account is left as it is: {}", done.error().message);
  return false;
}

store::Item key_of_place(const std::string& place_id, const std::string& user_id) {
  return apps::key_of(keys::place(place_id), keys::former(user_id));
}

store::Item key_of_person(const std::string& place_id, const std::string& user_id) {
  return apps::key_of(keys::user(user_id), keys::former_place(place_id));
}

store::Item with_type(const store::Item& key) {
  store::Map item = key.to_map();
  item.emplace("entityType", "FORMER_MEMBER");
  return store::Item::from_map(item);
}

// Returns true if there is more to do in this place.
Result<bool> forget_in(const Context& context, const std::string& place_id,
                       const std::string& user_id) {
  NORN_ASSIGN(const auto place, place_to_leave(context, place_id));
  if (place) {
    NORN_ASSIGN(const bool more, release_stays(context, *place, user_id));
    if (more) return true;
    NORN_TRY(remove_wishes(context, place_id, user_id));
  }
  NORN_TRY(apps::transact(context.store, {delete_item(context, key_of_place(place_id, user_id)),
                                          delete_item(context, key_of_person(place_id, user_id))}));
  return false;
}

}  // namespace

Result<std::optional<Place>> place_to_leave(const Context& context, const std::string& place_id) {
  auto place = find_place(context, place_id);
  if (place || place.error().code != ErrorCode::kUnreadable) return place;
  Place unreadable;
  unreadable.id = place_id;
  return unreadable;
}

Result<bool> release_stays(const Context& context, const Place& place, const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk";
  request.filter = "userId = :user OR createdBy = :user OR updatedBy = :user";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::events(place.id)}, {":user", user_id}};
  request.consistent = true;
  NORN_ASSIGN(const auto items, apps::query_all(context.store, std::move(request)));
  size_t released = 0;
  for (const store::Item& item : items) {
    if (released == kStaysPerPart) return true;
    NORN_ASSIGN(const bool done, release(context, place, user_id, apps::text_of(item, "SK")));
    released += done ? 1 : 0;
  }
  return false;
}

void remember_former(const Context& context, const std::string& place_id,
                     const std::string& user_id, std::vector<Action>& actions) {
  actions.push_back(put_item(context, with_type(key_of_place(place_id, user_id))));
  actions.push_back(put_item(context, with_type(key_of_person(place_id, user_id))));
}

Result<bool> forget_former(const Context& context, const std::string& user_id) {
  const std::string prefix = keys::former_place("");
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk AND begins_with(SK, :places)";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::user(user_id)}, {":places", prefix}};
  request.limit = kFormerPlacesPerPart;
  request.consistent = true;
  NORN_ASSIGN(const auto page, context.store.query(request));
  for (const store::ItemView item : page.items) {
    const std::string place_id = apps::text_of(item, "SK").substr(prefix.size());
    NORN_ASSIGN(const bool more, forget_in(context, place_id, user_id));
    if (more) return true;
  }
  return page.count > 0;
}

}  // namespace norn::bookings
