#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/credentials/throttle.h"
#include "apps/accounts/users/users.h"
#include "apps/shared/company.h"
#include "apps/sharing/invitations.h"
#include "apps/sharing/people.h"
#include "apps/sharing/shared_things.h"

namespace norn::sharing {

// An open invitation, as the invited person sees it.
struct OwnInvitation {
  Invitation invitation;
  std::string thing_name;
  std::string inviter_name;
};

// The result of inviting: a member, if the person has an account, or else an invitation.
struct Invited {
  std::optional<Member> member;
  std::optional<Invitation> invitation;
};

// The members and invitations of an app's things. Thread-safe. Each change is one transaction on
// the condition that the state it was decided on is unchanged.
//
// A member can neither grant nor revoke more rights than they have: managers invite, change and
// remove people, but only an owner makes, changes and removes owners. An invitation counts while
// its inviter could still make it, and only for a proved address.
//
// Errors are those of base/faults.h: kNotFound if the caller is not a member of the thing,
// kForbidden if a member lacks the right, kConflict if a rule or limit is in the way.
class Members final : public accounts::UserHook, public apps::Company {
 public:
  // Registers the sweep of things whose last member left. To be called before the sweeps start.
  Members(Context context, SharedThings& things);

  SharedThings& things() { return things_; }
  const Description& description() const { return things_.description(); }

  // For all members, ordered by name, or by role and name.
  Result<std::vector<Member>> list(const std::string& user_id, const std::string& thing_id);
  // For managers.
  Result<std::vector<Invitation>> invitations(const std::string& user_id,
                                              const std::string& thing_id);

  // `email` as typed; `role` of the ladder. Returns kConflict of "email" if the person is already a
  // member or a limit is reached, kConflict of "role" if a person with an unproved address would
  // become an owner at once, kTooManyRequests if the caller invites too often.
  Result<Invited> invite(const std::string& user_id, const std::string& thing_id,
                         const std::string& email, const std::string& role);
  Result<void> withdraw(const std::string& user_id, const std::string& thing_id,
                        const std::string& email);
  // Returns kConflict if no owner would be left, and `SharedThings::stale` if the membership does
  // not have this etag.
  Result<Member> change_role(const std::string& user_id, const std::string& thing_id,
                             const std::string& member_id, const std::string& role,
                             const std::string& etag);
  // Managers remove others; every member may leave. Returns kConflict for the last owner.
  Result<void> remove(const std::string& user_id, const std::string& thing_id,
                      const std::string& member_id);

  // The valid invitations of the caller's address, ordered by the name of the thing. None if the
  // address is not proved.
  Result<std::vector<OwnInvitation>> own_invitations(const std::string& user_id);
  // Returns kNotFound without a valid invitation, and removes an invalid one.
  Result<Membership> accept(const std::string& user_id, const std::string& thing_id);
  Result<void> decline(const std::string& user_id, const std::string& thing_id);

  Result<void> add_company_of(const std::string& user_id, std::set<std::string>& ids) override;

  // Accepts all invitations of a new person, each in its own transaction. Those beyond the limit of
  // things per person stay open.
  Result<bool> welcome(const std::string& user_id) override;
  // The valid invitations of an address.
  Result<std::vector<accounts::Awaiting>> awaiting(const std::string& email) override;
  // Removes the other members and the invitations of things that the person created, and the
  // person's invitations to other things.
  Result<bool> end_access(const std::string& user_id, int64_t until_ms) override;
  // The person's things, up to a few hundred: those without other members go.
  Result<std::vector<accounts::Loss>> losses(const std::string& user_id) override;
  // Returns kConflict for the last owner of a thing with other members: they hand it over first.
  Result<void> may_delete(const std::string& user_id) override;
  // Leaves everything. A thing without other members is deleted; one without another owner gets
  // one.
  Result<bool> forget(const std::string& user_id) override;

 private:
  // A person's membership of a thing, and the other members.
  struct Company {
    std::optional<Membership> own;
    std::vector<Membership> others;
    bool others_own = false;
    // Whether there is no other member; one whose item cannot be read is missing in `others`.
    bool is_alone = false;
  };
  struct OwnFound {
    accounts::User user;
    Invitation invitation;
  };

  Result<Membership> member_of(const std::string& thing_id, const std::string& member_id);
  Result<Member> with_person(Membership membership);
  Membership new_membership(const std::string& thing_id, const std::string& user_id,
                            const std::string& role) const;
  // The right that the caller needs to add or change a member of this role.
  Right needed_for(const std::string& role) const;
  // Nobody gives a right that they do not have, such as one who manages and may not write.
  Result<void> check_giving(const std::string& user_id, const std::string& thing_id,
                            const Rights& before, const Rights& next);
  // The id of another owner than `member_id`, for a transaction that takes ownership from them: it
  // has the condition that the other one still owns. Returns kConflict if there is none.
  Result<std::string> another_owner(const std::string& thing_id, const std::string& member_id);
  // Adds the condition that the thing exists. If a member stops to own it, `owner` still does.
  // Adds a condition.
  static Result<void> need(Result<Action> condition, std::vector<Action>& actions);
  Result<void> hold(const std::string& thing_id, bool loses_owner, const std::string& member_id,
                    const std::string& owner, std::vector<Action>& actions) const;
  Result<void> check_role(const std::string& role) const;
  // Returns kConflict for a change of the owner of a thing that has exactly one.
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
  // The name of the invitation's thing; nullopt if the invitation does not count.
  Result<std::optional<std::string>> name_if_it_counts(const Invitation& invitation);
  // The invitations of an address that count, with names, ordered by the name of the thing.
  Result<std::vector<OwnInvitation>> counting(const std::string& email);
  Result<bool> drop(const Invitation& invitation);
  Result<std::optional<Membership>> try_accept(const std::string& user_id,
                                               const std::string& thing_id);
  Result<std::optional<apps::Done>> try_decline(const std::string& user_id,
                                                const std::string& thing_id);
  Result<void> add_inviter_names(std::vector<OwnInvitation>& invitations);

  Result<Company> company_of(const std::string& thing_id, const std::string& user_id);
  // The one of them who becomes the owner when there is none.
  const Membership& heir_of(const std::vector<Membership>& members) const;
  // Makes one of them an owner, and returns the id.
  Result<std::string> promote_one(const std::vector<Membership>& members,
                                  std::vector<Action>& actions) const;
  Result<std::optional<apps::Done>> try_step_out(const std::string& thing_id,
                                                 const std::string& user_id, bool& was_member);
  // The same for the owner of a thing that has exactly one.
  Result<std::optional<apps::Done>> try_leave_owned(const std::string& thing_id,
                                                    const Company& company);
  // Return whether there was anything to remove.
  Result<bool> end_access_to(const std::string& thing_id, const std::string& user_id,
                             int64_t until_ms);
  // Removes a member of a thing that is in the bin.
  Result<void> remove_in_bin(const Membership& member);
  Result<bool> end_invitations(const std::string& thing_id,
                               const std::function<bool(const Invitation&)>& applies);
  Result<Cleared> leave(const std::string& thing_id, const std::string& user_id);
  // The sweep of a thing without members.
  Result<bool> sweep_abandoned(const std::string& thing_id);
  std::string abandoned_sweep() const { return "abandoned-" + description().thing; }

  const Context context_;
  SharedThings& things_;
  const Invitations invitations_;
  accounts::Throttle throttle_;
};

}  // namespace norn::sharing
