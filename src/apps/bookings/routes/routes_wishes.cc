#include <vector>

#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes.h"
#include "apps/bookings/sentences.h"
#include "base/json_writer.h"

// Wishes for nights that are taken.
namespace norn::bookings {
namespace {

void render_wishes(rest::Call& call, const std::vector<WishFor>& all) {
  ObjectWriter object(call.json());
  ListWriter wishes(object.key("wishes"));
  for (const WishFor& wish : all) append_json(wishes.next(), wish);
  wishes.close();
  object.close();
}

Result<void> list_own_wishes(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto all, parts.wishes.list_own(call.caller().user_id));
  render_wishes(call, all);
  return {};
}

Result<void> list_wishes(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const auto all, parts.wishes.list(call.caller().user_id, id));
  render_wishes(call, all);
  return {};
}

Result<void> create_wish(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  Stay stay;
  NORN_ASSIGN(stay.start, read_date(body, "start"));
  NORN_ASSIGN(stay.end, read_date(body, "end"));
  NORN_ASSIGN(const auto note, read_note(body, "note", kMaxNoteCharacters));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const WishFor made, parts.wishes.create(call.caller().user_id, id, stay, note));
  append_json(call.created(address_of(id) + "/wishes/" + made.wish.id), made);
  return {};
}

Result<void> remove_wish(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const std::string wish_id, apps::id_of(call, "wishId", kWishNotFound));
  NORN_TRY(parts.wishes.remove(call.caller().user_id, id, wish_id));
  call.no_content();
  return {};
}

void add_wish_schemas(rest::Api& api) {
  api.add_schema("Wish", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["id","placeId","placeName","userId","userName","start","end","nights","note",
      "createdAt","offered"],
    "properties":{
      "id":{"type":"string","format":"uuid"},
      "placeId":{"type":"string"},
      "placeName":{"type":"string"},
      "userId":{"type":"string"},
      "userName":{"type":"string"},
      "start":$DATE,
      "end":$DATE,
      "nights":{"type":"integer"},
      "note":{"type":["string","null"]},
      "createdAt":{"type":"string","format":"date-time"},
      "offered":{"type":"boolean","description":
        "All of its nights are free now: the first to book them has them."}}})"));
  api.add_schema("Wishes", R"({"type":"object","additionalProperties":false,
    "required":["wishes"],
    "properties":{"wishes":{"type":"array","items":{"$ref":"#/components/schemas/Wish"}}}})");
  api.add_schema("NewWish", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["start","end"],
    "properties":{
      "start":$DATE,
      "end":$DATE,
      "note":{"type":["string","null"],"maxLength":$MAX_NOTE}}})"));
}

}  // namespace

void add_wish_routes(rest::Api& api, const Parts& parts) {
  add_wish_schemas(api);
  api.add({.method = "GET",
           .path = "/api/v1/wishes",
           .operation = "listOwnWishes",
           .tag = kTag,
           .summary = "Lists your wishes in all places: those whose nights are free now come "
                      "first.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "Your wishes.", .schema = "Wishes"}},
           .handle = handled_by(parts, list_own_wishes)});
  api.add({.method = "GET",
           .path = "/api/v1/places/{placeId}/wishes",
           .operation = "listWishes",
           .tag = kTag,
           .summary = "Lists the wishes for a place in the order in which they were made: your "
                      "own; for administrators, all.",
           .scope = kReadScope,
           .replies = {{.status = 200, .description = "The wishes.", .schema = "Wishes"}},
           .problems = {404},
           .handle = handled_by(parts, list_wishes)});
  api.add({.method = "POST",
           .path = "/api/v1/places/{placeId}/wishes",
           .operation = "createWish",
           .tag = kTag,
           .summary = "Wishes for nights of which some are taken. When all of them become free, "
                      "the live feed has an event for you; the first to book them has them. "
                      "Members and administrators.",
           .scope = kWriteScope,
           .request = "NewWish",
           .replies = {{.status = 201, .description = "The wish.", .schema = "Wish"}},
           .problems = {404, 409},
           .handle = handled_by(parts, create_wish)});
  api.add({.method = "DELETE",
           .path = "/api/v1/places/{placeId}/wishes/{wishId}",
           .operation = "deleteWish",
           .tag = kTag,
           .summary = "Takes a wish back. Your own; for administrators, any.",
           .scope = kWriteScope,
           .replies = {{.status = 204, .description = "The wish is deleted."}},
           .problems = {404},
           .handle = handled_by(parts, remove_wish)});
}

}  // namespace norn::bookings
