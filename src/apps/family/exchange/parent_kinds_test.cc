#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/exchange/export.h"
#include "apps/family/exchange/import.h"
#include "apps/family/test_world.h"

// Of what kind each parent of a child is, through an import and an export.
namespace norn::family {
namespace {

using gedcom::Version;
using Parents = std::map<std::string, std::string>;

class ParentKindsTest : public FamilyTest {
 protected:
  std::string tree_from_file(std::string_view file) {
    return must(imports.run(ada, gedcom::file_of(file), "", {})).access.tree.id;
  }
  std::string exported(const std::string& tree, Version version = Version::k551) {
    TreeExport file = must(TreeExport::begin(scene.context, ada, tree, version));
    std::string text;
    while (must(file.append_next(text))) continue;
    std::erase(text, '\r');
    return text;
  }

  std::string person(const std::string& tree, std::string_view name) {
    for (const SeenPerson& seen : must(scene.people.list(ada, tree, 500, "")).people) {
      if (seen.person.first_name == name) return seen.person.id;
    }
    ADD_FAILURE() << "nobody is named " << name;
    return "";
  }
  std::vector<ParentChild> links_to(const std::string& tree, std::string_view child) {
    return must(relatives_of(scene.context, scene.tree_of(ada, tree), person(tree, child))).parents;
  }
  // "Adoptive 1990-05-03", by the name of the parent.
  Parents parents(const std::string& tree, std::string_view child = "Carl") {
    Parents all;
    for (const ParentChild& link : links_to(tree, child)) {
      const auto parent = must(scene.people.get(ada, tree, link.parent_id)).person;
      std::string words(to_text(link.type));
      if (link.adoption.is_known()) words += " " + link.adoption.words();
      EXPECT_TRUE(all.emplace(parent.first_name, words).second) << parent.first_name;
    }
    return all;
  }
  void change(const std::string& tree, std::string_view parent, const ParentChildPatch& patch) {
    const std::string parent_id = person(tree, parent);
    const std::string child_id = person(tree, "Carl");
    const auto now = must(scene.relationships.parent(ada, tree, parent_id, child_id));
    must(scene.relationships.change_parent(ada, tree, parent_id, child_id, patch, now.etag));
  }
  // The tree is the same after it was exported and imported again, in both versions, and what is
  // exported then is the same file.
  void expect_round_trip(const std::string& tree) {
    for (const Version version : {Version::k551, Version::k70}) {
      const std::string text = exported(tree, version);
      const std::string again = tree_from_file(text);
      EXPECT_EQ(parents(again), parents(tree)) << text;
      EXPECT_EQ(parents(tree_from_file(exported(again, version))), parents(tree)) << text;
      EXPECT_EQ(count(exported(again, version), " FAM\n"), count(text, " FAM\n")) << text;
    }
  }
  static size_t count(std::string_view text, std::string_view part) {
    size_t number = 0;
    for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
      ++number;
    }
    return number;
  }

