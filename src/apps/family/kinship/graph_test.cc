#include "apps/family/kinship/graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "apps/family/kinship/test_tree.h"

namespace norn::family {
namespace {

std::string people_text(const FamilyGraph& graph, std::span<const ParentEdge> edges) {
  std::string text;
  for (const ParentEdge& edge : edges) {
    text += std::string(graph.id(edge.person)) + std::to_string(static_cast<int>(edge.kind)) + " ";
  }
  return text;
}

TEST(FamilyGraph, KnowsPeopleAndTheirLinks) {
  const FamilyGraph graph = TestTree(R"(
      m Adam 1900
      f Eve
      m Cain
      o Sam
      Adam Eve > Cain
      Adam a> Sam
      Adam +d Eve)")
                                .graph();
  ASSERT_EQ(graph.size(), 4U);
  const PersonIndex adam = graph.find("Adam").value();
  const PersonIndex eve = graph.find("Eve").value();
  const PersonIndex sam = graph.find("Sam").value();
  EXPECT_EQ(graph.id(adam), "Adam");
  EXPECT_EQ(graph.gender(eve), Gender::kFemale);
  EXPECT_EQ(graph.gender(sam), Gender::kOther);
  EXPECT_EQ(graph.birth(adam).earliest, kTestYearDays * -70);
  EXPECT_EQ(graph.birth(eve).latest, std::nullopt);
  EXPECT_EQ(people_text(graph, graph.children(adam)), "Cain0 Sam1 ");
  EXPECT_EQ(people_text(graph, graph.parents(graph.find("Cain").value())), "Adam0 Eve0 ");
  EXPECT_EQ(graph.parent_kind(adam, sam), ParentKind::kAdoptive);
  EXPECT_EQ(graph.parent_kind(sam, adam), std::nullopt);
  EXPECT_EQ(graph.couple_status(eve, adam), CoupleStatus::kDivorced);
  EXPECT_EQ(graph.couple_status(eve, sam), std::nullopt);
  EXPECT_EQ(graph.find("Abel"), std::nullopt);
  EXPECT_EQ(graph.find(""), std::nullopt);
}

TEST(FamilyGraph, LeavesOutWhatMakesNoSense) {
  const FamilyGraph graph = TestTree(R"(
      m a
      f b
      f a
      m c
      a > b
      a a> b
      a > a
      a > a
      a > nobody
      nobody + a
      a + a
      a +d b
      b + a
      b > a)")
                                .graph();
  EXPECT_EQ(graph.size(), 3U);
  EXPECT_EQ(graph.gender(0), Gender::kMale) << "the first of an id stays";
  EXPECT_EQ(graph.parent_kind(0, 1), ParentKind::kBiological) << "the closest kind stays";
  EXPECT_EQ(graph.parent_kind(1, 0), ParentKind::kBiological) << "a cycle is kept";
  EXPECT_EQ(graph.couple_status(0, 1), CoupleStatus::kMarried);
  EXPECT_TRUE(graph.parents(2).empty());
  EXPECT_EQ(graph.problems().double_people, 1U);
  EXPECT_EQ(graph.problems().unknown_people, 2U);
  EXPECT_EQ(graph.problems().double_links, 2U);
  EXPECT_EQ(graph.problems().own_parents, std::vector<PersonIndex>{0});
  EXPECT_EQ(graph.problems().own_spouses, 1U);
  EXPECT_EQ(graph.problems().people_over, 0U);
}

TEST(FamilyGraph, MayBeEmpty) {
  const FamilyGraph graph({}, {}, {});
  EXPECT_EQ(graph.size(), 0U);
  EXPECT_EQ(graph.find("a"), std::nullopt);
}

TEST(FamilyGraph, TakesNoMorePeopleThanItsBound) {
  const std::string id_of_all = "p";
  std::vector<GraphPerson> people(FamilyGraph::kMaxGraphPeople + 2, GraphPerson{.id = id_of_all});
  people.back().id = "last";
  const FamilyGraph graph(people, {}, {});
  EXPECT_EQ(graph.size(), 1U);
  EXPECT_EQ(graph.problems().people_over, 2U);
  EXPECT_EQ(graph.problems().double_people, FamilyGraph::kMaxGraphPeople - 1);
  EXPECT_EQ(graph.find("last"), std::nullopt);
}

}  // namespace
}  // namespace norn::family
