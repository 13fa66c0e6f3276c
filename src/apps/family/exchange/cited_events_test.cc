#include "apps/family/exchange/cited_events.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "apps/family/exchange/export.h"
#include "apps/family/exchange/import.h"
#include "apps/family/facts.h"
#include "apps/family/limits.h"
#include "apps/family/merges.h"
#include "apps/family/test_world.h"

namespace norn::family {
namespace {

constexpr std::string_view kCitingHead = "0 HEAD\n1 GEDC\n2 VERS 7.0\n";
constexpr std::string_view kCitingBirth = R"(1 BIRT
2 DATE 1 JAN 1850
2 SOUR @S1@
3 PAGE 7
3 DATA
4 TEXT Born at noon.
3 QUAY 3
)";
// With lines that Norn does not model, and nothing else of the death.
constexpr std::string_view kCitingDeath = R"(1 DEAT
2 SOUR @S1@
3 PAGE 8
3 _APID 1,2::3
2 SOUR @S1@
)";
constexpr std::string_view kCitingMarriages = R"(1 MARR
2 SOUR @S2@
3 NOTE In Latin.
2 DATE 1875
1 MARR
2 DATE 1870
2 SOUR @S2@
3 PAGE 2
1 DIV
2 DATE 1880
2 SOUR @S2@
3 PAGE 3
1 DIV
2 DATE 1872
2 SOUR @S2@
3 PAGE 4
)";
constexpr std::string_view kCitingSources = R"(0 @S1@ SOUR
1 TITL Register
0 @S2@ SOUR
1 TITL Church book
0 TRLR
)";

std::string citing_file(std::string_view birth = kCitingBirth,
                        std::string_view death = kCitingDeath,
                        std::string_view marriages = kCitingMarriages) {
  return std::string(kCitingHead) +
         "0 @I1@ INDI\n1 NAME Adam /Smith/\n2 GIVN Adam\n2 SURN Smith\n1 SEX M\n" +
         std::string(birth) + std::string(death) +
         "1 FAMS @F1@\n0 @I2@ INDI\n1 NAME Eva /Smith/\n2 GIVN Eva\n2 SURN Smith\n1 SEX F\n1 FAMS "
         "@F1@\n"
         "0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n" +
         std::string(marriages) + std::string(kCitingSources);
}

class CitedEventsTest : public FamilyTest {
 protected:
  std::string imported(std::string_view file) {
    return must(imports.run(ada, gedcom::file_of(file), "", {})).access.tree.id;
  }
  // Without the header.
  std::string exported(const std::string& tree) {
    TreeExport file = must(TreeExport::begin(scene.context, ada, tree, gedcom::Version::k70));
    std::string text;
    while (must(file.append_next(text))) continue;
    std::erase(text, '\r');
    return text.substr(text.find("0 @I1@"));
  }
  Person adam_of(const std::string& tree) {
    for (const SeenPerson& seen : must(scene.people.list(ada, tree, 500, "")).people) {
      if (seen.person.first_name == "Adam") return seen.person;
    }
    ADD_FAILURE() << "no Adam";
    return {};
  }
  void change_adam(const std::string& tree, const PersonPatch& patch) {
    const Person adam = adam_of(tree);
    must(scene.people.change(ada, tree, adam.id, patch, adam.etag));
  }
  Couple couple_of_adam(const std::string& tree) {
    return must(relatives_of(scene.context, scene.tree_of(ada, tree), adam_of(tree).id))
        .couples.at(0);
  }
  // The id of the source with this title.
  std::string source(const std::string& tree, const std::string& title) {
    for (const Source& one : must(facts.sources(ada, tree))) {
      if (one.title == title) return one.id;
    }
    return "";
  }
  static std::string body(const std::string& file) { return file.substr(file.find("0 @I1@")); }

  TreeImports imports{scene.context};
  Facts facts{scene.context};
  Merges merges{scene.context};
};

