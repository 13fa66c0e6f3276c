#include "cli/sql_statements.h"

#include <gtest/gtest.h>

namespace norn::cli {
namespace {

std::vector<std::string> split(const std::vector<std::string>& lines) {
  StatementSplitter splitter;
  std::vector<std::string> statements;
  for (const std::string& line : lines) {
    splitter.add(line);
    while (const auto statement = splitter.next()) statements.push_back(*statement);
  }
  if (!splitter.rest().empty()) statements.push_back("rest: " + splitter.rest());
  return statements;
}

TEST(StatementSplitter, EndsStatementsAtSemicolons) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(split({"SELECT 1; SELECT 2;", "", ";"}), (Texts{"SELECT 1", "SELECT 2"}));
  EXPECT_EQ(split({"SELECT *", "FROM t;"}), Texts{"SELECT *\nFROM t"});
  EXPECT_EQ(split({"SELECT 'a;b''c;' FROM \"x;y\";"}), Texts{"SELECT 'a;b''c;' FROM \"x;y\""});
  EXPECT_EQ(split({"-- a; comment", "SELECT 1 -- more;", ";"}), Texts{"SELECT 1"});
  EXPECT_EQ(split({"SELECT '--';", "x"}), (Texts{"SELECT '--'", "rest: x"}));
  EXPECT_EQ(split({"SELECT 'open;", "still;';"}), Texts{"SELECT 'open;\nstill;'"});
}

TEST(WholeStatements, AreThoseOfAnArgument) {
  using Texts = std::vector<std::string>;
  EXPECT_EQ(*whole_statements("SELECT 1"), Texts{"SELECT 1"});
  EXPECT_EQ(*whole_statements("SELECT 1; SELECT 2;"), (Texts{"SELECT 1", "SELECT 2"}));
  EXPECT_EQ(*whole_statements("SELECT 1 -- a note"), Texts{"SELECT 1"});
  EXPECT_EQ(*whole_statements("-- a note\nSELECT 1\n"), Texts{"SELECT 1"});
  for (const char* bad : {"DELETE FROM t WHERE id = 'a", "-- a note", " ; ", ""}) {
    const auto statements = whole_statements(bad);
    ASSERT_FALSE(statements) << bad;
    EXPECT_EQ(statements.error().code, ErrorCode::kInvalid);
  }
}

TEST(Completion, KnowsNamesAndKeywords) {
  using Texts = std::vector<std::string>;
  const Texts names = {"PK", "calendsync", "norn", "norn-search", "select"};
  EXPECT_EQ(completions_of("sel", names), (Texts{"\"select\"", "select"}));
  EXPECT_EQ(completions_of("SEL", names), Texts{"SELECT"});
  EXPECT_EQ(completions_of("cal", names), Texts{"calendsync"});
  EXPECT_EQ(completions_of("norn", names), (Texts{"\"norn-search\"", "norn"}));
  EXPECT_EQ(completions_of("\"norn", names), (Texts{"\"norn\"", "\"norn-search\""}));
  EXPECT_EQ(completions_of("xyz", names), Texts{});
  EXPECT_EQ(completions_of("", {"a"}), Texts{"a"});
}

TEST(Completion, FindsTheWordBeforeTheCursor) {
  EXPECT_EQ(word_before("SELECT * FROM cal", 17), "cal");
  EXPECT_EQ(word_before("SELECT * FROM cal", 3), "SEL");
  EXPECT_EQ(word_before("SELECT * FROM \"norn-s", 21), "\"norn-s");
  EXPECT_EQ(word_before("SELECT * FROM \"norn\" W", 22), "W");
  EXPECT_EQ(word_before("WHERE PK='", 10), "");
  EXPECT_EQ(word_before("", 0), "");
}

}  // namespace
}  // namespace norn::cli
