#include <gtest/gtest.h>

#include "apps/family/limits.h"
#include "apps/family/model/person.h"
#include "apps/family/model/relationship.h"
#include "apps/family/model/tree.h"
#include "support/replies.h"

// The items of Norn are those of the design's examples, attribute by attribute.
namespace norn::family {
namespace {

const char* const kUser = "550e8400-e29b-41d4-a716-446655440000";
const char* const kTime = "2025-11-18T12:00:00.000Z";

TEST(FamilyDesign, ATree) {
  Tree tree;
  tree.id = "tree-001";
  tree.owner_id = kUser;
  tree.name = "The Smith Family";
  tree.description = "Our family tree spanning 5 generations";
  tree.root_person_id = "person-001";
  tree.person_count = 42;
  tree.created_at = tree.updated_at = kTime;
  const store::Map expected = {{"PK", "USER#550e8400-e29b-41d4-a716-446655440000"},
                               {"SK", "TREE#tree-001"},
                               {"EntityType", "Tree"},
                               {"TreeId", "tree-001"},
                               {"UserId", kUser},
                               {"TreeName", "The Smith Family"},
                               {"Description", "Our family tree spanning 5 generations"},
                               {"RootPersonId", "person-001"},
                               {"IsPublic", store::Value::boolean(false)},
                               {"PersonCount", store::Value::number(42)},
                               {"CreatedAt", kTime},
                               {"UpdatedAt", kTime},
                               {"GSI1PK", "TREE#tree-001"},
                               {"GSI1SK", "USER#550e8400-e29b-41d4-a716-446655440000"},
                               {"GSI2PK", "TREE#tree-001"},
                               {"GSI2SK", "TREE#METADATA"},
                               {"GSI3PK", "USER#550e8400-e29b-41d4-a716-446655440000"},
                               {"GSI3SK", "TREE#2025-11-18T12:00:00.000Z"}};
  EXPECT_EQ(to_item(tree).to_map(), expected);
  Tree read = testing::must(tree_from(to_item(tree)));
  read.etag.clear();
  EXPECT_EQ(read, tree);
}

TEST(FamilyDesign, APerson) {
  Person person;
  person.id = "person-001";
  person.tree_id = "tree-001";
  person.owner_id = kUser;
  person.first_name = "John";
  person.middle_name = "William";
  person.last_name = "Smith";
  person.birth_name = "Smith";
  person.gender = Gender::kMale;
  person.birth.day = "1950-05-15";
  person.birth_place = "Boston, MA, USA";
  person.biography = "World War II veteran...";
  person.created_at = person.updated_at = kTime;
  const store::Map expected = {{"PK", "USER#550e8400-e29b-41d4-a716-446655440000"},
                               {"SK", "PERSON#person-001"},
                               {"EntityType", "Person"},
                               {"PersonId", "person-001"},
                               {"TreeId", "tree-001"},
                               {"UserId", kUser},
                               {"FirstName", "John"},
                               {"MiddleName", "William"},
                               {"LastName", "Smith"},
                               {"BirthName", "Smith"},
                               {"Gender", "Male"},
                               {"BirthDate", "1950-05-15"},
                               {"DeathDate", store::Null{}},
                               {"BirthPlace", "Boston, MA, USA"},
                               {"Biography", "World War II veteran..."},
                               {"CreatedAt", kTime},
                               {"UpdatedAt", kTime},
                               {"GSI1PK", "PERSON#person-001"},
                               {"GSI1SK", "TREE#tree-001"},
                               {"GSI2PK", "TREE#tree-001"},
                               {"GSI2SK", "PERSON#person-001"},
                               {"GSI3PK", "USER#550e8400-e29b-41d4-a716-446655440000"},
                               {"GSI3SK", "PERSON#2025-11-18T12:00:00.000Z#1"}};
  EXPECT_EQ(to_item(person).to_map(), expected);
  person.birth_citations = {{.source_id = "source-1", .page = "p. 7", .quality = 3}};
  person.death_citations = {{.source_id = "source-2", .text = "Died at sea."}};
  Person read = testing::must(person_from(to_item(person)));
  read.etag.clear();
  EXPECT_EQ(read, person);
}

TEST(FamilyDesign, AParentAndAChild) {
  ParentChild relationship;
  relationship.parent_id = "person-001";
  relationship.child_id = "person-003";
  relationship.tree_id = "tree-001";
  relationship.owner_id = kUser;
  relationship.created_at = relationship.updated_at = kTime;
  const store::Map expected = {{"PK", "USER#550e8400-e29b-41d4-a716-446655440000"},
                               {"SK", "PERSON#person-001#CHILD#person-003"},
                               {"EntityType", "Relationship"},
                               {"RelationshipType", "ParentChild"},
                               {"ParentId", "person-001"},
                               {"ChildId", "person-003"},
                               {"TreeId", "tree-001"},
                               {"UserId", kUser},
                               {"Type", "Biological"},
                               {"CreatedAt", kTime},
                               {"UpdatedAt", kTime},
                               {"GSI1PK", "PERSON#person-003"},
                               {"GSI1SK", "PARENT#person-001"},
                               {"GSI2PK", "TREE#tree-001"},
                               {"GSI2SK", "RELATIONSHIP#PARENT#person-001#person-003"}};
  EXPECT_EQ(to_item(relationship).to_map(), expected);
  ParentChild read = testing::must(parent_child_from(to_item(relationship)));
  read.etag.clear();
  EXPECT_EQ(read, relationship);
}

TEST(FamilyDesign, ACouple) {
  Couple couple;
  couple.person1_id = "person-001";
  couple.person2_id = "person-002";
  couple.tree_id = "tree-001";
  couple.owner_id = kUser;
  couple.marriage.married.day = "1975-06-20";
  couple.marriage.place = "Portland, ME, USA";
  couple.created_at = couple.updated_at = kTime;
  store::Map expected = {{"PK", "USER#550e8400-e29b-41d4-a716-446655440000"},
                         {"SK", "PERSON#person-001#SPOUSE#person-002"},
                         {"EntityType", "Relationship"},
                         {"RelationshipType", "Spousal"},
                         {"Person1Id", "person-001"},
                         {"Person2Id", "person-002"},
                         {"TreeId", "tree-001"},
                         {"UserId", kUser},
                         {"Status", "Married"},
                         {"MarriageDate", "1975-06-20"},
                         {"MarriagePlace", "Portland, ME, USA"},
                         {"CreatedAt", kTime},
                         {"UpdatedAt", kTime},
                         {"GSI1PK", "PERSON#person-002"},
                         {"GSI1SK", "SPOUSE#person-001"},
                         {"GSI2PK", "TREE#tree-001"},
                         {"GSI2SK", "RELATIONSHIP#SPOUSE#person-001#person-002"}};
  EXPECT_EQ(to_item(couple).to_map(), expected);
  couple.history = {{.married = {.text = "ABT 1960"}, .divorced = {.day = "1970-01-01"}}};
  couple.notes = "Twice";
  couple.marriage.marriage_citations = {{.source_id = "source-1", .page = "p. 7"}};
  couple.marriage.divorce_citations = {{.source_id = "source-2", .quality = 0}};
  couple.history.front().marriage_citations = {{.source_id = "source-3"}};
  Couple read = testing::must(couple_from(to_item(couple)));
  read.etag.clear();
  EXPECT_EQ(read, couple);
}

// Of items of other programs.
TEST(FamilyDesign, CitationsAreReadAsFarAsTheyMakeSense) {
  const auto citations = [](const store::Value& value) {
    const store::Item item = store::Item::from_map({{"BirthCitations", value}});
    return citations_in(apps::ItemReader(item), "BirthCitations");
  };
  const store::Map good = {{"SourceId", "source-1"}};
  EXPECT_EQ(citations(store::List{good, "source-2", store::Map{{"Page", "7"}}}),
            std::vector<Citation>{{.source_id = "source-1"}});
  EXPECT_EQ(citations(store::List{store::Map{{"SourceId", "source-1"},
                                             {"Page", store::Value::number(7)},
                                             {"Quality", store::Value::number(4)}}}),
            std::vector<Citation>{{.source_id = "source-1"}});
  EXPECT_EQ(citations("source-1").size(), 0);
  EXPECT_EQ(citations(good).size(), 0);
  EXPECT_EQ(citations(store::List(kMaxCitations + 1, good)).size(), kMaxCitations);
}

}  // namespace
}  // namespace norn::family
