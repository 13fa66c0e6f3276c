#include "apps/family/kinship/relatives.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/family/kinship/test_tree.h"

namespace norn::family {
namespace {

using Kinds = std::map<RelativeKind, std::string>;

Kinds relatives_text(const FamilyGraph& graph, std::string_view person) {
  Kinds kinds;
  for (const Relative& relative : relatives(graph, graph.find(person).value()).people) {
    std::string& text = kinds[relative.kind];
    if (!text.empty()) text += ' ';
    text += graph.id(relative.line.to());
  }
  return kinds;
}

TEST(Relatives, AreListedByKind) {
  const FamilyGraph graph = TestTree(R"(
      m GF
      f GM
      m F
      f M
      m U
      m C
      m me
      f sis
      m half
      f M2
      m step
      f adopted
      m fostered
      f wife
      m WF
      m WB
      f kid
      m KH
      f grandkid
      m nephew
      m stepson
      GF GM > F U
      F + M2
      F M > me sis
      F M2 > half
      M2 > step
      F M a> adopted
      M f> fostered
      U > C
      me + wife
      wife > stepson
      WF > wife WB
      me wife > kid
      kid + KH
      kid > grandkid
      sis > nephew)")
                                .graph();
  using K = RelativeKind;
  EXPECT_EQ(relatives_text(graph, "me"), (Kinds{{K::kParent, "F M"},
                                                {K::kStepParent, "M2"},
                                                {K::kSibling, "sis"},
                                                {K::kHalfSibling, "half"},
                                                {K::kAdoptiveSibling, "adopted"},
                                                {K::kStepSibling, "step"},
                                                {K::kFosterSibling, "fostered"},
                                                {K::kSpouse, "wife"},
                                                {K::kChild, "kid"},
                                                {K::kStepChild, "stepson"},
                                                {K::kGrandparent, "GF GM"},
                                                {K::kGrandchild, "grandkid"},
                                                {K::kUncleOrAunt, "U"},
                                                {K::kNephewOrNiece, "nephew"},
                                                {K::kCousin, "C"},
                                                {K::kParentInLaw, "WF"},
                                                {K::kChildInLaw, "KH"},
                                                {K::kSiblingInLaw, "WB"}}));
  EXPECT_EQ(
      relatives_text(graph, "WF"),
      (Kinds{{K::kChild, "wife WB"}, {K::kGrandchild, "kid stepson"}, {K::kChildInLaw, "me"}}));
}

TEST(Relatives, AreThereOncePerKindWhenTheyAreRelatedTwice) {
  const FamilyGraph graph = TestTree(R"(
      m GF
      f GM
      m A
      f B
      m X
      f he_parent
      m he
      f she
      GF GM > A B
      A > he
      B > she
      X > A B
      he + she)")
                                .graph();
  using K = RelativeKind;
  EXPECT_EQ(relatives_text(graph, "he"), (Kinds{{K::kParent, "A"},
                                                {K::kSpouse, "she"},
                                                {K::kGrandparent, "GF GM X"},
                                                {K::kUncleOrAunt, "B"},
                                                {K::kCousin, "she"},
                                                {K::kParentInLaw, "B"}}));
}

TEST(Relatives, StopAtTheirBoundAndSaySo) {
  std::string text = "m F\n";
  for (int i = 0; i < 30; ++i)
    text += "m c" + std::to_string(i) + "\nF > c" + std::to_string(i) + "\n";
  const FamilyGraph graph = TestTree(text).graph();
  const Relatives all = relatives(graph, 0);
  EXPECT_EQ(all.people.size(), 30U);
  EXPECT_FALSE(all.is_cut);
  const Relatives some = relatives(graph, 0, 10);
  EXPECT_EQ(some.people.size(), 10U);
  EXPECT_TRUE(some.is_cut);
}

}  // namespace
}  // namespace norn::family
