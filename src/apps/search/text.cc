#include "apps/search/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <unordered_set>
#include <utility>

#include "base/text.h"

namespace norn::search {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

struct Range {
  int32_t first;
  int32_t last;
};
// Scripts whose words are not separated, as they are when they are folded: Thai and Lao, Burmese,
// Khmer, Japanese, Chinese.
constexpr std::array<Range, 9> kUnspacedScripts = {{{0x0E00, 0x0EFF},
                                                    {0x1000, 0x109F},
                                                    {0x1780, 0x17FF},
                                                    {0x3005, 0x3007},
                                                    {0x3041, 0x30FF},
                                                    {0x31F0, 0x31FF},
                                                    {0x3400, 0x4DBF},
                                                    {0x4E00, 0x9FFF},
                                                    {0x20000, 0x323AF}}};

bool is_unspaced(int32_t point) {
  if (point < kUnspacedScripts.front().first) return false;
  return std::ranges::any_of(kUnspacedScripts, [point](const Range& range) {
    return point >= range.first && point <= range.last;
  });
}

// Letters and numbers of all scripts.
bool is_of_word(int32_t point) {
  if (point < 0x80) return (point >= 'a' && point <= 'z') || (point >= '0' && point <= '9');
  const utf8proc_category_t category = utf8proc_category(point);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
         (category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO);
}

// At most so many bytes, and whole characters.
std::string_view first_bytes(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && continues_character(text[most])) --most;
  return text.substr(0, most);
}

// Collects the parts of a folded text, whose characters it is given one by one.
class PartSplitter {
 public:
  explicit PartSplitter(std::string_view plain) : plain_(plain) {}

  void take(int32_t point, size_t bytes) {
    const Kind next = !is_of_word(point)   ? Kind::kNone
                      : is_unspaced(point) ? Kind::kRun
                                           : Kind::kWord;
    if (next != kind_) {
      end_part();
      kind_ = next;
      begin_ = at_;
    }
    at_ += bytes;
  }

  std::vector<TextPart> finish() && {
    end_part();
    return std::move(parts_);
  }

 private:
  enum class Kind : uint8_t { kNone, kWord, kRun };

  void end_part() {
    if (kind_ == Kind::kNone) return;
    const std::string_view part = plain_.substr(begin_, at_ - begin_);
    const bool is_run = kind_ == Kind::kRun;
    parts_.push_back({std::string(is_run ? part : first_bytes(part, kMaxWordBytes)), is_run});
  }

  const std::string_view plain_;
  std::vector<TextPart> parts_;
  size_t at_ = 0;  // In bytes.
  size_t begin_ = 0;
  Kind kind_ = Kind::kNone;
};

// The characters of a run, each as a text.
std::vector<std::string_view> characters_of(std::string_view run) {
  std::vector<std::string_view> characters;
  while (!run.empty()) {
    const std::string_view first = first_characters(run, 1);
    characters.push_back(first);
    run.remove_prefix(first.size());
  }
  return characters;
}

}  // namespace

std::string folded(std::string_view text) {
  std::string result(text);
  if (is_ascii(text)) {
    std::ranges::transform(result, result.begin(), lower);
    return result;
  }
  utf8proc_uint8_t* out = nullptr;
  const auto options =
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT |
                                     UTF8PROC_CASEFOLD | UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
  const utf8proc_ssize_t size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &out, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owned(out, &std::free);
  if (size >= 0) result.assign(reinterpret_cast<const char*>(out), static_cast<size_t>(size));
  return result;
}

SearchWords::SearchWords(std::string_view text) {
  // Folding turns all kinds of spaces into these.
  constexpr std::string_view kSpaces = " \t\r\n\v\f";
  const std::string words = folded(text);
  for (size_t begin = words.find_first_not_of(kSpaces); begin != std::string::npos;) {
    const size_t end = std::min(words.find_first_of(kSpaces, begin), words.size());
    words_.push_back(words.substr(begin, end - begin));
    begin = words.find_first_not_of(kSpaces, end);
  }
}

bool SearchWords::are_in(std::string_view text) const {
  const std::string here = folded(text);
  return std::ranges::all_of(
      words_, [&](const std::string& word) { return here.find(word) != std::string::npos; });
}

std::vector<TextPart> parts_of(std::string_view text) {
  const std::string plain = folded(text);
  PartSplitter splitter(plain);
  if (is_ascii(plain)) {  // Most texts are, and need not be decoded.
    for (const char c : plain) splitter.take(c, 1);
    return std::move(splitter).finish();
  }
  const auto points = code_points(plain);
  if (!points) return {};
  for (const int32_t point : *points) {
    splitter.take(point, point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4);
  }
  return std::move(splitter).finish();
}

std::vector<std::string> index_words(const std::vector<TextPart>& parts, size_t most) {
  std::vector<std::string> words;
  std::unordered_set<std::string_view> known;
  words.reserve(most);  // So that `known` stays valid.
  const auto add = [&](std::string_view word) {
    if (words.size() >= most || known.contains(word)) return;
    known.insert(words.emplace_back(word));
  };
  for (const TextPart& part : parts) {
    if (!part.is_run) {
      add(part.text);
      continue;
    }
    const auto characters = characters_of(part.text);
    for (size_t i = 0; i < characters.size(); ++i) {
      const bool is_last = i + 1 == characters.size();
      const size_t size = characters[i].size() + (is_last ? 0 : characters[i + 1].size());
      add(std::string_view(characters[i].data(), size));
    }
  }
  return words;
}

IndexQuery::IndexQuery(std::string_view text) : parts_(parts_of(text)) {
  for (const TextPart& part : parts_) {
    const auto characters =
        part.is_run ? characters_of(part.text) : std::vector<std::string_view>();
    if (characters.size() < 2) {
      terms_.push_back({part.text, false});
      continue;
    }
    for (size_t i = 0; i + 1 < characters.size(); ++i) {
      const size_t size = characters[i].size() + characters[i + 1].size();
      terms_.push_back({std::string(characters[i].data(), size), true});
    }
  }
  // The longest ones are the rarest, as a rule.
  std::ranges::stable_sort(terms_, std::ranges::greater(),
                           [](const Term& term) { return term.text.size(); });
  if (terms_.size() > kMaxTerms) terms_.resize(kMaxTerms);
}

bool IndexQuery::is_in(const std::vector<TextPart>& parts) const {
  return std::ranges::all_of(parts_, [&](const TextPart& wanted) {
    return std::ranges::any_of(parts, [&](const TextPart& part) {
      if (part.is_run != wanted.is_run) return false;
      return wanted.is_run ? part.text.find(wanted.text) != std::string::npos
                           : part.text.starts_with(wanted.text);
    });
  });
}

}  // namespace norn::search
