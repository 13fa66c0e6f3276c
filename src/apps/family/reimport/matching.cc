#include "apps/family/reimport/matching.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/ascii.h"

namespace norn::family {
namespace {

// How often those are looked for whose parents were found. Each time finds a generation.
constexpr int kMaxComparedGenerations = 100;

// kUnsure: one thing is different, and nothing else is known.
enum class Likeness : uint8_t { kOther, kUnsure, kAlike, kSame };

// How two texts compare: 1 if equal, -1 if different, and 0 if one of them is not known.
int agreement(std::string_view left, std::string_view right) {
  if (left.empty() || right.empty()) return 0;
  return equals_ignoring_case(left, right) ? 1 : -1;
}

Likeness likeness_of(const PlannedPerson& file, std::string_view first_name,
                     std::string_view last_name, std::string_view birth, Gender gender) {
  int equal = 0;
  int different = 0;
  for (const int one :
       {agreement(file.first_name, first_name), agreement(file.last_name, last_name),
        agreement(file.birth.words(), birth)}) {
    if (one > 0) ++equal;
    if (one < 0) ++different;
  }
  const bool are_known = file.gender != Gender::kUnknown && gender != Gender::kUnknown;
  if (are_known && file.gender != gender) ++different;
  const bool is_same = equal >= 2 || (equal == 1 && different == 0);
  if (is_same && different <= 1) return Likeness::kSame;
  // One of these may have been corrected.
  if (different > 1) return Likeness::kOther;
  return equal >= 1 ? Likeness::kAlike : Likeness::kUnsure;
}

// As the person is in the tree, or was in the last import.
Likeness likeness_of(const PlannedPerson& file, const KnownPerson& known) {
  return std::max(
      likeness_of(file, known.first_name, known.last_name, known.birth.words(), known.gender),
      likeness_of(file, known.imported_first_name, known.imported_last_name, known.imported_birth,
                  known.gender));
}

std::string name_key(std::string_view first_name, std::string_view last_name) {
  return ascii_lower(first_name) + "\n" + ascii_lower(last_name);
}

class Matcher {
 public:
  Matcher(const ImportPlan& plan, const TreeSnapshot& tree)
      : plan_(plan), tree_(tree), taken_(tree.people.size()), parents_(plan.people().size()) {
    found_.people.resize(plan.people().size());
    found_.is_merged.resize(plan.people().size());
    found_.sources.resize(plan.sources().size());
    for (const PlannedFamily& family : plan.families()) {
      for (const PlannedChild& child : family.children) {
        for (size_t i = 0; i < family.partners.size(); ++i) {
          if (child.parents[i].is_linked) parents_[child.person].push_back(family.partners[i]);
        }
      }
    }
  }

  Matching match() {
    match_by_uid();
    match_by_xref();
    match_by_identity();
    match_sources();
    name_records();
    return std::move(found_);
  }

 private:
  // `is_merged` if the record of the file is one that was merged into that of the tree.
  bool pair(FilePersonIndex person, size_t known, bool is_merged = false) {
    if (found_.people[person] || (taken_[known] && !is_merged)) return false;
    found_.people[person] = known;
    found_.is_merged[person] = taken_[known];
    taken_[known] = true;
    return true;
  }

  // A UID that is there twice identifies no person.
  void match_by_uid() {
    std::unordered_map<std::string, std::optional<size_t>> known;
    for (size_t i = 0; i < tree_.people.size(); ++i) {
      known.emplace(ascii_lower(tree_.people[i].id), i);
    }
    for (size_t i = 0; i < tree_.people.size(); ++i) {
      if (tree_.people[i].uid.empty()) continue;
      const auto [place, is_new] = known.emplace(tree_.people[i].uid, i);
      if (!is_new) place->second.reset();
    }
    std::unordered_map<std::string, size_t> count;
    for (const PlannedPerson& person : plan_.people()) ++count[person.uid];
    for (FilePersonIndex i = 0; i < plan_.people().size(); ++i) {
      const std::string& uid = plan_.people()[i].uid;
      const auto place = uid.empty() ? known.end() : known.find(uid);
      if (place != known.end() && place->second && count[uid] == 1) pair(i, *place->second);
    }
  }

