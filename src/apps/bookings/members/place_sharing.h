#pragma once

#include <string>
#include <vector>

#include "apps/bookings/access.h"
#include "apps/sharing/stored_things.h"

namespace norn::bookings {

// How places are shared: administrators own them, members book, viewers look. A member who leaves
// keeps their bookings; deleting an account releases its future nights (former_members.h).
class PlaceSharing final : public sharing::StoredThings {
 public:
  explicit PlaceSharing(Context context);

  Result<sharing::Access> authorize(const std::string& user_id, const std::string& place_id,
                                    sharing::Right needed) override;
  Result<bool> is_in_most(const std::string& user_id) override;
  Result<void> visit_things_of(const std::string& user_id, const Visit& visit) override;

  std::string etag_of(const sharing::Membership& membership) const override;
  std::unexpected<Error> stale(std::string current, std::string etag) const override;

  Result<void> add(const sharing::Membership& membership,
                   std::vector<sharing::Action>& actions) const override;
  Result<void> replace(const sharing::Membership& old, const sharing::Membership& next,
                       std::vector<sharing::Action>& actions) const override;
  Result<void> remove(const sharing::Membership& old,
                      std::vector<sharing::Action>& actions) const override;
  Result<void> remove_thing(const std::string& place_id,
                            std::vector<sharing::Action>& actions) const override;

  void add_to_removal(const sharing::Membership& old,
                      std::vector<sharing::Action>& actions) const override;
  Result<void> after_removal(const std::string& place_id, const std::string& user_id) override;
  Result<void> step_out(const sharing::Membership& old,
                        std::vector<sharing::Action>& actions) const override;
  Result<sharing::Cleared> clear(const std::string& place_id, const std::string& user_id) override;
  Result<bool> forget_former(const std::string& user_id) override;

 private:
  store::Item thing_key(const std::string& place_id) const override;
  store::Item member_key(const std::string& place_id, const std::string& user_id) const override;
  Result<sharing::Membership> member_from(store::ItemView item) const override;

  Context context_;
};

// The roles, limits and items of all places.
sharing::Description describe_places(const apps::TableNames& tables);

// A membership in the type of sharing, and back.
sharing::Membership to_shared(const Membership& membership);
Membership from_shared(const sharing::Membership& membership);

}  // namespace norn::bookings
