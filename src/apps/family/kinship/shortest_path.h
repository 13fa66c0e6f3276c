#pragma once

#include <vector>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/line.h"

namespace norn::family {

// A shortest way between two people by links of any kind: parents, children, spouses. Empty if
// there is none, and if both are the same. Searches from both ends, so that it sees few people even
// where everybody is related to everybody.
std::vector<WayStep> shortest_path(const FamilyGraph& graph, PersonIndex from, PersonIndex to);

}  // namespace norn::family
