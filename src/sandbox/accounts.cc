#include "sandbox/accounts.h"

#include <fmt/format.h>

#include <utility>

#include "sandbox/refusal.h"

namespace norn::sandbox {
namespace {

constexpr size_t kMaxAccounts = 10'000;
constexpr size_t kMaxKeyBytes = 128;  // As AWS has it.

}  // namespace

std::string_view access_key_of(const http::Request& request) {
  // In a header `Credential=KEY/date/region/service/aws4_request`; in a query, its '=' and '/' may
  // be escaped.
  constexpr std::string_view kInHeader = "Credential=";
  constexpr std::string_view kInQuery = "X-Amz-Credential=";
  std::string_view text = request.header("authorization").value_or("");
  size_t begin = text.find(kInHeader);
  if (begin != std::string_view::npos) {
    text.remove_prefix(begin + kInHeader.size());
  } else {
    text = request.query;
    begin = text.find(kInQuery);
    if (begin == std::string_view::npos) return {};
    text.remove_prefix(begin + kInQuery.size());
  }
  return text.substr(0, text.find_first_of("/%,& "));
}

Accounts::Accounts(AccountOptions options, bool by_key, const Clock& clock, Pools& pools,
                   Delays& delays)
    : options_(std::move(options)),
      by_key_(by_key),
      clock_(clock),
      pools_(pools),
      delays_(delays) {}

Result<void> Accounts::open() {
  if (by_key_) return {};
  NORN_ASSIGN(Account* const account, of_key(""));
  return account->open();
}

void Accounts::handle(http::Exchange& exchange) {
  const auto account = of_key(by_key_ ? access_key_of(exchange.request) : std::string_view());
  if (!account) return refuse(exchange, account.error());
  (*account)->handle(exchange);
}

Result<void> Accounts::reset(std::string_view key) {
  if (!key.empty()) {
    NORN_ASSIGN(Account* const account, of_key(key));
    account->reset();
    return {};
  }
  for (Account* const account : all()) account->reset();
  return open();
}

Result<Account*> Accounts::of_key(std::string_view key) {
  if (key.size() > kMaxKeyBytes) {
    return fail(ErrorCode::kUnrecognizedClient,
                "The security token included in the request is invalid.");
  }
  const std::lock_guard lock(mutex_);
  const auto found = accounts_.find(key);
  if (found != accounts_.end()) return found->second.get();
  if (accounts_.size() >= kMaxAccounts) {
    return fail(ErrorCode::kLimitExceeded,
                fmt::format("With --isolate-keys, each access key is an account, and {} have been "
                            "used. Start the server again, or use fewer keys.",
                            kMaxAccounts));
  }
  auto made = std::make_unique<Account>(options_, clock_, pools_, delays_);
  return accounts_.emplace(key, std::move(made)).first->second.get();
}

std::vector<Account*> Accounts::all() {
  const std::lock_guard lock(mutex_);
  std::vector<Account*> all;
  all.reserve(accounts_.size());
  for (const auto& [key, account] : accounts_) all.push_back(account.get());
  return all;
}

}  // namespace norn::sandbox
