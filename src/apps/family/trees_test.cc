#include "apps/family/trees.h"

#include <gtest/gtest.h>

#include "apps/family/handover.h"
#include "apps/family/inspection.h"
#include "apps/family/meter.h"
#include "apps/family/test_world.h"
#include "apps/family/tree_graph.h"

namespace norn::family {
namespace {

class TreesTest : public FamilyTest {
 protected:
  // "Smith owner, Jones read": the trees of a person.
  std::string trees_of(const std::string& user) {
    std::string text;
    for (const TreeAccess& access : must(scene.trees.list(user))) {
      text +=
          (text.empty() ? "" : ", ") + access.tree.name + " " + std::string(to_text(access.role));
    }
    return text;
  }
  // "ada owner, bob write": who is in a tree.
  std::string members_of(const std::string& tree_id) {
    std::string text;
    for (const sharing::Membership& member : must(scene.sharing.members_of(tree_id))) {
      const std::string name = must(scene.users.find(member.user_id))->name;
      text += (text.empty() ? "" : ", ") + name + " " + member.role;
    }
    return text;
  }
};

TEST_F(TreesTest, ATreeHasOneOwnerAndMembersWhoReadOrWrite) {
  scene.tree(bob, "Jones");
  EXPECT_EQ(trees_of(ada), "Smith owner");
  EXPECT_EQ(trees_of(bob), "Jones owner, Smith write");
  EXPECT_EQ(trees_of(eve), "Smith read");
  EXPECT_EQ(trees_of(zoe), "");
  EXPECT_EQ(members_of(smith), "ada owner, bob write, eve read");
  EXPECT_EQ(scene.tree_of(ada, smith).shared_with, (std::vector{bob, eve}));
  const auto etag = scene.sharing.etag_of(*must(scene.sharing.find(smith, bob)));
  must(scene.members.change_role(ada, smith, bob, "read", etag));
  EXPECT_EQ(trees_of(bob), "Jones owner, Smith read");
  EXPECT_TRUE(fails(scene.members.change_role(ada, smith, bob, "owner", etag), ErrorCode::kStale));
  EXPECT_TRUE(
      fails(scene.members.invite(bob, smith, "zoe@example.com", "read"), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(scene.members.invite(ada, smith, "zoe@example.com", "owner"),
                    ErrorCode::kConflict, "role"));
  EXPECT_TRUE(fails(scene.members.remove(ada, smith, ada), ErrorCode::kConflict));
  must(scene.members.remove(eve, smith, eve));
  must(scene.members.remove(ada, smith, bob));
  EXPECT_EQ(members_of(smith), "ada owner");
  EXPECT_EQ(scene.json(keys::user(eve), keys::shared(smith)), "");
  EXPECT_FALSE(store::Item::subset(to_item(scene.tree_of(ada, smith)), {"SharedWith"})
                   .contains("SharedWith"));
}

TEST_F(TreesTest, StrangersSeeThePublicTreeWithoutTheLiving) {
  const std::string adam = scene.person(ada, smith, "Adam", "1850-03-01");
  const std::string carl =
      scene.person(ada, smith, "Carl", "1990-03-01", {.parents = {{adam, {}}}});
  const std::string dora = scene.person(ada, smith, "Dora", "", {.spouses = {{carl, {}}}});
  must(scene.relationships.change_couple(
      ada, smith, carl, dora, {.married = LifeDate{.day = "2015-06-01"}, .place = "Rome"},
      must(scene.relationships.couple(ada, smith, carl, dora)).etag));
  EXPECT_TRUE(fails(scene.trees.get(zoe, smith), ErrorCode::kNotFound));
  const auto publish = [&](bool shows_names) {
    must(scene.trees.change(ada, smith, {.is_public = true, .shows_living_names = shows_names},
                            scene.tree_of(ada, smith).etag));
  };
  EXPECT_TRUE(
      fails(scene.trees.change(bob, smith, {.is_public = true}, scene.tree_of(bob, smith).etag),
            ErrorCode::kForbidden));
  publish(false);
  EXPECT_EQ(scene.names(zoe, smith), "(living), (living), Adam");
  const SeenPerson seen = must(scene.people.get(zoe, smith, carl));
  EXPECT_TRUE(seen.is_protected);
  EXPECT_EQ(seen.person.full_name(), "?");
  EXPECT_FALSE(seen.person.birth.is_known());
  EXPECT_EQ(seen.person.created_by, std::nullopt);
  EXPECT_NE(seen.person.etag, scene.etag(ada, smith, carl)) << "it would confirm a guess";
  EXPECT_FALSE(
      must(scene.relationships.couple(zoe, smith, carl, dora)).marriage.married.is_known());
  const TreeContent content = must(content_of(scene.context, zoe, smith));
  EXPECT_EQ(content.couples.at(0).marriage, Marriage());
  EXPECT_EQ(content.couples.at(0).created_by, std::nullopt);
  EXPECT_EQ(must(content_of(scene.context, eve, smith)).couples.at(0).marriage.place, "Rome");
  EXPECT_EQ(scene.names(eve, smith), "Adam, Carl, Dora") << "members see everything";
  publish(true);
  EXPECT_EQ(scene.names(zoe, smith), "Adam, Carl, Dora");
  EXPECT_FALSE(must(scene.people.get(zoe, smith, carl)).person.birth.is_known());
  EXPECT_EQ(trees_of(zoe), "") << "a public tree is nobody's but its members'";
  EXPECT_TRUE(fails(scene.members.list(zoe, smith), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.try_person(zoe, smith, "X"), ErrorCode::kForbidden));
}

TEST_F(TreesTest, WhoIsLiving) {
  const Date now = today(scene.context);  // 2024-01-15
  const auto is_living = [&](const std::string& born, const std::string& died, bool deceased) {
    Person person;
    person.birth = must(life_date_from("birthDate", born));
    person.death = must(life_date_from("deathDate", died));
    person.is_deceased = deceased;
    return person.is_living(now);
  };
  EXPECT_TRUE(is_living("", "", false));
  EXPECT_TRUE(is_living("1990-01-01", "", false));
  EXPECT_TRUE(is_living("1914-02-01", "", false));
  EXPECT_FALSE(is_living("1913-12-31", "", false));
  EXPECT_TRUE(is_living("ABT 1910", "", false)) << "it may have been later";
  EXPECT_FALSE(is_living("BEF 1900", "", false));
  EXPECT_TRUE(is_living("AFT 1800", "", false));
  EXPECT_FALSE(is_living("1990-01-01", "2020", false));
  EXPECT_FALSE(is_living("", "", true));
}

TEST_F(TreesTest, ATreeIsHandedOverWithEverythingInIt) {
  const std::string adam = scene.person(ada, smith, "Adam");
  const std::string beth = scene.person(ada, smith, "Beth", "", {.parents = {{adam, {}}}});
  const std::string gone = scene.person(ada, smith, "Gone", "", {.spouses = {{beth, {}}}});
  scene.remove(ada, smith, gone);
  const std::string other = scene.tree(ada, "Other");
  scene.person(ada, other, "Stays");
  EXPECT_TRUE(fails(scene.trees.hand_over(ada, smith, zoe), ErrorCode::kConflict, "userId"));
  EXPECT_TRUE(fails(scene.trees.hand_over(ada, smith, ada), ErrorCode::kConflict, "userId"));
  EXPECT_TRUE(fails(scene.trees.hand_over(bob, smith, bob), ErrorCode::kForbidden));
  must(scene.trees.hand_over(ada, smith, bob));
  EXPECT_EQ(members_of(smith), "bob owner, ada write, eve read");
  EXPECT_EQ(trees_of(ada), "Other owner, Smith write");
  EXPECT_EQ(trees_of(bob), "Smith owner");
  EXPECT_EQ(trees_of(eve), "Smith read");
  EXPECT_EQ(scene.names(eve, smith), "Adam, Beth");
  EXPECT_EQ(scene.json(keys::user(ada), keys::person(adam)), "");
  EXPECT_EQ(scene.json(keys::user(ada), keys::child_of(adam, beth)), "");
  EXPECT_EQ(scene.names(ada, other), "Stays");
  scene.person(ada, smith, "Carl");
  must(scene.people.restore(ada, smith, gone));
  EXPECT_EQ(scene.names(bob, smith), "Adam, Beth, Carl, Gone");
  EXPECT_EQ(scene.tree_of(bob, smith).person_count, 4);
  EXPECT_NE(scene.json(keys::user(bob), keys::spouse_of(beth, gone)), "");
}

TEST_F(TreesTest, AnInterruptedHandoverIsFinished) {
  for (int i = 0; i < 5; ++i) scene.person(ada, smith, "P" + std::to_string(i));
  for (int writes = 1;; ++writes) {
    const std::string owner = scene.sharing.members_of(smith)->at(0).user_id;
    const std::string heir = owner == ada ? bob : ada;
    store_.end_after(writes);
    (void)scene.trees.hand_over(owner, smith, heir);
    const bool was_interrupted = store_.restart();
    if (scene.tree_of(owner, smith).handed_to) {
      EXPECT_TRUE(fails(scene.try_person(owner, smith, "X"), ErrorCode::kConflict))
          << "it is read-only meanwhile";
      EXPECT_EQ(scene.names(eve, smith), "P0, P1, P2, P3, P4");
    }
    must(scene.sweeps.run());
    EXPECT_EQ(scene.names(eve, smith), "P0, P1, P2, P3, P4") << writes;
    const std::string keys = scene.all_keys();
    const std::string now = scene.sharing.members_of(smith)->at(0).user_id;
    EXPECT_EQ(std::ranges::count(keys, '\n'), 5 + 1 + 2) << writes << "\n" << keys;
    for (int i = 0; i < 5; ++i) scene.person(now, smith, "Q");
    for (const SeenPerson& seen : must(scene.people.list(now, smith, 50, "")).people) {
      if (seen.person.first_name == "Q") scene.remove(now, smith, seen.person.id);
    }
    must(scene.people.empty_bin(now, smith));
    must(scene.sweeps.run());
    if (!was_interrupted) break;
    ASSERT_LT(writes, 50);
  }
}

TEST_F(TreesTest, ADeletedTreeComesBackOrGoesWithEverything) {
  const std::string adam = scene.person(ada, smith, "Adam");
  scene.person(ada, smith, "Beth", "", {.parents = {{adam, {}}}});
  const std::string before = scene.all_keys();
  EXPECT_TRUE(fails(scene.trees.remove(bob, smith), ErrorCode::kForbidden));
  must(scene.trees.remove(ada, smith));
  EXPECT_EQ(trees_of(ada) + trees_of(bob), "");
  EXPECT_TRUE(fails(scene.people.get(bob, smith, adam), ErrorCode::kNotFound));
  EXPECT_EQ(must(scene.trees.bin(ada, 10, "")).things.at(0).title, "Smith");
  EXPECT_TRUE(fails(scene.trees.restore(bob, smith), ErrorCode::kNotFound));
  must(scene.trees.restore(ada, smith));
  EXPECT_EQ(scene.all_keys(), before);
  EXPECT_EQ(trees_of(bob), "Smith write");
  must(scene.trees.remove(ada, smith));
  must(scene.trees.remove_for_good(ada, smith));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.all_keys(), "");
}

TEST_F(TreesTest, AnAccountThatIsDeletedTakesItsTreesAlong) {
  scene.person(ada, smith, "Adam");
  const std::string own = scene.tree(bob, "Jones");
  scene.person(bob, own, "Jane");
  EXPECT_TRUE(fails(scene.members.may_delete(ada), ErrorCode::kConflict))
      << "a tree that others are in is handed over first";
  must(scene.members.may_delete(bob));
  while (must(scene.members.forget(bob))) {
  }
  must(scene.sweeps.run());
  EXPECT_EQ(trees_of(bob), "");
  EXPECT_EQ(scene.json(keys::user(bob), keys::tree(own)), "");
  EXPECT_EQ(members_of(smith), "ada owner, eve read");
  // It happens all the same when a person joins in the last moment.
  while (must(scene.members.forget(ada))) {
  }
  must(scene.sweeps.run());
  EXPECT_EQ(members_of(smith), "eve owner");
  EXPECT_EQ(scene.names(eve, smith), "Adam");
  EXPECT_EQ(scene.all_keys().find(ada), std::string::npos) << scene.all_keys();
}

TEST_F(TreesTest, ADeletedTreeCountsForItsOwnerUntilItIsGoneForGood) {
  const FamilyMeter meter(scene.context);
  const std::string adam = scene.person(ada, smith, "Adam");
  const auto use = must(scene.store.get(
      testing::get(scene.tables.family(), {{"PK", keys::user(ada)}, {"SK", keys::person(adam)}})));
  EXPECT_EQ(meter.use_of(*use.item)->owner, keys::tree(smith));
  EXPECT_EQ(must(meter.owned_by(ada)), std::vector{keys::tree(smith)});
  EXPECT_EQ(must(meter.owned_by(bob)), std::vector<std::string>()) << "members own nothing";
  must(scene.trees.remove(ada, smith));
  EXPECT_EQ(must(meter.owned_by(ada)), std::vector{keys::tree(smith)});
  must(scene.trees.restore(ada, smith));
  EXPECT_EQ(must(meter.owned_by(ada)), std::vector{keys::tree(smith)}) << "and only once";
  must(scene.trees.remove(ada, smith));
  must(scene.trees.remove_for_good(ada, smith));
  must(scene.sweeps.run());
  EXPECT_EQ(must(meter.owned_by(ada)), std::vector<std::string>());
}

// Items as the design's own program writes them, with its ids and without what Norn adds.
class ForeignTreesTest : public TreesTest {
 protected:
  ForeignTreesTest() : owner(keys::user(ada)) {
    readers.add(upkeep);
    scene.put({{"PK", owner},
               {"SK", "TREE#tree-001"},
               {"EntityType", "Tree"},
               {"TreeId", "tree-001"},
               {"UserId", ada},
               {"TreeName", "The Smith Family"},
               {"IsPublic", store::Value::boolean(false)},
               {"SharedWith", store::List{eve}},
               {"PersonCount", store::Value::number(0)},
               {"GSI1PK", "TREE#tree-001"},
               {"GSI1SK", owner},
               {"GSI2PK", "TREE#tree-001"},
               {"GSI2SK", "TREE#METADATA"}});
    put_person("person-001", {{"FirstName", "John"}, {"BirthDate", "1850"}, {"Gender", "?"}});
    put_person("person-002", {{"FirstName", store::Value::number(7)}, {"LastName", "Doe"}});
    put_person("broken", {{"TreeId", store::Null{}}});
    put_person("a/b", {{"FirstName", "No id"}});
    // A circle.
    put_child("person-001", "person-002");
    put_child("person-002", "person-001");
    must(readers.run());
  }

