#include "apps/family/kinship/names.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/lines.h"
#include "apps/family/kinship/test_tree.h"

namespace norn::family {
namespace {

constexpr size_t kChartSize = 6;
using Chart = std::array<std::array<std::string_view, kChartSize>, kChartSize>;

// People who are related by `up` and `down` generations through men and a couple: "me" to "to".
FamilyGraph chart_tree(size_t up, size_t down, char gender) {
  std::string text = "m me\nf wife_at_the_top\n";
  text += std::string(1, gender) + " to\n";
  for (size_t i = 1; i < up + down; ++i) text += "m p" + std::to_string(i) + "\n";
  const auto name = [&](size_t i) {
    return i == 0 ? "me" : i == up + down ? "to" : "p" + std::to_string(i);
  };
  for (size_t i = 0; i < up; ++i) text += name(i + 1) + " > " + name(i) + "\n";
  for (size_t i = up; i < up + down; ++i) text += name(i) + " > " + name(i + 1) + "\n";
  if (up > 0 && down > 0) text += "wife_at_the_top > " + name(up - 1) + " " + name(up + 1) + "\n";
  return TestTree(text).graph();
}

std::vector<std::string> names_between(const FamilyGraph& graph, std::string_view from,
                                       std::string_view to, std::string_view language) {
  std::vector<std::string> names;
  for (const Line& line : lines(graph, graph.find(from).value(), graph.find(to).value()).lines) {
    names.push_back(relation_name(graph, line, language));
  }
  return names;
}

std::string name_in_chart(size_t up, size_t down, char gender, std::string_view language) {
  if (up + down == 0) return names_between(chart_tree(1, 0, 'm'), "me", "me", language).at(0);
  return names_between(chart_tree(up, down, gender), "me", "to", language).at(0);
}

void expect_chart(const Chart& chart, std::string_view language) {
  for (size_t up = 0; up < kChartSize; ++up) {
    for (size_t down = 0; down < kChartSize; ++down) {
      EXPECT_EQ(name_in_chart(up, down, 'm', language), chart[up][down]) << up << " " << down;
    }
  }
}

// Generations up by generations down.
TEST(RelationNames, InEnglishAreThoseOfTheChartOfConsanguinity) {
  expect_chart(
      {{{"same person", "son", "grandson", "great-grandson", "great-great-grandson",
         "3rd great-grandson"},
        {"father", "brother", "nephew", "great-nephew", "great-great-nephew", "3rd great-nephew"},
        {"grandfather", "uncle", "first cousin", "first cousin once removed",
         "first cousin twice removed", "first cousin three times removed"},
        {"great-grandfather", "great-uncle", "first cousin once removed", "second cousin",
         "second cousin once removed", "second cousin twice removed"},
        {"great-great-grandfather", "great-great-uncle", "first cousin twice removed",
         "second cousin once removed", "third cousin", "third cousin once removed"},
        {"3rd great-grandfather", "3rd great-uncle", "first cousin three times removed",
         "second cousin twice removed", "third cousin once removed", "fourth cousin"}}},
      "en");
}

TEST(RelationNames, InGermanHaveDegrees) {
  expect_chart({{{"dieselbe Person", "Sohn", "Enkel", "Urenkel", "Ururenkel", "Urururenkel"},
                 {"Vater", "Bruder", "Neffe", "Großneffe", "Urgroßneffe", "Ururgroßneffe"},
                 {"Großvater", "Onkel", "Cousin", "Neffe 2. Grades", "Großneffe 2. Grades",
                  "Urgroßneffe 2. Grades"},
                 {"Urgroßvater", "Großonkel", "Onkel 2. Grades", "Cousin 2. Grades",
                  "Neffe 3. Grades", "Großneffe 3. Grades"},
                 {"Ururgroßvater", "Urgroßonkel", "Großonkel 2. Grades", "Onkel 3. Grades",
                  "Cousin 3. Grades", "Neffe 4. Grades"},
                 {"Urururgroßvater", "Ururgroßonkel", "Urgroßonkel 2. Grades",
                  "Großonkel 3. Grades", "Onkel 4. Grades", "Cousin 4. Grades"}}},
               "de");
}

TEST(RelationNames, InChineseFollowTheLineOfMen) {
  expect_chart(
      {{{"本人", "儿子", "孙子", "曾孙", "玄孙", "来孙"},
        {"父亲", "兄弟", "侄子", "侄孙", "兄弟的曾孙", "兄弟的玄孙"},
        {"祖父", "叔伯", "堂兄弟", "堂侄", "父亲的兄弟的曾孙", "父亲的兄弟的玄孙"},
        {"曾祖父", "叔伯祖父", "堂叔伯", "从堂兄弟", "祖父的兄弟的曾孙", "祖父的兄弟的玄孙"},
        {"高祖父", "曾祖父的兄弟", "曾祖父的兄弟的儿子", "曾祖父的兄弟的孙子", "曾祖父的兄弟的曾孙",
         "曾祖父的兄弟的玄孙"},
        {"天祖父", "高祖父的兄弟", "高祖父的兄弟的儿子", "高祖父的兄弟的孙子", "高祖父的兄弟的曾孙",
         "高祖父的兄弟的玄孙"}}},
      "zh");
}

TEST(RelationNames, AreGenderedAndCountFarGenerations) {
  struct Case {
    size_t up;
    size_t down;
    char gender;
    std::string_view english;
    std::string_view german;
    std::string_view chinese;
  };
  const std::vector<Case> cases = {
      {1, 0, 'f', "mother", "Mutter", "母亲"},
      {1, 0, '?', "parent", "Elternteil", "父亲或母亲"},
      {2, 0, 'f', "grandmother", "Großmutter", "祖母"},
      {2, 0, 'o', "grandparent", "Großelternteil", "祖父或祖母"},
      {4, 0, 'f', "great-great-grandmother", "Ururgroßmutter", "高祖母"},
      {0, 1, 'f', "daughter", "Tochter", "女儿"},
      {0, 1, 'o', "child", "Kind", "孩子"},
      {0, 2, 'f', "granddaughter", "Enkelin", "孙女"},
      {0, 2, '?', "grandchild", "Enkelkind", "孙子女"},
      {0, 3, 'f', "great-granddaughter", "Urenkelin", "曾孙女"},
      {1, 1, 'f', "sister", "Schwester", "姐妹"},
      {1, 1, '?', "sibling", "Geschwister", "兄弟姐妹"},
      {2, 1, 'f', "aunt", "Tante", "姑姑"},
      {2, 1, '?', "uncle or aunt", "Onkel oder Tante", "父亲的兄弟姐妹"},
      {3, 1, 'f', "great-aunt", "Großtante", "姑祖母"},
      {1, 2, 'f', "niece", "Nichte", "侄女"},
      {1, 2, 'o', "nephew or niece", "Neffe oder Nichte", "兄弟的孩子"},
      {1, 3, '?', "great-nephew or great-niece", "Großneffe oder Großnichte", "兄弟的孙子女"},
      {2, 2, 'f', "first cousin", "Cousine", "堂姐妹"},
      {2, 2, '?', "first cousin", "Cousin oder Cousine", "父亲的兄弟的孩子"},
      {3, 2, 'f', "first cousin once removed", "Tante 2. Grades", "堂姑"},
      {2, 3, 'f', "first cousin once removed", "Nichte 2. Grades", "堂侄女"},
      {3, 3, 'f', "second cousin", "Cousine 2. Grades", "从堂姐妹"},
      {7, 0, 'm', "5th great-grandfather", "5-fach-Urgroßvater", "往上第7代的男性祖先"},
      {0, 13, 'f', "11th great-granddaughter", "11-fach-Urenkelin", "往下第13代的女性后代"},
      {0, 24, 'm', "22nd great-grandson", "22-fach-Urenkel", "往下第24代的男性后代"},
      {13, 1, 'f', "11th great-aunt", "10-fach-Urgroßtante", "往上第12代的男性祖先的姐妹"},
      {13, 13, 'm', "12th cousin", "Cousin 12. Grades",
       "往上第12代的男性祖先的兄弟的往下第12代的男性后代"},
      {2, 14, 'm', "first cousin 12 times removed", "10-fach-Urgroßneffe 2. Grades",
       "父亲的兄弟的往下第13代的男性后代"},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(name_in_chart(each.up, each.down, each.gender, "en"), each.english);
    EXPECT_EQ(name_in_chart(each.up, each.down, each.gender, "de"), each.german);
    EXPECT_EQ(name_in_chart(each.up, each.down, each.gender, "zh"), each.chinese);
    EXPECT_EQ(name_in_chart(each.up, each.down, each.gender, "fr"), each.english);
  }
}

struct NameCase {
  std::string_view from;
  std::string_view to;
  std::string_view english;
  std::string_view german;
  std::string_view chinese;
};

void expect_names(const FamilyGraph& graph, const std::vector<NameCase>& cases) {
  for (const NameCase& each : cases) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(names_between(graph, each.from, each.to, "en"), Names{std::string(each.english)})
        << each.from << " " << each.to;
    EXPECT_EQ(names_between(graph, each.from, each.to, "de"), Names{std::string(each.german)})
        << each.from << " " << each.to;
    EXPECT_EQ(names_between(graph, each.from, each.to, "zh"), Names{std::string(each.chinese)})
        << each.from << " " << each.to;
  }
}

// Parents with children of other relations.
constexpr std::string_view kPatchwork = R"(
      m GF
      f GM
      f GM2
      m F
      f M
      f M2
      m U
      f HU
      m HC
      m me
      m half
      f other_half
      f adopted
      m fostered
      m stepson
      f stepniece
      f linked
      m adopted_son
      GF GM > F U
      GF GM2 > HU
      HU > HC
      F M > me
      F + M2
      F M2 > half
      M > other_half
      m Y
      Y > other_half
      M2 > stepson
      stepson > stepniece
      F M a> adopted
      F M f> fostered
      F s> linked
      adopted > adopted_son)";

