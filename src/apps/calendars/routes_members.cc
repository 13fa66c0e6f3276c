#include <algorithm>
#include <utility>

#include "apps/calendars/render.h"
#include "apps/calendars/routes_parts.h"
#include "base/json_writer.h"

namespace norn::calendars {
namespace {

constexpr rest::TextRule kEmail{1, 254, false};

void append_member(std::string& out, const Member& member) {
  append_json(out, member.membership, member.user ? &*member.user : nullptr, member.email_verified);
}

void append_invitation(std::string& out, const PendingInvitation& invitation) {
  ObjectWriter object(out);
  object.text("email", invitation.email);
  object.text("role", to_text(invitation.role));
  object.text("invitedBy", invitation.invited_by);
  object.text("createdAt", invitation.created_at);
  object.close();
}

// Those who are not owners do not see whom they have invited.
Result<std::vector<PendingInvitation>> invitations_for(const std::string& user_id,
                                                       const std::string& calendar_id,
                                                       const std::vector<Member>& all,
                                                       Members& members) {
  const bool is_owner = std::ranges::any_of(all, [&](const Member& member) {
    return member.membership.user_id == user_id && member.membership.role == Role::kOwner;
  });
  if (!is_owner) return std::vector<PendingInvitation>();
  auto pending = members.pending(user_id, calendar_id);
  const bool is_none_any_more = !pending && pending.error().code == ErrorCode::kForbidden;
  if (is_none_any_more) return std::vector<PendingInvitation>();
  return pending;
}

Result<void> list_members(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, call.id("calendarId", "calendar"));
  const std::string& user_id = call.caller().user_id;
  NORN_ASSIGN(const auto all, members.list(user_id, id));
  NORN_ASSIGN(const auto pending, invitations_for(user_id, id, all, members));
  ObjectWriter object(call.json());
  ListWriter items(object.key("members"));
  for (const Member& member : all) append_member(items.next(), member);
  items.close();
  ListWriter invitations(object.key("invitations"));
  for (const PendingInvitation& one : pending) append_invitation(invitations.next(), one);
  invitations.close();
  object.close();
  return {};
}

Result<void> invite(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, call.id("calendarId", "calendar"));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const std::string email, body.text("email", kEmail));
  NORN_ASSIGN(const Role role, read_role(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const auto invited, members.invite(call.caller().user_id, id, email, role));
  ObjectWriter object(call.json(201));
  if (invited.member) append_member(object.key("member"), *invited.member);
  if (invited.pending) append_invitation(object.key("invitation"), *invited.pending);
  object.close();
  return {};
}

Result<void> withdraw(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, call.id("calendarId", "calendar"));
  NORN_ASSIGN(const std::string email, call.required_query("email"));
  NORN_TRY(members.withdraw(call.caller().user_id, id, email));
  call.no_content();
  return {};
}

Result<void> change_role(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, call.id("calendarId", "calendar"));
  NORN_ASSIGN(const std::string member_id, call.id("userId", "member"));
  NORN_ASSIGN(const std::string etag, call.if_match());
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const Role role, read_role(body));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Member member,
              members.change_role(call.caller().user_id, id, member_id, role, etag));
  call.set_etag(etag_of(member.membership));
  append_member(call.json(), member);
  return {};
}

Result<void> remove_member(rest::Call& call, Members& members) {
  NORN_ASSIGN(const std::string id, call.id("calendarId", "calendar"));
  NORN_ASSIGN(const std::string member_id, call.id("userId", "member"));
  NORN_TRY(members.remove(call.caller().user_id, id, member_id));
  call.no_content();
  return {};
}

void add_invitations(rest::Api& api, Members& members) {
  rest::Route inviting = route("POST", "/api/v1/calendars/{calendarId}/members", kWriteScope);
  inviting.operation = "inviteToCalendar";
  inviting.summary =
      "Makes somebody with an account a member at once, and anybody else when they sign up and the "
      "address is proved to be theirs. Owners only.";
  inviting.request = "NewMember";
  inviting.replies = {{201, "The member, or the invitation.", "InvitedMember"}};
  inviting.problems = {404, 409};
  inviting.handle = [&members](rest::Call& call) { return invite(call, members); };
  api.add(std::move(inviting));

  rest::Route withdrawing =
      route("DELETE", "/api/v1/calendars/{calendarId}/invitations", kWriteScope);
  withdrawing.operation = "withdrawCalendarInvitation";
  withdrawing.summary = "Withdraws the invitation of somebody who has no account yet. Owners only.";
  withdrawing.query = {
      {"email", "Who was invited.", R"({"type":"string","minLength":1,"maxLength":254})", true}};
  withdrawing.replies = {{204, "It is withdrawn."}};
  withdrawing.problems = {404};
  withdrawing.handle = [&members](rest::Call& call) { return withdraw(call, members); };
  api.add(std::move(withdrawing));
}

}  // namespace

void add_member_routes(rest::Api& api, Members& members) {
  rest::Route listing = route("GET", "/api/v1/calendars/{calendarId}/members", kReadScope);
  listing.operation = "listMembers";
  listing.summary = "Lists the members of a calendar, and for its owners those who are invited.";
  listing.replies = {{200, "Who is in it.", "Members"}};
  listing.problems = {404};
  listing.handle = [&members](rest::Call& call) { return list_members(call, members); };
  api.add(std::move(listing));

  add_invitations(api, members);

  rest::Route changing =
      route("PATCH", "/api/v1/calendars/{calendarId}/members/{userId}", kWriteScope);
  changing.operation = "changeRole";
  changing.summary = "Changes what a member may do. Owners only; one of them has to stay.";
  changing.request = "RoleChange";
  changing.replies = {{200, "The member as they are now.", "Member"}};
  changing.problems = {404, 409, 412};
  changing.needs_if_match = true;
  changing.handle = [&members](rest::Call& call) { return change_role(call, members); };
  api.add(std::move(changing));

  rest::Route removing =
      route("DELETE", "/api/v1/calendars/{calendarId}/members/{userId}", kWriteScope);
  removing.operation = "removeMember";
  removing.summary = "Leaves a calendar, or removes somebody from it, which owners may.";
  removing.replies = {{204, "They are no member any more."}};
  removing.problems = {404, 409};
  removing.handle = [&members](rest::Call& call) { return remove_member(call, members); };
  api.add(std::move(removing));
}

}  // namespace norn::calendars