  void put_person(const std::string& id, store::Map more) {
    more.merge(store::Map{{"PK", owner},
                          {"SK", "PERSON#" + id},
                          {"TreeId", "tree-001"},
                          {"GSI1PK", "PERSON#" + id},
                          {"GSI1SK", "TREE#tree-001"},
                          {"GSI2PK", "TREE#tree-001"},
                          {"GSI2SK", "PERSON#" + id}});
    scene.put(more);
  }
  void put_child(const std::string& parent, const std::string& child) {
    scene.put({{"PK", owner},
               {"SK", keys::child_of(parent, child)},
               {"TreeId", "tree-001"},
               {"GSI1PK", keys::person(child)},
               {"GSI1SK", keys::parent(parent)},
               {"GSI2PK", "TREE#tree-001"},
               {"GSI2SK", keys::parent_in_tree(parent, child)}});
  }

  const std::string owner;
  TreeUpkeep upkeep{scene.context};
  apps::TableReaders readers{scene.store, scene.tables, clock, scene.ids, {.lease_ms = 0}};
};

TEST_F(ForeignTreesTest, AreShownAndBrokenItemsHideNothing) {
  EXPECT_EQ(trees_of(ada), "Smith owner, The Smith Family owner");
  EXPECT_EQ(trees_of(eve), "Smith read, The Smith Family read");
  EXPECT_EQ(scene.names(eve, "tree-001"), "John") << "and one without a first name";
  EXPECT_EQ(must(content_of(scene.context, eve, "tree-001")).parents.size(), 2);
  const SeenPerson john = must(scene.people.get(ada, "tree-001", "person-001"));
  EXPECT_EQ(john.person.birth.text, "1850");
  EXPECT_FALSE(john.is_living);
  EXPECT_EQ(scene.tree_of(ada, "tree-001").person_count, 2) << "those that can be read";
  // A tree without a name is left out, and named to its owner.
  const store::Map nameless = {{"PK", owner}, {"SK", "TREE#broken"}, {"TreeId", "broken"}};
  scene.put(nameless);
  EXPECT_EQ(trees_of(ada), "Smith owner, The Smith Family owner");
  const FamilyInspector inspector(scene.context);
  const auto fault = inspector.inspect(store::Item::from_map(nameless));
  ASSERT_TRUE(fault.has_value());
  EXPECT_EQ(fault->reason.text(), "The tree cannot be read: `TreeName` is missing.");
  EXPECT_EQ(fault->owner.id, ada);
}

TEST_F(ForeignTreesTest, AreChangedAndDeletedLikeNornsOwn) {
  const SeenPerson john = must(scene.people.get(ada, "tree-001", "person-001"));
  must(
      scene.people.change(ada, "tree-001", "person-001", {.first_name = "Jack"}, john.person.etag));
  const std::string carl =
      scene.person(ada, "tree-001", "Carl", "", {.parents = {{"person-002", {}}}});
  EXPECT_TRUE(fails(scene.try_parent(ada, "tree-001", carl, "person-001"), ErrorCode::kConflict,
                    "parentId"))
      << "and a circle hangs nothing";
  scene.remove(ada, "tree-001", "person-002");
  EXPECT_EQ(scene.names(eve, "tree-001"), "Carl, Jack");
  EXPECT_EQ(scene.tree_of(ada, "tree-001").person_count, 2);
  // Another program adds a person.
  put_person("person-003", {{"FirstName", "Mary"}});
  must(readers.run());
  EXPECT_EQ(scene.tree_of(ada, "tree-001").person_count, 3);
}

TEST_F(ForeignTreesTest, OnlyPeopleWhomAnotherProgramDeletesAreCountedAnew) {
  const std::string adam = scene.person(ada, smith, "Adam");
  const std::string bert = scene.person(ada, smith, "Bert");
  const std::string carl = scene.person(ada, smith, "Carl");
  scene.person(ada, smith, "Dora");
  Tree tree = scene.tree_of(ada, smith);
  tree.person_count = 10;  // Whether it is counted shows, as it is wrong.
  scene.put(to_item(tree).to_map());
  must(readers.run());
  scene.remove(ada, smith, adam);
  scene.remove(ada, smith, bert);
  must(readers.run());
  EXPECT_EQ(scene.tree_of(ada, smith).person_count, 8);
  const auto key = store::Item::from_map({{"PK", owner}, {"SK", keys::person(carl)}});
  must(scene.store.remove(testing::remove(scene.tables.family(), key.to_map())));
  must(readers.run());
  EXPECT_EQ(scene.tree_of(ada, smith).person_count, 1);
}

TEST_F(ForeignTreesTest, ADateThatIsNoneMakesNobodyDead) {
  put_person("person-004", {{"FirstName", "Ann"}, {"DeathDate", "living"}});
  EXPECT_TRUE(must(scene.people.get(ada, "tree-001", "person-004")).is_living);
}

TEST_F(ForeignTreesTest, SomebodyWhoIsTheirOwnParentCanBeDeleted) {
  put_child("person-001", "person-001");
  scene.remove(ada, "tree-001", "person-001");
  must(scene.people.remove_for_good(ada, "tree-001", "person-001"));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.json(owner, keys::child_of("person-001", "person-001")), "");
}

TEST_F(ForeignTreesTest, AMemberWhoseShareSaysNothingCanBeRemoved) {
  scene.put({{"PK", keys::user(eve)}, {"SK", "SHARED#tree-001"}, {"Access", "everything"}});
  EXPECT_EQ(trees_of(eve), "Smith read, The Smith Family read");
  must(scene.members.remove(ada, "tree-001", eve));
  EXPECT_EQ(trees_of(eve), "Smith read");
}

TEST_F(ForeignTreesTest, AnAccountThatIsDeletedTakesUnreadableTreesAlong) {
  scene.put({{"PK", keys::user(zoe)}, {"SK", "TREE#nameless"}, {"TreeId", "nameless"}});
  scene.put({{"PK", keys::user(zoe)}, {"SK", "TREE#mistyped"}, {"TreeName", store::List{"x"}}});
  scene.put({{"PK", keys::user(zoe)},
             {"SK", "PERSON#zed"},
             {"TreeId", "nameless"},
             {"GSI2PK", "TREE#nameless"},
             {"GSI2SK", "PERSON#zed"}});
  EXPECT_EQ(trees_of(zoe), "");
  must(scene.members.may_delete(zoe));
  while (must(scene.members.forget(zoe))) {
  }
  must(scene.sweeps.run());
  EXPECT_EQ(scene.all_keys().find(keys::user(zoe)), std::string::npos) << scene.all_keys();
}

TEST_F(ForeignTreesTest, MoreMembersThanOneTransactionMovesStayReaders) {
  constexpr size_t kMembers = 95;
  std::vector<std::string> members;
  for (size_t i = 0; i < kMembers; ++i) members.push_back(scene.user("m" + std::to_string(i)));
  Tree tree = scene.tree_of(ada, smith);
  tree.shared_with.insert(tree.shared_with.end(), members.begin(), members.end());
  scene.put(to_item(tree).to_map());
  must(readers.run());  // Everybody finds the tree.
  EXPECT_EQ(trees_of(members.back()), "Smith read");
  must(scene.trees.hand_over(ada, smith, bob));
  must(readers.run());
  EXPECT_EQ(trees_of(bob), "Smith owner");
  EXPECT_EQ(trees_of(ada), "Smith write, The Smith Family owner");
  EXPECT_EQ(scene.tree_of(bob, smith).shared_with.size(), kMembers + 2);
  for (const std::string& member : members) EXPECT_EQ(trees_of(member), "Smith read");
  // The last ones can be removed like all others.
  must(scene.members.remove(bob, smith, members.back()));
  EXPECT_EQ(trees_of(members.back()), "");
}

TEST_F(ForeignTreesTest, TwoTreesOfOneIdStayApart) {
  scene.put({{"PK", keys::user(zoe)},
             {"SK", "TREE#tree-001"},
             {"TreeId", "tree-001"},
             {"TreeName", "Another"},
             {"GSI1PK", "TREE#tree-001"},
             {"GSI1SK", keys::user(zoe)},
             {"GSI2PK", "TREE#tree-001"},
             {"GSI2SK", "TREE#METADATA"}});
  const std::string zed = scene.person(zoe, "tree-001", "Zed");
  EXPECT_EQ(scene.names(zoe, "tree-001"), "Zed");
  EXPECT_EQ(scene.names(ada, "tree-001"), "John");
  scene.remove(ada, "tree-001", "person-001");
  scene.remove(zoe, "tree-001", zed);
  for (const std::string& user : {ada, zoe}) {
    EXPECT_EQ(must(scene.people.bin(user, "tree-001", 10, "")).things.size(), 1);
  }
  // Only one of them can be shared, and the other one does not show its members.
  const bool is_adas = must(find_tree(scene.context, "tree-001"))->owner_id == ada;
  EXPECT_TRUE(fails(scene.members.list(is_adas ? zoe : ada, "tree-001"), ErrorCode::kNotFound));
  must(scene.trees.remove(zoe, "tree-001"));
  must(scene.trees.remove_for_good(zoe, "tree-001"));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.json(keys::user(zoe), keys::person(zed)), "");
  must(scene.people.restore(ada, "tree-001", "person-001"));
  EXPECT_EQ(scene.names(ada, "tree-001"), "John");
}

