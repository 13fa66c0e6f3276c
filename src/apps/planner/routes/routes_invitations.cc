#include <fmt/format.h>

#include <string>

#include "apps/events/guests/invitations.h"
#include "apps/events/limits.h"
#include "apps/events/render.h"
#include "apps/events/sentences.h"
#include "apps/planner/routes/routes_parts.h"
#include "base/json_writer.h"

// The events of others that a person is invited to.
namespace norn::planner {
namespace {

constexpr const char* kInvitationPath = "/api/v1/planner/invitations/{ownerId}/{eventId}";

Result<GuestKey> invitation_key_of(const rest::Call& call) {
  GuestKey key;
  NORN_ASSIGN(key.owner_id, apps::id_of(call, "ownerId", kEventInvitationNotFound));
  NORN_ASSIGN(key.event_id, apps::id_of(call, "eventId", kEventInvitationNotFound));
  return key;
}

Result<void> list_invitations(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const auto invitations, parts.invitations.list(call.caller().user_id));
  ObjectWriter object(call.json());
  ListWriter list(object.key("invitations"));
  for (const Invitation& invitation : invitations) append_json(list.next(), invitation);
  list.close();
  object.close();
  return {};
}

Result<void> get_invitation(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const GuestKey key, invitation_key_of(call));
  NORN_ASSIGN(const Invitation invitation, parts.invitations.get(call.caller().user_id, key));
  call.set_etag(invitation.etag());
  append_json(call.json(), invitation);
  return {};
}

Result<void> answer_invitation(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const GuestKey key, invitation_key_of(call));
  NORN_ASSIGN(rest::JsonInput body, call.body());
  NORN_ASSIGN(const auto text, body.choice("answer", {"waiting", "yes", "no", "maybe"}));
  NORN_TRY(body.finish());
  NORN_ASSIGN(const Invitation invitation,
              parts.invitations.answer(call.caller().user_id, key,
                                       answer_from(text).value_or(Answer::kWaiting)));
  call.set_etag(invitation.etag());
  append_json(call.json(), invitation);
  return {};
}

Result<void> remove_invitation(const Parts& parts, rest::Call& call) {
  NORN_ASSIGN(const GuestKey key, invitation_key_of(call));
  NORN_TRY(parts.invitations.remove(call.caller().user_id, key));
  call.no_content();
  return {};
}

void add_invitation_schemas(rest::Api& api) {
  api.add_schema("EventInvitation", filled_in(R"({"type":"object","additionalProperties":false,
    "required":["ownerId","eventId","organizer","answer","event","etag"],"properties":{
      "ownerId":{"type":"string"},
      "eventId":{"type":"string"},
      "organizer":{"type":"object","additionalProperties":false,"required":["name"],
        "properties":{"name":{"type":"string","description":
          "Who invited you; empty if the account was deleted."}}},
      "answer":{"$ref":"#/components/schemas/GuestAnswer"},
      "invitedAt":$INSTANT,
      "event":{"$ref":"#/components/schemas/PlannerEvent"},
      "etag":{"type":"string"}}})"));
  api.add_schema("EventInvitations", R"({"type":"object","additionalProperties":false,
    "required":["invitations"],"properties":{"invitations":{"type":"array",
      "items":{"$ref":"#/components/schemas/EventInvitation"}}}})");
  api.add_schema("EventInvitationAnswer", R"({"type":"object","additionalProperties":false,
    "required":["answer"],"properties":{
      "answer":{"$ref":"#/components/schemas/GuestAnswer"}}})");
}

}  // namespace

void add_invitation_routes(rest::Api& api, const Parts& parts) {
  add_invitation_schemas(api);
  api.add(
      {.method = "GET",
       .path = "/api/v1/planner/invitations",
       .operation = "listEventInvitations",
       .tag = kTag,
       .summary = fmt::format(
           "Lists the events and series of others that you are invited to: the newest {} at most.",
           kMaxInvitations),
       .scope = kReadScope,
       .replies = {{.status = 200,
                    .description = "The invitations.",
                    .schema = "EventInvitations"}},
       .heavy = true,
       .handle = handled_by(parts, list_invitations)});
  api.add(
      {.method = "GET",
       .path = kInvitationPath,
       .operation = "getEventInvitation",
       .tag = kTag,
       .summary =
           "Gets an event or a series that you are invited to, without what concerns its owner "
           "alone and without the other guests.",
       .scope = kReadScope,
       .replies = {{.status = 200, .description = "The invitation.", .schema = "EventInvitation"}},
       .problems = {404},
       .handle = handled_by(parts, get_invitation)});
  api.add(
      {.method = "PUT",
       .path = std::string(kInvitationPath) + "/answer",
       .operation = "answerEventInvitation",
       .tag = kTag,
       .summary =
           "Answers an invitation, for the event or for all of the series. The latest answer "
           "counts.",
       .scope = kWriteScope,
       .request = "EventInvitationAnswer",
       .replies = {{.status = 200, .description = "The invitation.", .schema = "EventInvitation"}},
       .problems = {404, 409},
       .handle = handled_by(parts, answer_invitation)});
  api.add(
      {.method = "DELETE",
       .path = kInvitationPath,
       .operation = "removeEventInvitation",
       .tag = kTag,
       .summary =
           "Removes an event or a series that you are invited to from your agenda, and you from "
           "its guests. You can be invited again.",
       .scope = kWriteScope,
       .replies = {{.status = 204, .description = "You are not invited any more."}},
       .problems = {404, 409},
       .handle = handled_by(parts, remove_invitation)});
}

}  // namespace norn::planner
