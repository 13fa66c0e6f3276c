#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
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

struct PlannedChild {
  FilePersonIndex person = 0;
  size_t line = 0;
  ParentKind kind = ParentKind::kBiological;
  LifeDate adoption = {};
  // Of each partner of the family, whether a relationship is imported.
  std::array<bool, 2> is_linked = {false, false};
  // Whether the line of the family is kept, because no relationship says it.
  bool keeps_line = false;
};

struct PlannedFamily {
  std::string xref;  // Made if the file has none.
  size_t line = 0;
  std::vector<FilePersonIndex> partners = {};  // At most two; HUSB before WIFE.
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
    families_[family].children[child].is_linked[partner] = false;
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
    LifeDate date;
  };
  // A line of a family that links it to a person.
  struct PersonLink {
    std::string person;
    size_t line = 0;
  };
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
  void add_partner(PlannedFamily& family, FilePersonIndex person, size_t line,
                   const TellImport& tell);
  void link_partners(const TellImport& tell);
  void link_children(const TellImport& tell);
  void add_kinds(const TellImport& tell);
  void find_couples(const TellImport& tell);
  void link_parents(const TellImport& tell);
  void cut_circles(const TellImport& tell);
  PlannedFamily* family(const std::string& xref);

  std::vector<PlannedPerson> people_;
  std::vector<PlannedFamily> families_;
  std::vector<PlannedSource> sources_;
  std::unordered_map<std::string, FilePersonIndex> people_by_xref_;
  std::unordered_map<std::string, size_t> families_by_xref_;
  std::unordered_map<std::string, size_t> sources_by_xref_;
  std::unordered_map<std::string, std::string> notes_;
  std::unordered_set<std::string> xrefs_;

  size_t bytes_ = 0;  // About as much memory as all of it takes.

  // Until they are resolved.
  std::vector<FamilyLines> lines_;  // Of families.
  std::vector<FamilyLink> as_child_;
  std::vector<FamilyLink> as_partner_;
  std::vector<Adoption> adoptions_;
};

}  // namespace norn::family
