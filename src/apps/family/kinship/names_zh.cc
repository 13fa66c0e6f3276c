#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "apps/family/kinship/line_segments.h"

// Kinship in Chinese: https://zh.wikipedia.org/wiki/中国亲属系统. A word depends on whom the line
// goes through: on the father's side or the mother's (外), through brothers alone (堂) or not (表);
// and on who is older. Where that is not known, or where there is no word, the line is told in
// words that are certain: 父亲的兄弟.
namespace norn::family {
namespace {

bool is_male(Gender gender) {
  return gender == Gender::kMale;
}
bool is_female(Gender gender) {
  return gender == Gender::kFemale;
}
bool is_known(Gender gender) {
  return is_male(gender) || is_female(gender);
}

std::string chosen_zh(Gender gender, std::string_view male, std::string_view female,
                      std::string_view neutral) {
  if (is_male(gender)) return std::string(male);
  return std::string(is_female(gender) ? female : neutral);
}

enum class Age { kElder, kYounger, kUnknown };

// Whether `person` is older than `other`.
Age age_of(const FamilyGraph& graph, PersonIndex person, PersonIndex other) {
  const DayBounds& own = graph.birth(person);
  const DayBounds& others = graph.birth(other);
  if (own.latest && others.earliest && *own.latest < *others.earliest) return Age::kElder;
  if (own.earliest && others.latest && *own.earliest > *others.latest) return Age::kYounger;
  return Age::kUnknown;
}

std::string by_age(Age age, std::string_view elder, std::string_view younger,
                   std::string_view unknown) {
  if (age == Age::kElder) return std::string(elder);
  return std::string(age == Age::kYounger ? younger : unknown);
}

std::string kind_zh(ParentKind kind) {
  switch (kind) {
    case ParentKind::kBiological:
      return "";
    case ParentKind::kAdoptive:
      return "养";
    case ParentKind::kStep:
      return "继";
    case ParentKind::kFoster:
      return "寄养";
  }
  return "";
}

// A line of descent with the genders of its people.
struct ChineseDescent {
  const FamilyGraph& graph;
  const LineSegment& segment;

