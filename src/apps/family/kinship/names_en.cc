#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "apps/family/kinship/line_segments.h"

// Kinship in English, by the usual chart of consanguinity: great-uncles (not granduncles), cousins
// by degree and removal. From the third "great" on they are counted: "3rd great-grandmother".
namespace norn::family {
namespace {

constexpr std::array<std::string_view, 11> kOrdinals = {"",       "first", "second", "third",
                                                        "fourth", "fifth", "sixth",  "seventh",
                                                        "eighth", "ninth", "tenth"};
constexpr std::array<std::string_view, 11> kTimes = {
    "",          "once",        "twice",       "three times", "four times", "five times",
    "six times", "seven times", "eight times", "nine times",  "ten times"};

std::string_view by_gender(Gender gender, std::string_view male, std::string_view female,
                           std::string_view neutral) {
  if (gender == Gender::kMale) return male;
  return gender == Gender::kFemale ? female : neutral;
}

// 1st, 2nd, 3rd, 4th, ..., 11th, ..., 21st.
std::string numbered(uint32_t number) {
  const uint32_t ten = number % 10;
  const bool is_teen = number / 10 % 10 == 1;
  const std::string_view ending =
      is_teen || ten > 3 || ten == 0 ? "th" : std::array{"", "st", "nd", "rd"}[ten];
  return fmt::format("{}{}", number, ending);
}

std::string greats(uint32_t count) {
  if (count > 2) return numbered(count) + " great-";
  return count == 2 ? "great-great-" : count == 1 ? "great-" : "";
}

// "half-uncle", but "half 3rd great-uncle".
std::string joined_en(std::string_view prefix, const std::string& name) {
  const bool is_counted = !name.empty() && name.front() >= '0' && name.front() <= '9';
  return fmt::format("{}{}{}", prefix, is_counted ? " " : "-", name);
}

// A word of the closest relatives takes "step" without a hyphen, a child is adopted, not adoptive.
std::string with_kind(const std::string& name, ParentKind kind, bool is_half, bool is_closest,
                      bool is_child) {
  switch (kind) {
    case ParentKind::kBiological:
      return is_half ? joined_en("half", name) : name;
    case ParentKind::kAdoptive:
      return (is_child ? "adopted " : "adoptive ") + name;
    case ParentKind::kStep:
      return is_closest ? "step" + name : joined_en("step", name);
    case ParentKind::kFoster:
      return "foster " + name;
  }
  return name;
}

std::string cousin(uint32_t up, uint32_t down, ParentKind kind, bool is_half) {
  const uint32_t degree = std::min(up, down) - 1;
  const uint32_t removed = std::max(up, down) - std::min(up, down);
  std::string name;
  if (kind == ParentKind::kAdoptive) name = "adoptive ";
  if (kind == ParentKind::kStep) name = "step ";
  if (kind == ParentKind::kFoster) name = "foster ";
  if (kind == ParentKind::kBiological && is_half) name = "half ";
  name += degree < kOrdinals.size() ? std::string(kOrdinals[degree]) : numbered(degree);
  name += " cousin";
  if (removed == 0) return name;
  const std::string times =
      removed < kTimes.size() ? std::string(kTimes[removed]) : fmt::format("{} times", removed);
  return fmt::format("{} {} removed", name, times);
}

std::string descent_en(uint32_t up, uint32_t down, Gender gender, ParentKind kind, bool is_half) {
  if (up > 1 && down > 1) return cousin(up, down, kind, is_half);
  const uint32_t generations = std::max(up, down);
  const bool is_closest = generations == 1;
  const auto named = [&](const std::string& prefix, std::string_view word) {
    return with_kind(prefix + std::string(word), kind, is_half, is_closest, up == 0 && is_closest);
  };
  if (up == 0 || down == 0) {
    const std::string_view word = up > 0 ? by_gender(gender, "father", "mother", "parent")
                                         : by_gender(gender, "son", "daughter", "child");
    return named(is_closest ? "" : greats(generations - 2) + "grand", word);
  }
  if (is_closest) return named("", by_gender(gender, "brother", "sister", "sibling"));
  const std::string prefix = greats(generations - 2);
  const std::string male = named(prefix, up > 1 ? "uncle" : "nephew");
  const std::string female = named(prefix, up > 1 ? "aunt" : "niece");
  return std::string(by_gender(gender, male, female, male + " or " + female));
}

std::string couple_en(const NamedLine& line, const LineSegment& segment, bool is_alone) {
  const Gender gender = line.graph.gender(segment.end());
  std::string word(by_gender(gender, "husband", "wife", "spouse"));
  switch (segment.steps.front().couple_status) {
    case CoupleStatus::kMarried:
      return word;
    case CoupleStatus::kSeparated:
      return is_alone ? word + " (separated)" : word;
    case CoupleStatus::kDivorced:
      return "ex-" + word;
    case CoupleStatus::kUnknown:
      return "partner";
    case CoupleStatus::kWidowed:
      break;
  }
  // The couple says that one of the two has died: the other one, unless the tree says who.
  const bool has_survived = line.graph.is_dead(segment.start) && !line.graph.is_dead(segment.end());
  return is_alone && !has_survived ? "late " + word : word;
}

std::string segment_en(const NamedLine& line, const LineSegment& segment, bool is_alone) {
  if (segment.is_couple()) return couple_en(line, segment, is_alone);
  return descent_en(segment.up, segment.down, line.graph.gender(segment.end()), segment.kind,
                    segment.is_half);
}

std::string chain_en(const NamedLine& line) {
  if (line.segments.size() > kMaxNamedSegments) {
    return fmt::format("related through {} people", line.people_between());
  }
  std::string text;
  for (const LineSegment& segment : line.segments) {
    if (!text.empty()) text += "'s ";
    text += segment_en(line, segment, false);
  }
  return text;
}

std::string in_law_en(const NamedLine& line) {
  const Gender gender = line.gender();
  switch (line.relation) {
    case Relation::kParentInLaw:
    case Relation::kChildsParentInLaw:
      return std::string(by_gender(gender, "father", "mother", "parent")) + "-in-law";
    case Relation::kChildInLaw:
      return std::string(by_gender(gender, "son", "daughter", "child")) + "-in-law";
    default:
      return std::string(by_gender(gender, "brother", "sister", "sibling")) + "-in-law";
  }
}

}  // namespace

std::string english_name(const NamedLine& line) {
  const std::string former = line.is_former ? "former " : "";
  switch (line.relation) {
    case Relation::kSelf:
    case Relation::kSpousesSiblingsSpouse:
    case Relation::kChain:
      return chain_en(line);
    case Relation::kDescent:
    case Relation::kCouple:
      return segment_en(line, line.segments.front(), true);
    case Relation::kStep:
      return former + descent_en(line.up, line.down, line.gender(), ParentKind::kStep, false);
    case Relation::kUnclesSpouse:
      return former + descent_en(line.up, line.down, line.gender(), line.segments[0].kind, false) +
             " by marriage";
    case Relation::kChildsParentInLaw:
      return segment_en(line, line.segments[0], false) + "'s " + former + in_law_en(line);
    case Relation::kParentInLaw:
    case Relation::kChildInLaw:
    case Relation::kSpousesSibling:
    case Relation::kSiblingsSpouse:
      return former + in_law_en(line);
  }
  return chain_en(line);
}

}  // namespace norn::family
