#include "dynamodb/signing/keys_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace norn::dynamodb {
namespace {

constexpr std::string_view kText =
    "# who may use the API\n"
    "\n"
    "AKIDEXAMPLE wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY\r\n"
    "  ASIASESSION\tsecret   a+token/==  \n"
    "  # the end";

TEST(KeysFile, HasOneKeyPerLine) {
  const auto keys = parse_keys(kText, "keys");
  ASSERT_TRUE(keys) << keys.error().message;
  ASSERT_EQ(keys->size(), 2u);
  EXPECT_EQ(keys->at("AKIDEXAMPLE").secret, "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY");
  EXPECT_EQ(keys->at("AKIDEXAMPLE").session_token, "");
  EXPECT_EQ(keys->at("ASIASESSION").secret, "secret");
  EXPECT_EQ(keys->at("ASIASESSION").session_token, "a+token/==");
}

TEST(KeysFile, TellsTheLineThatIsWrongAndNoSecret) {
  struct Row {
    std::string_view text;
    std::string_view message;
  };
  const Row rows[] = {
      {"", "keys has no keys; a line is ACCESS_KEY_ID SECRET [SESSION_TOKEN]."},
      {"# only this\n", "keys has no keys; a line is ACCESS_KEY_ID SECRET [SESSION_TOKEN]."},
      {"A hush\nB\n",
       "keys, line 2: the secret is missing; a line is ACCESS_KEY_ID SECRET [SESSION_TOKEN]."},
      {"A hush hush hush\n",
       "keys, line 1: too many words; a line is ACCESS_KEY_ID SECRET [SESSION_TOKEN]."},
      {"A hush\n\nA other\n", "keys, line 3: this access key id stands in the file twice."},
      {"hush/hush A\n",
       "keys, line 1: an access key id has no '/' and no ','. Is the secret first?"},
  };
  for (const Row& row : rows) {
    const auto keys = parse_keys(row.text, "keys");
    ASSERT_FALSE(keys);
    EXPECT_EQ(keys.error().message, row.message);
    EXPECT_FALSE(keys.error().message.contains("hush"));
  }
}

class KeysFileOnDisk : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "norn_keys_XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
    std::ofstream(path()) << kText;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path path() const { return folder_ / "keys"; }

  std::filesystem::path folder_;
};

TEST_F(KeysFileOnDisk, MustBeTheOwnersAlone) {
  for (const mode_t mode : {0600, 0400}) {
    ASSERT_EQ(chmod(path().c_str(), mode), 0);
    EXPECT_TRUE(read_keys_file(path()));
  }
  for (const mode_t mode : {0640, 0604, 0620, 0666}) {
    ASSERT_EQ(chmod(path().c_str(), mode), 0);
    const auto keys = read_keys_file(path());
    ASSERT_FALSE(keys);
    EXPECT_TRUE(keys.error().message.contains("chmod 600 " + path().string()))
        << keys.error().message;
  }
}

TEST_F(KeysFileOnDisk, ThatCannotBeReadSaysWhy) {
  EXPECT_EQ(read_keys_file(folder_ / "absent").error().message,
            "The keys file " + (folder_ / "absent").string() +
                " cannot be read: No such file or directory.");
  EXPECT_EQ(read_keys_file(folder_).error().message,
            "The keys file " + folder_.string() + " cannot be read: it is not a regular file.");
  const std::filesystem::path pipe = folder_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(read_keys_file(pipe).error().message,
            "The keys file " + pipe.string() + " cannot be read: it is not a regular file.");
}

}  // namespace
}  // namespace norn::dynamodb
