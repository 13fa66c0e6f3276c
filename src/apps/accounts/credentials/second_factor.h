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

// The second factor of a person: codes of an authenticator app (TOTP, RFC 6238: SHA-1, 6 digits, 30
// seconds, one step of tolerance either way), and ten recovery codes that work once each. It lives
// in the ACCOUNT item. A code works once: its step is remembered under a condition.
class SecondFactor {
 public:
  SecondFactor(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids);

  struct Offer {
    std::string secret;  // Base32, for those who type it in.
    std::string uri;     // otpauth://totp/..., for a QR code.
  };
  // Makes a secret that does nothing until it is confirmed. kConflict when one is confirmed
  // already.
  Result<Offer> offer(const std::string& user_id, const std::string& email);
  // Turns it on with a first code; returns the recovery codes, which are shown once. kInvalid of
  // "code" when it is wrong.
  Result<std::vector<std::string>> confirm(const std::string& user_id, std::string_view code);
  // Uses a code of the app or a recovery code up. kNotSignedIn when it is wrong or was used.
  Result<void> check(const std::string& user_id, std::string_view code);
  Result<void> turn_off(const std::string& user_id);

 private:
  // The beginning of an update of the ACCOUNT item.
  store::UpdateRequest change(const std::string& user_id) const;
  // False when its condition does not hold.
  Result<bool> apply(const store::UpdateRequest& update);
  Result<store::Item> find(const std::string& user_id);  // Without attributes: there is none.

  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
};

}  // namespace norn::accounts