  TreeImports imports{scene.context};
};

// Mary is the mother, Fred the father, Sten the stepfather, and Carl the child.
std::string file_of_carl(std::string_view lines_of_carl, std::string_view families,
                         std::string_view lines_of_sten = "") {
  return std::string("0 HEAD\n1 GEDC\n2 VERS 5.5.1\n2 FORM LINEAGE-LINKED\n1 CHAR UTF-8\n")
      .append("0 @I1@ INDI\n1 NAME Carl\n1 BIRT\n2 DATE 1980\n")
      .append(lines_of_carl)
      .append("0 @I2@ INDI\n1 NAME Mary\n1 SEX F\n1 BIRT\n2 DATE 1955\n")
      .append("0 @I3@ INDI\n1 NAME Sten\n1 SEX M\n")
      .append(lines_of_sten)
      .append("0 @I4@ INDI\n1 NAME Fred\n1 SEX M\n")
      .append(families)
      .append("0 TRLR\n");
}

constexpr std::string_view kWithSten = "0 @F1@ FAM\n1 HUSB @I3@\n1 WIFE @I2@\n1 CHIL @I1@\n";
constexpr std::string_view kStepFirst =
    "0 @F1@ FAM\n1 HUSB @I3@\n1 WIFE @I2@\n1 CHIL @I1@\n"
    "0 @F2@ FAM\n1 HUSB @I4@\n1 WIFE @I2@\n1 CHIL @I1@\n";

TEST_F(ParentKindsTest, ACloserFamilyOfOneParentSaysNothingOfTheOther) {
  struct Case {
    std::string_view lines;
    Parents parents;
  };
  const Case cases[] = {
      {"1 FAMC @F1@\n2 PEDI step\n1 FAMC @F2@\n",
       {{"Fred", "Biological"}, {"Mary", "Biological"}, {"Sten", "Step"}}},
      {"1 FAMC @F1@\n2 PEDI foster\n1 FAMC @F2@\n2 PEDI birth\n",
       {{"Fred", "Biological"}, {"Mary", "Biological"}, {"Sten", "Foster"}}},
      {"1 ADOP\n2 DATE 3 MAY 1990\n2 FAMC @F1@\n1 FAMC @F1@\n2 PEDI adopted\n1 FAMC @F2@\n",
       {{"Fred", "Biological"}, {"Mary", "Biological"}, {"Sten", "Adoptive 1990-05-03"}}},
      {"1 FAMC @F1@\n2 PEDI step\n1 FAMC @F2@\n2 PEDI adopted\n",
       {{"Fred", "Adoptive"}, {"Mary", "Adoptive"}, {"Sten", "Step"}}},
  };
  for (const Case& one : cases) {
    const std::string tree = tree_from_file(file_of_carl(one.lines, kStepFirst));
    EXPECT_EQ(parents(tree), one.parents) << one.lines;
    expect_round_trip(tree);
  }
}

TEST_F(ParentKindsTest, AStepfatherMayBeYoungerWhenTheMotherIsCloserElsewhere) {
  const std::string tree = tree_from_file(
      file_of_carl("1 FAMC @F1@\n2 PEDI step\n1 FAMC @F2@\n", kStepFirst, "1 BIRT\n2 DATE 1985\n"));
  EXPECT_EQ(parents(tree),
            (Parents{{"Fred", "Biological"}, {"Mary", "Biological"}, {"Sten", "Step"}}));
}

TEST_F(ParentKindsTest, AFamilyThatOnlyLinesSayKeepsItsKind) {
  const std::string tree = tree_from_file(file_of_carl(
      "1 FAMC @F1@\n2 PEDI foster\n1 FAMC @F2@\n",
      "0 @F1@ FAM\n1 WIFE @I2@\n1 CHIL @I1@\n0 @F2@ FAM\n1 HUSB @I4@\n1 WIFE @I2@\n1 CHIL @I1@\n"));
  EXPECT_EQ(parents(tree), (Parents{{"Fred", "Biological"}, {"Mary", "Biological"}}));
  EXPECT_TRUE(exported(tree).contains("1 FAMC @F1@\n2 PEDI foster\n")) << exported(tree);
  expect_round_trip(tree);
}

TEST_F(ParentKindsTest, OneOfAFamilyMayAdopt) {
  const Parents by_sten = {{"Mary", "Biological"}, {"Sten", "Adoptive 1990-05-03"}};
  for (const std::string_view kind : {"", "2 PEDI adopted\n", "2 PEDI birth\n"}) {
    const std::string tree = tree_from_file(file_of_carl(
        "1 ADOP\n2 DATE 3 MAY 1990\n2 FAMC @F1@\n3 ADOP HUSB\n1 FAMC @F1@\n" + std::string(kind),
        kWithSten));
    EXPECT_EQ(parents(tree), by_sten) << kind;
    EXPECT_TRUE(exported(tree).contains("3 ADOP HUSB\n"));
    expect_round_trip(tree);
  }
  const std::string both = tree_from_file(
      file_of_carl("1 ADOP\n2 DATE 3 MAY 1990\n2 FAMC @F1@\n3 ADOP HUSB\n"
                   "1 ADOP\n2 DATE 1991\n2 FAMC @F1@\n3 ADOP WIFE\n1 FAMC @F1@\n2 PEDI adopted\n",
                   kWithSten));
  EXPECT_EQ(parents(both), (Parents{{"Mary", "Adoptive 1991"}, {"Sten", "Adoptive 1990-05-03"}}));
  expect_round_trip(both);
}

TEST_F(ParentKindsTest, LinesOfAChildMaySayTheKindOfEachParent) {
  const std::string tree = tree_from_file(
      file_of_carl("1 FAMC @F1@\n", std::string(kWithSten) + "2 _FREL Step\n2 _MREL Natural\n"));
  EXPECT_EQ(parents(tree), (Parents{{"Mary", "Biological"}, {"Sten", "Step"}}));
  expect_round_trip(tree);
  change(tree, "Sten", {.type = ParentKind::kAdoptive});
  EXPECT_FALSE(exported(tree).contains("_FREL")) << exported(tree);
  expect_round_trip(tree);
}

TEST_F(ParentKindsTest, AMotherStaysAMotherBesideAnyOtherKindOfParent) {
  for (const ParentKind kind : {ParentKind::kStep, ParentKind::kAdoptive, ParentKind::kFoster}) {
    const std::string tree = scene.tree(ada);
    const std::string mary = scene.person(ada, tree, "Mary", "1955");
    const std::string sten = scene.person(ada, tree, "Sten");
    const std::string carl = scene.person(ada, tree, "Carl", "1980");
    scene.couple(ada, tree, mary, sten);
    scene.parent(ada, tree, mary, carl);
    must(scene.try_parent(ada, tree, sten, carl, kind));
    expect_round_trip(tree);
    if (kind != ParentKind::kAdoptive) continue;
    change(tree, "Sten", {.adoption = LifeDate{.day = "1990-05-03"}});
    EXPECT_TRUE(exported(tree).contains("3 ADOP ")) << exported(tree);
    expect_round_trip(tree);
  }
}

TEST_F(ParentKindsTest, AKindThatIsChangedInNornIsExported) {
  const std::string tree = tree_from_file(file_of_carl("1 FAMC @F1@\n", kWithSten));
  change(tree, "Sten", {.type = ParentKind::kStep});
  EXPECT_EQ(parents(tree), (Parents{{"Mary", "Biological"}, {"Sten", "Step"}}));
  expect_round_trip(tree);
}

TEST_F(ParentKindsTest, AnAdoptionThatIsCorrectedDoesNotComeBack) {
  constexpr std::string_view kLines =
      "1 ADOP\n2 DATE 3 MAY 1990\n2 PLAC Leeds\n2 FAMC @F1@\n1 FAMC @F1@\n2 PEDI adopted\n";
  const std::string both = tree_from_file(file_of_carl(kLines, kWithSten));
  change(both, "Sten", {.type = ParentKind::kBiological, .adoption = LifeDate()});
  change(both, "Mary", {.type = ParentKind::kBiological, .adoption = LifeDate()});
  EXPECT_FALSE(exported(both).contains("ADOP")) << exported(both);
  expect_round_trip(both);

  const std::string one = tree_from_file(file_of_carl(kLines, kWithSten));
  change(one, "Mary", {.type = ParentKind::kBiological, .adoption = LifeDate()});
  EXPECT_EQ(parents(one), (Parents{{"Mary", "Biological"}, {"Sten", "Adoptive 1990-05-03"}}));
  EXPECT_TRUE(exported(one).contains("3 ADOP HUSB\n")) << exported(one);
  expect_round_trip(one);

  const std::string undated = tree_from_file(file_of_carl(kLines, kWithSten));
  change(undated, "Sten", {.adoption = LifeDate()});
  change(undated, "Mary", {.adoption = LifeDate()});
  EXPECT_EQ(parents(undated), (Parents{{"Mary", "Adoptive"}, {"Sten", "Adoptive"}}));
  EXPECT_TRUE(exported(undated).contains("2 PLAC Leeds\n")) << "the rest of the adoption";
  expect_round_trip(undated);
}

// What a file says against itself stays as it is.
TEST_F(ParentKindsTest, AnAdoptionThatTheFileItselfDeniesIsKept) {
  const std::string tree = tree_from_file(file_of_carl(
      "1 ADOP\n2 DATE 3 MAY 1990\n2 FAMC @F1@\n1 FAMC @F1@\n2 PEDI foster\n", kWithSten));
  EXPECT_EQ(parents(tree), (Parents{{"Mary", "Foster"}, {"Sten", "Foster"}}));
  EXPECT_TRUE(exported(tree).contains("1 ADOP\n2 DATE 3 MAY 1990\n"));
  expect_round_trip(tree);
}

}  // namespace
}  // namespace norn::family
