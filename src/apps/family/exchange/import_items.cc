#include "apps/family/exchange/import_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "apps/family/exchange/cited_events.h"
#include "apps/family/exchange/from_gedcom.h"
#include "apps/family/exchange/imported_fields.h"
#include "apps/family/exchange/kept_lines.h"
#include "apps/family/exchange/sentences.h"
#include "apps/family/exchange/to_gedcom.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "base/faults.h"
#include "base/text.h"
#include "base/time_text.h"
#include "base/work_budget.h"

namespace norn::family {
namespace {

using gedcom::Record;

constexpr size_t kShownNames = 20;
constexpr size_t kRecordsBetweenChecks = 500;

// The lines of the header that every file has anew.
constexpr std::array<std::string_view, 6> kNewHeaderTags = {"GEDC", "CHAR", "SOUR",
                                                            "DATE", "FILE", "DEST"};

bool is_kept_xref(std::string_view xref) {
  return !xref.empty() && xref.size() <= kMaxXrefBytes;
}

// Of a family.
bool is_person_line(const Record& line) {
  return line.tag == "HUSB" || line.tag == "WIFE" || line.tag == "CHIL";
}

// The first bytes of a text, at most so many, and not within a character.
size_t part_size(std::string_view text, size_t most) {
  if (text.size() <= most) return text.size();
  while (most > 0 && continues_character(text[most])) --most;
  return most;
}

class ItemProducer {
 public:
  ItemProducer(const ImportPlan& plan, const ImportedTree& tree, gedcom::Version version, Ids& ids,
               const ItemSink& sink, const TellImport& tell)
      : plan_(plan),
        tree_(tree),
        version_(version),
        ids_(ids),
        sink_(sink),
        tell_(tell),
        now_(timestamp_ms(tree.now_ms)) {}

  Result<void> add_header(const Record& header) {
    Record kept{.tag = "HEAD"};
    for (const Record& child : header.children) {
      const bool is_new = std::ranges::find(kNewHeaderTags, child.tag) != kNewHeaderTags.end();
      const bool is_nobody = child.tag == "SUBM" && child.value == unknown_submitter().xref;
      if (!is_new && !is_nobody) kept.children.push_back(child);
    }
    if (const Record* const program = header.child("SOUR")) {
      counts_.tree_name = program->child_text("_TREE");
    }
    if (kept.children.empty()) return {};
    return put_kept_record(kept);
  }

  Result<void> add(const Record& record) {
    if (record == unknown_submitter()) return {};
    tell_missing(record, first_characters(record.tag, kMaxTagCharacters), 0);
    tell_kept(record, tell_);
    if (record.tag == "INDI") return add_person(record);
    if (record.tag == "FAM") return add_family(record);
    if (record.tag == "SOUR") return add_source(record);
    return put_kept_record(record);
  }

  ImportCounts counts() { return std::move(counts_); }

 private:
  template <typename T>
  void begin(T& thing) const {
    thing.tree_id = tree_.tree_id;
    thing.owner_id = tree_.user_id;
    thing.created_at = thing.updated_at = now_;
    thing.created_by = thing.updated_by = tree_.author_id.empty() ? tree_.user_id : tree_.author_id;
  }

  // Links of kept lines and of citations; those of families were told by the plan.
  void tell_missing(const Record& record, std::string_view path, int level) {
    constexpr std::array<std::string_view, 5> kFamilyLinks = {"FAMC", "FAMS", "HUSB", "WIFE",
                                                              "CHIL"};
    for (const Record& child : record.children) {
      const std::string below = path_below(path, child.tag);
      const bool is_of_family =
          level == 0 && std::ranges::find(kFamilyLinks, child.tag) != kFamilyLinks.end();
      const bool is_link = child.is_pointer && child.value != gedcom::kVoidPointer;
      if (is_link && !is_of_family && !plan_.has(child.value)) {
        tell_(child.line, kGedcomLinkMissing(below, xref_words(child.value)));
      }
      tell_missing(child, below, level + 1);
    }
  }

