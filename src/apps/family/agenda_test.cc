#include "apps/family/agenda.h"

#include <gtest/gtest.h>

#include "apps/agenda/test_items.h"
#include "apps/family/own_person.h"
#include "apps/family/test_world.h"

namespace norn::family {
namespace {

using agenda::query_between;
using agenda::Texts;
using agenda::texts_of;

class FamilyAgendaTest : public FamilyTest {
 protected:
  Kinship kinship{scene.context};
  FamilyAgenda source{scene.context, kinship};
};

TEST_F(FamilyAgendaTest, HasDaysOfAllTreesWithYearsAndKinship) {
  const std::string anna = scene.person(ada, smith, "Anna", "1944-03-05");
  const std::string otto =
      scene.person(ada, smith, "Otto", "1943-12-31", {.spouses = {{anna, {}}}});
  const Couple couple = must(scene.relationships.couple(ada, smith, anna, otto));
  must(scene.relationships.change_couple(ada, smith, anna, otto,
                                         {.married = LifeDate{.day = "1970-03-01"}}, couple.etag));
  must(set_own_person(scene.context, eve, smith, otto));
  auto query = query_between("2024-03-01", "2024-03-31");
  const auto part = must(source.items(eve, query));
  EXPECT_EQ(texts_of(part.items),
            (Texts{"anniversary Anna Smith & Otto Smith 2024-03-01-2024-03-02 ",
                   "birthday Anna Smith 2024-03-05-2024-03-06 "}));
  for (const agenda::Item& item : part.items) {
    EXPECT_EQ(item.day->kinship, "spouse") << item.title;
    EXPECT_EQ(item.owner.name, "Smith");
  }
  EXPECT_EQ(part.items.back().day->years, 80);
  EXPECT_EQ(part.items.back().file_title, "Anna Smith (spouse), 80");
  EXPECT_EQ(part.items.front().id, anna + "+" + otto);
  query.kinds = agenda::Kinds::of({agenda::Kind::kBirthday});
  EXPECT_EQ(must(source.items(eve, query)).items.size(), 1U);
  query.language = "de";
  EXPECT_NE(must(source.items(eve, query)).items.front().day->kinship, "spouse");
  EXPECT_TRUE(must(source.items(zoe, query)).items.empty());
  must(scene.members.remove(eve, smith, eve));
  EXPECT_TRUE(must(source.items(eve, query)).items.empty());
}

}  // namespace
}  // namespace norn::family
