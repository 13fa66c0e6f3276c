#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "apps/family/exchange/exchange_test_files.h"
#include "apps/family/exchange/export.h"
#include "apps/family/exchange/import.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/facts.h"
#include "apps/family/test_world.h"
#include "base/faults.h"
#include "gedcom/sentences.h"

namespace norn::family {
namespace {

using gedcom::Version;

// The lines of a file without its header, which has new ones.
std::multiset<std::string> lines_in(std::string_view file) {
  std::multiset<std::string> lines;
  bool is_head = false;
  while (!file.empty()) {
    const size_t end = std::min(file.find('\n'), file.size());
    std::string line(file.substr(0, end));
    file.remove_prefix(std::min(end + 1, file.size()));
    if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    if (line.ends_with('\r')) line.pop_back();
    if (line.starts_with("0")) is_head = line == "0 HEAD";
    if (!is_head) lines.insert(line);
  }
  return lines;
}

std::string replaced_all(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

class ExchangeTest : public FamilyTest {
 protected:
  Result<ImportedTreeReport> try_import(std::string_view file, const std::string& name = "") {
    return imports.run(ada, gedcom::file_of(file), name, {});
  }
  std::string tree_from_file(std::string_view file) {
    return must(try_import(file)).access.tree.id;
  }

  std::string exported(const std::string& tree, Version version, const std::string& user = "") {
    TreeExport file =
        must(TreeExport::begin(scene.context, user.empty() ? ada : user, tree, version));
    std::string text;
    while (must(file.append_next(text))) continue;
    return text;
  }

  std::vector<Person> people_of(const std::string& tree) {
    std::vector<Person> all;
    for (const SeenPerson& seen : must(scene.people.list(ada, tree, 500, "")).people) {
      all.push_back(seen.person);
    }
    std::ranges::sort(all, {}, &Person::ordinal);
    return all;
  }
  std::vector<Fact> facts_of(const std::string& tree, const std::string& person) {
    return must(facts.list(ada, tree, person));
  }
  Relations relations(const std::string& tree, const std::string& person) {
    return must(relatives_of(scene.context, scene.tree_of(ada, tree), person));
  }

  // All items of a tree, with names instead of ids and without times; `with_kept` also the lines
  // that are kept.
  std::multiset<std::string> items_of(const std::string& tree, bool with_kept = true) {
    std::map<std::string, std::string> names = {{tree, "tree"}};
    std::vector<store::Item> items;
    for (store::Item& item :
         must(testing::drain(scene.store, testing::scan(scene.tables.family()))).items) {
      if (apps::text_of(item, "TreeId") != tree) continue;
      const std::string key = apps::text_of(item, "SK");
      const std::string xref = apps::text_of(item, "Xref");
      if (const std::string id = keys::person_in(key); !id.empty()) names[id] = xref;
      if (const auto source = keys::source_in(key)) names[source->second] = xref;
      if (const auto fact = keys::fact_in(key)) names[fact->second] = "fact";
      if (const auto note = keys::note_in(key)) names[note->second] = "note";
      if (!with_kept && key.starts_with(keys::kGedcomPrefix)) continue;
      if (!with_kept) {
        store::Map map = item.to_map();
        map.erase("Gedcom");
        map.erase("Imported");
        item = store::Item::from_map(map);
      }
      items.push_back(std::move(item));
    }
    static const std::regex kTime(R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)");
    static const std::regex kNumber(R"(GEDCOM#tree#\d{8})");
    std::multiset<std::string> texts;
    for (const store::Item& item : items) {
      std::string text(item.json());
      for (const auto& [id, name] : names) text = replaced_all(text, id, name);
      text = std::regex_replace(text, kTime, "time");
      texts.insert(std::regex_replace(text, kNumber, "GEDCOM"));
    }
    return texts;
  }

  // "12 gedcomKept", one a line.
  static std::string codes(const std::vector<apps::ImportNote>& notes) {
    std::string text;
    for (const apps::ImportNote& note : notes) {
      text += std::to_string(note.line) + " " + std::string(note.said.code()) + "\n";
    }
    return text;
  }
  static bool has_note(const TreeImportReport& report, std::string_view code) {
    return std::ranges::any_of(
        report.notes, [&](const apps::ImportNote& note) { return note.said.code() == code; });
  }

  TreeImports imports{scene.context};
  Facts facts{scene.context};
};

std::string with_head(std::string_view records) {
  return "0 HEAD\n1 GEDC\n2 VERS 5.5.1\n2 FORM LINEAGE-LINKED\n1 CHAR UTF-8\n" +
         std::string(records) + "0 TRLR\n";
}

FactInput input_of(const Fact& fact) {
  return {.kind = fact.kind,
          .date = fact.date,
          .place = fact.place,
          .value = fact.value,
          .notes = fact.notes,
          .citations = fact.citations};
}

TEST_F(ExchangeTest, APersonHasWhatTheFileSays) {
  const auto people = people_of(tree_from_file(kFile551));
  ASSERT_EQ(people.size(), 6U);
  const Person& john = people[0];
  EXPECT_EQ(john.first_name, "John");
  EXPECT_EQ(john.middle_name, "William");
  EXPECT_EQ(john.last_name, "Smith");
  EXPECT_EQ(john.preferred_name, "Jack");
  EXPECT_EQ(john.suffix, "Jr.");
  EXPECT_EQ(john.gender, Gender::kMale);
  EXPECT_EQ(john.birth.day, "1850-03-05");
  EXPECT_EQ(john.birth_place, "London, England");
  EXPECT_EQ(john.death.text, "BEF 1920");
  EXPECT_EQ(john.death_place, "Paris");
  const Person& mary = people[1];
  EXPECT_EQ(mary.last_name, "Smith") << "the married name";
  EXPECT_EQ(mary.birth_name, "Miller");
  EXPECT_TRUE(mary.is_deceased);
  EXPECT_FALSE(mary.birth.is_known());
  EXPECT_EQ(people[2].first_name, "Zedong");
  EXPECT_EQ(people[2].last_name, "Mao");
  EXPECT_EQ(people[2].gender, Gender::kOther);
  EXPECT_EQ(people[3].birth.text, "ABT 1882");
  EXPECT_EQ(people[5].last_name, "van der Berg");
}

TEST_F(ExchangeTest, ATreeHasItsFirstPersonAsRootAndIsCounted) {
  const auto made = must(try_import(kFile551, "  My family "));
  EXPECT_EQ(made.access.tree.name, "My family");
  EXPECT_EQ(made.access.tree.person_count, 6);
  EXPECT_EQ(made.access.tree.root_person_id, people_of(made.access.tree.id).front().id);
  EXPECT_EQ(made.access.role, TreeRole::kOwner);
  EXPECT_EQ(made.report.counts.people, 6);
  EXPECT_EQ(made.report.counts.families, 4);
  EXPECT_EQ(made.report.counts.sources, 1);
  EXPECT_EQ(made.report.counts.facts, 9);
  EXPECT_EQ(made.report.counts.first_names.front(), "John Smith");
}

TEST_F(ExchangeTest, EventsAndAttributesAreFacts) {
  const std::string tree = tree_from_file(kFile551);
  const auto all = facts_of(tree, people_of(tree).front().id);
  std::map<std::string, Fact> by_kind;
  std::vector<std::string> notes;
  for (const Fact& fact : all) {
    if (fact.is_note()) {
      notes.push_back(*fact.notes);
    } else {
      by_kind.emplace(fact.kind, fact);
    }
  }
  EXPECT_EQ(by_kind.size(), 6U) << "one of the two occupations is second";
  const Fact& baptism = by_kind.at("Baptism");
  EXPECT_EQ(baptism.date.day, "1850-04-12");
  EXPECT_EQ(baptism.place, "St. Mary");
  ASSERT_EQ(baptism.citations.size(), 1U);
  EXPECT_EQ(baptism.citations[0].page, "77");
  EXPECT_EQ(baptism.citations[0].text, "John, son of Adam");
  EXPECT_EQ(baptism.citations[0].quality, 3);
  EXPECT_EQ(baptism.citations[0].source_id, must(facts.sources(ada, tree)).at(0).id);
  EXPECT_EQ(by_kind.at("Occupation").value, "Carpenter");
  EXPECT_EQ(by_kind.at("Occupation").date.text, "FROM 1870 TO 1890");
  EXPECT_EQ(by_kind.at("Occupation").notes, "At the docks");
  EXPECT_EQ(by_kind.at("Sailed around the world").date.text, "JULIAN 1700");
  EXPECT_EQ(by_kind.at("Height").value, "180 cm");
  EXPECT_FALSE(by_kind.at("Burial").value);
  EXPECT_EQ(notes, (std::vector<std::string>{"A first note\nof two lines",
                                             "A note that is shared\nby several"}));
}

TEST_F(ExchangeTest, FamiliesAreCouplesAndParents) {
  const std::string tree = tree_from_file(kFile551);
  const auto people = people_of(tree);
  const Relations john = relations(tree, people[0].id);
  ASSERT_EQ(john.couples.size(), 1U);
  const Couple& couple = john.couples[0];
  EXPECT_EQ(couple.person1_id, people[0].id);
  EXPECT_EQ(couple.person2_id, people[1].id);
  EXPECT_EQ(couple.status, CoupleStatus::kDivorced);
  EXPECT_EQ(couple.marriage.married.day, "1874-06-01");
  EXPECT_EQ(couple.marriage.place, "Leeds");
  EXPECT_EQ(couple.marriage.divorced.text, "AFT 1900");
  EXPECT_EQ(couple.notes, "They met at sea");
  EXPECT_EQ(john.children.size(), 2U);
  const Relations ann = relations(tree, people[3].id);
  ASSERT_EQ(ann.parents.size(), 2U);
  for (const ParentChild& one : ann.parents) {
    EXPECT_EQ(one.type, ParentKind::kAdoptive);
    EXPECT_EQ(one.adoption.day, "1890-05-03");
  }
  const Relations tom = relations(tree, people[4].id);
  EXPECT_EQ(tom.parents.size(), 3U) << "foster parents, and one of a family of one";
  const Relations otto = relations(tree, people[5].id);
  ASSERT_EQ(otto.couples.size(), 1U);
  EXPECT_EQ(otto.couples[0].status, CoupleStatus::kUnknown);
  EXPECT_TRUE(otto.parents.empty());
}

TEST_F(ExchangeTest, EveryLineOfTheFileIsInTheExport) {
  for (const auto& [file, version] :
       {std::pair(kFile551, Version::k551), std::pair(kFile70, Version::k70)}) {
    const auto written = lines_in(exported(tree_from_file(file), version));
    for (const std::string& line : lines_in(file)) {
      // The text of the title is one line, as it fits into one.
      if (line == "1 TITL Parish register of" || line == "2 CONC  Leeds") continue;
      EXPECT_TRUE(written.contains(line)) << line;
    }
  }
}

TEST_F(ExchangeTest, WhatIsImportedAgainIsTheSame) {
  for (const auto& [file, version, other] : {std::tuple(kFile551, Version::k551, Version::k70),
                                             std::tuple(kFile70, Version::k70, Version::k551)}) {
    const std::string tree = tree_from_file(file);
    const std::string text = exported(tree, version);
    const std::string again = tree_from_file(text);
    EXPECT_EQ(items_of(again), items_of(tree)) << text;
    EXPECT_EQ(exported(again, version), text);
    const std::string converted = tree_from_file(exported(tree, other));
    EXPECT_EQ(items_of(converted, false), items_of(tree, false)) << exported(tree, other);
  }
}

TEST_F(ExchangeTest, WhatWasMadeInNornComesBack) {
  const std::string adam = scene.person(ada, smith, "Adam", "1850-01-31");
  const std::string eva = scene.person(ada, smith, "Eva", "ABT 1852");
  const std::string carl =
      scene.person(ada, smith, "Carl", "1880",
                   {.parents = {{adam, ParentKind::kBiological}, {eva, ParentKind::kBiological}}});
  const std::string step = scene.person(ada, smith, "Sten");
  scene.couple(ada, smith, eva, adam);
  scene.couple(ada, smith, eva, step);
  must(scene.try_parent(ada, smith, step, carl, ParentKind::kStep));
  must(facts.create(ada, smith, carl, {.kind = "Occupation", .value = "Baker"}, {}));
  for (const Version version : {Version::k551, Version::k70}) {
    const std::string tree = tree_from_file(exported(smith, version));
    EXPECT_EQ(scene.names(ada, tree), "Adam, Carl, Eva, Sten");
    EXPECT_EQ(scene.tree_of(ada, tree).name, "Smith");
    const auto people = people_of(tree);
    const auto found = std::ranges::find(people, "Carl", &Person::first_name);
    ASSERT_NE(found, people.end());
    EXPECT_EQ(facts_of(tree, found->id).at(0).value, "Baker");
    std::map<std::string, ParentKind> parents;
    for (const ParentChild& one : relations(tree, found->id).parents) {
      const auto parent = std::ranges::find(people, one.parent_id, &Person::id);
      parents.emplace(parent->first_name, one.type);
    }
    EXPECT_EQ(parents, (std::map<std::string, ParentKind>{{"Adam", ParentKind::kBiological},
                                                          {"Eva", ParentKind::kBiological},
                                                          {"Sten", ParentKind::kStep}}));
  }
}

// 5.5.1 requires somebody who has sent the file: that of the file, or nobody who is known.
TEST_F(ExchangeTest, AFileOf551HasASubmitter) {
  scene.person(ada, smith, "Adam");
  for (const std::string& text :
       {exported(smith, Version::k551), exported(tree_from_file(kFile70), Version::k551)}) {
    EXPECT_TRUE(text.contains("1 SUBM @NORN_SUBMITTER@\r\n")) << text;
    EXPECT_TRUE(text.contains("0 @NORN_SUBMITTER@ SUBM\r\n1 NAME Unknown\r\n")) << text;
    const auto again = must(try_import(text));
    for (const apps::ImportNote& note : again.report.notes) {
      EXPECT_FALSE(note.said.text().contains("SUBM")) << note.said.text();
    }
    EXPECT_FALSE(exported(again.access.tree.id, Version::k70).contains("SUBM"));
    EXPECT_EQ(exported(again.access.tree.id, Version::k551), text);
  }
  EXPECT_FALSE(exported(smith, Version::k70).contains("SUBM"));
  EXPECT_FALSE(exported(tree_from_file(kFile551), Version::k551).contains("NORN_SUBMITTER"));
}

TEST_F(ExchangeTest, AChangeReplacesTheLineThatSaidOtherwise) {
  const std::string tree = tree_from_file(kFile551);
  const Person john = people_of(tree).front();
  must(scene.people.change(ada, tree, john.id,
                           {.first_name = "Jon", .birth = LifeDate{.day = "1850-03-06"}},
                           john.etag));
  const auto lines = lines_in(exported(tree, Version::k551));
  EXPECT_TRUE(lines.contains("1 NAME Jon William /Smith/ Jr."));
  EXPECT_TRUE(lines.contains("2 DATE 6 MAR 1850"));
  EXPECT_FALSE(lines.contains("2 DATE 5 MAR 1850"));
  EXPECT_TRUE(lines.contains("3 QUAY 2")) << "below the birth";
  EXPECT_TRUE(lines.contains("2 DATE ABT 1851")) << "of the other birth";
}

TEST_F(ExchangeTest, OtherNamesOfAPersonStayWhenOneIsChanged) {
  const std::string aka = "1 NAME Jack /Smyth/\n2 TYPE aka\n";
  const std::string maiden = "1 NAME Jane /Miller/\n2 TYPE maiden\n2 NOTE Of birth\n";
  struct Case {
    std::string names;
    PersonPatch patch;
    std::vector<std::string> written;
    std::vector<std::string> gone;
  };
  const Case cases[] = {
      {"1 NAME Jane /Smith/\n" + aka,
       {.birth_name = "Miller"},
       {"1 NAME Jane /Smith/", "1 NAME Jack /Smyth/", "2 TYPE aka", "1 NAME Jane /Miller/"},
       {}},
      {"1 NAME Jane /Smith/\n" + aka + maiden,
       {.last_name = "Jones"},
       {"1 NAME Jane /Jones/", "1 NAME Jack /Smyth/", "2 TYPE aka", "1 NAME Jane /Miller/",
        "2 NOTE Of birth"},
       {"1 NAME Jane /Smith/"}},
      {"1 NAME Jane /Smith/\n" + maiden + aka,
       {.birth_name = std::optional<std::string>()},
       {"1 NAME Jane /Smith/", "1 NAME Jack /Smyth/"},
       {"1 NAME Jane /Miller/"}},
      {"1 NAME Jane /Miller/\n2 NOTE Of birth\n" + aka + "1 NAME Jane /Smith/\n2 TYPE married\n",
       {.last_name = "Jones"},
       {"1 NAME Jane /Jones/", "1 NAME Jack /Smyth/", "1 NAME Jane /Miller/", "2 NOTE Of birth"},
       {"1 NAME Jane /Smith/"}},
  };
  for (const Case& one : cases) {
    const std::string tree = tree_from_file(with_head("0 @I1@ INDI\n" + one.names));
    const Person jane = people_of(tree).front();
    must(scene.people.change(ada, tree, jane.id, one.patch, jane.etag));
    const auto lines = lines_in(exported(tree, Version::k551));
    for (const std::string& line : one.written) {
      EXPECT_EQ(lines.count(line), 1U) << line << " of\n" << one.names;
    }
    for (const std::string& line : one.gone) EXPECT_EQ(lines.count(line), 0U) << line;
    const std::string again = tree_from_file(exported(tree, Version::k551));
    EXPECT_EQ(people_of(again).front().birth_name, people_of(tree).front().birth_name);
    EXPECT_EQ(people_of(again).front().last_name, people_of(tree).front().last_name);
  }
}

TEST_F(ExchangeTest, AChangeOfOneFieldKeepsWhatIsBelowTheOthers) {
  const std::string tree = tree_from_file(
      with_head("0 @I1@ INDI\n1 NAME Adam\n1 BIRT\n2 DATE 5 MAR 1850\n2 PLAC London\n3 MAP\n"
                "4 LATI N51.5\n1 OCCU Baker\n2 DATE 1870\n3 TIME 10:00\n"
                "2 PLAC Leeds\n3 FORM City\n2 NOTE One\n3 LANG de\n2 NOTE Two\n"
                "2 SOUR @S1@\n3 PAGE 12\n3 _APID 1,2\n3 OBJE @M1@\n3 DATA\n4 DATE 1871\n"
                "4 TEXT A baker\n2 SOUR @S1@\n3 PAGE 13\n3 _APID 3,4\n3 DATA\n4 DATE 1872\n"
                "1 EVEN\n2 TYPE Voyage\n2 DATE INT 1880 (after the war)\n2 PLAC Bath\n"
                "0 @I2@ INDI\n1 NAME Eva\n"
                "0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n1 MARR\n2 DATE 1874\n2 PLAC Leeds\n"
                "3 MAP\n4 LATI N53.8\n1 NOTE Here\n2 SOUR @S1@\n1 NOTE There\n"
                "0 @S1@ SOUR\n1 TITL Register\n1 PUBL 1850\n2 _HOUSE Archive\n1 AUTH Parish\n"
                "0 @M1@ OBJE\n1 FILE a.jpg\n2 FORM jpeg\n"));
  const auto people = people_of(tree);
  must(scene.people.change(ada, tree, people[0].id, {.birth = LifeDate{.day = "1850-03-06"}},
                           people[0].etag));
  for (const Fact& fact : facts_of(tree, people[0].id)) {
    FactInput input = input_of(fact);
    input.place = fact.kind == "Voyage" ? "Brighton" : "York";
    must(facts.change(ada, tree, people[0].id, fact.id, input, fact.etag));
  }
  const Couple couple = relations(tree, people[0].id).couples.at(0);
  must(scene.relationships.change_couple(ada, tree, couple.person1_id, couple.person2_id,
                                         {.married = LifeDate{.text = "1875"}}, couple.etag));
  const Source source = must(facts.sources(ada, tree)).at(0);
  must(facts.change_source(
      ada, tree, source.id,
      {.title = source.title, .author = "The parish", .publication = source.publication},
      source.etag));
  const auto lines = lines_in(exported(tree, Version::k551));
  for (const std::string line :
       {"2 DATE 6 MAR 1850", "2 PLAC London",    "4 LATI N51.5",
        "2 PLAC York",       "3 TIME 10:00",     "3 _APID 1,2",
        "3 _APID 3,4",       "3 OBJE @M1@",      "4 DATE 1871",
        "4 DATE 1872",       "4 TEXT A baker",   "3 LANG de",
        "2 NOTE One",        "2 NOTE Two",       "2 DATE INT 1880 (after the war)",
        "2 PLAC Brighton",   "2 DATE 1875",      "2 PLAC Leeds",
        "4 LATI N53.8",      "1 NOTE Here",      "1 NOTE There",
        "2 SOUR @S1@",       "2 _HOUSE Archive", "1 AUTH The parish"}) {
    EXPECT_TRUE(lines.contains(line)) << line;
  }
  for (const std::string line : {"2 DATE 5 MAR 1850", "3 FORM City", "2 DATE 1874"}) {
    EXPECT_FALSE(lines.contains(line)) << line;
  }
  // What is below a citation that was changed stays, too.
  for (const Fact& fact : facts_of(tree, people[0].id)) {
    if (fact.citations.size() != 2) continue;
    FactInput input = input_of(fact);
    input.citations[0].page = "14";
    must(facts.change(ada, tree, people[0].id, fact.id, input, fact.etag));
  }
  const auto changed = lines_in(exported(tree, Version::k551));
  for (const std::string line : {"3 PAGE 14", "3 PAGE 13", "3 _APID 1,2", "3 _APID 3,4",
                                 "4 DATE 1871", "4 DATE 1872", "4 TEXT A baker"}) {
    EXPECT_EQ(changed.count(line), 1U) << line;
  }
  EXPECT_FALSE(changed.contains("3 PAGE 12"));
}

TEST_F(ExchangeTest, ThePreviewWritesNothingAndSaysWhatIsNotShown) {
  const std::string before = scene.all_keys();
  const TreeImportReport report = must(imports.preview(gedcom::file_of(kFile551)));
  EXPECT_EQ(scene.all_keys(), before);
  EXPECT_EQ(report.counts.people, 6);
  const auto kept = std::ranges::find_if(report.notes, [](const apps::ImportNote& note) {
    return note.said.text().starts_with("INDI.BIRT.PLAC.MAP ");
  });
  ASSERT_NE(kept, report.notes.end());
  EXPECT_EQ(kept->line, 25U);
  EXPECT_TRUE(has_note(report, kGedcomDateNotUnderstood.code));
}

TEST_F(ExchangeTest, EachLineThatIsOnlyKeptIsReported) {
  const std::string file = with_head(
      "0 @I1@ INDI\n1 NAME Adam\n1 SEX M\n2 _A\n1 FAMS @F1@\n2 _B\n1 FAMC @F2@\n2 PEDI sealing\n"
      "2 _C\n1 ADOP\n2 PLAC Leeds\n2 FAMC @F2@\n3 _D\n1 OCCU Baker\n2 SOUR @S1@\n3 PAGE 1\n"
      "3 _APID 1,2\n3 DATA\n4 DATE 1871\n4 TEXT Words\n2 NOTE Text\n3 _E\n1 ADOP\n2 DATE 1900\n"
      "0 @F1@ FAM\n1 HUSB @I1@\n2 _F\n1 NOTE @N1@\n1 NOTE Text\n2 _G\n"
      "0 @F2@ FAM\n1 CHIL @I1@\n2 _FREL Step\n2 _MREL Private\n2 _H\n"
      "0 @S1@ SOUR\n1 TITL Title\n2 _I\n1 NOTE @N1@\n0 @N1@ NOTE Shared\n1 _J\n");
  std::multiset<std::string> told;
  for (const apps::ImportNote& note : must(imports.preview(gedcom::file_of(file))).notes) {
    const std::string text = note.said.text();
    told.insert(text.substr(0, text.find(' ')));
  }
  EXPECT_EQ(told,
            (std::multiset<std::string>{
                "FAM.CHIL._H", "FAM.CHIL._MREL", "FAM.HUSB._F", "FAM.NOTE", "FAM.NOTE._G",
                "INDI.ADOP", "INDI.ADOP.FAMC._D", "INDI.ADOP.PLAC", "INDI.FAMC.PEDI",
                "INDI.FAMC._C", "INDI.FAMS._B", "INDI.OCCU.NOTE._E", "INDI.OCCU.SOUR.DATA.DATE",
                "INDI.OCCU.SOUR._APID", "INDI.SEX._A", "NOTE._J", "SOUR.NOTE", "SOUR.TITL._I"}));
}

TEST_F(ExchangeTest, WhatCannotBeIsLeftOutAndReported) {
  struct Case {
    std::string_view records;
    std::string_view codes;
    size_t links;  // Relationships that are imported.
  };
  const Case cases[] = {
      {"0 @I1@ INDI\n1 NAME A\n1 FAMC @F9@\n", "8 gedcomLinkMissing\n", 0},
      {"0 @I1@ INDI\n1 NAME A\n0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I7@\n1 CHIL @I8@\n",
       "10 gedcomLinkMissing\n11 gedcomLinkMissing\n", 0},
      {"0 @I1@ INDI\n1 NAME A\n1 OCCU X\n2 SOUR @S9@\n", "9 gedcomLinkMissing\n", 0},
      {"0 @I1@ INDI\n1 NAME A\n0 @F1@ FAM\n1 HUSB @I1@\n1 CHIL @I1@\n", "10 gedcomOwnAncestor\n",
       0},
      {"0 @I1@ INDI\n1 NAME A\n0 @I2@ INDI\n1 NAME B\n0 @I3@ INDI\n1 NAME C\n"
       "0 @F1@ FAM\n1 HUSB @I1@\n1 CHIL @I2@\n0 @F2@ FAM\n1 HUSB @I2@\n1 CHIL @I3@\n"
       "0 @F3@ FAM\n1 HUSB @I3@\n1 CHIL @I1@\n",
       "14 gedcomOwnAncestor\n", 2},
      {"0 @I1@ INDI\n1 NAME A\n1 BIRT\n2 DATE 1900\n0 @I2@ INDI\n1 NAME B\n1 BIRT\n2 DATE 1880\n"
       "0 @F1@ FAM\n1 HUSB @I1@\n1 CHIL @I2@\n",
       "16 gedcomParentTooYoung\n", 0},
      {"0 @I1@ INDI\n1 NAME A\n1 BIRT\n2 DATE 1900\n1 DEAT\n2 DATE 1880\n",
       "10 gedcomDeathBeforeBirth\n", 0},
      {"0 @I1@ INDI\n1 NAME A\n0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I1@\n", "10 gedcomPartnerTwice\n",
       0},
      {"0 @I1@ INDI\n1 NAME A\n0 @I1@ INDI\n1 NAME B\n", "8 gedcomXrefTwice\n", 0},
      {"0 @I1@ INDI\n1 NAME A\n0 @I2@ INDI\n1 NAME B\n0 @I3@ INDI\n1 NAME C\n"
       "0 @F1@ FAM\n1 HUSB @I1@\n1 HUSB @I2@\n1 WIFE @I3@\n",
       "15 gedcomTooManyPartners\n", 1},
      {"0 @I1@ INDI\n1 NAME A\n0 @I2@ INDI\n1 NAME B\n"
       "0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n0 @F2@ FAM\n1 HUSB @I2@\n1 WIFE @I1@\n",
       "13 gedcomSecondFamily\n", 1},
      {"0 @I1@ INDI\n1 NAME A\n0 @I2@ INDI\n1 NAME B\n0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n"
       "1 MARR\n2 DATE 1900\n1 DIV\n2 DATE 1890\n",
       "15 gedcomDivorceBeforeMarriage\n", 1},
      {"0 @I1@ INDI\n1 NAME A\nthis is no line\n", "8 gedcomLineTakenAsText\n", 0},
  };
  for (const Case& one : cases) {
    const auto made = must(try_import(with_head(one.records)));
    EXPECT_EQ(codes(made.report.notes), one.codes) << one.records;
    size_t links = 0;
    for (const std::string& item : items_of(made.access.tree.id)) {
      links += item.contains("RelationshipType") ? 1 : 0;
    }
    EXPECT_EQ(links, one.links) << one.records;
    // What is written again has none of it but what was only not shown.
    must(try_import(exported(made.access.tree.id, Version::k551)));
  }
}

TEST_F(ExchangeTest, LinksOfOneSideAreEnough) {
  const std::string tree = tree_from_file(
      with_head("0 @I1@ INDI\n1 NAME A\n1 FAMS @F1@\n0 @I2@ INDI\n1 NAME B\n1 FAMC @F1@\n"
                "0 @F1@ FAM\n1 NOTE x\n"));
  const auto people = people_of(tree);
  ASSERT_EQ(relations(tree, people[1].id).parents.size(), 1U);
  EXPECT_EQ(relations(tree, people[1].id).parents[0].parent_id, people[0].id);
}

TEST_F(ExchangeTest, FilesOfAnyCharactersAndEndsOfLines) {
  std::string utf16 = "\xFF\xFE";
  for (const char c : with_head("0 @I1@ INDI\n1 NAME Ren\xE9 /X/\n")) {
    utf16 += c;
    utf16 += '\0';
  }
  std::string only_cr = with_head("0 @I1@ INDI\n1 NAME Ren\xC3\xA9 /X/\n");
  std::ranges::replace(only_cr, '\n', '\r');
  const std::string ansel =
      "0 HEAD\n1 GEDC\n2 VERS 5.5\n1 CHAR ANSEL\n0 @I1@ INDI\n1 NAME Ren\xE2"
      "e /X/\n0 TRLR\n";
  for (const std::string& file : {utf16, only_cr, ansel}) {
    EXPECT_EQ(people_of(tree_from_file(file)).at(0).first_name, "Ren\xC3\xA9");
  }
}

TEST_F(ExchangeTest, DeepNestingIsCutAndReported) {
  std::string deep = "0 @I1@ INDI\n1 NAME A\n";
  for (int level = 1; level < 60; ++level) deep += std::to_string(level) + " _X\n";
  const auto made = must(try_import(with_head(deep)));
  EXPECT_TRUE(has_note(made.report, gedcom::kLineTooDeep.code));
  must(try_import(exported(made.access.tree.id, Version::k70)));
}

TEST_F(ExchangeTest, OtherFilesAreRefused) {
  const std::string before = scene.all_keys();
  for (const std::string_view file : {"", "Hello", "{}", "0 HEAD\n1 GEDC\n2 VERS 7.0\n0 TRLR\n"}) {
    EXPECT_TRUE(fails(try_import(file), ErrorCode::kInvalid, "file")) << file;
    EXPECT_TRUE(fails(imports.preview(gedcom::file_of(file)), ErrorCode::kInvalid, "file")) << file;
  }
  EXPECT_EQ(scene.all_keys(), before);
}

// A source that gives a few bytes at a time, so that lines and characters are across its pieces.
TEST_F(ExchangeTest, AFileComesInPiecesOfAnySize) {
  const std::multiset<std::string> whole = items_of(tree_from_file(kFile551));
  for (const size_t piece : {1, 3, 7}) {
    gedcom::FileBytes file = gedcom::file_of(kFile551);
    file.read = [read = file.read, piece](uint64_t position, std::span<char> out) {
      return read(position, out.first(std::min(out.size(), piece)));
    };
    EXPECT_EQ(items_of(must(imports.run(ada, file, "", {})).access.tree.id), whole) << piece;
  }
}

TEST_F(ExchangeTest, AFileThatGrowsWhileItIsReadIsRefused) {
  const std::string before = scene.all_keys();
  const std::string person = "0 @I1@ INDI\n1 NAME A\n";
  for (const std::string& more :
       {person, std::string("0 @F1@ FAM\n"), std::string("0 @S1@ SOUR\n")}) {
    std::string now = with_head(person);
    gedcom::FileBytes file = {.size = now.size(),
                              .read = [&](uint64_t position, std::span<char> out) {
                                const auto count = gedcom::file_of(now).read(position, out);
                                // The first pass has come to its end.
                                if (count == 0) now = with_head(person + more);
                                return count;
                              }};
    const auto made = imports.run(ada, file, "", {});
    ASSERT_FALSE(made);
    EXPECT_TRUE(says(made.error(), kGedcomFileChanged)) << made.error().message;
    must(scene.sweeps.run());
    EXPECT_EQ(scene.all_keys(), before);
  }
}

// Time that grows with the square of it would be minutes.
TEST_F(ExchangeTest, AFamilyOfThousandsIsReadInTime) {
  std::string records;
  for (int i = 0; i < 20'000; ++i) {
    const std::string number = std::to_string(i);
    records += "0 @I" + number + "@ INDI\n1 FAMC @F1@\n1 FAMC @F2@\n";
  }
  for (const char* family : {"0 @F1@ FAM\n", "0 @F2@ FAM\n"}) {
    records += family;
    for (int i = 0; i < 20'000; ++i) records += "1 CHIL @I" + std::to_string(i) + "@\n";
  }
  const std::string file = with_head(records);
  EXPECT_EQ(must(imports.preview(gedcom::file_of(file))).counts.people, 20'000);
}

TEST_F(ExchangeTest, AnImportTellsHowFarItIsAndEndsWhenItIsTold) {
  std::vector<TreeImportProgress> told;
  TreeImportWatch watch;
  watch.tell = [&](const TreeImportProgress& progress) -> Result<void> {
    told.push_back(progress);
    return {};
  };
  must(imports.run(ada, gedcom::file_of(kFile551), "", {}, watch));
  EXPECT_TRUE(std::ranges::is_sorted(told, {}, &TreeImportProgress::percent));
  EXPECT_TRUE(told.back().is_writing);
  EXPECT_EQ(told.back().people_written, told.back().people);
  EXPECT_EQ(told.back().percent, 100);
  const size_t all = told.size();
  for (size_t last = 0; last < all; ++last) {
    const size_t trees = must(scene.trees.list(ada)).size();
    size_t count = 0;
    watch.tell = [&](const TreeImportProgress&) -> Result<void> {
      if (count++ < last) return {};
      return conflict(kTreeImportCancelled);
    };
    const auto made = imports.run(ada, gedcom::file_of(kFile551), "", {}, watch);
    ASSERT_FALSE(made) << last;
    EXPECT_TRUE(says(made.error(), kTreeImportCancelled));
    EXPECT_EQ(must(scene.trees.list(ada)).size(), trees);
  }
}

TEST_F(ExchangeTest, LinesTooLongForOneItemAreInSeveral) {
  std::string record = "0 @I1@ INDI\n1 NAME A\n1 _LARGE\n";
  for (int i = 0; i < 4'000; ++i) record += "2 _LINE " + std::string(100, 'x') + "\n";
  record += "0 @X1@ _OTHER\n";
  for (int i = 0; i < 6'000; ++i) record += "1 _LINE " + std::string(100, 'y') + "\n";
  const std::string tree = tree_from_file(with_head(record));
  const auto written = lines_in(exported(tree, Version::k551));
  EXPECT_EQ(written.count("2 _LINE " + std::string(100, 'x')), 4'000U);
  EXPECT_EQ(written.count("1 _LINE " + std::string(100, 'y')), 6'000U);
}

TEST_F(ExchangeTest, LongXrefsAndTagsLinkAndAreNotKeptOnItems) {
  const std::string one(5'000, 'A');
  const std::string family(5'000, 'F');
  const auto made = must(try_import(with_head(
      "0 @" + one + "@ INDI\n1 NAME A\n1 _" + std::string(5'000, 'T') +
      " x\n0 @I2@ INDI\n1 NAME B\n0 @" + family + "@ FAM\n1 HUSB @" + one + "@\n1 CHIL @I2@\n")));
  const auto people = people_of(made.access.tree.id);
  EXPECT_EQ(relations(made.access.tree.id, people[1].id).parents.size(), 1U);
  for (const apps::ImportNote& note : made.report.notes) EXPECT_LT(note.said.text().size(), 200U);
  const std::string text = exported(made.access.tree.id, Version::k70);
  EXPECT_FALSE(text.contains(one));
  const std::string again = tree_from_file(text);
  EXPECT_EQ(relations(again, people_of(again)[1].id).parents.size() +
                relations(again, people_of(again)[0].id).parents.size(),
            1U);
}

TEST_F(ExchangeTest, StrangersGetNothingOfTheLiving) {
  const std::string tree = tree_from_file(with_head(
      "0 @I1@ INDI\n1 NAME Old /Dead/\n1 DEAT\n2 DATE 1900\n1 OCCU Miner\n1 NOTE Seen\n1 FAMS "
      "@F1@\n"
      "0 @I2@ INDI\n1 NAME Young /Secret/\n1 SEX F\n1 BIRT\n2 DATE 1 MAY 1990\n2 PLAC Hidden\n"
      "1 OCCU Hidden job\n1 NOTE Hidden note\n1 _TEL 123\n1 FAMS @F1@\n"
      "0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I2@\n1 MARR\n2 DATE 1899\n1 NOTE Hidden family\n"
      "0 @N1@ NOTE Hidden record\n"));
  const Tree now = scene.tree_of(ada, tree);
  must(scene.trees.change(ada, tree, {.is_public = true}, now.etag));
  const std::string seen = exported(tree, Version::k70, zoe);
  for (const std::string_view secret : {"Secret", "Young", "1990", "Hidden", "123", "1899"}) {
    EXPECT_FALSE(seen.contains(secret)) << secret << "\n" << seen;
  }
  const auto lines = lines_in(seen);
  EXPECT_TRUE(lines.contains("1 NAME Living"));
  EXPECT_TRUE(lines.contains("1 OCCU Miner"));
  EXPECT_TRUE(lines.contains("1 WIFE @I2@"));
  EXPECT_FALSE(lines.contains("1 SEX F"));
  must(scene.trees.change(ada, tree, {.is_public = false}, scene.tree_of(ada, tree).etag));
  EXPECT_TRUE(
      fails(TreeExport::begin(scene.context, zoe, tree, Version::k70), ErrorCode::kNotFound));
}

TEST_F(ExchangeTest, AnInterruptedImportLeavesNothing) {
  const std::string before = scene.all_keys();
  for (int writes = 0;; ++writes) {
    ASSERT_LT(writes, 50);
    store_.end_after(writes);
    const auto made = try_import(kFile551);
    const bool was_interrupted = store_.restart();
    EXPECT_EQ(made.has_value(), !was_interrupted) << writes;
    clock.advance_ms(kLongestTreeImportMs + 1);
    must(scene.sweeps.run());
    if (!was_interrupted) {
      EXPECT_EQ(scene.names(ada, made->access.tree.id), "Ann, John, Mary, Otto, Tom, Zedong");
      EXPECT_GT(writes, 3);
      break;
    }
    EXPECT_EQ(scene.all_keys(), before) << writes;
  }
}

TEST_F(ExchangeTest, AnImportThatTakesTooLongIsGivenUp) {
  const std::string before = scene.all_keys();
  meanwhile([&] { clock.advance_ms(kLongestTreeImportMs); });
  EXPECT_TRUE(fails(try_import(kFile551), ErrorCode::kConflict));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.all_keys(), before);
}

TEST_F(ExchangeTest, ADeletedTreeLeavesNothing) {
  const std::string before = scene.all_keys();
  const std::string tree = tree_from_file(kFile551);
  must(scene.trees.remove(ada, tree));
  must(scene.trees.remove_for_good(ada, tree));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.all_keys(), before);
}

TEST_F(ExchangeTest, TheSameKeyImportsOnce) {
  const apps::Creation creation = {ada, "importTree", "key", "digest"};
  const auto first = must(imports.run(ada, gedcom::file_of(kFile70), "", creation));
  const auto second = must(imports.run(ada, gedcom::file_of(kFile70), "", creation));
  EXPECT_EQ(first.access.tree.id, second.access.tree.id);
}

}  // namespace
}  // namespace norn::family
