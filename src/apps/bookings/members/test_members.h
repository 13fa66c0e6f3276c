#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/bookings/access.h"
#include "apps/bookings/members/place_sharing.h"
#include "apps/sharing/invitations.h"
#include "apps/sharing/members.h"
#include "apps/sharing/members_json.h"

// Members of places in the types of bookings, for tests.
namespace norn::bookings {

struct Member {
  Membership membership;
  std::optional<accounts::User> user;
};

struct Invitation {
  std::string place_id;
  std::string email;
  Role role = Role::kViewer;
  std::string invited_by;
  std::string created_at;
};

struct OwnInvitation {
  Invitation invitation;
  std::string place_name;
  std::string inviter_name;
};

inline Member typed(sharing::Member member) {
  return {from_shared(member.membership), std::move(member.user)};
}

inline Invitation typed(const sharing::Invitation& one) {
  return {.place_id = one.thing_id,
          .email = one.email,
          .role = role_from(one.role).value(),
          .invited_by = one.invited_by,
          .created_at = one.created_at};
}

inline void append_json(std::string& out, const Member& member, bool with_email) {
  sharing::append_json(out, describe_places({}), {to_shared(member.membership), member.user},
                       etag_of(member.membership), with_email);
}

inline void put_invitation(const Context& context, const Invitation& one,
                           std::vector<Action>& actions) {
  const PlaceSharing things(context);
  const sharing::Invitations invitations(context.store, things.description());
  invitations.put({.thing_id = one.place_id,
                   .email = one.email,
                   .role = std::string(to_text(one.role)),
                   .invited_by = one.invited_by,
                   .created_at = one.created_at},
                  actions);
}

constexpr size_t kMaxInvitationsPerAddress = sharing::Limits().invitations_per_address;

class Members {
 public:
  struct Invited {
    std::optional<Member> member;
    std::optional<Invitation> invitation;
  };

  explicit Members(const Context& context)
      : context_(context), things_(context), members_(context, things_) {}
  operator sharing::Members&() { return members_; }

  Result<std::vector<Member>> list(const std::string& user_id, const std::string& place_id) {
    NORN_ASSIGN(auto all, members_.list(user_id, place_id));
    std::vector<Member> list;
    for (sharing::Member& one : all) list.push_back(typed(std::move(one)));
    return list;
  }
  Result<std::vector<Invitation>> invitations(const std::string& user_id,
                                              const std::string& place_id) {
    NORN_ASSIGN(const auto all, members_.invitations(user_id, place_id));
    std::vector<Invitation> list;
    for (const sharing::Invitation& one : all) list.push_back(typed(one));
    return list;
  }
  Result<Invited> invite(const std::string& user_id, const std::string& place_id,
                         const std::string& email, Role role) {
    NORN_ASSIGN(auto made, members_.invite(user_id, place_id, email, std::string(to_text(role))));
    Invited invited;
    if (made.member) invited.member = typed(std::move(*made.member));
    if (made.invitation) invited.invitation = typed(*made.invitation);
    return invited;
  }
  Result<void> withdraw(const std::string& user_id, const std::string& place_id,
                        const std::string& email) {
    return members_.withdraw(user_id, place_id, email);
  }
  Result<Member> change_role(const std::string& user_id, const std::string& place_id,
                             const std::string& member_id, Role role, const std::string& etag) {
    const std::string name(to_text(role));
    NORN_ASSIGN(auto member, members_.change_role(user_id, place_id, member_id, name, etag));
    return typed(std::move(member));
  }
  Result<void> remove(const std::string& user_id, const std::string& place_id,
                      const std::string& member_id) {
    return members_.remove(user_id, place_id, member_id);
  }
  Result<std::vector<OwnInvitation>> own_invitations(const std::string& user_id) {
    NORN_ASSIGN(const auto all, members_.own_invitations(user_id));
    std::vector<OwnInvitation> list;
    for (const sharing::OwnInvitation& one : all) {
      list.push_back({typed(one.invitation), one.thing_name, one.inviter_name});
    }
    return list;
  }
  Result<Access> accept(const std::string& user_id, const std::string& place_id) {
    NORN_TRY(members_.accept(user_id, place_id));
    return authorize(context_, user_id, place_id, Role::kViewer);
  }
  Result<void> decline(const std::string& user_id, const std::string& place_id) {
    return members_.decline(user_id, place_id);
  }
  Result<void> may_delete(const std::string& user_id) { return members_.may_delete(user_id); }
  Result<bool> forget(const std::string& user_id) { return members_.forget(user_id); }

 private:
  Context context_;
  PlaceSharing things_;
  sharing::Members members_;
};

}  // namespace norn::bookings
