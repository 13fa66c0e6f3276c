#include "apps/accounts/credentials/second_factor.h"

#include <liboath/oath.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include "apps/accounts/credentials/secrets.h"
#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/shared/items.h"
#include "base/check.h"
#include "base/faults.h"
#include "base/percent.h"

namespace norn::accounts {
namespace {

constexpr size_t kSecretSize = 20;  // The size of SHA-1, as RFC 4226 recommends.
constexpr unsigned kDigits = 6;
constexpr unsigned kStepSeconds = 30;
constexpr int64_t kToleratedSteps = 1;
constexpr size_t kRecoveryCodes = 10;
constexpr size_t kRecoveryCharacters = 12;  // 60 bits.
constexpr size_t kRecoveryGroup = 4;
// Without characters that look alike: 0 and o, 1 and l.
constexpr std::string_view kRecoveryAlphabet = "23456789abcdefghijkmnpqrstuvwxyz";
static_assert(kRecoveryAlphabet.size() == 32, "five bits of a random byte choose a character");

struct FreeText {
  void operator()(char* text) const { std::free(text); }  // NOLINT: it is liboath's.
};

std::string to_base32(const std::string& bytes) {
  char* text = nullptr;
  size_t size = 0;
  const int outcome = oath_base32_encode(bytes.data(), bytes.size(), &text, &size);
  NORN_CHECK(outcome == OATH_OK, "any bytes have a text");
  const std::unique_ptr<char, FreeText> owned(text);
  return {text, size};
}

std::optional<std::string> from_base32(const std::string& text) {
  char* bytes = nullptr;
  size_t size = 0;
  if (oath_base32_decode(text.data(), text.size(), &bytes, &size) != OATH_OK) return std::nullopt;
  const std::unique_ptr<char, FreeText> owned(bytes);
  return std::string(bytes, size);
}

// The step that has this code; the latest if two have it.
std::optional<int64_t> step_of(const std::string& secret, std::string_view code, int64_t now_s) {
  const std::optional<std::string> bytes = from_base32(secret);
  if (!bytes) return std::nullopt;
  const int64_t now = now_s / kStepSeconds;
  for (int64_t step = now + kToleratedSteps; step >= now - kToleratedSteps; --step) {
    std::array<char, kDigits + 1> expected{};
    const int outcome =
        oath_totp_generate(bytes->data(), bytes->size(), static_cast<time_t>(step * kStepSeconds),
                           kStepSeconds, OATH_TOTP_DEFAULT_START_TIME, kDigits, expected.data());
    NORN_CHECK(outcome == OATH_OK, "any secret has a code at any time");
    if (same_secret({expected.data(), kDigits}, code)) return step;
  }
  return std::nullopt;
}

// Removes spaces and dashes, and makes letters lower case.
std::string normal_code(std::string_view typed) {
  std::string code;
  for (const char c : typed) {
    if (c == ' ' || c == '-') continue;
    code.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return code;
}

bool is_app_code(std::string_view code) {
  return code.size() == kDigits &&
         std::ranges::all_of(code, [](char c) { return c >= '0' && c <= '9'; });
}

std::string new_recovery_code(Ids& ids) {
  std::string code;
  for (const char byte : ids.secret(kRecoveryCharacters)) {
    code.push_back(kRecoveryAlphabet[static_cast<unsigned char>(byte) % kRecoveryAlphabet.size()]);
  }
  return code;
}

std::string grouped(const std::string& code) {
  std::string text;
  for (size_t i = 0; i < code.size(); ++i) {
    if (i > 0 && i % kRecoveryGroup == 0) text.push_back('-');
    text.push_back(code[i]);
  }
  return text;
}

std::unexpected<Error> wrong_code() {
  return field_fault(ErrorCode::kNotSignedIn, "code", kCodeWrongOrUsedWait);
}

}  // namespace

SecondFactor::SecondFactor(store::Store& store, apps::TableNames tables, const Clock& clock,
                           Ids& ids)
    : store_(store), tables_(std::move(tables)), clock_(clock), ids_(ids) {
  NORN_CHECK(oath_init() == OATH_OK, "liboath starts");
}

Result<SecondFactor::Offer> SecondFactor::offer(const std::string& user_id,
                                                const std::string& email) {
  const std::string secret = to_base32(ids_.secret(kSecretSize));
  store::UpdateRequest update = change(user_id);
  update.update = "SET totpPending = :secret";
  update.condition = "attribute_exists(PK) AND attribute_not_exists(totpSecret)";
  update.placeholders.values = {{":secret", secret}};
  NORN_ASSIGN(const bool offered, apply(update));
  if (!offered) return conflict(kSecondFactorOn);
  return Offer{
      .secret = secret,
      .uri = "otpauth://totp/Norn:" + percent_encode(email) + "?secret=" + secret + "&issuer=Norn"};
}

Result<std::vector<std::string>> SecondFactor::confirm(const std::string& user_id,
                                                       std::string_view code) {
  NORN_ASSIGN(const store::Item account, find(user_id));
  if (account.contains("totpSecret")) return conflict(kSecondFactorOn);
  const std::string secret = apps::text_of(account, "totpPending");
  if (secret.empty()) return conflict(kNoSecretToConfirm);
  const auto step = step_of(secret, normal_code(code), clock_.now_s());
  if (!step) {
    return invalid("code", kCodeWrong);
  }

  std::vector<std::string> codes;
  std::vector<std::string> hashes;
  for (size_t i = 0; i < kRecoveryCodes; ++i) {
    const std::string recovery = new_recovery_code(ids_);
    codes.push_back(grouped(recovery));
    hashes.push_back(secret_hash(recovery));
  }
  store::UpdateRequest update = change(user_id);
  update.update =
      "SET totpSecret = :secret, totpLastStep = :step, recoveryCodes = :codes REMOVE totpPending";
  update.condition = "totpPending = :secret AND attribute_not_exists(totpSecret)";
  update.placeholders.values = {{":secret", secret},
                                {":step", store::Value::number(*step)},
                                {":codes", store::StringSet::make(std::move(hashes))}};
  NORN_ASSIGN(const bool confirmed, apply(update));
  if (!confirmed) return conflict(kSecondFactorChanged);
  return codes;
}

Result<void> SecondFactor::check(const std::string& user_id, std::string_view code) {
  const std::string normal = normal_code(code);
  store::UpdateRequest update = change(user_id);
  if (is_app_code(normal)) {
    NORN_ASSIGN(const store::Item account, find(user_id));
    const std::string secret = apps::text_of(account, "totpSecret");
    const auto step = step_of(secret, normal, clock_.now_s());
    if (secret.empty() || !step) return wrong_code();
    update.update = "SET totpLastStep = :step";
    update.condition =
        "totpSecret = :secret AND (attribute_not_exists(totpLastStep) OR totpLastStep < :step)";
    update.placeholders.values = {{":secret", secret}, {":step", store::Value::number(*step)}};
  } else {
    // Removing the last member of a set removes the attribute.
    const std::string hash = secret_hash(normal);
    update.update = "DELETE recoveryCodes :used";
    update.condition = "attribute_exists(totpSecret) AND contains(recoveryCodes, :code)";
    update.placeholders.values = {{":used", store::StringSet::make({hash})}, {":code", hash}};
  }
  NORN_ASSIGN(const bool used_up, apply(update));
  if (!used_up) return wrong_code();
  return {};
}

Result<void> SecondFactor::turn_off(const std::string& user_id) {
  store::UpdateRequest update = change(user_id);
  update.update = "REMOVE " + std::string(keys::kSecondFactorAttributes);
  update.condition = "attribute_exists(PK)";
  NORN_ASSIGN(const bool known, apply(update));
  if (!known) return not_found(kAccountNotFound);
  return {};
}

store::UpdateRequest SecondFactor::change(const std::string& user_id) const {
  store::UpdateRequest update;
  update.table = tables_.norn();
  update.key = apps::key_of(keys::user(user_id), keys::kAccount);
  return update;
}

Result<bool> SecondFactor::apply(const store::UpdateRequest& update) {
  const Result<store::WriteResult> written = store_.update(update);
  if (written) return true;
  if (written.error().code == ErrorCode::kConditionalCheckFailed) return false;
  return std::unexpected(written.error());
}

Result<store::Item> SecondFactor::find(const std::string& user_id) {
  NORN_ASSIGN(const std::optional<store::Item> found,
              read_item(store_, tables_.norn(), keys::user(user_id), keys::kAccount));
  return found.value_or(store::Item());
}

}  // namespace norn::accounts