  const std::string& name_in_tree(const std::string& xref) const {
    const auto found = tree_.xrefs.find(xref);
    return found == tree_.xrefs.end() ? xref : found->second;
  }

  // A record with the xrefs of the tree.
  Record named_in_tree(Record record) const {
    if (tree_.xrefs.empty()) return record;
    if (!record.xref.empty()) record.xref = name_in_tree(record.xref);
    if (record.is_pointer) record.value = name_in_tree(record.value);
    for (Record& child : record.children) child = named_in_tree(std::move(child));
    return record;
  }

  std::string text_to_keep(std::vector<Record> lines) const {
    for (Record& line : lines) line = named_in_tree(std::move(line));
    return kept_text(lines);
  }

  // An item with what the file says of it, the xref of its record, and the lines that are kept.
  Result<void> put(const store::Item& item, const Fields& fields, const std::string& xref,
                   const std::string& kept) {
    store::Map map = item.to_map();
    map.insert_or_assign(std::string(kImportedAttribute), imported_value(fields));
    if (is_kept_xref(xref)) map.insert_or_assign("Xref", name_in_tree(xref));
    const size_t first = part_size(kept, kMaxKeptBytesInItem);
    if (first > 0) map.insert_or_assign("Gedcom", kept.substr(0, first));
    const std::string sort_key = *map.at("SK").get_if<std::string>();
    NORN_TRY(sink_(store::Item::from_map(map)));
    return put_rest(std::string_view(kept).substr(first), sort_key, 1);
  }

  Result<void> put_rest(std::string_view rest, const std::string& of, int64_t part) {
    for (; !rest.empty(); ++part) {
      const size_t size = part_size(rest, kMaxKeptBytes);
      store::Map map = kept_map(rest.substr(0, size));
      map.emplace("Of", of);
      map.emplace("Part", store::Value::number(part));
      NORN_TRY(sink_(store::Item::from_map(map)));
      rest.remove_prefix(size);
    }
    return {};
  }

  store::Map kept_map(std::string_view text) {
    const std::string key = keys::gedcom(tree_.tree_id, fmt::format("{:08}", next_number_++));
    return {{"PK", keys::user(tree_.user_id)},
            {"SK", key},
            {"EntityType", "Gedcom"},
            {"TreeId", tree_.tree_id},
            {"UserId", tree_.user_id},
            {"CreatedAt", now_},
            {"UpdatedAt", now_},
            {"GSI2PK", keys::tree(tree_.tree_id)},
            {"GSI2SK", key},
            {"Gedcom", text}};
  }

  Result<void> put_kept_record(const Record& record) {
    const std::string text = kept_record_text(named_in_tree(record));
    const size_t first = part_size(text, kMaxKeptBytes);
    store::Map map = kept_map(std::string_view(text).substr(0, first));
    map.emplace("Tag", first_characters(record.tag, kMaxTagCharacters));
    if (is_kept_xref(record.xref)) map.emplace("Xref", name_in_tree(record.xref));
    map.emplace(kImportedAttribute, imported_value(fields_of_record(text)));
    const std::string sort_key = *map.at("SK").get_if<std::string>();
    NORN_TRY(sink_(store::Item::from_map(map)));
    return put_rest(std::string_view(text).substr(first), sort_key, 1);
  }

