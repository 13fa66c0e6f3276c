#include "apps/family/kinship/relatives.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace norn::family {
namespace {

// Ways that are looked at for one form: cousins of a person with many uncles and aunts are found
// several times, by each common ancestor.
constexpr size_t kMaxRelativeWays = 8 * kMaxRelativesOfKind;

// A form of lines: P is a step to a parent, C to a child, S to a spouse.
struct RelativeForm {
  std::string_view steps;
  RelativeKind kind;
};
constexpr std::array<RelativeForm, 16> kRelativeForms = {{
    {"P", RelativeKind::kParent},
    {"PS", RelativeKind::kStepParent},
    {"PC", RelativeKind::kSibling},
    {"PSC", RelativeKind::kStepSibling},
    {"S", RelativeKind::kSpouse},
    {"C", RelativeKind::kChild},
    {"SC", RelativeKind::kStepChild},
    {"PP", RelativeKind::kGrandparent},
    {"CC", RelativeKind::kGrandchild},
    {"PPC", RelativeKind::kUncleOrAunt},
    {"PCC", RelativeKind::kNephewOrNiece},
    {"PPCC", RelativeKind::kCousin},
    {"SP", RelativeKind::kParentInLaw},
    {"CS", RelativeKind::kChildInLaw},
    {"SPC", RelativeKind::kSiblingInLaw},
    {"PCS", RelativeKind::kSiblingInLaw},
}};

RelativeKind kind_of(RelativeKind kind, const Line& line) {
  if (kind != RelativeKind::kSibling) return kind;
  switch (line.kind) {
    case ParentKind::kBiological:
      break;
    case ParentKind::kAdoptive:
      return RelativeKind::kAdoptiveSibling;
    case ParentKind::kStep:
      return RelativeKind::kStepSibling;
    case ParentKind::kFoster:
      return RelativeKind::kFosterSibling;
  }
  const bool is_half = line.steps.front().sharing == Sharing::kHalf;
  return is_half ? RelativeKind::kHalfSibling : RelativeKind::kSibling;
}

bool is_sibling(RelativeKind kind) {
  return kind >= RelativeKind::kSibling && kind <= RelativeKind::kFosterSibling;
}

class RelativeSearch {
 public:
  RelativeSearch(const FamilyGraph& graph, PersonIndex person, size_t most_of_kind)
      : graph_(graph),
        person_(person),
        most_of_kind_(std::min(most_of_kind, kMaxRelativesOfKind)) {}

  Relatives run() && {
    for (const RelativeForm& form : kRelativeForms) {
      form_ = form;
      ways_left_ = kMaxRelativeWays;
      walk();
    }
    collect();
    return std::move(result_);
  }

 private:
  void walk() {
    if (way_.size() == form_.steps.size()) {
      finish();
      return;
    }
    const PersonIndex at = way_.empty() ? person_ : way_.back().person;
    switch (form_.steps[way_.size()]) {
      case 'P':
        walk_on(graph_.parents(at), StepKind::kParent);
        break;
      case 'C':
        walk_on(graph_.children(at), StepKind::kChild);
        break;
      default:
        walk_on(graph_.spouses(at), StepKind::kSpouse);
    }
  }

  template <typename Edges>
  void walk_on(const Edges& edges, StepKind kind) {
    for (const auto& edge : edges) {
      if (edge.person == person_) continue;
      if (std::ranges::find(way_, edge.person, &WayStep::person) != way_.end()) continue;
      if (ways_left_ == 0) {
        result_.is_cut = true;
        return;
      }
      --ways_left_;
      way_.push_back({kind, edge.person});
      walk();
      way_.pop_back();
    }
  }

  void finish() {
    const bool has_couple = form_.steps.find('S') != std::string_view::npos;
    Line line =
        line_of(graph_, has_couple ? LineForm::kMarriage : LineForm::kDescent, person_, way_);
    if (is_redundant(graph_, line)) return;
    found_.push_back({kind_of(form_.kind, line), std::move(line)});
  }

  static bool is_first(const Relative& left, const Relative& right) {
    if (left.kind != right.kind) return left.kind < right.kind;
    return is_nearer(left.line, right.line);
  }

  // Of each person, the nearest line of a kind.
  void collect() {
    std::ranges::sort(found_, is_first);
    std::unordered_map<PersonIndex, RelativeKind> last_kinds;
    RelativeKind kind = RelativeKind::kParent;
    size_t count = 0;
    for (Relative& relative : found_) {
      if (relative.kind != kind) count = 0;
      kind = relative.kind;
      const auto [last, is_new] = last_kinds.emplace(relative.line.to(), kind);
      const bool is_known = last->second == kind || (is_sibling(kind) && is_sibling(last->second));
      last->second = kind;
      if (!is_new && is_known) continue;
      if (count == most_of_kind_) {
        result_.is_cut = true;
        continue;
      }
      ++count;
      result_.people.push_back(std::move(relative));
    }
  }

  const FamilyGraph& graph_;
  PersonIndex person_;
  size_t most_of_kind_;
  RelativeForm form_ = kRelativeForms.front();
  std::vector<WayStep> way_;
  size_t ways_left_ = 0;
  std::vector<Relative> found_;
  Relatives result_;
};

}  // namespace

Relatives relatives(const FamilyGraph& graph, PersonIndex person, size_t most_of_kind) {
  return RelativeSearch(graph, person, most_of_kind).run();
}

}  // namespace norn::family
