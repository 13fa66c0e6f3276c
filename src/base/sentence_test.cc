#include "base/sentence.h"

#include <gtest/gtest.h>

#include "base/faults.h"
#include "base/json_writer.h"
#include "base/sentences.h"

namespace norn {
namespace {

constexpr Sentence<> kPlain{"plain", "It rains."};
constexpr Sentence<2> kLength{"length",
                              "'{name}' has {length} letters, and {length} are too many."};
constexpr Sentence<1> kBecause{"because", "You stay in: {reason}"};

std::string code_of(const Said& said) {
  std::string json;
  ObjectWriter object(json);
  append_code(object, said);
  object.close();
  return json;
}

TEST(Sentence, IsSaidInEnglishWithItsValues) {
  EXPECT_EQ(Said(kPlain).text(), "It rains.");
  EXPECT_EQ(kPlain().text(), "It rains.");
  EXPECT_EQ(kLength("Ada", size_t{3}).text(), "'Ada' has 3 letters, and 3 are too many.");
  EXPECT_EQ(kLength("", -1).text(), "'' has -1 letters, and -1 are too many.");
  EXPECT_EQ(kBecause(kPlain).text(), "You stay in: It rains.");
}

TEST(Sentence, ValuesAreNoTemplates) {
  EXPECT_EQ(kLength("{length}", 8).text(), "'{length}' has 8 letters, and 8 are too many.");
  EXPECT_EQ(kLength("{", 1).text(), "'{' has 1 letters, and 1 are too many.");
}

TEST(Sentence, HasACodeAndParametersForPrograms) {
  EXPECT_EQ(code_of(kPlain), R"({"code":"plain"})");
  EXPECT_EQ(code_of(kLength("\"A\"", 3)),
            R"({"code":"length","params":{"name":"\"A\"","length":3}})");
  EXPECT_EQ(code_of(kBecause(kLength("Ada", 3))),
            R"({"code":"because","params":{"reason":{"detail":)"
            R"("'Ada' has 3 letters, and 3 are too many.","code":"length",)"
            R"("params":{"name":"Ada","length":3}}}})");
}

TEST(Sentence, ParametersAreNamedOnce) {
  using Names = std::vector<std::string_view>;
  EXPECT_EQ(parameters_of(kPlain.english), Names());
  EXPECT_EQ(parameters_of(kLength.english), (Names{"name", "length"}));
  EXPECT_EQ(count_parameters("{a} {b} {a}{c}"), 3U);
}

TEST(Faults, SayTheirSentence) {
  const Error error = invalid("name", kLength("Ada", 3)).error();
  EXPECT_EQ(error.message, "'Ada' has 3 letters, and 3 are too many.");
  EXPECT_EQ(fault_of(error)->field, "name");
  EXPECT_TRUE(says(error, kLength));
  EXPECT_FALSE(says(error, kPlain));
  EXPECT_EQ(said_by(error).code(), "length");
}

TEST(Faults, OfTheStoreHaveNoSentenceOfTheirOwn) {
  const Error error{ErrorCode::kThrottled, "Too many writes {are} waiting.", nullptr};
  EXPECT_FALSE(says(error, kPlain));
  EXPECT_EQ(said_by(error).code(), kOtherReason.code);
  EXPECT_EQ(said_by(error).text(), "Too many writes {are} waiting.");
}

}  // namespace
}  // namespace norn
