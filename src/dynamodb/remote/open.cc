#include <fmt/format.h>

#include <string>
#include <utility>

#include "dynamodb/remote/metadata.h"
#include "dynamodb/remote/remote_store.h"

// The start of a remote store: checks everything that can be wrong with it, and explains it.
namespace norn::dynamodb {
namespace {

Result<RemoteAddress> find_address(const RemoteOptions& options, const Environment& environment,
                                   const Profile& profile) {
  std::string region =
      options.region.empty() ? find_region(environment, profile).value_or("") : options.region;
  if (region.empty()) {
    return fail(ErrorCode::kValidation,
                "No AWS region is set: set AWS_REGION, or region in the profile of the AWS config "
                "file. Engines other than Amazon's take any, e.g. AWS_REGION=us-east-1.");
  }
  for (const char letter : region) {
    // It becomes a part of a host name.
    const bool fits = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                      (letter >= '0' && letter <= '9') || letter == '-';
    if (!fits) {
      return fail(ErrorCode::kValidation, fmt::format("'{}' is not an AWS region.", region));
    }
  }
  std::string endpoint = options.endpoint.empty() ? find_endpoint(environment, profile).value_or("")
                                                  : options.endpoint;
  if (endpoint.empty()) return amazon_address(region);
  while (endpoint.ends_with('/')) endpoint.pop_back();
  if (http::url_host(endpoint).empty()) {
    return fail(ErrorCode::kValidation,
                fmt::format("The DynamoDB endpoint '{}' is not an http or https URL, e.g. "
                            "http://localhost:8000.",
                            endpoint));
  }
  if (endpoint.find_first_of("@?#") != std::string::npos) {
    // It is shown in messages, so it is no place for a password, and requests go to its path.
    return fail(ErrorCode::kValidation,
                "The DynamoDB endpoint has a user name, a query or a fragment in it. Give only "
                "scheme, host and port, e.g. http://localhost:8000.");
  }
  return RemoteAddress{endpoint, endpoint, region};
}

}  // namespace

RemoteStore::RemoteStore(RemoteAddress address, const RemoteOptions& options,
                         const Environment& environment, const Clock& clock)
    : http_(options.http),
      metadata_http_(metadata_http_options()),
      credentials_(standard_sources(environment, metadata_sources(environment, metadata_http_)),
                   clock),
      client_(std::move(address), options.retry, http_, credentials_, clock) {}

Result<std::unique_ptr<RemoteStore>> RemoteStore::open(const RemoteOptions& options,
                                                       const Environment& environment,
                                                       const Clock& clock) {
  NORN_ASSIGN(const Profile profile, load_profile(environment));
  NORN_ASSIGN(RemoteAddress address, find_address(options, environment, profile));
  RemoteOptions found = options;
  if (found.http.ca_file.empty()) {
    found.http.ca_file = find_ca_bundle(environment, profile).value_or("");
  }
  std::unique_ptr<RemoteStore> store(
      new RemoteStore(std::move(address), found, environment, clock));
  NORN_TRY(store->credentials_.current());
  NORN_TRY(store->probe());
  return store;
}

Result<void> RemoteStore::probe() {
  // A transaction of nothing is refused as invalid by every engine that has transactions, before
  // it looks at permissions or tables.
  const auto reply = client_.call("TransactWriteItems", R"({"TransactItems":[]})");
  if (reply) return {};
  const Error& error = reply.error();
  const std::string& endpoint = address().endpoint;
  switch (error.code) {
    case ErrorCode::kUnknownOperation:
      return fail(ErrorCode::kValidation,
                  fmt::format("The engine at {} has no transactions (TransactWriteItems is an "
                              "unknown operation), as ScyllaDB's Alternator has none. They keep "
                              "items that belong together whole, so Norn cannot work without them: "
                              "use Amazon DynamoDB or another engine that has them.",
                              endpoint));
    case ErrorCode::kMissingAuthenticationToken:
    case ErrorCode::kIncompleteSignature:
    case ErrorCode::kInvalidSignature:
    case ErrorCode::kUnrecognizedClient:
      return fail(error.code, fmt::format("{} does not take the credentials for region {}: {}",
                                          endpoint, address().region, error.message));
    case ErrorCode::kUnavailable:
    case ErrorCode::kInternal:
    case ErrorCode::kThrottled:
      return fail(error.code, fmt::format("The DynamoDB endpoint {} cannot be used: {}", endpoint,
                                          error.message));
    default:
      return {};
  }
}

}  // namespace norn::dynamodb