  void match_by_xref() {
    std::unordered_map<std::string, size_t> known;
    for (size_t i = 0; i < tree_.people.size(); ++i) {
      if (!tree_.people[i].xref.empty()) known.emplace(tree_.people[i].xref, i);
    }
    for (size_t i = 0; i < tree_.people.size(); ++i) {
      for (const std::string& xref : tree_.people[i].merged_xrefs) known.emplace(xref, i);
    }
    struct Pair {
      FilePersonIndex person;
      size_t known;
      Likeness likeness;
      bool is_merged;
    };
    std::vector<Pair> pairs;
    size_t same = 0;
    for (FilePersonIndex i = 0; i < plan_.people().size(); ++i) {
      const PlannedPerson& person = plan_.people()[i];
      const auto place = person.xref.empty() ? known.end() : known.find(person.xref);
      if (place == known.end()) continue;
      const KnownPerson& other = tree_.people[place->second];
      const bool is_merged = other.xref != person.xref;
      const bool has_other_uid =
          !person.uid.empty() && !other.uid.empty() && person.uid != other.uid && !is_merged;
      Likeness likeness = likeness_of(person, other);
      if (has_other_uid) likeness = Likeness::kOther;
      if (found_.people[i] == place->second) likeness = Likeness::kSame;
      // What two merged records said of the second is not known any more.
      if (is_merged) likeness = std::max(likeness, Likeness::kAlike);
      if (likeness == Likeness::kSame) ++same;
      pairs.push_back({i, place->second, likeness, is_merged});
    }
    found_.has_same_xrefs = !pairs.empty() && 2 * same >= pairs.size();
    // In a file from elsewhere, the numbers say nothing.
    if (!found_.has_same_xrefs) return;
    // Those first that others were merged into.
    for (const bool is_merged : {false, true}) {
      for (const Pair& one : pairs) {
        const bool is_one = one.likeness >= Likeness::kAlike && one.is_merged == is_merged;
        if (is_one) pair(one.person, one.known, is_merged);
      }
    }
    // A child of the same parents with the same number is the same one.
    for (const Pair& one : pairs) {
      if (one.likeness == Likeness::kUnsure && have_same_parents(one.person, one.known)) {
        pair(one.person, one.known);
      }
    }
  }

  // Only those count who are the only ones of their kind on both sides.
  void match_by_identity() {
    pair_unique(
        [](const PlannedPerson& person, FilePersonIndex) { return identity(person, person.birth); },
        [](const KnownPerson& known) { return identity(known, known.birth); });
    for (int generation = 0; generation < kMaxComparedGenerations; ++generation) {
      const bool is_any = pair_unique(
          [this](const PlannedPerson& person, FilePersonIndex index) {
            return identity_by_parents(person, person.birth, parents_in_tree(index));
          },
          [](const KnownPerson& known) {
            return identity_by_parents(known, known.birth, known.parents);
          });
      if (!is_any) return;
    }
  }

  template <typename T>
  static std::string identity(const T& person, const LifeDate& birth) {
    if (!birth.is_known() || person.first_name.empty()) return "";
    return name_key(person.first_name, person.last_name) + "\n" + birth.words();
  }

  template <typename T>
  static std::string identity_by_parents(const T& person, const LifeDate& birth,
                                         std::vector<size_t> parents) {
    if (parents.empty() || person.first_name.empty()) return "";
    std::ranges::sort(parents);
    std::string key = name_key(person.first_name, person.last_name) + "\n" + birth.words();
    for (const size_t parent : parents) key += fmt::format("\n{}", parent);
    return key;
  }

  // Empty if one of them was not found.
  std::vector<size_t> parents_in_tree(FilePersonIndex index) const {
    std::vector<size_t> found;
    for (const FilePersonIndex parent : parents_[index]) {
      if (!found_.people[parent]) return {};
      found.push_back(*found_.people[parent]);
    }
    return found;
  }

  bool have_same_parents(FilePersonIndex index, size_t known) const {
    std::vector<size_t> parents = parents_in_tree(index);
    std::vector<size_t> others = tree_.people[known].parents;
    std::ranges::sort(parents);
    std::ranges::sort(others);
    return !parents.empty() && parents == others;
  }

  // Whether the parents of both are known, and others.
  bool have_other_parents(FilePersonIndex index, size_t known) const {
    const std::vector<size_t> parents = parents_in_tree(index);
    if (parents.empty() || tree_.people[known].parents.empty()) return false;
    return std::ranges::none_of(parents, [&](size_t parent) {
      const auto& others = tree_.people[known].parents;
      return std::ranges::find(others, parent) != others.end();
    });
  }

