#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/family/kinship/line_segments.h"

// Kinship in German: https://de.wikipedia.org/wiki/Verwandtschaftsbeziehung. Cousins have a degree;
// so have their children and parents, who are nephews and uncles of that degree.
namespace norn::family {
namespace {

enum class Article { kDer, kDie, kDas };

struct GermanNoun {
  std::string text;
  std::string_view genitive_ending;
  Article article;
};

// One noun, or "Onkel oder Tante" if the gender is not known.
struct GermanName {
  std::vector<GermanNoun> nouns;
  std::string degree = {};  // " 2. Grades"

  std::string nominative() const {
    std::string result;
    for (const GermanNoun& noun : nouns) {
      if (!result.empty()) result += " oder ";
      result += noun.text;
    }
    return result + degree;
  }

  std::string genitive() const {
    std::string result;
    for (const GermanNoun& noun : nouns) {
      if (!result.empty()) result += " oder ";
      result += noun.article == Article::kDie ? "der " : "des ";
      result += noun.text;
      result += noun.genitive_ending;
    }
    return result + degree;
  }
};

GermanNoun der(std::string_view text, std::string_view ending) {
  return {std::string(text), ending, Article::kDer};
}
GermanNoun die(std::string_view text) {
  return {std::string(text), "", Article::kDie};
}
GermanNoun das(std::string_view text, std::string_view ending) {
  return {std::string(text), ending, Article::kDas};
}

GermanName chosen(Gender gender, GermanNoun male, GermanNoun female, GermanNoun neutral) {
  if (gender == Gender::kMale) return {{std::move(male)}};
  return {{gender == Gender::kFemale ? std::move(female) : std::move(neutral)}};
}

// For words that have no neutral one.
GermanName chosen(Gender gender, GermanNoun male, GermanNoun female) {
  if (gender == Gender::kMale) return {{std::move(male)}};
  if (gender == Gender::kFemale) return {{std::move(female)}};
  return {{std::move(male), std::move(female)}};
}

// "Ur" + "Großvater" is "Urgroßvater".
GermanName prefixed(std::string_view prefix, GermanName name) {
  if (prefix.empty()) return name;
  for (GermanNoun& noun : name.nouns) {
    // After a hyphen a noun keeps its capital; all of these begin with a letter of ASCII.
    if (!prefix.ends_with('-') && noun.text.front() >= 'A' && noun.text.front() <= 'Z') {
      noun.text.front() = static_cast<char>(noun.text.front() - 'A' + 'a');
    }
    noun.text.insert(0, prefix);
  }
  return name;
}

// Once, twice, three times "Ur", and counted from then on.
GermanName with_ur(uint32_t count, GermanName name) {
  if (count > 3) return prefixed(fmt::format("{}-fach-Ur", count), std::move(name));
  for (uint32_t i = 0; i < count; ++i) name = prefixed("Ur", std::move(name));
  return name;
}

// "Groß" and "Ur" for what is more than `least` generations away.
GermanName with_generations(uint32_t generations, uint32_t least, GermanName name) {
  if (generations <= least) return name;
  return with_ur(generations - least - 1, prefixed("Groß", std::move(name)));
}

GermanName collateral(uint32_t up, uint32_t down, Gender gender) {
  const uint32_t degree = std::min(up, down);
  GermanName name;
  if (up == down) {
    name = chosen(gender, der("Cousin", "s"), die("Cousine"));
    if (degree > 2) name.degree = fmt::format(" {}. Grades", degree - 1);
    return name;
  }
  name = up > down ? chosen(gender, der("Onkel", "s"), die("Tante"))
                   : chosen(gender, der("Neffe", "n"), die("Nichte"));
  name = with_generations(std::max(up, down) - degree, 1, std::move(name));
  if (degree > 1) name.degree = fmt::format(" {}. Grades", degree);
  return name;
}

GermanName descent_de(uint32_t up, uint32_t down, Gender gender) {
  if (down == 0) {
    return with_generations(
        up, 1, chosen(gender, der("Vater", "s"), die("Mutter"), der("Elternteil", "s")));
  }
  if (up == 0) {
    if (down == 1) return chosen(gender, der("Sohn", "es"), die("Tochter"), das("Kind", "es"));
    return with_ur(down - 2,
                   chosen(gender, der("Enkel", "s"), die("Enkelin"), das("Enkelkind", "es")));
  }
  if (up == 1 && down == 1) {
    return chosen(gender, der("Bruder", "s"), die("Schwester"), das("Geschwister", "s"));
  }
  return collateral(up, down, gender);
}

std::string_view kind_prefix(ParentKind kind, bool is_half) {
  switch (kind) {
    case ParentKind::kBiological:
      return is_half ? "Halb" : "";
    case ParentKind::kAdoptive:
      return "Adoptiv";
    case ParentKind::kStep:
      return "Stief";
    case ParentKind::kFoster:
      return "Pflege";
  }
  return "";
}

GermanName couple_de(const NamedLine& line, const LineSegment& segment) {
  const Gender gender = line.graph.gender(segment.end());
  const CoupleStatus status = segment.steps.front().couple_status;
  if (status == CoupleStatus::kUnknown) {
    return chosen(gender, der("Partner", "s"), die("Partnerin"));
  }
  GermanName name = chosen(gender, der("Mann", "es"), die("Frau"), der("Ehepartner", "s"));
  return status == CoupleStatus::kDivorced ? prefixed("Ex-", std::move(name)) : name;
}

// With what is said of a couple by an adjective, which only works where nothing follows.
std::string couple_alone(const NamedLine& line, const LineSegment& segment) {
  std::string name = couple_de(line, segment).nominative();
  const CoupleStatus status = segment.steps.front().couple_status;
  if (status == CoupleStatus::kSeparated) return name + " (getrennt lebend)";
  // The couple says that one of the two has died: the other one, unless the tree says who.
  const bool has_survived = line.graph.is_dead(segment.start) && !line.graph.is_dead(segment.end());
  if (status != CoupleStatus::kWidowed || has_survived) return name;
  const bool is_female = line.graph.gender(segment.end()) == Gender::kFemale;
  return (is_female ? "verstorbene " : "verstorbener ") + name;
}

GermanName segment_de(const NamedLine& line, const LineSegment& segment) {
  if (segment.is_couple()) return couple_de(line, segment);
  return prefixed(kind_prefix(segment.kind, segment.is_half),
                  descent_de(segment.up, segment.down, line.graph.gender(segment.end())));
}

std::string chain_de(const NamedLine& line) {
  if (line.segments.size() > kMaxNamedSegments) {
    return fmt::format("verbunden über {} Personen", line.people_between());
  }
  std::string text = segment_de(line, line.segments.back()).nominative();
  for (size_t i = line.segments.size() - 1; i-- > 0;) {
    text += " " + segment_de(line, line.segments[i]).genitive();
  }
  return text;
}

GermanName in_law_de(const NamedLine& line) {
  const Gender gender = line.gender();
  switch (line.relation) {
    case Relation::kParentInLaw:
    case Relation::kChildsParentInLaw:
      return prefixed("Schwieger", descent_de(1, 0, gender));
    case Relation::kChildInLaw:
      return prefixed("Schwieger", descent_de(0, 1, gender));
    case Relation::kSpousesSiblingsSpouse:
      return chosen(gender, der("Schwippschwager", "s"), die("Schwippschwägerin"));
    default:
      return chosen(gender, der("Schwager", "s"), die("Schwägerin"));
  }
}

std::string uncles_spouse(const NamedLine& line) {
  const GermanName name = prefixed(kind_prefix(line.segments[0].kind, false),
                                   descent_de(line.up, line.down, line.gender()));
  if (line.is_former) return prefixed("Ex-", name).nominative();
  std::string text;
  for (const GermanNoun& noun : name.nouns) {
    if (!text.empty()) text += " oder ";
    text += noun.article == Article::kDie ? "angeheiratete " : "angeheirateter ";
    text += noun.text;
  }
  return text;
}

}  // namespace

std::string german_name(const NamedLine& line) {
  const std::string_view former = line.is_former ? "Ex-" : "";
  switch (line.relation) {
    case Relation::kSelf:
    case Relation::kChain:
      return chain_de(line);
    case Relation::kDescent:
      return segment_de(line, line.segments.front()).nominative();
    case Relation::kCouple:
      return couple_alone(line, line.segments.front());
    case Relation::kStep: {
      const GermanName name = descent_de(line.up, line.down, line.gender());
      return prefixed(former, prefixed("Stief", name)).nominative();
    }
    case Relation::kUnclesSpouse:
      return uncles_spouse(line);
    case Relation::kChildsParentInLaw:
      return prefixed(former, in_law_de(line)).nominative() + " " +
             segment_de(line, line.segments[0]).genitive();
    case Relation::kParentInLaw:
    case Relation::kChildInLaw:
    case Relation::kSpousesSibling:
    case Relation::kSiblingsSpouse:
    case Relation::kSpousesSiblingsSpouse:
      return prefixed(former, in_law_de(line)).nominative();
  }
  return chain_de(line);
}

}  // namespace norn::family
