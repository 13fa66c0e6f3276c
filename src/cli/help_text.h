#pragma once

#include <string_view>

// The texts of --help, written by hand, because a person reads them; a test holds them to the
// options.
namespace norn::cli {

extern const std::string_view kHelp;
extern const std::string_view kServeHelp;
extern const std::string_view kDeployHelp;
extern const std::string_view kSeedHelp;
extern const std::string_view kRruleHelp;

}  // namespace norn::cli
