#include <utility>

#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes_parts.h"
#include "base/json_writer.h"

// Wishes for nights that are taken.
namespace norn::bookings {
namespace {

void render(rest::Call& call, const std::vector<WishFor>& all) {
  ObjectWriter object(call.json());
  ListWriter wishes(object.key("wishes"));
  for (const WishFor& wish : all) append_json(wishes.next(), wish);
  wishes.close();
  object.close();
}

Result<void> list_own_wishes(rest::Call& call, Wishes& wishes) {
  NORN_ASSIGN(const auto all, wishes.list_own(call.caller().user_id));
  render(call, all);
  return {};
}

Result<void> list_wishes(rest::Call& call, Wishes& wishes) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const auto all, wishes.list(call.caller().user_id, id));
  render(call, all);
  return {};
}

Result<void> create_wish(rest::Call& call, Wishes& wishes) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  Stay stay;
  NORN_ASSIGN(stay.start, read_date(body, "start"));
  NORN_ASSIGN(stay.end, read_date(body, "end"));
  NORN_ASSIGN(const auto note, read_note(body, "note", kMaxNoteCharacters));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const WishFor made, wishes.create(call.caller().user_id, id, stay, note));
  append_json(call.created(address_of(id) + "/wishes/" + made.wish.id), made);
  return {};
}

Result<void> remove_wish(rest::Call& call, Wishes& wishes) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const std::string wish_id, call.id("wishId", "wish"));
  NORN_TRY(wishes.remove(call.caller().user_id, id, wish_id));
  call.no_content();
  return {};
}

}  // namespace

void add_wish_routes(rest::Api& api, const Parts& parts) {
  Wishes& wishes = parts.wishes;
  rest::Route own = route("GET", "/wishes", kReadScope);
  own.operation = "listOwnWishes";
  own.summary = "Lists your wishes in all places: those whose nights are free now come first.";
  own.replies = {{200, "Your wishes.", "Wishes"}};
  own.handle = [&wishes](rest::Call& call) { return list_own_wishes(call, wishes); };
  api.add(std::move(own));

  rest::Route listing = route("GET", "/places/{placeId}/wishes", kReadScope);
  listing.operation = "listWishes";
  listing.summary =
      "Lists the wishes for a place in the order in which they were made: for its administrators "
      "those of everybody, for others their own.";
  listing.replies = {{200, "The wishes.", "Wishes"}};
  listing.problems = {404};
  listing.handle = [&wishes](rest::Call& call) { return list_wishes(call, wishes); };
  api.add(std::move(listing));

  rest::Route creating = route("POST", "/places/{placeId}/wishes", kWriteScope);
  creating.operation = "createWish";
  creating.summary =
      "Wishes for nights of which some are taken. When all of them become free, you hear of it, "
      "and whoever books them first has them. Members and administrators.";
  creating.request = "NewWish";
  creating.replies = {{201, "The wish.", "Wish"}};
  creating.problems = {404, 409};
  creating.handle = [&wishes](rest::Call& call) { return create_wish(call, wishes); };
  api.add(std::move(creating));

  rest::Route removing = route("DELETE", "/places/{placeId}/wishes/{wishId}", kWriteScope);
  removing.operation = "deleteWish";
  removing.summary = "Takes a wish back. Your own; administrators those of everybody.";
  removing.replies = {{204, "It is gone."}};
  removing.problems = {404};
  removing.handle = [&wishes](rest::Call& call) { return remove_wish(call, wishes); };
  api.add(std::move(removing));
}

}  // namespace norn::bookings
