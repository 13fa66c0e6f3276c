#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace norn::planner {

// A text for comparing: without case, accents and other marks; compatible forms are the same
// (Unicode NFKD, case folded). Text that is not UTF-8 stays as it is.
std::string folded(std::string_view text);

// Words that all have to be in a text, wherever and in whatever order.
class SearchWords {
 public:
  explicit SearchWords(std::string_view text);

  bool empty() const { return words_.empty(); }
  bool are_in(std::string_view text) const;

 private:
  std::vector<std::string> words_;  // Folded.
};

}  // namespace norn::planner