TEST(RelationNames, TellHalfStepAdoptiveAndFosterRelativesApart) {
  const FamilyGraph graph = TestTree(kPatchwork).graph();
  expect_names(graph,
               {
                   {"me", "half", "half-brother", "Halbbruder", "同父异母的兄弟"},
                   {"me", "other_half", "half-sister", "Halbschwester", "同母异父的姐妹"},
                   {"me", "HU", "half-aunt", "Halbtante", "父亲的同父异母的姐妹"},
                   {"HU", "me", "half-nephew", "Halbneffe", "同父异母的兄弟的儿子"},
                   {"me", "HC", "half first cousin", "Halbcousin", "父亲的同父异母的姐妹的儿子"},
                   {"me", "M2", "stepmother", "Stiefmutter", "继母"},
                   {"M2", "me", "stepson", "Stiefsohn", "继子"},
                   {"me", "stepson", "stepbrother", "Stiefbruder", "继兄弟"},
                   {"me", "stepniece", "step-niece", "Stiefnichte", "父亲的妻子的孙女"},
                   {"GF", "GM2", "daughter's mother", "Mutter der Tochter", "女儿的母亲"},
                   {"linked", "F", "stepfather", "Stiefvater", "继父"},
                   {"F", "linked", "stepdaughter", "Stieftochter", "继女"},
                   {"linked", "GF", "step-grandfather", "Stiefgroßvater", "继祖父"},
                   {"me", "linked", "stepsister", "Stiefschwester", "继姐妹"},
                   {"adopted", "F", "adoptive father", "Adoptivvater", "养父"},
                   {"F", "adopted", "adopted daughter", "Adoptivtochter", "养女"},
                   {"me", "adopted", "adoptive sister", "Adoptivschwester", "养姐妹"},
                   {"GM", "adopted", "adoptive granddaughter", "Adoptivenkelin", "养孙女"},
                   {"U", "adopted_son", "adoptive great-nephew", "Adoptivgroßneffe", "养侄外孙"},
                   {"fostered", "M", "foster mother", "Pflegemutter", "寄养母亲"},
                   {"me", "fostered", "foster brother", "Pflegebruder", "寄养兄弟"},
               });
}

