#include "apps/family/adoption.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/family/test_world.h"

namespace norn::family {
namespace {

class TreeAdoptionTest : public FamilyTest {
 protected:
  // As the design's own program writes them: nothing says that the tree is Norn's, too.
  void put_tree(const std::string& owner, const std::string& id, store::Map more = {}) {
    more.merge(store::Map{{"PK", keys::user(owner)},
                          {"SK", keys::tree(id)},
                          {"EntityType", "Tree"},
                          {"TreeId", id},
                          {"UserId", owner},
                          {"TreeName", "Tree " + id},
                          {"GSI1PK", keys::tree(id)},
                          {"GSI1SK", keys::user(owner)}});
    scene.put(more);
  }
  void put_person(const std::string& owner, const std::string& tree_id, const std::string& id,
                  const std::string& name) {
    scene.put({{"PK", keys::user(owner)},
               {"SK", keys::person(id)},
               {"TreeId", tree_id},
               {"UserId", owner},
               {"FirstName", name},
               {"GSI1PK", keys::person(id)},
               {"GSI1SK", keys::tree(tree_id)},
               {"GSI2PK", keys::tree(tree_id)},
               {"GSI2SK", keys::person(id)},
               {"GSI3PK", keys::user(owner)},
               {"GSI3SK", keys::person_at("2025-11-18T12:00:00.000Z", "1")}});
  }
  // Two people, of whom one is a child and, oddly, a spouse of the other.
  void put_family(const std::string& owner, const std::string& tree_id, const std::string& end) {
    put_tree(owner, tree_id);
    put_person(owner, tree_id, "john-" + end, "John");
    put_person(owner, tree_id, "mary-" + end, "Mary");
    scene.put({{"PK", keys::user(owner)},
               {"SK", keys::child_of("john-" + end, "mary-" + end)},
               {"TreeId", tree_id},
               {"GSI1PK", keys::person("mary-" + end)},
               {"GSI1SK", keys::parent("john-" + end)},
               {"GSI2PK", keys::tree(tree_id)},
               {"GSI2SK", keys::parent_in_tree("john-" + end, "mary-" + end)}});
    scene.put({{"PK", keys::user(owner)},
               {"SK", keys::spouse_of("john-" + end, "mary-" + end)},
               {"TreeId", tree_id},
               {"GSI1PK", keys::person("mary-" + end)},
               {"GSI1SK", keys::spouse("john-" + end)},
               {"GSI2PK", keys::tree(tree_id)},
               {"GSI2SK", keys::spouse_in_tree("john-" + end, "mary-" + end)}});
  }

