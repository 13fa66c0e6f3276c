#include "dynamodb/remote/aws_config.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/ascii.h"
#include "dynamodb/signing/sigv4_text.h"
#include "http/text.h"

namespace norn::dynamodb {
namespace {

constexpr uintmax_t kMaxConfigBytes = 1024UL * 1024;

std::unexpected<Error> bad_line(std::string_view name, size_t line, std::string_view why) {
  return fail(ErrorCode::kValidation, fmt::format("{}, line {}: {}", name, line, why));
}

// The text of a file; of one that is not there, none.
Result<std::string> read_text(const std::filesystem::path& path) {
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(path, error);
  if (error == std::errc::no_such_file_or_directory) return std::string();
  if (error) {
    return fail(ErrorCode::kValidation,
                fmt::format("{} cannot be read: {}.", path.string(), error.message()));
  }
  if (size > kMaxConfigBytes) {
    return fail(ErrorCode::kValidation,
                fmt::format("{} cannot be read: it has more than 1 MiB.", path.string()));
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) {
    return fail(ErrorCode::kValidation,
                fmt::format("{} cannot be read: it is not readable.", path.string()));
  }
  return std::move(text).str();
}

// The path of a file: from a variable, or in ~/.aws. Empty without a home.
std::filesystem::path file_path(const Environment& environment, const std::string& variable,
                                std::string_view name) {
  const auto home = find_variable(environment, "HOME");
  if (const auto given = find_variable(environment, variable)) {
    if (given->starts_with("~/") && home) return std::filesystem::path(*home) / given->substr(2);
    return *given;
  }
  return home ? std::filesystem::path(*home) / ".aws" / name : std::filesystem::path();
}

Result<Sections> read_sections(const std::filesystem::path& path) {
  if (path.empty()) return Sections();
  NORN_ASSIGN(const std::string text, read_text(path));
  return parse_sections(text, path.string());
}

void add_missing(Settings& settings, const Sections& sections, std::string_view section) {
  const auto found = sections.find(section);
  if (found != sections.end()) settings.insert(found->second.begin(), found->second.end());
}

std::optional<std::string> find_setting(const Settings& settings, std::string_view name) {
  const auto found = settings.find(name);
  if (found == settings.end() || found->second.empty()) return std::nullopt;
  return found->second;
}

bool ignores_endpoints(const Environment& environment) {
  const auto ignored = find_variable(environment, "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS");
  return ignored && ascii_lower(*ignored) == "true";
}

}  // namespace

Environment system_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return value;
  };
}

std::optional<std::string> find_variable(const Environment& environment, const std::string& name) {
  auto value = environment(name);
  if (value && value->empty()) return std::nullopt;
  return value;
}

Result<Sections> parse_sections(std::string_view text, std::string_view name) {
  Sections sections;
  Settings* section = nullptr;
  std::string parent;  // The setting without a value that indented lines belong to.
  size_t number = 0;
  for (std::string_view line : split(text, '\n')) {
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::string_view content = http::trim(line);
    if (content.empty() || content.starts_with('#') || content.starts_with(';')) continue;
    if (content.starts_with('[')) {
      const size_t end = content.find(']');
      if (end == std::string_view::npos) return bad_line(name, number, "a ']' is missing.");
      section = &sections[std::string(http::trim(content.substr(1, end - 1)))];
      parent.clear();
      continue;
    }
    const size_t equals = content.find('=');
    if (section == nullptr || equals == std::string_view::npos) {
      return bad_line(name, number,
                      "expected a [section] or, below one, a line of the form name = value.");
    }
    std::string setting = ascii_lower(http::trim(content.substr(0, equals)));
    const std::string_view value = http::trim(content.substr(equals + 1));
    const bool indented = line.front() == ' ' || line.front() == '\t';
    if (!indented) parent = value.empty() ? setting : "";
    if (indented && !parent.empty()) setting.insert(0, parent + ".");
    (*section)[setting] = value;
  }
  return sections;
}

Result<Profile> load_profile(const Environment& environment) {
  NORN_ASSIGN(const Sections config,
              read_sections(file_path(environment, "AWS_CONFIG_FILE", "config")));
  NORN_ASSIGN(const Sections credentials,
              read_sections(file_path(environment, "AWS_SHARED_CREDENTIALS_FILE", "credentials")));
  Profile profile;
  const auto chosen = find_variable(environment, "AWS_PROFILE");
  profile.chosen = chosen.has_value();
  profile.name = chosen.value_or("default");
  const std::string section = "profile " + profile.name;
  profile.found = credentials.contains(profile.name) || config.contains(section) ||
                  (profile.name == "default" && config.contains("default"));
  add_missing(profile.settings, credentials, profile.name);
  add_missing(profile.settings, config, section);
  if (profile.name == "default") add_missing(profile.settings, config, "default");
  if (const auto services = find_setting(profile.settings, "services")) {
    add_missing(profile.services, config, "services " + *services);
  }
  return profile;
}

std::optional<std::string> find_region(const Environment& environment, const Profile& profile) {
  if (auto region = find_variable(environment, "AWS_REGION")) return region;
  if (auto region = find_variable(environment, "AWS_DEFAULT_REGION")) return region;
  return find_setting(profile.settings, "region");
}

std::optional<std::string> find_ca_bundle(const Environment& environment, const Profile& profile) {
  if (auto path = find_variable(environment, "AWS_CA_BUNDLE")) return path;
  return find_setting(profile.settings, "ca_bundle");
}

std::optional<std::string> endpoint_variable(const Environment& environment) {
  for (std::string name : {"AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL", "DYNAMODB_ENDPOINT"}) {
    if (name.starts_with("AWS_") && ignores_endpoints(environment)) continue;
    if (find_variable(environment, name)) return name;
  }
  return std::nullopt;
}

std::optional<std::string> find_endpoint(const Environment& environment, const Profile& profile) {
  if (const auto name = endpoint_variable(environment)) return find_variable(environment, *name);
  if (ignores_endpoints(environment)) return std::nullopt;
  if (auto url = find_setting(profile.services, "dynamodb.endpoint_url")) return url;
  return find_setting(profile.settings, "endpoint_url");
}

}  // namespace norn::dynamodb
