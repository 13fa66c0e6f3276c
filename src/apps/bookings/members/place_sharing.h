#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/bookings/access.h"
#include "apps/sharing/shared_things.h"

namespace norn::bookings {

// How places are shared: administrators own them, members book, viewers look. A member who leaves
// keeps their bookings; deleting an account releases its future nights (former_members.h).
class PlaceSharing final : public sharing::SharedThings {
 public:
  explicit PlaceSharing(Context context);

  const sharing::Description& description() const override { return description_; }

  Result<sharing::Access> authorize(const std::string& user_id, const std::string& place_id,
                                    sharing::Right needed) override;
  Result<bool> exists(const std::string& place_id) override;
  Result<std::optional<sharing::Membership>> find(const std::string& place_id,
                                                  const std::string& user_id) override;
  Result<std::vector<sharing::Membership>> members_of(const std::string& place_id) override;
  Result<bool> is_in_most(const std::string& user_id) override;
  Result<void> visit_things_of(const std::string& user_id, const Visit& visit) override;
  Result<sharing::Audience> audience_of(const std::string& place_id) override;

  std::string etag_of(const sharing::Membership& membership) const override;
  std::unexpected<Error> stale(std::string current, std::string etag) const override;
  sharing::Action is_there(const std::string& place_id) const override;
  sharing::Action still_may(const std::string& user_id, const std::string& place_id,
                            sharing::Right right) const override;

  void add(const sharing::Membership& membership,
           std::vector<sharing::Action>& actions) const override;
  void replace(const sharing::Membership& old, const sharing::Membership& next,
               std::vector<sharing::Action>& actions) const override;
  void remove(const sharing::Membership& old, std::vector<sharing::Action>& actions) const override;
  void remove_thing(const std::string& place_id,
                    std::vector<sharing::Action>& actions) const override;

  void add_to_removal(const sharing::Membership& old,
                      std::vector<sharing::Action>& actions) const override;
  Result<void> after_removal(const std::string& place_id, const std::string& user_id) override;
  void step_out(const sharing::Membership& old,
                std::vector<sharing::Action>& actions) const override;
  Result<sharing::Cleared> clear(const std::string& place_id, const std::string& user_id) override;
  Result<bool> forget_former(const std::string& user_id) override;

 private:
  Context context_;
  const sharing::Description description_;
};

// The roles, limits and items of all places.
sharing::Description describe_places(const apps::TableNames& tables);

// A membership in the type of sharing, and back.
sharing::Membership to_shared(const Membership& membership);
Membership from_shared(const sharing::Membership& membership);

}  // namespace norn::bookings
