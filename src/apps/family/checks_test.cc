#include "apps/family/checks.h"

#include "apps/family/test_world.h"
#include "apps/shared/test_checks.h"

namespace norn::family {
namespace {

class FamilyChecks : public FamilyTest {
 protected:
  const std::string table = scene.tables.family();
  apps::Checkup checkup{scene.store, checks_of_family(scene.context)};
};

TEST_F(FamilyChecks, PeopleAreCounted) {
  scene.person(ada, smith, "Ann");
  scene.person(ada, smith, "Ben");
  EXPECT_EQ(checkup.found(), "");
  checkup.update(table, keys::user(ada), keys::tree(smith), "SET PersonCount = :count",
                 {{":count", store::Value::number(7)}});
  EXPECT_EQ(checkup.found(), "family: trees: PersonCount is 7, and the tree has 2 people.\n");
  EXPECT_EQ(checkup.repair(), 1U);
  EXPECT_EQ(checkup.found(), "");
  EXPECT_EQ(scene.tree_of(ada, smith).person_count, 2);
}

TEST_F(FamilyChecks, RelationshipsAreOfPeopleWhoAreThere) {
  const std::string ann = scene.person(ada, smith, "Ann", "1950");
  const std::string ben = scene.person(ada, smith, "Ben", "1980");
  scene.parent(ada, smith, ann, ben);
  checkup.remove(table, keys::user(ada), keys::person(ben));
  EXPECT_EQ(checkup.found(), "family: people: The relationship is to " + ben +
                                 ", who is not in the tree.\n" +
                                 "family: trees: PersonCount is 2, and the tree has 1 people.\n");
  EXPECT_EQ(checkup.repair(), 1U);
}

TEST_F(FamilyChecks, WhoIsNamedInSharedWithHasTheTree) {
  checkup.remove(table, keys::user(bob), keys::shared(smith));
  EXPECT_EQ(checkup.found(),
            "family: members: " + bob + " is in SharedWith, and does not have the tree.\n");
  EXPECT_EQ(checkup.repair(), 1U);
  EXPECT_EQ(checkup.found(), "");
  // As for those whom another program adds.
  EXPECT_EQ(must(find_share(scene.context, bob, smith))->access, Access::kRead);
  checkup.update(table, keys::user(ada), keys::tree(smith), "REMOVE SharedWith");
  EXPECT_EQ(checkup.found(),
            "family: members: The tree does not name the person in SharedWith.\n"
            "family: members: The tree does not name the person in SharedWith.\n");
}

TEST_F(FamilyChecks, ATreeInTheBinIsNotLost) {
  scene.person(ada, smith, "Ann");
  must(scene.trees.remove(ada, smith));
  EXPECT_EQ(checkup.found(), "");
}

}  // namespace
}  // namespace norn::family
