#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/throttle.h"
#include "apps/bookings/access.h"

namespace norn::bookings {

struct Member {
  Membership membership;
  std::optional<accounts::User> user;  // Nullopt for somebody who is gone.
};

// Of somebody who has no account yet.
struct Invitation {
  std::string place_id;
  std::string email;
  Role role = Role::kViewer;
  std::string invited_by;
  std::string created_at;
};

// The same for who is invited.
struct OwnInvitation {
  Invitation invitation;
  std::string place_name;
  std::string inviter_name;
};

// Who may look at a place, book it, and administer it. A place always has an administrator.
class Members final : public accounts::UserHook {
 public:
  explicit Members(Context context);

  // By name. Members and viewers do not get addresses of others: that is the route's to leave out.
  Result<std::vector<Member>> list(const std::string& user_id, const std::string& place_id);
  Result<std::vector<Invitation>> invitations(const std::string& user_id,
                                              const std::string& place_id);  // Administrators.

  struct Invited {
    std::optional<Member> member;          // Somebody with an account is a member at once.
    std::optional<Invitation> invitation;  // Anybody else can accept when they have one.
  };
  // Administrators. kConflict of "email" when they are in it already or there are too many.
  Result<Invited> invite(const std::string& user_id, const std::string& place_id,
                         const std::string& email, Role role);
  Result<void> withdraw(const std::string& user_id, const std::string& place_id,
                        const std::string& email);  // Administrators.
  // Administrators. kConflict when there would be no administrator any more.
  Result<Member> change_role(const std::string& user_id, const std::string& place_id,
                             const std::string& member_id, Role role, const std::string& etag);
  // Administrators remove anybody; everybody removes themselves. Bookings stay.
  Result<void> remove(const std::string& user_id, const std::string& place_id,
                      const std::string& member_id);

  // Invitations of somebody whose address is proved; nobody else has any.
  Result<std::vector<OwnInvitation>> own_invitations(const std::string& user_id);
  Result<Access> accept(const std::string& user_id, const std::string& place_id);
  Result<void> decline(const std::string& user_id, const std::string& place_id);

  // Those who are the last administrator of a place with other members hand it over first.
  Result<void> may_delete(const std::string& user_id) override;
  // Gives back the nights that are still to come, takes the name from those that are over, ends
  // their wishes and leaves all places; those with no other member go.
  Result<bool> forget(const std::string& user_id) override;

 private:
  Context context_;
  accounts::Throttle throttle_;
};

}  // namespace norn::bookings
