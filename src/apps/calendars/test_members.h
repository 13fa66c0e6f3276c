#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/calendars/calendar_sharing.h"
#include "apps/calendars/limits.h"
#include "apps/sharing/members.h"
#include "apps/sharing/members_json.h"

// Members of calendars in the types of calendars, for tests.
namespace norn::calendars {

constexpr size_t kMaxPendingPerAddress = kMaxInvitationsPerAddress;
constexpr size_t kMaxPendingPerCalendar = kMaxInvitationsPerCalendar;

struct Member {
  Membership membership;
  std::optional<accounts::User> user;
  bool email_verified = false;
};

struct PendingInvitation {
  std::string calendar_id;
  std::string email;
  Role role = Role::kReader;
  std::string invited_by;
  std::string created_at;
};

inline Member typed(sharing::Member member) {
  return {from_shared(member.membership), std::move(member.user), member.email_verified};
}

inline PendingInvitation typed(const sharing::Invitation& one) {
  return {.calendar_id = one.thing_id,
          .email = one.email,
          .role = role_from(one.role).value(),
          .invited_by = one.invited_by,
          .created_at = one.created_at};
}

// `user` is null if the account was deleted.
inline void append_json(std::string& out, const Membership& membership, const accounts::User* user,
                        bool email_verified) {
  sharing::Member member{to_shared(membership), std::nullopt, email_verified};
  if (user != nullptr) member.user = *user;
  sharing::append_json(out, describe_calendars({}), member, etag_of(membership), true);
}

class Members {
 public:
  struct Invited {
    std::optional<Member> member;
    std::optional<PendingInvitation> pending;
  };

  explicit Members(const Context& context) : things_(context), members_(context, things_) {}
  operator sharing::Members&() { return members_; }
  sharing::Members* operator->() { return &members_; }

  Result<std::vector<Member>> list(const std::string& user_id, const std::string& calendar_id) {
    NORN_ASSIGN(auto all, members_.list(user_id, calendar_id));
    std::vector<Member> list;
    for (sharing::Member& one : all) list.push_back(typed(std::move(one)));
    return list;
  }
  Result<std::vector<PendingInvitation>> pending(const std::string& user_id,
                                                 const std::string& calendar_id) {
    NORN_ASSIGN(const auto all, members_.invitations(user_id, calendar_id));
    std::vector<PendingInvitation> list;
    for (const sharing::Invitation& one : all) list.push_back(typed(one));
    return list;
  }
  Result<Invited> invite(const std::string& user_id, const std::string& calendar_id,
                         const std::string& email, Role role) {
    NORN_ASSIGN(auto made,
                members_.invite(user_id, calendar_id, email, std::string(to_text(role))));
    Invited invited;
    if (made.member) invited.member = typed(std::move(*made.member));
    if (made.invitation) invited.pending = typed(*made.invitation);
    return invited;
  }
  Result<void> withdraw(const std::string& user_id, const std::string& calendar_id,
                        const std::string& email) {
    return members_.withdraw(user_id, calendar_id, email);
  }
  Result<Member> change_role(const std::string& user_id, const std::string& calendar_id,
                             const std::string& member_id, Role role, const std::string& etag) {
    const std::string name(to_text(role));
    NORN_ASSIGN(auto member, members_.change_role(user_id, calendar_id, member_id, name, etag));
    return typed(std::move(member));
  }
  Result<void> remove(const std::string& user_id, const std::string& calendar_id,
                      const std::string& member_id) {
    return members_.remove(user_id, calendar_id, member_id);
  }
  Result<std::vector<accounts::Action>> on_create(const accounts::User& user, bool email_verified) {
    return members_.on_create(user, email_verified);
  }
  Result<void> may_delete(const std::string& user_id) { return members_.may_delete(user_id); }
  Result<bool> forget(const std::string& user_id) { return members_.forget(user_id); }

 private:
  CalendarSharing things_;
  sharing::Members members_;
};

}  // namespace norn::calendars
