#pragma once

#include <optional>
#include <string>

#include "apps/accounts/users/users.h"
#include "base/error.h"

// The people who created and last changed something that several people can write. Items have their
// ids (`createdBy`, `updatedBy`); names are read when they are asked for, because people change
// them.
namespace norn::sharing {

struct Author {
  std::string user_id;
  std::string name;
  friend bool operator==(const Author&, const Author&) = default;
};

// Nullopt for an item of another program, and for a deleted account.
struct Authors {
  std::optional<Author> created_by;
  std::optional<Author> updated_by;
};

Result<Authors> find_authors(accounts::Users& users, const std::optional<std::string>& created_by,
                             const std::optional<std::string>& updated_by);

// {"createdBy":{"userId","name"},"updatedBy":{"userId","name"}}; null for nullopt.
void append_json(std::string& out, const Authors& authors);
// The same as JSON Schema.
std::string authors_schema();

}  // namespace norn::sharing
