#include <algorithm>
#include <utility>

#include "apps/bookings/render.h"
#include "apps/bookings/routes_parts.h"
#include "base/json_writer.h"

// Who is in a place, and who is invited to it.
namespace norn::bookings {
namespace {

constexpr rest::TextRule kEmail{1, 254, false};

// Only administrators see whom they have invited; whoever is none any more sees nobody.
Result<std::vector<Invitation>> invitations_for(const std::string& user_id,
                                                const std::string& place_id, bool is_administrator,
                                                Members& members) {
  if (!is_administrator) return std::vector<Invitation>();
  auto invited = members.invitations(user_id, place_id);
  const bool is_none_any_more = !invited && invited.error().code == ErrorCode::kForbidden;
  if (is_none_any_more) return std::vector<Invitation>();
  return invited;
}

Result<void> list_members(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const auto all, members.list(user_id, id));
  const bool is_administrator = std::ranges::any_of(all, [&](const Member& member) {
    return member.membership.user_id == user_id && member.membership.role == Role::kAdministrator;
  });
  NORN_ASSIGN(const auto invited, invitations_for(user_id, id, is_administrator, members));
  ObjectWriter object(call.json());
  ListWriter items(object.key("members"));
  for (const Member& member : all) append_json(items.next(), member, is_administrator);
  items.close();
  ListWriter invitations(object.key("invitations"));
  for (const Invitation& one : invited) append_json(invitations.next(), one);
  invitations.close();
  object.close();
  return {};
}

Result<void> invite(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string email, body.text("email", kEmail));
  NORN_ASSIGN(const Role role, read_role(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const auto invited, members.invite(call.caller().user_id, id, email, role));
  ObjectWriter object(call.json(201));
  if (invited.member) append_json(object.key("member"), *invited.member, true);
  if (invited.invitation) append_json(object.key("invitation"), *invited.invitation);
  object.close();
  return {};
}

Result<void> withdraw(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const std::string email, call.required_query("email"));
  NORN_TRY(members.withdraw(call.caller().user_id, id, email));
  call.no_content();
  return {};
}

Result<void> change_role(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const std::string member_id, call.id("userId", "member"));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const Role role, read_role(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Member member,
              members.change_role(call.caller().user_id, id, member_id, role, etag));
  call.set_etag(etag_of(member.membership));
  append_json(call.json(), member, true);
  return {};
}

Result<void> remove_member(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const std::string member_id, call.id("userId", "member"));
  NORN_TRY(members.remove(call.caller().user_id, id, member_id));
  call.no_content();
  return {};
}

Result<void> accept(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const Access access, members.accept(call.caller().user_id, id));
  call.set_etag(etag_of(access.place));
  append_json(call.created(address_of(id)), access);
  return {};
}

Result<void> decline(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_TRY(members.decline(call.caller().user_id, id));
  call.no_content();
  return {};
}

void add_inviting(rest::Api& api, Members& members) {
  rest::Route inviting = route("POST", "/places/{placeId}/members", kWriteScope);
  inviting.operation = "inviteToPlace";
  inviting.summary =
      "Makes somebody with an account a member at once; anybody else can accept when they have one "
      "and the address is proved to be theirs. Administrators only.";
  inviting.request = "NewPlaceMember";
  inviting.replies = {{201, "The member, or the invitation.", "InvitedPlaceMember"}};
  inviting.problems = {404, 409};
  inviting.handle = [&members](rest::Call& call) { return invite(call, members); };
  api.add(std::move(inviting));

  rest::Route withdrawing = route("DELETE", "/places/{placeId}/invitations", kWriteScope);
  withdrawing.operation = "withdrawPlaceInvitation";
  withdrawing.summary = "Withdraws an invitation that was not accepted yet. Administrators only.";
  withdrawing.query = {
      {"email", "Who was invited.", R"({"type":"string","minLength":1,"maxLength":254})", true}};
  withdrawing.replies = {{204, "It is withdrawn."}};
  withdrawing.problems = {404};
  withdrawing.handle = [&members](rest::Call& call) { return withdraw(call, members); };
  api.add(std::move(withdrawing));

  rest::Route accepting = route("POST", "/places/{placeId}/invitation", kWriteScope);
  accepting.operation = "acceptPlaceInvitation";
  accepting.summary = "Accepts your invitation to a place.";
  accepting.replies = {{201, "The place, which you are in now.", "Place"}};
  accepting.problems = {404, 409};
  accepting.handle = [&members](rest::Call& call) { return accept(call, members); };
  api.add(std::move(accepting));

  rest::Route declining = route("DELETE", "/places/{placeId}/invitation", kWriteScope);
  declining.operation = "declinePlaceInvitation";
  declining.summary = "Declines your invitation to a place.";
  declining.replies = {{204, "It is gone."}};
  declining.problems = {404};
  declining.handle = [&members](rest::Call& call) { return decline(call, members); };
  api.add(std::move(declining));
}

}  // namespace

void add_member_routes(rest::Api& api, const Parts& parts) {
  Members& members = parts.members;
  rest::Route listing = route("GET", "/places/{placeId}/members", kReadScope);
  listing.operation = "listPlaceMembers";
  listing.summary =
      "Lists the members of a place, by name; for its administrators with their addresses, and "
      "those who are invited.";
  listing.replies = {{200, "The members.", "PlaceMembers"}};
  listing.problems = {404};
  listing.handle = [&members](rest::Call& call) { return list_members(call, members); };
  api.add(std::move(listing));

  add_inviting(api, members);

  rest::Route changing = route("PATCH", "/places/{placeId}/members/{userId}", kWriteScope);
  changing.operation = "changePlaceRole";
  changing.summary = "Changes what a member may do. Administrators only; one of them has to stay.";
  changing.request = "PlaceRoleChange";
  changing.replies = {{200, "The member as it is now.", "PlaceMember"}};
  changing.problems = {404, 409};
  changing.needs_if_match = true;
  changing.handle = [&members](rest::Call& call) { return change_role(call, members); };
  api.add(std::move(changing));

  rest::Route removing = route("DELETE", "/places/{placeId}/members/{userId}", kWriteScope);
  removing.operation = "removePlaceMember";
  removing.summary =
      "Leaves a place, or removes somebody from it, which administrators may. Their bookings stay.";
  removing.replies = {{204, "They are no member any more."}};
  removing.problems = {404, 409};
  removing.handle = [&members](rest::Call& call) { return remove_member(call, members); };
  api.add(std::move(removing));
}

}  // namespace norn::bookings
