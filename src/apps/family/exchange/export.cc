#include "apps/family/exchange/export.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include "apps/family/exchange/cited_events.h"
#include "apps/family/exchange/from_gedcom.h"
#include "apps/family/exchange/imported_fields.h"
#include "apps/family/exchange/kept_lines.h"
#include "apps/family/exchange/to_gedcom.h"
#include "apps/family/keys.h"
#include "apps/family/people.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "gedcom/writer.h"

namespace norn::family {
namespace {

using gedcom::Record;
using gedcom::Version;

constexpr size_t kRecordsPerPart = 50;

// I2 before I10.
bool comes_before(const std::string& left, const std::string& right) {
  return std::tuple(left.size(), std::string_view(left)) <
         std::tuple(right.size(), std::string_view(right));
}

}  // namespace

TreeExport::TreeExport(const Context& context, TreeAccess access, Version version)
    : context_(&context), access_(std::move(access)), version_(version), xrefs_(version) {}

Result<TreeExport> TreeExport::begin(const Context& context, const std::string& user_id,
                                     const std::string& tree_id, Version version) {
  NORN_ASSIGN(TreeAccess access, authorize(context, user_id, tree_id, Right::kRead));
  return TreeExport(context, std::move(access), version);
}

Result<bool> TreeExport::append_next(std::string& out) {
  switch (stage_) {
    case Stage::kRead:
      NORN_TRY(read());
      append_head(out);
      stage_ = Stage::kPeople;
      return true;
    case Stage::kPeople:
      NORN_TRY(append_people(out));
      break;
    case Stage::kFamilies:
      NORN_TRY(append_families(out));
      break;
    case Stage::kSources:
      NORN_TRY(append_sources(out));
      break;
    case Stage::kOthers:
      NORN_TRY(append_others(out));
      break;
    case Stage::kEnd:
      out += gedcom::kTrailer;
      stage_ = Stage::kDone;
      break;
    case Stage::kDone:
      break;
  }
  return stage_ != Stage::kDone;
}

// Whether two names are of one record: those of merged ones lead to what they were merged into.
bool TreeExport::are_one(const std::string& left, const std::string& right) const {
  return left == right || (!xrefs_.of(left).empty() && xrefs_.of(left) == xrefs_.of(right));
}

std::optional<size_t> TreeExport::person(const std::string& id) const {
  const auto found = people_by_id_.find(id);
  return found == people_by_id_.end() ? std::nullopt : std::optional(found->second);
}

Result<void> TreeExport::read() {
  NORN_TRY(read_people());
  // Of families of the file first, so that they keep their names.
  NORN_TRY(read_kept());
  NORN_TRY(read_families());
  return read_sources();
}

Result<void> TreeExport::read_people() {
  const Date now = today(*context_);
  NORN_TRY(visit_tree(*context_, access_.tree, keys::kPersonPrefix,
                      [&](store::ItemView item) -> Result<void> {
                        auto person = person_from(item);
                        if (!person) return {};
                        PersonEntry entry;
                        entry.id = person->id;
                        entry.xref = apps::text_of(item, "Xref");
                        entry.merged_xrefs = apps::ItemReader(item).texts("MergedXrefs");
                        const SeenPerson seen = seen_by(access_, *std::move(person), now);
                        const Bounds born = bounds_of(seen.person.birth);
                        entry.born = born.earliest ? born.earliest : born.latest;
                        entry.is_female = seen.person.gender == Gender::kFemale;
                        entry.is_protected = seen.is_protected;
                        people_.push_back(std::move(entry));
                        return {};
                      }));
  std::ranges::stable_sort(people_, [](const PersonEntry& left, const PersonEntry& right) {
    if (left.xref.empty() != right.xref.empty()) return right.xref.empty();
    return comes_before(left.xref, right.xref);
  });
  for (size_t i = 0; i < people_.size(); ++i) {
    people_[i].xref = xrefs_.add(people_[i].xref, "I");
    people_by_id_.emplace(people_[i].id, i);
    people_by_xref_.emplace(people_[i].xref, i);
  }
  // After the names of all: another person may have come with the same one again.
  for (size_t i = 0; i < people_.size(); ++i) {
    for (const std::string& other : people_[i].merged_xrefs) {
      xrefs_.add_alias(other, people_[i].xref);
      people_by_xref_.emplace(other, i);
    }
  }
  return {};
}

Result<void> TreeExport::read_kept() {
  if (access_.is_stranger()) return {};
  std::vector<std::string> families;
  std::vector<std::pair<std::string, std::string>> others;  // SK and xref.
  std::optional<std::string> header;
  NORN_TRY(visit_tree(*context_, access_.tree, keys::kGedcomPrefix,
                      [&](store::ItemView item) -> Result<void> {
                        const std::string key = apps::text_of(item, "SK");
                        const std::string tag = apps::text_of(item, "Tag");
                        if (const std::string of = apps::text_of(item, "Of"); !of.empty()) {
                          parts_[of][apps::integer_of(item, "Part")] = key;
                        } else if (tag == "HEAD") {
                          header = key;
                        } else if (tag == "FAM") {
                          families.push_back(key);
                        } else {
                          others.emplace_back(key, apps::text_of(item, "Xref"));
                        }
                        return {};
                      }));
  for (const std::string& key : families) {
    NORN_ASSIGN(const auto items, items_of({key}));
    if (items.empty()) continue;
    NORN_ASSIGN(const std::string text, kept_of_item(items.front()));
    add_kept_family(key, kept_record(text));
  }
  for (const auto& [key, xref] : others) {
    // One without an xref cannot be pointed to.
    if (!xref.empty() && xrefs_.add(xref, "X") != xref) continue;
    other_keys_.push_back(key);
  }
  if (header) {
    NORN_ASSIGN(const auto items, items_of({*header}));
    if (items.empty()) return {};
    NORN_ASSIGN(const std::string text, kept_of_item(items.front()));
    header_ = kept_record(text);
  }
  return {};
}

void TreeExport::add_kept_family(const std::string& sort_key, const Record& record) {
  if (record.tag != "FAM" || record.xref.empty()) return;
  FamilyEntry entry = {.xref = xrefs_.add(record.xref, "F")};
  entry.kept_key = sort_key;
  const size_t index = families_.size();
  families_by_xref_.emplace(record.xref, index);
  for (const Record& line : record.children) {
    const auto found = line.is_pointer ? people_by_xref_.find(line.value) : people_by_xref_.end();
    if (found == people_by_xref_.end()) continue;
    const size_t person = found->second;
    if ((line.tag == "HUSB" || line.tag == "WIFE") && entry.partners.size() < 2) {
      entry.partners.push_back(person);
      people_[person].partner_in.push_back(index);
    } else if (line.tag == "CHIL") {
      entry.children.push_back(person);
      people_[person].child_in.push_back({.family = index});
    }
  }
  families_.push_back(std::move(entry));
}

Result<void> TreeExport::read_families() {
  std::vector<ParentEntry> parents;
  NORN_TRY(visit_tree(
      *context_, access_.tree, keys::kRelationshipPrefix,
      [&](store::ItemView item) -> Result<void> {
        const std::string xref = apps::text_of(item, "Xref");
        if (const auto link = parent_child_from(item)) {
          add_parent(*link, item, parents);
        } else if (const auto couple = couple_from(item)) {
          const auto first = person(couple->person1_id);
          const auto second = person(couple->person2_id);
          if (!first || !second || *first == *second) return {};
          FamilyEntry entry = {.xref = xref};
          entry.partners = {*first, *second};
          // Who was the husband in a file tells what is not shown of the living.
          const bool is_protected = people_[*first].is_protected || people_[*second].is_protected;
          const bool is_wife_first =
              xref.empty() && people_[*first].is_female && !people_[*second].is_female;
          if (is_protected ? couple->person2_id < couple->person1_id : is_wife_first)
            std::swap(entry.partners[0], entry.partners[1]);
          entry.couple_key = apps::text_of(item, "SK");
          entry.merged_xrefs = apps::ItemReader(item).texts("MergedXrefs");
          families_.push_back(std::move(entry));
        }
        return {};
      }));
  const auto first_couple =
      std::ranges::find_if(families_, [](const FamilyEntry& one) { return one.kept_key.empty(); });
  std::sort(first_couple, families_.end(), [](const FamilyEntry& left, const FamilyEntry& right) {
    if (left.xref.empty() != right.xref.empty()) return right.xref.empty();
    return comes_before(left.xref, right.xref);
  });
  for (auto i = static_cast<size_t>(first_couple - families_.begin()); i < families_.size(); ++i) {
    FamilyEntry& entry = families_[i];
    const std::string wanted = entry.xref;
    entry.xref = xrefs_.add(wanted, "F");
    if (!wanted.empty()) families_by_xref_.emplace(wanted, i);
    for (const size_t partner : entry.partners) people_[partner].partner_in.push_back(i);
    families_by_couple_.emplace(std::minmax(entry.partners[0], entry.partners[1]), i);
  }
  for (size_t i = 0; i < families_.size(); ++i) {
    for (const std::string& other : families_[i].merged_xrefs) {
      xrefs_.add_alias(other, families_[i].xref);
      families_by_xref_.emplace(other, i);
    }
  }
  place_children(std::move(parents));
  for (FamilyEntry& entry : families_) {
    std::ranges::sort(entry.children);
    const bool are_all_born = std::ranges::all_of(
        entry.children, [this](size_t child) { return people_[child].born.has_value(); });
    if (!are_all_born) continue;
    std::ranges::stable_sort(entry.children, {},
                             [this](size_t child) { return *people_[child].born; });
  }
  return {};
}

void TreeExport::add_parent(const ParentChild& link, store::ItemView item,
                            std::vector<ParentEntry>& parents) {
  const auto parent = person(link.parent_id);
  const auto child = person(link.child_id);
  if (!parent || !child) return;
  ParentEntry entry = {
      .parent = *parent, .child = *child, .xref = apps::text_of(item, "Xref"), .notes = link.notes};
  if (!people_[*parent].is_protected && !people_[*child].is_protected) {
    entry.kind = link.type;
    entry.adoption = link.adoption;
  }
  if (const auto texts = imported_texts(item)) {
    const auto type = texts->find("type");
    const std::string_view imported = type == texts->end() ? std::string_view() : type->second;
    entry.was_adoptive = imported == to_text(ParentKind::kAdoptive);
    // Strangers get none of the lines that are kept.
    entry.is_as_imported = imported == to_text(link.type) && !access_.is_stranger();
  }
  parents.push_back(std::move(entry));
}

void TreeExport::place_children(std::vector<ParentEntry> parents) {
  std::ranges::stable_sort(parents, {}, &ParentEntry::child);
  for (size_t begin = 0; begin < parents.size();) {
    size_t end = begin;
    std::vector<ParentEntry> rest;
    std::vector<Placed> placed;
    for (; end < parents.size() && parents[end].child == parents[begin].child; ++end) {
      const ParentEntry& one = parents[end];
      const auto found = families_by_xref_.find(one.xref);
      const bool is_there = found != families_by_xref_.end() &&
                            std::ranges::find(families_[found->second].partners, one.parent) !=
                                families_[found->second].partners.end();
      if (is_there) {
        placed.push_back({found->second, one});
      } else {
        rest.push_back(one);
      }
    }
    place_child(std::move(rest), placed);
    put_children(placed);
    begin = end;
  }
}

// The families of a child whose parents were linked in Norn: parents of one kind who are a couple
// first, then other pairs of one kind, and then single parents.
void TreeExport::place_child(std::vector<ParentEntry> parents, std::vector<Placed>& placed) {
  std::ranges::stable_sort(parents, {}, &ParentEntry::kind);
  std::vector<bool> is_placed(parents.size());
  const auto place_pairs = [&](bool couples_only) {
    for (size_t i = 0; i < parents.size(); ++i) {
      for (size_t j = i + 1; j < parents.size(); ++j) {
        if (is_placed[i] || is_placed[j] || parents[i].kind != parents[j].kind) continue;
        const auto couple = couple_of_pair(parents[i].parent, parents[j].parent);
        if (!couple && couples_only) continue;
        const size_t family =
            couple ? *couple : family_of_parents({parents[i].parent, parents[j].parent});
        placed.push_back({family, parents[i]});
        placed.push_back({family, parents[j]});
        is_placed[i] = is_placed[j] = true;
      }
    }
  };
  place_pairs(true);
  place_pairs(false);
  for (size_t i = 0; i < parents.size(); ++i) {
    if (is_placed[i]) continue;
    std::optional<size_t> family;
    // A step-parent is in one family with the parent, who has another one as well.
    for (size_t j = 0; j < i && !family; ++j) {
      if (parents[j].kind < parents[i].kind) {
        family = couple_of_pair(parents[i].parent, parents[j].parent);
      }
    }
    if (!family) family = family_of_parent(parents[i].parent, parents[i].child);
    placed.push_back({*family, parents[i]});
  }
}

// GEDCOM says of a family what both partners are to a child: where they are not the same, the
// closer one has the child in a family of their own. As it was imported it stays.
void TreeExport::put_children(const std::vector<Placed>& placed) {
  for (const Placed& one : placed) {
    bool is_closer = false;
    bool is_as_imported = true;
    for (const Placed& other : placed) {
      if (other.family != one.family) continue;
      is_closer = is_closer || one.parent.kind < other.parent.kind;
      is_as_imported = is_as_imported && other.parent.is_as_imported;
    }
    const bool is_alone = is_closer && !is_as_imported;
    put_child(is_alone ? family_of_parent(one.parent.parent, one.parent.child) : one.family,
              one.parent);
    if (!is_alone || !one.parent.was_adoptive) continue;
    for (const Placed& other : placed) {
      if (other.family == one.family && other.parent.kind == ParentKind::kAdoptive) {
        childhood_in(one.family, one.parent.child).is_adopted_by_one = true;
      }
    }
  }
}

TreeExport::Childhood& TreeExport::childhood_in(size_t family, size_t child) {
  std::vector<Childhood>& all = people_[child].child_in;
  const auto found = std::ranges::find(all, family, &Childhood::family);
  return found != all.end() ? *found : all.emplace_back(Childhood{.family = family});
}

void TreeExport::put_child(size_t family, const ParentEntry& parent) {
  FamilyEntry& entry = families_[family];
  if (std::ranges::find(entry.children, parent.child) == entry.children.end()) {
    entry.children.push_back(parent.child);
  }
  Childhood& childhood = childhood_in(family, parent.child);
  const auto place = std::ranges::find(entry.partners, parent.parent);
  childhood.parents.push_back({.place = static_cast<size_t>(place - entry.partners.begin()),
                               .kind = parent.kind,
                               .adoption = parent.adoption,
                               .was_adoptive = parent.was_adoptive});
  if (parent.notes) childhood.notes = parent.notes;
}

std::optional<ParentKind> TreeExport::Childhood::kind() const {
  if (parents.empty()) return std::nullopt;
  return std::ranges::max(parents, {}, &FamilyParent::kind).kind;
}

bool TreeExport::Childhood::is_mixed() const {
  return std::ranges::any_of(parents,
                             [this](const FamilyParent& one) { return one.kind != *kind(); });
}

// The family of a single parent in which the child is, or a new one.
size_t TreeExport::family_of_parent(size_t parent, size_t child) {
  for (const Childhood& one : people_[child].child_in) {
    if (families_[one.family].partners == std::vector{parent}) return one.family;
  }
  return family_of_parents({parent});
}

bool TreeExport::is_wife(const FamilyEntry& entry, size_t place) const {
  const bool is_alone = entry.partners.size() == 1;
  return is_alone ? people_[entry.partners.front()].is_female : place == 1;
}

std::optional<size_t> TreeExport::couple_of_pair(size_t first, size_t second) const {
  const auto found = families_by_couple_.find(std::minmax(first, second));
  return found == families_by_couple_.end() ? std::nullopt : std::optional(found->second);
}

size_t TreeExport::family_of_parents(std::vector<size_t> parents) {
  std::ranges::sort(parents);
  const auto [place, is_new] = families_by_parents_.emplace(parents, families_.size());
  if (!is_new) return place->second;
  FamilyEntry entry = {.xref = xrefs_.add("", "F")};
  if (parents.size() == 2 && people_[parents[0]].is_female && !people_[parents[1]].is_female) {
    std::swap(parents[0], parents[1]);
  }
  for (const size_t parent : parents) people_[parent].partner_in.push_back(families_.size());
  entry.partners = std::move(parents);
  families_.push_back(std::move(entry));
  return place->second;
}

Result<void> TreeExport::read_sources() {
  if (access_.is_stranger()) return {};
  std::vector<std::tuple<std::string, std::string, std::string>> found;  // Xref, id, SK.
  NORN_TRY(visit_tree(
      *context_, access_.tree, keys::kSourcePrefix, [&](store::ItemView item) -> Result<void> {
        if (const auto source = source_from(item)) {
          found.emplace_back(apps::text_of(item, "Xref"), source->id, apps::text_of(item, "SK"));
        }
        return {};
      }));
  std::ranges::sort(found, [](const auto& left, const auto& right) {
    const auto& [one, one_id, one_key] = left;
    const auto& [other, other_id, other_key] = right;
    if (one.empty() != other.empty()) return other.empty();
    return one == other ? one_id < other_id : comes_before(one, other);
  });
  for (const auto& [xref, id, key] : found) {
    source_xrefs_.emplace(id, xrefs_.add(xref, "S"));
    source_keys_.push_back(key);
  }
  return {};
}

void TreeExport::append(std::string& out, const Record& record) const {
  Record translated = xrefs_.translated(record);
  const bool is_note = record.tag == "NOTE" && !record.xref.empty();
  if (is_note && version_ == Version::k70) translated.tag = "SNOTE";
  gedcom::append_record(out, translated, version_);
}

void TreeExport::append_head(std::string& out) {
  out += gedcom::beginning_of_file(version_);
  Record header = gedcom::header_record(version_, "Norn", "1");
  for (Record& child : header.children) {
    if (child.tag == "SOUR") child.children.push_back({.tag = "_TREE", .value = access_.tree.name});
  }
  if (header_) {
    for (const Record& child : header_->children) header.children.push_back(child);
  }
  const bool has_submitter = std::ranges::any_of(header.children, [this](const Record& child) {
    return child.tag == "SUBM" && child.is_pointer && !xrefs_.of(child.value).empty();
  });
  if (version_ == Version::k70 || has_submitter) {
    append(out, header);
    return;
  }
  Record submitter = unknown_submitter();
  submitter.xref = xrefs_.add(submitter.xref, "U");
  header.children.push_back({.tag = "SUBM", .value = submitter.xref, .is_pointer = true});
  append(out, header);
  append(out, submitter);
}

Result<std::vector<store::Item>> TreeExport::items_of(const std::vector<std::string>& sort_keys) {
  std::vector<store::Item> wanted;
  const std::string owner = keys::user(access_.tree.owner_id);
  for (const std::string& key : sort_keys) wanted.push_back(apps::key_of(owner, key));
  return apps::get_all(context_->store, context_->tables.family(), wanted);
}

// The lines that are kept with an item, with those that did not fit into it.
Result<std::string> TreeExport::kept_of_item(store::ItemView item) {
  if (access_.is_stranger()) return "";
  std::string text = apps::text_of(item, "Gedcom");
  const auto parts = parts_.find(apps::text_of(item, "SK"));
  if (parts == parts_.end()) return text;
  for (const auto& [number, key] : parts->second) {
    NORN_ASSIGN(const auto items, items_of({key}));
    if (!items.empty()) text += apps::text_of(items.front(), "Gedcom");
  }
  return text;
}

Result<void> TreeExport::append_people(std::string& out) {
  const size_t end = std::min(people_.size(), next_ + kRecordsPerPart);
  std::vector<std::string> wanted;
  for (size_t i = next_; i < end; ++i) wanted.push_back(keys::person(people_[i].id));
  NORN_ASSIGN(const auto items, items_of(wanted));
  std::unordered_map<std::string, store::ItemView> by_id;
  for (const store::Item& item : items) {
    by_id.emplace(keys::person_in(apps::text_of(item, "SK")), item);
  }
  for (; next_ < end; ++next_) {
    const PersonEntry& entry = people_[next_];
    const auto found = by_id.find(entry.id);
    // Who was deleted meanwhile is still linked.
    const store::ItemView item = found == by_id.end() ? store::ItemView() : found->second;
    NORN_ASSIGN(const Record record, person_record(entry, item));
    append(out, record);
  }
  if (next_ < people_.size()) return {};
  stage_ = Stage::kFamilies;
  next_ = 0;
  return {};
}

Result<Record> TreeExport::person_record(const PersonEntry& entry, store::ItemView item) {
  Record record{.tag = "INDI", .xref = entry.xref};
  std::vector<Record> kept;
  auto person = person_from(item);
  if (person) {
    const SeenPerson seen = seen_by(access_, *std::move(person), today(*context_));
    Person shown = seen.person;
    if (seen.is_nameless) shown.first_name = "Living";
    NORN_ASSIGN(const std::string text, kept_of_item(item));
    kept = kept_children(text);
    std::vector<Record> lines;
    std::erase_if(kept, [&](const Record& line) {
      const bool is_of_family = line.tag == "FAMC" || line.tag == "FAMS" || line.tag == "ADOP";
      if (!is_of_family) lines.push_back(line);
      return !is_of_family;
    });
    record.children = person_lines(shown, lines, version_);
    put_citations_back(record.children, with_sources(shown, xref_of_source()));
    if (!seen.is_protected) {
      // Who has no xref of a file yet is found again by this, when the file is imported again.
      if (apps::text_of(item, "Xref").empty() && uid_of(lines).empty()) {
        record.children.push_back(
            {.tag = version_ == Version::k70 ? "UID" : "_UID", .value = entry.id});
      }
      std::map<std::string, std::string> kept_lines;
      NORN_ASSIGN(const auto facts, facts_of_person(entry.id, kept_lines));
      for (const Fact& fact : facts) {
        record.children.push_back(fact_line(fact, kept_children(kept_lines[fact.id]),
                                            fact.created_at == fact.updated_at, version_));
      }
    }
  }
  add_families(entry, kept, record);
  return record;
}

// FAMC, FAMS and ADOP of a person, with the lines that they came from.
void TreeExport::add_families(const PersonEntry& entry, std::vector<Record>& kept,
                              Record& record) const {
  const auto is_line_of = [&](const Record& line, std::string_view tag, const std::string& xref) {
    const Record* const link = tag == "ADOP" ? line.child("FAMC") : &line;
    return line.tag == tag && link != nullptr && link->is_pointer && are_one(link->value, xref);
  };
  const auto line_of = [&](std::string_view tag, const std::string& xref) -> const Record* {
    const auto found =
        std::ranges::find_if(kept, [&](const Record& line) { return is_line_of(line, tag, xref); });
    return found == kept.end() ? nullptr : &*found;
  };
  for (const Childhood& childhood : entry.child_in) {
    const std::string& xref = families_[childhood.family].xref;
    const Record* const kept_line = line_of("FAMC", xref);
    const auto kind = childhood.kind();
    const bool is_kept =
        kept_line != nullptr && (!kind || entry.is_protected || childhood.is_mixed());
    Record line =
        is_kept ? *kept_line
                : child_line(xref, kind.value_or(ParentKind::kBiological), kept_line, version_);
    if (childhood.notes && !access_.is_stranger()) {
      line.children.push_back({.tag = "NOTE", .value = *childhood.notes});
    }
    record.children.push_back(std::move(line));
    if (entry.is_protected) continue;
    std::vector<Record> adoptions;
    for (const Record& one : kept) {
      if (is_line_of(one, "ADOP", xref)) adoptions.push_back(one);
    }
    if (says_adoptions(childhood, adoptions)) continue;
    std::erase_if(kept, [&](const Record& one) { return is_line_of(one, "ADOP", xref); });
    for (Record& one : adoption_lines(childhood, adoptions)) {
      record.children.push_back(std::move(one));
    }
  }
  for (const size_t family : entry.partner_in) {
    const std::string& xref = families_[family].xref;
    const Record* const origin = line_of("FAMS", xref);
    record.children.push_back(
        origin != nullptr ? *origin : Record{.tag = "FAMS", .value = xref, .is_pointer = true});
  }
  for (const Record& line : kept) {
    if (line.tag == "ADOP") record.children.push_back(line);
  }
}

// Whether the adoptions of a file by the partners of a family still say what the parents are.
bool TreeExport::says_adoptions(const Childhood& childhood,
                                const std::vector<Record>& lines) const {
  const FamilyEntry& family = families_[childhood.family];
  const auto is_by_both = [](const Record& line) {
    return adopted_by(*line.child("FAMC")) == AdoptedBy::kBoth;
  };
  if (childhood.is_adopted_by_one && std::ranges::any_of(lines, is_by_both)) return false;
  return std::ranges::all_of(childhood.parents, [&](const FamilyParent& one) {
    const AdoptedBy alone = is_wife(family, one.place) ? AdoptedBy::kWife : AdoptedBy::kHusband;
    const Record* last = nullptr;
    for (const Record& line : lines) {
      const AdoptedBy by = adopted_by(*line.child("FAMC"));
      if (by == AdoptedBy::kBoth || by == alone) last = &line;
    }
    // With PEDI, a file says that somebody who adopted is something else.
    if (one.kind != ParentKind::kAdoptive) return last == nullptr || !one.was_adoptive;
    if (last == nullptr) return lines.empty() && !one.adoption.is_known();
    return life_date_of(*last) == one.adoption;
  });
}

std::vector<Record> TreeExport::adoption_lines(const Childhood& childhood,
                                               const std::vector<Record>& origins) const {
  const FamilyEntry& family = families_[childhood.family];
  std::vector<std::vector<FamilyParent>> adoptions;  // Those of one day together.
  for (const FamilyParent& one : childhood.parents) {
    if (one.kind != ParentKind::kAdoptive) continue;
    const auto same = std::ranges::find_if(
        adoptions, [&](const auto& others) { return others.front().adoption == one.adoption; });
    (same == adoptions.end() ? adoptions.emplace_back() : *same).push_back(one);
  }
  std::vector<Record> lines;
  for (size_t i = 0; i < adoptions.size(); ++i) {
    const FamilyParent& first = adoptions[i].front();
    Record line = i < origins.size() ? origins[i] : Record{.tag = "ADOP"};
    if (life_date_of(line) != first.adoption) {
      std::erase_if(line.children, [](const Record& child) { return child.tag == "DATE"; });
      Record dated;
      add_date_line(dated, first.adoption, version_);
      line.children.insert(line.children.begin(), dated.children.begin(), dated.children.end());
    }
    auto link = std::ranges::find(line.children, "FAMC", &Record::tag);
    if (link == line.children.end()) {
      link = line.children.insert(link,
                                  Record{.tag = "FAMC", .value = family.xref, .is_pointer = true});
    }
    const bool is_alone = family.partners.size() == 2 && adoptions[i].size() == 1;
    if (is_alone || adopted_by(*link) != AdoptedBy::kBoth) {
      std::erase_if(link->children, [](const Record& child) { return child.tag == "ADOP"; });
    }
    if (is_alone) {
      link->children.push_back({.tag = "ADOP", .value = first.place == 1 ? "WIFE" : "HUSB"});
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

Result<std::vector<Fact>> TreeExport::facts_of_person(const std::string& person_id,
                                                      std::map<std::string, std::string>& kept) {
  std::vector<Fact> facts;
  for (const std::string& prefix : {keys::fact(person_id, ""), keys::note(person_id, "")}) {
    store::QueryRequest request;
    request.table = context_->tables.family();
    request.key_condition = "PK = :pk AND begins_with(SK, :prefix)";
    request.placeholders.values = {{":pk", keys::user(access_.tree.owner_id)}, {":prefix", prefix}};
    request.consistent = true;
    NORN_TRY(apps::query_each(context_->store, request, [&](store::ItemView item) -> Result<void> {
      auto fact = fact_from(item);
      if (!fact || fact->tree_id != access_.tree.id) return {};
      NORN_ASSIGN(kept[fact->id], kept_of_item(item));
      facts.push_back(*std::move(fact));
      return {};
    }));
  }
  std::ranges::sort(facts, {},
                    [](const Fact& fact) { return std::tuple(fact.created_at, fact.id); });
  for (Fact& fact : facts) {
    std::vector<Citation> citations;
    for (Citation& citation : fact.citations) {
      const auto xref = source_xrefs_.find(citation.source_id);
      if (xref == source_xrefs_.end()) continue;
      citation.source_id = xref->second;
      citations.push_back(std::move(citation));
    }
    fact.citations = std::move(citations);
  }
  return facts;
}

Result<void> TreeExport::append_families(std::string& out) {
  const size_t end = std::min(families_.size(), next_ + kRecordsPerPart);
  std::vector<std::string> wanted;
  for (size_t i = next_; i < end; ++i) {
    const FamilyEntry& entry = families_[i];
    const std::string& key = entry.couple_key.empty() ? entry.kept_key : entry.couple_key;
    if (!key.empty()) wanted.push_back(key);
  }
  NORN_ASSIGN(const auto items, items_of(wanted));
  std::unordered_map<std::string, store::ItemView> by_key;
  for (const store::Item& item : items) by_key.emplace(apps::text_of(item, "SK"), item);
  for (; next_ < end; ++next_) {
    const FamilyEntry& entry = families_[next_];
    const auto found = by_key.find(entry.couple_key.empty() ? entry.kept_key : entry.couple_key);
    NORN_ASSIGN(const Record record,
                family_record(next_, found == by_key.end() ? store::ItemView() : found->second));
    append(out, record);
  }
  if (next_ < families_.size()) return {};
  stage_ = Stage::kSources;
  next_ = 0;
  return {};
}

// CHIL. What some programs say there of one parent is left out if it is not so any more.
Record TreeExport::child_of_family(size_t family, size_t child, const Record* kept) const {
  const PersonEntry& person = people_[child];
  if (kept == nullptr) return {.tag = "CHIL", .value = person.xref, .is_pointer = true};
  Record line = *kept;
  const ChildKinds said = child_kinds_of(line);
  const auto found = std::ranges::find(person.child_in, family, &Childhood::family);
  if (found == person.child_in.end()) return line;
  for (const FamilyParent& one : found->parents) {
    const bool is_mother = is_wife(families_[family], one.place);
    const auto& kind = is_mother ? said.mother : said.father;
    if (!kind || *kind == one.kind) continue;
    const std::string_view tag = is_mother ? "_MREL" : "_FREL";
    std::erase_if(line.children, [&](const Record& below) { return below.tag == tag; });
  }
  return line;
}

Result<Record> TreeExport::family_record(size_t family, store::ItemView item) {
  const FamilyEntry& entry = families_[family];
  Record record{.tag = "FAM", .xref = entry.xref};
  std::vector<Record> kept;
  NORN_ASSIGN(const std::string text, kept_of_item(item));
  kept = entry.kept_key.empty() ? kept_children(text) : kept_record(text).children;
  const auto line_of = [&](std::string_view tag, const std::string& xref) -> const Record* {
    const auto found = std::ranges::find_if(kept, [&](const Record& line) {
      const bool is_tag =
          tag == "CHIL" ? line.tag == tag : line.tag == "HUSB" || line.tag == "WIFE";
      return is_tag && line.is_pointer && are_one(line.value, xref);
    });
    return found == kept.end() ? nullptr : &*found;
  };
  for (size_t i = 0; i < entry.partners.size(); ++i) {
    const PersonEntry& partner = people_[entry.partners[i]];
    const Record* const origin = line_of("HUSB", partner.xref);
    record.children.push_back(origin != nullptr ? *origin
                                                : Record{.tag = is_wife(entry, i) ? "WIFE" : "HUSB",
                                                         .value = partner.xref,
                                                         .is_pointer = true});
  }
  const auto add_void_lines = [&](bool of_children) {
    for (const Record& line : kept) {
      const bool is_partner = line.tag == "HUSB" || line.tag == "WIFE";
      const bool is_wanted = of_children ? line.tag == "CHIL" : is_partner;
      if (is_wanted && line.value == gedcom::kVoidPointer) record.children.push_back(line);
    }
  };
  add_void_lines(false);
  for (const size_t child : entry.children) {
    const Record* const origin = line_of("CHIL", people_[child].xref);
    record.children.push_back(child_of_family(family, child, origin));
  }
  add_void_lines(true);
  std::erase_if(kept, [](const Record& line) {
    return line.tag == "HUSB" || line.tag == "WIFE" || line.tag == "CHIL";
  });
  const bool is_protected = std::ranges::any_of(
      entry.partners, [this](size_t partner) { return people_[partner].is_protected; });
  const auto couple = couple_from(item);
  if (couple && !is_protected) {
    kept = couple_lines(*couple, kept, version_);
    put_citations_back(kept, with_sources(*couple, xref_of_source()));
    // Notes may say something of their children.
    if (access_.is_stranger()) {
      std::erase_if(kept, [](const Record& line) { return line.tag == "NOTE"; });
    }
  } else if (is_protected) {
    kept.clear();
  }
  for (const Record& line : kept) record.children.push_back(line);
  return record;
}

NameOfSource TreeExport::xref_of_source() const {
  return [this](const std::string& id) {
    const auto found = source_xrefs_.find(id);
    return found == source_xrefs_.end() ? std::string() : found->second;
  };
}

Result<void> TreeExport::append_sources(std::string& out) {
  const size_t end = std::min(source_keys_.size(), next_ + kRecordsPerPart);
  for (; next_ < end; ++next_) {
    NORN_ASSIGN(const auto items, items_of({source_keys_[next_]}));
    if (items.empty()) continue;
    const auto source = source_from(items.front());
    if (!source) continue;
    NORN_ASSIGN(const std::string text, kept_of_item(items.front()));
    append(out, {.tag = "SOUR",
                 .xref = source_xrefs_.at(source->id),
                 .children = source_lines(*source, kept_children(text))});
  }
  if (next_ < source_keys_.size()) return {};
  stage_ = Stage::kOthers;
  next_ = 0;
  return {};
}

Result<void> TreeExport::append_others(std::string& out) {
  const size_t end = std::min(other_keys_.size(), next_ + kRecordsPerPart);
  for (; next_ < end; ++next_) {
    NORN_ASSIGN(const auto items, items_of({other_keys_[next_]}));
    if (items.empty()) continue;
    NORN_ASSIGN(const std::string text, kept_of_item(items.front()));
    const Record record = kept_record(text);
    if (!record.tag.empty()) append(out, record);
  }
  if (next_ < other_keys_.size()) return {};
  stage_ = Stage::kEnd;
  next_ = 0;
  return {};
}

}  // namespace norn::family