TEST_F(TreesTest, ATreeIsHandedBackOnlyWhenNothingIsLeft) {
  for (int i = 0; i < 3; ++i) scene.person(ada, smith, "P");
  must(begin_handover(scene.context, ada, smith, bob));
  // The parts one by one: the first copies and moves, the next one removes.
  const std::string subject = smith + "/" + ada + "/" + bob + "/stays";
  const auto moved = must(hand_over_part(scene.context, subject, ""));
  ASSERT_TRUE(moved.has_value());
  EXPECT_EQ(members_of(smith), "bob owner, ada write, eve read");
  EXPECT_TRUE(fails(scene.trees.hand_over(bob, smith, ada), ErrorCode::kConflict));
  // What the new owner deletes meanwhile does not come back.
  const std::string first = must(scene.people.list(bob, smith, 1, "")).people.at(0).person.id;
  scene.remove(bob, smith, first);
  must(scene.sweeps.run());
  EXPECT_EQ(scene.names(eve, smith), "P, P");
  must(scene.trees.hand_over(bob, smith, ada));
  EXPECT_EQ(scene.names(eve, smith), "P, P");
  // An old sweep that runs once more does nothing.
  EXPECT_EQ(must(hand_over_part(scene.context, subject, "")), std::nullopt);
  EXPECT_EQ(scene.names(eve, smith), "P, P");
}

TEST_F(TreesTest, AHandoverToSomebodyWhoIsGoneIsCalledOff) {
  scene.person(ada, smith, "Adam");
  must(begin_handover(scene.context, ada, smith, bob));
  must(scene.store.remove(testing::remove(
      scene.tables.family(), {{"PK", keys::user(bob)}, {"SK", std::string(keys::kProfile)}})));
  must(scene.store.remove(testing::remove(scene.tables.calendars(),
                                          {{"PK", keys::user(bob)}, {"SK", keys::user(bob)}})));
  must(scene.sweeps.run());
  EXPECT_EQ(scene.tree_of(ada, smith).handed_to, std::nullopt);
  EXPECT_EQ(scene.names(ada, smith), "Adam");
  EXPECT_EQ(scene.json(keys::user(bob), keys::tree(smith)), "");
  EXPECT_EQ(scene.all_keys().find(keys::user(bob) + " PERSON#"), std::string::npos);
}

}  // namespace
}  // namespace norn::family
