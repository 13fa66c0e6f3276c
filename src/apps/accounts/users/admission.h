#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/accounts/users/users.h"

namespace norn::accounts {

enum class SignUp : uint8_t { kClosed, kInvitation, kOpen };
std::string_view to_text(SignUp mode);  // "closed", "invitation", "open"
std::optional<SignUp> sign_up_from(std::string_view text);

struct Settings {
  SignUp sign_up = SignUp::kInvitation;
};

constexpr int64_t kInvitationMs = int64_t{14} * 24 * 60 * 60 * 1000;
constexpr size_t kMaxInvitations = 1000;  // Open at one time.

// A link that lets somebody sign up once.
struct Invitation {
  std::string id;
  std::string invited_by;                 // User id.
  std::optional<std::string> email = {};  // Only for this address; what was meant for it is theirs.
  int64_t created_ms = 0;
  int64_t expires_ms = 0;
};

// Who may come in: settings, the one-time link of the first start, invitations.
class Admission {
 public:
  Admission(store::Store& store, apps::TableNames tables, const Clock& clock, Ids& ids);

  Result<Settings> settings();
  Result<void> change_settings(const Settings& settings);

  // Whether there is nobody yet. Makes a new secret for the first account (earlier ones are void)
  // and returns it; nullopt when the first account is there.
  Result<std::optional<std::string>> new_setup_secret();
  Result<bool> needs_setup();
  // The action that uses it up, for the transaction that creates the first account; kForbidden when
  // it is not the secret.
  Result<Action> use_setup_secret(std::string_view secret);

  struct Invited {
    Invitation invitation;
    std::string secret;  // Shown once.
  };
  Result<Invited> invite(const std::string& by, std::optional<std::string> email);
  Result<std::vector<Invitation>> invitations();
  Result<void> withdraw(const std::string& invitation_id);

  // How somebody comes in, for NewUser.
  struct Admitted {
    std::vector<Action> with = {};  // What uses the invitation up.
    bool email_verified = false;    // Whether the invitation was for their very address.
  };
  // kForbidden when it is not valid, was used, or is for another address.
  Result<Admitted> use_invitation(std::string_view secret, const std::string& email);
  // Whether somebody with that address may sign up now, however they do it. kForbidden when sign-up
  // is closed, or an invitation is missing or not valid.
  Result<Admitted> admit(const std::string& email, const std::optional<std::string>& invitation);

 private:
  store::Store& store_;
  const apps::TableNames tables_;
  const Clock& clock_;
  Ids& ids_;
};

}  // namespace norn::accounts
