#include "apps/family/kinship.h"

#include <algorithm>
#include <map>
#include <utility>

#include "apps/family/kinship/lineage.h"
#include "apps/family/kinship/names.h"
#include "apps/family/sentences.h"
#include "base/faults.h"
#include "base/work_budget.h"

namespace norn::family {
namespace {

// What a question about a tree is answered with.
struct Question {
  TreeAccess access;
  std::shared_ptr<const FamilyGraph> graph;
  std::vector<PersonIndex> people;  // Those who were asked about.
};

Result<Question> question_of(const Context& context, TreeGraphs& graphs, const std::string& user_id,
                             const std::string& tree_id,
                             const std::vector<std::string>& person_ids) {
  Question question;
  NORN_ASSIGN(question.access, authorize(context, user_id, tree_id, Right::kRead));
  NORN_ASSIGN(question.graph, graphs.of(question.access));
  const auto is_missing = [&](const std::string& id) { return !question.graph->find(id); };
  if (const auto missing = std::ranges::find_if(person_ids, is_missing);
      missing != person_ids.end()) {
    NORN_TRY(find_person(context, question.access.tree, *missing));
    NORN_ASSIGN(question.graph, graphs.up_to_date(question.access));
  }
  for (const std::string& id : person_ids) {
    const auto person = question.graph->find(id);
    if (!person) return not_found(kPersonNotFound);
    question.people.push_back(*person);
  }
  return question;
}

// The people of a graph as the one who asked sees them, by their ids.
class Shown {
 public:
  static Result<Shown> read(const Context& context, const Question& question,
                            const std::vector<PersonIndex>& people) {
    std::vector<std::string> ids;
    ids.reserve(people.size());
    for (const PersonIndex person : people) ids.emplace_back(question.graph->id(person));
    NORN_ASSIGN(auto found, find_people(context, question.access.tree, ids));
    Shown shown;
    const Date now = today(context);
    for (Person& person : found) {
      std::string id = person.id;
      shown.people_.emplace(std::move(id), seen_by(question.access, std::move(person), now));
    }
    return shown;
  }

  // Nullptr for one who was deleted meanwhile.
  const SeenPerson* find(std::string_view id) const {
    const auto found = people_.find(id);
    return found != people_.end() ? &found->second : nullptr;
  }
  std::vector<SeenPerson> all() const {
    std::vector<SeenPerson> all;
    for (const auto& [id, seen] : people_) all.push_back(seen);
    return all;
  }

