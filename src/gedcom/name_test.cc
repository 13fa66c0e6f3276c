#include "gedcom/name.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace norn::gedcom {
namespace {

Record with_value(std::string value, std::vector<Record> children = {}) {
  return {.tag = "NAME", .value = std::move(value), .children = std::move(children)};
}

TEST(Name, IsReadFromItsValue) {
  const struct {
    const char* value;
    Name name;
  } rows[] = {
      {"", {}},
      {"John", {.given = "John"}},
      {"John William /Smith/", {.given = "John William", .surname = "Smith"}},
      {"John William /Smith/ Jr.", {.given = "John William", .surname = "Smith", .suffix = "Jr."}},
      {"  John   William/Smith/Jr. ",
       {.given = "John William", .surname = "Smith", .suffix = "Jr."}},
      {"/Smith/", {.surname = "Smith"}},
      {"/Mao/ Zedong", {.given = "Zedong", .surname = "Mao"}},
      {"John //", {.given = "John"}},
      {"John /Smith", {.given = "John", .surname = "Smith"}},
      {"John /Smith/ /Jones/", {.given = "John", .surname = "Smith", .suffix = "Jones"}},
      {"/毛/泽东", {.given = "泽东", .surname = "毛"}},
  };
  for (const auto& row : rows) EXPECT_EQ(read_name(with_value(row.value)), row.name) << row.value;
}

TEST(Name, PartsOfTheirOwnCountMore) {
  EXPECT_EQ(
      read_name(with_value("Dr. Jan /van der Berg/ jr.", {{.tag = "NPFX", .value = "Dr."},
                                                          {.tag = "SPFX", .value = "van der"},
                                                          {.tag = "NICK", .value = "Janneman"}})),
      (Name{.prefix = "Dr.",
            .given = "Jan",
            .nickname = "Janneman",
            .surname_prefix = "van der",
            .surname = "Berg",
            .suffix = "jr."}));
  EXPECT_EQ(read_name(with_value(
                "/毛/泽东", {{.tag = "GIVN", .value = "泽东"}, {.tag = "SURN", .value = "毛"}})),
            (Name{.given = "泽东", .surname = "毛"}));
  EXPECT_EQ(
      read_name(with_value("José /García López/", {{.tag = "SURN", .value = "García, López"}}))
          .surname,
      "García López");
  EXPECT_EQ(read_name(with_value("", {{.tag = "GIVN", .value = "John"}})).given, "John");
  EXPECT_EQ(read_name(with_value("Drake /X/", {{.tag = "NPFX", .value = "Dr"}})).given, "Drake");
  EXPECT_EQ((Name{.surname_prefix = "van der", .surname = "Berg"}).full_surname(), "van der Berg");
  EXPECT_EQ((Name{.surname = "Berg"}).full_surname(), "Berg");
}

TEST(Name, OtherLinesAreKept) {
  const std::vector<Record> others = {
      {.tag = "SOUR", .value = "S1", .is_pointer = true},
      {.tag = "GIVN", .value = "Johnny"},
      {.tag = "SURN", .value = "Smith", .children = {{.tag = "NOTE", .value = "x"}}},
  };
  std::vector<Record> children = {{.tag = "GIVN", .value = "John"}};
  children.insert(children.end(), others.begin(), others.end());
  const Name name = read_name(with_value("John /Smith/", children));
  EXPECT_EQ(name.given, "John");
  EXPECT_EQ(name.surname, "Smith");
  EXPECT_EQ(name.children, others);
}

TEST(Name, TypesAreThoseOfBothVersions) {
  const struct {
    Record type;
    NameType read;
    const char* text;
    const char* in_551;
    Record in_70;
  } rows[] = {
      {{.tag = "TYPE", .value = "maiden"},
       NameType::kMaiden,
       "",
       "maiden",
       {.tag = "TYPE", .value = "MAIDEN"}},
      {{.tag = "TYPE", .value = "MARRIED"},
       NameType::kMarried,
       "",
       "married",
       {.tag = "TYPE", .value = "MARRIED"}},
      {{.tag = "TYPE", .value = "AKA"},
       NameType::kAlias,
       "",
       "aka",
       {.tag = "TYPE", .value = "AKA"}},
      {{.tag = "TYPE", .value = "stage name"},
       NameType::kOther,
       "stage name",
       "stage name",
       {.tag = "TYPE", .value = "OTHER", .children = {{.tag = "PHRASE", .value = "stage name"}}}},
      {{.tag = "TYPE", .value = "OTHER", .children = {{.tag = "PHRASE", .value = "pen name"}}},
       NameType::kOther,
       "pen name",
       "pen name",
       {.tag = "TYPE", .value = "OTHER", .children = {{.tag = "PHRASE", .value = "pen name"}}}},
  };
  for (const auto& row : rows) {
    const Name name = read_name(with_value("X", {row.type}));
    EXPECT_EQ(name.type, row.read);
    EXPECT_EQ(name.type_text, row.text);
    EXPECT_EQ(name_record(name, Version::k551).child_text("TYPE"), row.in_551);
    EXPECT_EQ(*name_record(name, Version::k70).child("TYPE"), row.in_70);
  }
}

TEST(Name, IsWrittenWithItsParts) {
  const Name name{.prefix = "Dr.",
                  .given = "Jan",
                  .nickname = "Janneman",
                  .surname_prefix = "van der",
                  .surname = "Berg",
                  .suffix = "jr.",
                  .type = NameType::kBirth};
  EXPECT_EQ(name_record(name, Version::k551),
            with_value("Dr. Jan /van der Berg/ jr.", {{.tag = "TYPE", .value = "birth"},
                                                      {.tag = "NPFX", .value = "Dr."},
                                                      {.tag = "GIVN", .value = "Jan"},
                                                      {.tag = "NICK", .value = "Janneman"},
                                                      {.tag = "SPFX", .value = "van der"},
                                                      {.tag = "SURN", .value = "Berg"},
                                                      {.tag = "NSFX", .value = "jr."}}));
  EXPECT_EQ(name_record({.given = "John"}, Version::k70).value, "John");
  EXPECT_EQ(name_record({.surname = "Smith"}, Version::k70).value, "/Smith/");
  EXPECT_EQ(name_record({.given = "A/B", .surname = "C/D"}, Version::k70).value, "A B /C D/");
  EXPECT_EQ(name_record({.given = "Ann", .suffix = "II"}, Version::k70).value, "Ann // II");
}

std::string random_name_part() {
  return *rc::gen::element<std::string>("", "", "John", "van der", "Smith", "A B", "a/b",
                                        "García, L", "毛", "Jr.");
}

RC_GTEST_PROP(NameProperty, WhatIsWrittenIsReadAsTheSame, ()) {
  Name name{.prefix = random_name_part(),
            .given = random_name_part(),
            .nickname = random_name_part(),
            .surname_prefix = random_name_part(),
            .surname = random_name_part(),
            .suffix = random_name_part(),
            .type = *rc::gen::element(NameType::kNone, NameType::kMaiden, NameType::kOther)};
  if (name.type == NameType::kOther) name.type_text = "pen name";
  // A list of surnames is read as the value has it, and a slash is lost there.
  if (name.surname.contains(',')) name.surname = "García, López";
  for (const Version version : {Version::k551, Version::k70}) {
    RC_ASSERT(read_name(name_record(name, version)) == name);
  }
}

}  // namespace
}  // namespace norn::gedcom
