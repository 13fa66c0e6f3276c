#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/kinds.h"
#include "apps/family/model/citation.h"
#include "apps/family/model/life_date.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::family {

std::string_view to_text(Gender gender);  // "Male", "Female", "Other", "Unknown"
std::optional<Gender> gender_from(std::string_view text);

struct Person {
  std::string id;
  std::string tree_id;
  std::string owner_id;  // Of the key: the owner of the tree.
  std::string first_name;
  std::optional<std::string> middle_name = {};
  std::string last_name;
  std::optional<std::string> birth_name = {};
  std::optional<std::string> preferred_name = {};
  std::optional<std::string> suffix = {};
  Gender gender = Gender::kUnknown;
  LifeDate birth = {};
  LifeDate death = {};
  std::optional<std::string> birth_place = {};
  std::optional<std::string> death_place = {};
  std::optional<std::string> biography = {};
  std::optional<std::string> photo_url = {};
  std::string created_at;
  std::string updated_at;
  int64_t ordinal = 1;  // Among the people of the owner that were created at the same millisecond.
  // Not in the design:
  bool is_deceased = false;  // Known to be dead, maybe without knowing when.
  std::vector<Citation> birth_citations = {};
  std::vector<Citation> death_citations = {};
  std::optional<std::string> created_by = {};
  std::optional<std::string> updated_by = {};
  std::string etag = {};

  // "Ada Lovelace", for messages; "?" without a name.
  std::string full_name() const;
  // Everything that the person is called, by which a search finds them.
  std::string all_names() const;
  // No death is known, and not that the person was born too long ago.
  bool is_living(Date today) const;
  friend bool operator==(const Person&, const Person&) = default;
};

store::Item to_item(const Person& person);
// Returns kUnreadable.
Result<Person> person_from(store::ItemView item);

// The attributes of a person that a change of it compares.
const std::vector<std::string>& person_attributes();

}  // namespace norn::family
