#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/shared/quota_kinds.h"

namespace norn::accounts {

enum class SignUp : uint8_t { kClosed, kInvitation, kOpen };
std::string_view to_text(SignUp mode);  // "closed", "invitation", "open"
std::optional<SignUp> sign_up_from(std::string_view text);

struct Settings {
  SignUp sign_up = SignUp::kInvitation;
  // Whom people who cannot sign in may ask, in the words of the administrators. Everyone sees it.
  std::string contact = {};
  bool public_trees = false;       // Whether public family trees can be read without an account.
  apps::QuotaAmounts quotas = {};  // Those that differ from the defaults of quota_kinds.h.
};

constexpr size_t kMaxContactCharacters = 200;

// The attribute `quotas` of the SETTINGS, and of the ACCOUNT of a person with quotas of their own.
apps::QuotaAmounts quotas_in(store::ItemView item);
store::Value quotas_value(const apps::QuotaAmounts& quotas);

constexpr int64_t kInvitationMs = int64_t{14} * 24 * 60 * 60 * 1000;
constexpr size_t kMaxInvitations = 1000;  // Open at one time.

// A link that lets one person sign up.
struct Invitation {
  std::string id;
  std::string invited_by;                 // User id; empty: the operator of the server.
  std::optional<std::string> email = {};  // The only address that may use it; counts as verified.
  int64_t created_ms = 0;
  int64_t expires_ms = 0;
};

// Decides who may sign up: settings, the one-time link of the first start, invitations.
class Admission {
 public:
  Admission(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids);

  Result<Settings> settings();
  Result<void> change_settings(const Settings& settings);

  // Makes a new secret for the first account; earlier ones are no longer valid. Returns nullopt if
  // the first account exists.
  Result<std::optional<std::string>> new_setup_secret();
  Result<bool> needs_setup();
  // Returns the action that uses up the secret, for the transaction that creates the first account.
  // Returns kForbidden if the secret is wrong.
  Result<Action> use_setup_secret(std::string_view secret);
  // The same for the operator of the server, who needs no secret.
  Action finish_setup() const;

  struct Invited {
    Invitation invitation;
    std::string secret;  // Shown once.
  };
  // `by` is empty for an invitation of the operator of the server.
  Result<Invited> invite(const std::string& by, std::optional<std::string> email,
                         int64_t valid_ms = kInvitationMs);
  Result<std::vector<Invitation>> invitations();
  Result<void> withdraw(const std::string& invitation_id);

  // The members of NewUser for a person who may sign up.
  struct Admitted {
    std::vector<Action> with = {};  // Uses up the invitation.
    bool email_verified = false;    // Whether the invitation was for this address.
  };
  // Returns kForbidden if it is not valid any more.
  Result<Invitation> find_invitation(std::string_view secret);
  // Returns kForbidden if it is not valid, was used, or is for another address.
  Result<Admitted> use_invitation(std::string_view secret, const std::string& email);
  // For every way to sign up. Returns kForbidden if sign-up is closed, or an invitation is missing
  // or not valid.
  Result<Admitted> admit(const std::string& email, const std::optional<std::string>& invitation);
  // Whether a foreign person (foreign_people.h) may get an account now. Returns kForbidden before
  // the first account exists, and if sign-up is closed; an invitation is not needed.
  Result<void> check_adoption();

 private:
  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
};

}  // namespace norn::accounts