// Me with a wife, a former wife, siblings and children, and all of their spouses.
constexpr std::string_view kInLaws = R"(
      m GF
      f GM
      m F
      f M
      m U
      f UW
      f A
      m AH
      m me 1950
      f sis 1940
      m bro 1960
      f wife 1951
      m SH
      f BW
      m WF
      f WM
      m WGF
      f WS 1949
      m WB 1955
      m WSH
      f kid
      m KH
      m KHF
      m son
      f SW
      ? partner
      f ex
      m exF
      f exdaughter
      m+ late
      f widow
      f away
      m C
      f CW
      GF GM > F U A
      F M > me sis bro
      U + UW
      U > C
      C + CW
      A + AH
      sis + SH
      bro + BW
      me + wife
      WF WM > wife WS WB
      WGF > WF
      WS + WSH
      me wife > kid son
      kid + KH
      KHF > KH
      son + SW
      sis +? partner
      me +d ex
      exF > ex
      ex > exdaughter
      late +w widow
      AH +s away)";

TEST(RelationNames, OfInLawsAndCouples) {
  const FamilyGraph graph = TestTree(kInLaws).graph();
  expect_names(
      graph,
      {
          {"me", "wife", "wife", "Frau", "妻子"},
          {"wife", "me", "husband", "Mann", "丈夫"},
          {"sis", "partner", "partner", "Partner oder Partnerin", "伴侣"},
          {"me", "ex", "ex-wife", "Ex-Frau", "前妻"},
          {"ex", "me", "ex-husband", "Ex-Mann", "前夫"},
          {"widow", "late", "late husband", "verstorbener Mann", "亡夫"},
          {"late", "widow", "wife", "Frau", "妻子"},
          {"AH", "away", "wife (separated)", "Frau (getrennt lebend)", "妻子（分居）"},
          {"me", "WF", "father-in-law", "Schwiegervater", "岳父"},
          {"me", "WM", "mother-in-law", "Schwiegermutter", "岳母"},
          {"wife", "F", "father-in-law", "Schwiegervater", "公公"},
          {"wife", "M", "mother-in-law", "Schwiegermutter", "婆婆"},
          {"WF", "me", "son-in-law", "Schwiegersohn", "女婿"},
          {"F", "wife", "daughter-in-law", "Schwiegertochter", "儿媳"},
          {"me", "WS", "sister-in-law", "Schwägerin", "大姨子"},
          {"me", "WB", "brother-in-law", "Schwager", "小舅子"},
          {"wife", "sis", "sister-in-law", "Schwägerin", "大姑子"},
          {"wife", "bro", "brother-in-law", "Schwager", "小叔子"},
          {"me", "SH", "brother-in-law", "Schwager", "姐夫"},
          {"me", "BW", "sister-in-law", "Schwägerin", "弟媳"},
          {"bro", "wife", "sister-in-law", "Schwägerin", "嫂子"},
          {"me", "partner", "sibling-in-law", "Schwager oder Schwägerin", "姐姐的伴侣"},
          {"me", "WSH", "wife's sister's husband", "Schwippschwager", "连襟"},
          {"wife", "BW", "husband's brother's wife", "Schwippschwägerin", "妯娌"},
          {"me", "KHF", "daughter's father-in-law", "Schwiegervater der Tochter", "亲家公"},
          {"me", "UW", "aunt by marriage", "angeheiratete Tante", "叔伯的妻子"},
          {"me", "AH", "uncle by marriage", "angeheirateter Onkel", "姑父"},
          {"kid", "UW", "great-aunt by marriage", "angeheiratete Großtante", "叔伯祖父的妻子"},
          {"me", "CW", "first cousin's wife", "Frau des Cousins", "堂兄弟的妻子"},
          {"me", "WGF", "wife's grandfather", "Großvater der Frau", "妻子的祖父"},
          {"WGF", "me", "granddaughter's husband", "Mann der Enkelin", "孙女的丈夫"},
          {"wife", "C", "husband's first cousin", "Cousin des Mannes", "丈夫的堂兄弟"},
          {"wife", "CW", "husband's first cousin's wife", "Frau des Cousins des Mannes",
           "丈夫的堂兄弟的妻子"},
          {"me", "exF", "former father-in-law", "Ex-Schwiegervater", "前岳父"},
          {"me", "exdaughter", "former stepdaughter", "Ex-Stieftochter", "前继女"},
          {"wife", "ex", "husband's ex-wife", "Ex-Frau des Mannes", "丈夫的前妻"},
          {"KH", "WB", "wife's uncle", "Onkel der Frau", "妻子的舅舅"},
          {"KHF", "son", "son's wife's brother", "Bruder der Frau des Sohnes", "儿子的妻子的兄弟"},
      });
}

