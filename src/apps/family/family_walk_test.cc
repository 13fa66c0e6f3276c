#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "apps/family/merges.h"
#include "apps/family/test_world.h"
#include "apps/family/tree_graph.h"

// Random changes, of which many are refused or meet another one: whatever happens, a tree stays
// one.
namespace norn::family {
namespace {

constexpr int kWalks = 10;
constexpr int kSteps = 100;

class FamilyWalk : public FamilyTest {
 protected:
  std::string any(const std::vector<std::string>& ids) {
    if (ids.empty()) return "nobody";
    return ids[std::uniform_int_distribution<size_t>(0, ids.size() - 1)(chance_)];
  }
  std::string any_of(const std::vector<apps::Binned>& things) {
    return things[static_cast<size_t>(roll(static_cast<int>(things.size())))].id;
  }
  int roll(int sides) { return std::uniform_int_distribution<int>(0, sides - 1)(chance_); }

  std::vector<std::string> people() {
    std::vector<std::string> ids;
    for (const SeenPerson& seen : must(scene.people.list(ada, smith, 500, "")).people) {
      ids.push_back(seen.person.id);
    }
    return ids;
  }

  // Does something, which may be refused.
  void step(const std::string& user) {
    const auto ids = people();
    const std::string year = std::to_string(1800 + roll(100));
    switch (roll(10)) {
      case 0:
      case 1: {
        NewRelatives relatives;
        if (roll(2) == 0) relatives.parents = {{any(ids), ParentKind::kBiological}};
        if (roll(3) == 0) relatives.children = {{any(ids), ParentKind::kStep}};
        if (roll(3) == 0) relatives.spouses = {{any(ids), CoupleStatus::kMarried}};
        (void)scene.try_person(user, smith, "P", roll(2) == 0 ? year : "", relatives);
        return;
      }
      case 2:
      case 3:
        (void)scene.try_parent(user, smith, any(ids), any(ids),
                               roll(2) == 0 ? ParentKind::kBiological : ParentKind::kStep);
        return;
      case 4:
        (void)scene.relationships.add_couple(user, smith,
                                             {.person1_id = any(ids), .person2_id = any(ids)});
        return;
      case 5: {
        const std::string id = any(ids);
        if (roll(2) == 0 && id != "nobody") {
          (void)scene.people.remove(user, smith, id, scene.etag(user, smith, id));
        }
        return;
      }
      case 6: {
        const auto binned = must(scene.people.bin(user, smith, 20, "")).things;
        // Also undoes merges.
        if (!binned.empty()) (void)scene.people.restore(user, smith, any_of(binned));
        return;
      }
      case 7:
      case 8: {
        const std::string id = any(ids);
        const std::string other = any(ids);
        if (id == "nobody" || other == "nobody") return;
        (void)merges.merge(user, smith, id, scene.etag(user, smith, id),
                           {other, scene.etag(user, smith, other)});
        return;
      }
      default: {
        const std::string id = any(ids);
        if (id == "nobody") return;
        (void)scene.people.change(user, smith, id,
                                  {.birth = must(life_date_from("birthDate", year))},
                                  scene.etag(user, smith, id));
      }
    }
  }

  void expect_a_tree() {
    const Tree tree = scene.tree_of(ada, smith);
    std::map<std::string, Person> known;
    std::vector<ParentChild> links;
    std::set<std::set<std::string>> couples;
    for (const store::Item& item :
         must(testing::drain(scene.store, testing::scan(scene.tables.family()))).items) {
      const std::string key = apps::text_of(item, "SK");
      if (keys::child_in(key)) links.push_back(must(parent_child_from(item)));
      if (const auto pair = keys::spouse_in(key)) {
        EXPECT_TRUE(couples.insert({pair->first, pair->second}).second) << "a couple twice";
      }
      if (!keys::person_in(key).empty())
        known.emplace(keys::person_in(key), must(person_from(item)));
    }
    EXPECT_EQ(tree.person_count, known.size());
    if (tree.root_person_id) {
      EXPECT_TRUE(known.contains(*tree.root_person_id));
    }
    std::map<std::string, std::vector<std::string>> children;
    for (const ParentChild& link : links) {
      ASSERT_TRUE(known.contains(link.parent_id) && known.contains(link.child_id));
      children[link.parent_id].push_back(link.child_id);
      if (link.type != ParentKind::kStep) {
        EXPECT_FALSE(is_before(known.at(link.child_id).birth, known.at(link.parent_id).birth));
      }
    }
    for (const auto& couple : couples) {
      EXPECT_EQ(couple.size(), 2) << "somebody with themself";
      for (const std::string& id : couple) EXPECT_TRUE(known.contains(id));
    }
    // No person is their own ancestor.
    for (const auto& [id, person] : known) {
      std::set<std::string> below;
      std::vector<std::string> next = children[id];
      while (!next.empty()) {
        const std::string one = next.back();
        next.pop_back();
        if (!below.insert(one).second) continue;
        next.insert(next.end(), children[one].begin(), children[one].end());
      }
      EXPECT_FALSE(below.contains(id));
    }
  }

  Merges merges{scene.context};
  std::mt19937 chance_{7};
};

TEST_F(FamilyWalk, ATreeStaysATree) {
  for (int walk = 0; walk < kWalks; ++walk) {
    SCOPED_TRACE(walk);
    for (int i = 0; i < kSteps; ++i) {
      // Now and then another one is faster.
      if (roll(4) == 0) meanwhile([this] { step(bob); });
      step(ada);
    }
    meanwhile([] {});
    expect_a_tree();
    if (HasFailure()) return;
    if (walk % 5 == 4)
      must(scene.trees.hand_over(scene.tree_of(ada, smith).owner_id, smith,
                                 scene.tree_of(ada, smith).owner_id == ada ? bob : ada));
    // A new family grows in the same tree.
    for (const std::string& id : people()) {
      if (roll(3) > 0) scene.remove(ada, smith, id);
    }
  }
}

}  // namespace
}  // namespace norn::family
