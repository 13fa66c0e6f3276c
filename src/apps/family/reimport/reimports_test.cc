#include "apps/family/reimport/reimports.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/exchange/exchange_test_files.h"
#include "apps/family/exchange/export.h"
#include "apps/family/exchange/import.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/facts.h"
#include "apps/family/handover.h"
#include "apps/family/merges.h"
#include "apps/family/reimport/reimport_sweep.h"
#include "apps/family/sentences.h"
#include "apps/family/test_world.h"
#include "apps/files/limits.h"
#include "base/faults.h"

namespace norn::family {
namespace {

using ReimportState = TreeReimport::State;
using gedcom::Version;

constexpr std::string_view kBeforeFile = R"(0 HEAD
1 GEDC
2 VERS 7.0
0 @I1@ INDI
1 NAME Adam /Smith/
1 SEX M
1 BIRT
2 DATE 1 JAN 1850
1 OCCU Baker
1 _OWN kept
1 FAMS @F1@
0 @I2@ INDI
1 NAME Eva /Smith/
1 SEX F
1 BIRT
2 DATE 1852
1 FAMS @F1@
0 @I3@ INDI
1 NAME Carl /Smith/
1 BIRT
2 DATE 1880
1 NOTE A note
1 FAMC @F1@
0 @F1@ FAM
1 HUSB @I1@
1 WIFE @I2@
1 CHIL @I3@
1 MARR
2 DATE 1875
0 @S1@ SOUR
1 TITL Register
0 TRLR
)";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  if (at == std::string::npos) {
    ADD_FAILURE() << from;
    return text;
  }
  return text.replace(at, from.size(), to);
}

std::string without_head(const std::string& file) {
  return file.substr(file.find("0 @"));
}

// What the file has become, and what happened to the tree meanwhile; what is found; and a line of
// the export after it.
struct ReimportCase {
  std::string name;
  std::string file;
  std::function<void(const std::string& tree)> meanwhile;
  std::string counts;
  std::string has;
  std::string has_not = "1 NAME Nobody";
};

class ReimportTest : public FamilyTest {
 protected:
  ReimportTest() {
    must(apps::ensure_table(store_, apps::files_table(scene.tables), ""));
    uploads.add_sweeps();
  }

  std::string imported(std::string_view file) {
    return must(imports.run(ada, gedcom::file_of(file), "", {})).access.tree.id;
  }
  std::string uploaded(const std::string& user, std::string_view content) {
    const auto upload = must(uploads.begin(user,
                                           {.name = "smith.ged",
                                            .bytes = static_cast<int64_t>(content.size()),
                                            .purpose = files::Purpose::kFamilyTree},
                                           {}));
    must(uploads.put_part(user, upload.id, 1, content));
    return upload.id;
  }
  std::string compared(const std::string& tree, std::string_view file) {
    const std::string id = must(reimports.compare(ada, tree, uploaded(ada, file), {})).id;
    must(jobs.run_next());
    EXPECT_EQ(state(tree, id), ReimportState::kCompared) << got(tree, id).problem;
    return id;
  }
  TreeReimport got(const std::string& tree, const std::string& id) {
    return must(reimports.get(ada, tree, id));
  }
  ReimportState state(const std::string& tree, const std::string& id) {
    return got(tree, id).state;
  }
  // "new 1, changed 0, conflict 0, refused 0, missing 0"
  std::string counts(const std::string& tree, const std::string& id) {
    const std::string report = got(tree, id).report;
    const size_t begin = report.find("{\"new\"");
    std::string text = report.substr(begin + 1, report.find(",\"same\"") - begin - 1);
    std::erase(text, '"');
    for (size_t at = text.find(':'); at != std::string::npos; at = text.find(':')) text[at] = ' ';
    return text;
  }
  std::string shown(const std::string& tree, const std::string& id, DifferenceClass difference) {
    return must(reimports.differences(ada, tree, id, difference, 0)).json;
  }
  TreeReimport run(const std::string& tree, const std::string& id,
                   const ReimportChoices& choices = {}) {
    must(reimports.begin(ada, tree, id, choices));
    must(scene.sweeps.run());
    return got(tree, id);
  }
  TreeReimport reimported(const std::string& tree, std::string_view file,
                          const ReimportChoices& choices = {}) {
    TreeReimport done = run(tree, compared(tree, file), choices);
    EXPECT_EQ(done.state, ReimportState::kDone) << done.problem;
    return done;
  }

  std::string exported(const std::string& tree, Version version = Version::k70) {
    TreeExport file = must(TreeExport::begin(scene.context, ada, tree, version));
    std::string text;
    while (must(file.append_next(text))) continue;
    std::erase(text, '\r');
    return text;
  }
  Person person(const std::string& tree, const std::string& first_name) {
    for (const SeenPerson& seen : must(scene.people.list(ada, tree, 500, "")).people) {
      if (seen.person.first_name == first_name) return seen.person;
    }
    ADD_FAILURE() << first_name;
    return {};
  }
  void change(const std::string& tree, const std::string& first_name, const PersonPatch& patch) {
    const Person one = person(tree, first_name);
    must(scene.people.change(ada, tree, one.id, patch, one.etag));
  }
  LifeDate date(const std::string& words) { return must(life_date_from("date", words)); }
  // Everything of a tree but the tree itself, as it is in the store.
  std::vector<std::string> content(const std::string& tree) {
    std::vector<std::string> all;
    for (const store::Item& item :
         must(testing::drain(store_, testing::scan(scene.tables.family()))).items) {
      const bool is_tree = apps::text_of(item, "SK").starts_with(keys::kTreePrefix);
      if (apps::text_of(item, "TreeId") == tree && !is_tree) all.emplace_back(item.json());
    }
    std::ranges::sort(all);
    return all;
  }
  int64_t person_count(const std::string& tree) { return scene.tree_of(ada, tree).person_count; }

