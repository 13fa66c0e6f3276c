#pragma once

#include <cstddef>
#include <deque>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/kinship/graph.h"
#include "apps/family/kinship/line.h"

// Family trees written as text, for tests.
namespace norn::family {

constexpr int64_t kTestYearDays = 365;

// One thing per line:
//   m Adam 1900          a man, born in a year that begins on day 365 * (year - 1970); f, o and ?
//   for f Eve                a woman, another gender, an unknown one. The year may be missing. Adam
//   Eve > Cain Abel parents and their biological children; a> adoptive, s> step, f> foster Adam +
//   Eve           married; +d divorced, +w widowed, +s separated, +? of unknown status
// A word with a cross, "m+ Adam", is a person who is dead.
class TestTree {
 public:
  explicit TestTree(std::string_view text) {
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) add_line(line);
  }

  FamilyGraph graph() const { return {people_, parent_links_, couples_}; }

 private:
  void add_line(const std::string& line) {
    std::vector<std::string> words;
    std::istringstream text(line);
    for (std::string word; text >> word;) words.push_back(word);
    if (words.empty()) return;
    for (size_t i = 1; i < words.size(); ++i) {
      if (words[i].ends_with('>')) return add_parents(words, i);
      if (words[i].starts_with('+')) return add_couple(words, i);
    }
    add_person(words);
  }

  void add_person(const std::vector<std::string>& words) {
    GraphPerson person{.id = kept(words.at(1)), .gender = gender(words.at(0).front())};
    person.is_dead = words.at(0).ends_with('+');
    if (words.size() > 2) {
      const int64_t day = kTestYearDays * (std::stoll(words[2]) - 1970);
      person.birth = {day, day + kTestYearDays - 1};
    }
    people_.push_back(person);
  }

  void add_parents(const std::vector<std::string>& words, size_t middle) {
    for (size_t parent = 0; parent < middle; ++parent) {
      for (size_t child = middle + 1; child < words.size(); ++child) {
        parent_links_.push_back(
            {kept(words[parent]), kept(words[child]), parent_kind(words[middle].front())});
      }
    }
  }

  void add_couple(const std::vector<std::string>& words, size_t middle) {
    couples_.push_back({kept(words.at(middle - 1)), kept(words.at(middle + 1)),
                        couple_status(words[middle].substr(1))});
  }

  static Gender gender(char word) {
    switch (word) {
      case 'm':
        return Gender::kMale;
      case 'f':
        return Gender::kFemale;
      case 'o':
        return Gender::kOther;
      case '?':
        return Gender::kUnknown;
      default:
        throw std::invalid_argument("not a gender of a test tree");
    }
  }

  static ParentKind parent_kind(char word) {
    switch (word) {
      case '>':
        return ParentKind::kBiological;
      case 'a':
        return ParentKind::kAdoptive;
      case 's':
        return ParentKind::kStep;
      case 'f':
        return ParentKind::kFoster;
      default:
        throw std::invalid_argument("not a parent kind of a test tree");
    }
  }

  static CoupleStatus couple_status(const std::string& word) {
    if (word.empty()) return CoupleStatus::kMarried;
    switch (word.front()) {
      case 'd':
        return CoupleStatus::kDivorced;
      case 'w':
        return CoupleStatus::kWidowed;
      case 's':
        return CoupleStatus::kSeparated;
      default:
        return CoupleStatus::kUnknown;
    }
  }

  std::string_view kept(const std::string& word) { return words_.emplace_back(word); }

  std::deque<std::string> words_;  // Its elements stay where they are.
  std::vector<GraphPerson> people_;
  std::vector<GraphParentLink> parent_links_;
  std::vector<GraphCouple> couples_;
};

// "P:Adam C:Cain S:Eve": the steps of a line. A full common parent is written with the other one,
// "P:Adam&Eve", a half one as "P:Adam/half".
inline std::string line_text(const FamilyGraph& graph, const Line& line) {
  std::string text;
  for (const LineStep& step : line.steps) {
    if (!text.empty()) text += ' ';
    text += step.kind == StepKind::kParent ? "P:" : step.kind == StepKind::kChild ? "C:" : "S:";
    text += graph.id(step.person);
    if (step.sharing == Sharing::kFull) text += "&" + std::string(graph.id(step.other_parent));
    if (step.sharing == Sharing::kHalf) text += "/half";
  }
  return text;
}

}  // namespace norn::family
