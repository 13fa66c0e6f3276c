#include "apps/bookings/members_stays.h"

#include <utility>

#include "apps/bookings/events/events.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/places/places_actions.h"
#include "apps/shared/items.h"
#include "base/log.h"

namespace norn::bookings {
namespace {

constexpr size_t kStaysPerPart = 50;

// Who it was for, and for bookings what tells who that was. Blocked periods tell nothing of them.
Action without_person(const Context& context, const Event& event) {
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
  if (event.kind == EventKind::kBlocked) return request;
  request.update += ", #title = :title, #note = :null";
  request.placeholders.names.emplace("#title", "title");
  request.placeholders.names.emplace("#note", "note");
  request.placeholders.values.emplace(":title", kSomebodyWhoLeft);
  return request;
}

Result<std::optional<apps::Done>> try_release(const Context& context, const Place& place,
                                              const std::string& user_id,
                                              const std::string& event_id) {
  NORN_ASSIGN(const auto event, find_event(context, place.id, event_id));
  if (!event || event->user_id != user_id) return apps::Done{};
  const bool is_to_come = event->stay.start > today_at(place, context.clock);
  std::vector<Action> actions = is_to_come && event->kind == EventKind::kBooking
                                    ? delete_actions(context.tables.bookings(), *event)
                                    : std::vector<Action>{without_person(context, *event)};
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (!written) return std::nullopt;
  return apps::Done{};
}

// Whether it was done: what is no event as Norn writes it does not keep the rest from going.
Result<bool> release(const Context& context, const Place& place, const std::string& user_id,
                     const std::string& event_id) {
  const auto done =
      apps::decide_and_write([&] { return try_release(context, place, user_id, event_id); });
  if (done) return true;
  if (done.error().code != ErrorCode::kCorruption) return std::unexpected(done.error());
  log::warn("An event of somebody who is gone is left as it is: {}", done.error().message);
  return false;
}

}  // namespace

Result<bool> release_stays(const Context& context, const Place& place, const std::string& user_id) {
  store::QueryRequest request;
  request.table = context.tables.bookings();
  request.key_condition = "PK = :pk";
  request.filter = "userId = :user";
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

}  // namespace norn::bookings
