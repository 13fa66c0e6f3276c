#include "apps/family/kinship/lines.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/test_tree.h"

namespace norn::family {
namespace {

// Three generations, with marriages, a divorce, and a second family.
constexpr std::string_view kFamily = R"(
    m GF
    f GM
    m F
    f M
    m U
    f UW
    f C
    m CH
    m me
    f sis
    m half
    f M2
    m step
    f wife
    m WF
    f WS
    m WSH
    f kid
    m KH
    m KHF
    GF + GM
    GF GM > F U
    F +d M
    F M > me sis
    F + M2
    F M2 > half
    M2 > step
    U + UW
    U UW > C
    C + CH
    me + wife
    WF > wife WS
    WS + WSH
    me wife > kid
    kid + KH
    KHF > KH)";

std::vector<std::string> lines_text(const FamilyGraph& graph, std::string_view from,
                                    std::string_view to, LineBounds bounds = {}) {
  std::vector<std::string> texts;
  const Lines found = lines(graph, graph.find(from).value(), graph.find(to).value(), bounds);
  for (const Line& line : found.lines) texts.push_back(line_text(graph, line));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(Lines, AreByDescentByMarriageAndByAnyPath) {
  const FamilyGraph graph = TestTree(kFamily).graph();
  struct Case {
    std::string_view from;
    std::string_view to;
    Texts lines;
  };
  const std::vector<Case> cases = {
      {"me", "me", {""}},
      {"me", "F", {"P:F"}},
      {"GM", "kid", {"C:F C:me C:kid"}},
      {"me", "sis", {"P:F&M C:sis"}},
      {"me", "half", {"P:F/half C:half"}},
      {"me", "M2", {"P:F S:M2"}},
      {"M2", "me", {"S:F C:me"}},
      {"me", "step", {"P:F S:M2 C:step"}},
      {"half", "step", {"P:M2 C:step"}},  // The father of step is not known.
      {"me", "C", {"P:F P:GF&GM C:U C:C"}},
      {"C", "me", {"P:U P:GF&GM C:F C:me"}},
      {"me", "UW", {"P:F P:GF&GM C:U S:UW"}},
      {"me", "CH", {"P:F P:GF&GM C:U C:C S:CH"}},
      {"me", "wife", {"S:wife"}},
      {"me", "WF", {"S:wife P:WF"}},
      {"me", "WS", {"S:wife P:WF C:WS"}},
      {"me", "WSH", {"S:wife P:WF C:WS S:WSH"}},
      {"sis", "wife", {"P:F&M C:me S:wife"}},
      {"me", "KH", {"C:kid S:KH"}},
      {"me", "KHF", {"C:kid S:KH P:KHF"}},
      {"wife", "KHF", {"C:kid S:KH P:KHF"}},
      {"wife", "F", {"S:me P:F"}},
      {"M", "M2", {"S:F S:M2"}},
      {"CH", "wife", {"S:C P:U P:GF&GM C:F C:me S:wife"}},
      // No other line, so the shortest path: three marriages.
      {"UW", "WSH", {"S:U P:GF&GM C:F C:me S:wife P:WF C:WS S:WSH"}},
      {"step", "U", {"P:M2 S:F P:GF&GM C:U"}},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(lines_text(graph, each.from, each.to), each.lines) << each.from << " " << each.to;
  }
}

TEST(Lines, AreNoneBetweenStrangers) {
  const FamilyGraph graph = TestTree("m a\nm b").graph();
  EXPECT_EQ(lines_text(graph, "a", "b"), Texts{});
}

TEST(Lines, AreSeveralWhenCousinsMarry) {
  const FamilyGraph graph = TestTree(R"(
      m GF
      f GM
      m A
      f B
      m he
      f she
      m son
      m brother
      GF GM > A B
      A > he brother
      B > she
      he + she
      he she > son)")
                                .graph();
  EXPECT_EQ(lines_text(graph, "he", "she"), (Texts{"S:she", "P:A P:GF&GM C:B C:she"}));
  // The son of both: a parent, and a child of the cousin.
  EXPECT_EQ(lines_text(graph, "he", "son"), (Texts{"C:son", "P:A P:GF&GM C:B C:she C:son"}));
  EXPECT_EQ(lines_text(graph, "brother", "she"),
            (Texts{"P:A C:he S:she", "P:A P:GF&GM C:B C:she"}));
}

TEST(Lines, OfDoubleCousinsAreTwo) {
  const FamilyGraph graph = TestTree(R"(
      m a1
      f a2
      m b1
      f b2
      m A
      m B
      f X
      f Y
      m me
      f you
      a1 a2 > A B
      b1 b2 > X Y
      A X > me
      B Y > you)")
                                .graph();
  EXPECT_EQ(lines_text(graph, "me", "you"),
            (Texts{"P:A P:a1&a2 C:B C:you", "P:X P:b1&b2 C:Y C:you"}));
}

TEST(Lines, TellKindsApart) {
  const FamilyGraph graph = TestTree(R"(
      m F
      f M
      m me
      m adopted
      m fostered
      f stepped
      m other
      F M > me
      F M a> adopted
      F M f> fostered
      F > other
      M s> other
      F s> stepped)")
                                .graph();
  const auto kind_between = [&](std::string_view from, std::string_view to) {
    const Lines found = lines(graph, graph.find(from).value(), graph.find(to).value());
    EXPECT_EQ(found.lines.size(), 1U) << from << " " << to;
    return found.lines.at(0).kind;
  };
  EXPECT_EQ(kind_between("me", "F"), ParentKind::kBiological);
  EXPECT_EQ(kind_between("me", "adopted"), ParentKind::kAdoptive);
  EXPECT_EQ(kind_between("adopted", "fostered"), ParentKind::kFoster);
  EXPECT_EQ(kind_between("me", "stepped"), ParentKind::kStep);
  // One line by the father; the other mother being a step-mother makes no second one.
  EXPECT_EQ(kind_between("me", "other"), ParentKind::kBiological);
}

TEST(Lines, StopAtTheirBoundAndSaySo) {
  // Each of two people descends in eight ways from one couple.
  std::string text = "m GF\nf GM\nm me\nf you\n";
  for (int i = 0; i < 8; ++i) {
    const std::string n = std::to_string(i);
    text += "m a" + n + "\nf b" + n + "\nGF GM > a" + n + " b" + n + "\n";
    text += "a" + n + " > me\nb" + n + " > you\n";
  }
  const FamilyGraph graph = TestTree(text).graph();
  const PersonIndex me = graph.find("me").value();
  const PersonIndex you = graph.find("you").value();
  const Lines all = lines(graph, me, you, {.lines = 64});
  EXPECT_EQ(all.lines.size(), 64U);
  EXPECT_FALSE(all.is_cut);
  const Lines some = lines(graph, me, you, {.lines = 10});
  EXPECT_EQ(some.lines.size(), 10U);
  EXPECT_TRUE(some.is_cut);
}

TEST(Lines, EndWhereEverybodyIsRelatedInCountlessWays) {
  // Siblings have children with each other, thirty generations long.
  std::string text = "m m0\nf f0\n";
  for (int i = 1; i <= 30; ++i) {
    const std::string above = std::to_string(i - 1);
    const std::string here = std::to_string(i);
    text += "m m" + here + "\nf f" + here + "\nm" + here + " + f" + here + "\n";
    text += "m" + above + " f" + above + " > m" + here + " f" + here + "\n";
  }
  const FamilyGraph graph = TestTree(text).graph();
  const Lines found = lines(graph, graph.find("m30").value(), graph.find("f30").value());
  EXPECT_EQ(found.lines.size(), LineBounds{}.lines);
  EXPECT_TRUE(found.is_cut);
  EXPECT_EQ(line_text(graph, found.lines.at(0)), "S:f30");
  EXPECT_EQ(line_text(graph, found.lines.at(1)), "P:m29&f29 C:f30");
}

TEST(Lines, EndInCycles) {
  const FamilyGraph graph = TestTree(R"(
      m a
      m b
      m c
      m d
      a > b
      b > c
      c > a
      a > d
      b + c
      d + b)")
                                .graph();
  for (PersonIndex from = 0; from < graph.size(); ++from) {
    for (PersonIndex to = 0; to < graph.size(); ++to) {
      EXPECT_FALSE(lines(graph, from, to).lines.empty()) << from << " " << to;
    }
  }
}

}  // namespace
}  // namespace norn::family
