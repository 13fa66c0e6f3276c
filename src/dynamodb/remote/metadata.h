#pragma once

#include <vector>

#include "dynamodb/remote/aws_config.h"
#include "dynamodb/remote/credentials.h"
#include "http/client.h"

// Credentials from the metadata services of the container or the instance.
namespace norn::dynamodb {

// The time-out of a metadata service: without one, the start must not hang.
inline constexpr int64_t kMetadataTimeoutMs = 1'000;
http::HttpClientOptions metadata_http_options();

// AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or _FULL_URI, with AWS_CONTAINER_AUTHORIZATION_TOKEN or
// _TOKEN_FILE. A URL without TLS must be of this machine or a known service of the local link.
// https://docs.aws.amazon.com/sdkref/latest/guide/feature-container-credentials.html
CredentialSource container_credentials(Environment environment, http::HttpClient& http);

// The instance's role by IMDSv2. AWS_EC2_METADATA_DISABLED turns it off,
// AWS_EC2_METADATA_SERVICE_ENDPOINT moves it. A service that does not answer has none.
// https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-metadata-security-credentials.html
CredentialSource instance_credentials(Environment environment, http::HttpClient& http);

// Both, in this order. `http` must outlive them.
std::vector<CredentialSource> metadata_sources(const Environment& environment,
                                               http::HttpClient& http);

// "2017-05-17T15:09:54Z" to milliseconds since 1970.
std::optional<int64_t> parse_expiration(std::string_view text);

}  // namespace norn::dynamodb
