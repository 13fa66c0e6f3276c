#include "apps/family/kinship/line.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <tuple>

#include "base/check.h"

namespace norn::family {
namespace {

// How close two children are by a parent; nullopt if it is not a parent of both.
std::optional<ParentKind> shared_kind(const FamilyGraph& graph, PersonIndex parent,
                                      PersonIndex left, PersonIndex right) {
  const auto left_kind = graph.parent_kind(parent, left);
  const auto right_kind = graph.parent_kind(parent, right);
  if (!left_kind || !right_kind) return std::nullopt;
  return std::max(*left_kind, *right_kind);
}

bool has_other_biological_parent(const FamilyGraph& graph, PersonIndex child, PersonIndex parent) {
  return std::ranges::any_of(graph.parents(child), [&](const ParentEdge& edge) {
    return edge.person != parent && edge.kind == ParentKind::kBiological;
  });
}

PersonIndex person_before(const Line& line, size_t step) {
  return step == 0 ? line.from : line.steps[step - 1].person;
}

bool has_person(const Line& line, PersonIndex person) {
  return person == line.from ||
         std::ranges::find(line.steps, person, &LineStep::person) != line.steps.end();
}

bool is_turn(const Line& line, size_t step) {
  return step + 1 < line.steps.size() && line.steps[step].kind == StepKind::kParent &&
         line.steps[step + 1].kind == StepKind::kChild;
}

// Fills in how the neighbors of a common parent share parents.
void set_sharing(const FamilyGraph& graph, Line& line, size_t turn) {
  LineStep& step = line.steps[turn];
  const PersonIndex left = person_before(line, turn);
  const PersonIndex right = line.steps[turn + 1].person;
  const auto kind = shared_kind(graph, step.person, left, right);
  NORN_CHECK(kind, "the steps of a line are links");
  for (const ParentEdge& edge : graph.parents(left)) {
    if (edge.person == step.person || has_person(line, edge.person)) continue;
    if (shared_kind(graph, edge.person, left, right) != kind) continue;
    step.sharing = Sharing::kFull;
    step.other_parent = edge.person;
    return;
  }
  const bool is_half = kind == ParentKind::kBiological &&
                       has_other_biological_parent(graph, left, step.person) &&
                       has_other_biological_parent(graph, right, step.person);
  step.sharing = is_half ? Sharing::kHalf : Sharing::kUnknown;
}

bool is_redundant_turn(const FamilyGraph& graph, const Line& line, size_t turn) {
  const LineStep& step = line.steps[turn];
  if (step.sharing == Sharing::kFull && step.other_parent < step.person) return true;
  const PersonIndex left = person_before(line, turn);
  const PersonIndex right = line.steps[turn + 1].person;
  const auto kind = shared_kind(graph, step.person, left, right);
  if (kind < ParentKind::kStep) return false;
  return std::ranges::any_of(graph.parents(left), [&](const ParentEdge& edge) {
    const auto other_kind = shared_kind(graph, edge.person, left, right);
    return other_kind && *other_kind < ParentKind::kStep && !has_person(line, edge.person);
  });
}

bool is_redundant_marriage(const FamilyGraph& graph, const Line& line, size_t step) {
  const PersonIndex left = person_before(line, step);
  const PersonIndex right = line.steps[step].person;
  if (step > 0 && line.steps[step - 1].kind == StepKind::kParent &&
      graph.parent_kind(right, person_before(line, step - 1))) {
    return true;
  }
  return step + 1 < line.steps.size() && line.steps[step + 1].kind == StepKind::kChild &&
         graph.parent_kind(left, line.steps[step + 1].person);
}

}  // namespace

Line line_of(const FamilyGraph& graph, LineForm form, PersonIndex from,
             std::span<const WayStep> way) {
  Line line{.form = form, .from = from};
  line.steps.reserve(way.size());
  PersonIndex before = from;
  for (const WayStep& each : way) {
    LineStep step{.kind = each.kind, .person = each.person};
    if (each.kind == StepKind::kSpouse) {
      const auto status = graph.couple_status(before, each.person);
      NORN_CHECK(status, "the steps of a way are links");
      step.couple_status = *status;
    } else {
      const bool is_up = each.kind == StepKind::kParent;
      const auto kind =
          is_up ? graph.parent_kind(each.person, before) : graph.parent_kind(before, each.person);
      NORN_CHECK(kind, "the steps of a way are links");
      step.parent_kind = *kind;
      line.kind = std::max(line.kind, *kind);
    }
    line.steps.push_back(step);
    before = each.person;
  }
  for (size_t i = 0; i < line.steps.size(); ++i) {
    if (is_turn(line, i)) set_sharing(graph, line, i);
  }
  return line;
}

bool is_redundant(const FamilyGraph& graph, const Line& line) {
  for (size_t i = 0; i < line.steps.size(); ++i) {
    if (is_turn(line, i) && is_redundant_turn(graph, line, i)) return true;
    if (line.steps[i].kind == StepKind::kSpouse && is_redundant_marriage(graph, line, i)) {
      return true;
    }
  }
  return false;
}

Line reversed(const Line& line) {
  Line result{.form = line.form, .from = line.to(), .kind = line.kind};
  result.steps.reserve(line.steps.size());
  for (size_t i = line.steps.size(); i-- > 0;) {
    LineStep step = line.steps[i];
    step.kind = opposite(step.kind);
    step.person = person_before(line, i);
    // What belongs to a person, not to a link.
    step.sharing = i == 0 ? Sharing::kNone : line.steps[i - 1].sharing;
    step.other_parent = i == 0 ? kNobody : line.steps[i - 1].other_parent;
    result.steps.push_back(step);
  }
  return result;
}

bool is_nearer(const Line& left, const Line& right) {
  const auto rank = [](const Line& line) {
    return std::tuple(line.steps.size(),
                      std::ranges::count(line.steps, StepKind::kSpouse, &LineStep::kind),
                      line.kind);
  };
  if (rank(left) != rank(right)) return rank(left) < rank(right);
  return std::ranges::lexicographical_compare(
      left.steps, right.steps, {}, [](const LineStep& s) { return std::tuple(s.person, s.kind); },
      [](const LineStep& s) { return std::tuple(s.person, s.kind); });
}

}  // namespace norn::family