  std::vector<ReimportCase> cases_of_changes(const std::string& file) {
    const auto nothing = [](const std::string&) {};
    const auto baker = [&](const std::string& tree) {
      change(tree, "Adam", {.birth = date("1849")});
    };
    return {
        {"a date", with(file, "1 JAN 1850", "2 JAN 1850"), nothing,
         "new 0,changed 1,conflict 0,refused 0,missing 0", "2 DATE 2 JAN 1850", "1 JAN 1850"},
        {"a date on both sides", with(file, "1 JAN 1850", "2 JAN 1850"), baker,
         "new 0,changed 0,conflict 1,refused 0,missing 0", "2 DATE 1849", "2 JAN 1850"},
        {"another field on each side", with(file, "1 NAME Adam /Smith/", "1 NAME Adam /Schmidt/"),
         baker, "new 0,changed 1,conflict 0,refused 0,missing 0", "1 NAME Adam /Schmidt/"},
        {"the tree only", file, baker, "new 0,changed 0,conflict 0,refused 0,missing 0",
         "2 DATE 1849"},
        {"the same on both sides", with(file, "1 JAN 1850", "1849"), baker,
         "new 0,changed 0,conflict 0,refused 0,missing 0", "2 DATE 1849"},
        {"what a birth cites",
         with(file, "2 DATE 1 JAN 1850", "2 DATE 1 JAN 1850\n2 SOUR @S1@\n3 PAGE 7"), nothing,
         "new 0,changed 1,conflict 0,refused 0,missing 0", "2 SOUR @S1@\n3 PAGE 7"},
        {"what a marriage cites", with(file, "2 DATE 1875", "2 DATE 1875\n2 SOUR @S1@\n3 _X 7"),
         nothing, "new 0,changed 1,conflict 0,refused 0,missing 0", "2 SOUR @S1@\n3 _X 7"},
        {"what a birth cites in the tree only", file,
         [&](const std::string& tree) {
           const std::string source = must(facts.sources(ada, tree)).at(0).id;
           change(tree, "Adam", {.birth_citations = {{{.source_id = source, .page = "8"}}}});
         },
         "new 0,changed 0,conflict 0,refused 0,missing 0", "2 SOUR @S1@\n3 PAGE 8"},
        {"a fact", with(file, "OCCU Baker", "OCCU Miller"), nothing,
         "new 0,changed 1,conflict 0,refused 0,missing 0", "1 OCCU Miller", "Baker"},
        {"a new fact", with(file, "1 OCCU Baker", "1 OCCU Baker\n1 RESI London"), nothing,
         "new 1,changed 0,conflict 0,refused 0,missing 0", "1 RESI London"},
        {"a note", with(file, "NOTE A note", "NOTE Another note"), nothing,
         "new 0,changed 1,conflict 0,refused 0,missing 0", "1 NOTE Another note", "A note\n"},
        {"a marriage", with(file, "2 DATE 1875", "2 DATE 1876"), nothing,
         "new 0,changed 1,conflict 0,refused 0,missing 0", "2 DATE 1876", "1875"},
        {"a source", with(file, "TITL Register", "TITL Register of births"), nothing,
         "new 0,changed 1,conflict 0,refused 0,missing 0", "1 TITL Register of births"},
        {"lines that are not shown", with(file, "_OWN kept", "_OWN kept too"), nothing,
         "new 0,changed 1,conflict 0,refused 0,missing 0", "1 _OWN kept too"},
        {"a new record", with(file, "0 TRLR", "0 @R1@ REPO\n1 NAME Archive\n0 TRLR"), nothing,
         "new 1,changed 0,conflict 0,refused 0,missing 0", "0 @R1@ REPO"},
        {"a new child",
         with(with(file, "0 @F1@ FAM",
                   "0 @I4@ INDI\n1 NAME Dora /Smith/\n1 NOTE Hers\n1 FAMC @F1@\n"
                   "0 @F1@ FAM"),
              "1 CHIL @I3@", "1 CHIL @I3@\n1 CHIL @I4@"),
         nothing, "new 3,changed 0,conflict 0,refused 0,missing 0", "1 NAME Dora /Smith/"},
        {"a person of the tree only", file,
         [&](const std::string& tree) { scene.person(ada, tree, "Zoe"); },
         "new 0,changed 0,conflict 0,refused 0,missing 1", "1 NAME Zoe /Smith/"},
        {"a person who is gone from the file",
         with(with(file,
                   "0 @I3@ INDI\n1 NAME Carl /Smith/\n1 BIRT\n2 DATE 1880\n1 NOTE A note\n1 "
                   "FAMC @F1@\n",
                   ""),
              "1 CHIL @I3@\n", ""),
         nothing, "new 0,changed 0,conflict 0,refused 0,missing 4", "1 NAME Carl /Smith/"},
    };
  }

  files::Files uploads{scene.context};
  TreeImports imports{scene.context};
  TreeImportJobs jobs{scene.context, imports};
  TreeReimports reimports{scene.context, jobs};
  Facts facts{scene.context};
  Merges merges{scene.context};
};

