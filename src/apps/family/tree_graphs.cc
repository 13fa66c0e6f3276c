#include "apps/family/tree_graphs.h"

#include <algorithm>
#include <deque>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "apps/family/keys.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/work_budget.h"

namespace norn::family {
namespace {

// A person without anything that a graph does not need.
Person life_in(const apps::ItemReader& reader) {
  Person person;
  person.gender = reader.optional_parsed("Gender", gender_from).value_or(Gender::kUnknown);
  person.birth = life_date_in(reader, "BirthDate");
  person.death = life_date_in(reader, "DeathDate");
  person.is_deceased = reader.optional_boolean("IsDeceased").value_or(false);
  return person;
}

bool are_ids(const std::optional<keys::Pair>& pair) {
  return pair && apps::is_id(pair->first) && apps::is_id(pair->second);
}

}  // namespace

Result<std::shared_ptr<const FamilyGraph>> TreeGraphs::of(const TreeAccess& access) {
  if (auto found = find(access)) return found;
  return read_and_keep(access, Source::kIndex);
}

Result<std::shared_ptr<const FamilyGraph>> TreeGraphs::up_to_date(const TreeAccess& access) {
  return read_and_keep(access, Source::kTable);
}

Result<std::shared_ptr<const FamilyGraph>> TreeGraphs::read_and_keep(const TreeAccess& access,
                                                                     Source source) {
  const int64_t begin_ms = context_.clock.now_ms();
  WorkBudget::extend(kMaxReadingMs);
  NORN_ASSIGN(auto graph, read(access, source));
  const Tree& tree = access.tree;
  const int64_t reading_ms = context_.clock.now_ms() - begin_ms;
  const int64_t life_ms = std::max(kMinGraphLifeMs, kLifePerReading * reading_ms);
  keep({tree.owner_id, tree.id, access.is_stranger(), tree.revision, begin_ms + life_ms, graph});
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
    const bool is_fresh = one->revision == tree.revision && now_ms < one->expires_ms;
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
  std::unordered_set<std::string_view> hidden;  // The living, from strangers.
  // Reads only what a graph needs: there are hundreds of thousands of items in a large tree.
  const VisitItem add = [&](store::ItemView item) -> Result<void> {
    const apps::ItemReader reader(item);
    const std::string key = apps::text_of(item, "SK");
    if (std::string id = keys::person_in(key); !id.empty()) {
      if (!apps::is_id(id)) return {};
      const Person person = life_in(reader);
      const bool is_hidden = access.is_stranger() && person.is_living(now);
      people.push_back({.id = view(std::move(id)),
                        .gender = is_hidden ? Gender::kUnknown : person.gender,
                        .birth = is_hidden ? DayBounds() : day_bounds_of(person.birth),
                        .is_dead = person.is_deceased || person.death.is_known()});
      if (is_hidden) hidden.insert(people.back().id);
    } else if (auto link = keys::child_in(key); are_ids(link)) {
      links.push_back(
          {view(std::move(link->first)), view(std::move(link->second)),
           reader.optional_parsed("Type", parent_kind_from).value_or(ParentKind::kBiological)});
    } else if (auto couple = keys::spouse_in(key); are_ids(couple)) {
      couples.push_back(
          {view(std::move(couple->first)), view(std::move(couple->second)),
           reader.optional_parsed("Status", couple_status_from).value_or(CoupleStatus::kUnknown)});
    }
    return {};
  };
  if (source == Source::kTable) {
    NORN_TRY(visit_family(context_, tree, add));
  } else {
    NORN_TRY(visit_tree(context_, tree, keys::kPersonPrefix, add));
    NORN_TRY(visit_tree(context_, tree, keys::kRelationshipPrefix, add));
  }
  // What lies between them and others is as usual, as far as strangers are told.
  const auto hides = [&](std::string_view one, std::string_view other) {
    return hidden.contains(one) || hidden.contains(other);
  };
  for (GraphParentLink& link : links) {
    if (hides(link.parent_id, link.child_id)) link.kind = ParentKind::kBiological;
  }
  for (GraphCouple& couple : couples) {
    if (hides(couple.first_id, couple.second_id)) couple.status = CoupleStatus::kUnknown;
  }
  return std::make_shared<const FamilyGraph>(people, links, couples);
}

}  // namespace norn::family
