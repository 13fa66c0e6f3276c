#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "apps/family/facts.h"
#include "apps/family/inspection.h"
#include "apps/family/test_world.h"
#include "apps/family/tree_graph.h"

// Random changes, of which many are refused or meet another one, and items of another program in
// between: whatever happens, a tree stays one, and its items are as their keys say.
namespace norn::family {
namespace {

constexpr int kWalks = 10;
constexpr int kKindsOfSteps = 12;
constexpr int kSteps = 100;

class FamilyWalk : public FamilyTest {
 protected:
  FamilyWalk() { readers_.add(upkeep_); }

  std::string any(const std::vector<std::string>& ids) {
    if (ids.empty()) return "nobody";
    return ids[std::uniform_int_distribution<size_t>(0, ids.size() - 1)(chance_)];
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
    switch (roll(kKindsOfSteps)) {
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
        if (roll(2) == 0 && id != "nobody") scene.remove(user, smith, id);
        return;
      }
      case 6: {
        const auto binned = must(scene.people.bin(user, smith, 20, "")).things;
        if (!binned.empty()) (void)scene.people.restore(user, smith, binned.front().id);
        return;
      }
      case 7:
        step_of_facts(user, any(ids));
        return;
      case 8: {
        const auto made = facts_.create_source(user, smith, {.title = "Book " + year}, {});
        if (made) sources_.emplace(made->id, made->title);
        return;
      }
      case 9:
        put_foreign_person();
        return;
      case 10: {
        const auto binned = must(scene.people.bin(user, smith, 20, "")).things;
        if (!binned.empty() && roll(3) == 0) {
          (void)scene.people.remove_for_good(user, smith, binned.back().id);
        }
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

  // A fact or a note more, or less, or another one.
  void step_of_facts(const std::string& user, const std::string& person) {
    const std::string value = std::to_string(roll(1'000));
    const FactInput input = {.kind = roll(2) == 0 ? "Note" : "Occupation", .value = value};
    const auto known = facts_.list(user, smith, person);
    if (!known || known->empty() || roll(2) == 0) {
      const auto made = facts_.create(user, smith, person, input, {});
      if (made) values_[made->sort_key()] = value;
      return;
    }
    const Fact& one = known->front();
    if (roll(2) == 0) {
      if (facts_.remove(user, smith, person, one.id, one.etag)) values_.erase(one.sort_key());
    } else {
      const FactInput changed = {.kind = one.kind, .value = value};
      const auto now = facts_.change(user, smith, person, one.id, changed, one.etag);
      if (now) values_[now->sort_key()] = value;
    }
  }

  // As the design's own program writes one: without Norn's attributes, and without counting.
  void put_foreign_person() {
    const std::string id = "person-" + std::to_string(++foreign_);
    scene.put({{"PK", keys::user(scene.tree_of(ada, smith).owner_id)},
               {"SK", keys::person(id)},
               {"TreeId", smith},
               {"FirstName", "F"},
               {"DeathDate", store::Null{}},
               {"GSI1PK", keys::person(id)},
               {"GSI1SK", keys::tree(smith)},
               {"GSI2PK", keys::tree(smith)},
               {"GSI2SK", keys::person(id)}});
  }

  // The keys of the indexes, which the design's queries read, made anew from the sort key alone.
  void expect_keys(const Tree& tree, store::ItemView item) {
    const std::string key = apps::text_of(item, "SK");
    SCOPED_TRACE(key);
    std::string first_pk;
    std::string first_sk;
    std::string second_sk = key;
    if (const auto child = keys::child_in(key)) {
      first_pk = "PERSON#" + child->second;
      first_sk = "PARENT#" + child->first;
      second_sk = "RELATIONSHIP#PARENT#" + child->first + "#" + child->second;
    } else if (const auto spouse = keys::spouse_in(key)) {
      first_pk = "PERSON#" + spouse->second;
      first_sk = "SPOUSE#" + spouse->first;
      second_sk = "RELATIONSHIP#SPOUSE#" + spouse->first + "#" + spouse->second;
    } else if (key.starts_with("PERSON#")) {
      first_pk = key;
      first_sk = "TREE#" + tree.id;
    } else if (key.starts_with("TREE#")) {
      first_pk = key;
      first_sk = "USER#" + tree.owner_id;
      second_sk = "TREE#METADATA";
    }
    EXPECT_EQ(apps::text_of(item, "PK"), "USER#" + tree.owner_id);
    EXPECT_EQ(apps::text_of(item, "GSI1PK"), first_pk);
    EXPECT_EQ(apps::text_of(item, "GSI1SK"), first_sk);
    EXPECT_EQ(apps::text_of(item, "GSI2PK"), "TREE#" + tree.id);
    EXPECT_EQ(apps::text_of(item, "GSI2SK"), second_sk);
    if (const std::string third = apps::text_of(item, "GSI3PK"); !third.empty()) {
      EXPECT_EQ(third, "USER#" + tree.owner_id);
    }
  }

  // Facts, notes and sources are what the answers said. Those of deleted people go with them.
  void expect_facts(const std::map<std::string, Person>& known,
                    const std::map<std::string, store::Item>& items) {
    for (const auto& [key, value] : values_) {
      const auto pair = keys::fact_in(key) ? keys::fact_in(key) : keys::note_in(key);
      if (!known.contains(pair->first)) continue;
      const auto found = items.find(key);
      ASSERT_NE(found, items.end()) << key;
      EXPECT_EQ(must(fact_from(found->second)).value, value) << key;
    }
    for (const auto& [key, item] : items) {
      const auto pair = keys::fact_in(key) ? keys::fact_in(key) : keys::note_in(key);
      if (pair) {
        EXPECT_TRUE(values_.contains(key)) << "it was deleted";
        EXPECT_TRUE(known.contains(pair->first) || is_in_bin(pair->first)) << "of nobody: " << key;
      }
    }
    for (const auto& [id, title] : sources_) {
      const auto found = items.find(keys::source(smith, id));
      ASSERT_NE(found, items.end()) << id;
      EXPECT_EQ(must(source_from(found->second)).title, title);
    }
  }

  bool is_in_bin(const std::string& person) {
    const auto things = must(scene.people.bin(ada, smith, 1'000, "")).things;
    return std::ranges::any_of(things, [&](const auto& one) { return one.id == person; });
  }

  void expect_a_tree() {
    must(readers_.run());
    must(scene.sweeps.run());
    const Tree tree = scene.tree_of(ada, smith);
    std::map<std::string, store::Item> items;
    std::map<std::string, Person> known;
    std::vector<ParentChild> links;
    std::set<std::set<std::string>> couples;
    for (const store::Item& item :
         must(testing::drain(scene.store, testing::scan(scene.tables.family()))).items) {
      const std::string key = apps::text_of(item, "SK");
      if (apps::text_of(item, "TreeId") != smith || key.starts_with(keys::kSharedPrefix)) continue;
      expect_keys(tree, item);
      items.emplace(key, item);
      if (keys::child_in(key)) links.push_back(must(parent_child_from(item)));
      if (const auto pair = keys::spouse_in(key)) {
        EXPECT_TRUE(couples.insert({pair->first, pair->second}).second) << "a couple twice";
      }
      if (!keys::person_in(key).empty())
        known.emplace(keys::person_in(key), must(person_from(item)));
    }
    expect_facts(known, items);
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

  std::mt19937 chance_{7};
  Facts facts_{scene.context};
  std::map<std::string, std::string> values_;   // Of facts and notes, by sort key.
  std::map<std::string, std::string> sources_;  // Titles, by id.
  int foreign_ = 0;
  TreeUpkeep upkeep_{scene.context};
  apps::TableReaders readers_{scene.store, scene.tables, clock, scene.ids, {.lease_ms = 0}};
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
