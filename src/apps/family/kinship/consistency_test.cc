#include "apps/family/kinship/consistency.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/test_tree.h"

namespace norn::family {
namespace {

constexpr std::string_view kHousehold = R"(
    m F
    f M
    ? P
    f adopter
    m child
    f second
    m third
    F M > child second
    P > third
    adopter a> child)";

constexpr int64_t kYearDays = 365;

// An exact day.
DayBounds day_on(int64_t day) {
  return {day, day};
}
// Some day of those.
DayBounds day_between(int64_t first, int64_t last) {
  return {first, last};
}
DayBounds day_before(int64_t day) {
  return {{}, day};
}
DayBounds day_after(int64_t day) {
  return {day, {}};
}

// "parentTooYoung F child years=10", a likely one with a question mark.
std::vector<std::string> findings_text(const ConsistencyReport& report) {
  std::vector<std::string> texts;
  for (const Finding& finding : report.findings) {
    std::string text(code_text(finding.code));
    if (finding.certainty == Certainty::kLikely) text += '?';
    for (const std::string& person : finding.people) text += " " + person;
    for (const auto& [name, value] : finding.parameters) {
      text += " " + std::string(name) + "=" + value;
    }
    texts.push_back(text);
  }
  return texts;
}

using FindingTexts = std::vector<std::string>;

struct DatesCase {
  std::string_view name;
  std::vector<LifeDates> people;
  FindingTexts findings;
};

void expect_findings(const std::vector<DatesCase>& cases) {
  const FamilyGraph graph = TestTree(kHousehold).graph();
  for (const DatesCase& each : cases) {
    EXPECT_EQ(findings_text(consistency_report(graph, each.people, {}, {})), each.findings)
        << each.name;
  }
}

TEST(Consistency, FindsNothingWhereAllIsWell) {
  expect_findings({
      {"nothing is known", {}, {}},
      {"people who are not there", {{"X", day_on(100), day_on(0)}}, {}},
      {"a usual family",
       {{"F", day_on(0), day_on(80 * kYearDays)},
        {"M", day_on(kYearDays), day_on(90 * kYearDays)},
        {"child", day_on(25 * kYearDays)},
        {"second", day_on(27 * kYearDays)}},
       {}},
      {"twins around midnight", {{"child", day_on(1000)}, {"second", day_on(1001)}}, {}},
      {"a child after its father's death", {{"F", {}, day_on(1000)}, {"child", day_on(1300)}}, {}},
      {"a mother who dies at the birth", {{"M", {}, day_on(1000)}, {"child", day_on(1000)}}, {}},
      {"an adoptive mother who is younger", {{"adopter", day_on(1000)}, {"child", day_on(0)}}, {}},
      {"a day without life", {{"F", day_on(5), day_on(5)}}, {}},
      {"bounds that allow it",
       {{"F", day_between(0, 20 * kYearDays)}, {"child", day_on(22 * kYearDays)}},
       {}},
      {"only one side is known", {{"F", day_before(0)}, {"child", day_after(10 * kYearDays)}}, {}},
      {"bounds in the wrong order",
       {{"F", day_between(100 * kYearDays, 0)}, {"child", day_on(0)}},
       {}},
      {"days far away", {{"F", day_on(INT64_MAX)}, {"child", day_on(INT64_MIN)}}, {}},
  });
}

TEST(Consistency, FindsWhatIsCertain) {
  expect_findings({
      {"death", {{"F", day_on(10), day_on(9)}}, {"deathBeforeBirth F"}},
      {"bounds of death", {{"F", day_after(10), day_before(9)}}, {"deathBeforeBirth F"}},
      {"age", {{"F", day_on(0), day_on(125 * kYearDays)}}, {"tooOld F years=124"}},
      {"parent born later",
       {{"F", day_on(10)}, {"child", day_on(9)}},
       {"parentBornAfterChild F child"}},
      {"young parent",
       {{"P", day_on(0)}, {"third", day_on(11 * kYearDays)}},
       {"parentTooYoung P third years=10"}},
      {"young parent by bounds",
       {{"F", day_after(0)}, {"child", day_before(10 * kYearDays)}},
       {"parentTooYoung F child years=9"}},
      {"old mother",
       {{"M", day_on(0)}, {"child", day_on(65 * kYearDays)}},
       {"motherTooOld M child years=64"}},
      {"old father is none", {{"F", day_on(0)}, {"child", day_on(65 * kYearDays)}}, {}},
      {"old father",
       {{"F", day_on(0)}, {"child", day_on(95 * kYearDays)}},
       {"fatherTooOld F child years=94"}},
      {"old parent",
       {{"P", day_on(0)}, {"third", day_on(95 * kYearDays)}},
       {"fatherTooOld P third years=94"}},
      {"after the mother",
       {{"M", {}, day_on(1000)}, {"child", day_on(1001)}},
       {"bornAfterMothersDeath M child days=1"}},
      {"after the father",
       {{"F", {}, day_on(1000)}, {"child", day_on(1400)}},
       {"bornAfterFathersDeath F child days=400"}},
      {"siblings",
       {{"second", day_on(1000)}, {"child", day_on(1100)}},
       {"siblingsTooClose second child M days=100"}},
      {"siblings two days apart",
       {{"second", day_on(1000)}, {"child", day_on(1002)}},
       {"siblingsTooClose second child M days=2"}},
  });
}

TEST(Consistency, WarnsOfWhatIsLikely) {
  expect_findings({
      {"death", {{"F", day_between(0, 300), day_between(-300, 100)}}, {"deathBeforeBirth? F"}},
      {"young parent",
       {{"F", day_between(0, kYearDays)},
        {"child", day_between(12 * kYearDays - 100, 12 * kYearDays + 100)}},
       {"parentTooYoung? F child years=11"}},
      {"siblings in one season",
       {{"second", day_between(1000, 1030)}, {"child", day_between(1230, 1260)}},
       {"siblingsTooClose? second child M days=230"}},
      {"siblings in one year", {{"second", day_between(0, 364)}, {"child", day_on(300)}}, {}},
      {"days that are hardly known",
       {{"F", day_between(0, 50 * kYearDays)}, {"child", day_between(0, 50 * kYearDays)}},
       {}},
  });
}

TEST(Consistency, LooksAtMarriagesAndEvents) {
  const FamilyGraph graph = TestTree(kHousehold).graph();
  const std::vector<LifeDates> people = {{"F", day_on(0), day_on(60 * kYearDays)},
                                         {"M", day_between(20 * kYearDays, 21 * kYearDays), {}}};
  const std::vector<MarriageDates> marriages = {{"M", "F", day_on(30 * kYearDays)},
                                                {"F", "M", day_on(70 * kYearDays)},
                                                {"F", "M", day_before(40 * kYearDays)},
                                                {"F", "nobody", day_on(70 * kYearDays)}};
  const std::vector<LifeEvent> events = {{"F", "census", day_on(10 * kYearDays)},
                                         {"F", "baptism", day_on(-3)},
                                         {"F", "move", day_after(60 * kYearDays + 5)},
                                         {"nobody", "move", day_on(0)}};
  EXPECT_EQ(findings_text(consistency_report(graph, people, marriages, events)),
            (FindingTexts{"marriedTooYoung M F years=9", "marriedAfterDeath F M days=3650",
                          "eventBeforeBirth F eventId=baptism days=3",
                          "eventAfterDeath F eventId=move days=5"}));
}

TEST(Consistency, NamesThoseWhoAreTheirOwnAncestors) {
  const FamilyGraph graph = TestTree(R"(
      m a
      m b
      m c
      m d
      m e
      m f
      m alone
      a > b
      b > c
      c > a
      c > d
      e > f
      f > e
      f > d
      alone > alone)")
                                .graph();
  EXPECT_EQ(findings_text(consistency_report(graph, {}, {}, {})),
            (FindingTexts{"ownAncestor a b c", "ownAncestor e f", "ownAncestor alone"}));
}

TEST(Consistency, StopsAtItsBounds) {
  constexpr size_t kPeople = 100'000;
  std::vector<std::string> ids;
  for (size_t i = 0; i < kPeople; ++i) ids.push_back(std::to_string(i));
  std::vector<GraphPerson> people;
  std::vector<GraphParentLink> links;
  std::vector<LifeDates> dates;
  for (size_t i = 0; i < kPeople; ++i) {
    people.push_back({.id = ids[i]});
    links.push_back({ids[i], ids[(i + 1) % kPeople], ParentKind::kBiological});
    dates.push_back({ids[i], day_on(1), day_on(0)});
  }
  const ConsistencyReport report =
      consistency_report(FamilyGraph(people, links, {}), dates, {}, {});
  EXPECT_EQ(report.findings.size(), kMaxFindings);
  EXPECT_TRUE(report.is_cut);
  EXPECT_EQ(report.findings.front().code, FindingCode::kOwnAncestor);
  EXPECT_EQ(report.findings.front().people.size(), kMaxPeopleOfFinding);
}

}  // namespace
}  // namespace norn::family
