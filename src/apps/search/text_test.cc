#include "apps/search/text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace norn::search {
namespace {

using Words = std::vector<std::string>;

Words words(std::string_view text, size_t most = 100) {
  return index_words(parts_of(text), most);
}

// Whether an index with the words of a text leads to it by every term of a query.
bool leads_to(std::string_view text, const IndexQuery& query) {
  const Words there = words(text);
  return std::ranges::all_of(query.terms(), [&](const IndexQuery::Term& term) {
    return std::ranges::any_of(there, [&](const std::string& word) {
      return term.is_whole ? word == term.text : word.starts_with(term.text);
    });
  });
}

TEST(SearchText, HasNeitherCaseNorAccents) {
  EXPECT_EQ(folded("Zahnarzt"), "zahnarzt");
  EXPECT_EQ(folded("CAFÉ"), folded("cafe\u0301"));
  EXPECT_EQ(folded("Straße"), "strasse");
  EXPECT_EQ(folded("ﬁne"), "fine");
  EXPECT_EQ(folded("ΣΊΣΥΦΟΣ"), folded("σίσυφος"));
  EXPECT_EQ(folded("\xff"), "\xff");
}

TEST(SearchText, HasItsWordsInAnyOrder) {
  EXPECT_TRUE(SearchWords("team stand").are_in("Standup of the Team"));
  EXPECT_TRUE(SearchWords("  ÜBER ").are_in("uberblick"));
  EXPECT_FALSE(SearchWords("team lunch").are_in("Standup of the Team"));
  EXPECT_TRUE(SearchWords("a\u00a0b").are_in("b, then a"));
  EXPECT_TRUE(SearchWords(" \t\n").empty());
}

TEST(SearchText, IsIndexedByWordsAndByPairsWhereThereAreNoSpaces) {
  EXPECT_EQ(words("Dig, dig: the Café's 2nd #hole_x!"),
            (Words{"dig", "the", "cafe", "s", "2nd", "hole", "x"}));
  EXPECT_EQ(words("完成任務"), (Words{"完成", "成任", "任務", "務"}));
  EXPECT_EQ(words("Norn計画v2"), (Words{"norn", "計画", "画", "v2"}));
  EXPECT_EQ(words("一"), Words{"一"});
  EXPECT_EQ(words("ｱﾙﾌｧ"), words("アルファ")) << "half and full width are the same";
  EXPECT_EQ(words("a b c", 2), (Words{"a", "b"}));
  EXPECT_EQ(words("\xff\xfe"), Words{});
  EXPECT_EQ(words("#/\u2028\u0001…"), Words{});
  EXPECT_EQ(words(std::string(500, 'x')), Words{std::string(kMaxWordBytes, 'x')});
  const std::string two_bytes_too_long = std::string(kMaxWordBytes - 1, 'x').append("я");
  EXPECT_EQ(words(two_bytes_too_long), Words{std::string(kMaxWordBytes - 1, 'x')});
}

TEST(SearchText, IsFoundByTheBeginningsOfItsWordsAndByPartsOfRuns) {
  struct Row {
    std::string_view text;
    std::string_view query;
    bool is_found;
  };
  constexpr Row kRows[] = {
      {"Dig the garden", "gard dig", true}, {"Dig the garden", "GÄRD", true},
      {"Dig the garden", "arden", false},   {"Dig the garden", "dig sow", false},
      {"明天完成任務。", "任務", true},     {"明天完成任務。", "務", true},
      {"明天完成任務。", "天完成", true},   {"明天完成任務。", "明任", false},
      {"任務 與 會議", "任務會議", false},  {"Plan 2026-11", "2026", true},
      {"Привет, мир", "ПРИВ мир", true},    {"東京タワー", "タワ", true},
      {"완성된 계획", "완성", true},        {"a任務b", "任務", true},
  };
  for (const Row& row : kRows) {
    const IndexQuery query(row.query);
    const bool is_found = query.is_in(parts_of(row.text));
    EXPECT_EQ(is_found, row.is_found) << row.text << " / " << row.query;
    EXPECT_TRUE(!is_found || leads_to(row.text, query)) << row.text << " / " << row.query;
  }
  EXPECT_TRUE(IndexQuery(" !? ").terms().empty());
  EXPECT_EQ(IndexQuery("a b c d e f g h i j k l").terms().size(), 8);
}

}  // namespace
}  // namespace norn::search
