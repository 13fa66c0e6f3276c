#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/ids.h"
#include "store/store.h"

namespace norn::accounts {

// The second factor of a user: codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30
// seconds, one step of tolerance either way), and ten recovery codes. Stored in the ACCOUNT item.
// Each code works once: a condition on the last step keeps it from being used again.
class SecondFactor {
 public:
  SecondFactor(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids);

  struct Offer {
    std::string secret;  // Base32, to be typed in.
    std::string uri;     // otpauth://totp/..., for a QR code.
  };
  // Makes a secret, which has no effect until it is confirmed. Returns kConflict if the second
  // factor is on.
  Result<Offer> offer(const std::string& user_id, const std::string& email);
  // Turns it on with a first code, and returns the recovery codes, which are shown once. Returns
  // kInvalid with the field "code" if the code is wrong.
  Result<std::vector<std::string>> confirm(const std::string& user_id, std::string_view code);
  // Uses up a code of the app or a recovery code. Returns kNotSignedIn if it is wrong or was used.
  Result<void> check(const std::string& user_id, std::string_view code);
  Result<void> turn_off(const std::string& user_id);

 private:
  // An update of the ACCOUNT item, to be completed.
  store::UpdateRequest change(const std::string& user_id) const;
  // Returns false if the condition fails.
  Result<bool> apply(const store::UpdateRequest& update);
  // The ACCOUNT; an empty item if there is none.
  Result<store::Item> find(const std::string& user_id);

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
};

}  // namespace norn::accounts
