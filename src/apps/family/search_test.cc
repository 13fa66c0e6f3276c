#include "apps/family/search.h"

#include <gtest/gtest.h>

#include "apps/family/test_world.h"

namespace norn::family {
namespace {

class FamilySearchTest : public FamilyTest {
 protected:
  FamilySearchTest() {
    must(apps::ensure_table(scene.store, apps::search_table(scene.tables), ""));
    readers.add(upkeep);
    must(readers.run());
  }

  // "tree Smith, relative Ada Smith": what a person finds.
  std::string found(const std::string& user, const std::string& text) {
    must(readers.run());
    std::string lines;
    for (const search::Hit& hit : must(searching.search(user, text, 20))) {
      lines += (lines.empty() ? "" : ", ") + hit.kind + " " + hit.title;
    }
    return lines;
  }

  SearchUpkeep upkeep{scene.context};
  FamilySearch searching{scene.context};
  apps::TableReaders readers{scene.store, scene.tables, clock, scene.ids, {.lease_ms = 0}};
};

TEST_F(FamilySearchTest, FindsTreesAndPeopleOfOnesOwn) {
  const std::string zoe_smith = scene.person(ada, smith, "Zoë");
  EXPECT_EQ(found(eve, "smi"), "tree Smith, relative Zoë Smith");
  EXPECT_EQ(found(eve, "zoe"), "relative Zoë Smith");
  EXPECT_EQ(found(zoe, "smith"), "");
  must(scene.trees.change(ada, smith, {.is_public = true}, scene.tree_of(ada, smith).etag));
  EXPECT_EQ(found(zoe, "smith"), "") << "public trees are not one's own";
  must(scene.people.change(ada, smith, zoe_smith, {.birth_name = "Jones"},
                           scene.etag(ada, smith, zoe_smith)));
  EXPECT_EQ(found(bob, "jones zoe"), "relative Zoë Smith");
  must(scene.trees.hand_over(ada, smith, bob));
  EXPECT_EQ(found(eve, "jones"), "relative Zoë Smith");
  scene.remove(ada, smith, zoe_smith);
  EXPECT_EQ(found(bob, "jones"), "");
}

TEST_F(FamilySearchTest, ItemsOfOtherProgramsStopNothing) {
  const std::string long_id(128, 'x');
  for (const std::string& id : {std::string("a/b"), std::string(""), long_id + long_id}) {
    scene.put({{"PK", keys::user(ada)}, {"SK", "PERSON#" + id}, {"FirstName", "Odd"}});
  }
  scene.put({{"PK", keys::user(ada)},
             {"SK", "PERSON#person-001"},
             {"TreeId", smith},
             {"FirstName", store::Value::number(7)},
             {"LastName", "Foreign"}});
  EXPECT_EQ(found(ada, "odd"), "");
  EXPECT_EQ(found(ada, "foreign"), "relative Foreign");
}

}  // namespace
}  // namespace norn::family