  Result<void> add_person(const Record& record) {
    if (next_person_ == plan_.people().size()) return conflict(kGedcomFileChanged);
    const auto planned_index = static_cast<FilePersonIndex>(next_person_++);
    const PlannedPerson& planned = plan_.people()[planned_index];
    Person person = person_of(record, tell_);
    begin(person);
    person.id = planned.id;
    person.ordinal = static_cast<int64_t>(next_person_);
    Record uncited = record;
    take_citations(uncited, person, id_of_source(), tell_);
    std::vector<Record> kept = kept_of_person(uncited, version_);
    size_t count = 0;
    for (const Record& child : record.children) {
      if (is_family_line_kept(child, planned_index)) kept.push_back(child);
      if (!is_fact_record(child)) continue;
      if (child.is_pointer && plan_.note(child.value) == nullptr) {
        // To a record that is no note, or to nothing.
        if (plan_.has(child.value)) kept.push_back(child);
        continue;
      }
      if (count == kMaxFactsPerPerson) {
        tell_(child.line, kGedcomTooManyFacts(person.full_name(), kMaxFactsPerPerson));
        kept.push_back(child);
        continue;
      }
      NORN_TRY(add_fact(child, person.id, count++));
    }
    ++counts_.people;
    if (counts_.first_names.size() < kShownNames) {
      counts_.first_names.push_back(person.full_name());
    }
    const std::string lines = text_to_keep(std::move(kept));
    return put(to_item(person), fields_of(person, lines), record.xref, lines);
  }

  // Of a person: FAMC that says more than the relationships do, and FAMS with something below it.
  bool is_family_line_kept(const Record& child, FilePersonIndex person) const {
    if (!child.is_pointer || !plan_.has(child.value)) return false;
    if (child.tag == "FAMS") return !child.children.empty();
    if (child.tag != "FAMC") return false;
    return child != child_line(child.value, parent_kind_of(child), version_) ||
           plan_.keeps_family_line(child.value, person);
  }

  Result<void> add_fact(const Record& record, const std::string& person_id, size_t position) {
    const std::string* const shared = record.is_pointer ? plan_.note(record.value) : nullptr;
    Fact fact = fact_of(record, shared != nullptr ? *shared : "", tell_);
    const bool is_reproduced = !record.is_pointer && fact_record(fact, version_) == record;
    begin(fact);
    fact.id = ids_.uuid();
    fact.person_id = person_id;
    // So that facts without dates, and notes, stay in the order of the file.
    fact.created_at = fact.updated_at = timestamp_ms(tree_.now_ms + static_cast<int64_t>(position));
    std::vector<Citation> citations;
    for (Citation& citation : fact.citations) {
      const std::string* const id = plan_.source(citation.source_id);
      if (id == nullptr) continue;
      citation.source_id = *id;
      citations.push_back(std::move(citation));
    }
    fact.citations = std::move(citations);
    ++counts_.facts;
    const std::string lines = is_reproduced ? "" : text_to_keep({record});
    return put(to_item(fact), fields_of(fact, lines), "", lines);
  }

  NameOfSource id_of_source() const {
    return [this](const std::string& xref) {
      const std::string* const id = plan_.source(xref);
      return id == nullptr ? std::string() : *id;
    };
  }

  Result<void> add_source(const Record& record) {
    if (next_source_ == plan_.sources().size()) return conflict(kGedcomFileChanged);
    Source source = source_of(record, tell_);
    begin(source);
    source.id = plan_.sources()[next_source_++].id;
    ++counts_.sources;
    const std::string lines = text_to_keep(kept_of_source(record));
    return put(to_item(source), fields_of(source, lines), record.xref, lines);
  }

  Result<void> add_family(const Record& record) {
    if (next_family_ == plan_.families().size()) return conflict(kGedcomFileChanged);
    const PlannedFamily& planned = plan_.families()[next_family_++];
    ++counts_.families;
    std::vector<Record> kept = kept_people_lines(record, planned);
    Record uncited = record;
    Couple couple;
    if (planned.is_couple) {
      couple = couple_of(record, tell_);
      take_citations(uncited, couple, id_of_source(), tell_);
    }
    std::vector<Record> others = kept_of_couple(uncited, version_);
    if (!planned.is_couple) {
      others = record.children;
      std::erase_if(others, is_person_line);
    }
    kept.insert(kept.end(), others.begin(), others.end());
    for (const PlannedChild& child : planned.children) {
      NORN_TRY(add_parents(child, planned));
    }
    if (!planned.is_couple) {
      Record family{.tag = "FAM", .xref = planned.xref, .children = std::move(kept)};
      return put_kept_record(family);
    }
    begin(couple);
    couple.person1_id = plan_.people()[planned.partners[0]].id;
    couple.person2_id = plan_.people()[planned.partners[1]].id;
    const std::string lines = text_to_keep(std::move(kept));
    return put(to_item(couple), fields_of(couple, lines), planned.xref, lines);
  }