TEST_F(ReimportTest, AnUnchangedFileBringsNothing) {
  for (const std::string_view file : {kBeforeFile, kFile551, kFile70}) {
    const std::string tree = imported(file);
    const auto before = content(tree);
    for (const std::string& again :
         {std::string(file), exported(tree, Version::k70), exported(tree, Version::k551)}) {
      const std::string id = compared(tree, again);
      EXPECT_EQ(counts(tree, id), "new 0,changed 0,conflict 0,refused 0,missing 0")
          << again << shown(tree, id, DifferenceClass::kNew)
          << shown(tree, id, DifferenceClass::kChanged)
          << shown(tree, id, DifferenceClass::kConflict);
      const TreeReimport done = run(tree, id, {.takes_conflicts = true});
      EXPECT_EQ(done.state, ReimportState::kDone) << done.problem;
      EXPECT_EQ(content(tree), before);
    }
  }
}

// Each with the usual choices.
TEST_F(ReimportTest, OnlyWhatTheFileHasChangedIsTaken) {
  const std::string file(kBeforeFile);
  for (const ReimportCase& one : cases_of_changes(file)) {
    SCOPED_TRACE(one.name);
    const std::string tree = imported(file);
    one.meanwhile(tree);
    const std::string id = compared(tree, one.file);
    EXPECT_EQ(counts(tree, id), one.counts)
        << shown(tree, id, DifferenceClass::kNew) << shown(tree, id, DifferenceClass::kChanged)
        << shown(tree, id, DifferenceClass::kConflict);
    EXPECT_EQ(run(tree, id).state, ReimportState::kDone);
    const std::string after = exported(tree);
    EXPECT_NE(after.find(one.has + "\n"), std::string::npos) << after;
    EXPECT_EQ(after.find(one.has_not), std::string::npos) << after;
    EXPECT_EQ(scene.tree_of(ada, tree).importing, std::nullopt);
    EXPECT_EQ(person_count(tree), must(scene.people.list(ada, tree, 500, "")).people.size());
    // What was chosen is not asked again.
    EXPECT_TRUE(
        counts(tree, compared(tree, one.file)).starts_with("new 0,changed 0,conflict 0,refused 0"));
  }
}

TEST_F(ReimportTest, WhatIsChosenCounts) {
  const std::string file(kBeforeFile);
  const std::string next =
      with(with(with(file, "1 JAN 1850", "2 JAN 1850"), "OCCU Baker", "OCCU Miller"), "0 @F1@ FAM",
           "0 @I4@ INDI\n1 NAME Dora /Smith/\n0 @I5@ INDI\n1 NAME Emil /Smith/\n0 @F1@ FAM");
  struct Case {
    ReimportChoices choices;
    std::vector<std::string> has;
    std::vector<std::string> has_not;
  };
  const std::vector<Case> cases = {
      {{}, {"1849", "Miller", "Dora", "Emil"}, {"Baker"}},
      {{.adds_new = false}, {"1849", "Miller"}, {"Dora", "Emil"}},
      {{.takes_changed = false}, {"1849", "Baker", "Dora"}, {"Miller"}},
      {{.takes_conflicts = true}, {"2 JAN 1850", "Dora"}, {"1849"}},
      {{.items = {{"n0-0", false}, {"x0-0", true}}}, {"2 JAN 1850", "Emil"}, {"Dora", "1849"}},
      {{.adds_new = false, .takes_changed = false, .items = {{"n0-1", true}, {"c0-0", true}}},
       {"1849", "Miller", "Emil"},
       {"Dora"}},
  };
  for (const Case& one : cases) {
    const std::string tree = imported(file);
    change(tree, "Adam", {.birth = date("1849")});
    reimported(tree, next, one.choices);
    const std::string after = exported(tree);
    for (const std::string& text : one.has) EXPECT_NE(after.find(text), std::string::npos) << text;
    for (const std::string& text : one.has_not) {
      EXPECT_EQ(after.find(text), std::string::npos) << text;
    }
  }
}

TEST_F(ReimportTest, NewThingsCountHoweverTheyAreChosen) {
  EXPECT_TRUE(ReimportChoices{}.may_add());
  EXPECT_TRUE((ReimportChoices{.adds_new = false, .items = {{"n0-1", true}}}.may_add()));
  EXPECT_FALSE((ReimportChoices{.adds_new = false}.may_add()));
  EXPECT_FALSE((ReimportChoices{.adds_new = false, .items = {{"n0-1", false}}}.may_add()));
  EXPECT_FALSE((ReimportChoices{.adds_new = false, .items = {{"x0-1", true}}}.may_add()));
}

TEST_F(ReimportTest, OnlyIdsOfDifferencesCanBeChosen) {
  for (const char* const id : {"n0-0", "c12-49", "x1-2", "n0000000-0000000"}) {
    EXPECT_TRUE(is_choosable(id)) << id;
  }
  for (const char* const id : {"", "n", "n-", "n0", "n0-", "n-0", "r0-0", "m0-0", "N0-0", "n0-0 ",
                               "n0-0-0", "nx-0", "n0000000-00000000", "\xc3\xa4"}) {
    EXPECT_FALSE(is_choosable(id)) << id;
  }
  const std::string tree = imported(kBeforeFile);
  const std::string id = compared(tree, kBeforeFile);
  const auto begun = reimports.begin(ada, tree, id, {.items = {{"n0-0", true}, {"other", true}}});
  EXPECT_TRUE(fails(begun, ErrorCode::kInvalid, "items"));
  EXPECT_EQ(state(tree, id), ReimportState::kCompared);
}