TEST_F(CitedEventsTest, AreReadWithTheirSources) {
  const std::string tree = imported(citing_file());
  const std::string book = source(tree, "Register");
  const std::string church = source(tree, "Church book");
  const Person adam = adam_of(tree);
  EXPECT_EQ(adam.birth_citations,
            (std::vector<Citation>{
                {.source_id = book, .page = "7", .text = "Born at noon.", .quality = 3}}));
  EXPECT_EQ(adam.death_citations,
            (std::vector<Citation>{{.source_id = book, .page = "8"}, {.source_id = book}}));
  EXPECT_TRUE(adam.is_deceased);
  const Couple couple = couple_of_adam(tree);
  EXPECT_EQ(couple.marriage.marriage_citations, std::vector<Citation>{{.source_id = church}});
  EXPECT_EQ(couple.marriage.divorce_citations,
            (std::vector<Citation>{{.source_id = church, .page = "3"}}));
  EXPECT_EQ(couple.history.at(0).marriage_citations,
            (std::vector<Citation>{{.source_id = church, .page = "2"}}));
  EXPECT_EQ(couple.history.at(0).divorce_citations,
            (std::vector<Citation>{{.source_id = church, .page = "4"}}));
}

TEST_F(CitedEventsTest, ComeBackAsTheyWere) {
  for (const std::string& file :
       {citing_file(),
        citing_file("1 BIRT\n2 SOUR @S1@\n", "1 DEAT Y\n2 SOUR @S1@\n3 PAGE 8\n",
                    "1 MARR\n2 SOUR @S2@\n"),
        // Before the date; to no source; twice; and without a pointer.
        citing_file("1 BIRT\n2 SOUR @S1@\n3 _X 1\n2 DATE 1850\n2 SOUR A letter\n2 SOUR @S1@\n3 _X "
                    "1\n",
                    "1 DEAT\n2 DATE 1900\n2 SOUR @S2@\n2 SOUR @S2@\n1 DEAT\n2 SOUR @S2@\n", "")}) {
    const std::string tree = imported(file);
    EXPECT_EQ(exported(tree), body(file));
    EXPECT_EQ(exported(imported(std::string(kCitingHead) + exported(tree))), body(file));
  }
}

TEST_F(CitedEventsTest, OfVeryManyEachComesBack) {
  std::string birth = "1 BIRT\n2 DATE 1850\n";
  for (size_t i = 0; i <= kMaxCitations; ++i) {
    birth += "2 SOUR @S1@\n3 PAGE " + std::to_string(i) + "\n";
  }
  const std::string file = citing_file(birth);
  const std::string tree = imported(file);
  EXPECT_EQ(adam_of(tree).birth_citations.size(), kMaxCitations);
  EXPECT_EQ(exported(tree), body(file));
}

TEST_F(CitedEventsTest, AreWrittenAsTheyAreNow) {
  const std::string tree = imported(citing_file());
  std::vector<Citation> cited = adam_of(tree).death_citations;
  cited.pop_back();
  const std::vector<Citation> more = {{.source_id = source(tree, "Church book"), .page = "9"}};
  change_adam(tree, {.birth = LifeDate{.day = "1850-01-02"}, .death_citations = cited});
  const Couple couple = couple_of_adam(tree);
  must(scene.relationships.change_couple(ada, tree, couple.person1_id, couple.person2_id,
                                         {.marriage_citations = more}, couple.etag));
  std::string expected = body(citing_file());
  const auto replace = [&](std::string_view from, std::string_view to) {
    ASSERT_NE(expected.find(from), std::string::npos) << from;
    expected.replace(expected.find(from), from.size(), to);
  };
  replace("1 JAN 1850", "2 JAN 1850");
  replace("3 _APID 1,2::3\n2 SOUR @S1@\n", "3 _APID 1,2::3\n");
  replace("1 MARR\n2 SOUR @S2@\n3 NOTE In Latin.\n2 DATE 1875\n",
          "1 MARR\n2 SOUR @S2@\n3 PAGE 9\n3 NOTE In Latin.\n2 DATE 1875\n");
  EXPECT_EQ(exported(tree), expected);
  // Nothing is cited any more; that somebody has died is still known.
  change_adam(tree, {.birth_citations = std::vector<Citation>(),
                     .death_citations = std::vector<Citation>()});
  const std::string after = exported(tree);
  EXPECT_EQ(after.find("SOUR @S1@"), std::string::npos) << after;
  EXPECT_NE(after.find("1 DEAT Y\n"), std::string::npos) << after;
}

