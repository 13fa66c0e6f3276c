#include "apps/family/kinship.h"

#include <gtest/gtest.h>

#include "apps/family/test_world.h"
#include "support/lagging_index_store.h"

namespace norn::family {
namespace {

class KinshipTest : public FamilyTest {
 protected:
  KinshipTest() {
    adam = scene.person(ada, smith, "Adam", "1850");
    beth = scene.person(ada, smith, "Beth", "1880", {.parents = {{adam, {}}}});
    bert = scene.person(ada, smith, "Bert", "1882", {.parents = {{adam, {}}}});
    carl = scene.person(ada, smith, "Carl", "1910", {.parents = {{beth, {}}}});
    dora = scene.person(ada, smith, "Dora", "1990", {.parents = {{bert, {}}}});
  }

  std::string name(const std::string& user, const std::string& from, const std::string& to,
                   std::string_view language = "en") {
    const KinLines found = must(kinship.lines(user, smith, from, to, language));
    return found.lines.empty() ? "" : found.lines.front().name;
  }

  Kinship kinship{scene.context};
  std::string adam;
  std::string beth;
  std::string bert;
  std::string carl;
  std::string dora;
};

TEST_F(KinshipTest, HowTwoPeopleAreRelated) {
  EXPECT_EQ(name(eve, carl, dora), "first cousin");
  EXPECT_EQ(name(eve, carl, adam, "de"), "Großelternteil");
  EXPECT_EQ(name(eve, adam, carl), "grandchild");
  EXPECT_EQ(must(kinship.lines(eve, smith, carl, dora, "en")).common_ancestor_ids,
            std::vector{adam});
  EXPECT_TRUE(fails(kinship.lines(eve, smith, carl, "nobody", "en"), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(kinship.lines(zoe, smith, carl, dora, "en"), ErrorCode::kNotFound));
  const KinPeople ancestors = must(kinship.ancestors(eve, smith, carl, 5));
  ASSERT_EQ(ancestors.people.size(), 2);
  EXPECT_EQ(ancestors.people[1].seen.person.first_name, "Adam");
  EXPECT_EQ(ancestors.people[1].generation, 2);
  EXPECT_EQ(ancestors.people[1].previous_id, beth);
  EXPECT_EQ(must(kinship.descendants(eve, smith, adam, 1)).people.size(), 2);
  EXPECT_EQ(must(kinship.relatives(eve, smith, carl, "en")).people.size(), 4);
}

TEST_F(KinshipTest, ChangesAreSeenAtOnceAndThoseOfOtherProgramsSoon) {
  EXPECT_EQ(name(ada, carl, dora), "first cousin");
  const Couple couple = scene.couple(ada, smith, carl, dora);
  EXPECT_EQ(name(ada, carl, dora), "spouse");
  must(scene.relationships.remove_couple(ada, smith, carl, dora, couple.etag));
  EXPECT_EQ(name(ada, carl, dora), "first cousin");
  const ParentChild link = must(scene.relationships.parent(ada, smith, adam, bert));
  must(scene.store.remove(testing::remove(
      scene.tables.family(), {{"PK", keys::user(ada)}, {"SK", keys::child_of(adam, bert)}})));
  clock.advance_ms(TreeGraphs::kMinGraphLifeMs);
  EXPECT_EQ(name(ada, carl, dora), "");
}

TEST(KinshipOnLaggingIndexTest, NewPeopleAreFoundBeforeTheIndexHasThem) {
  ManualClock clock(accounts::kStartMs);
  testing::ModelStore primary(clock);
  testing::ModelStore replica(clock);
  testing::LaggingIndexStore lagging(primary, replica);
  Scene scene(lagging, clock);
  Kinship kinship(scene.context);
  const std::string ada = scene.user("ada");
  const std::string smith = scene.tree(ada);
  const std::string adam = scene.person(ada, smith, "Adam", "1850");
  lagging.catch_up();
  EXPECT_EQ(must(kinship.descendants(ada, smith, adam, 5)).people.size(), 0);
  const std::string beth = scene.person(ada, smith, "Beth", "1880", {.parents = {{adam, {}}}});
  ASSERT_GT(lagging.waiting(), 0);
  EXPECT_EQ(must(kinship.lines(ada, smith, beth, adam, "en")).lines.front().name, "parent");
  EXPECT_TRUE(fails(kinship.lines(ada, smith, beth, "gone", "en"), ErrorCode::kNotFound));
}

TEST_F(KinshipTest, StrangersLearnFromNoChineseNameWhoOfTheLivingIsOlder) {
  const auto son = [&](const std::string& born) {
    PersonInput input;
    input.first_name = "Son";
    input.gender = Gender::kMale;
    input.birth = must(life_date_from("birthDate", born));
    return must(scene.people.create(ada, smith, input, {.parents = {{dora, {}}}}, {})).person.id;
  };
  const std::string elder = son("2010-01-01");
  const std::string younger = son("2012-01-01");
  must(scene.trees.change(ada, smith, {.is_public = true}, scene.tree_of(ada, smith).etag));
  const auto among_relatives = [&](const std::string& user) {
    for (const KinRelative& one : must(kinship.relatives(user, smith, younger, "zh")).people) {
      if (one.seen.person.id == elder) return one.name;
    }
    return std::string();
  };
  EXPECT_EQ(name(eve, younger, elder, "zh"), "哥哥");
  EXPECT_EQ(name(eve, elder, younger, "zh"), "弟弟");
  EXPECT_EQ(among_relatives(eve), "哥哥");
  EXPECT_EQ(name(zoe, younger, elder, "zh"), name(zoe, elder, younger, "zh"));
  // Nor who of them is a brother.
  EXPECT_EQ(name(zoe, younger, elder, "zh"), "兄弟姐妹");
  EXPECT_EQ(among_relatives(zoe), "兄弟姐妹");
}

TEST_F(KinshipTest, StrangersLearnNoNamesOfTheLiving) {
  must(scene.trees.change(ada, smith, {.is_public = true}, scene.tree_of(ada, smith).etag));
  const KinLines found = must(kinship.lines(zoe, smith, carl, dora, "en"));
  EXPECT_EQ(found.lines.front().name, "first cousin");
  for (const SeenPerson& seen : found.people) {
    EXPECT_NE(seen.person.first_name, "Dora");
  }
  const KinPeople descendants = must(kinship.descendants(zoe, smith, adam, 5));
  for (const KinPerson& one : descendants.people) {
    EXPECT_EQ(one.seen.is_nameless, one.seen.person.id == dora);
  }
}

}  // namespace
}  // namespace norn::family
