#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "dynamodb/remote/aws_config.h"

namespace norn::dynamodb {

struct Credentials {
  std::string access_key_id;
  std::string secret;
  std::string session_token;          // Empty when there is none.
  std::optional<int64_t> expires_ms;  // Absent when they do not expire.
};

// A source of credentials: nullopt if it has none and the next one is to be asked.
using CredentialSource = std::function<Result<std::optional<Credentials>>()>;

// AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN. Without them,
// AWS_WEB_IDENTITY_TOKEN_FILE is an error: it is not supported.
CredentialSource environment_credentials(Environment environment);
// The profile in the shared files. Supports only literal keys: a profile with a role, a process or
// single sign-on is an error that names it.
CredentialSource profile_credentials(Environment environment);

// Asks one source after another and caches the credentials until shortly before they expire. Safe
// to use from any thread.
class CredentialChain {
 public:
  // Credentials are replaced this long before they expire.
  static constexpr int64_t kRefreshBeforeMs = 5LL * 60 * 1000;
  // After a refresh that failed or brought none that last longer, the old ones are used this long
  // before the next attempt.
  static constexpr int64_t kRetryAfterMs = 10LL * 1000;

  CredentialChain(std::vector<CredentialSource> sources, const Clock& clock)
      : sources_(std::move(sources)), clock_(clock) {}

  Result<Credentials> current();
  // Call it when the service refuses them as expired.
  void forget();

 private:
  Result<Credentials> fetch() const;

  const std::vector<CredentialSource> sources_;
  const Clock& clock_;
  std::mutex mutex_;
  // Guarded by mutex_.
  std::optional<Credentials> kept_;
  int64_t next_attempt_ms_ = 0;
};

// The standard chain: environment, files, container, instance. `metadata` are the last two
// (metadata.h).
std::vector<CredentialSource> standard_sources(const Environment& environment,
                                               std::vector<CredentialSource> metadata);

}  // namespace norn::dynamodb
