#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Text that is searched, and what people write to find it.
namespace norn::search {

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

// A part of a text that is searched as one: a word, or a run of characters of a script that has no
// spaces (Chinese, Japanese, Thai, ...). Folded, and at most kMaxWordBytes long if it is a word.
struct TextPart {
  std::string text;
  bool is_run = false;
};
constexpr size_t kMaxWordBytes = 64;
// Of valid UTF-8; other text has none.
std::vector<TextPart> parts_of(std::string_view text);

// Under which words a text is found in an index: its words; of each run all pairs of neighboring
// characters, and the last character. Each once, in their order, at most `most`. None has a '#'.
std::vector<std::string> index_words(const std::vector<TextPart>& parts, size_t most);

// What people write to find something by an index. All of it has to be in a text: words as the
// beginnings of words, runs anywhere.
class IndexQuery {
 public:
  // More of a query is only compared with what the others have found.
  static constexpr size_t kMaxTerms = 8;

  explicit IndexQuery(std::string_view text);

  // What to look for in an index.
  struct Term {
    std::string text;
    bool is_whole = false;  // The word is this one; otherwise it begins with it.
  };
  const std::vector<Term>& terms() const { return terms_; }
  bool is_in(const std::vector<TextPart>& parts) const;

 private:
  std::vector<TextPart> parts_;
  std::vector<Term> terms_;
};

}  // namespace norn::search
