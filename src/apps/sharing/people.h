#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/context.h"
#include "apps/sharing/shared_things.h"

// The accounts of members and invited people.
namespace norn::sharing {

using apps::Context;

struct Member {
  Membership membership;
  std::optional<accounts::User> user;  // Nullopt for a deleted account.
  bool email_verified = false;         // Whether the address is proved; only read for shows_proof.
};

// Memberships with the accounts they belong to, in the same order. Reads them all at once.
Result<std::vector<Member>> with_people(const Context& context, const Description& description,
                                        std::vector<Membership> memberships);

// Conditions: no account has the address; the account exists and has the address; the address of
// the account is proved.
Action address_is_free(const Context& context, const std::string& email);
Action has_address(const Context& context, const accounts::User& user);
Action has_proved_address(const Context& context, const accounts::User& user);

// The current time, in the format of items.
std::string now_text(const Context& context);

}  // namespace norn::sharing
