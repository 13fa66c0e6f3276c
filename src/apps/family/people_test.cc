#include "apps/family/people.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>

#include "apps/family/limits.h"
#include "apps/family/sentences.h"
#include "apps/family/test_world.h"
#include "base/faults.h"

namespace norn::family {
namespace {

class PeopleTest : public FamilyTest {};

template <typename T>
std::string message_of(const Result<T>& result) {
  return result ? "" : result.error().message;
}

TEST_F(PeopleTest, TheFirstPersonIsTheRootAndPeopleAreCounted) {
  const std::string adam = scene.person(ada, smith, "Adam");
  scene.person(bob, smith, "Beth");
  const Tree tree = scene.tree_of(eve, smith);
  EXPECT_EQ(tree.person_count, 2);
  EXPECT_EQ(tree.root_person_id, adam);
  EXPECT_EQ(scene.names(eve, smith), "Adam, Beth");
  scene.remove(bob, smith, adam);
  EXPECT_EQ(scene.tree_of(ada, smith).person_count, 1);
  EXPECT_EQ(scene.tree_of(ada, smith).root_person_id, std::nullopt) << "it never dangles";
}

TEST_F(PeopleTest, WhoMayDoWhat) {
  const std::string adam = scene.person(ada, smith, "Adam");
  struct Row {
    std::string user;
    bool reads;
    bool writes;
  };
  for (const auto& [user, reads, writes] :
       {Row{ada, true, true}, {bob, true, true}, {eve, true, false}, {zoe, false, false}}) {
    EXPECT_EQ(scene.people.get(user, smith, adam).has_value(), reads);
    EXPECT_EQ(scene.people.list(user, smith, 10, "").has_value(), reads);
    const auto made = scene.try_person(user, smith, "X");
    EXPECT_EQ(made.has_value(), writes);
    const ErrorCode refusal = reads ? ErrorCode::kForbidden : ErrorCode::kNotFound;
    if (!writes) {
      EXPECT_EQ(made.error().code, refusal);
    }
    const auto renamed = scene.people.change(user, smith, adam, {.first_name = "Adam"},
                                             scene.etag(ada, smith, adam));
    EXPECT_EQ(renamed.has_value(), writes);
    if (!writes) {
      EXPECT_TRUE(fails(scene.people.remove(user, smith, adam, ""), refusal));
      EXPECT_TRUE(fails(scene.try_parent(user, smith, adam, adam), refusal));
      EXPECT_TRUE(fails(scene.people.bin(user, smith, 10, ""), refusal));
    }
  }
}

TEST_F(PeopleTest, AChangeIsRefusedIfThePersonWasChangedMeanwhile) {
  const std::string adam = scene.person(ada, smith, "Adam");
  const std::string etag = scene.etag(ada, smith, adam);
  must(scene.people.change(bob, smith, adam, {.last_name = "Jones"}, etag));
  const auto stale = scene.people.change(ada, smith, adam, {.last_name = "Brown"}, etag);
  ASSERT_TRUE(fails(stale, ErrorCode::kStale));
  EXPECT_NE(fault_of(stale.error())->current.find("Jones"), std::string::npos);
  EXPECT_TRUE(fails(scene.people.remove(ada, smith, adam, etag), ErrorCode::kStale));
}

TEST_F(PeopleTest, LivesAndRelationshipsThatCannotBeAreRefusedByName) {
  const std::string adam = scene.person(ada, smith, "Adam", "1900");
  const std::string beth = scene.person(ada, smith, "Beth", "1930-05-01");
  const std::string carl = scene.person(ada, smith, "Carl", "ABT 1955");
  scene.parent(ada, smith, adam, beth);
  scene.parent(ada, smith, beth, carl);
  EXPECT_EQ(message_of(scene.try_parent(ada, smith, carl, adam)),
            "Carl Smith was born after Adam Smith, so cannot be a parent. Check the two dates of "
            "birth.");
  EXPECT_EQ(message_of(scene.try_parent(ada, smith, carl, adam, ParentKind::kStep)),
            "Carl Smith is a descendant of Adam Smith, so Adam Smith would be their own ancestor. "
            "Remove one of the relationships in between first.");
  EXPECT_EQ(message_of(scene.try_parent(ada, smith, adam, beth)),
            "Adam Smith is a parent of Beth Smith already.");
  EXPECT_EQ(message_of(scene.try_parent(ada, smith, adam, adam)),
            "Adam Smith cannot be related to themself.");
  const auto adopted = scene.relationships.add_parent(
      ada, smith, {.parent_id = adam, .child_id = carl, .adoption = {.day = "1960-01-01"}});
  EXPECT_EQ(message_of(adopted), "Only an adoptive relationship has a date of adoption.");
  const auto dead = scene.people.change(ada, smith, beth, {.death = LifeDate{.day = "1929-01-01"}},
                                        scene.etag(ada, smith, beth));
  EXPECT_EQ(message_of(dead), "The death of Beth Smith cannot be before the birth.");
  const auto moved = scene.people.change(ada, smith, adam, {.birth = LifeDate{.text = "AFT 1931"}},
                                         scene.etag(ada, smith, adam));
  EXPECT_EQ(message_of(moved),
            "Adam Smith was born after Beth Smith, so cannot be a parent. Check the two dates of "
            "birth.");
  must(scene.people.change(ada, smith, adam, {.birth = LifeDate{.text = "ABT 1931"}},
                           scene.etag(ada, smith, adam)));
}

TEST_F(PeopleTest, OneCoupleIsOneRelationshipInEitherOrder) {
  const std::string adam = scene.person(ada, smith, "Adam");
  const std::string beth = scene.person(ada, smith, "Beth");
  scene.couple(ada, smith, adam, beth);
  for (const auto& [first, second] : {std::pair(adam, beth), std::pair(beth, adam)}) {
    const auto again =
        scene.relationships.add_couple(ada, smith, {.person1_id = first, .person2_id = second});
    EXPECT_TRUE(fails(again, ErrorCode::kConflict, "person2Id"));
    EXPECT_EQ(must(scene.relationships.couple(eve, smith, first, second)).person1_id, adam);
  }
  const Couple couple = must(scene.relationships.couple(ada, smith, beth, adam));
  const auto divorced = scene.relationships.change_couple(
      ada, smith, beth, adam,
      {.married = LifeDate{.text = "1950"}, .divorced = LifeDate{.day = "1949-12-31"}},
      couple.etag);
  EXPECT_EQ(message_of(divorced), "The divorce cannot be before the marriage.");
  must(scene.relationships.change_couple(ada, smith, beth, adam,
                                         {.status = CoupleStatus::kDivorced}, couple.etag));
  const Couple now = must(scene.relationships.couple(ada, smith, adam, beth));
  EXPECT_EQ(now.status, CoupleStatus::kDivorced);
  must(scene.relationships.remove_couple(ada, smith, beth, adam, now.etag));
  EXPECT_TRUE(fails(scene.relationships.couple(ada, smith, adam, beth), ErrorCode::kNotFound));
}

TEST_F(PeopleTest, RelationshipsStayWithinOneTree) {
  const std::string jones = scene.tree(ada, "Jones");
  const std::string adam = scene.person(ada, smith, "Adam");
  const std::string jane = scene.person(ada, jones, "Jane");
  EXPECT_EQ(message_of(scene.try_parent(ada, smith, adam, jane)),
            "There is no person with the id `" + jane +
                "` in this tree. Relationships are between people of one tree.");
  EXPECT_TRUE(fails(scene.people.get(ada, jones, adam), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(scene.try_person(ada, smith, "X", "", {.spouses = {{jane, {}}}}),
                    ErrorCode::kConflict, "spouses"));
  const auto root =
      scene.trees.change(ada, smith, {.root_person_id = jane}, scene.tree_of(ada, smith).etag);
  EXPECT_TRUE(fails(root, ErrorCode::kConflict, "rootPersonId"));
}

TEST_F(PeopleTest, ANewPersonComesWithRelativesOrNotAtAll) {
  const std::string adam = scene.person(ada, smith, "Adam", "1900");
  const std::string beth =
      scene.person(ada, smith, "Beth", "1902", {.spouses = {{adam, CoupleStatus::kMarried}}});
  const std::string carl =
      scene.person(ada, smith, "Carl", "1930",
                   {.parents = {{adam, ParentKind::kBiological}, {beth, ParentKind::kStep}}});
  const Relations relatives = must(relatives_of(scene.context, scene.tree_of(ada, smith), carl));
  EXPECT_EQ(relatives.parents.size(), 2);
  // The grandchild cannot be a parent of the grandparent's new parent.
  EXPECT_TRUE(fails(scene.try_person(ada, smith, "X", "",
                                     {.parents = {{carl, ParentKind::kStep}},
                                      .children = {{adam, ParentKind::kStep}}}),
                    ErrorCode::kConflict, "parentId"));
  EXPECT_TRUE(fails(
      scene.try_person(ada, smith, "X", "", {.parents = {{adam, {}}, {adam, ParentKind::kStep}}}),
      ErrorCode::kConflict, "parents"));
  EXPECT_EQ(scene.names(ada, smith), "Adam, Beth, Carl");
  EXPECT_EQ(scene.tree_of(ada, smith).person_count, 3);
}

TEST_F(PeopleTest, ANewPersonHasAndGetsOnlySoManyRelatives) {
  const std::string adam = scene.person(ada, smith, "Adam");
  const std::string last = scene.person(ada, smith, "Last");
  std::vector<std::pair<std::string, ParentKind>> all;
  for (size_t i = 0; i < kMaxChildren; ++i) {
    all.emplace_back(scene.person(ada, smith, "C", "", {.parents = {{adam, {}}}}),
                     ParentKind::kBiological);
  }
  EXPECT_TRUE(fails(scene.try_person(ada, smith, "C", "", {.parents = {{adam, {}}}}),
                    ErrorCode::kConflict, "parents"));
  for (size_t i = 0; i < kMaxParents; ++i) {
    scene.person(ada, smith, "P", "", {.children = {{last, ParentKind::kStep}}});
  }
  EXPECT_TRUE(fails(scene.try_person(ada, smith, "P", "", {.children = {{last, {}}}}),
                    ErrorCode::kConflict, "children"));
  for (size_t i = 0; i < kMaxSpouses; ++i) {
    scene.person(ada, smith, "S", "", {.spouses = {{last, {}}}});
  }
  EXPECT_TRUE(fails(scene.try_person(ada, smith, "S", "", {.spouses = {{last, {}}}}),
                    ErrorCode::kConflict, "spouses"));
  // As many at once as fit into a transaction, which has all of them or none.
  const auto some = [&](size_t from, size_t count) {
    return std::vector(all.begin() + static_cast<ptrdiff_t>(from),
                       all.begin() + static_cast<ptrdiff_t>(from + count));
  };
  NewRelatives most = {.parents = some(0, kMaxNewRelatives),
                       .children = some(kMaxNewRelatives, kMaxNewRelatives)};
  for (const auto& [id, type] : some(2 * kMaxNewRelatives, kMaxNewRelatives)) {
    most.spouses.emplace_back(id, CoupleStatus::kMarried);
  }
  const std::string before = scene.all_keys();
  NewRelatives more = most;
  more.parents = some(3 * kMaxNewRelatives, kMaxNewRelatives + 1);
  EXPECT_TRUE(fails(scene.try_person(ada, smith, "X", "", more), ErrorCode::kConflict, "parents"));
  EXPECT_EQ(scene.all_keys(), before);
  const std::string related = scene.person(ada, smith, "X", "", most);
  const Relations relatives = must(relatives_of(scene.context, scene.tree_of(ada, smith), related));
  EXPECT_EQ(relatives.items.size(), 3 * kMaxNewRelatives);
}

TEST_F(PeopleTest, ADeletedPersonComesBackWithThoseWhoAreStillThere) {
  const std::string adam = scene.person(ada, smith, "Adam", "1900");
  const std::string beth = scene.person(ada, smith, "Beth", "1930", {.parents = {{adam, {}}}});
  const std::string carl = scene.person(ada, smith, "Carl", "1960", {.parents = {{beth, {}}}});
  const std::string before = scene.all_keys();
  scene.remove(ada, smith, beth);
  EXPECT_EQ(scene.names(ada, smith), "Adam, Carl");
  EXPECT_EQ(scene.json(keys::user(ada), keys::child_of(adam, beth)), "");
  const auto binned = must(scene.people.bin(bob, smith, 10, "")).things;
  ASSERT_EQ(binned.size(), 1);
  EXPECT_EQ(binned[0].title, "Beth Smith");
  must(scene.people.restore(bob, smith, beth));
  EXPECT_EQ(scene.all_keys(), before);
  EXPECT_EQ(scene.tree_of(ada, smith).person_count, 3);
  scene.remove(ada, smith, beth);
  scene.remove(ada, smith, carl);
  must(scene.people.restore(ada, smith, beth));
  EXPECT_NE(scene.json(keys::user(ada), keys::child_of(adam, beth)), "");
  EXPECT_EQ(scene.json(keys::user(ada), keys::child_of(beth, carl)), "");
  EXPECT_TRUE(fails(scene.people.remove_for_good(bob, smith, carl), ErrorCode::kForbidden));
  must(scene.people.remove_for_good(ada, smith, carl));
  EXPECT_TRUE(fails(scene.people.restore(ada, smith, carl), ErrorCode::kNotFound));
}

TEST_F(PeopleTest, RestoringMakesNobodyTheirOwnAncestor) {
  const std::string adam = scene.person(ada, smith, "Adam");
  const std::string beth = scene.person(ada, smith, "Beth", "", {.parents = {{adam, {}}}});
  const std::string carl = scene.person(ada, smith, "Carl", "", {.parents = {{beth, {}}}});
  scene.remove(ada, smith, beth);
  scene.parent(ada, smith, carl, adam);
  must(scene.people.restore(ada, smith, beth));
  const Tree tree = scene.tree_of(ada, smith);
  const Relations relatives = must(relatives_of(scene.context, tree, beth));
  EXPECT_EQ(relatives.parents.size() + relatives.children.size(), 1);
}

TEST_F(PeopleTest, TwoWhoAddAtTheSameTimeMakeNoCircleAndCountRight) {
  const std::string adam = scene.person(ada, smith, "Adam");
  const std::string beth = scene.person(ada, smith, "Beth");
  meanwhile([&] { scene.parent(bob, smith, beth, adam); });
  EXPECT_TRUE(fails(scene.try_parent(ada, smith, adam, beth), ErrorCode::kConflict, "parentId"));
  meanwhile([&] { scene.person(bob, smith, "Carl"); });
  scene.person(ada, smith, "Dora");
  EXPECT_EQ(scene.tree_of(ada, smith).person_count, 4);
  // A person who is deleted while they become a parent.
  const std::string gone = scene.person(ada, smith, "Gone");
  meanwhile([&] { scene.remove(bob, smith, gone); });
  EXPECT_TRUE(fails(scene.try_parent(ada, smith, gone, beth), ErrorCode::kConflict, "parentId"));
  // A writer who is removed while they write.
  meanwhile([&] { must(scene.members.remove(ada, smith, bob)); });
  EXPECT_TRUE(fails(scene.try_person(bob, smith, "X"), ErrorCode::kNotFound));
  EXPECT_EQ(scene.names(ada, smith), "Adam, Beth, Carl, Dora");
}

TEST_F(PeopleTest, PeopleAreListedInPages) {
  for (int i = 0; i < 7; ++i) scene.person(ada, smith, "P" + std::to_string(i));
  std::string all;
  std::string after;
  int pages = 0;
  do {
    const PeoplePage page = must(scene.people.list(eve, smith, 3, after));
    for (const SeenPerson& seen : page.people) all += seen.person.first_name + " ";
    after = page.next;
    ++pages;
  } while (!after.empty());
  EXPECT_EQ(pages, 3);
  EXPECT_EQ(std::ranges::count(all, 'P'), 7);
  EXPECT_TRUE(
      fails(scene.people.list(eve, smith, 3, std::string("a\nb")), ErrorCode::kInvalid, "cursor"));
  EXPECT_TRUE(fails(scene.people.list(eve, smith, 3, "\U0010FFFF"), ErrorCode::kInvalid, "cursor"));
}

// All pages of them: "Adam > Carl, Adam = Eve", and how many pages there were.
std::pair<std::string, int> relationships_of(Scene& scene, const std::string& user,
                                             const std::string& tree, RelationshipKind kind) {
  std::string all;
  std::string after;
  int pages = 0;
  const auto add = [&](const std::string& first, std::string_view sign, const std::string& second) {
    const auto name = [&](const std::string& id) {
      return must(scene.people.get(user, tree, id)).person.first_name;
    };
    all.append(all.empty() ? "" : ", ").append(name(first)).append(sign).append(name(second));
  };
  do {
    const RelationshipsPage page = must(scene.relationships.list(user, tree, kind, 1, after));
    for (const ParentChild& one : page.parents) add(one.parent_id, " > ", one.child_id);
    for (const Couple& one : page.couples) add(one.person1_id, " = ", one.person2_id);
    after = page.next;
    ++pages;
  } while (!after.empty());
  return {all, pages};
}

TEST_F(PeopleTest, RelationshipsAreListedInPages) {
  const std::string adam = scene.person(ada, smith, "Adam", "1850");
  const std::string eve_smith = scene.person(ada, smith, "Eve", "1851", {.spouses = {{adam, {}}}});
  scene.person(ada, smith, "Carl", "1990", {.parents = {{adam, ParentKind::kAdoptive}}});
  using Found = std::pair<std::string, int>;
  EXPECT_EQ(relationships_of(scene, eve, smith, RelationshipKind::kAny),
            Found("Adam > Carl, Adam = Eve", 2));
  EXPECT_EQ(relationships_of(scene, eve, smith, RelationshipKind::kSpousal),
            Found("Adam = Eve", 1));
  EXPECT_EQ(relationships_of(scene, eve, smith, RelationshipKind::kParentChild),
            Found("Adam > Carl", 1));
  const auto first_kind = [&](const std::string& user) {
    const auto page =
        must(scene.relationships.list(user, smith, RelationshipKind::kParentChild, 10, ""));
    return page.parents.at(0).is_protected ? "hidden" : to_text(page.parents.at(0).type);
  };
  EXPECT_EQ(first_kind(eve), "Adoptive");
  EXPECT_TRUE(fails(scene.relationships.list(zoe, smith, RelationshipKind::kAny, 10, ""),
                    ErrorCode::kNotFound));
  must(scene.trees.change(ada, smith, {.is_public = true}, scene.tree_of(ada, smith).etag));
  EXPECT_EQ(first_kind(zoe), "hidden") << "Carl is living";
  EXPECT_TRUE(fails(scene.relationships.list(eve, smith, RelationshipKind::kAny, 10, "a\nb"),
                    ErrorCode::kInvalid, "cursor"));
  // Of people whom another program has removed, nothing is listed.
  must(scene.store.remove(testing::remove(
      scene.tables.family(), {{"PK", keys::user(ada)}, {"SK", keys::person(eve_smith)}})));
  EXPECT_EQ(relationships_of(scene, eve, smith, RelationshipKind::kAny), Found("Adam > Carl", 2));
}

}  // namespace
}  // namespace norn::family
