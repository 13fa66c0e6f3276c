#include "apps/family/merges.h"

#include <gtest/gtest.h>

#include <map>

#include "apps/family/exchange/export.h"
#include "apps/family/exchange/import.h"
#include "apps/family/facts.h"
#include "apps/family/sentences.h"
#include "apps/family/test_world.h"
#include "base/faults.h"

namespace norn::family {
namespace {

class MergesTest : public FamilyTest {
 protected:
  Result<SeenPerson> try_merge_in(const std::string& tree, const std::string& person,
                                  const std::string& other,
                                  const std::vector<std::string>& taken = {}) {
    return merges.merge(bob, tree, person, scene.etag(ada, tree, person),
                        {other, scene.etag(ada, tree, other), taken});
  }
  Result<SeenPerson> try_to_merge(const std::string& person, const std::string& other,
                                  const std::vector<std::string>& taken = {}) {
    return try_merge_in(smith, person, other, taken);
  }
  Person merged(const std::string& person, const std::string& other,
                const std::vector<std::string>& taken = {}) {
    clock.advance_ms(1000);
    return must(try_to_merge(person, other, taken)).person;
  }
  void undo(const std::string& person, const std::string& other) {
    must(merges.undo(bob, smith, person, other));
  }
  void note(const std::string& person, const std::string& text) {
    must(facts.create(ada, smith, person, {.kind = "Note", .notes = text}, {}));
  }
  void job(const std::string& person, const std::string& value) {
    must(facts.create(ada, smith, person, {.kind = "Occupation", .value = value}, {}));
  }
  // "Miller, Baker": what facts and notes of a person say.
  std::string said_of(const std::string& person) {
    std::string text;
    for (const Fact& one : must(facts.list(ada, smith, person))) {
      text += (text.empty() ? "" : ", ") + one.value.value_or(one.notes.value_or(""));
    }
    return text;
  }
  Relations relations(const std::string& person) {
    return must(relatives_of(scene.context, scene.tree_of(ada, smith), person));
  }
  // All items of the table but those whose state a merge and its undo count up.
  std::map<std::string, std::string> items() {
    std::map<std::string, std::string> all;
    for (const store::Item& item :
         must(testing::drain(scene.store, testing::scan(scene.tables.family()))).items) {
      store::Map map = item.to_map();
      map.erase("Revision");
      all.emplace(apps::text_of(item, "PK") + " " + apps::text_of(item, "SK"),
                  store::Item::from_map(map).json());
    }
    return all;
  }
  template <typename T>
  std::string refusal(const Result<T>& result) {
    return result ? "" : result.error().message;
  }

  Merges merges{scene.context};
  Facts facts{scene.context};
};

// Two records of one man, with a wife, a child and a mother who are on both, and others who are
// not.
class TwoRecords : public MergesTest {
 protected:
  TwoRecords() {
    PersonInput input;
    input.first_name = "John";
    input.last_name = "Smith";
    input.birth = must(life_date_from("birthDate", "ABT 1850"));
    input.biography = "A miller.";
    first = must(scene.people.create(ada, smith, input, {}, {})).person.id;
    input.first_name = "Johnny";
    input.middle_name = "Paul";
    input.birth = must(life_date_from("birthDate", "1850-03-31"));
    input.birth_place = "Leeds";
    input.biography = {};
    second = must(scene.people.create(ada, smith, input, {}, {})).person.id;
    mother = scene.person(ada, smith, "Mary", "1825");
    wife = scene.person(ada, smith, "Ann", "1852");
    child = scene.person(ada, smith, "Carl", "1880");
    daughter = scene.person(ada, smith, "Dora", "1882");
    for (const std::string& one : {first, second}) {
      scene.parent(ada, smith, mother, one);
      scene.parent(ada, smith, one, child);
    }
    scene.parent(ada, smith, second, daughter);
    must(scene.relationships.add_couple(
        ada, smith, {.person1_id = first, .person2_id = wife, .status = CoupleStatus::kUnknown}));
    // The other way round, and with more that is known.
    must(scene.relationships.add_couple(
        ada, smith,
        {.person1_id = wife,
         .person2_id = second,
         .marriage = {.married = must(life_date_from("marriageDate", "1879-05-01"))},
         .notes = "In the old church."}));
    job(first, "Miller");
    job(second, "Miller");
    job(second, "Baker");
    note(second, "He sailed.");
  }

