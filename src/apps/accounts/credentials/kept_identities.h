#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "apps/accounts/credentials/sessions.h"
#include "apps/shared/kept_values.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "store/store.h"

namespace norn::accounts {

// Verifies sessions and API tokens, and remembers those that are valid while nothing of the person
// changes: an account that is changed or deleted, and a session or token that has ended, counts at
// once, as without it. Safe from any thread.
class KeptIdentities {
 public:
  // Keeps up to `max_bytes`; 0: nothing. The table's stream has to be readable in microseconds.
  KeptIdentities(Sessions& sessions, store::Store& store, const apps::TableNames& tables,
                 const Clock& clock, size_t max_bytes);

  // As Sessions has them; nullptr if the credential is not valid.
  Result<std::shared_ptr<const Identity>> verify(std::string_view credential);
  Result<std::shared_ptr<const Identity>> verify_token(std::string_view text);

 private:
  struct Verified {
    Identity identity;
    int64_t until_ms = 0;
  };
  template <typename Verify>
  Result<std::shared_ptr<const Identity>> find(std::string_view credential, std::string_view prefix,
                                               Verify verify);
  int64_t until_ms(const Identity& identity) const;

  Sessions& sessions_;
  const Clock& clock_;
  apps::Kept<Verified> kept_;
};

}  // namespace norn::accounts
