#include "store/requests/constraints.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "store/errors.h"

namespace norn::store {

Constraints& Constraints::violated(std::string_view value, std::string_view where,
                                   std::string_view constraint) {
  return add(
      fmt::format("Value '{}' at '{}' failed to satisfy constraint: {}", value, where, constraint));
}

Constraints& Constraints::add(std::string violation) {
  if (violations_.size() < kMaxReported) {
    violations_.push_back(std::move(violation));
  }
  return *this;
}

Constraints& Constraints::missing(std::string_view where) {
  return add(fmt::format("Value null at '{}' failed to satisfy constraint: Member must not be null",
                         where));
}

Constraints& Constraints::at_least(int64_t value, int64_t min, std::string_view where) {
  if (value < min) {
    violated(fmt::to_string(value), where,
             fmt::format("Member must have value greater than or equal to {}", min));
  }
  return *this;
}

Constraints& Constraints::at_most(int64_t value, int64_t max, std::string_view where) {
  if (value > max) {
    violated(fmt::to_string(value), where,
             fmt::format("Member must have value less than or equal to {}", max));
  }
  return *this;
}

Constraints& Constraints::length(size_t length, size_t min, size_t max, std::string_view shown,
                                 std::string_view where) {
  if (length < min) {
    violated(shown, where, fmt::format("Member must have length greater than or equal to {}", min));
  } else if (length > max) {
    violated(shown, where, fmt::format("Member must have length less than or equal to {}", max));
  }
  return *this;
}

Constraints& Constraints::text(std::string_view value, size_t min, size_t max,
                               std::string_view where) {
  return length(value.size(), min, max, value, where);
}

Constraints& Constraints::name(std::string_view value, size_t min, size_t max,
                               std::string_view where) {
  if (!is_resource_name(value)) {
    violated(value, where, "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  }
  return text(value, min, max, where);
}

Constraints& Constraints::one_of(std::string_view value,
                                 const std::vector<std::string_view>& allowed,
                                 std::string_view where) {
  if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
    violated(value, where,
             fmt::format("Member must satisfy enum value set: [{}]", fmt::join(allowed, ", ")));
  }
  return *this;
}

Result<void> Constraints::check() const {
  if (violations_.empty()) {
    return {};
  }
  return validation(fmt::format("{} validation error{} detected: {}", violations_.size(),
                                violations_.size() > 1 ? "s" : "", fmt::join(violations_, "; ")));
}

bool is_resource_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.' || c == '-';
  });
}

}  // namespace norn::store
