#include "cli/data_folder.h"

#include <gtest/gtest.h>

namespace norn::cli {
namespace {

TEST(DataFolder, IsWhereTheUsersDataBelongs) {
  const struct {
    Surroundings surroundings;
    std::optional<std::filesystem::path> folder;
  } rows[] = {
      {{.is_root = true, .home = "/root", .xdg_data_home = "/x"}, "/var/lib/norn"},
      {{.home = "/home/ada", .xdg_data_home = "/data"}, "/data/norn"},
      {{.home = "/home/ada", .xdg_data_home = "relative"}, "/home/ada/.local/share/norn"},
      {{.home = "/home/ada", .xdg_data_home = ""}, "/home/ada/.local/share/norn"},
      {{.home = "/home/ada"}, "/home/ada/.local/share/norn"},
      {{.home = ""}, std::nullopt},
      {{}, std::nullopt},
  };
  for (const auto& row : rows) EXPECT_EQ(default_data_folder(row.surroundings), row.folder);
}

TEST(DataFolder, IsOneAbsolutePath) {
  const auto here = std::filesystem::current_path();
  EXPECT_EQ(absolute_folder("/srv/norn"), "/srv/norn");
  EXPECT_EQ(absolute_folder("/srv/norn/"), "/srv/norn");
  EXPECT_EQ(absolute_folder("/srv/./a/../norn"), "/srv/norn");
  EXPECT_EQ(absolute_folder("data"), here / "data");
  EXPECT_EQ(absolute_folder("data/"), here / "data");
}

}  // namespace
}  // namespace norn::cli