 private:
  std::map<std::string, SeenPerson, std::less<>> people_;
};

KinLine line_in(const FamilyGraph& graph, const Line& line, std::string_view language) {
  KinLine result;
  result.name = relation_name(graph, line, language);
  result.form = line.form;
  result.kind = line.kind;
  for (const LineStep& step : line.steps) {
    KinStep one;
    one.person_id = graph.id(step.person);
    one.kind = step.kind;
    one.parent_kind = step.parent_kind;
    one.couple_status = step.couple_status;
    if (step.other_parent != kNobody) one.other_parent_id = graph.id(step.other_parent);
    result.steps.push_back(std::move(one));
  }
  return result;
}

Result<KinPeople> lineage_of(const Context& context, const Question& question,
                             const Lineage& lineage) {
  std::vector<PersonIndex> people;
  people.reserve(lineage.people.size());
  for (const LineagePerson& one : lineage.people) people.push_back(one.person);
  NORN_ASSIGN(const Shown shown, Shown::read(context, question, people));
  KinPeople result = {.people = {}, .is_cut = lineage.is_cut};
  const FamilyGraph& graph = *question.graph;
  for (const LineagePerson& one : lineage.people) {
    const SeenPerson* const seen = shown.find(graph.id(one.person));
    if (seen == nullptr) continue;
    result.people.push_back({.seen = *seen,
                             .generation = one.generation,
                             .kind = one.kind,
                             .previous_id = std::string(graph.id(one.previous)),
                             .more_lines = one.more_lines});
  }
  return result;
}

}  // namespace

Result<KinLines> Kinship::lines(const std::string& user_id, const std::string& tree_id,
                                const std::string& from_id, const std::string& to_id,
                                std::string_view language) {
  NORN_ASSIGN(const Question question,
              question_of(context_, graphs_, user_id, tree_id, {from_id, to_id}));
  const FamilyGraph& graph = *question.graph;
  const Lines found = family::lines(graph, question.people[0], question.people[1]);
  const CommonAncestors common = common_ancestors(graph, question.people[0], question.people[1]);
  KinLines result;
  result.is_cut = found.is_cut;
  std::vector<PersonIndex> people = question.people;
  for (const Line& line : found.lines) {
    result.lines.push_back(line_in(graph, line, language));
    for (const LineStep& step : line.steps) {
      people.push_back(step.person);
      if (step.other_parent != kNobody) people.push_back(step.other_parent);
    }
  }
  for (const CommonAncestor& one : common.people) {
    people.push_back(one.person);
    result.common_ancestor_ids.emplace_back(graph.id(one.person));
  }
  NORN_ASSIGN(const Shown shown, Shown::read(context_, question, people));
  result.people = shown.all();
  return result;
}

Result<KinPeople> Kinship::ancestors(const std::string& user_id, const std::string& tree_id,
                                     const std::string& person_id, int64_t generations) {
  NORN_ASSIGN(const Question question,
              question_of(context_, graphs_, user_id, tree_id, {person_id}));
  const LineageBounds bounds = {.generations = static_cast<uint32_t>(generations)};
  return lineage_of(context_, question,
                    family::ancestors(*question.graph, question.people[0], bounds));
}

Result<KinPeople> Kinship::descendants(const std::string& user_id, const std::string& tree_id,
                                       const std::string& person_id, int64_t generations) {
  NORN_ASSIGN(const Question question,
              question_of(context_, graphs_, user_id, tree_id, {person_id}));
  const LineageBounds bounds = {.generations = static_cast<uint32_t>(generations)};
  return lineage_of(context_, question,
                    family::descendants(*question.graph, question.people[0], bounds));
}

Result<KinRelatives> Kinship::relatives(const std::string& user_id, const std::string& tree_id,
                                        const std::string& person_id, std::string_view language) {
  NORN_ASSIGN(const Question question,
              question_of(context_, graphs_, user_id, tree_id, {person_id}));
  const FamilyGraph& graph = *question.graph;
  const Relatives found = family::relatives(graph, question.people[0]);
  std::vector<PersonIndex> people;
  for (const Relative& one : found.people) people.push_back(one.line.to());
  NORN_ASSIGN(const Shown shown, Shown::read(context_, question, people));
  KinRelatives result = {.people = {}, .is_cut = found.is_cut};
  for (const Relative& one : found.people) {
    const SeenPerson* const seen = shown.find(graph.id(one.line.to()));
    if (seen == nullptr) continue;
    result.people.push_back(
        {.seen = *seen, .kind = one.kind, .name = relation_name(graph, one.line, language)});
  }
  return result;
}

Result<std::map<std::string, std::string>> Kinship::names(const TreeAccess& access,
                                                          const std::string& from_id,
                                                          const std::vector<std::string>& to_ids,
                                                          std::string_view language) {
  NORN_ASSIGN(const auto graph, graphs_.of(access));
  std::map<std::string, std::string> names;
  const auto from = graph->find(from_id);
  if (!from) return names;
  for (const std::string& id : to_ids) {
    const auto to = graph->find(id);
    if (!to || names.contains(id)) continue;
    NORN_TRY(WorkBudget::check());
    const Lines found = family::lines(*graph, *from, *to, {.lines = 1, .paths = false});
    if (to == from || found.lines.empty()) continue;
    names.emplace(id, relation_name(*graph, found.lines.front(), language));
  }
  return names;
}

}  // namespace norn::family