// Uncles, aunts and cousins on both sides, with years of birth.
constexpr std::string_view kBothSides = R"(
      m FF 1900
      f FM
      m MF
      f MM
      m MMF
      m FMF
      m F 1930
      f M 1932
      m elder_uncle 1925
      m younger_uncle 1935
      f aunt
      m mothers_brother
      f mothers_sister
      m me 1960
      f elder_sister 1955
      m younger_brother 1965
      m tang 1958
      f biao 1962
      f ebro_wife
      f ybro_wife
      f mbro_wife
      m msis_husband
      m sister_son
      f daughter
      m daughter_son
      f son_daughter
      m son
      m daughter_daughters_son
      f daughter_daughter
      m FF_brother 1890
      m FM_brother
      m MF_brother
      f MM_sister
      FFF > FF FF_brother
      m FFF
      f FFM
      FFM > FF FF_brother
      FMF > FM FM_brother
      m MFF
      MFF > MF MF_brother
      MMF > MM MM_sister
      FF FM > F elder_uncle younger_uncle aunt
      MF MM > M mothers_brother mothers_sister
      F M > me elder_sister younger_brother
      elder_uncle > tang
      aunt > biao
      elder_uncle + ebro_wife
      younger_uncle + ybro_wife
      mothers_brother + mbro_wife
      mothers_sister + msis_husband
      elder_sister > sister_son
      me > daughter son
      daughter > daughter_son daughter_daughter
      daughter_daughter > daughter_daughters_son
      son > son_daughter)";

