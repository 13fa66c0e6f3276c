#include "apps/family/own_person.h"

#include <gtest/gtest.h>

#include "apps/family/sweep.h"
#include "apps/family/test_world.h"

namespace norn::family {
namespace {

class OwnPersonTest : public FamilyTest {
 protected:
  std::optional<std::string> who(const std::string& user) {
    return must(own_person(scene.context, user, smith));
  }
  void say(const std::string& user, const std::optional<std::string>& person_id) {
    must(set_own_person(scene.context, user, smith, person_id));
  }
  size_t said(const std::string& user) { return must(own_people(scene.context, user)).size(); }
};

TEST_F(OwnPersonTest, IsSaidByEachMember) {
  const std::string anna = scene.person(ada, smith, "Anna");
  const std::string otto = scene.person(ada, smith, "Otto");
  EXPECT_FALSE(who(ada));
  say(ada, anna);
  say(eve, otto);
  EXPECT_EQ(who(ada), anna);
  EXPECT_EQ(who(eve), otto);
  EXPECT_FALSE(who(bob));
  say(ada, otto);
  EXPECT_EQ(who(ada), otto) << "two members may be the same one";
  say(ada, std::nullopt);
  EXPECT_FALSE(who(ada));
  EXPECT_EQ(said(ada), 0u);
  say(ada, std::nullopt);
}

TEST_F(OwnPersonTest, IsForMembersAndPeopleOfTheTree) {
  const std::string anna = scene.person(ada, smith, "Anna");
  const std::string jones = scene.tree(ada, "Jones", true);
  const std::string jim = scene.person(ada, jones, "Jim");
  const Context& context = scene.context;
  EXPECT_TRUE(fails(own_person(context, zoe, smith), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(set_own_person(context, zoe, smith, anna), ErrorCode::kNotFound));
  EXPECT_TRUE(fails(own_person(context, zoe, jones), ErrorCode::kForbidden)) << "a stranger";
  EXPECT_TRUE(fails(set_own_person(context, zoe, jones, jim), ErrorCode::kForbidden));
  EXPECT_TRUE(fails(set_own_person(context, zoe, jones, std::nullopt), ErrorCode::kForbidden));
  for (const std::string& wrong : {jim, std::string("nobody"), std::string("a#b")}) {
    EXPECT_TRUE(fails(set_own_person(context, ada, smith, wrong), ErrorCode::kConflict, "personId"))
        << wrong;
  }
}

TEST_F(OwnPersonTest, IsGoneWithThePersonAndBackWithThem) {
  const std::string anna = scene.person(ada, smith, "Anna");
  say(bob, anna);
  scene.remove(ada, smith, anna);
  EXPECT_FALSE(who(bob));
  must(scene.people.restore(ada, smith, anna));
  EXPECT_EQ(who(bob), anna);
  meanwhile([&] { scene.remove(ada, smith, anna); });
  EXPECT_TRUE(
      fails(set_own_person(scene.context, eve, smith, anna), ErrorCode::kConflict, "personId"));
}

TEST_F(OwnPersonTest, IsForgottenWithMembershipTreeAndAccount) {
  const std::string anna = scene.person(ada, smith, "Anna");
  for (const std::string& user : {ada, bob, eve}) say(user, anna);
  must(scene.members.remove(eve, smith, eve));
  EXPECT_EQ(said(eve), 0u);
  OwnPeople hook(scene.context);
  EXPECT_FALSE(must(hook.forget(bob)));
  EXPECT_EQ(said(bob), 0u);
  EXPECT_EQ(said(ada), 1u);
  say(bob, anna);
  must(scene.trees.remove(ada, smith));
  while (must(sweep_tree(scene.context, sweep_subject(ada, smith)))) {
  }
  EXPECT_EQ(said(ada), 0u);
  EXPECT_EQ(said(bob), 0u);
}

}  // namespace
}  // namespace norn::family
