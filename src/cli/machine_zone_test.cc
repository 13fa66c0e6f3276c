#include "cli/machine_zone.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace norn::cli {
namespace {

TEST(MachineZone, IsThatOfTheVariableOrOfTheLink) {
  std::string folder = (std::filesystem::temp_directory_path() / "norn-zone-XXXXXX").string();
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::filesystem::path link = std::filesystem::path(folder) / "localtime";
  std::filesystem::create_symlink("/usr/share/zoneinfo/Europe/London", link);
  const struct {
    std::optional<std::string> variable;
    std::filesystem::path local_time;
    std::string zone;
  } rows[] = {
      {"Europe/Berlin", link, "Europe/Berlin"},
      {":Asia/Tokyo", link, "Asia/Tokyo"},
      {std::nullopt, link, "Europe/London"},
      {"", link, "Europe/London"},
      {"CET-1CEST", link, "UTC"},
      {"../../etc/passwd", link, "UTC"},
      {std::nullopt, folder, "UTC"},
      {std::nullopt, link / "missing", "UTC"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(machine_zone(row.variable, row.local_time).name(), row.zone)
        << row.variable.value_or("(none)") << " " << row.local_time;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace norn::cli
