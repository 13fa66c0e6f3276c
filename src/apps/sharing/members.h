#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/credentials/throttle.h"
#include "apps/accounts/users/users.h"
#include "apps/sharing/invitations.h"
#include "apps/sharing/people.h"
#include "apps/sharing/shared_things.h"

namespace norn::sharing {

// An open invitation, for the person who is invited.
struct OwnInvitation {
  Invitation invitation;
  std::string thing_name;
  std::string inviter_name;
};

// Somebody who is invited has an account and is a member at once, or has an invitation.
struct Invited {
  std::optional<Member> member;
  std::optional<Invitation> invitation;
};

// Who is in the things of an app, and who is invited to them. Thread-safe. Each change is decided
// by what is read, and written in one transaction under the condition that this is still so.
//
// Nobody gives or takes more rights than they have: whoever manages a thing invites, changes and
// removes people, but only an owner makes owners, changes them and removes them. An invitation
// counts as long as the inviter could still make it, and only for an address that is proved.
//
// Errors are those of base/faults.h: kNotFound for things that the caller is not in, kForbidden for
// members without the right, kConflict where a rule or a limit is in the way.
class Members final : public accounts::UserHook {
 public:
  // Tells the sweeps how to remove a thing whose last member is gone. Before the sweeps start.
  Members(Context context, SharedThings& things);

  SharedThings& things() { return things_; }
  const Description& description() const { return things_.description(); }

  // For all members; by name, or by role and name.
  Result<std::vector<Member>> list(const std::string& user_id, const std::string& thing_id);
  // For those who manage.
  Result<std::vector<Invitation>> invitations(const std::string& user_id,
                                              const std::string& thing_id);

  // `email` as it was typed; `role` of the ladder. kConflict of "email" for somebody who is in it
  // already and when there are too many of anything, of "role" when somebody whose address is not
  // proved would be an owner at once. kTooManyRequests for somebody who invites too often.
  Result<Invited> invite(const std::string& user_id, const std::string& thing_id,
                         const std::string& email, const std::string& role);
  Result<void> withdraw(const std::string& user_id, const std::string& thing_id,
                        const std::string& email);
  // kConflict when there would be no owner any more. What `SharedThings::stale` says when the
  // membership is not as `etag` says.
  Result<Member> change_role(const std::string& user_id, const std::string& thing_id,
                             const std::string& member_id, const std::string& role,
                             const std::string& etag);
  // Whoever manages removes others; everybody removes themselves. The last owner stays (kConflict).
  Result<void> remove(const std::string& user_id, const std::string& thing_id,
                      const std::string& member_id);

  // The invitations of the caller's address that count, by the name of the thing. None if it is not
  // proved that the address is theirs.
  Result<std::vector<OwnInvitation>> own_invitations(const std::string& user_id);
  // kNotFound without an invitation that counts; one that does not is removed.
  Result<Membership> accept(const std::string& user_id, const std::string& thing_id);
  Result<void> decline(const std::string& user_id, const std::string& thing_id);

  // Accepts all invitations of a new person, each in a transaction of its own. One that cannot be
  // accepted because they are in too many things stays open.
  Result<bool> welcome(const std::string& user_id) override;
  // Those who are the last owner of a thing with other members hand it over first.
  Result<void> may_delete(const std::string& user_id) override;
  // Leaves everything. A thing without another member goes; one without another owner gets one.
  Result<bool> forget(const std::string& user_id) override;

 private:
  // How somebody is in a thing, among the others.
  struct Company {
    std::optional<Membership> own;
    std::vector<Membership> others;
    bool others_own = false;
  };
  struct OwnFound {
    accounts::User user;
    Invitation invitation;
  };

  Result<Membership> member_of(const std::string& thing_id, const std::string& member_id);
  Result<Member> with_person(Membership membership);
  Membership new_membership(const std::string& thing_id, const std::string& user_id,
                            const std::string& role) const;
  // What one needs to make a member of this role, or to change one.
  Right needed_for(const std::string& role) const;
  // A thing always has an owner: what takes that away from `member_id` is written in one
  // transaction with the condition that somebody else is one. kConflict when nobody else is.
  Result<Action> another_owner(const std::string& thing_id, const std::string& member_id);
  Result<void> check_role(const std::string& role) const;
  // kConflict for what would change the one owner of a thing that has exactly one.
  Result<void> check_single_owner(std::string_view field, bool concerns_owner) const;

  Result<std::optional<Membership>> try_change_role(const std::string& user_id,
                                                    const std::string& thing_id,
                                                    const std::string& member_id,
                                                    const std::string& role,
                                                    const std::string& etag);
  Result<std::optional<apps::Done>> try_remove(const std::string& user_id,
                                               const std::string& thing_id,
                                               const std::string& member_id);

  Result<std::optional<Invited>> try_invite(const Invitation& invitation);
  Result<std::optional<Invited>> try_add(const accounts::User& user, const Invitation& invitation);
  Result<std::optional<Invited>> try_put(const Invitation& invitation);
  Result<void> check_newcomer(const accounts::User& user, bool email_verified,
                              const Invitation& invitation);
  Result<void> check_room(const Invitation& invitation);
  Result<void> check_address(const Invitation& invitation);
  Result<bool> write_for_inviter(const Invitation& invitation, std::vector<Action> actions);
  Result<std::optional<apps::Done>> try_withdraw(const std::string& user_id,
                                                 const std::string& thing_id,
                                                 const std::string& email);

  Result<std::optional<accounts::User>> find_invitee(const std::string& user_id);
  Result<OwnFound> find_own(const std::string& user_id, const std::string& thing_id);
  // The name of the thing of an invitation that counts.
  Result<std::optional<std::string>> name_if_it_counts(const Invitation& invitation);
  Result<bool> drop(const Invitation& invitation);
  Result<std::optional<Membership>> try_accept(const std::string& user_id,
                                               const std::string& thing_id);
  Result<std::optional<apps::Done>> try_decline(const std::string& user_id,
                                                const std::string& thing_id);
  Result<void> add_inviter_names(std::vector<OwnInvitation>& invitations);

  Result<Company> company_of(const std::string& thing_id, const std::string& user_id);
  void promote_one(const std::vector<Membership>& members, std::vector<Action>& actions) const;
  Result<std::optional<apps::Done>> try_step_out(const std::string& thing_id,
                                                 const std::string& user_id, bool& was_member);
  Result<Cleared> leave(const std::string& thing_id, const std::string& user_id);
  // The sweep of a thing that its last member has left.
  Result<bool> sweep_abandoned(const std::string& thing_id);
  std::string abandoned_sweep() const { return "abandoned-" + description().thing; }

  const Context context_;
  SharedThings& things_;
  const Invitations invitations_;
  accounts::Throttle throttle_;
};

}  // namespace norn::sharing
