#pragma once

#include <string>
#include <vector>

#include "apps/family/access.h"

// What cannot be true of a family. Each rule returns kConflict that names the people and the rule;
// dates that are not exact break a rule only if they do so for certain.
namespace norn::family {

Result<void> check_life(const Person& person);
// A step-parent may be younger than the child.
Result<void> check_births(const Person& parent, const Person& child, ParentKind type);
Result<void> check_adoption(const ParentChild& relationship);
Result<void> check_marriages(const Couple& couple);
// Whether a person is the ancestor or one of their descendants.
Result<bool> descends_from(const Context& context, const Tree& tree, const std::string& person_id,
                           const std::string& ancestor_id);
// That a new relationship of this parent to this child makes no person their own ancestor.
Result<void> check_ancestry(const Context& context, const Tree& tree, const Person& parent,
                            const Person& child);
// That the births of a person's parents and children fit a changed birth of the person.
Result<void> check_births_around(const Context& context, const Tree& tree, const Person& person);

}  // namespace norn::family