  template <typename OfFile, typename OfTree>
  bool pair_unique(const OfFile& of_file, const OfTree& of_tree) {
    struct Candidates {
      size_t of_file = 0;
      size_t of_tree = 0;
      FilePersonIndex person = 0;
      size_t known = 0;
    };
    std::unordered_map<std::string, Candidates> all;
    // Those who were found count as well: a namesake of one of them may be the same person.
    for (FilePersonIndex i = 0; i < plan_.people().size(); ++i) {
      const std::string key = of_file(plan_.people()[i], i);
      if (key.empty()) continue;
      Candidates& one = all[key];
      ++one.of_file;
      one.person = i;
    }
    for (size_t i = 0; i < tree_.people.size(); ++i) {
      const auto place = all.find(of_tree(tree_.people[i]));
      if (place == all.end()) continue;
      ++place->second.of_tree;
      place->second.known = i;
    }
    bool is_any = false;
    for (const auto& [key, one] : all) {
      if (one.of_file != 1 || one.of_tree != 1 || taken_[one.known]) continue;
      if (have_other_parents(one.person, one.known)) continue;
      if (pair(one.person, one.known)) is_any = true;
    }
    return is_any;
  }

  void match_sources() {
    std::vector<bool> taken(tree_.sources.size());
    std::unordered_map<std::string, size_t> by_xref;
    std::unordered_map<std::string, std::vector<size_t>> by_title;
    for (size_t i = 0; i < tree_.sources.size(); ++i) {
      if (!tree_.sources[i].xref.empty()) by_xref.emplace(tree_.sources[i].xref, i);
      by_title[tree_.sources[i].title].push_back(i);
    }
    for (size_t i = 0; i < plan_.sources().size(); ++i) {
      const auto place = by_xref.find(plan_.sources()[i].xref);
      if (place == by_xref.end() || taken[place->second]) continue;
      const bool is_same = tree_.sources[place->second].title == plan_.sources()[i].title;
      if (!is_same && !found_.has_same_xrefs) continue;
      found_.sources[i] = place->second;
      taken[place->second] = true;
    }
    std::unordered_map<std::string, size_t> titles;
    for (const PlannedSource& source : plan_.sources()) ++titles[source.title];
    for (size_t i = 0; i < plan_.sources().size(); ++i) {
      const auto place = by_title.find(plan_.sources()[i].title);
      if (found_.sources[i] || place == by_title.end()) continue;
      const bool is_unique = place->second.size() == 1 && titles[plan_.sources()[i].title] == 1;
      if (!is_unique || taken[place->second.front()]) continue;
      found_.sources[i] = place->second.front();
      taken[place->second.front()] = true;
    }
  }

  // An xref of the tree means one thing, whatever it means in the file.
  void name_records() {
    std::unordered_set<std::string> used = tree_.xrefs;
    used.insert(plan_.xrefs().begin(), plan_.xrefs().end());
    size_t last = 0;
    const auto rename = [&](const std::string& xref, std::string_view prefix) {
      std::string name;
      do {
        name = fmt::format("{}{}", prefix, ++last);
      } while (!used.insert(name).second);
      found_.xrefs.insert_or_assign(xref, name);
    };
    std::unordered_set<std::string> done;
    const auto place = [&](const std::string& xref, const std::string& known, bool is_known,
                           std::string_view prefix) {
      if (xref.empty() || !done.insert(xref).second) return;
      if (is_known && !known.empty()) {
        if (known != xref) found_.xrefs.insert_or_assign(xref, known);
      } else if (tree_.xrefs.contains(xref)) {
        rename(xref, prefix);
      }
    };
    for (FilePersonIndex i = 0; i < plan_.people().size(); ++i) {
      const auto& known = found_.people[i];
      place(plan_.people()[i].xref, known ? tree_.people[*known].xref : "", known.has_value(), "I");
    }
    for (size_t i = 0; i < plan_.sources().size(); ++i) {
      const auto& known = found_.sources[i];
      place(plan_.sources()[i].xref, known ? tree_.sources[*known].xref : "", known.has_value(),
            "S");
    }
    for (const std::string& xref : plan_.xrefs()) {
      const bool is_done = !done.insert(xref).second;
      if (!is_done && !found_.has_same_xrefs && tree_.xrefs.contains(xref)) rename(xref, "X");
    }
  }

  const ImportPlan& plan_;
  const TreeSnapshot& tree_;
  Matching found_;
  std::vector<bool> taken_;  // Of people of the tree.
  std::vector<std::vector<FilePersonIndex>> parents_;
};

}  // namespace

Matching match(const ImportPlan& plan, const TreeSnapshot& tree) {
  return Matcher(plan, tree).match();
}

}  // namespace norn::family
