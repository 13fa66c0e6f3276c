#pragma once

#include <string>
#include <vector>

#include "apps/projects/access.h"
#include "apps/sharing/stored_things.h"

namespace norn::projects {

// How projects are shared: viewers read, members write, admins manage, owners own; `permissions` of
// a membership can take rights from its role. The item of a project names one of the owners in
// `ownerId`. Every change of members has an activity. An index, which may lag, finds the projects
// of a user.
class ProjectSharing final : public sharing::StoredThings {
 public:
  explicit ProjectSharing(Context context);

  Result<sharing::Access> authorize(const std::string& user_id, const std::string& project_id,
                                    sharing::Right needed) override;
  Result<bool> is_in_most(const std::string& user_id) override;
  Result<void> visit_things_of(const std::string& user_id, const Visit& visit) override;

  std::string etag_of(const sharing::Membership& membership) const override;
  Result<sharing::Action> still_may(const std::string& user_id, const std::string& project_id,
                                    sharing::Right right) const override;

  Result<void> add(const sharing::Membership& membership,
                   std::vector<sharing::Action>& actions) const override;
  Result<void> replace(const sharing::Membership& old, const sharing::Membership& next,
                       std::vector<sharing::Action>& actions) const override;
  Result<void> remove(const sharing::Membership& old,
                      std::vector<sharing::Action>& actions) const override;
  void record(const sharing::MemberChange& change,
              std::vector<sharing::Action>& actions) const override;
  Result<sharing::Action> is_there_without(const std::string& project_id, const std::string& former,
                                           const std::string& owner) const override;
  Result<void> remove_thing(const std::string& project_id,
                            std::vector<sharing::Action>& actions) const override;
  void add_to_removal(const sharing::Membership& old,
                      std::vector<sharing::Action>& actions) const override;
  Result<void> after_removal(const std::string& project_id, const std::string& user_id) override;
  Result<sharing::Cleared> clear(const std::string& project_id,
                                 const std::string& user_id) override;
  Result<bool> forget_former(const std::string& user_id) override;

 private:
  store::Item thing_key(const std::string& project_id) const override;
  store::Item member_key(const std::string& project_id, const std::string& user_id) const override;
  Result<sharing::Membership> member_from(store::ItemView item) const override;

  Context context_;
};

sharing::Description describe_projects(const apps::TableNames& tables);

sharing::Membership to_shared(const Membership& membership);
// With all permissions of the role.
Membership from_shared(const sharing::Membership& membership);

std::string etag_of_member(const sharing::Membership& membership);

// Gives a member another role, with all of its permissions, if role and rights are still those of
// `old`.
Action change_role(const Context& context, const Membership& old, Role next);

}  // namespace norn::projects