// Skipped with the person that they are about.
TEST_F(ReimportTest, RelationshipsNeedThePeopleTheyAreOf) {
  const std::string file(kBeforeFile);
  const std::string tree = imported(file);
  const std::string next =
      with(with(file, "0 @I1@ INDI",
                "0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n1 CHIL @I3@\n1 CHIL "
                "@I4@\n1 MARR\n2 DATE 1875\n0 @I1@ INDI"),
           "0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n1 CHIL @I3@\n1 MARR\n2 DATE 1875\n0 @S1@",
           "0 @I4@ INDI\n1 NAME Dora /Smith/\n1 FAMC @F1@\n0 @S1@");
  const std::string id = compared(tree, next);
  const std::string list = shown(tree, id, DifferenceClass::kNew);
  EXPECT_NE(list.find(R"("needs":["n0-0"])"), std::string::npos) << list;
  const size_t before = content(tree).size();
  run(tree, id, {.items = {{"n0-0", false}}});
  EXPECT_EQ(content(tree).size(), before);
  EXPECT_EQ(person_count(tree), 3);
}

TEST_F(ReimportTest, PeopleAreNeverOneByAGuess) {
  const std::string file(kBeforeFile);
  struct Case {
    std::string name;
    std::string file;
    std::string counts;
  };
  const std::string others =
      "0 HEAD\n1 GEDC\n2 VERS 7.0\n0 @I1@ INDI\n1 NAME Hugo /Berg/\n"
      "0 @I2@ INDI\n1 NAME Ida /Berg/\n0 TRLR\n";
  const std::vector<Case> cases = {
      {"a number that was given anew",
       with(with(file, "Carl /Smith/", "Olga /Berg/"), "1880", "1990"),
       // A person with a note, and the links to two parents.
       "new 3,changed 0,conflict 0,refused 0,missing 4"},
      {"a file from elsewhere", others, "new 2,changed 0,conflict 0,refused 0,missing 9"},
      {"other numbers, but the same people",
       with(with(with(file, "0 @I3@ INDI", "0 @I9@ INDI"), "CHIL @I3@", "CHIL @I9@"), "Carl",
            "carl"),
       "new 0,changed 0,conflict 1,refused 0,missing 0"},
      {"a namesake of another birth",
       with(file, "0 @F1@ FAM",
            "0 @I4@ INDI\n1 NAME Carl /Smith/\n1 BIRT\n2 DATE 1881\n0 @F1@ FAM"),
       "new 1,changed 0,conflict 0,refused 0,missing 0"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const std::string tree = imported(file);
    const std::string id = compared(tree, one.file);
    if (one.name.starts_with("other numbers")) {
      EXPECT_TRUE(counts(tree, id).ends_with("refused 0,missing 0")) << counts(tree, id);
      EXPECT_TRUE(counts(tree, id).starts_with("new 0,")) << counts(tree, id);
      continue;
    }
    EXPECT_EQ(counts(tree, id), one.counts) << shown(tree, id, DifferenceClass::kNew);
    EXPECT_EQ(run(tree, id).state, ReimportState::kDone);
  }
}

// Records of a file from elsewhere keep what they point to.
TEST_F(ReimportTest, AFileFromElsewhereGetsNumbersOfItsOwn) {
  const std::string tree = imported(kBeforeFile);
  reimported(tree,
             "0 HEAD\n1 GEDC\n2 VERS 7.0\n0 @I1@ INDI\n1 NAME Hugo /Berg/\n1 ASSO @I2@\n"
             "0 @I2@ INDI\n1 NAME Ida /Berg/\n1 OBJE @S1@\n0 @S1@ OBJE\n1 FILE a.jpg\n0 TRLR\n");
  const std::string after = exported(tree);
  const size_t hugo = after.find("1 NAME Hugo /Berg/");
  const size_t ida = after.find("1 NAME Ida /Berg/");
  ASSERT_TRUE(hugo != std::string::npos && ida != std::string::npos);
  const size_t record = after.rfind("0 @", ida);
  const std::string xref = after.substr(record + 2, after.find(' ', record + 2) - record - 2);
  EXPECT_NE(xref, "@I2@");
  EXPECT_NE(after.find("1 ASSO " + xref + "\n", hugo), std::string::npos) << after;
  EXPECT_NE(after.find("0 @I1@ INDI\n1 NAME Adam"), std::string::npos) << after;
}

TEST_F(ReimportTest, WhatCannotBeWrittenIsNamedBefore) {
  const std::string file(kBeforeFile);
  const std::string tree = imported(file);
  // In the tree, Carl is the father of Max; in the file, Max of Adam.
  const std::string max = scene.person(ada, tree, "Max", "1900");
  scene.parent(ada, tree, person(tree, "Carl").id, max);
  const std::string id = compared(
      tree, with(with(file, "0 @F1@ FAM",
                      "0 @I7@ INDI\n1 NAME Max /Smith/\n1 BIRT\n2 DATE 1900\n0 @F7@ FAM\n1 HUSB "
                      "@I7@\n1 CHIL @I1@\n0 @F1@ FAM"),
                 "1 JAN 1850", "1 JAN 1950"));
  // The link, and the birth of Adam after that of Carl.
  EXPECT_NE(counts(tree, id).find("refused 2"), std::string::npos) << counts(tree, id);
  const std::string refused = shown(tree, id, DifferenceClass::kRefused);
  EXPECT_NE(refused.find("\"problem\":{"), std::string::npos) << refused;
  EXPECT_EQ(run(tree, id, {.takes_conflicts = true}).state, ReimportState::kDone);
  EXPECT_EQ(person(tree, "Adam").birth.words(), "1850-01-01");
}

TEST_F(ReimportTest, WhatOtherProgramsHaveWrittenStays) {
  for (const bool has_tree : {true, false}) {
    const std::string tree = imported(kBeforeFile);
    const std::string key = keys::child_of(person(tree, "Adam").id, person(tree, "Carl").id);
    store::Map map = {{"PK", keys::user(ada)}, {"SK", key}, {"Own", "kept"}};
    if (has_tree) map.emplace("TreeId", "other");
    const store::Item other = store::Item::from_map(map);
    const auto stays = [&] {
      const auto all = must(testing::drain(store_, testing::scan(scene.tables.family()))).items;
      return std::ranges::any_of(
          all, [&](const store::Item& item) { return item.json() == other.json(); });
    };
    ASSERT_TRUE(must(apps::write_all(store_, {apps::put_any(scene.tables.family(), other)})));
    ASSERT_TRUE(stays());
    const std::string id = compared(tree, kBeforeFile);
    EXPECT_NE(counts(tree, id).find("refused 1"), std::string::npos) << counts(tree, id);
    const std::string refused = shown(tree, id, DifferenceClass::kRefused);
    EXPECT_NE(refused.find("reimportKeyTaken"), std::string::npos) << refused;
    EXPECT_EQ(run(tree, id).state, ReimportState::kDone);
    EXPECT_TRUE(stays());
    must(reimports.undo(ada, tree, id));
    must(scene.sweeps.run());
    EXPECT_EQ(state(tree, id), ReimportState::kUndone);
    EXPECT_TRUE(stays());
  }
}

// Each change fits the others, and not what it replaces.
TEST_F(ReimportTest, ChoicesHaveToFitEachOther) {
  std::string next(kBeforeFile);
  for (const auto& [from, to] :
       {std::pair("1 JAN 1850", "1 JAN 1950"), std::pair("DATE 1852", "DATE 1952"),
        std::pair("DATE 1880", "DATE 1980"), std::pair("DATE 1875", "DATE 1975")}) {
    next = with(next, from, to);
  }
  const std::string tree = imported(kBeforeFile);
  const auto before = content(tree);
  const std::string id = compared(tree, next);
  EXPECT_EQ(counts(tree, id), "new 0,changed 4,conflict 0,refused 0,missing 0");
  // Carl keeps his birth.
  const TreeReimport failed = run(tree, id, {.items = {{"c0-2", false}}});
  EXPECT_EQ(failed.state, ReimportState::kFailed);
  EXPECT_NE(failed.problem.find("reimportDoesNotFit"), std::string::npos) << failed.problem;
  EXPECT_EQ(content(tree), before);
  reimported(tree, next);
  EXPECT_EQ(person(tree, "Carl").birth.words(), "1980");
}

TEST_F(ReimportTest, ATreeThatWasChangedSinceIsComparedAgain) {
  const std::string tree = imported(kBeforeFile);
  const std::string id = compared(tree, with(std::string(kBeforeFile), "1852", "1853"));
  must(facts.create(ada, tree, person(tree, "Eva").id, {.kind = "Burial"}, {}));
  const auto before = content(tree);
  const TreeReimport failed = run(tree, id);
  EXPECT_EQ(failed.state, ReimportState::kFailed);
  EXPECT_NE(failed.problem.find("treeChangedSinceComparison"), std::string::npos);
  EXPECT_EQ(content(tree), before);
  EXPECT_EQ(scene.tree_of(ada, tree).importing, std::nullopt);
}

TEST_F(ReimportTest, TheTreeIsReadOnlyMeanwhile) {
  const std::string tree = imported(kBeforeFile);
  scene.join(tree, ada, "bob", "write");
  const std::string id = compared(tree, with(std::string(kBeforeFile), "1852", "1853"));
  const std::string other = compared(tree, with(std::string(kBeforeFile), "1852", "1854"));
  must(reimports.begin(ada, tree, id, {}));
  const Person eva = person(tree, "Eva");
  const auto is_refused = [](const auto& result) {
    return !result && says(result.error(), kTreeBeingImported);
  };
  EXPECT_TRUE(is_refused(scene.try_person(bob, tree, "Zoe")));
  EXPECT_TRUE(is_refused(scene.people.change(ada, tree, eva.id, {.suffix = "x"}, eva.etag)));
  EXPECT_TRUE(is_refused(scene.people.remove(ada, tree, eva.id, eva.etag)));
  EXPECT_TRUE(is_refused(facts.create(bob, tree, eva.id, {.kind = "Burial"}, {})));
  EXPECT_TRUE(is_refused(scene.trees.remove(ada, tree)));
  EXPECT_TRUE(is_refused(scene.trees.hand_over(ada, tree, bob)));
  EXPECT_TRUE(is_refused(reimports.begin(ada, tree, other, {})));
  EXPECT_TRUE(is_refused(reimports.compare(ada, tree, "upload", {})));
  EXPECT_TRUE(fails(reimports.remove(ada, tree, id), ErrorCode::kConflict));
  must(scene.sweeps.run());
  EXPECT_EQ(state(tree, id), ReimportState::kDone);
  scene.person(bob, tree, "Zoe");
  EXPECT_EQ(person_count(tree), 4);
}

TEST_F(ReimportTest, ItIsForThoseWhoMayWriteAndWhoBeganIt) {
  const std::string tree = imported(kBeforeFile);
  scene.join(tree, ada, "bob", "write");
  scene.join(tree, ada, "eve", "read");
  const std::string id = compared(tree, kBeforeFile);
  const std::string upload = uploaded(eve, kBeforeFile);
  EXPECT_TRUE(fails(reimports.compare(eve, tree, upload, {}), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(reimports.compare(zoe, tree, upload, {}), ErrorCode::kNotFound));
  for (const std::string& user : {bob, eve, zoe}) {
    EXPECT_TRUE(fails(reimports.get(user, tree, id), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(reimports.begin(user, tree, id, {}), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(reimports.undo(user, tree, id), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(reimports.remove(user, tree, id), ErrorCode::kNotFound));
    EXPECT_TRUE(fails(reimports.differences(user, tree, id, DifferenceClass::kNew, 0),
                      ErrorCode::kNotFound));
  }
  EXPECT_TRUE(fails(reimports.get(ada, smith, id), ErrorCode::kNotFound));
  must(reimports.remove(ada, tree, id));
  EXPECT_TRUE(fails(reimports.get(ada, tree, id), ErrorCode::kNotFound));
}

TEST_F(ReimportTest, ItCanBeUndoneUntilTheTreeIsChanged) {
  const std::string file(kFile70);
  const std::string tree = imported(file);
  const auto before = content(tree);
  const std::string next = std::string(kBeforeFile);
  const int64_t people = person_count(tree);
  const TreeReimport done = reimported(tree, next, {.takes_conflicts = true});
  EXPECT_NE(content(tree), before);
  must(reimports.undo(ada, tree, done.id));
  must(scene.sweeps.run());
  EXPECT_EQ(state(tree, done.id), ReimportState::kUndone);
  EXPECT_EQ(content(tree), before);
  EXPECT_EQ(person_count(tree), people);
  EXPECT_TRUE(fails(reimports.undo(ada, tree, done.id), ErrorCode::kConflict));

  const TreeReimport again = reimported(tree, next);
  scene.person(ada, tree, "Zoe");
  must(reimports.undo(ada, tree, again.id));
  must(scene.sweeps.run());
  EXPECT_EQ(state(tree, again.id), ReimportState::kDone);
  EXPECT_NE(got(tree, again.id).problem.find("treeChangedSinceImport"), std::string::npos);
  clock.advance_ms(kUndoLifeS * 1'000);
  EXPECT_TRUE(fails(reimports.undo(ada, tree, again.id), ErrorCode::kNotFound));
}

// Wherever the process ends, the import is finished.
TEST_F(ReimportTest, ACrashOnlyInterruptsIt) {
  const std::string file(kBeforeFile);
  const std::string next = with(with(file, "1852", "1853"), "0 @F1@ FAM",
                                "0 @I4@ INDI\n1 NAME Dora /Smith/\n0 @F1@ FAM");
  const std::string whole = imported(file);
  reimported(whole, next);
  const std::string expected = without_head(exported(whole));
  for (int writes = 0;; ++writes) {
    SCOPED_TRACE(writes);
    const std::string tree = imported(file);
    const std::string id = must(reimports.compare(ada, tree, uploaded(ada, next), {})).id;
    store_.end_after(writes);
    TreeImportJobs dead(scene.context, imports);
    (void)dead.run_next();
    bool has_ended = store_.restart();
    clock.advance_ms(60 * 60 * 1'000);
    while (must(jobs.run_next())) continue;
    ASSERT_EQ(state(tree, id), ReimportState::kCompared) << got(tree, id).problem;

    must(reimports.begin(ada, tree, id, {}));
    store_.end_after(writes);
    (void)scene.sweeps.run();
    has_ended = store_.restart() || has_ended;
    const bool is_over = scene.tree_of(ada, tree).importing == std::nullopt;
    EXPECT_EQ(is_over, scene.try_person(ada, tree, "Zoe").has_value());
    for (int i = 0; i < 3; ++i) {
      clock.advance_ms(10 * 60 * 60 * 1'000);
      must(scene.sweeps.run());
    }
    EXPECT_EQ(state(tree, id), ReimportState::kDone);
    EXPECT_EQ(person_count(tree), is_over ? 5 : 4);
    EXPECT_TRUE(scene.tree_of(ada, tree).root_person_id.has_value());
    if (!is_over) {
      EXPECT_EQ(without_head(exported(tree)), expected);
    }
    if (!has_ended) {
      EXPECT_GT(writes, 4);
      return;
    }
  }
}

// The process ends between the comparison and the end of its job, and the import is begun before
// another process takes the job.
TEST_F(ReimportTest, AComparisonThatIsDoneIsNotMadeAgain) {
  const std::string next = with(std::string(kBeforeFile), "1852", "1853");
  int begun = 0;
  for (int writes = 0;; ++writes) {
    SCOPED_TRACE(writes);
    const std::string tree = imported(kBeforeFile);
    const std::string id = must(reimports.compare(ada, tree, uploaded(ada, next), {})).id;
    store_.end_after(writes);
    TreeImportJobs dead(scene.context, imports);
    (void)dead.run_next();
    const bool has_ended = store_.restart();
    const bool is_compared = state(tree, id) == ReimportState::kCompared;
    if (is_compared) must(reimports.begin(ada, tree, id, {}));
    clock.advance_ms(60 * 60 * 1'000);
    while (must(jobs.run_next())) continue;
    if (is_compared) {
      ++begun;
      EXPECT_EQ(state(tree, id), ReimportState::kWriting);
      must(scene.sweeps.run());
      EXPECT_EQ(state(tree, id), ReimportState::kDone) << got(tree, id).problem;
      EXPECT_EQ(person(tree, "Eva").birth.words(), "1853");
    }
    if (!has_ended) break;
  }
  EXPECT_GT(begun, 1);
}

// A process that is late finds the tree as another one has begun to write it.
TEST_F(ReimportTest, AnImportThatWasCheckedIsNotCheckedAgain) {
  const std::string tree = imported(kBeforeFile);
  const std::string id = compared(tree, with(std::string(kBeforeFile), "1852", "1853"));
  must(reimports.begin(ada, tree, id, {}));
  const store::Item before = *must(find_reimport(scene.context, id));
  const std::string subject = tree + "/" + id;
  std::string from;
  for (int part = 0; part < 3; ++part) {
    const auto walked = must(reimport_part(scene.context, subject, from));
    ASSERT_TRUE(walked.has_value());
    from = walked->to;
  }
  EXPECT_EQ(person(tree, "Eva").birth.words(), "1853");
  must(reimport_part(scene.context, subject, ""));
  EXPECT_EQ(state(tree, id), ReimportState::kWriting);
  // What it would have written as the end, if it had read the reimport before.
  TreeReimport late = reimport_from(before);
  late.state = ReimportState::kFailed;
  EXPECT_FALSE(must(
      apps::write_all(store_, {put_reimport(scene.context, before, late, clock.now_s() + 60)})));
  must(scene.sweeps.run());
  EXPECT_EQ(state(tree, id), ReimportState::kDone) << got(tree, id).problem;
}

// What cannot be written is undone: the tree is as it was, or as it should be.
TEST_F(ReimportTest, WhatTheStoreRefusesIsUndone) {
  const std::string file(kBeforeFile);
  const std::string next = with(with(file, "1852", "1853"), "0 @F1@ FAM",
                                "0 @I4@ INDI\n1 NAME Dora /Smith/\n0 @F1@ FAM");
  int failed = 0;
  for (int skipped = 0; skipped < 14; ++skipped) {
    SCOPED_TRACE(skipped);
    const std::string tree = imported(file);
    const std::string id = compared(tree, next);
    const auto before = content(tree);
    must(reimports.begin(ada, tree, id, {}));
    std::function<void()> refuse = [&] {
      store_.refuse(1, Error{ErrorCode::kValidation, "Something is wrong.", nullptr});
    };
    for (int i = 0; i < skipped; ++i) {
      refuse = [this, after = refuse] { meanwhile(after); };
    }
    meanwhile(refuse);
    for (int i = 0; i < 3; ++i) {
      (void)scene.sweeps.run();
      clock.advance_ms(20 * 60 * 1'000);
    }
    meanwhile({});
    EXPECT_EQ(scene.tree_of(ada, tree).importing, std::nullopt);
    if (state(tree, id) == ReimportState::kFailed) {
      ++failed;
      EXPECT_EQ(content(tree), before);
      EXPECT_EQ(person_count(tree), 3);
      EXPECT_NE(got(tree, id).problem.find("reimportFailed"), std::string::npos);
    } else {
      EXPECT_EQ(state(tree, id), ReimportState::kDone);
      EXPECT_EQ(person_count(tree), 4);
    }
  }
  EXPECT_GT(failed, 0);
}

// Whole or not at all, wherever it was when the tree went to another owner.
TEST_F(ReimportTest, ItGoesOnUnderANewOwner) {
  const std::string next =
      with(std::string(kBeforeFile), "0 @F1@ FAM", "0 @I4@ INDI\n1 NAME Dora /Smith/\n0 @F1@ FAM");
  std::set<ReimportState> ends;
  for (int writes = 0; writes < 8; ++writes) {
    SCOPED_TRACE(writes);
    const std::string tree = imported(kBeforeFile);
    scene.join(tree, ada, "bob", "write");
    const std::string id = compared(tree, next);
    must(reimports.begin(ada, tree, id, {}));
    store_.end_after(writes);
    (void)scene.sweeps.run();
    store_.restart();
    if (!scene.tree_of(ada, tree).importing) continue;
    // As when the account of the owner goes.
    std::vector<Action> actions;
    add_handover(scene.context, must(authorize(scene.context, ada, tree, Right::kOwn)), bob, false,
                 actions);
    EXPECT_TRUE(must(apps::write_all(store_, std::move(actions))));
    for (int i = 0; i < 4; ++i) {
      clock.advance_ms(30 * 60 * 1'000);
      must(scene.sweeps.run());
    }
    const Tree moved = scene.tree_of(bob, tree);
    EXPECT_EQ(moved.owner_id, bob);
    EXPECT_EQ(moved.importing, std::nullopt);
    const TreeReimport end = reimport_from(*must(find_reimport(scene.context, id)));
    ends.insert(end.state);
    EXPECT_EQ(moved.person_count, end.state == ReimportState::kDone ? 4 : 3);
    EXPECT_EQ(must(scene.people.list(bob, tree, 500, "")).people.size(), moved.person_count);
  }
  EXPECT_TRUE(ends.contains(ReimportState::kDone));
}

// Its job is kept as long.
TEST_F(ReimportTest, AJournalGoesWithTheAccount) {
  const std::string tree = imported(kBeforeFile);
  const std::string next = with(std::string(kBeforeFile), "1852", "1853");
  const std::string done = reimported(tree, next).id;
  clock.advance_ms(10 * kComparisonLifeS * 1'000);
  EXPECT_TRUE(jobs.get(ada, done).has_value());
  const std::string runs = compared(tree, kBeforeFile);
  must(reimports.begin(ada, tree, runs, {}));
  must(jobs.forget(ada));
  EXPECT_TRUE(fails(sweep_reimport(scene.context, runs), ErrorCode::kUnavailable));
  for (int i = 0; i < 3; ++i) {
    must(scene.sweeps.run());
    clock.advance_ms(60 * 60 * 1'000);
  }
  for (const std::string& id : {done, runs}) {
    EXPECT_FALSE(must(find_reimport(scene.context, id)).has_value());
    EXPECT_FALSE(must(next_undo(scene.context, id, "")).has_value());
  }
}

TEST_F(ReimportTest, RecordsThatWereMergedStayOne) {
  const std::string file = with(std::string(kBeforeFile), "0 @F1@ FAM",
                                "0 @I4@ INDI\n1 NAME Karl /Smith/\n1 NOTE Once more\n0 @F1@ FAM");
  const std::string tree = imported(file);
  const Person carl = person(tree, "Carl");
  const Person karl = person(tree, "Karl");
  must(merges.merge(ada, tree, carl.id, carl.etag, {karl.id, karl.etag}));
  must(scene.sweeps.run());
  const std::string id = compared(tree, file);
  EXPECT_EQ(counts(tree, id), "new 0,changed 0,conflict 0,refused 0,missing 0")
      << shown(tree, id, DifferenceClass::kNew) << shown(tree, id, DifferenceClass::kConflict)
      << shown(tree, id, DifferenceClass::kChanged);
  EXPECT_NE(got(tree, id).report.find("reimportMerged"), std::string::npos);
  run(tree, id);
  EXPECT_EQ(person_count(tree), 3);
}

// Random changes of a tree that no file has seen, and of its export.
TEST_F(ReimportTest, WhatWasExportedComesBackAsItWas) {
  std::mt19937 chance{11};
  const auto roll = [&](int sides) {
    return std::uniform_int_distribution<int>(0, sides - 1)(chance);
  };
  for (int walk = 0; walk < 12; ++walk) {
    SCOPED_TRACE(walk);
    const std::string tree = walk % 2 == 0 ? scene.tree(ada) : imported(kFile70);
    std::vector<std::string> ids;
    for (int i = 0; i < 12; ++i) {
      const std::string year = std::to_string(1800 + roll(5) * 25);
      NewRelatives relatives;
      if (!ids.empty() && roll(2) == 0) {
        relatives.parents = {{ids[static_cast<size_t>(roll(static_cast<int>(ids.size())))],
                              roll(3) == 0 ? ParentKind::kAdoptive : ParentKind::kBiological}};
      }
      if (!ids.empty() && roll(3) == 0) {
        relatives.spouses = {{ids[static_cast<size_t>(roll(static_cast<int>(ids.size())))],
                              roll(2) == 0 ? CoupleStatus::kWidowed : CoupleStatus::kMarried}};
      }
      const std::string name = roll(3) == 0 ? "Anna Maria" : fmt::format("P{}", roll(6));
      const auto made =
          scene.try_person(ada, tree, name, roll(2) == 0 ? year : "ABT " + year, relatives);
      if (made) ids.push_back(made->person.id);
      if (made && roll(2) == 0) {
        must(facts.create(ada, tree, made->person.id,
                          {.kind = roll(2) == 0 ? "Burial" : "Note", .notes = "words"}, {}));
      }
    }
    if (ids.size() > 3) (void)scene.try_parent(ada, tree, ids[0], ids[3]);
    for (const Version version : {Version::k70, Version::k551}) {
      const std::string id = compared(tree, exported(tree, version));
      EXPECT_EQ(counts(tree, id), "new 0,changed 0,conflict 0,refused 0,missing 0")
          << exported(tree, version) << shown(tree, id, DifferenceClass::kNew)
          << shown(tree, id, DifferenceClass::kChanged)
          << shown(tree, id, DifferenceClass::kConflict);
      if (HasFailure()) return;
    }
    // From now on it is known what the file has. Then the file and the tree go their own ways.
    std::string file = exported(tree);
    reimported(tree, file);
    for (int i = 0; i < 4; ++i) {
      const size_t at =
          file.find("2 DATE 18", static_cast<size_t>(roll(static_cast<int>(file.size()))));
      if (at != std::string::npos) file.replace(at, 9, "2 DATE 17");
    }
    file = with(file, "0 TRLR", "0 @NEW1@ INDI\n1 NAME Newcomer /Smith/\n1 _X kept\n0 TRLR");
    const std::string changed = ids[static_cast<size_t>(roll(static_cast<int>(ids.size())))];
    must(scene.people.change(ada, tree, changed, {.biography = "A long life."},
                             scene.etag(ada, tree, changed)));
    scene.person(ada, tree, "Only here");
    const int64_t people = person_count(tree);
    const std::string id = compared(tree, file);
    const TreeReimport done = run(tree, id, {.takes_conflicts = true});
    if (done.state == ReimportState::kFailed) {
      // Dates that cannot be: nothing was written.
      EXPECT_NE(done.problem.find("DoesNotFit"), std::string::npos) << done.problem;
      continue;
    }
    EXPECT_EQ(person_count(tree), people + 1);
    const std::string after = exported(tree);
    for (const std::string text : {"A long life.", "Only here", "Newcomer", "1 _X kept"}) {
      EXPECT_NE(after.find(text), std::string::npos) << text;
    }
    const std::string again = counts(tree, compared(tree, file));
    EXPECT_TRUE(again.starts_with("new 0,changed 0,conflict 0,")) << again << file;
  }
}

}  // namespace
}  // namespace norn::family
