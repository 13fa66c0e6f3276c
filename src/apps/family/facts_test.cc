#include "apps/family/facts.h"

#include <gtest/gtest.h>

#include "apps/family/limits.h"
#include "apps/family/test_world.h"

namespace norn::family {
namespace {

class FactsTest : public FamilyTest {
 protected:
  FactsTest() { adam = scene.person(ada, smith, "Adam", "1850"); }

  Fact fact(const std::string& user, const std::string& kind, const std::string& date = {}) {
    return must(facts.create(user, smith, adam,
                             {.kind = kind, .date = must(life_date_from("date", date))}, {}));
  }
  // "Baptism, Burial": the kinds of a person's facts.
  std::string kinds(const std::string& user, const std::string& person) {
    std::string text;
    for (const Fact& one : must(facts.list(user, smith, person))) {
      text += (text.empty() ? "" : ", ") + one.kind;
    }
    return text;
  }

  Facts facts{scene.context};
  std::string adam;
};

TEST_F(FactsTest, AreListedByDateAndNotesLast) {
  fact(ada, "Note");
  fact(ada, "Burial", "1920-01-01");
  fact(bob, "Occupation");
  fact(bob, "Baptism", "BEF 1851");
  EXPECT_EQ(kinds(eve, adam), "Baptism, Burial, Occupation, Note");
  EXPECT_TRUE(fails(facts.create(eve, smith, adam, {.kind = "X"}, {}), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(facts.list(zoe, smith, adam), ErrorCode::kNotFound));
}

TEST_F(FactsTest, AreChangedAndDeletedByTheirTag) {
  const Fact made = fact(ada, "Occupation");
  const Fact changed = must(facts.change(bob, smith, adam, made.id,
                                         {.kind = "Occupation", .value = "Carpenter"}, made.etag));
  EXPECT_EQ(changed.value, "Carpenter");
  EXPECT_EQ(changed.updated_by, bob);
  EXPECT_TRUE(
      fails(facts.change(ada, smith, adam, made.id, {.kind = "X"}, made.etag), ErrorCode::kStale));
  EXPECT_TRUE(fails(facts.change(ada, smith, adam, made.id, {.kind = "Note"}, changed.etag),
                    ErrorCode::kConflict, "kind"));
  must(facts.remove(ada, smith, adam, made.id, changed.etag));
  EXPECT_EQ(kinds(ada, adam), "");
}

TEST_F(FactsTest, CiteSourcesOfTheTree) {
  const Source book = must(facts.create_source(ada, smith, {.title = "Parish register"}, {}));
  const auto cite = [&](const std::string& source) {
    return facts.create(ada, smith, adam,
                        {.kind = "Baptism", .citations = {{.source_id = source, .page = "12"}}},
                        {});
  };
  const Fact made = must(cite(book.id));
  EXPECT_TRUE(fails(cite("nothing"), ErrorCode::kConflict, "citations"));
  const std::string other = scene.tree(ada, "Jones");
  const Source elsewhere = must(facts.create_source(ada, other, {.title = "Letters"}, {}));
  EXPECT_TRUE(fails(cite(elsewhere.id), ErrorCode::kConflict, "citations"));
  EXPECT_EQ(must(facts.sources(eve, smith)).size(), 1);
  must(facts.remove_source(ada, smith, book.id, book.etag));
  // What cites it can still be changed.
  must(facts.change(ada, smith, adam, made.id,
                    {.kind = "Baptism", .place = "Rome", .citations = made.citations}, made.etag));
}

TEST_F(FactsTest, BirthAndDeathCiteSourcesToo) {
  const Source book = must(facts.create_source(ada, smith, {.title = "Parish register"}, {}));
  const std::vector<Citation> cited = {{.source_id = book.id, .page = "12", .quality = 3}};
  const std::vector<Citation> wrong = {{.source_id = "nothing"}};
  const auto cite = [&](const std::string& user, const PersonPatch& patch) {
    return scene.people.change(user, smith, adam, patch, scene.etag(ada, smith, adam));
  };
  const Person adam_now =
      must(cite(bob, {.birth_citations = cited, .death_citations = cited})).person;
  EXPECT_EQ(adam_now.birth_citations, cited);
  EXPECT_EQ(adam_now.updated_by, bob);
  EXPECT_TRUE(fails(cite(ada, {.birth_citations = wrong}), ErrorCode::kConflict, "birthCitations"));
  EXPECT_TRUE(fails(cite(ada, {.death_citations = wrong}), ErrorCode::kConflict, "deathCitations"));
  EXPECT_TRUE(fails(cite(eve, {.birth_citations = cited}), ErrorCode::kForbidden));
  EXPECT_TRUE(
      fails(scene.people.create(
                ada, smith, {.first_name = "X", .last_name = "", .birth_citations = wrong}, {}, {}),
            ErrorCode::kConflict, "birthCitations"));
  // All of it is in one item.
  std::vector<Citation> much;
  for (size_t i = 0; i < kMaxCitations; ++i) {
    much.push_back({.source_id = book.id,
                    .page = std::to_string(i),
                    .text = std::string(kMaxCitationCharacters, 'x')});
  }
  EXPECT_TRUE(
      fails(cite(ada, {.birth_citations = much, .death_citations = much}), ErrorCode::kConflict));
  must(facts.remove_source(ada, smith, book.id, book.etag));
  const Person later = must(cite(ada, {.death_citations = std::vector<Citation>()})).person;
  EXPECT_EQ(later.birth_citations, cited) << "they stay, and lead nowhere";
  EXPECT_EQ(later.death_citations.size(), 0);
}

TEST_F(FactsTest, MarriageAndDivorceCiteSourcesToo) {
  const std::string beth = scene.person(ada, smith, "Beth");
  const Source book = must(facts.create_source(ada, smith, {.title = "Parish register"}, {}));
  const std::vector<Citation> cited = {{.source_id = book.id, .page = "12"}};
  const std::vector<Citation> wrong = {{.source_id = "nothing"}};
  scene.couple(ada, smith, adam, beth);
  const auto cite = [&](const CouplePatch& patch) {
    const Couple now = must(scene.relationships.couple(ada, smith, adam, beth));
    return scene.relationships.change_couple(ada, smith, beth, adam, patch, now.etag);
  };
  const Couple both = must(cite({.marriage_citations = cited, .divorce_citations = cited}));
  EXPECT_EQ(both.marriage.marriage_citations, cited);
  EXPECT_EQ(both.marriage.divorce_citations, cited);
  EXPECT_TRUE(
      fails(cite({.marriage_citations = wrong}), ErrorCode::kConflict, "marriageCitations"));
  EXPECT_TRUE(fails(cite({.divorce_citations = wrong}), ErrorCode::kConflict, "divorceCitations"));
  EXPECT_TRUE(
      fails(cite({.history = {{{.divorce_citations = wrong}}}}), ErrorCode::kConflict, "history"));
  must(facts.remove_source(ada, smith, book.id, book.etag));
  // The marriage becomes an earlier one.
  const Couple later = must(cite({.marriage_citations = std::vector<Citation>(),
                                  .history = {{{.marriage_citations = cited}}}}));
  EXPECT_EQ(later.history.at(0).marriage_citations, cited);
}

TEST_F(FactsTest, StrangersSeeWhatIsCitedOfTheDeadOnly) {
  const std::string carl = scene.person(ada, smith, "Carl", "1990");
  const Source book = must(facts.create_source(ada, smith, {.title = "Parish register"}, {}));
  const std::vector<Citation> cited = {{.source_id = book.id, .text = "Born in Rome."}};
  for (const std::string& one : {adam, carl}) {
    must(scene.people.change(ada, smith, one, {.birth_citations = cited, .death_citations = cited},
                             scene.etag(ada, smith, one)));
  }
  Couple couple = scene.couple(ada, smith, adam, carl);
  must(scene.relationships.change_couple(
      ada, smith, adam, carl,
      {.marriage_citations = cited, .history = {{{.divorce_citations = cited}}}}, couple.etag));
  must(scene.trees.change(ada, smith, {.is_public = true}, scene.tree_of(ada, smith).etag));
  EXPECT_EQ(must(scene.people.get(zoe, smith, adam)).person.birth_citations, cited);
  const Person hidden = must(scene.people.get(zoe, smith, carl)).person;
  EXPECT_EQ(hidden.birth_citations.size() + hidden.death_citations.size(), 0);
  couple = must(scene.relationships.couple(zoe, smith, adam, carl));
  EXPECT_EQ(couple.marriage, Marriage());
  EXPECT_EQ(couple.history.size(), 0);
  EXPECT_EQ(must(scene.people.get(eve, smith, carl)).person.birth_citations, cited);
}

TEST_F(FactsTest, StrangersSeeThoseOfTheDeadOnly) {
  const std::string carl = scene.person(ada, smith, "Carl", "1990");
  must(facts.create(ada, smith, carl, {.kind = "Residence", .place = "Rome"}, {}));
  fact(ada, "Burial");
  must(facts.create_source(ada, smith, {.title = "Carl's letters"}, {}));
  must(scene.trees.change(ada, smith, {.is_public = true}, scene.tree_of(ada, smith).etag));
  EXPECT_EQ(kinds(zoe, adam), "Burial");
  EXPECT_EQ(must(facts.list(zoe, smith, adam)).at(0).created_by, std::nullopt);
  EXPECT_EQ(kinds(zoe, carl), "");
  EXPECT_EQ(must(facts.sources(zoe, smith)).size(), 0);
}

TEST_F(FactsTest, GoWithTheirPersonAndMoveWithTheTree) {
  fact(ada, "Burial");
  fact(ada, "Note");
  must(scene.trees.hand_over(ada, smith, bob));
  EXPECT_EQ(kinds(ada, adam), "Burial, Note");
  scene.remove(ada, smith, adam);
  must(scene.people.restore(ada, smith, adam));
  EXPECT_EQ(kinds(ada, adam), "Burial, Note");
  scene.remove(ada, smith, adam);
  must(scene.people.remove_for_good(bob, smith, adam));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.all_keys().find("FACT#"), std::string::npos);
  EXPECT_EQ(scene.all_keys().find("NOTE#"), std::string::npos);
}

TEST_F(FactsTest, OneOfAnotherProgramWithoutAKindHidesNoOther) {
  fact(ada, "Baptism");
  scene.put({{"PK", keys::user(ada)},
             {"SK", keys::fact(adam, "fact-1")},
             {"TreeId", smith},
             {"PersonId", adam},
             {"Kind", ""},
             {"GSI2PK", keys::tree(smith)},
             {"GSI2SK", keys::fact(adam, "fact-1")}});
  EXPECT_EQ(kinds(ada, adam), "Baptism");
}

}  // namespace
}  // namespace norn::family
