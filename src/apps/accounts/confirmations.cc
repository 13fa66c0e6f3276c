#include "apps/accounts/confirmations.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "apps/accounts/keys.h"
#include "apps/accounts/requests.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/users_items.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/time_text.h"

namespace norn::accounts {
namespace {

// The clocks of several processes differ a little.
constexpr int64_t kClockMs = 60'000;
// More than a person can have (sessions.cc).
constexpr size_t kMaxSessionItems = 10'000;

constexpr std::string_view kConfirmedUntil = "confirmedUntil";
constexpr std::string_view kSignInIsOver = "signInIsOver";
constexpr std::string_view kMethodPassword = "password";

}  // namespace

Result<store::Item> Confirmations::session_item(const std::string& user_id,
                                                const std::string& session_id) {
  store::QueryRequest query;
  query.table = tables_.norn();
  query.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
  query.placeholders.values = {{":pk", keys::user(user_id)}, {":prefix", keys::kSessionPrefix}};
  query.consistent = true;
  NORN_ASSIGN(std::vector<store::Item> items,
              apps::query_all(store_, std::move(query), kMaxSessionItems));
  const auto found = std::ranges::find_if(
      items, [&](const store::Item& item) { return apps::text_of(item, "id") == session_id; });
  if (found == items.end()) return not_signed_in(kSignedOutMeanwhile);
  return std::move(*found);
}

// A clock that was set back does not make it longer.
bool Confirmations::holds(int64_t until_ms) const {
  const int64_t now_ms = clock_.now_ms();
  return now_ms < until_ms && until_ms - now_ms <= kConfirmationMs + kClockMs;
}

Result<std::optional<int64_t>> Confirmations::until_ms(const std::string& user_id,
                                                       const std::string& session_id) {
  NORN_ASSIGN(const store::Item session, session_item(user_id, session_id));
  const auto until = optional_time_of(session, kConfirmedUntil);
  return until && holds(*until) ? until : std::nullopt;
}

bool Confirmations::has_just_begun(store::ItemView session) const {
  return holds(time_of(session, "createdAt") + kConfirmationMs);
}

Result<void> Confirmations::check_recent(const std::string& user_id,
                                         const std::string& session_id) {
  NORN_ASSIGN(const store::Item session, session_item(user_id, session_id));
  const auto until = optional_time_of(session, kConfirmedUntil);
  if (until && holds(*until)) return {};
  if (!has_just_begun(session) || apps::boolean_of(session, kSignInIsOver)) {
    return forbidden(kConfirmationNeeded);
  }
  if (apps::text_of(session, "method") == kMethodPassword) return {};
  NORN_ASSIGN(const Needs needed, needs(user_id));
  if (needed.password) return forbidden(kConfirmationNeeded);
  return {};
}

Result<void> Confirmations::check_sign_in(const std::string& user_id,
                                          const std::string& session_id) {
  NORN_ASSIGN(const Needs needed, needs(user_id));
  if (needed.password) return {};
  NORN_ASSIGN(const store::Item session, session_item(user_id, session_id));
  if (!has_just_begun(session)) return forbidden(kConfirmBySigningIn);
  return {};
}

Result<Confirmations::Needs> Confirmations::needs(const std::string& user_id) {
  NORN_ASSIGN(const std::optional<Users::Known> known, accounts_.users().find_known(user_id));
  if (!known) return not_found(kAccountNotFound);
  const bool has_password = !known->password_hash.empty();
  // A second factor of an account without a password is up to its provider.
  return Needs{.password = has_password, .code = has_password && known->account.second_factor};
}

Result<void> Confirmations::confirm(const std::string& user_id, const std::string& session_id,
                                    const std::optional<std::string>& password,
                                    const std::optional<std::string>& code) {
  NORN_ASSIGN(const Needs needed, needs(user_id));
  NORN_ASSIGN(const store::Item session, session_item(user_id, session_id));
  const int64_t began_ms = needed.password ? clock_.now_ms() : time_of(session, "createdAt");
  const int64_t until_ms = began_ms + kConfirmationMs;
  if (needed.password) NORN_TRY(accounts_.confirm_password(user_id, password, "password"));
  if (needed.code) {
    if (!code) return field_fault(ErrorCode::kForbidden, "code", kCodeNeeded);
    const Result<void> checked = accounts_.check_code(user_id, *code);
    if (!checked && checked.error().code == ErrorCode::kNotSignedIn) {
      return field_fault(ErrorCode::kForbidden, "code", kCodeWrongOrUsed);
    }
    NORN_TRY(checked);
  }
  if (!holds(until_ms)) return forbidden(kConfirmBySigningIn);
  return change(session, set_attributes(tables_.norn(), {},
                                        {{std::string(kConfirmedUntil), timestamp_ms(until_ms)}}));
}

Result<void> Confirmations::end(const std::string& user_id, const std::string& session_id) {
  NORN_ASSIGN(const store::Item session, session_item(user_id, session_id));
  store::UpdateRequest update = set_attributes(
      tables_.norn(), {}, {{std::string(kSignInIsOver), store::Value::boolean(true)}});
  update.update += " REMOVE confirmedUntil";
  return change(session, std::move(update));
}

Result<void> Confirmations::change(store::ItemView session, store::UpdateRequest update) {
  update.key = store::Item::subset(session, {"PK", "SK"});
  const auto written = store_.update(update);
  if (written) return {};
  if (written.error().code != ErrorCode::kConditionalCheckFailed) {
    return std::unexpected(written.error());
  }
  return not_signed_in(kSignedOutMeanwhile);
}

}  // namespace norn::accounts
