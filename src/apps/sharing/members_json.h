#pragma once

#include <string>
#include <string_view>

#include "apps/sharing/members.h"

// Members and invitations as the JSON of the REST API, appended to `out`.
namespace norn::sharing {

// {"userId","name","email","emailVerified","role","createdAt","updatedAt","etag"}: name and address
// are null for a deleted account, the address also without `with_email`. "emailVerified" is
// there for apps that show it.
void append_json(std::string& out, const Description& description, const Member& member,
                 std::string_view etag, bool with_email);
// {"email","role","invitedBy","createdAt"}: the id of the inviter.
void append_json(std::string& out, const Invitation& invitation);
// {"placeId","placeName","role","invitedBy","createdAt"}: the name of the inviter.
void append_json(std::string& out, const Description& description, const OwnInvitation& invitation);

}  // namespace norn::sharing
