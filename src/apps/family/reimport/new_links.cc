#include "apps/family/reimport/new_links.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "apps/family/exchange/sentences.h"
#include "apps/family/limits.h"
#include "apps/family/sentences.h"

namespace norn::family {
namespace {

// A link from a child to a parent. `where` is nullopt for those that the tree has.
struct UpLink {
  struct Place {
    size_t family;
    size_t child;
    size_t partner;
  };
  size_t parent = 0;
  std::optional<Place> where = {};
};

class LinkChecker {
 public:
  LinkChecker(ImportPlan& plan, const TreeSnapshot& tree, const Matching& matching)
      : plan_(plan), tree_(tree) {
    size_t count = tree.people.size();
    for (const KnownPerson& one : tree.people) births_.push_back(one.birth);
    for (FilePersonIndex i = 0; i < plan.people().size(); ++i) {
      const auto& known = matching.people[i];
      places_.push_back(known ? *known : count++);
      if (!known) births_.push_back(plan.people()[i].birth);
      if (known && !matching.is_merged[i]) births_[*known] = plan.people()[i].birth;
    }
    up_.resize(count);
    children_.resize(count);
    spouses_.resize(count);
  }

  LinkCheck check() {
    for (const KnownLink& link : tree_.links) {
      pairs_.insert(pair_key(link.parent, link.child));
      up_[link.child].push_back({.parent = link.parent});
      ++children_[link.parent];
    }
    check_births();
    for (size_t f = 0; f < plan_.families().size(); ++f) {
      for (size_t c = 0; c < plan_.families()[f].children.size(); ++c) add_child(f, c);
    }
    cut_new_circles();
    check_couples();
    return std::move(found_);
  }

 private:
  static std::pair<size_t, size_t> pair_key(size_t first, size_t second) { return {first, second}; }
  struct HashPair {
    size_t operator()(const std::pair<size_t, size_t>& pair) const {
      return pair.first * 0x9E3779B97F4A7C15ULL ^ pair.second;
    }
  };

  // Dates of the file that do not fit relatives who are in the tree only.
  void check_births() {
    for (const KnownLink& link : tree_.links) {
      if (link.kind == ParentKind::kStep) continue;
      for (const size_t one : {link.child, link.parent}) {
        if (!is_before(births_[link.child], births_[link.parent])) break;
        if (births_[one] == tree_.people[one].birth) continue;
        births_[one] = tree_.people[one].birth;
        found_.refused_births.emplace(
            one, kParentIsYounger(tree_.people[link.parent].name, tree_.people[link.child].name));
      }
    }
  }

  void add_child(size_t family, size_t index) {
    const PlannedFamily& of = plan_.families()[family];
    const PlannedChild& child = of.children[index];
    for (size_t i = 0; i < of.partners.size(); ++i) {
      if (!child.parents[i].is_linked) continue;
      const size_t parent_place = places_[of.partners[i]];
      const size_t child_place = places_[child.person];
      if (!pairs_.insert(pair_key(parent_place, child_place)).second) continue;
      const std::string& parent = plan_.people()[of.partners[i]].name;
      const std::string& name = plan_.people()[child.person].name;
      std::optional<Said> reason;
      if (parent_place == child_place) {
        reason = kOwnRelative(parent);
      } else if (child.parents[i].kind != ParentKind::kStep &&
                 is_before(births_[child_place], births_[parent_place])) {
        reason = kParentIsYounger(parent, name);
      } else if (up_[child_place].size() >= kMaxParents) {
        reason = kGedcomTooManyRelatives(name, kMaxParents, parent);
      } else if (children_[parent_place] >= kMaxChildren) {
        reason = kGedcomTooManyRelatives(parent, kMaxChildren, name);
      }
      if (reason) {
        refuse({family, index, i}, *reason);
        continue;
      }
      up_[child_place].push_back({parent_place, UpLink::Place{family, index, i}});
      ++children_[parent_place];
    }
  }

  void refuse(const UpLink::Place& where, const Said& reason) {
    const PlannedFamily& of = plan_.families()[where.family];
    found_.refused.push_back({.is_couple = false,
                              .first = of.partners[where.partner],
                              .second = of.children[where.child].person,
                              .reason = reason});
    plan_.leave_out(where.family, where.child, where.partner);
  }

