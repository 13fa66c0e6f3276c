#include "store/expressions/key_condition_usual.h"

#include <algorithm>
#include <utility>

#include "store/expressions/reserved_words.h"

namespace norn::store {
namespace {

constexpr std::string_view kParameter = "KeyConditionExpression";
constexpr size_t kMaxUsualBytes = 256;

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Whether a name needs no placeholder in an expression.
bool is_plain(std::string_view name) {
  const bool begins_with_digit = name.front() >= '0' && name.front() <= '9';
  return !begins_with_digit && std::ranges::all_of(name, is_of_word) && !is_reserved_word(name);
}

// The words of an expression, one after another.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  // A word as it is given, or a sign.
  bool take(std::string_view expected) {
    skip_spaces();
    if (expected.empty() || !rest_.starts_with(expected)) return false;
    const std::string_view behind = rest_.substr(expected.size());
    // Longer tokens are paths, or no names at all.
    const bool ends = !is_of_word(expected.back()) || behind.empty() ||
                      std::string_view(" =(,)").contains(behind.front());
    if (ends) rest_ = behind;
    return ends;
  }

  // ":value"; empty when there is none.
  std::string_view take_placeholder() {
    skip_spaces();
    if (!rest_.starts_with(':')) return {};
    const auto* const end = std::find_if_not(rest_.begin() + 1, rest_.end(), is_of_word);
    const std::string_view taken(rest_.begin(), end);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  bool is_at_end() {
    skip_spaces();
    return rest_.empty();
  }

 private:
  void skip_spaces() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }

  std::string_view rest_;
};

class UsualCondition {
 public:
  UsualCondition(std::string_view text, const KeySchema& key, PlaceholderUse& placeholders)
      : words_(text), key_(key), placeholders_(placeholders) {}

  std::optional<KeyCondition> parse() {
    KeyCondition condition;
    if (!take_name(key_.partition) || !words_.take("=") || !take_value(condition.partition)) {
      return std::nullopt;
    }
    if (words_.is_at_end()) return condition;
    if (!key_.sort || !words_.take("AND") || !parse_sort(condition.sort.emplace())) {
      return std::nullopt;
    }
    if (!words_.is_at_end()) return std::nullopt;
    return condition;
  }

 private:
  bool take_name(const KeyAttribute& attribute) {
    return words_.take(attribute.name) && is_plain(attribute.name);
  }

  bool take_value(Value& value) {
    const std::string_view placeholder = words_.take_placeholder();
    if (placeholder.empty()) return false;
    auto found = placeholders_.value(placeholder, kParameter);
    if (!found) return false;
    value = std::move(*found);
    return true;
  }

  bool parse_sort(SortCondition& sort) {
    if (words_.take("begins_with")) {
      sort.kind = SortCondition::Kind::kBeginsWith;
      return words_.take("(") && take_name(*key_.sort) && words_.take(",") &&
             take_value(sort.low) && words_.take(")") &&
             (sort.low.type() == Type::kString || sort.low.type() == Type::kBinary);
    }
    if (!take_name(*key_.sort)) return false;
    if (words_.take("=")) return take_value(sort.low);
    sort.kind = SortCondition::Kind::kBetween;
    if (!words_.take("BETWEEN") || !take_value(sort.low) || !words_.take("AND") ||
        !take_value(sort.high)) {
      return false;
    }
    const auto order = compare_scalars(sort.low, sort.high);
    return order && *order <= 0;
  }

  Words words_;
  const KeySchema& key_;
  PlaceholderUse& placeholders_;
};

}  // namespace

std::optional<KeyCondition> parse_usual(std::string_view text, const KeySchema& key,
                                        PlaceholderUse& placeholders) {
  if (text.size() > kMaxUsualBytes || placeholders.generated() || key.has_several()) {
    return std::nullopt;
  }
  return UsualCondition(text, key, placeholders).parse();
}

}  // namespace norn::store
