#include "apps/shared/person_files.h"

#include <gtest/gtest.h>

#include <vector>

namespace norn::apps {
namespace {

class NamesOnly final : public PersonFiles {
 public:
  Result<void> add(std::string_view /*bytes*/) override { return {}; }
  std::vector<std::string> paths;

 protected:
  Result<void> begin_path(std::string path, std::string_view /*about*/) override {
    paths.push_back(std::move(path));
    return {};
  }
};

TEST(PersonFiles, NamesOfPeopleBecomeNamesOfFiles) {
  EXPECT_EQ(PersonFiles::file_name("Familie Müller"), "Familie Müller");
  EXPECT_EQ(PersonFiles::file_name("../../etc/passwd"), "etc passwd");
  EXPECT_EQ(PersonFiles::file_name("a:b\nc?"), "a b c");
  EXPECT_EQ(PersonFiles::file_name(" ... "), "unnamed");
  EXPECT_EQ(PersonFiles::file_name(std::string(99, 'x') + "é"), std::string(99, 'x'));
}

TEST(PersonFiles, NoFileIsWrittenOverAnother) {
  NamesOnly files;
  for (const char* const title : {"Home", "home", "Home", "Work"}) {
    ASSERT_TRUE(files.begin("calendars", title, "ics", "").has_value());
  }
  EXPECT_EQ(files.paths, (std::vector<std::string>{"calendars/Home.ics", "calendars/home 2.ics",
                                                   "calendars/Home 3.ics", "calendars/Work.ics"}));
}

}  // namespace
}  // namespace norn::apps
