#include "apps/family/exchange/import_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "apps/family/exchange/sentences.h"
#include "apps/family/limits.h"
#include "base/faults.h"
#include "base/text.h"
#include "base/work_budget.h"
#include "gedcom/notes.h"

namespace norn::family {
namespace {

using gedcom::Record;

constexpr size_t kRecordsPerTurn = 1'000;
// Of a link between a person and a family, before and after it is resolved.
constexpr size_t kLinkBytes = 300;

bool is_void(const Record& record) {
  return record.value == gedcom::kVoidPointer;
}

// A link between a parent and a child of a family.
struct PlannedLink {
  FilePersonIndex parent = 0;
  size_t family = 0;
  size_t child = 0;    // Its place among the children of the family.
  size_t partner = 0;  // The place of the parent among the partners.
};

}  // namespace

const std::string* ImportPlan::source(const std::string& xref) const {
  const auto found = sources_by_xref_.find(xref);
  return found == sources_by_xref_.end() ? nullptr : &sources_[found->second].id;
}

const std::string* ImportPlan::note(const std::string& xref) const {
  const auto found = notes_.find(xref);
  return found == notes_.end() ? nullptr : &found->second;
}

std::optional<FilePersonIndex> ImportPlan::person(const std::string& xref) const {
  const auto found = people_by_xref_.find(xref);
  return found == people_by_xref_.end() ? std::nullopt : std::optional(found->second);
}

PlannedFamily* ImportPlan::family(const std::string& xref) {
  const auto found = families_by_xref_.find(xref);
  return found == families_by_xref_.end() ? nullptr : &families_[found->second];
}

Result<ImportPlan> ImportPlan::read(const OpenGedcom& open, Ids& ids, const TellImport& tell) {
  ImportPlan plan;
  NORN_ASSIGN(auto source, open());
  // What is wrong with lines is reported by the second pass.
  gedcom::Notes notes;
  NORN_ASSIGN(auto reader, gedcom::RecordReader::open(std::move(source), notes));
  for (size_t count = 0;; ++count) {
    if (count % kRecordsPerTurn == 0) WorkBudget::give_way();
    NORN_ASSIGN(const auto record, reader.next());
    if (!record) break;
    plan.add(*record, ids, tell);
    NORN_TRY(plan.check_size());
  }
  if (plan.people_.empty()) return invalid("file", kGedcomWithoutPeople);
  plan.name_families();
  plan.resolve(tell);
  return plan;
}

Result<void> ImportPlan::check_size() const {
  if (people_.size() > kMaxPeoplePerTree) {
    return invalid("file", kGedcomTooManyPeople(kMaxPeoplePerTree));
  }
  if (bytes_ > kMaxPlanBytes) return invalid("file", kGedcomTooManyLinks);
  return {};
}

void ImportPlan::add(const Record& record, Ids& ids, const TellImport& tell) {
  // Of a record that is only known by its identifier.
  constexpr size_t kXrefBytes = 150;
  bytes_ += kXrefBytes + 2 * record.xref.size();
  const bool is_new = record.xref.empty() || xrefs_.insert(record.xref).second;
  if (!is_new) tell(record.line, kGedcomXrefTwice(xref_words(record.xref)));
  const bool has_xref = is_new && !record.xref.empty();
  if (record.tag == "INDI") {
    if (has_xref) {
      people_by_xref_.emplace(record.xref, static_cast<FilePersonIndex>(people_.size()));
    }
    add_person(record, ids);
    if (has_xref) people_.back().xref = record.xref;
  } else if (record.tag == "FAM") {
    if (has_xref) families_by_xref_.emplace(record.xref, families_.size());
    add_family(record);
    // Relationships keep it.
    if (!has_xref || record.xref.size() > kMaxXrefBytes) families_.back().xref.clear();
  } else if (record.tag == "SOUR") {
    if (has_xref) sources_by_xref_.emplace(record.xref, sources_.size());
    sources_.push_back(
        {.id = ids.uuid(), .xref = has_xref ? record.xref : "", .title = source_of(record).title});
    bytes_ += sizeof(PlannedSource) + sources_.back().title.size();
  } else if ((record.tag == "NOTE" || record.tag == "SNOTE") && has_xref && !record.is_pointer) {
    const std::string_view text = first_characters(record.value, kMaxNotesCharacters);
    notes_.emplace(record.xref, text);
    bytes_ += sizeof(std::string) + text.size();
  }
}

void ImportPlan::add_person(const Record& record, Ids& ids) {
  const auto index = static_cast<FilePersonIndex>(people_.size());
  const Person person = person_of(record);
  people_.push_back({.id = ids.uuid(),
                     .name = person.full_name(),
                     .birth = person.birth,
                     .uid = uid_of(record.children),
                     .first_name = person.first_name,
                     .last_name = person.last_name,
                     .gender = person.gender});
  const PlannedPerson& planned = people_.back();
  bytes_ += 2 * sizeof(PlannedPerson) + 2 * planned.name.size() + planned.uid.size();
  for (const Record& child : record.children) {
    const bool is_link = child.is_pointer && !is_void(child);
    if (is_link) bytes_ += kLinkBytes + child.value.size();
    if (is_link && child.tag == "FAMC") {
      as_child_.push_back({.person = index,
                           .family = child.value,
                           .line = child.line,
                           .says_kind = child.child("PEDI") != nullptr,
                           .kind = parent_kind_of(child)});
    } else if (is_link && child.tag == "FAMS") {
      as_partner_.push_back({.person = index, .family = child.value, .line = child.line});
    } else if (child.tag == "ADOP") {
      const Record* const family = child.child("FAMC");
      if (family != nullptr && family->is_pointer && !is_void(*family)) {
        adoptions_.push_back({index, family->value, adopted_by(*family), life_date_of(child)});
        bytes_ += kLinkBytes + family->value.size();
      }
    }
  }
}

void ImportPlan::add_family(const Record& record) {
  families_.push_back({.xref = record.xref, .line = record.line});
  FamilyLines& lines = lines_.emplace_back();
  bytes_ += sizeof(PlannedFamily) + sizeof(FamilyLines);
  for (const Record& child : record.children) {
    if (!child.is_pointer || is_void(child)) continue;
    bytes_ += kLinkBytes + child.value.size();
    if (child.tag == "HUSB") lines.partners.push_back({child.value, child.line});
    if (child.tag == "CHIL") {
      lines.children.push_back(
          {.person = child.value, .line = child.line, .kinds = child_kinds_of(child)});
    }
  }
  for (const Record& child : record.children) {
    if (child.tag != "WIFE" || !child.is_pointer || is_void(child)) continue;
    lines.partners.push_back({.person = child.value, .line = child.line, .is_wife = true});
  }
}

// So that relationships can say which family of the file they are of.
void ImportPlan::name_families() {
  size_t number = 0;
  for (size_t i = 0; i < families_.size(); ++i) {
    PlannedFamily& one = families_[i];
    while (one.xref.empty()) {
      std::string xref = fmt::format("F{}", ++number);
      if (!xrefs_.insert(xref).second) continue;
      families_by_xref_.emplace(xref, i);
      one.xref = std::move(xref);
    }
  }
}

void ImportPlan::resolve(const TellImport& tell) {
  link_partners(tell);
  name_partners();
  link_children(tell);
  add_kinds(tell);
  add_kinds_of_partners();
  find_couples(tell);
  link_parents(tell);
  find_kept_lines();
  cut_circles(tell);
  lines_ = {};
  as_child_ = {};
  as_partner_ = {};
  adoptions_ = {};
  places_ = {};
}

void ImportPlan::add_partner(PlannedFamily& family, FilePersonIndex person, const PersonLink& link,
                             const TellImport& tell) {
  constexpr size_t kPartners = 2;
  const std::string xref = xref_words(family.xref);
  if (std::ranges::find(family.partners, person) != family.partners.end()) {
    tell(link.line, kGedcomPartnerTwice(people_[person].name, xref));
  } else if (family.partners.size() == kPartners) {
    tell(link.line, kGedcomTooManyPartners(xref, people_[person].name));
  } else {
    family.is_wife[family.partners.size()] = link.is_wife;
    family.partners.push_back(person);
  }
}

void ImportPlan::link_partners(const TellImport& tell) {
  for (size_t i = 0; i < families_.size(); ++i) {
    for (const PersonLink& link : lines_[i].partners) {
      if (const auto index = person(link.person)) {
        add_partner(families_[i], *index, link, tell);
      } else {
        tell(link.line, kGedcomLinkMissing("FAM.HUSB/WIFE", xref_words(link.person)));
      }
    }
  }
  // Some programs write only one of the two links.
  for (const FamilyLink& link : as_partner_) {
    PlannedFamily* const to = family(link.family);
    if (to == nullptr) {
      tell(link.line, kGedcomLinkMissing("INDI.FAMS", xref_words(link.family)));
      continue;
    }
    const bool is_there = std::ranges::find(to->partners, link.person) != to->partners.end();
    if (is_there) continue;
    if (to->partners.size() < 2) {
      to->is_wife[to->partners.size()] =
          to->partners.empty() ? people_[link.person].gender == Gender::kFemale : !to->is_wife[0];
      to->partners.push_back(link.person);
    } else {
      tell(link.line, kGedcomLinkDisagrees("INDI.FAMS", xref_words(link.family)));
    }
  }
}

// Lines about one of two partners of the same sex go by their order.
void ImportPlan::name_partners() {
  for (PlannedFamily& one : families_) {
    if (one.partners.size() == 2 && one.is_wife[0] == one.is_wife[1]) one.is_wife = {false, true};
  }
}

void ImportPlan::link_children(const TellImport& tell) {
  for (size_t i = 0; i < families_.size(); ++i) {
    std::set<FilePersonIndex> known;
    for (const PersonLink& link : lines_[i].children) {
      const auto index = person(link.person);
      if (!index) {
        tell(link.line, kGedcomLinkMissing("FAM.CHIL", xref_words(link.person)));
      } else if (known.insert(*index).second) {
        families_[i].children.push_back({.person = *index, .line = link.line});
      }
    }
  }
}

PlannedChild* ImportPlan::child(PlannedFamily& of, FilePersonIndex person) {
  const auto found = places_.find(std::pair(&of, person));
  return found == places_.end() ? nullptr : &of.children[found->second];
}

void ImportPlan::add_kinds(const TellImport& tell) {
  for (const PlannedFamily& of : families_) {
    for (size_t i = 0; i < of.children.size(); ++i)
      places_.emplace(std::pair(&of, of.children[i].person), i);
  }
  FamilyChildren said;
  for (const FamilyLink& link : as_child_) {
    PlannedFamily* const of = family(link.family);
    if (of == nullptr) {
      tell(link.line, kGedcomLinkMissing("INDI.FAMC", xref_words(link.family)));
      continue;
    }
    const auto [place, is_new] = places_.emplace(std::pair(of, link.person), of->children.size());
    if (is_new) of->children.push_back({.person = link.person, .line = link.line});
    if (!link.says_kind) continue;
    for (PlannedParent& one : of->children[place->second].parents) one.kind = link.kind;
    said.emplace(of, link.person);
  }
  add_adoptions(said);
}

// Of an adoption by both partners PEDI may say otherwise. After one by a single partner, the other
// one is taken for a parent by birth.
void ImportPlan::add_adoptions(const FamilyChildren& said) {
  std::map<std::pair<PlannedFamily*, FilePersonIndex>, std::array<bool, 2>> adopters;
  for (const Adoption& adoption : adoptions_) {
    PlannedFamily* const of = family(adoption.family);
    PlannedChild* const adopted = of == nullptr ? nullptr : child(*of, adoption.person);
    if (adopted == nullptr) continue;
    const bool is_by_both = adoption.by == AdoptedBy::kBoth;
    const bool is_otherwise = is_by_both && said.contains({of, adoption.person});
    for (size_t i = 0; i < adopted->parents.size(); ++i) {
      PlannedParent& one = adopted->parents[i];
      if (!is_by_both && of->is_wife[i] != (adoption.by == AdoptedBy::kWife)) continue;
      adopters[{of, adoption.person}][i] = true;
      if (!is_otherwise) one.kind = ParentKind::kAdoptive;
      if (one.kind == ParentKind::kAdoptive) one.adoption = adoption.date;
    }
  }
  for (const auto& [of_child, adopts] : adopters) {
    PlannedChild& adopted = *child(*of_child.first, of_child.second);
    for (size_t i = 0; i < adopts.size(); ++i) {
      const bool is_other = !adopts[i] && adopted.parents[i].kind == ParentKind::kAdoptive;
      if (is_other) adopted.parents[i].kind = ParentKind::kBiological;
    }
  }
}

// What a line of a child says of one partner counts more than what is said of both.
void ImportPlan::add_kinds_of_partners() {
  for (size_t i = 0; i < families_.size(); ++i) {
    PlannedFamily& of = families_[i];
    for (const PersonLink& link : lines_[i].children) {
      const auto index = person(link.person);
      PlannedChild* const planned = index ? child(of, *index) : nullptr;
      if (planned == nullptr) continue;
      for (size_t partner = 0; partner < of.partners.size(); ++partner) {
        const auto& kind = of.is_wife[partner] ? link.kinds.mother : link.kinds.father;
        if (!kind) continue;
        planned->parents[partner].kind = *kind;
        if (*kind != ParentKind::kAdoptive) planned->parents[partner].adoption = {};
      }
    }
  }
}

void ImportPlan::find_couples(const TellImport& tell) {
  std::set<std::pair<FilePersonIndex, FilePersonIndex>> known;
  std::vector<size_t> spouses(people_.size());
  for (PlannedFamily& one : families_) {
    if (one.partners.size() < 2) continue;
    const auto [first, second] = std::minmax(one.partners[0], one.partners[1]);
    if (!known.emplace(first, second).second) {
      tell(one.line, kGedcomSecondFamily(xref_words(one.xref)));
    } else if (std::max(spouses[first], spouses[second]) >= kMaxSpouses) {
      const bool is_first = spouses[first] >= kMaxSpouses;
      tell(one.line, kGedcomTooManyRelatives(people_[is_first ? first : second].name, kMaxSpouses,
                                             people_[is_first ? second : first].name));
    } else {
      one.is_couple = true;
      ++spouses[first];
      ++spouses[second];
    }
  }
}

void ImportPlan::link_parents(const TellImport& tell) {
  std::map<std::pair<FilePersonIndex, FilePersonIndex>, PlannedParent*> known;
  std::vector<size_t> parents(people_.size());
  std::vector<size_t> children(people_.size());
  for (PlannedFamily& of : families_) {
    for (PlannedChild& child : of.children) {
      bool is_told = false;
      for (size_t i = 0; i < of.partners.size(); ++i) {
        const FilePersonIndex parent = of.partners[i];
        const PlannedPerson& one = people_[parent];
        const PlannedPerson& other = people_[child.person];
        PlannedParent& link = child.parents[i];
        const auto [there, is_new] = known.emplace(std::pair(parent, child.person), &link);
        // In several families with the same parent, the closest kind counts.
        if (!is_new && link.kind >= there->second->kind) continue;
        const bool is_too_young =
            link.kind != ParentKind::kStep && is_before(other.birth, one.birth);
        const bool is_full =
            is_new && (parents[child.person] >= kMaxParents || children[parent] >= kMaxChildren);
        if (parent == child.person) {
          tell(child.line, kGedcomOwnAncestor(one.name, other.name));
        } else if (is_too_young) {
          tell(child.line, kGedcomParentTooYoung(one.name, other.name));
        } else if (is_full) {
          const bool is_parent = children[parent] >= kMaxChildren;
          tell(child.line, kGedcomTooManyRelatives(is_parent ? one.name : other.name,
                                                   is_parent ? kMaxChildren : kMaxParents,
                                                   is_parent ? other.name : one.name));
        } else {
          if (is_new) {
            ++parents[child.person];
            ++children[parent];
          } else {
            there->second->is_linked = false;
          }
          there->second = &link;
          link.is_linked = true;
          continue;
        }
        if (is_new) known.erase(there);
        is_told = true;
      }
      child.keeps_line = !is_told;
    }
  }
}

void ImportPlan::find_kept_lines() {
  for (size_t i = 0; i < families_.size(); ++i) {
    for (PlannedChild& child : families_[i].children) {
      const auto& [first, second] = child.parents;
      // A closer family may have taken the links of this one.
      child.keeps_line = child.keeps_line && !child.is_linked();
      const bool is_mixed = first.is_linked && second.is_linked && first.kind != second.kind;
      const bool says_kind = child.keeps_line && first.kind != ParentKind::kBiological;
      if (is_mixed || says_kind) kept_lines_.emplace(i, child.person);
    }
  }
}

bool ImportPlan::keeps_family_line(const std::string& family, FilePersonIndex child) const {
  const auto found = families_by_xref_.find(family);
  return found != families_by_xref_.end() && kept_lines_.contains({found->second, child});
}

// Walks from children to parents, and leaves out a link that leads back to a person who is on the
// way.
void ImportPlan::cut_circles(const TellImport& tell) {
  std::vector<std::vector<PlannedLink>> up(people_.size());
  for (size_t f = 0; f < families_.size(); ++f) {
    for (size_t c = 0; c < families_[f].children.size(); ++c) {
      const PlannedChild& child = families_[f].children[c];
      for (size_t i = 0; i < families_[f].partners.size(); ++i) {
        if (!child.parents[i].is_linked) continue;
        up[child.person].push_back({families_[f].partners[i], f, c, i});
      }
    }
  }
  enum class Mark : uint8_t { kNew, kOnWay, kDone };
  std::vector<Mark> marks(people_.size(), Mark::kNew);
  std::vector<std::pair<FilePersonIndex, size_t>> way;  // With the next link of each.
  for (FilePersonIndex start = 0; start < people_.size(); ++start) {
    if (marks[start] != Mark::kNew) continue;
    way.emplace_back(start, 0);
    marks[start] = Mark::kOnWay;
    while (!way.empty()) {
      const FilePersonIndex at = way.back().first;
      if (way.back().second == up[at].size()) {
        marks[at] = Mark::kDone;
        way.pop_back();
        continue;
      }
      const PlannedLink& link = up[at][way.back().second++];
      if (marks[link.parent] == Mark::kNew) {
        marks[link.parent] = Mark::kOnWay;
        way.emplace_back(link.parent, 0);
      } else if (marks[link.parent] == Mark::kOnWay) {
        PlannedChild& child = families_[link.family].children[link.child];
        child.parents[link.partner].is_linked = false;
        tell(child.line, kGedcomOwnAncestor(people_[link.parent].name, people_[at].name));
      }
    }
  }
}

}  // namespace norn::family
