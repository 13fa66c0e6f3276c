#include "apps/accounts/oidc/oidc_config.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>
#include <system_error>

#include "apps/accounts/oidc/oidc_url.h"
#include "base/ascii.h"
#include "base/faults.h"

namespace norn::accounts {
namespace {

namespace dom = simdjson::dom;

constexpr size_t kMaxFileBytes = 1 << 20;
constexpr size_t kMaxProviders = 20;
constexpr size_t kMaxIdCharacters = 32;
constexpr size_t kMaxTextBytes = 1'000;

// The error for the member at `path`, "providers[0].issuer".
std::unexpected<Error> wrong(const std::string& path, std::string_view what) {
  return fail(ErrorCode::kInvalid, fmt::format("{} {}.", path, what));
}

// One provider, read member by member.
class Reader {
 public:
  Reader(dom::object object, size_t index)
      : object_(object), path_(fmt::format("providers[{}]", index)) {}

  std::string path_of(std::string_view name) const { return fmt::format("{}.{}", path_, name); }

  bool has(std::string_view name) const { return object_[name].error() == simdjson::SUCCESS; }

  // Reads into `value`, which stays as it is if the member is absent.
  Result<void> optional_text(std::string_view name, std::string& value) const {
    if (!has(name)) return {};
    std::string_view text;
    if (object_[name].get(text) != simdjson::SUCCESS || text.empty() ||
        text.size() > kMaxTextBytes) {
      return wrong(path_of(name), fmt::format("must be a text of 1 to {} bytes", kMaxTextBytes));
    }
    if (has_ascii_control(text)) {
      return wrong(path_of(name), "must not have control characters");
    }
    value = text;
    return {};
  }

  Result<void> text(std::string_view name, std::string& value) const {
    if (!has(name)) return wrong(path_of(name), "is missing");
    return optional_text(name, value);
  }

  Result<void> url(std::string_view name, std::string& value) const {
    NORN_TRY(text(name, value));
    if (is_safe_url(value)) return {};
    return wrong(path_of(name), "must be an https address (http only on this machine)");
  }

  // Unknown members are refused, because they are mistakes.
  Result<void> check_members(const std::vector<std::string_view>& known) const {
    for (const auto& member : object_) {
      if (std::ranges::find(known, member.key) != known.end()) continue;
      return wrong(path_of(member.key), fmt::format("is not known; a provider of this kind has {}",
                                                    fmt::join(known, ", ")));
    }
    return {};
  }