TEST_F(CitedEventsTest, OfANewPersonAreWritten) {
  const std::string tree = imported(citing_file("", "", ""));
  const std::vector<Citation> cited = {{.source_id = source(tree, "Register"), .page = "7"}};
  change_adam(tree, {.birth_citations = cited});
  const Couple couple = couple_of_adam(tree);
  must(scene.relationships.change_couple(
      ada, tree, couple.person1_id, couple.person2_id,
      {.marriage_citations = cited, .history = {{{.married = LifeDate{.text = "1870"}}}}},
      couple.etag));
  const std::string again = imported(std::string(kCitingHead) + exported(tree));
  EXPECT_EQ(adam_of(again).birth_citations.at(0).page, "7");
  EXPECT_EQ(couple_of_adam(again).marriage.marriage_citations.at(0).page, "7");
  EXPECT_EQ(couple_of_adam(again).history.at(0).married.words(), "1870");
}

TEST_F(CitedEventsTest, OfWhatHasNotHappenedAreNotWritten) {
  const std::string tree = imported(citing_file("", "1 DEAT\n2 SOUR @S1@\n", ""));
  change_adam(tree, {.is_deceased = false});
  const Couple couple = couple_of_adam(tree);
  const std::vector<Citation> cited = {{.source_id = source(tree, "Register")}};
  must(scene.relationships.change_couple(ada, tree, couple.person1_id, couple.person2_id,
                                         {.marriage_citations = cited, .divorce_citations = cited},
                                         couple.etag));
  const std::string again = imported(std::string(kCitingHead) + exported(tree));
  EXPECT_FALSE(adam_of(again).is_deceased);
  EXPECT_EQ(couple_of_adam(again).status, CoupleStatus::kUnknown);
}

// Of a tree that an earlier version has imported: nobody saw the lines, and they stay.
TEST_F(CitedEventsTest, LinesThatAreNoCitationsAreNeitherLostNorDoubled) {
  const std::string file = citing_file("1 BIRT\n2 DATE 1850\n2 SOUR @S1@\n3 PAGE 7\n", "", "");
  const std::string tree = imported(file);
  const Person adam = adam_of(tree);
  const std::vector<Citation> cited = adam.birth_citations;
  store::Map map = to_item(adam).to_map();
  map.erase("BirthCitations");
  map.emplace("Gedcom", "1 BIRT\n2 DATE 1850\n2 SOUR @S1@\n3 PAGE 7\n");
  map.emplace("Xref", "I1");
  scene.put(map);
  EXPECT_EQ(exported(tree), body(file));
  change_adam(tree, {.birth_citations = cited});
  EXPECT_EQ(exported(tree), body(file));
}

TEST_F(CitedEventsTest, OfTwoRecordsOfOnePersonAreWrittenOnce) {
  const std::string file = std::string(kCitingHead) +
                           "0 @I1@ INDI\n1 NAME Adam /Smith/\n1 BIRT\n2 DATE 1850\n2 SOUR @S1@\n"
                           "3 _X 1\n0 @I2@ INDI\n1 NAME Addy /Smith/\n1 BIRT\n2 PLAC Rome\n"
                           "2 SOUR @S2@\n3 _X 2\n" +
                           std::string(kCitingSources);
  const std::string tree = imported(file);
  std::vector<Person> both;
  for (const SeenPerson& seen : must(scene.people.list(ada, tree, 500, "")).people) {
    both.push_back(seen.person);
  }
  const bool is_first = both.at(0).first_name == "Adam";
  const Person& adam = both.at(is_first ? 0 : 1);
  const Person& other = both.at(is_first ? 1 : 0);
  must(merges.merge(ada, tree, adam.id, adam.etag,
                    {.other_id = other.id, .other_etag = other.etag}));
  EXPECT_EQ(adam_of(tree).birth_citations.size(), 2);
  const std::string text = exported(tree);
  for (const std::string_view line : {"2 SOUR @S1@\n3 _X 1\n", "2 SOUR @S2@\n3 _X 2\n"}) {
    const size_t at = text.find(line);
    ASSERT_NE(at, std::string::npos) << text;
    EXPECT_EQ(text.find(line.substr(0, 12), at + 1), std::string::npos) << text;
  }
  EXPECT_EQ(text.find("_NORN"), std::string::npos) << text;
}

TEST_F(CitedEventsTest, AreNotReportedAsHidden) {
  const TreeImportReport report = must(imports.preview(gedcom::file_of(citing_file())));
  for (const apps::ImportNote& note : report.notes) {
    EXPECT_FALSE(note.said.text().starts_with("INDI.BIRT.SOUR ")) << note.said.text();
  }
}

}  // namespace
}  // namespace norn::family
