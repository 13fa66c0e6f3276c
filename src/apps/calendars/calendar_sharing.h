#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/sharing/shared_things.h"

namespace norn::calendars {

// How calendars are shared: owners own them, writers write entries, readers read. A membership is
// one item. An index, which may lag, finds the calendars of a user.
class CalendarSharing final : public sharing::SharedThings {
 public:
  explicit CalendarSharing(Context context);

  const sharing::Description& description() const override { return description_; }

  Result<sharing::Access> authorize(const std::string& user_id, const std::string& calendar_id,
                                    sharing::Right needed) override;
  Result<bool> exists(const std::string& calendar_id) override;
  Result<std::optional<sharing::Membership>> find(const std::string& calendar_id,
                                                  const std::string& user_id) override;
  Result<std::vector<sharing::Membership>> members_of(const std::string& calendar_id) override;
  Result<bool> is_in_most(const std::string& user_id) override;
  Result<void> visit_things_of(const std::string& user_id, const Visit& visit) override;
  Result<sharing::Audience> audience_of(const std::string& calendar_id) override;

  std::string etag_of(const sharing::Membership& membership) const override;
  std::unexpected<Error> stale(std::string current, std::string etag) const override;
  sharing::Action is_there(const std::string& calendar_id) const override;
  sharing::Action still_may(const std::string& user_id, const std::string& calendar_id,
                            sharing::Right right) const override;

  void add(const sharing::Membership& membership,
           std::vector<sharing::Action>& actions) const override;
  void replace(const sharing::Membership& old, const sharing::Membership& next,
               std::vector<sharing::Action>& actions) const override;
  void remove(const sharing::Membership& old, std::vector<sharing::Action>& actions) const override;
  void remove_thing(const std::string& calendar_id,
                    std::vector<sharing::Action>& actions) const override;
  Result<sharing::Cleared> clear(const std::string& calendar_id,
                                 const std::string& user_id) override;

 private:
  Context context_;
  const sharing::Description description_;
};

sharing::Description describe_calendars(const apps::TableNames& tables);

// Convert a membership to the type of `sharing`, and back.
sharing::Membership to_shared(const Membership& membership);
Membership from_shared(const sharing::Membership& membership);

}  // namespace norn::calendars
