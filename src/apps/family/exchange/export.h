#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "apps/family/access.h"
#include "apps/family/exchange/cited_events.h"
#include "apps/family/exchange/xref_book.h"
#include "apps/family/model/fact.h"
#include "gedcom/records.h"
#include "gedcom/version.h"

namespace norn::family {

// A tree as a GEDCOM file, produced part by part: it keeps the ids of people and their links, and
// of the rest only a few items at a time. People are in the order of their xrefs. Strangers, who
// read a public tree, get nothing of the living but that they are there, and only what Norn shows.
class TreeExport {
 public:
  // For those who may read the tree. The context must outlive the export.
  static Result<TreeExport> begin(const Context& context, const std::string& user_id,
                                  const std::string& tree_id, gedcom::Version version);

  // Appends the next part of the file to `out`. Returns whether there are more. Changes after
  // `begin` may be in it.
  Result<bool> append_next(std::string& out);

  const Tree& tree() const { return access_.tree; }

 private:
  enum class Stage : uint8_t { kRead, kPeople, kFamilies, kSources, kOthers, kEnd, kDone };

  // A partner of a family who is a parent of a child in it.
  struct FamilyParent {
    size_t place = 0;  // Among the partners.
    ParentKind kind = ParentKind::kBiological;
    LifeDate adoption = {};
    bool was_adoptive = true;  // When it was imported; true if that is not known.
  };
  // Where a person is a child.
  struct Childhood {
    size_t family = 0;
    std::vector<FamilyParent> parents = {};  // None if only lines that are kept say it.
    // The other parent, who adopted when it was imported, did not, and is in another family now.
    bool is_adopted_by_one = false;
    std::optional<std::string> notes = {};

    // That of the parent who is least close; nullopt without parents.
    std::optional<ParentKind> kind() const;
    // Whether the lines that are kept say of what kind each parent is.
    bool is_mixed() const;
  };
  struct PersonEntry {
    std::string id;
    std::string xref;
    std::optional<Date> born = {};
    bool is_protected = false;
    bool is_female = false;
    std::vector<std::string> merged_xrefs = {};  // Of records that were merged into this one.
    std::vector<size_t> partner_in = {};
    std::vector<Childhood> child_in = {};
  };
  struct FamilyEntry {
    std::string xref;
    std::vector<size_t> partners = {};
    std::vector<size_t> children = {};
    std::string couple_key = {};  // SK; empty if the two are no couple.
    std::string kept_key = {};    // SK of the lines that are kept, of a family that is no couple.
    std::vector<std::string> merged_xrefs = {};
  };
  // A parent of a child, before it is known in which family.
  struct ParentEntry {
    size_t parent = 0;
    size_t child = 0;
    std::string xref;  // Of the family that the relationship came from.
    ParentKind kind = ParentKind::kBiological;
    LifeDate adoption = {};
    std::optional<std::string> notes = {};
    bool was_adoptive = true;
    bool is_as_imported = false;  // The kind is that of the last import.
  };
  struct Placed {
    size_t family = 0;
    ParentEntry parent;
  };

  TreeExport(const Context& context, TreeAccess access, gedcom::Version version);

  Result<void> read();
  Result<void> read_people();
  Result<void> read_kept();
  Result<void> read_families();
  Result<void> read_sources();
  void add_kept_family(const std::string& sort_key, const gedcom::Record& record);
  void place_children(std::vector<ParentEntry> parents);
  void add_parent(const ParentChild& link, store::ItemView item, std::vector<ParentEntry>& parents);
  void place_child(std::vector<ParentEntry> parents, std::vector<Placed>& placed);
  void put_children(const std::vector<Placed>& placed);
  void put_child(size_t family, const ParentEntry& parent);
  Childhood& childhood_in(size_t family, size_t child);
  size_t family_of_parent(size_t parent, size_t child);
  bool is_wife(const FamilyEntry& entry, size_t place) const;
  std::optional<size_t> couple_of_pair(size_t first, size_t second) const;
  size_t family_of_parents(std::vector<size_t> parents);
  std::optional<size_t> person(const std::string& id) const;
  bool are_one(const std::string& left, const std::string& right) const;

  void append_head(std::string& out);
  Result<void> append_people(std::string& out);
  Result<void> append_families(std::string& out);
  NameOfSource xref_of_source() const;
  Result<void> append_sources(std::string& out);
  Result<void> append_others(std::string& out);
  void append(std::string& out, const gedcom::Record& record) const;

  Result<gedcom::Record> person_record(const PersonEntry& entry, store::ItemView item);
  Result<gedcom::Record> family_record(size_t family, store::ItemView item);
  Result<std::vector<Fact>> facts_of_person(const std::string& person_id,
                                            std::map<std::string, std::string>& kept);
  void add_families(const PersonEntry& entry, std::vector<gedcom::Record>& kept,
                    gedcom::Record& record) const;
  bool says_adoptions(const Childhood& childhood, const std::vector<gedcom::Record>& lines) const;
  std::vector<gedcom::Record> adoption_lines(const Childhood& childhood,
                                             const std::vector<gedcom::Record>& origins) const;
  gedcom::Record child_of_family(size_t family, size_t child, const gedcom::Record* kept) const;
  Result<std::string> kept_of_item(store::ItemView item);
  Result<std::vector<store::Item>> items_of(const std::vector<std::string>& sort_keys);

  const Context* context_;
  TreeAccess access_;
  gedcom::Version version_;
  Stage stage_ = Stage::kRead;
  size_t next_ = 0;  // Of what the stage is about.

  XrefBook xrefs_;
  std::vector<PersonEntry> people_;
  std::unordered_map<std::string, size_t> people_by_id_;
  std::unordered_map<std::string, size_t> people_by_xref_;
  std::vector<FamilyEntry> families_;
  std::unordered_map<std::string, size_t> families_by_xref_;
  std::map<std::pair<size_t, size_t>, size_t> families_by_couple_;
  std::map<std::vector<size_t>, size_t> families_by_parents_;
  std::unordered_map<std::string, std::string> source_xrefs_;              // By id.
  std::vector<std::string> source_keys_;                                   // SK.
  std::vector<std::string> other_keys_;                                    // SK of other records.
  std::unordered_map<std::string, std::map<int64_t, std::string>> parts_;  // SK of further lines.
  std::optional<gedcom::Record> header_;                                   // Lines that are kept.
};

}  // namespace norn::family
