#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

// The settings in the environment and in the files in ~/.aws, as AWS's tools read them.
// https://docs.aws.amazon.com/sdkref/latest/guide/file-format.html
namespace norn::dynamodb {

// The value of an environment variable; injected, so that tests have their own. An empty variable
// counts as absent.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;
Environment system_environment();
std::optional<std::string> find_variable(const Environment& environment, const std::string& name);

// The settings of one section. A nested setting has the name of its parent before a dot:
// "dynamodb.endpoint_url".
using Settings = std::map<std::string, std::string, std::less<>>;

// By section: "default", "profile work", "services local".
using Sections = std::map<std::string, Settings, std::less<>>;

// Reads the INI format of the files. Messages refer to it as `name`, with the line and without
// values.
Result<Sections> parse_sections(std::string_view text, std::string_view name);

// The profile in use, from both files.
struct Profile {
  std::string name;
  bool found = false;
  bool chosen = false;  // By AWS_PROFILE, so that it must be there.
  Settings settings;    // The credentials file's go before the config file's.
  Settings services;    // Of the "services" section that the profile names.
};
Result<Profile> load_profile(const Environment& environment);

// AWS_REGION, AWS_DEFAULT_REGION, the profile's region.
std::optional<std::string> find_region(const Environment& environment, const Profile& profile);

// AWS_CA_BUNDLE, the profile's ca_bundle: a file of certificates to trust instead of the system's.
std::optional<std::string> find_ca_bundle(const Environment& environment, const Profile& profile);

// The name of the variable that names an endpoint, if there is one: AWS_ENDPOINT_URL_DYNAMODB,
// AWS_ENDPOINT_URL (neither with AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true), or DYNAMODB_ENDPOINT,
// which is not AWS's, but that of programs that share their tables with us.
std::optional<std::string> endpoint_variable(const Environment& environment);

// That variable's, the profile's (not with AWS_IGNORE_CONFIGURED_ENDPOINT_URLS=true).
std::optional<std::string> find_endpoint(const Environment& environment, const Profile& profile);

}  // namespace norn::dynamodb
