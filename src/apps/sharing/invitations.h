#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/sharing/shared_things.h"

namespace norn::sharing {

// An open invitation.
struct Invitation {
  std::string thing_id;
  std::string email;  // Normal.
  std::string role;
  std::string invited_by;
  std::string created_at;
};

// The open invitations of an app. The two items of an invitation are always written together; the
// one under the address carries the conditions.
class Invitations {
 public:
  Invitations(store::Store& store, const Description& description)
      : store_(store), description_(description), items_(description.invitations) {}

  // The lists leave out items that cannot be read, as those of other programs.
  Result<std::vector<Invitation>> of_thing(const std::string& thing_id) const;
  Result<std::vector<Invitation>> of_address(const std::string& email) const;
  // The ids of the things that an address is invited to, from the keys: unreadable items included.
  Result<std::vector<std::string>> things_of_address(const std::string& email) const;
  Result<std::optional<Invitation>> find(const std::string& email,
                                         const std::string& thing_id) const;

  // Replaces an earlier one.
  void put(const Invitation& invitation, std::vector<Action>& actions) const;
  // Unconditionally.
  void remove_any(const Invitation& invitation, std::vector<Action>& actions) const;
  // On the condition that it is as it was read.
  void remove(const Invitation& invitation, std::vector<Action>& actions) const;

 private:
  std::string thing_key(const std::string& thing_id) const {
    return items_.thing_prefix + thing_id;
  }
  store::Item key_by_address(const std::string& email, const std::string& thing_id) const;
  store::Item key_by_thing(const std::string& email, const std::string& thing_id) const;
  store::Item to_item(const store::Item& key, const Invitation& invitation) const;
  Result<Invitation> from_item(store::ItemView item) const;
  Result<std::vector<Invitation>> query(const std::string& pk, const std::string& prefix) const;
  Action remove_key(store::Item key) const;

  store::Store& store_;
  const Description& description_;
  const InvitationItems& items_;
};

// For the sweep of a deleted thing: removes some of its invitations, unreadable ones included, and
// returns whether there may be more.
Result<bool> sweep_invitations(store::Store& store, const InvitationItems& items,
                               const std::string& thing_id);

}  // namespace norn::sharing
