#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/people.h"

namespace norn::family {

struct PeopleQuery {
  std::string name = {};             // Words of any of the names; folded, as beginnings of words.
  std::optional<int64_t> year = {};  // In which the person may have lived.
  std::string place = {};            // Words of the places of birth and death.
};

struct FoundPerson {
  SeenPerson seen;
  bool sounds_alike = false;  // The name is another one that sounds like what was asked for.
};

struct FoundPeople {
  std::vector<FoundPerson> people;  // Names that match first; then by last and first name.
  bool is_cut = false;
};

// Reads all people of the tree. What a reader may not see is not found either.
Result<FoundPeople> search_people(const Context& context, const std::string& user_id,
                                  const std::string& tree_id, const PeopleQuery& query,
                                  size_t limit);

}  // namespace norn::family
