#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "apps/family/exchange/from_gedcom.h"
#include "apps/family/model/life_date.h"
#include "apps/family/model/relationship.h"
#include "base/error.h"
#include "base/ids.h"
#include "gedcom/line_reader.h"
#include "gedcom/records.h"

// The first of two passes through a GEDCOM file: who is in it and who is related to whom, without
// the rest of what it says. Links between people that cannot be are left out here.
namespace norn::family {

// A new stream of the file, from its beginning.
using OpenGedcom = std::function<Result<gedcom::ByteSource>()>;

// About the most memory that a plan takes. A file of 200,000 people needs a third of it.
constexpr size_t kMaxPlanBytes = size_t{512} << 20;

// The number of a person in the file: 0 is the first INDI.
using FilePersonIndex = uint32_t;

struct PlannedPerson {
  std::string id;
  std::string name;  // For the report.
  LifeDate birth = {};
  // By these an import into a tree finds who is there already.
  std::string xref = {};
  std::string uid = {};
  std::string first_name = {};
  std::string last_name = {};
  Gender gender = Gender::kUnknown;
};

struct PlannedSource {
  std::string id;
  std::string xref = {};
  std::string title = {};
};

// What a partner of a family is to a child of it.
struct PlannedParent {
  ParentKind kind = ParentKind::kBiological;
  LifeDate adoption = {};
  bool is_linked = false;  // Whether a relationship is imported.
};

struct PlannedChild {
  FilePersonIndex person = 0;
  size_t line = 0;
  std::array<PlannedParent, 2> parents = {};  // Of each partner of the family.
  // Whether the line of the family is kept, because no relationship says it.
  bool keeps_line = false;

  bool is_linked() const { return parents[0].is_linked || parents[1].is_linked; }
};

struct PlannedFamily {
  std::string xref;  // Made if the file has none.
  size_t line = 0;
  std::vector<FilePersonIndex> partners = {};  // At most two; HUSB before WIFE.
  std::array<bool, 2> is_wife = {};            // What the lines of ADOP and CHIL name them.
  std::vector<PlannedChild> children = {};
  bool is_couple = false;  // Two partners, and no family before it has the same.
};

class ImportPlan {
 public:
  // Returns the errors of RecordReader, and kInvalid of "file" if there are no people in it, too
  // many, or more of everything else than fits into kMaxPlanBytes.
  static Result<ImportPlan> read(const OpenGedcom& open, Ids& ids, const TellImport& tell);

  const std::vector<PlannedPerson>& people() const { return people_; }
  const std::vector<PlannedFamily>& families() const { return families_; }
  const std::vector<PlannedSource>& sources() const { return sources_; }
  const std::unordered_set<std::string>& xrefs() const { return xrefs_; }

  // For an import into a tree: these people and sources are there already, and links that cannot be
  // there are left out.
  void use_person(FilePersonIndex index, std::string id) { people_[index].id = std::move(id); }
  void use_source(size_t index, std::string id) { sources_[index].id = std::move(id); }
  void leave_out(size_t family, size_t child, size_t partner) {
    families_[family].children[child].parents[partner].is_linked = false;
  }
  void leave_out_couple(size_t family) { families_[family].is_couple = false; }

  // The person of an xref; nullopt if there is none.
  std::optional<FilePersonIndex> person(const std::string& xref) const;
  // The id of a source; nullptr if there is none.
  const std::string* source(const std::string& xref) const;
  // The text of a note that is a record; nullptr if there is none.
  const std::string* note(const std::string& xref) const;
  // Whether any record has this xref.
  bool has(const std::string& xref) const { return xrefs_.contains(xref); }
  // Whether the relationships that are imported do not say what the FAMC of a person says: there
  // are none of this family, or the two partners are not the same to the child.
  bool keeps_family_line(const std::string& family, FilePersonIndex child) const;

 private:
  // A line that links a person to a family.
  struct FamilyLink {
    FilePersonIndex person = 0;
    std::string family;
    size_t line = 0;
    bool says_kind = false;
    ParentKind kind = ParentKind::kBiological;
  };
  struct Adoption {
    FilePersonIndex person = 0;
    std::string family;
    AdoptedBy by = AdoptedBy::kBoth;
    LifeDate date;
  };
  // A line of a family that links it to a person.
  struct PersonLink {
    std::string person;
    size_t line = 0;
    bool is_wife = false;
    ChildKinds kinds = {};  // Of a child.
  };
  using FamilyChildren = std::set<std::pair<const PlannedFamily*, FilePersonIndex>>;
  struct FamilyLines {
    std::vector<PersonLink> partners;
    std::vector<PersonLink> children;
  };

  Result<void> check_size() const;
  void add(const gedcom::Record& record, Ids& ids, const TellImport& tell);
  void add_person(const gedcom::Record& record, Ids& ids);
  void add_family(const gedcom::Record& record);
  void name_families();
  void resolve(const TellImport& tell);
  void add_partner(PlannedFamily& family, FilePersonIndex person, const PersonLink& link,
                   const TellImport& tell);
  void name_partners();
  void link_partners(const TellImport& tell);
  void link_children(const TellImport& tell);
  void add_kinds(const TellImport& tell);
  void add_adoptions(const FamilyChildren& said);
  void add_kinds_of_partners();
  void find_couples(const TellImport& tell);
  void link_parents(const TellImport& tell);
  void cut_circles(const TellImport& tell);
  void find_kept_lines();
  PlannedFamily* family(const std::string& xref);
  PlannedChild* child(PlannedFamily& of, FilePersonIndex person);

  std::vector<PlannedPerson> people_;
  std::vector<PlannedFamily> families_;
  std::vector<PlannedSource> sources_;
  std::unordered_map<std::string, FilePersonIndex> people_by_xref_;
  std::unordered_map<std::string, size_t> families_by_xref_;
  std::unordered_map<std::string, size_t> sources_by_xref_;
  std::unordered_map<std::string, std::string> notes_;
  std::unordered_set<std::string> xrefs_;
  std::set<std::pair<size_t, FilePersonIndex>> kept_lines_;  // Of families and their children.

  size_t bytes_ = 0;  // About as much memory as all of it takes.

  // Until they are resolved.
  std::vector<FamilyLines> lines_;  // Of families.
  std::vector<FamilyLink> as_child_;
  std::vector<FamilyLink> as_partner_;
  std::vector<Adoption> adoptions_;
  // The places of children in their families, which may have any number of them.
  std::map<std::pair<const PlannedFamily*, FilePersonIndex>, size_t> places_;
};

}  // namespace norn::family
