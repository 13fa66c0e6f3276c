#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/model/person.h"
#include "base/error.h"
#include "store/item.h"

// What becomes of two records of one person: the one that stays is the first, and the one that is
// merged into it the second.
namespace norn::family {

// The members of a person of which the caller can choose whose value is kept, as the API names
// them: "firstName", "birthDate", ...
std::span<const std::string_view> merged_members();

// The first person with what they lack and the second has, and with the members `taken` as the
// second has them, even if that is nothing. The citations of birth and death (at most
// kMaxCitations), attributes of other programs, and lines of GEDCOM files are those of both.
// Returns kUnreadable.
Result<store::Item> merged_person(store::ItemView first, store::ItemView second,
                                  const std::vector<std::string>& taken);

// Two relationships to the same relative that become one: the first with what it lacks. The items
// are of one kind. One that cannot be read adds nothing.
store::Item merged_relationship(store::ItemView first, store::ItemView second);

// A relationship, fact or note of one person as it is of another one.
store::Item moved_relationship(store::ItemView item, const std::string& from_id,
                               const std::string& to_id);
store::Item moved_fact(store::ItemView item, const std::string& to_id, const std::string& fact_id);

// A photo keeps its id: its files are found by that.
store::Item moved_photo(store::ItemView item, const std::string& to_id);

// Whether two facts say the same, of whomever.
bool say_the_same(store::ItemView first, store::ItemView second);

}  // namespace norn::family
