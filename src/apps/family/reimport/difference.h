#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/reimport/journal.h"
#include "base/sentence.h"

// A difference between a tree and a file, as people see it.
namespace norn::family {

// What of a difference is shown.
struct ShownDifference {
  std::string kind;
  std::string title = {};
  struct Someone {
    std::string id;  // Empty: new.
    std::string name;
  };
  std::vector<Someone> people = {};
  struct Attribute {
    std::string_view name;
    std::string tree = {};
    std::string file = {};
    std::string last = {};
  };
  std::vector<Attribute> attributes = {};
  std::optional<Said> problem = {};
  std::vector<std::string> needs = {};
};

// As JSON of the REST API.
std::string shown_json(DifferenceClass difference, const std::string& id,
                       const ShownDifference& shown);

// How many things there are of each class, and how many are the same.
struct DifferenceCounts {
  std::array<int64_t, kDifferenceClasses.size()> by_class = {};
  int64_t same = 0;

  int64_t& of(DifferenceClass difference) { return by_class[static_cast<size_t>(difference)]; }
  // As JSON.
  void append(std::string& out) const;
};

}  // namespace norn::family
