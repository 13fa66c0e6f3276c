#pragma once

#include <string>
#include <string_view>

#include "apps/shared/items.h"

// The keys of the table `norn` and of the user items in the tables of the designs. No other file
// makes or reads them; docs/data_model.md lists them.
namespace norn::accounts::keys {

inline std::string user(std::string_view user_id) {
  return "USER#" + std::string(user_id);
}

// Guards, which make addresses and identities unique: PK = SK.
inline std::string email(std::string_view address) {
  return "EMAIL#" + std::string(address);
}
inline std::string provider(std::string_view provider, std::string_view subject) {
  return "PROV#" + std::string(provider) + "#" + std::string(subject);
}

// A person whom another program stored: PK = the guard of the address or the identity.
inline constexpr std::string_view kForeignPersonPrefix = "PERSON#";
inline std::string foreign_person(std::string_view user_id) {
  return std::string(kForeignPersonPrefix) + std::string(user_id);
}

// Items of a user: PK = USER#<id>.
inline constexpr std::string_view kAccount = "ACCOUNT";
inline constexpr std::string_view kSessionPrefix = "SESSION#";
inline constexpr std::string_view kTokenPrefix = "TOKEN#";
inline constexpr std::string_view kPasswordLink = "PASSWORD_LINK";
inline constexpr std::string_view kDevicePrefix = "DEVICE#";
inline std::string device(std::string_view secret_hash) {
  return std::string(kDevicePrefix) + std::string(secret_hash);
}
inline std::string session(std::string_view secret_hash) {
  return std::string(kSessionPrefix) + std::string(secret_hash);
}
inline std::string token(std::string_view secret_hash) {
  return std::string(kTokenPrefix) + std::string(secret_hash);
}

// The directory of users: PK = USERS, SK = USER#<id>; and the mark of the latest user, SK = LATEST.
inline constexpr std::string_view kUsers = "USERS";
inline constexpr std::string_view kUserPrefix = "USER#";
inline constexpr std::string_view kLatest = "LATEST";

// Of the installation: PK = SK.
inline constexpr std::string_view kSettings = "SETTINGS";
inline constexpr std::string_view kSetup = "SETUP";
// An invitation to sign up: PK = INVITATIONS, SK = INVITATION#<hash>.
inline constexpr std::string_view kInvitations = "INVITATIONS";
inline std::string invitation(std::string_view secret_hash) {
  return "INVITATION#" + std::string(secret_hash);
}
// A sign-in with a provider that has begun, and the counter of a throttle: PK = SK.
inline std::string oidc(std::string_view state_hash) {
  return "OIDC#" + std::string(state_hash);
}
inline std::string throttle(std::string_view kind, std::string_view subject_hash) {
  return "THROTTLE#" + std::string(kind) + "#" + std::string(subject_hash);
}

// The attribute of ACCOUNT that exists while the second factor is on.
inline constexpr std::string_view kSecondFactor = "totpSecret";
// All attributes of the second factor.
inline constexpr std::string_view kSecondFactorAttributes =
    "totpSecret, totpPending, totpLastStep, recoveryCodes";

// The user items of the designs.
inline constexpr std::string_view kProfile = "PROFILE";  // SK in Yggdrasil; PK = USER#<id>.

}  // namespace norn::accounts::keys
