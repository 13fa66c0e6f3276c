#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "store/value.h"

namespace norn::store {

// A document path with its names resolved: an attribute, then map members and list indexes.
struct Path {
  using Step = std::variant<std::string, size_t>;
  std::string attribute;
  std::vector<Step> steps;

  friend bool operator==(const Path&, const Path&) = default;
  // Paths below one place stand together, and list indexes in their order.
  friend auto operator<=>(const Path&, const Path&) = default;
};

// Follows `steps` into `root`; nullptr when there is nothing there.
const Value* follow(const Value& root, const std::vector<Path::Step>& steps);

// How two paths of one expression stand to each other. Overlap: one leads to or through the other.
// Conflict: they use the same place both as a map and as a list.
enum class PathRelation : uint8_t { kApart, kOverlap, kConflict };
PathRelation relation(const Path& one, const Path& two);

// As error messages show a path: [a, b, [0]].
std::string to_text(const Path& path);

}  // namespace norn::store
