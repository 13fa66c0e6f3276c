#include "dynamodb/remote/credentials.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace norn::dynamodb {
namespace {

std::string setting(const Settings& settings, std::string_view name) {
  const auto found = settings.find(name);
  return found == settings.end() ? std::string() : found->second;
}

}  // namespace

CredentialSource environment_credentials(Environment environment) {
  return [environment = std::move(environment)]() -> Result<std::optional<Credentials>> {
    const auto id = find_variable(environment, "AWS_ACCESS_KEY_ID");
    const auto secret = find_variable(environment, "AWS_SECRET_ACCESS_KEY");
    if (!id && !secret) {
      // Going on to another source would use other rights than were meant.
      if (find_variable(environment, "AWS_WEB_IDENTITY_TOKEN_FILE")) {
        return fail(ErrorCode::kUnrecognizedClient,
                    "AWS_WEB_IDENTITY_TOKEN_FILE is set, which is not supported. Give the "
                    "credentials in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and "
                    "AWS_SESSION_TOKEN, or unset it.");
      }
      return std::nullopt;
    }
    if (!id || !secret) {
      return fail(ErrorCode::kUnrecognizedClient,
                  fmt::format("{} is set, but {} is not: set both or neither.",
                              id ? "AWS_ACCESS_KEY_ID" : "AWS_SECRET_ACCESS_KEY",
                              id ? "AWS_SECRET_ACCESS_KEY" : "AWS_ACCESS_KEY_ID"));
    }
    return Credentials{*id, *secret, find_variable(environment, "AWS_SESSION_TOKEN").value_or(""),
                       std::nullopt};
  };
}

CredentialSource profile_credentials(Environment environment) {
  return [environment = std::move(environment)]() -> Result<std::optional<Credentials>> {
    NORN_ASSIGN(const Profile profile, load_profile(environment));
    if (!profile.found && profile.chosen) {
      return fail(ErrorCode::kUnrecognizedClient,
                  fmt::format("The profile '{}' that AWS_PROFILE names is neither in the AWS "
                              "config file nor in the credentials file.",
                              profile.name));
    }
    Credentials credentials{setting(profile.settings, "aws_access_key_id"),
                            setting(profile.settings, "aws_secret_access_key"),
                            setting(profile.settings, "aws_session_token"), std::nullopt};
    if (!credentials.access_key_id.empty() && !credentials.secret.empty()) return credentials;
    if (!credentials.access_key_id.empty() || !credentials.secret.empty()) {
      return fail(ErrorCode::kUnrecognizedClient,
                  fmt::format("The profile '{}' must have both aws_access_key_id and "
                              "aws_secret_access_key, or neither.",
                              profile.name));
    }
    for (const std::string_view name : {"role_arn", "credential_process", "sso_session",
                                        "sso_start_url", "web_identity_token_file"}) {
      if (!setting(profile.settings, name).empty()) {
        return fail(ErrorCode::kUnrecognizedClient,
                    fmt::format("The profile '{}' asks for {}, which is not supported. Give the "
                                "credentials in the environment instead (aws configure "
                                "export-credentials --format env).",
                                profile.name, name));
      }
    }
    return std::nullopt;
  };
}

Result<Credentials> CredentialChain::fetch() const {
  for (const CredentialSource& source : sources_) {
    NORN_ASSIGN(auto found, source());
    if (found) return std::move(*found);
  }
  return fail(ErrorCode::kUnrecognizedClient,
              "No AWS credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or "
              "choose a profile with AWS_PROFILE. The environment, the shared files, the "
              "container's and the instance's metadata were asked.");
}

Result<Credentials> CredentialChain::current() {
  const std::lock_guard lock(mutex_);
  const int64_t now_ms = clock_.now_ms();
  if (kept_ && now_ms < next_attempt_ms_) return *kept_;
  auto fetched = fetch();
  if (!fetched) {
    // Credentials that are still valid are better than none.
    if (!kept_ || !kept_->expires_ms || *kept_->expires_ms <= now_ms) {
      return std::unexpected(std::move(fetched).error());
    }
    next_attempt_ms_ = std::min(now_ms + kRetryAfterMs, *kept_->expires_ms);
    return *kept_;
  }
  kept_ = std::move(*fetched);
  next_attempt_ms_ = INT64_MAX;
  if (kept_->expires_ms) {
    const int64_t refresh_ms = *kept_->expires_ms - kRefreshBeforeMs;
    // Metadata services hand out the same credentials until they make new ones: asking at every
    // request would be of no use.
    next_attempt_ms_ =
        refresh_ms > now_ms ? refresh_ms : std::min(now_ms + kRetryAfterMs, *kept_->expires_ms);
  }
  return *kept_;
}

void CredentialChain::forget() {
  const std::lock_guard lock(mutex_);
  kept_.reset();
}

std::vector<CredentialSource> standard_sources(const Environment& environment,
                                               std::vector<CredentialSource> metadata) {
  std::vector<CredentialSource> sources = {environment_credentials(environment),
                                           profile_credentials(environment)};
  for (CredentialSource& source : metadata) sources.push_back(std::move(source));
  return sources;
}

}  // namespace norn::dynamodb
