#include "cli/machine_zone.h"

#include <cstdlib>
#include <system_error>

namespace norn::cli {
namespace {

// "Europe/London" of "/usr/share/zoneinfo/Europe/London"; empty without one.
std::string zone_of_link(const std::filesystem::path& link) {
  constexpr std::string_view kDatabase = "/zoneinfo/";
  std::error_code error;
  const std::string target = std::filesystem::read_symlink(link, error).string();
  const size_t found = target.find(kDatabase);
  return found == std::string::npos ? "" : target.substr(found + kDatabase.size());
}

}  // namespace

ical::TimeZone machine_zone(const std::optional<std::string>& variable,
                            const std::filesystem::path& local_time) {
  std::string name = variable.value_or("");
  if (name.starts_with(':')) name.erase(0, 1);
  if (name.empty()) name = zone_of_link(local_time);
  const auto zone = ical::TimeZone::find(name);
  return zone ? *zone : ical::TimeZone::utc();
}

ical::TimeZone zone_of_this_machine() {
  const char* const variable = std::getenv("TZ");
  return machine_zone(variable == nullptr ? std::nullopt : std::optional<std::string>(variable),
                      "/etc/localtime");
}

}  // namespace norn::cli
