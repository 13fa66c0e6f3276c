#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace norn::store {

// The checks that DynamoDB makes of single members of a request before it looks at their meaning.
// It reports all that fail in one message:
// "2 validation errors detected: Value '0' at 'limit' failed to satisfy constraint: ...; Value
// ...".
class Constraints {
 public:
  // `where` is the member's path as the wire has it, e.g. "keySchema.1.member.keyType".
  Constraints& violated(std::string_view value, std::string_view where,
                        std::string_view constraint);

  // A violation in full.
  Constraints& add(std::string violation);

  // A member that must be there is not.
  Constraints& missing(std::string_view where);
  Constraints& at_least(int64_t value, int64_t min, std::string_view where);
  Constraints& at_most(int64_t value, int64_t max, std::string_view where);
  // The length of a list, of which the message shows `shown`.
  Constraints& length(size_t length, size_t min, size_t max, std::string_view shown,
                      std::string_view where);
  // A string of a bounded length.
  Constraints& text(std::string_view value, size_t min, size_t max, std::string_view where);
  // A string of a bounded length and of the characters that names of tables and indexes have.
  Constraints& name(std::string_view value, size_t min, size_t max, std::string_view where);
  Constraints& one_of(std::string_view value, const std::vector<std::string_view>& allowed,
                      std::string_view where);

  Result<void> check() const;

 private:
  static constexpr size_t kMaxReported = 10;

  std::vector<std::string> violations_;
};

// Whether every character is one of [a-zA-Z0-9_.-].
bool is_resource_name(std::string_view text);

}  // namespace norn::store
