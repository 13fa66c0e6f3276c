#include "apps/family/kinship/duplicates.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/test_tree.h"

namespace norn::family {
namespace {

constexpr DayBounds kBornIn1900 = {-25'567, -25'203};
constexpr DayBounds kBornInMay1900 = {-25'447, -25'447};
constexpr DayBounds kBornInJune1900 = {-25'416, -25'416};
constexpr DayBounds kBornAbout1900 = {-26'297, -24'472};
constexpr DayBounds kBornIn1930 = {-14'610, -14'246};

constexpr std::string_view kTwoBranches = R"(
    m F
    f M
    m a
    m b
    f w
    m F2
    m kid
    F M > a
    F2 > b
    a + w
    b > kid)";

// "a b 85 sameName sameBirth".
std::vector<std::string> duplicates_text(const FamilyGraph& graph,
                                         const std::vector<DuplicateCandidate>& candidates) {
  std::vector<std::string> texts;
  for (const Duplicate& pair : probable_duplicates(graph, candidates).pairs) {
    std::string text = pair.first_id + " " + pair.second_id + " " + std::to_string(pair.score);
    for (const DuplicateReason reason : pair.reasons) {
      text += " " + std::string(reason_text(reason));
    }
    texts.push_back(text);
  }
  return texts;
}

using DuplicateTexts = std::vector<std::string>;

struct PairCase {
  std::string_view name;
  DuplicateCandidate a;
  DuplicateCandidate b;
  DuplicateTexts expected;
};

void expect_pairs(const std::vector<PairCase>& cases) {
  const FamilyGraph graph = TestTree(kTwoBranches).graph();
  for (const PairCase& each : cases) {
    EXPECT_EQ(duplicates_text(graph, {each.a, each.b}), each.expected) << each.name;
  }
}

TEST(Duplicates, AreProbableWhenNamesAndDatesFit) {
  expect_pairs({
      {"all the same",
       {.id = "a", .given_names = "Johann", .surname = "Müller", .birth = kBornInMay1900},
       {.id = "b", .given_names = "johann", .surname = "MÜLLER", .birth = kBornInMay1900},
       {"a b 75 sameName sameBirth"}},
      {"a day and a year",
       {.id = "b", .given_names = "Johann", .surname = "Müller", .birth = kBornIn1900},
       {.id = "a", .given_names = "Johann", .surname = "Müller", .birth = kBornInMay1900},
       {"a b 65 sameName possibleBirth"}},
      {"a maiden name",
       {.id = "a",
        .given_names = "Anna Maria",
        .surname = "Kurz",
        .birth_surname = "Lang",
        .birth = kBornInMay1900},
       {.id = "b", .given_names = "Anna", .surname = "Lang", .birth = kBornInMay1900},
       {"a b 70 similarName sameBirth"}},
      {"names that sound alike, and a place",
       {.id = "a",
        .given_names = "Philipp",
        .surname = "Schmidt",
        .birth = kBornInMay1900,
        .birth_place = "Köln,  Germany"},
       {.id = "b",
        .given_names = "Filip",
        .surname = "Schmitt",
        .birth = kBornInMay1900,
        .birth_place = "koln  germany"},
       {"a b 60 similarName sameBirth samePlace"}},
      {"an initial",
       {.id = "a",
        .given_names = "J.",
        .surname = "Smith",
        .birth = kBornInMay1900,
        .death = kBornIn1930},
       {.id = "b",
        .given_names = "John",
        .surname = "Smith",
        .birth = kBornInMay1900,
        .death = kBornIn1930},
       {"a b 73 similarName sameBirth possibleDeath"}},
      {"a name of another script",
       {.id = "a", .given_names = "小明", .surname = "王", .birth = kBornInMay1900},
       {.id = "b", .given_names = "小明", .surname = "王", .birth = kBornInMay1900},
       {"a b 75 sameName sameBirth"}},
  });
}

TEST(Duplicates, AreNotProbableOtherwise) {
  expect_pairs({
      {"the name alone",
       {.id = "a", .given_names = "John", .surname = "Smith"},
       {.id = "b", .given_names = "John", .surname = "Smith"},
       {}},
      {"other days",
       {.id = "a", .given_names = "John", .surname = "Smith", .birth = kBornInMay1900},
       {.id = "b", .given_names = "John", .surname = "Smith", .birth = kBornInJune1900},
       {}},
      {"another first name, as twins have",
       {.id = "a", .given_names = "John", .surname = "Smith", .birth = kBornInMay1900},
       {.id = "b", .given_names = "Peter", .surname = "Smith", .birth = kBornInMay1900},
       {}},
      {"another surname",
       {.id = "a", .given_names = "John", .surname = "Smith", .birth = kBornInMay1900},
       {.id = "b", .given_names = "John", .surname = "Miller", .birth = kBornInMay1900},
       {}},
      {"dead before the other was born",
       {.id = "a", .given_names = "John", .surname = "Smith", .death = kBornIn1900},
       {.id = "b", .given_names = "John", .surname = "Smith", .birth = kBornIn1930},
       {}},
      {"man and woman",
       {.id = "a", .given_names = "Andrea", .surname = "Rossi", .birth = kBornInMay1900},
       {.id = "w", .given_names = "Andrea", .surname = "Rossi", .birth = kBornInMay1900},
       {}},
      {"father and son",
       {.id = "F", .given_names = "John", .surname = "Smith", .birth = kBornAbout1900},
       {.id = "a", .given_names = "John", .surname = "Smith", .birth = kBornAbout1900},
       {}},
      {"grandfather and grandson",
       {.id = "F2", .given_names = "John", .surname = "Smith", .birth = kBornAbout1900},
       {.id = "kid", .given_names = "John", .surname = "Smith", .birth = kBornAbout1900},
       {}},
      {"nobody has a name",
       {.id = "a", .given_names = "", .surname = "Smith", .birth = kBornInMay1900},
       {.id = "b", .given_names = "", .surname = "Smith", .birth = kBornInMay1900},
       {}},
      {"somebody who is not there",
       {.id = "a", .given_names = "John", .surname = "Smith", .birth = kBornInMay1900},
       {.id = "x", .given_names = "John", .surname = "Smith", .birth = kBornInMay1900},
       {}},
      {"the same person twice",
       {.id = "a", .given_names = "John", .surname = "Smith", .birth = kBornInMay1900},
       {.id = "a", .given_names = "John", .surname = "Smith", .birth = kBornInMay1900},
       {}},
  });
}

TEST(Duplicates, OfACoupleAreNone) {
  const FamilyGraph graph = TestTree("? a\n? b\na + b").graph();
  EXPECT_EQ(
      duplicates_text(
          graph, {{.id = "a", .given_names = "Kim", .surname = "Lee", .birth = kBornInMay1900},
                  {.id = "b", .given_names = "Kim", .surname = "Lee", .birth = kBornInMay1900}}),
      DuplicateTexts{});
}

TEST(Duplicates, AreMoreProbableWithTheSameFamily) {
  const FamilyGraph graph = TestTree(R"(
      m F
      f M
      f wife
      m a
      m b
      m F2
      f M2
      m c
      F M > a b
      F2 M2 > c
      wife + a
      wife + b)")
                                .graph();
  const auto person = [](std::string_view id, std::string_view given) {
    return DuplicateCandidate{.id = id, .given_names = given, .surname = "Smith"};
  };
  EXPECT_EQ(duplicates_text(graph, {person("a", "John"), person("b", "John"), person("c", "John"),
                                    person("F", "George"), person("F2", "George"),
                                    person("M", "Ann"), person("M2", "Ann")}),
            (DuplicateTexts{"a b 95 sameName sameParents sameSpouse", "a c 66 sameName sameParents",
                            "b c 66 sameName sameParents"}));
}

TEST(Duplicates, OfVeryManyNamesakesAreBounded) {
  constexpr size_t kPeople = 20'000;
  std::vector<std::string> ids;
  for (size_t i = 0; i < kPeople; ++i) ids.push_back(std::to_string(i));
  std::vector<GraphPerson> people;
  std::vector<DuplicateCandidate> candidates;
  for (size_t i = 0; i < kPeople; ++i) {
    people.push_back({.id = ids[i]});
    candidates.push_back({.id = ids[i],
                          .given_names = "Johann",
                          .surname = "Müller",
                          .birth = {static_cast<int64_t>(i / 2), static_cast<int64_t>(i / 2)}});
  }
  const Duplicates found = probable_duplicates(FamilyGraph(people, {}, {}), candidates);
  EXPECT_EQ(found.pairs.size(), kMaxDuplicates);
  EXPECT_TRUE(found.is_cut);
  for (const Duplicate& pair : found.pairs) {
    EXPECT_EQ(std::stoul(pair.first_id) / 2, std::stoul(pair.second_id) / 2);
  }
}

}  // namespace
}  // namespace norn::family