 private:
  dom::object object_;
  std::string path_;
};

bool is_provider_id(std::string_view id) {
  return !id.empty() && id.size() <= kMaxIdCharacters && std::ranges::all_of(id, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

// The name of "google" is Google if the file has none.
std::string default_name(std::string name) {
  if (name == "github") return "GitHub";
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

Result<void> read_oidc(const Reader& reader, Provider& provider) {
  NORN_TRY(
      reader.check_members({"id", "name", "kind", "issuer", "clientId", "clientSecret", "scope"}));
  NORN_TRY(reader.url("issuer", provider.issuer));
  NORN_TRY(reader.optional_text("scope", provider.scope));
  const std::string padded = " " + provider.scope + " ";
  if (padded.find(" openid ") == std::string::npos) {
    return wrong(reader.path_of("scope"), "must have openid in it");
  }
  return {};
}

// The default endpoints are those of GitHub.
Result<void> read_oauth2(const Reader& reader, Provider& provider) {
  NORN_TRY(reader.check_members({"id", "name", "kind", "clientId", "clientSecret", "scope",
                                 "authorizationEndpoint", "tokenEndpoint", "userEndpoint",
                                 "emailsEndpoint"}));
  provider.scope = "read:user user:email";
  NORN_TRY(reader.optional_text("scope", provider.scope));
  constexpr std::array<std::string_view, 4> kEndpoints = {"authorizationEndpoint", "tokenEndpoint",
                                                          "userEndpoint", "emailsEndpoint"};
  const auto given = [&reader](std::string_view name) { return reader.has(name); };
  if (std::ranges::none_of(kEndpoints, given)) {
    provider.authorization_endpoint = "https://github.com/login/oauth/authorize";
    provider.token_endpoint = "https://github.com/login/oauth/access_token";
    provider.user_endpoint = "https://api.github.com/user";
    provider.emails_endpoint = "https://api.github.com/user/emails";
    return {};
  }
  NORN_TRY(reader.url("authorizationEndpoint", provider.authorization_endpoint));
  NORN_TRY(reader.url("tokenEndpoint", provider.token_endpoint));
  NORN_TRY(reader.url("userEndpoint", provider.user_endpoint));
  return reader.url("emailsEndpoint", provider.emails_endpoint);
}

Result<Provider> read_provider(const Reader& reader) {
  Provider provider;
  NORN_TRY(reader.text("id", provider.id));
  if (!is_provider_id(provider.id)) {
    return wrong(reader.path_of("id"), "must have 1 to 32 of the characters a-z, 0-9 and -");
  }
  provider.name = default_name(provider.id);
  NORN_TRY(reader.optional_text("name", provider.name));
  NORN_TRY(reader.text("clientId", provider.client_id));
  NORN_TRY(reader.optional_text("clientSecret", provider.client_secret));
  std::string kind = "oidc";
  NORN_TRY(reader.optional_text("kind", kind));
  if (kind == "oidc") {
    NORN_TRY(read_oidc(reader, provider));
  } else if (kind == "oauth2") {
    provider.kind = Provider::Kind::kOauth2;
    NORN_TRY(read_oauth2(reader, provider));
  } else {
    return wrong(reader.path_of("kind"), R"(must be "oidc" or "oauth2")");
  }
  return provider;
}

// A file with secrets must be private to its owner.
Result<void> check_private(const std::filesystem::path& file,
                           const std::vector<Provider>& providers) {
  using std::filesystem::perms;
  const auto has_secret = [](const Provider& provider) { return !provider.client_secret.empty(); };
  if (std::ranges::none_of(providers, has_secret)) return {};
  std::error_code unreadable;  // The file then counts as readable by all.
  const perms mode = std::filesystem::status(file, unreadable).permissions() & perms::all;
  if ((mode & (perms::group_all | perms::others_all)) == perms::none) return {};
  return fail(ErrorCode::kInvalid,
              fmt::format("The file {0} has a clientSecret in it and can be used by others "
                          "than its owner (mode {1:03o}). Make it private first: chmod 600 "
                          "{0}",
                          file.string(), static_cast<unsigned>(mode)));
}

}  // namespace

Result<std::vector<Provider>> parse_providers(std::string_view json) {
  dom::parser parser;
  dom::object file;
  if (parser.parse(json.data(), json.size()).get(file) != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalid, R"(It must be a JSON object: {"providers":[...]}.)");
  }
  for (const auto& member : file) {
    if (member.key != "providers") return wrong(std::string(member.key), "is not known");
  }
  dom::array list;
  if (file["providers"].get(list) != simdjson::SUCCESS) return wrong("providers", "must be a list");
  if (list.size() > kMaxProviders) {
    return wrong("providers", fmt::format("must not have more than {} elements", kMaxProviders));
  }

  std::vector<Provider> providers;
  for (const dom::element element : list) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) {
      return wrong(fmt::format("providers[{}]", providers.size()), "must be an object");
    }
    const Reader reader(object, providers.size());
    NORN_ASSIGN(Provider provider, read_provider(reader));
    if (std::ranges::find(providers, provider.id, &Provider::id) != providers.end()) {
      return wrong(reader.path_of("id"),
                   fmt::format("must be different: there is another \"{}\"", provider.id));
    }
    providers.push_back(std::move(provider));
  }
  return providers;
}

Result<std::vector<Provider>> read_providers(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string json;
  constexpr size_t kChunkBytes = 4'096;
  std::array<char, kChunkBytes> chunk{};
  while (stream && json.size() <= kMaxFileBytes) {
    stream.read(chunk.data(), chunk.size());
    json.append(chunk.data(), static_cast<size_t>(stream.gcount()));
  }
  if (stream.bad() || json.empty()) {
    return fail(ErrorCode::kInvalid,
                fmt::format("The file {} cannot be read, or it is empty.", file.string()));
  }
  if (json.size() > kMaxFileBytes) {
    return fail(ErrorCode::kInvalid, fmt::format("The file {} is too large.", file.string()));
  }
  auto providers = parse_providers(json);
  if (!providers) {
    providers.error().message =
        fmt::format("The file {}: {}", file.string(), providers.error().message);
    return providers;
  }
  NORN_TRY(check_private(file, *providers));
  return providers;
}

}  // namespace norn::accounts
