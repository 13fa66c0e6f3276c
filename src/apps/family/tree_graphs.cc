#include "apps/family/tree_graphs.h"

#include <deque>
#include <utility>
#include <vector>

#include "apps/family/keys.h"
#include "apps/shared/items.h"

namespace norn::family {

Result<std::shared_ptr<const FamilyGraph>> TreeGraphs::of(const TreeAccess& access) {
  if (auto found = find(access)) return found;
  return read_and_keep(access, Source::kIndex);
}

Result<std::shared_ptr<const FamilyGraph>> TreeGraphs::up_to_date(const TreeAccess& access) {
  return read_and_keep(access, Source::kTable);
}

Result<std::shared_ptr<const FamilyGraph>> TreeGraphs::read_and_keep(const TreeAccess& access,
                                                                     Source source) {
  const int64_t read_ms = context_.clock.now_ms();
  NORN_ASSIGN(auto graph, read(access, source));
  const Tree& tree = access.tree;
  keep({tree.owner_id, tree.id, access.is_stranger(), tree.revision, read_ms, graph});
  return graph;
}

std::shared_ptr<const FamilyGraph> TreeGraphs::find(const TreeAccess& access) {
  const Tree& tree = access.tree;
  const std::lock_guard lock(mutex_);
  const int64_t now_ms = context_.clock.now_ms();
  for (auto one = kept_.begin(); one != kept_.end(); ++one) {
    const bool is_same = one->tree_id == tree.id && one->owner_id == tree.owner_id &&
                         one->is_for_strangers == access.is_stranger();
    if (!is_same) continue;
    const bool is_fresh = one->revision == tree.revision && now_ms - one->read_ms < kMaxGraphAgeMs;
    if (!is_fresh) {
      kept_.erase(one);
      return nullptr;
    }
    kept_.splice(kept_.begin(), kept_, one);
    return kept_.front().graph;
  }
  return nullptr;
}

void TreeGraphs::keep(Kept kept) {
  const std::lock_guard lock(mutex_);
  std::erase_if(kept_, [&](const Kept& one) {
    return one.tree_id == kept.tree_id && one.owner_id == kept.owner_id &&
           one.is_for_strangers == kept.is_for_strangers;
  });
  kept_.push_front(std::move(kept));
  size_t people = 0;
  for (auto one = kept_.begin(); one != kept_.end();) {
    people += one->graph->size();
    one = people > kMaxKeptPeople && one != kept_.begin() ? kept_.erase(one) : std::next(one);
  }
}

Result<std::shared_ptr<const FamilyGraph>> TreeGraphs::read(const TreeAccess& access,
                                                            Source source) const {
  const Tree& tree = access.tree;
  const Date now = today(context_);
  std::deque<std::string> texts;  // What the views below look at.
  const auto view = [&](std::string text) -> std::string_view {
    return texts.emplace_back(std::move(text));
  };
  std::vector<GraphPerson> people;
  std::vector<GraphParentLink> links;
  std::vector<GraphCouple> couples;
  const VisitItem add = [&](store::ItemView item) -> Result<void> {
    if (!keys::person_in(apps::text_of(item, "SK")).empty()) {
      auto person = person_from(item);
      if (!person) return {};
      const bool is_hidden = access.is_stranger() && person->is_living(now);
      people.push_back({.id = view(std::move(person->id)),
                        .gender = person->gender,
                        .birth = is_hidden ? DayBounds() : day_bounds_of(person->birth),
                        .is_dead = person->is_deceased || person->death.is_known()});
    } else if (auto link = parent_child_from(item)) {
      links.push_back(
          {view(std::move(link->parent_id)), view(std::move(link->child_id)), link->type});
    } else if (auto couple = couple_from(item)) {
      couples.push_back({view(std::move(couple->person1_id)), view(std::move(couple->person2_id)),
                         couple->status});
    }
    return {};
  };
  if (source == Source::kTable) {
    NORN_TRY(visit_family(context_, tree, add));
  } else {
    NORN_TRY(visit_tree(context_, tree, keys::kPersonPrefix, add));
    NORN_TRY(visit_tree(context_, tree, keys::kRelationshipPrefix, add));
  }
  return std::make_shared<const FamilyGraph>(people, links, couples);
}

}  // namespace norn::family
