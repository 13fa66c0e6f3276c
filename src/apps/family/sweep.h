#pragma once

#include <string>
#include <string_view>

#include "apps/family/access.h"

// What removes the rest of deleted trees and people, in the background.
namespace norn::family {

constexpr std::string_view kTreeSweep = "family-tree";
constexpr std::string_view kPersonSweep = "family-person";

// "<owner>/<tree>" and "<tree>/<person>": ids have no slash.
std::string sweep_subject(const std::string& first, const std::string& second);

// Each removes a part, and returns whether there may be more.
Result<bool> sweep_tree(const Context& context, const std::string& subject);
Result<bool> sweep_person(const Context& context, const std::string& subject);

void add_sweeps(const Context& context);

}  // namespace norn::family
