#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace norn::planner {

// Folds a text for comparison: case, accents and other marks are removed, compatible forms become
// equal (Unicode NFKD with case folding). Text that is not UTF-8 stays as it is.
std::string folded(std::string_view text);

// Words that all have to occur in a text, anywhere and in any order.
class SearchWords {
 public:
  explicit SearchWords(std::string_view text);

  bool empty() const { return words_.empty(); }
  bool are_in(std::string_view text) const;

 private:
  std::vector<std::string> words_;  // Folded.
};

}  // namespace norn::planner
