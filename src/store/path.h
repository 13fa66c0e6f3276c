#pragma once

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
};

// Follows `steps` into `root`; nullptr when there is nothing there.
const Value* follow(const Value& root, const std::vector<Path::Step>& steps);

}  // namespace norn::store