  Gender gender(size_t steps) const { return graph.gender(segment.person(steps)); }
  Gender end() const { return graph.gender(segment.end()); }
  ParentKind kind() const { return segment.kind; }
};

// 外 in front of or inside of a word, by the people in between. `generation` is 曾, 高, ...
std::string outer_prefix(const ChineseDescent& line, std::string_view generation) {
  const size_t between = line.segment.steps.size() - 1;
  bool has_woman = false;
  for (size_t i = 1; i <= between; ++i) {
    if (!is_known(line.gender(i))) return fmt::format("（外）{}", generation);
    has_woman |= is_female(line.gender(i));
  }
  if (between == 2) {
    return fmt::format("{}{}{}", is_female(line.gender(1)) ? "外" : "", generation,
                       is_female(line.gender(2)) ? "外" : "");
  }
  return fmt::format("{}{}", has_woman ? "外" : "", generation);
}

constexpr std::array<std::string_view, 6> kGenerationsUp = {"", "", "", "曾", "高", "天"};
constexpr std::array<std::string_view, 6> kGenerationsDown = {"", "", "", "曾", "玄", "来"};

std::string ancestor_zh(const ChineseDescent& line) {
  const uint32_t up = line.segment.up;
  const std::string kind = kind_zh(line.kind());
  if (up == 1) {
    if (line.kind() == ParentKind::kAdoptive || line.kind() == ParentKind::kStep) {
      return chosen_zh(line.end(), kind + "父", kind + "母", kind + "父或" + kind + "母");
    }
    return kind + chosen_zh(line.end(), "父亲", "母亲", "父亲或母亲");
  }
  if (up >= kGenerationsUp.size()) {
    return fmt::format("{}往上第{}代的{}", kind, up,
                       chosen_zh(line.end(), "男性祖先", "女性祖先", "祖先"));
  }
  const std::string prefix = outer_prefix(line, kGenerationsUp[up]);
  return kind + prefix + chosen_zh(line.end(), "祖父", "祖母", "祖父或祖母");
}

std::string descendant_zh(const ChineseDescent& line) {
  const uint32_t down = line.segment.down;
  const std::string kind = kind_zh(line.kind());
  if (down == 1) {
    if (line.kind() == ParentKind::kAdoptive || line.kind() == ParentKind::kStep) {
      return kind + chosen_zh(line.end(), "子", "女", "子女");
    }
    return kind + chosen_zh(line.end(), "儿子", "女儿", "孩子");
  }
  if (down >= kGenerationsDown.size()) {
    return fmt::format("{}往下第{}代的{}", kind, down,
                       chosen_zh(line.end(), "男性后代", "女性后代", "后代"));
  }
  const std::string prefix = outer_prefix(line, kGenerationsDown[down]);
  // A son's son is 孙子; with anything in front it is 孙.
  const std::string_view grandson = prefix.empty() ? "孙子" : "孙";
  return kind + prefix + chosen_zh(line.end(), grandson, "孙女", "孙子女");
}

// 哥哥, or 继兄, 堂兄, 表兄 with a prefix.
std::string sibling_word(std::string_view prefix, Gender gender, Age age) {
  if (prefix.empty()) {
    if (is_male(gender)) return by_age(age, "哥哥", "弟弟", "兄弟");
    if (is_female(gender)) return by_age(age, "姐姐", "妹妹", "姐妹");
    return "兄弟姐妹";
  }
  if (is_male(gender)) return std::string(prefix) + by_age(age, "兄", "弟", "兄弟");
  if (is_female(gender)) return std::string(prefix) + by_age(age, "姐", "妹", "姐妹");
  return std::string(prefix) + "兄弟姐妹";
}

std::string sibling_zh(const ChineseDescent& line) {
  const Age age = age_of(line.graph, line.segment.end(), line.segment.start);
  if (line.kind() != ParentKind::kBiological) {
    return sibling_word(kind_zh(line.kind()), line.end(), age);
  }
  std::string word = sibling_word("", line.end(), age);
  if (!line.segment.is_half) return word;
  return chosen_zh(line.gender(1), "同父异母的", "同母异父的", "同父异母或同母异父的") + word;
}

std::string descent_zh(const FamilyGraph& graph, const LineSegment& segment);

// Ancestor, sibling, descendant: 曾祖父的兄弟的曾孙.
std::string told_descent(const ChineseDescent& line) {
  const LineSegment& segment = line.segment;
  std::string text;
  if (segment.up > 1) {
    text += descent_zh(line.graph, part_of(segment, 0, segment.up - 1)) + "的";
  }
  text += descent_zh(line.graph, part_of(segment, segment.up - 1, 2));
  if (segment.down > 1) {
    text += "的" + descent_zh(line.graph, part_of(segment, segment.up + 1, segment.down - 1));
  }
  return text;
}

// Of a brother or sister of an ancestor: which is 伯, 叔, 姑, 舅 or 姨. `ancestor` is the number of
// steps to that ancestor. Empty if the genders are not known.
std::string uncle_word(const ChineseDescent& line, size_t ancestor, PersonIndex uncle) {
  const Gender gender = line.graph.gender(uncle);
  const Gender side = line.gender(ancestor);
  if (!is_known(gender) || !is_known(side)) return "";
  if (is_female(side)) return is_male(gender) ? "舅" : "姨";
  if (is_female(gender)) return "姑";
  return by_age(age_of(line.graph, uncle, line.segment.person(ancestor)), "伯", "叔", "叔伯");
}

std::string uncle_zh(const ChineseDescent& line) {
  const LineSegment& segment = line.segment;
  std::string word = uncle_word(line, segment.up - 1, segment.end());
  if (word.empty() || segment.up > 3) return "";
  if (segment.up == 2) {
    if (word == "叔伯") return word;
    if (word == "伯" || word == "叔") return word + "父";
    return word == "姑" ? "姑姑" : word == "舅" ? "舅舅" : "姨妈";
  }
  if (!is_known(line.gender(1))) return "";
  return (is_female(line.gender(1)) ? "外" : "") + word + (is_male(line.end()) ? "祖父" : "祖母");
}

std::string nephew_zh(const ChineseDescent& line) {
  const Gender sibling = line.gender(2);
  if (!is_known(sibling) || !is_known(line.end()) || line.segment.down > 3) return "";
  if (line.segment.down == 2) {
    if (is_male(sibling)) return chosen_zh(line.end(), "侄子", "侄女", "");
    return chosen_zh(line.end(), "外甥", "外甥女", "");
  }
  if (!is_known(line.gender(3))) return "";
  return std::string(is_male(sibling) ? "侄" : "甥") + (is_female(line.gender(3)) ? "外" : "") +
         chosen_zh(line.end(), "孙", "孙女", "");
}

// 堂兄, 表妹; 从堂兄 of one generation more.
std::string cousin_zh(const ChineseDescent& line) {
  const LineSegment& segment = line.segment;
  if (segment.up > 3 || !is_known(line.end())) return "";
  bool is_paternal_line = true;
  for (size_t i = 1; i < segment.steps.size(); ++i) {
    if (i == segment.up) continue;
    if (!is_known(line.gender(i))) return "";
    is_paternal_line &= is_male(line.gender(i));
  }
  const std::string_view prefix =
      segment.up == 2 ? (is_paternal_line ? "堂" : "表") : (is_paternal_line ? "从堂" : "从表");
  return sibling_word(prefix, line.end(), age_of(line.graph, segment.end(), segment.start));
}

// A parent's cousin: 堂伯父, 表舅.
std::string parents_cousin(const ChineseDescent& line) {
  const std::string word = uncle_word(line, 1, line.segment.end());
  if (word.empty() || !is_known(line.gender(2)) || !is_known(line.gender(4))) return "";
  const bool is_paternal_line = is_male(line.gender(2)) && is_male(line.gender(4));
  return (is_paternal_line ? "堂" : "表") + word + (word == "伯" || word == "叔" ? "父" : "");
}

// A cousin's child: 堂侄, 表外甥女.
std::string cousins_child(const ChineseDescent& line) {
  const Gender parent = line.gender(1);
  const Gender uncle = line.gender(3);
  const Gender cousin = line.gender(4);
  if (!is_known(parent) || !is_known(uncle) || !is_known(cousin) || !is_known(line.end()))
    return "";
  return std::string(is_male(parent) && is_male(uncle) ? "堂" : "表") +
         (is_male(cousin) ? chosen_zh(line.end(), "侄", "侄女", "")
                          : chosen_zh(line.end(), "外甥", "外甥女", ""));
}

// Empty if there is no word, or not enough is known for it.
std::string collateral_zh(const ChineseDescent& line) {
  const LineSegment& segment = line.segment;
  if (segment.is_half) return "";
  if (segment.down == 1) return uncle_zh(line);
  if (segment.up == 1) return nephew_zh(line);
  if (segment.up == segment.down) return cousin_zh(line);
  if (segment.is_descent(3, 2)) return parents_cousin(line);
  return segment.is_descent(2, 3) ? cousins_child(line) : "";
}

std::string descent_zh(const FamilyGraph& graph, const LineSegment& segment) {
  const ChineseDescent line{graph, segment};
  if (segment.down == 0) return ancestor_zh(line);
  if (segment.up == 0) return descendant_zh(line);
  if (segment.is_descent(1, 1)) return sibling_zh(line);
  const std::string word = collateral_zh(line);
  return word.empty() ? told_descent(line) : kind_zh(segment.kind) + word;
}

std::string couple_zh(const NamedLine& line, const LineSegment& segment, bool is_alone) {
  const Gender gender = line.graph.gender(segment.end());
  std::string word = chosen_zh(gender, "丈夫", "妻子", "配偶");
  switch (segment.steps.front().couple_status) {
    case CoupleStatus::kMarried:
      return word;
    case CoupleStatus::kSeparated:
      return is_alone ? word + "（分居）" : word;
    case CoupleStatus::kDivorced:
      return chosen_zh(gender, "前夫", "前妻", "前配偶");
    case CoupleStatus::kUnknown:
      return "伴侣";
    case CoupleStatus::kWidowed:
      break;
  }
  // The couple says that one of the two has died: the other one, unless the tree says who.
  const bool has_survived = line.graph.is_dead(segment.start) && !line.graph.is_dead(segment.end());
  return is_alone && !has_survived ? chosen_zh(gender, "亡夫", "亡妻", "已故配偶") : word;
}

std::string segment_zh(const NamedLine& line, const LineSegment& segment, bool is_alone) {
  if (segment.is_couple()) return couple_zh(line, segment, is_alone);
  return descent_zh(line.graph, segment);
}

std::string chain_zh(const NamedLine& line) {
  if (line.segments.size() > kMaxNamedSegments) {
    return fmt::format("通过{}人相关联", line.people_between());
  }
  std::string text;
  for (const LineSegment& segment : line.segments) {
    if (!text.empty()) text += "的";
    text += segment_zh(line, segment, false);
  }
  return text;
}

// The gender of the last person of a segment.
Gender gender_after(const NamedLine& line, size_t segment) {
  return line.graph.gender(line.segments[segment].end());
}

std::string parent_in_law_zh(const NamedLine& line) {
  const Gender spouse = gender_after(line, 0);
  if (is_male(spouse)) return chosen_zh(line.gender(), "公公", "婆婆", "");
  return is_female(spouse) ? chosen_zh(line.gender(), "岳父", "岳母", "") : "";
}

std::string child_in_law_zh(const NamedLine& line) {
  const Gender child = gender_after(line, 0);
  if (is_male(child) && is_female(line.gender())) return "儿媳";
  return is_female(child) && is_male(line.gender()) ? "女婿" : "";
}

std::string spouses_sibling_zh(const NamedLine& line) {
  const Age age = age_of(line.graph, line.to(), line.segments[1].start);
  if (age == Age::kUnknown) return "";
  const std::string size = by_age(age, "大", "小", "");
  const Gender spouse = gender_after(line, 0);
  if (is_female(spouse)) return chosen_zh(line.gender(), size + "舅子", size + "姨子", "");
  if (!is_male(spouse)) return "";
  return chosen_zh(line.gender(), by_age(age, "大伯子", "小叔子", ""), size + "姑子", "");
}

std::string siblings_spouse_zh(const NamedLine& line) {
  const Age age = age_of(line.graph, line.segments[0].end(), line.from());
  const Gender sibling = gender_after(line, 0);
  if (is_male(sibling) && is_female(line.gender())) return by_age(age, "嫂子", "弟媳", "");
  if (is_female(sibling) && is_male(line.gender())) return by_age(age, "姐夫", "妹夫", "");
  return "";
}

std::string spouses_siblings_spouse_zh(const NamedLine& line) {
  const Gender spouse = gender_after(line, 0);
  if (spouse != gender_after(line, 1)) return "";
  if (is_female(spouse) && is_male(line.gender())) return "连襟";
  return is_male(spouse) && is_female(line.gender()) ? "妯娌" : "";
}

// 伯母, 姑父, ... for the spouses of uncles and aunts.
std::string uncles_spouse_zh(const NamedLine& line) {
  const Gender uncle = gender_after(line, 0);
  if (line.up != 2 || line.segments[0].kind != ParentKind::kBiological) return "";
  if (!is_known(uncle) || !is_known(line.gender()) || uncle == line.gender()) return "";
  const std::string word = uncle_word({line.graph, line.segments[0]}, 1, line.segments[0].end());
  if (word == "伯") return "伯母";
  if (word == "叔") return "婶婶";
  if (word == "姑") return "姑父";
  if (word == "舅") return "舅妈";
  return word == "姨" ? "姨父" : "";
}

// Step-relatives: the closest have words of their own, of the others the line is told.
std::string step_zh(const NamedLine& line) {
  if (line.up == 1 && line.down == 0) {
    return chosen_zh(line.gender(), "继父", "继母", "继父或继母");
  }
  if (line.up == 0 && line.down == 1) return chosen_zh(line.gender(), "继子", "继女", "继子女");
  if (line.up == 1 && line.down == 1) {
    return sibling_word("继", line.gender(), age_of(line.graph, line.to(), line.from()));
  }
  return "";
}

std::string word_zh(const NamedLine& line) {
  switch (line.relation) {
    case Relation::kStep:
      return step_zh(line);
    case Relation::kParentInLaw:
      return parent_in_law_zh(line);
    case Relation::kChildInLaw:
      return child_in_law_zh(line);
    case Relation::kSpousesSibling:
      return spouses_sibling_zh(line);
    case Relation::kSiblingsSpouse:
      return siblings_spouse_zh(line);
    case Relation::kSpousesSiblingsSpouse:
      return spouses_siblings_spouse_zh(line);
    case Relation::kUnclesSpouse:
      return uncles_spouse_zh(line);
    case Relation::kChildsParentInLaw:
      return chosen_zh(line.gender(), "亲家公", "亲家母", "亲家");
    case Relation::kSelf:
    case Relation::kDescent:
    case Relation::kCouple:
    case Relation::kChain:
      return "";
  }
  return "";
}

}  // namespace

std::string chinese_name(const NamedLine& line) {
  if (line.segments.size() == 1) return segment_zh(line, line.segments.front(), true);
  const std::string word = word_zh(line);
  if (word.empty()) return chain_zh(line);
  return line.is_former ? "前" + word : word;
}

}  // namespace norn::family
