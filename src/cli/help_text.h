#pragma once

#include <string_view>

// The texts of --help, written by hand for people; a test compares them with the options.
namespace norn::cli {

extern const std::string_view kHelp;
extern const std::string_view kServeHelp;
extern const std::string_view kDeployHelp;
extern const std::string_view kSeedHelp;
extern const std::string_view kDemoHelp;
extern const std::string_view kRruleHelp;
extern const std::string_view kUserHelp;
extern const std::string_view kFamilyHelp;

}  // namespace norn::cli
