#include "apps/family/kinship/lineage.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "apps/family/kinship/test_tree.h"

namespace norn::family {
namespace {

constexpr std::array<std::string_view, 4> kKindLetters = {"", "a", "s", "f"};

// "1:F 2:GF+1a": generation and id, "+1" for one line more, then the kind if it is not biological.
std::string lineage_text(const FamilyGraph& graph, const Lineage& lineage) {
  std::string text;
  for (const LineagePerson& person : lineage.people) {
    if (!text.empty()) text += ' ';
    text += std::to_string(person.generation) + ":" + std::string(graph.id(person.person));
    if (person.more_lines > 0) text += "+" + std::to_string(person.more_lines);
    text += kKindLetters[static_cast<size_t>(person.kind)];
  }
  return text;
}

PersonIndex person_of(const FamilyGraph& graph, std::string_view id) {
  return graph.find(id).value();
}

// The parents of `me` are cousins; one of them was adopted by the other grandfather as well.
constexpr std::string_view kCousins = R"(
    m A
    f B
    m C
    f D
    m E
    f F
    m me
    m kid
    A B > C D
    C > E
    D > F
    E F > me
    me > kid)";

TEST(Lineage, NamesEachAncestorOnceAndCountsFurtherLines) {
  const FamilyGraph graph = TestTree(kCousins).graph();
  const Lineage lineage = ancestors(graph, person_of(graph, "me"));
  EXPECT_EQ(lineage_text(graph, lineage), "1:E 1:F 2:C 2:D 3:A+1 3:B+1");
  EXPECT_FALSE(lineage.is_cut);
  EXPECT_FALSE(lineage.has_cycle);
  EXPECT_EQ(lineage_text(graph, descendants(graph, person_of(graph, "A"))),
            "1:C 1:D 2:E 2:F 3:me+1 4:kid+1");
}

TEST(Lineage, TakesTheShortestLineAndItsKind) {
  const FamilyGraph graph = TestTree(R"(
      m G
      m F
      m S
      m me
      G > F
      F > me
      S s> me
      G > S
      G a> me)")
                                .graph();
  EXPECT_EQ(lineage_text(graph, ancestors(graph, person_of(graph, "me"))), "1:G+2a 1:F 1:Ss");
  const Lineage down = descendants(graph, person_of(graph, "G"));
  EXPECT_EQ(lineage_text(graph, down), "1:F 1:S 1:me+2a");
}

TEST(Lineage, OfTwoShortestLinesTakesTheClosest) {
  const FamilyGraph graph = TestTree("m G\nf A\nf B\nm me\nG f> A\nG > B\nA B > me").graph();
  const Lineage lineage = ancestors(graph, person_of(graph, "me"));
  EXPECT_EQ(lineage_text(graph, lineage), "1:A 1:B 2:G+1");
  EXPECT_EQ(lineage.people.back().previous, person_of(graph, "B"));
}

TEST(Lineage, StopsAtItsBoundsAndSaysSo) {
  const FamilyGraph graph = TestTree(kCousins).graph();
  const PersonIndex me = person_of(graph, "me");
  const Lineage two = ancestors(graph, me, {.generations = 2});
  EXPECT_EQ(lineage_text(graph, two), "1:E 1:F 2:C 2:D");
  EXPECT_TRUE(two.is_cut);
  EXPECT_FALSE(ancestors(graph, me, {.generations = 3}).is_cut);
  const Lineage three_people = ancestors(graph, me, {.people = 3});
  EXPECT_EQ(lineage_text(graph, three_people), "1:E 1:F 2:C");
  EXPECT_TRUE(three_people.is_cut);
  EXPECT_FALSE(ancestors(graph, me, {.people = 6}).is_cut);
  EXPECT_TRUE(ancestors(graph, me, {.generations = 0}).people.empty());
}

TEST(Lineage, EndsInCycles) {
  const FamilyGraph graph = TestTree("m a\nm b\nm c\nm d\na > b\nb > c\nc > a\nd > c").graph();
  const Lineage of_a = ancestors(graph, person_of(graph, "a"));
  EXPECT_EQ(lineage_text(graph, of_a), "1:c 2:b 2:d");
  EXPECT_TRUE(of_a.has_cycle);
  const Lineage of_d = descendants(graph, person_of(graph, "d"));
  EXPECT_EQ(lineage_text(graph, of_d), "1:c 2:a 3:b");
  EXPECT_FALSE(of_d.has_cycle) << "d itself is in no cycle";
}

TEST(Lineage, CountsMoreLinesThanANumberHolds) {
  // Two parents who have the same two parents, forty generations long: 2^40 lines.
  std::string text = "m m0\nf f0\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string above = std::to_string(i - 1);
    const std::string here = std::to_string(i);
    text += "m m" + here + "\nf f" + here + "\n";
    text += "m" + above + " f" + above + " > m" + here + " f" + here + "\n";
  }
  const FamilyGraph graph = TestTree(text).graph();
  const Lineage lineage = ancestors(graph, person_of(graph, "m40"));
  EXPECT_EQ(lineage.people.size(), 80U);
  EXPECT_EQ(lineage.people.back().more_lines, UINT32_MAX);
}

TEST(CommonAncestors, AreTheNearest) {
  const FamilyGraph graph = TestTree(kCousins).graph();
  const auto text = [&](std::string_view first, std::string_view second) {
    std::string result;
    const auto found = common_ancestors(graph, person_of(graph, first), person_of(graph, second));
    for (const CommonAncestor& ancestor : found.people) {
      result += std::string(graph.id(ancestor.person)) +
                std::to_string(ancestor.first_generations) +
                std::to_string(ancestor.second_generations) + " ";
    }
    return result;
  };
  EXPECT_EQ(text("E", "F"), "A22 B22 ");
  EXPECT_EQ(text("me", "C"), "C20 ");
  EXPECT_EQ(text("C", "me"), "C02 ");
  EXPECT_EQ(text("me", "me"), "me00 ");
  EXPECT_EQ(text("D", "E"), "A12 B12 ");
  EXPECT_EQ(text("A", "B"), "");
}

TEST(CommonAncestors, AreFoundInCycles) {
  const FamilyGraph graph = TestTree("m a\nm b\nm x\nm y\na > b\nb > a\na > x y").graph();
  const auto found = common_ancestors(graph, person_of(graph, "x"), person_of(graph, "y"));
  ASSERT_EQ(found.people.size(), 1U);
  EXPECT_EQ(graph.id(found.people.front().person), "a");
}

TEST(OwnAncestor, WouldComeOfALinkToADescendant) {
  const FamilyGraph graph = TestTree(kCousins).graph();
  struct Case {
    std::string_view parent;
    std::string_view child;
    bool is_own_ancestor;
  };
  for (const Case& each : {Case{"B", "me", false}, Case{"me", "C", true}, Case{"kid", "A", true},
                           Case{"me", "me", true}, Case{"C", "D", false}}) {
    EXPECT_EQ(
        would_be_own_ancestor(graph, person_of(graph, each.parent), person_of(graph, each.child)),
        each.is_own_ancestor)
        << each.parent << " as parent of " << each.child;
  }
}

}  // namespace
}  // namespace norn::family
