#include "apps/sharing/members_json.h"

#include "base/json_text.h"
#include "base/json_writer.h"

namespace norn::sharing {

void append_json(std::string& out, const Description& description, const Member& member,
                 std::string_view etag, bool with_email) {
  const Membership& membership = member.membership;
  ObjectWriter object(out);
  object.text("userId", membership.user_id);
  if (member.user) {
    object.text("name", member.user->name);
  } else {
    object.null("name");
  }
  if (member.user && with_email) {
    object.text("email", member.user->email);
  } else {
    object.null("email");
  }
  if (description.shows_proof) object.boolean("emailVerified", member.email_verified);
  object.text("role", membership.role);
  if (!description.limitable.empty()) {
    ListWriter permissions(object.key("permissions"));
    for (const auto& [right, name] : description.limitable) {
      if (membership.rights.has(right)) append_json_string(permissions.next(), name);
    }
    permissions.close();
  }
  object.text("createdAt", membership.created_at);
  object.text("updatedAt", membership.updated_at);
  object.text("etag", etag);
  object.close();
}

void append_json(std::string& out, const Invitation& invitation) {
  ObjectWriter object(out);
  object.text("email", invitation.email);
  object.text("role", invitation.role);
  object.text("invitedBy", invitation.invited_by);
  object.text("createdAt", invitation.created_at);
  object.close();
}

void append_json(std::string& out, const Description& description,
                 const OwnInvitation& invitation) {
  ObjectWriter object(out);
  object.text(description.thing + "Id", invitation.invitation.thing_id);
  object.text(description.thing + "Name", invitation.thing_name);
  object.text("role", invitation.invitation.role);
  object.text("invitedBy", invitation.inviter_name);
  object.text("createdAt", invitation.invitation.created_at);
  object.close();
}

}  // namespace norn::sharing
