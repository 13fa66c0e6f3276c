#include "apps/family/public_trees.h"

#include <gtest/gtest.h>

#include "apps/family/test_world.h"

namespace norn::family {
namespace {

class PublicTreesTest : public FamilyTest {
 protected:
  PublicTreesTest() {
    open_tree = scene.tree(ada, "Jones", true);
    dead = scene.person(ada, open_tree, "Dora", "1800-01-02");
    living = scene.person(ada, open_tree, "Liv", "1990-03-04", {.parents = {{dead, {}}}});
  }
  void allow(bool is_allowed) {
    must(admission.change_settings({.contact = "Ask Ada.", .public_trees = is_allowed}));
  }

  accounts::Admission admission{store_, scene.tables, clock, scene.ids};
  PublicTrees trees{scene.context, admission};
  std::string open_tree;
  std::string dead;
  std::string living;
};

TEST_F(PublicTreesTest, AreThereOnlyWhereTheAdministratorAllowsIt) {
  EXPECT_TRUE(fails(trees.get(open_tree), ErrorCode::kNotFound)) << "off without settings";
  allow(true);
  EXPECT_TRUE(must(admission.settings()).public_trees);
  EXPECT_EQ(must(admission.settings()).contact, "Ask Ada.");
  EXPECT_EQ(must(trees.get(open_tree)).name, "Jones");
  for (const std::string& id : {smith, std::string("none"), std::string("a#b"), std::string()}) {
    EXPECT_TRUE(fails(trees.get(id), ErrorCode::kNotFound)) << id;
    EXPECT_TRUE(fails(trees.content(id), ErrorCode::kNotFound)) << id;
    EXPECT_TRUE(fails(trees.person(id, dead), ErrorCode::kNotFound)) << id;
  }
  allow(false);
  EXPECT_TRUE(fails(trees.get(open_tree), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(trees.content(open_tree), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(trees.person(open_tree, dead), ErrorCode::kNotFound));
}

TEST_F(PublicTreesTest, TellNothingOfTheLiving) {
  allow(true);
  must(scene.people.change(ada, open_tree, living, {.gender = Gender::kFemale},
                           scene.etag(ada, open_tree, living)));
  must(scene.relationships.add_couple(
      ada, open_tree,
      {.person1_id = living, .person2_id = dead, .status = CoupleStatus::kDivorced}));
  const SeenPerson seen = must(trees.person(open_tree, living));
  EXPECT_TRUE(seen.is_nameless);
  EXPECT_EQ(seen.person.first_name, "");
  EXPECT_EQ(seen.person.gender, Gender::kUnknown);
  EXPECT_FALSE(seen.person.birth.is_known());
  EXPECT_EQ(must(trees.person(open_tree, dead)).person.first_name, "Dora");
  const TreeContent content = must(trees.content(open_tree));
  ASSERT_EQ(content.people.size(), 2u);
  ASSERT_EQ(content.parents.size(), 1u);
  EXPECT_TRUE(content.parents.front().is_protected);
  ASSERT_EQ(content.couples.size(), 1u);
  EXPECT_TRUE(content.couples.front().is_protected);
  const TreeAccess access = must(scene.trees.get(ada, open_tree));
  must(scene.trees.change(ada, open_tree, {.shows_living_names = true}, access.tree.etag));
  const SeenPerson named = must(trees.person(open_tree, living));
  EXPECT_EQ(named.person.first_name, "Liv");
  EXPECT_EQ(named.person.gender, Gender::kUnknown);
  EXPECT_FALSE(named.person.birth.is_known());
}

TEST_F(PublicTreesTest, OfOtherProgramsAreRead) {
  allow(true);
  scene.put({{"PK", keys::user(bob)},
             {"SK", keys::tree("tree-001")},
             {"TreeId", "tree-001"},
             {"TreeName", "Foreign"},
             {"IsPublic", store::Value::boolean(true)},
             {"GSI1PK", keys::tree("tree-001")},
             {"GSI1SK", keys::user(bob)}});
  EXPECT_EQ(must(trees.get("tree-001")).name, "Foreign");
  // One of the same id cannot be read.
  scene.put({{"PK", keys::user(ada)},
             {"SK", keys::tree("tree-001")},
             {"IsPublic", store::Value::boolean(true)},
             {"GSI1PK", keys::tree("tree-001")},
             {"GSI1SK", keys::user(ada)}});
  EXPECT_EQ(must(trees.get("tree-001")).name, "Foreign");
}

}  // namespace
}  // namespace norn::family
