#pragma once

#include <string>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/sharing/former_members.h"
#include "apps/sharing/stored_things.h"

namespace norn::calendars {

// How calendars are shared: owners own them, writers write entries, readers read. A membership is
// one item. An index, which may lag, finds the calendars of a user. Entries name the people who
// wrote them; deleting an account removes its id from them, also in calendars that it left before.
class CalendarSharing final : public sharing::StoredThings {
 public:
  explicit CalendarSharing(Context context);

  Result<sharing::Access> authorize(const std::string& user_id, const std::string& calendar_id,
                                    sharing::Right needed) override;
  Result<bool> is_in_bin(const std::string& calendar_id) override;
  Result<bool> is_in_most(const std::string& user_id) override;
  Result<void> visit_things_of(const std::string& user_id, const Visit& visit) override;

  std::string etag_of(const sharing::Membership& membership) const override;

  Result<void> add(const sharing::Membership& membership,
                   std::vector<sharing::Action>& actions) const override;
  Result<void> replace(const sharing::Membership& old, const sharing::Membership& next,
                       std::vector<sharing::Action>& actions) const override;
  Result<void> remove(const sharing::Membership& old,
                      std::vector<sharing::Action>& actions) const override;
  Result<void> remove_thing(const std::string& calendar_id,
                            std::vector<sharing::Action>& actions) const override;
  void add_to_removal(const sharing::Membership& old,
                      std::vector<sharing::Action>& actions) const override;
  Result<void> step_out(const sharing::Membership& old,
                        std::vector<sharing::Action>& actions) const override;
  Result<sharing::Cleared> clear(const std::string& calendar_id,
                                 const std::string& user_id) override;
  Result<bool> forget_former(const std::string& user_id) override;

 private:
  store::Item thing_key(const std::string& calendar_id) const override;
  store::Item member_key(const std::string& calendar_id, const std::string& user_id) const override;
  Result<sharing::Membership> member_from(store::ItemView item) const override;

  Context context_;
};

sharing::Description describe_calendars(const apps::TableNames& tables);
sharing::FormerMembers former_members(const Context& context);

// Convert a membership to the type of `sharing`, and back.
sharing::Membership to_shared(const Membership& membership);
Membership from_shared(const sharing::Membership& membership);

}  // namespace norn::calendars