  // All parts, as text: "Tree 1, SharedTree 2; USER#u-1 TREE#x: why, ...".
  Result<std::string> try_adopt(const std::string& from, const std::string& to, bool writes) {
    std::map<std::string, int64_t> moved;
    std::string kept;
    std::optional<store::Item> after;
    do {
      NORN_ASSIGN(const auto part, TreeAdoption(scene.context, from, to).part(after, writes));
      for (const auto& [kind, count] : part.moved) moved[kind] += count;
      for (const std::string& key : part.kept) kept += key + "\n";
      after = part.next;
    } while (after);
    std::string text;
    for (const auto& [kind, count] : moved) text += kind + " " + std::to_string(count) + "\n";
    return text + kept;
  }
  // What is said before is what is done.
  std::string adopt(const std::string& from, const std::string& to) {
    const std::string before = scene.all_keys();
    const std::string plan = must(try_adopt(from, to, false));
    EXPECT_EQ(scene.all_keys(), before);
    EXPECT_EQ(must(try_adopt(from, to, true)), plan);
    return plan;
  }
  std::string trees_of_person(const std::string& user) {
    std::string text;
    for (const TreeAccess& access : must(scene.trees.list(user))) {
      text += access.tree.name + " " + std::string(to_text(access.role)) + "\n";
    }
    return text;
  }
  bool has_anything(const std::string& user) {
    return scene.all_keys().find(keys::user(user) + " ") != std::string::npos;
  }
};

TEST_F(TreeAdoptionTest, ATreeMovesHoweverOftenItIsInterrupted) {
  for (int writes = 0;; ++writes) {
    const std::string end = std::to_string(writes);
    const std::string from = "u-" + end;
    const std::string tree_id = "tree-" + end;
    put_family(from, tree_id, end);
    store_.end_after(writes);
    const bool was_done = try_adopt(from, zoe, true).has_value();
    EXPECT_NE(store_.restart(), was_done);
    const std::string tree = scene.json(keys::user(zoe), keys::tree(tree_id));
    const bool has_moved = !tree.empty() && tree.find("HandedFrom") == std::string::npos;
    EXPECT_EQ(adopt(from, zoe), has_moved ? "" : "Tree 1\n") << writes;
    EXPECT_FALSE(has_anything(from)) << scene.all_keys();
    EXPECT_EQ(scene.names(zoe, tree_id), "John, Mary") << writes;
    const Relations relatives =
        must(relatives_of(scene.context, scene.tree_of(zoe, tree_id), "john-" + end));
    EXPECT_EQ(relatives.children.size(), 1);
    EXPECT_EQ(relatives.couples.size(), 1);
    EXPECT_EQ(must(find_tree(scene.context, tree_id))->owner_id, zoe);
    scene.person(zoe, tree_id, "Carl");
    if (was_done) break;
    must(scene.trees.remove(zoe, tree_id));
    ASSERT_LT(writes, 50);
  }
}

TEST_F(TreeAdoptionTest, WhatOthersShareIsSharedWithTheAccount) {
  scene.put({{"PK", keys::user("u-1")}, {"SK", std::string(keys::kProfile)}});
  put_tree(ada, "set", {{"SharedWith", store::StringSet::make({"u-1"})}});
  put_tree("u-2", "list", {{"SharedWith", store::List{eve, "u-1"}}});
  put_tree(ada, "writes", {{"SharedWith", store::List{"u-1"}}});
  scene.put(to_item(Share{.tree_id = "writes",
                          .user_id = "u-1",
                          .owner_id = ada,
                          .access = Access::kWrite,
                          .created_at = "2025-11-18T12:00:00.000Z",
                          .updated_at = "2025-11-18T12:00:00.000Z"})
                .to_map());
  EXPECT_EQ(adopt("u-1", zoe), "SharedTree 3\nUSER#u-1 PROFILE\n");
  EXPECT_EQ(trees_of_person(zoe), "Tree list read\nTree set read\nTree writes write\n");
  EXPECT_EQ(scene.tree_of(zoe, "list").shared_with, (std::vector{eve, zoe}));
  EXPECT_FALSE(has_anything("u-1")) << scene.all_keys();
  EXPECT_EQ(adopt("u-1", zoe), "USER#u-1 PROFILE\n");
}

TEST_F(TreeAdoptionTest, WhatCannotMoveStaysAndIsNamed) {
  using namespace std::string_literals;
  put_tree("u-1", "a-moves", {{"SharedWith", store::List{ada, bob}}});
  put_tree("u-1", "b-broken", {{"TreeName", store::Value::number(7)}});
  put_tree("u-1", "c-busy", {{"Importing", "x"}});
  put_tree("u-1", "d-twice");
  put_tree(ada, "d-twice");
  put_tree("u-1", "e-person");
  put_person("u-1", "e-person", "person-001", "John");
  put_person(ada, smith, "person-001", "Adam");
  scene.put({{"PK", keys::user("u-1")}, {"SK", keys::person("lost")}});
  scene.put({{"PK", keys::user("u-1")}, {"SK", keys::shared("lost")}, {"OwnerId", bob}});
  put_tree(ada, "f-mine", {{"SharedWith", store::List{"u-1"}}});
  put_tree(bob, "g-both", {{"SharedWith", store::List{"u-1", ada}}});
  const std::string kept = adopt("u-1", ada);
  EXPECT_EQ(kept.substr(0, kept.find('\n')), "Tree 1");
  for (
      const std::string& line :
      {"USER#u-1 TREE#b-broken: the tree cannot be read\n"s,
       "USER#u-1 TREE#c-busy: the tree is being imported into, changed or handed over; begin "
       "again when that is done\n"s,
       "USER#u-1 TREE#d-twice: the account has a tree, or somebody in a tree, with the same id\n"s,
       "USER#u-1 TREE#e-person: the account has a tree, or somebody in a tree, with the same id\n"s,
       "USER#u-1 PERSON#lost: there is no tree to which it belongs\n"s,
       "USER#u-1 SHARED#lost: there is no tree to which it belongs\n"s,
       keys::user(ada) + " TREE#f-mine: the account has the tree already\n",
       keys::user(bob) + " TREE#g-both: the account has the tree already\n"}) {
    EXPECT_NE(kept.find(line), std::string::npos) << line << kept;
  }
  EXPECT_EQ(std::ranges::count(kept, '\n'), 1 + 8) << kept;
  EXPECT_EQ(scene.tree_of(ada, "a-moves").shared_with, std::vector{bob});
  EXPECT_EQ(scene.names(ada, smith), "Adam");
}

TEST_F(TreeAdoptionTest, TheTreeOfAnotherOwnerWithTheSameIdStaysTheOneThatIsShared) {
  for (const auto& [from, to] : {std::pair{"u-1", zoe}, std::pair{"u-2", eve}}) {
    put_tree(from, "tree-001");
    put_person(from, "tree-001", "person-001", from);
    EXPECT_EQ(adopt(from, to), "Tree 1\n");
  }
  EXPECT_EQ(scene.names(zoe, "tree-001"), "u-1");
  EXPECT_EQ(scene.names(eve, "tree-001"), "u-2");
  EXPECT_EQ(must(find_tree(scene.context, "tree-001"))->owner_id, zoe);
}

}  // namespace
}  // namespace norn::family