  // Partners before children, as they are written.
  std::vector<Record> kept_people_lines(const Record& family, const PlannedFamily& planned) const {
    std::unordered_map<FilePersonIndex, const PlannedChild*> children;
    for (const PlannedChild& child : planned.children) children.emplace(child.person, &child);
    std::vector<Record> lines;
    for (const bool is_child : {false, true}) {
      for (const Record& line : family.children) {
        if (!is_person_line(line) || (line.tag == "CHIL") != is_child) continue;
        if (is_person_line_kept(line, planned, children)) lines.push_back(line);
      }
    }
    return lines;
  }

  // Whether a line of a family that leads to a person says more than the relationships do.
  bool is_person_line_kept(
      const Record& line, const PlannedFamily& planned,
      const std::unordered_map<FilePersonIndex, const PlannedChild*>& children) const {
    if (line.is_pointer && line.value == gedcom::kVoidPointer) return true;
    const auto person = line.is_pointer ? plan_.person(line.value) : std::nullopt;
    if (!person) return false;
    if (line.tag == "CHIL") {
      const auto found = children.find(*person);
      if (found == children.end()) return false;
      const PlannedChild& child = *found->second;
      return child.keeps_line || (child.is_linked() && !line.children.empty());
    }
    const auto partner = std::ranges::find(planned.partners, *person);
    if (partner == planned.partners.end()) return false;
    const bool is_first = partner == planned.partners.begin();
    const bool is_usual = line.children.empty() && (line.tag == "HUSB") == is_first;
    return !planned.is_couple || !is_usual;
  }

  Result<void> add_parents(const PlannedChild& child, const PlannedFamily& planned) {
    for (size_t i = 0; i < planned.partners.size(); ++i) {
      if (!child.parents[i].is_linked) continue;
      ParentChild link;
      begin(link);
      link.parent_id = plan_.people()[planned.partners[i]].id;
      link.child_id = plan_.people()[child.person].id;
      link.type = child.parents[i].kind;
      link.adoption = child.parents[i].adoption;
      NORN_TRY(put(to_item(link), fields_of(link), planned.xref, ""));
    }
    return {};
  }

  const ImportPlan& plan_;
  const ImportedTree& tree_;
  const gedcom::Version version_;
  Ids& ids_;
  const ItemSink& sink_;
  const TellImport& tell_;
  const std::string now_;
  ImportCounts counts_;
  size_t next_person_ = 0;
  size_t next_family_ = 0;
  size_t next_source_ = 0;
  int64_t next_number_ = 0;
};

}  // namespace

Result<ImportCounts> produce_items(const OpenGedcom& open, const ImportPlan& plan,
                                   const ImportedTree& tree, Ids& ids, const ItemSink& sink,
                                   const TellImport& tell, gedcom::Notes& notes) {
  NORN_ASSIGN(auto source, open());
  NORN_ASSIGN(auto reader, gedcom::RecordReader::open(std::move(source), notes));
  ItemProducer producer(plan, tree, reader.version(), ids, sink, tell);
  NORN_TRY(producer.add_header(reader.header()));
  for (size_t count = 0;; ++count) {
    if (count % kRecordsBetweenChecks == 0) WorkBudget::give_way();
    NORN_ASSIGN(const auto record, reader.next());
    if (!record) break;
    NORN_TRY(producer.add(*record));
  }
  return producer.counts();
}

}  // namespace norn::family
