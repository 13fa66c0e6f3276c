#include "apps/bookings/places/places.h"

#include <fmt/format.h>

#include <utility>

#include "apps/bookings/events/rules.h"
#include "apps/bookings/keys.h"
#include "apps/bookings/places/places_actions.h"
#include "apps/bookings/render.h"
#include "apps/bookings/sweep.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::bookings {
namespace {

store::Item default_marker_key() {
  return apps::key_of(keys::kDefaultTaken, keys::kDefaultTaken);
}

// Whether the place that the design knows was made, even if it is gone by now.
Result<bool> default_is_taken(const Context& context) {
  NORN_ASSIGN(const auto items,
              apps::get_all(context.store, context.tables.bookings(),
                            {default_marker_key(), place_key(std::string(keys::kDefaultPlace))}));
  return !items.empty();
}

Place new_place(const Context& context, bool is_first, const PlaceSettings& settings) {
  const std::string now = now_text(context);
  return {.id = is_first ? std::string(keys::kDefaultPlace) : context.ids.uuid(),
          .settings = settings,
          .created_at = now,
          .updated_at = now};
}

Result<std::optional<Access>> try_create(const Context& context, const std::string& user_id,
                                         const PlaceSettings& settings,
                                         const apps::Creation& creation) {
  NORN_ASSIGN(const auto made, context.idempotency.find(creation));
  if (made) return authorize(context, user_id, *made, Role::kViewer);
  NORN_TRY(check_room_for_place(context, user_id));
  NORN_ASSIGN(const bool taken, default_is_taken(context));
  Access access;
  access.place = new_place(context, !taken, settings);
  access.membership = new_membership(context, access.place.id, user_id, Role::kAdministrator);
  std::vector<Action> actions = {put_new(context, to_item(access.place)),
                                 user_is_there(context, user_id)};
  add_membership(context, access.membership, actions);
  if (!taken) actions.push_back(put_new(context, default_marker_key()));
  if (auto remembered = context.idempotency.remember(creation, access.place.id)) {
    actions.push_back(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context.store, std::move(actions)));
  if (written) return access;
  NORN_ASSIGN(const auto user, context.users.find(user_id));
  if (!user) return not_signed_in("Your account is gone.");
  return std::nullopt;
}

Action replace_place(const Context& context, const Place& old, const Place& next) {
  store::PutRequest put;
  put.table = context.tables.bookings();
  put.item = to_item(next);
  // Wishes do not count as changes, but must not be forgotten by one.
  put.condition = old.has_wishes ? "#version = :version"
                                 : "#version = :version AND attribute_not_exists(hasWishes)";
  put.placeholders.names.emplace("#version", "version");
  put.placeholders.values.emplace(":version", store::Value::number(old.version));
  return put;
}

Result<std::optional<Access>> try_change(const Context& context, const std::string& user_id,
                                         const std::string& place_id, const SettingsChange& change,
                                         const std::string& etag) {
  NORN_ASSIGN(auto access, authorize(context, user_id, place_id, Role::kAdministrator));
  if (etag_of(access.place) != etag) {
    std::string current;
    append_json(current, access);
    return stale_version("place", std::move(current), etag_of(access.place));
  }
  Place next = access.place;
  change(next.settings);
  NORN_ASSIGN(next.settings, checked(std::move(next.settings)));
  if (next == access.place) return access;
  next.version++;
  next.updated_at = now_text(context);
  NORN_ASSIGN(const bool written,
              apps::write_all(context.store, {replace_place(context, access.place, next),
                                              is_administrator(context, user_id, place_id)}));
  if (!written) return std::nullopt;
  access.place = std::move(next);
  return access;
}

Result<std::optional<apps::Done>> try_remove_place(const Context& context,
                                                   const std::string& user_id,
                                                   const std::string& place_id) {
  NORN_TRY(authorize(context, user_id, place_id, Role::kAdministrator));
  NORN_ASSIGN(const bool written,
              apps::write_all(context.store, {remove_place(context, place_id),
                                              is_administrator(context, user_id, place_id),
                                              begin_place_sweep(context, place_id)}));
  if (!written) return std::nullopt;
  return apps::Done{};
}

}  // namespace

Places::Places(Context context) : context_(std::move(context)) {
  context_.sweeps.add(std::string(kPlaceSweep), [copy = context_](const std::string& place_id) {
    return sweep_place(copy, place_id);
  });
}

Result<Access> Places::create(const std::string& user_id, const PlaceSettings& settings,
                              const apps::Creation& creation) {
  NORN_ASSIGN(const PlaceSettings tidy, checked(settings));
  return apps::decide_and_write([&] { return try_create(context_, user_id, tidy, creation); });
}

Result<std::vector<Access>> Places::list(const std::string& user_id) {
  return places_of(context_, user_id);
}

Result<Access> Places::get(const std::string& user_id, const std::string& place_id) {
  return authorize(context_, user_id, place_id, Role::kViewer);
}

Result<Access> Places::change(const std::string& user_id, const std::string& place_id,
                              const SettingsChange& change, const std::string& etag) {
  return apps::decide_and_write(
      [&] { return try_change(context_, user_id, place_id, change, etag); });
}

Result<void> Places::remove(const std::string& user_id, const std::string& place_id) {
  const auto attempt = [&] { return try_remove_place(context_, user_id, place_id); };
  NORN_TRY(apps::decide_and_write(attempt));
  context_.sweeps.wake();
  return {};
}

}  // namespace norn::bookings
