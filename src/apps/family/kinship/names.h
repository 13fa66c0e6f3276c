#pragma once

#include <string>
#include <string_view>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/line.h"

namespace norn::family {

// What the last person of a line is to the first one: "great-aunt", "second cousin once removed",
// "wife's uncle". Without an article. `language` is "en", "de" or "zh"; English for all others.
// Words are neutral where the gender is not known, or other than male and female; a Chinese word
// says elder or younger where the dates of birth decide it.
std::string relation_name(const FamilyGraph& graph, const Line& line, std::string_view language);

}  // namespace norn::family
