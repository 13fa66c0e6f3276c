#include <utility>

#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes_parts.h"
#include "apps/sharing/members_json.h"
#include "base/json_writer.h"

// Places and their settings.
namespace norn::bookings {
namespace {

void render(rest::Call& call, std::string& out, const Access& access) {
  call.set_etag(etag_of(access.place));
  append_json(out, access);
}

Result<void> list_places(rest::Call& call, const Parts& parts) {
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const auto all, parts.places.list(user_id));
  NORN_ASSIGN(const auto invited, parts.members.own_invitations(user_id));
  ObjectWriter object(call.json());
  ListWriter places(object.key("places"));
  for (const Access& access : all) append_json(places.next(), access);
  places.close();
  ListWriter invitations(object.key("invitations"));
  for (const sharing::OwnInvitation& one : invited) {
    sharing::append_json(invitations.next(), parts.members.description(), one);
  }
  invitations.close();
  object.close();
  return {};
}

Result<void> create_place(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(rest::JsonInput body, call.body());
  for (const std::string_view needed : {"name", "color"}) NORN_TRY(body.text(needed));
  NORN_ASSIGN(const SettingsChange choose, read_settings(body));
  PlaceSettings settings;
  choose(settings);
  NORN_ASSIGN(const apps::Creation creation, creation_of(call, "createPlace"));
  NORN_ASSIGN(const Access made, parts.places.create(call.caller().user_id, settings, creation));
  render(call, call.created(address_of(made.place.id)), made);
  return {};
}

Result<void> get_place(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const Access access, parts.places.get(call.caller().user_id, id));
  render(call, call.json(), access);
  return {};
}

Result<void> change_place(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const SettingsChange choose, read_settings(body));
  NORN_ASSIGN(const Access access, parts.places.change(call.caller().user_id, id, choose, etag));
  render(call, call.json(), access);
  return {};
}

Result<void> delete_place(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_TRY(parts.places.remove(call.caller().user_id, id));
  call.no_content();
  return {};
}

void add_changes(rest::Api& api, const Parts& parts) {
  rest::Route changing = route("PATCH", "/places/{placeId}", kWriteScope);
  changing.operation = "changePlace";
  changing.summary =
      "Changes the settings of a place. Bookings that are there stay as they are, and so do their "
      "prices. Administrators only.";
  changing.request = "PlaceChange";
  changing.replies = {{200, "The place as it is now.", "Place"}};
  changing.problems = {404, 409};
  changing.needs_if_match = true;
  changing.handle = [parts](rest::Call& call) { return change_place(call, parts); };
  api.add(std::move(changing));

  rest::Route removing = route("DELETE", "/places/{placeId}", kWriteScope);
  removing.operation = "deletePlace";
  removing.summary =
      "Deletes a place with all of its bookings, for everybody. Administrators only.";
  removing.replies = {{204, "It is gone."}};
  removing.problems = {404};
  removing.handle = [parts](rest::Call& call) { return delete_place(call, parts); };
  api.add(std::move(removing));
}

}  // namespace

void add_place_routes(rest::Api& api, const Parts& parts) {
  rest::Route listing = route("GET", "/places", kReadScope);
  listing.operation = "listPlaces";
  listing.summary = "Lists the places that you are in, by name, and those that you are invited to.";
  listing.replies = {{200, "Your places and invitations.", "Places"}};
  listing.handle = [parts](rest::Call& call) { return list_places(call, parts); };
  api.add(std::move(listing));

  rest::Route creating = route("POST", "/places", kWriteScope);
  creating.operation = "createPlace";
  creating.summary = "Creates a place, of which you are the administrator.";
  creating.request = "NewPlace";
  creating.replies = {{201, "The new place.", "Place"}};
  creating.problems = {409, 422};
  creating.takes_idempotency_key = true;
  creating.handle = [parts](rest::Call& call) { return create_place(call, parts); };
  api.add(std::move(creating));

  rest::Route getting = route("GET", "/places/{placeId}", kReadScope);
  getting.operation = "getPlace";
  getting.summary = "Gets one of your places.";
  getting.replies = {{200, "The place.", "Place"}};
  getting.problems = {404};
  getting.handle = [parts](rest::Call& call) { return get_place(call, parts); };
  api.add(std::move(getting));

  add_changes(api, parts);
}

}  // namespace norn::bookings
