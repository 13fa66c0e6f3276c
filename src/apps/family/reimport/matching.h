#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "apps/family/exchange/import_plan.h"
#include "apps/family/reimport/tree_snapshot.h"

// Who of a file is who in a tree. A person is found by the UID, or by the xref of an earlier import
// if the two records do not contradict each other, and otherwise by being the only one with the
// same name and either the same known birth or the same parents. Who is not found for certain is
// new: two people never become one by a guess.
namespace norn::family {

struct Matching {
  // Of each person of the file, the one of the tree.
  std::vector<std::optional<size_t>> people;
  // Of each person of the file, whether an earlier one is the same person of the tree: the two were
  // merged there.
  std::vector<bool> is_merged;
  // Of each source of the file, the one of the tree.
  std::vector<std::optional<size_t>> sources;
  // Whether the xrefs of the file are those of the tree. Otherwise the file came from elsewhere.
  bool has_same_xrefs = false;
  // What records are called in the tree, if that is something else.
  std::unordered_map<std::string, std::string> xrefs;
};

Matching match(const ImportPlan& plan, const TreeSnapshot& tree);

}  // namespace norn::family
