#include "dynamodb/remote/metadata.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <fstream>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "dynamodb/signing/sigv4_text.h"
#include "http/text.h"

namespace norn::dynamodb {
namespace {

constexpr std::string_view kContainerHost = "http://169.254.170.2";
constexpr std::string_view kInstanceHost = "http://169.254.169.254";
constexpr std::string_view kRolePath = "/latest/meta-data/iam/security-credentials/";

std::unexpected<Error> unusable(std::string message) {
  return fail(ErrorCode::kUnrecognizedClient, std::move(message));
}

std::string text_of(simdjson::dom::element object, std::string_view name) {
  std::string_view text;
  if (object[name].get_string().get(text) != simdjson::SUCCESS) return "";
  return std::string(text);
}

// {"AccessKeyId":...,"SecretAccessKey":...,"Token":...,"Expiration":...}
Result<Credentials> parse_credentials(std::string_view json, const std::string& url) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (parser.parse(json.data(), json.size()).get(root) != simdjson::SUCCESS) {
    return unusable(fmt::format("{} answered with something else than credentials.", url));
  }
  Credentials credentials{text_of(root, "AccessKeyId"), text_of(root, "SecretAccessKey"),
                          text_of(root, "Token"), parse_expiration(text_of(root, "Expiration"))};
  if (credentials.access_key_id.empty() || credentials.secret.empty()) {
    return unusable(
        fmt::format("{} answered without credentials: {}", url,
                    text_of(root, text_of(root, "Message").empty() ? "message" : "Message")));
  }
  return credentials;
}

Result<http::HttpReply> fetch(http::HttpClient& http, const http::HttpRequest& request) {
  NORN_ASSIGN(http::HttpReply reply, http.send(request));
  if (reply.status != 200) {
    return unusable(fmt::format("{} answered with status {}.", request.url, reply.status));
  }
  return reply;
}

// Credentials must not be sent in the clear, except within this machine or its local link.
bool may_be_plain(std::string_view host) {
  // 127.example.org is a name, and may lead anywhere.
  const bool is_loopback =
      host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos;
  return host == "localhost" || host == "::1" || is_loopback || host == "169.254.170.2" ||
         host == "169.254.170.23" || host == "fd00:ec2::23";
}

Result<std::optional<std::string>> container_token(const Environment& environment) {
  if (const auto path = find_variable(environment, "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")) {
    std::ifstream file(*path);
    std::string token;
    if (!std::getline(file, token)) {
      return unusable(fmt::format(
          "{}, which AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE names, cannot be read.", *path));
    }
    return std::string(http::trim(token));
  }
  return find_variable(environment, "AWS_CONTAINER_AUTHORIZATION_TOKEN");
}

// The token that IMDSv2 requires.
Result<std::string> session_token(http::HttpClient& http, const std::string& host) {
  http::HttpRequest request;
  request.method = "PUT";
  request.url = host + "/latest/api/token";
  request.headers = {"x-aws-ec2-metadata-token-ttl-seconds: 21600"};
  NORN_ASSIGN(http::HttpReply reply, fetch(http, request));
  return std::string(http::trim(reply.body));
}

Result<Credentials> role_credentials(http::HttpClient& http, const std::string& host,
                                     const std::string& token) {
  http::HttpRequest request;
  request.method = "GET";
  request.url = host + std::string(kRolePath);
  request.headers = {"x-aws-ec2-metadata-token: " + token};
  NORN_ASSIGN(const http::HttpReply roles, fetch(http, request));
  request.url += http::trim(split(roles.body, '\n').front());
  NORN_ASSIGN(const http::HttpReply reply, fetch(http, request));
  return parse_credentials(reply.body, request.url);
}

}  // namespace

http::HttpClientOptions metadata_http_options() {
  http::HttpClientOptions options;
  options.max_connections = 1;
  options.connect_timeout_ms = kMetadataTimeoutMs;
  options.total_timeout_ms = kMetadataTimeoutMs;
  options.max_reply_bytes = 64UL * 1024;
  return options;
}

CredentialSource container_credentials(Environment environment, http::HttpClient& http) {
  return [environment = std::move(environment), &http]() -> Result<std::optional<Credentials>> {
    const auto relative = find_variable(environment, "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
    const auto full = find_variable(environment, "AWS_CONTAINER_CREDENTIALS_FULL_URI");
    if (!relative && !full) return std::nullopt;
    http::HttpRequest request;
    request.method = "GET";
    request.url = relative ? std::string(kContainerHost) + *relative : *full;
    if (!request.url.starts_with("https://") && !may_be_plain(http::url_host(request.url))) {
      return unusable(
          fmt::format("AWS_CONTAINER_CREDENTIALS_FULL_URI is {}: it must be https, or of this "
                      "machine.",
                      request.url));
    }
    NORN_ASSIGN(const auto token, container_token(environment));
    if (token) {
      if (token->find_first_of("\r\n") != std::string::npos) {
        return unusable("The container's authorization token has a line break in it.");
      }
      request.headers.push_back("Authorization: " + *token);
    }
    NORN_ASSIGN(const http::HttpReply reply, fetch(http, request));
    NORN_ASSIGN(Credentials credentials, parse_credentials(reply.body, request.url));
    return credentials;
  };
}

CredentialSource instance_credentials(Environment environment, http::HttpClient& http) {
  return [environment = std::move(environment), &http]() -> Result<std::optional<Credentials>> {
    const auto disabled = find_variable(environment, "AWS_EC2_METADATA_DISABLED");
    if (disabled && ascii_lower(*disabled) == "true") return std::nullopt;
    std::string host = find_variable(environment, "AWS_EC2_METADATA_SERVICE_ENDPOINT")
                           .value_or(std::string(kInstanceHost));
    while (host.ends_with('/')) host.pop_back();
    const auto token = session_token(http, host);
    if (!token) return std::nullopt;
    auto credentials = role_credentials(http, host, *token);
    // An instance without a role answers 404 here.
    if (!credentials) return std::nullopt;
    return std::move(*credentials);
  };
}

std::vector<CredentialSource> metadata_sources(const Environment& environment,
                                               http::HttpClient& http) {
  return {container_credentials(environment, http), instance_credentials(environment, http)};
}

std::optional<int64_t> parse_expiration(std::string_view text) {
  std::string basic;
  for (const char letter : text.substr(0, text.find('.'))) {
    if (letter != '-' && letter != ':') basic.push_back(letter);
  }
  if (!basic.ends_with('Z')) basic.push_back('Z');
  return parse_basic_time(basic);
}

}  // namespace norn::dynamodb
