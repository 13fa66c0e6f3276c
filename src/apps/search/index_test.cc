#include "apps/search/index.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "support/builders.h"
#include "support/interrupted_store.h"
#include "support/model_store.h"
#include "support/replies.h"

namespace norn::search {
namespace {

using testing::must;
using Effort = Index::Effort;
using Texts = std::vector<std::string>;

class IndexTest : public ::testing::Test {
 protected:
  IndexTest() { must(apps::ensure_table(store_, apps::search_table(tables_), "")); }

  void add(const std::string& thing, const std::string& text, const std::string& group = "garden") {
    things_.push_back({thing, {group}, index_words(parts_of(text), kMaxWordsPerThing)});
  }
  Index::Found find(const std::string& text, size_t most, Effort effort) {
    must(index_.update(std::exchange(things_, {})));
    return must(index_.find("garden", IndexQuery(text), most, effort));
  }
  Texts found(const std::string& text, size_t most) {
    return find(text, most, Effort::kThorough).things;
  }
  Texts sorted(Texts texts) {
    std::ranges::sort(texts);
    return texts;
  }

  ManualClock clock_{0};
  testing::ModelStore model_{clock_};
  testing::InterruptedStore store_{model_};
  apps::TableNames tables_;
  Index index_{store_, tables_, "projects"};
  std::vector<IndexedThing> things_;
};

TEST_F(IndexTest, FindsWhatHasAllTermsAndNothingOfOtherGroups) {
  add("TASK#1", "dig the bed");
  add("TASK#2", "dig a hole");
  add("TASK#3", "dig the bed", "shed");
  EXPECT_EQ(found("dig", 10), (Texts{"TASK#1", "TASK#2"}));
  EXPECT_EQ(found("dig", 1), Texts{"TASK#1"});
  EXPECT_EQ(found("bed dig", 10), Texts{"TASK#1"});
  EXPECT_EQ(found("bed sowing", 10), Texts{});
  EXPECT_EQ(found("bed sow", 10), Texts{"TASK#1"}) << "so few are compared by the caller";
  EXPECT_EQ(found("dig dig", 10), (Texts{"TASK#1", "TASK#2"}));
  EXPECT_EQ(found("dig", 0), Texts{});
}

// Words that begin with one another, and lists that are longer and shorter than a page.
TEST_F(IndexTest, MissesNothingThatMatches) {
  const Texts words = {"a", "ab", "abc", "b", "bc", "c", "ca", "cab", "完成", "成任"};
  std::mt19937 dice(1);
  const auto some_words = [&](size_t count) {
    Texts some;
    for (size_t i = 0; i < count; ++i) {
      // The first ones are the most frequent.
      some.push_back(words[std::min(dice() % words.size(), dice() % words.size())]);
    }
    return fmt::format("{}", fmt::join(some, " "));
  };
  std::vector<std::pair<std::string, std::string>> all;
  for (int i = 0; i < 1'000; ++i) {
    all.emplace_back(fmt::format("TASK#{:04}", i), some_words(1 + dice() % 4));
    add(all.back().first, all.back().second);
  }
  for (int round = 0; round < 50; ++round) {
    const std::string text = some_words(1 + dice() % 4);
    const IndexQuery query(text);
    Texts matching;
    for (const auto& [thing, its_text] : all) {
      if (query.is_in(parts_of(its_text))) matching.push_back(thing);
    }
    const Texts these = sorted(found(text, all.size()));
    EXPECT_TRUE(std::ranges::includes(these, matching)) << text;
    EXPECT_EQ(std::ranges::adjacent_find(these), these.end()) << text << ": each once";
    // If fewer are wanted, those that match come first.
    const Texts few = sorted(found(text, 5));
    EXPECT_LE(few.size(), 5) << text;
    if (matching.size() > 5) {
      EXPECT_TRUE(std::ranges::includes(matching, few)) << text;
    }
  }
}

TEST_F(IndexTest, ReadsAPartOfTheEntriesOfFrequentWords) {
  for (int i = 0; i < 2'000; ++i) {
    add(fmt::format("TASK#{:04}", i), i % 2 == 0 ? "even number" : "odd number");
  }
  found("number", 1);
  const size_t before = store_.queried_items();
  EXPECT_EQ(found("even number", 20).size(), 20);
  EXPECT_EQ(found("number", 20).size(), 20);
  EXPECT_LE(store_.queried_items() - before, 300);
}

TEST_F(IndexTest, SaysWhetherMoreEffortMayFindMore) {
  for (int i = 0; i < 1'000; ++i) {
    add(fmt::format("TASK#{:04}", i), i < 900 ? "early odd" : "late even");
    add(fmt::format("TASK#{:04}b", i), "early even");
  }
  const auto quick = find("late early", 20, Effort::kQuick);
  EXPECT_TRUE(quick.may_be_more) << "“late” has 100, and “early” more than are read";
  EXPECT_EQ(quick.things.size(), 20) << "all of them have “late”";
  EXPECT_FALSE(find("late early", 20, Effort::kThorough).may_be_more);
  EXPECT_EQ(found("late early", 20), Texts{}) << "all entries of both are known";
  EXPECT_FALSE(find("early even", 20, Effort::kQuick).may_be_more) << "these are enough";
  EXPECT_FALSE(find("late early", 100, Effort::kQuick).may_be_more) << "“late” has no others";
}

TEST_F(IndexTest, AWordThatIsTooFrequentToBeReadHidesNothing) {
  for (int i = 0; i < 10'100; ++i) add(fmt::format("TASK#{:05}", i), "common");
  Texts rare;
  for (int i = 0; i < 40; ++i) {
    rare.push_back(fmt::format("TASK#x{:02}", i));
    add(rare.back(), "common rare");
  }
  EXPECT_EQ(found("common rare", 40), rare);
  EXPECT_EQ(found("common rare", 30), Texts(rare.begin(), rare.begin() + 30));
}

TEST_F(IndexTest, EntriesOfOtherProgramsStopNothing) {
  add("TASK#1", "dig");
  found("dig", 1);
  for (const char* const key : {"dig", "dig#", "dig#\"TASK\"#2", "dig\"ger#x"}) {
    must(store_.put(testing::put(tables_.search(), {{"PK", "projects#garden"}, {"SK", key}})));
  }
  EXPECT_EQ(sorted(found("dig", 10)), (Texts{"\"TASK\"#2", "TASK#1", "x"}));
}

}  // namespace
}  // namespace norn::search