  std::string first;
  std::string second;
  std::string mother;
  std::string wife;
  std::string child;
  std::string daughter;
};

TEST_F(TwoRecords, BecomeOne) {
  const Person person = merged(first, second);
  EXPECT_EQ(person.id, first);
  EXPECT_EQ(person.first_name, "John") << "what the first has is kept";
  EXPECT_EQ(person.birth.words(), "ABT 1850");
  EXPECT_EQ(person.middle_name, "Paul") << "what it lacks is taken";
  EXPECT_EQ(person.birth_place, "Leeds");
  EXPECT_EQ(person.biography, "A miller.");
  EXPECT_EQ(person.updated_by, bob);
  EXPECT_TRUE(fails(scene.people.get(ada, smith, second), ErrorCode::kNotFound));
  const Relations all = relations(first);
  EXPECT_EQ(all.parents.size(), 1);
  EXPECT_EQ(all.children.size(), 2);
  ASSERT_EQ(all.couples.size(), 1);
  EXPECT_EQ(all.couples.front().status, CoupleStatus::kMarried);
  EXPECT_EQ(all.couples.front().marriage.married.words(), "1879-05-01");
  EXPECT_EQ(all.couples.front().notes, "In the old church.");
  EXPECT_EQ(relations(second).items.size(), 0);
  EXPECT_EQ(relations(daughter).parents.size(), 1);
  EXPECT_EQ(said_of(first), "Miller, Baker, He sailed.");
  EXPECT_EQ(scene.tree_of(ada, smith).person_count, 5);
  EXPECT_EQ(scene.tree_of(ada, smith).root_person_id, first);
  EXPECT_EQ(scene.all_keys().find(second), std::string::npos);
}

TEST_F(TwoRecords, CiteWhatEitherCited) {
  const auto cite = [&](const std::string& one, const std::string& other,
                        const std::vector<Citation>& cited) {
    must(scene.people.change(ada, smith, one, {.birth_citations = cited},
                             scene.etag(ada, smith, one)));
    must(scene.relationships.change_couple(
        ada, smith, one, other, {.marriage_citations = cited},
        must(scene.relationships.couple(ada, smith, one, other)).etag));
  };
  const Source book = must(facts.create_source(ada, smith, {.title = "Parish register"}, {}));
  const Citation shared = {.source_id = book.id, .page = "1"};
  const Citation other = {.source_id = book.id, .page = "2"};
  cite(first, wife, {shared});
  cite(second, wife, {other, shared});
  const auto before = items();
  const std::vector<Citation> all = {shared, other};
  EXPECT_EQ(merged(first, second, {"birthDate"}).birth_citations, all);
  EXPECT_EQ(relations(first).couples.at(0).marriage.marriage_citations, all);
  undo(first, second);
  EXPECT_EQ(items(), before);
}

TEST_F(TwoRecords, WhoseValueIsKeptIsTheCallersChoice) {
  const Person person = merged(first, second, {"firstName", "birthDate", "biography"});
  EXPECT_EQ(person.first_name, "Johnny");
  EXPECT_EQ(person.birth.words(), "1850-03-31");
  EXPECT_EQ(person.biography, std::nullopt) << "the second has none";
  EXPECT_TRUE(fails(try_to_merge(first, child, {"shoeSize"}), ErrorCode::kInvalid, "take"));
}

TEST_F(TwoRecords, AreAsTheyWereAfterUndo) {
  const auto before = items();
  merged(first, second, {"firstName"});
  EXPECT_NE(items(), before);
  undo(first, second);
  EXPECT_EQ(items(), before);
  EXPECT_TRUE(fails(merges.undo(bob, smith, first, second), ErrorCode::kNotFound));
  // In the other direction, with the root, and through the bin.
  merged(second, first);
  EXPECT_EQ(scene.tree_of(ada, smith).root_person_id, second);
  EXPECT_TRUE(fails(merges.undo(bob, smith, first, second), ErrorCode::kNotFound));
  const auto binned = must(scene.people.bin(ada, smith, 10, "")).things;
  ASSERT_EQ(binned.size(), 1);
  EXPECT_EQ(binned.front().kind, kBinnedMerge);
  EXPECT_EQ(must(scene.people.restore(bob, smith, first)).person.id, first);
  EXPECT_EQ(items(), before);
}

TEST_F(TwoRecords, MergesAreUndoneOneAfterTheOther) {
  const std::string third = scene.person(ada, smith, "Jack", "1850");
  const auto before = items();
  merged(first, second);
  const auto between = items();
  merged(first, third);
  EXPECT_EQ(refusal(merges.undo(ada, smith, first, second)),
            "John Smith was changed after the merge, so it cannot be undone. Take that change back "
            "first.");
  undo(first, third);
  EXPECT_EQ(items(), between);
  undo(first, second);
  EXPECT_EQ(items(), before);
}

TEST_F(TwoRecords, AMergeIsUndoneUnlessWhatItWroteWasChanged) {
  merged(first, second);
  // What is new since stays.
  const std::string son = scene.person(ada, smith, "Emil", "1885");
  scene.parent(ada, smith, first, son);
  note(first, "New.");
  undo(first, second);
  EXPECT_EQ(relations(first).children.size(), 2);
  EXPECT_EQ(said_of(first), "Miller, New.");
  EXPECT_EQ(said_of(second), "Miller, Baker, He sailed.");

  merged(first, second);
  const ParentChild moved = must(scene.relationships.parent(ada, smith, first, daughter));
  must(scene.relationships.change_parent(ada, smith, first, daughter, {.type = ParentKind::kFoster},
                                         moved.etag));
  EXPECT_EQ(refusal(merges.undo(ada, smith, first, second)),
            "The relationship of John Smith and Dora Smith was changed after the merge, so it "
            "cannot be undone. Take that change back first.");
}

TEST_F(TwoRecords, ARelationshipOfBothThatIsGoneIsInTheWay) {
  merged(first, second);
  scene.remove(ada, smith, mother);
  EXPECT_EQ(refusal(merges.undo(ada, smith, first, second)),
            "The relationship of John Smith and " + mother +
                " was changed after the merge, so it cannot be undone. Take that change back "
                "first.");
}

TEST_F(TwoRecords, AFactThatWasChangedSinceIsInTheWay) {
  merged(first, second);
  for (const Fact& one : must(facts.list(ada, smith, first))) {
    if (one.is_note()) must(facts.remove(ada, smith, first, one.id, one.etag));
  }
  EXPECT_EQ(refusal(merges.undo(ada, smith, first, second)),
            "A fact, a note or a photo of John Smith was changed after the merge, so it cannot be "
            "undone. "
            "Take that change back first.");
}

TEST_F(TwoRecords, ABirthThatDoesNotFitAnyMoreIsInTheWay) {
  const std::string born = "1849-01-01";
  must(scene.people.change(ada, smith, first, {.birth = must(life_date_from("birthDate", born))},
                           scene.etag(ada, smith, first)));
  merged(first, second);
  // The daughter fits the one that they are, and not the one whom the second was.
  must(scene.people.change(ada, smith, daughter,
                           {.birth = must(life_date_from("birthDate", "1849-06-01"))},
                           scene.etag(ada, smith, daughter)));
  EXPECT_EQ(refusal(merges.undo(ada, smith, first, second)),
            "Johnny Smith was born after Dora Smith, so cannot be a parent. Check the two dates of "
            "birth.");
}

TEST_F(TwoRecords, AMergeIsKeptFor30Days) {
  merged(first, second);
  clock.advance_ms(apps::kBinDays * 86'400'000);
  EXPECT_TRUE(fails(merges.undo(ada, smith, first, second), ErrorCode::kNotFound));
  must(scene.sweeps.run());
  EXPECT_EQ(relations(first).items.size(), 4);
}

TEST_F(TwoRecords, AnUndoFollowsTheTreeToAnotherOwner) {
  merged(first, second);
  must(scene.trees.hand_over(ada, smith, bob));
  undo(first, second);
  EXPECT_EQ(said_of(second), "Miller, Baker, He sailed.");
  EXPECT_EQ(relations(second).items.size(), 4);
  EXPECT_EQ(scene.all_keys().find(ada + " PERSON#"), std::string::npos);
}

TEST_F(TwoRecords, BothTagsAreNeeded) {
  const std::string etag = scene.etag(ada, smith, first);
  const std::string other_etag = scene.etag(ada, smith, second);
  struct Row {
    std::string tag;
    std::string other;
    std::string changed;
  };
  for (const auto& [tag, other, changed] :
       {Row{"old", other_etag, first}, Row{etag, "old", second}}) {
    const auto stale = merges.merge(ada, smith, first, tag, {second, other});
    ASSERT_TRUE(fails(stale, ErrorCode::kStale));
    EXPECT_NE(fault_of(stale.error())->current.find(changed), std::string::npos);
  }
  EXPECT_TRUE(
      fails(merges.merge(eve, smith, first, etag, {second, other_etag}), ErrorCode::kForbidden));
  EXPECT_TRUE(
      fails(merges.merge(zoe, smith, first, etag, {second, other_etag}), ErrorCode::kNotFound));
  merged(first, second);
  EXPECT_TRUE(fails(merges.undo(eve, smith, first, second), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(merges.undo(zoe, smith, first, second), ErrorCode::kNotFound));
}

TEST_F(TwoRecords, OfTwoMergesAtOnceOneSeesTheOther) {
  const std::string third = scene.person(ada, smith, "Jack", "1850");
  const std::string etag = scene.etag(ada, smith, third);
  meanwhile([&] { merged(third, second); });
  EXPECT_TRUE(fails(try_to_merge(first, second), ErrorCode::kConflict, "otherId"));
  undo(third, second);
  // The one that stays is merged into another one.
  meanwhile([&] { merged(second, first); });
  EXPECT_TRUE(fails(try_to_merge(first, third), ErrorCode::kNotFound));
  EXPECT_EQ(scene.etag(ada, smith, third), etag);
  EXPECT_EQ(scene.tree_of(ada, smith).person_count, 6);
}

TEST_F(TwoRecords, ARelationshipThatComesMeanwhileIsMergedToo) {
  const std::string son = scene.person(ada, smith, "Emil", "1885");
  meanwhile([&] { scene.parent(ada, smith, second, son); });
  merged(first, second);
  EXPECT_EQ(relations(son).parents.front().parent_id, first);
  // And a rule sees it.
  undo(first, second);
  meanwhile([&] { must(scene.try_parent(ada, smith, first, second, ParentKind::kStep)); });
  EXPECT_TRUE(fails(try_to_merge(first, second), ErrorCode::kConflict, "otherId"));
}

TEST_F(TwoRecords, APhotoThatComesMeanwhileIsMergedToo) {
  meanwhile([&] {
    scene.put({{"PK", keys::user(ada)},
               {"SK", keys::media(second, "late")},
               {"TreeId", smith},
               {"PersonId", second},
               {"FileId", "f"},
               {"GSI2PK", keys::tree(smith)},
               {"GSI2SK", keys::media(second, "late")}});
  });
  merged(first, second);
  EXPECT_EQ(scene.json(keys::user(ada), keys::media(second, "late")), "");
  EXPECT_NE(scene.json(keys::user(ada), keys::media(first, "late")), "");
}

TEST_F(TwoRecords, AFactThatComesMeanwhileIsMergedToo) {
  meanwhile([&] { note(second, "Late."); });
  merged(first, second);
  EXPECT_EQ(said_of(first), "Miller, Baker, He sailed., Late.");
}

TEST_F(TwoRecords, AnInterruptedMergeIsFinishedOrNotBegun) {
  const auto before = items();
  for (int writes = 0;; ++writes) {
    store_.end_after(writes);
    const auto done = try_to_merge(first, second);
    const bool has_ended = store_.restart();
    must(scene.sweeps.run());
    if (items() == before) {
      EXPECT_FALSE(done);
      continue;
    }
    EXPECT_EQ(said_of(first), "Miller, Baker, He sailed.");
    undo(first, second);
    EXPECT_EQ(items(), before);
    if (!has_ended) break;
  }
}

class MergeRules : public MergesTest {
 protected:
  std::string refused(const std::string& person, const std::string& other,
                      const std::vector<std::string>& taken = {}) {
    const auto before = items();
    const auto result = try_to_merge(person, other, taken);
    EXPECT_TRUE(fails(result, ErrorCode::kConflict, "otherId"));
    EXPECT_EQ(items(), before);
    return refusal(result);
  }
};

TEST_F(MergeRules, NobodyBecomesTheirOwnAncestorOrSpouse) {
  const std::string adam = scene.person(ada, smith, "Adam", "1800");
  const std::string beth = scene.person(ada, smith, "Beth");
  const std::string carl = scene.person(ada, smith, "Carl");
  scene.parent(ada, smith, adam, beth);
  scene.parent(ada, smith, beth, carl);
  const std::string sentence =
      "Carl Smith is a descendant of Adam Smith, so as one person they would be their own "
      "ancestor. Remove one of the relationships in between first.";
  EXPECT_EQ(refused(adam, carl), sentence);
  EXPECT_EQ(refused(carl, adam), sentence);
  EXPECT_EQ(refused(adam, beth).find("Beth Smith is a descendant of Adam Smith"), 0);
  const std::string dora = scene.person(ada, smith, "Dora");
  scene.couple(ada, smith, dora, carl);
  EXPECT_EQ(refused(carl, dora),
            "Carl Smith and Dora Smith are a couple, so they are not one person. Remove that "
            "relationship first if it is wrong.");
  EXPECT_EQ(refused(carl, carl), "Choose two different records to merge.");
  const std::string elsewhere = scene.person(ada, scene.tree(ada), "Zed");
  EXPECT_TRUE(fails(merges.merge(ada, smith, adam, scene.etag(ada, smith, adam), {elsewhere, ""}),
                    ErrorCode::kConflict, "otherId"));
  EXPECT_TRUE(fails(merges.merge(ada, smith, "nobody", "", {adam, ""}), ErrorCode::kNotFound));
}

TEST_F(MergeRules, BirthsAndDeathsFitAfterwards) {
  const std::string first = scene.person(ada, smith, "John");
  const std::string second = scene.person(ada, smith, "Johnny", "1850");
  const std::string child = scene.person(ada, smith, "Carl", "1840");
  scene.parent(ada, smith, first, child);
  EXPECT_EQ(refused(first, second),
            "John Smith was born after Carl Smith, so cannot be a parent. Check the two dates of "
            "birth.");
  must(scene.people.change(ada, smith, child, {.birth = must(life_date_from("birthDate", "1890"))},
                           scene.etag(ada, smith, child)));
  must(scene.people.change(ada, smith, first, {.death = must(life_date_from("deathDate", "1845"))},
                           scene.etag(ada, smith, first)));
  EXPECT_EQ(refused(first, second), "The death of John Smith cannot be before the birth.");
  EXPECT_EQ(merged(first, second, {"deathDate"}).death.words(), "");
}

TEST_F(MergeRules, WhatDoesNotFitIntoATransactionIsRefused) {
  const std::string first = scene.person(ada, smith, "John");
  const std::string second = scene.person(ada, smith, "Johnny");
  for (int i = 0; i < 46; ++i) note(second, "Note " + std::to_string(i));
  EXPECT_EQ(refused(first, second),
            "Johnny Smith has too many relationships, facts and notes: a merge writes all of them "
            "at once, and at most 100 items fit. Remove some of them first.");
  EXPECT_EQ(merged(second, first).id, second) << "the other way round it does";
  const std::string third = scene.person(ada, smith, "Jack");
  const std::string long_text(200'000, 'x');
  for (int i = 0; i < 4; ++i) {
    scene.put({{"PK", keys::user(ada)},
               {"SK", keys::note(third, std::to_string(i))},
               {"TreeId", smith},
               {"Notes", long_text}});
  }
  EXPECT_EQ(refused(scene.person(ada, smith, "Joe"), third),
            "The records of Joe Smith and Jack Smith have too much text to be merged. Shorten "
            "notes or biographies first.");
}

TEST_F(MergeRules, ThereAreAsManyRelativesAsATreeAllows) {
  const std::string first = scene.person(ada, smith, "John");
  const std::string second = scene.person(ada, smith, "Johnny");
  for (int i = 0; i < 11; ++i) {
    for (const std::string& one : {first, second}) {
      scene.person(ada, smith, "Parent", {}, {.children = {{one, ParentKind::kStep}}});
    }
  }
  EXPECT_EQ(refused(first, second), "A person has at most 20 parents in a tree.");
}

// Items of other programs.
TEST_F(MergeRules, WhatOthersWroteIsKept) {
  const std::string first = scene.person(ada, smith, "John");
  const std::string wife = scene.person(ada, smith, "Ann");
  scene.put({{"PK", keys::user(ada)},
             {"SK", "PERSON#p-002"},
             {"TreeId", smith},
             {"FirstName", "Johnny"},
             {"Eyes", "blue"},
             {"GSI2PK", keys::tree(smith)},
             {"GSI2SK", "PERSON#p-002"}});
  const auto relate = [&](const std::string& key) {
    scene.put({{"PK", keys::user(ada)}, {"SK", key}, {"TreeId", smith}, {"Since", "1870"}});
  };
  relate("PERSON#p-002#SPOUSE#p-002");
  relate("PERSON#p-002#CHILD#" + wife);
  relate("PERSON#p-002#SPOUSE#" + wife);
  scene.put({{"PK", keys::user(ada)}, {"SK", "FACT#p-002#f"}, {"TreeId", smith}});
  const auto before = items();
  merged(first, "p-002");
  EXPECT_NE(scene.json(keys::user(ada), keys::person(first)).find("blue"), std::string::npos);
  for (const std::string& key :
       {keys::child_of(first, wife), keys::spouse_of(first, wife), keys::fact(first, "f")}) {
    EXPECT_NE(scene.json(keys::user(ada), key), "") << key;
  }
  EXPECT_EQ(scene.json(keys::user(ada), keys::spouse_of(first, first)), "");
  undo(first, "p-002");
  EXPECT_EQ(items(), before);
}

class MergedGedcom : public MergesTest {
 protected:
  std::string exported(const std::string& tree) {
    TreeExport file = must(TreeExport::begin(scene.context, ada, tree, gedcom::Version::k551));
    std::string text;
    while (must(file.append_next(text))) continue;
    std::erase(text, '\r');
    return text;
  }
  // Imports records, merges the second person into the first, and exports.
  std::string merged_file(const std::string& records) {
    TreeImports imports(scene.context);
    const std::string file = "0 HEAD\n1 GEDC\n2 VERS 5.5.1\n2 FORM LINEAGE-LINKED\n1 CHAR UTF-8\n" +
                             records + "0 TRLR\n";
    tree_ = must(imports.run(ada, gedcom::file_of(file), "", {})).access.tree.id;
    scene.join(tree_, ada, "bob", "write");
    before_ = exported(tree_);
    std::map<int64_t, std::string> ids;
    for (const SeenPerson& one : must(scene.people.list(ada, tree_, 500, "")).people) {
      ids.emplace(one.person.ordinal, one.person.id);
    }
    first_ = ids.at(1);
    second_ = ids.at(2);
    must(try_merge_in(tree_, first_, second_));
    return exported(tree_);
  }

  std::string tree_;
  std::string first_;
  std::string second_;
  std::string before_;
};

TEST_F(MergedGedcom, NothingIsLost) {
  const std::string file = merged_file(
      "0 @I1@ INDI\n1 NAME John /Smith/\n1 SEX M\n1 BIRT\n2 DATE 1850\n1 REFN 17\n1 FAMS @F1@\n"
      "0 @I2@ INDI\n1 NAME Johnny /Smith/\n2 SOUR Church book\n1 SEX U\n1 BIRT\n2 DATE 1851\n"
      "2 SOUR Letter\n1 REFN 18\n1 _EYES blue\n1 FAMS @F2@\n"
      "0 @I3@ INDI\n1 NAME Ann /Brown/\n1 ASSO @I2@\n2 RELA friend\n1 FAMS @F1@\n1 FAMS @F2@\n"
      "0 @I4@ INDI\n1 NAME Carl /Smith/\n1 FAMC @F2@\n2 NOTE As he said.\n"
      "0 @F1@ FAM\n1 HUSB @I1@\n1 WIFE @I3@\n1 MARR\n2 DATE 1879\n2 SOUR Register\n"
      "0 @F2@ FAM\n1 HUSB @I2@\n1 WIFE @I3@\n1 CHIL @I4@\n1 MARR\n2 SOUR Diary\n1 _BANNS yes\n");
  for (const std::string line :
       {"1 NAME John /Smith/\n", "1 NAME Johnny /Smith/\n2 SOUR Church book\n", "1 SEX M\n",
        "1 BIRT\n2 DATE 1850\n", "1 BIRT\n2 DATE 1851\n2 SOUR Letter\n", "1 REFN 17\n",
        "1 REFN 18\n", "1 _EYES blue\n", "1 ASSO @I1@\n2 RELA friend\n", "1 MARR\n2 DATE 1879\n",
        "2 SOUR Register\n", "2 SOUR Diary\n", "1 _BANNS yes\n", "1 CHIL @I4@\n",
        "1 FAMC @F1@\n2 NOTE As he said.\n"}) {
    EXPECT_NE(file.find(line), std::string::npos) << line << "in\n" << file;
  }
  EXPECT_LT(file.find("NAME John /"), file.find("NAME Johnny /")) << "the first is the name";
  for (const std::string line : {"SEX U", "@I2@", "@F2@"}) {
    EXPECT_EQ(file.find(line), std::string::npos) << line << " in\n" << file;
  }
  must(merges.undo(ada, tree_, first_, second_));
  EXPECT_EQ(exported(tree_), before_);
}

}  // namespace
}  // namespace norn::family
