#include "embedded/backup/schedule_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "base/check.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

class ScheduleFileTest : public ::testing::Test {
 protected:
  ScheduleFileTest() {
    std::string pattern = (fs::temp_directory_path() / "norn_schedule_XXXXXX").string();
    NORN_CHECK(::mkdtemp(pattern.data()) != nullptr, "a temporary folder can be made");
    data_ = pattern;
  }
  ~ScheduleFileTest() override { fs::remove_all(data_); }

  void write_file(std::string_view text) { std::ofstream(data_ / "backup_schedule.json") << text; }

  fs::path data_;
};

TEST(TimeOfDay, IsReadAndWritten) {
  for (const auto& [text, minutes] :
       {std::pair("00:00", 0), std::pair("03:05", 185), std::pair("23:59", 1439)}) {
    EXPECT_EQ(parse_time_of_day(text), minutes) << text;
    EXPECT_EQ(time_of_day_text(minutes), text);
  }
  for (const char* text : {"", "3:00", "24:00", "12:60", "12.30", "ab:cd", "-1:00", "03:00 "}) {
    EXPECT_EQ(parse_time_of_day(text), std::nullopt) << text;
  }
}

TEST_F(ScheduleFileTest, IsKeptAndRemoved) {
  EXPECT_EQ(read_schedule(data_)->has_value(), false);
  EXPECT_EQ(*default_backup_folder(data_), fs::path(data_.string() + "-backups"));
  ASSERT_TRUE(write_schedule(data_, {.folder = "/mnt/b \"x\"", .minute_of_day = 185, .keep = 3}));
  const auto read = read_schedule(data_);
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->folder, "/mnt/b \"x\"");
  EXPECT_EQ((*read)->minute_of_day, 185);
  EXPECT_EQ((*read)->keep, 3U);
  EXPECT_EQ(*default_backup_folder(data_), "/mnt/b \"x\"");
  EXPECT_FALSE(fs::exists(data_ / "backup_schedule.json.part"));
  ASSERT_TRUE(remove_schedule(data_));
  ASSERT_TRUE(remove_schedule(data_));
  EXPECT_EQ(read_schedule(data_)->has_value(), false);
}

TEST_F(ScheduleFileTest, IsRefusedWhenItIsNone) {
  for (const char* text :
       {"", "[]", "{}", R"({"to":"relative","daily":"03:00","keep":1})",
        R"({"to":"/x","daily":"3","keep":1})", R"({"to":"/x","daily":"03:00","keep":0})",
        R"({"to":"/x","daily":"03:00","keep":"1"})"}) {
    write_file(text);
    const auto read = read_schedule(data_);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().message.find("is not a schedule of backups"), std::string::npos);
  }
}

TEST_F(ScheduleFileTest, SaysWhyItCannotBeWritten) {
  const auto written = write_schedule(data_ / "none", {.folder = "/x"});
  ASSERT_FALSE(written);
  EXPECT_NE(written.error().message.find("No such file"), std::string::npos);
}

}  // namespace
}  // namespace norn::embedded
