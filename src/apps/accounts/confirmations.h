#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "apps/accounts/service.h"
#include "apps/shared/tables.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/sentence.h"
#include "store/store.h"

namespace norn::accounts {

inline constexpr Sentence<> kConfirmBySigningIn{
    "confirmBySigningIn",
    "Your account has no password, so that a new sign-in confirms who you are. Sign out, and sign "
    "in again."};

inline constexpr Sentence<> kConfirmationNeeded{
    "confirmationNeeded",
    "Confirm who you are with your password first. That holds for ten minutes."};

inline constexpr SentenceText kConfirmationSentences[] = {kConfirmBySigningIn, kConfirmationNeeded};

// That a person has confirmed, in a session that may be an old or a stolen one, who they are: for
// kConfirmationMs it is an attribute of the session's item. It ends with the session. May block;
// safe from any thread.
class Confirmations {
 public:
  static constexpr int64_t kConfirmationMs = int64_t{10} * 60 * 1000;

  Confirmations(Accounts& accounts, store::Store& store, const apps::TableNames& tables,
                const Clock& clock)
      : accounts_(accounts), store_(store), tables_(tables), clock_(clock) {}

  // Until when it holds; nullopt if it does not hold now. Signing in is no confirmation.
  Result<std::optional<int64_t>> until_ms(const std::string& user_id,
                                          const std::string& session_id);

  // Whether it holds, or the session began within kConfirmationMs with everything that signing in
  // to the account takes: a provider alone is not enough if the account has a password. Returns
  // kForbidden with kConfirmationNeeded otherwise.
  Result<void> check_recent(const std::string& user_id, const std::string& session_id);

  // For what asks for the password: an account without one needs a session that began within
  // kConfirmationMs, or a thief of an old one could set a first password. Returns kForbidden with
  // kConfirmBySigningIn otherwise.
  Result<void> check_sign_in(const std::string& user_id, const std::string& session_id);

  // What confirming takes.
  struct Needs {
    bool password = false;  // Otherwise, a session that began within kConfirmationMs.
    bool code = false;      // Of the second factor.
  };
  Result<Needs> needs(const std::string& user_id);

  // Confirms by the password and, where the account has one, a code of the second factor. An
  // account without a password is confirmed until kConfirmationMs after its session began. Returns
  // kForbidden with the field "password" or "code" if that is missing or wrong. Throttled as
  // Accounts::confirm_password and check_code are.
  Result<void> confirm(const std::string& user_id, const std::string& session_id,
                       const std::optional<std::string>& password,
                       const std::optional<std::string>& code);
  // Ends it, if it holds. The sign-in that the session began with counts for check_recent no more.
  Result<void> end(const std::string& user_id, const std::string& session_id);

 private:
  // The item of a session; kNotSignedIn if it has ended.
  Result<store::Item> session_item(const std::string& user_id, const std::string& session_id);
  // Completes and makes a change of it.
  Result<void> change(store::ItemView session, store::UpdateRequest update);
  bool holds(int64_t until_ms) const;
  bool has_just_begun(store::ItemView session) const;

  Accounts& accounts_;
  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
};

}  // namespace norn::accounts