  using Way = std::vector<std::pair<size_t, size_t>>;  // People, each with its next link.
  enum class Mark : uint8_t { kNew, kOnWay, kDone };

  // Walks from children to parents, and takes out the last new link of each way that leads back.
  void cut_new_circles() {
    std::vector<Mark> marks(up_.size(), Mark::kNew);
    Way way;
    for (size_t start = 0; start < up_.size(); ++start) {
      if (marks[start] != Mark::kNew) continue;
      way.assign(1, {start, 0});
      marks[start] = Mark::kOnWay;
      while (!way.empty()) {
        const size_t at = way.back().first;
        if (way.back().second == up_[at].size()) {
          marks[at] = Mark::kDone;
          way.pop_back();
          continue;
        }
        const size_t parent = up_[at][way.back().second++].parent;
        if (marks[parent] == Mark::kNew) {
          marks[parent] = Mark::kOnWay;
          way.emplace_back(parent, 0);
        } else if (marks[parent] == Mark::kOnWay) {
          cut_last_new(way, parent, marks);
        }
      }
    }
  }

  // Goes on from the child whose link was taken out. A circle of the tree alone, where another
  // program has written it, stays.
  void cut_last_new(Way& way, size_t back_to, std::vector<Mark>& marks) {
    for (size_t i = way.size(); i-- > 0;) {
      auto& [at, next] = way[i];
      const UpLink link = up_[at][next - 1];
      if (link.where) {
        const PlannedFamily& of = plan_.families()[link.where->family];
        refuse(*link.where,
               kWouldBeOwnAncestor(plan_.people()[of.partners[link.where->partner]].name,
                                   plan_.people()[of.children[link.where->child].person].name));
        --next;
        up_[at].erase(up_[at].begin() + static_cast<ptrdiff_t>(next));
        for (size_t above = i + 1; above < way.size(); ++above) {
          marks[way[above].first] = Mark::kNew;
        }
        way.resize(i + 1);
        return;
      }
      if (at == back_to) return;
    }
  }

  void check_couples() {
    std::unordered_set<std::pair<size_t, size_t>, HashPair> couples;
    for (const auto& [first, second] : tree_.couples) {
      couples.insert(std::minmax(first, second));
      ++spouses_[first];
      ++spouses_[second];
    }
    for (size_t f = 0; f < plan_.families().size(); ++f) {
      const PlannedFamily& family = plan_.families()[f];
      if (!family.is_couple) continue;
      const FilePersonIndex one = family.partners[0];
      const FilePersonIndex other = family.partners[1];
      const auto [first, second] = std::minmax(places_[one], places_[other]);
      if (!couples.insert({first, second}).second) continue;
      std::optional<Said> reason;
      const bool is_first_full = spouses_[places_[one]] >= kMaxSpouses;
      if (first == second) {
        reason = kOwnRelative(plan_.people()[one].name);
      } else if (is_first_full || spouses_[places_[other]] >= kMaxSpouses) {
        const auto& full = plan_.people()[is_first_full ? one : other];
        const auto& rest = plan_.people()[is_first_full ? other : one];
        reason = kGedcomTooManyRelatives(full.name, kMaxSpouses, rest.name);
      }
      if (!reason) {
        ++spouses_[first];
        ++spouses_[second];
        continue;
      }
      found_.refused.push_back(
          {.is_couple = true, .first = one, .second = other, .reason = *std::move(reason)});
      plan_.leave_out_couple(f);
    }
  }

  ImportPlan& plan_;
  const TreeSnapshot& tree_;
  LinkCheck found_;
  // People of the tree come first, then those who are new.
  std::vector<size_t> places_;  // Of people of the file.
  std::vector<LifeDate> births_;
  std::vector<std::vector<UpLink>> up_;
  std::vector<size_t> children_;
  std::vector<size_t> spouses_;
  std::unordered_set<std::pair<size_t, size_t>, HashPair> pairs_;
};

}  // namespace

LinkCheck check_links(ImportPlan& plan, const TreeSnapshot& tree, const Matching& matching) {
  return LinkChecker(plan, tree, matching).check();
}

}  // namespace norn::family