TEST(RelationNames, InChineseDependOnSideAndAge) {
  const FamilyGraph graph = TestTree(kBothSides).graph();
  struct Case {
    std::string_view to;
    std::string_view name;
  };
  for (const Case& each : std::vector<Case>{
           {"FF", "祖父"},
           {"MF", "外祖父"},
           {"MM", "外祖母"},
           {"FMF", "曾外祖父"},
           {"MFF", "外曾祖父"},
           {"MMF", "外曾外祖父"},
           {"elder_uncle", "伯父"},
           {"younger_uncle", "叔父"},
           {"aunt", "姑姑"},
           {"mothers_brother", "舅舅"},
           {"mothers_sister", "姨妈"},
           {"ebro_wife", "伯母"},
           {"ybro_wife", "婶婶"},
           {"mbro_wife", "舅妈"},
           {"msis_husband", "姨父"},
           {"elder_sister", "姐姐"},
           {"younger_brother", "弟弟"},
           {"tang", "堂兄"},
           {"biao", "表妹"},
           {"sister_son", "外甥"},
           {"daughter_son", "外孙"},
           {"son_daughter", "孙女"},
           {"daughter_daughters_son", "外曾外孙"},
           {"FF_brother", "伯祖父"},
           {"FM_brother", "舅祖父"},
           {"MF_brother", "外叔伯祖父"},
           {"MM_sister", "外姨祖母"},
       }) {
    EXPECT_EQ(names_between(graph, "me", each.to, "zh"),
              std::vector<std::string>{std::string(each.name)});
  }
}

TEST(RelationNames, OfPathsTellTheWay) {
  // A row of couples, each of whose wives has a brother with a wife.
  std::string text = "m h0\n";
  for (int i = 1; i < 8; ++i) {
    const std::string n = std::to_string(i);
    text += "f w" + n + "\nm h" + n + "\nm f" + n + "\nh" + std::to_string(i - 1) + " + w" + n +
            "\nf" + n + " > w" + n + " h" + n + "\n";
  }
  const FamilyGraph graph = TestTree(text).graph();
  EXPECT_EQ(names_between(graph, "h0", "h2", "en").at(0), "wife's brother's wife's brother");
  EXPECT_EQ(names_between(graph, "h0", "h2", "de").at(0), "Bruder der Frau des Bruders der Frau");
  EXPECT_EQ(names_between(graph, "h0", "h2", "zh").at(0), "妻子的兄弟的妻子的兄弟");
  EXPECT_EQ(names_between(graph, "h0", "h7", "en").at(0), "related through 20 people");
  EXPECT_EQ(names_between(graph, "h0", "h7", "de").at(0), "verbunden über 20 Personen");
  EXPECT_EQ(names_between(graph, "h0", "h7", "zh").at(0), "通过20人相关联");
}

}  // namespace
}  // namespace norn::family
