#pragma once

#include <string>
#include <vector>

#include "apps/bookings/members.h"

// Invitations of people who have no account yet: two items each, one found by the place and one by
// the address. Both are always written together, and the one of the address has the conditions.
namespace norn::bookings {

// So many places can wait for one address.
constexpr size_t kMaxInvitationsPerAddress = 100;

Result<std::vector<Invitation>> invitations_of_place(const Context& context,
                                                     const std::string& place_id);
Result<std::vector<Invitation>> invitations_of_address(const Context& context,
                                                       const std::string& email);
Result<std::optional<Invitation>> find_invitation(const Context& context, const std::string& email,
                                                  const std::string& place_id);

// Also instead of an earlier one.
void put_invitation(const Context& context, const Invitation& invitation,
                    std::vector<Action>& actions);
// Whatever it is.
void remove_any_invitation(const Context& context, const Invitation& invitation,
                           std::vector<Action>& actions);
// When it is as it was read.
void remove_invitation(const Context& context, const Invitation& invitation,
                       std::vector<Action>& actions);

// Conditions: that nobody has an account with the address, and that this person still has the
// address, which is proved to be theirs.
Action address_is_free(const Context& context, const std::string& email);
Action has_address(const Context& context, const accounts::User& user);
Action has_proved_address(const Context& context, const accounts::User& user);

}  // namespace norn::bookings
