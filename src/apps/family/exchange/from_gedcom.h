#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/family/model/fact.h"
#include "apps/family/model/person.h"
#include "apps/family/model/relationship.h"
#include "base/sentence.h"
#include "gedcom/records.h"

// What Norn models of the records of a GEDCOM file. Ids, times and keys of the results are empty,
// and what does not fit a limit is cut. to_gedcom.h is the other direction; what the two of them do
// not reproduce is kept as lines.
namespace norn::family {

// A longer xref links records as any other, but is not kept.
constexpr size_t kMaxXrefBytes = 100;
// Of 5.5.1. More of a tag is only in the lines that are kept.
constexpr size_t kMaxTagCharacters = 31;

// How notes name lines and records: "INDI.BIRT", "@I1@". Long ones are cut.
std::string path_below(std::string_view path, std::string_view tag);
std::string xref_words(std::string_view xref);

// Takes what is reported about a line.
using TellImport = std::function<void(size_t line, Said said)>;
void tell_nobody(size_t line, const Said& said);

// Names, gender, birth, death, biography and photo of an INDI. A death before the birth has no
// date.
Person person_of(const gedcom::Record& individual, const TellImport& tell = tell_nobody);

// The place of the NAME that says the birth name beside the first one, and which of the two that
// is; nullopt if none does.
struct BirthNameLine {
  size_t place = 0;
  bool is_first = false;  // The name at `place` is a married one.
};
std::optional<BirthNameLine> birth_name_line(const std::vector<gedcom::Record>& names);

// What identifies a person in all files of a program: UID of 7.0, or _UID. Empty without one.
std::string uid_of(const std::vector<gedcom::Record>& lines);

// Whether a child of an INDI is a fact or a note.
bool is_fact_record(const gedcom::Record& record);
// The sources of its citations are xrefs. `shared_note` is the text of a note that is a record of
// its own, for a pointer to it.
Fact fact_of(const gedcom::Record& record, std::string_view shared_note = {},
             const TellImport& tell = tell_nobody);

Source source_of(const gedcom::Record& record, const TellImport& tell = tell_nobody);

// Status, marriages and notes of a FAM, without its people. The first marriage of the file is the
// current one, others of the same family are earlier.
Couple couple_of(const gedcom::Record& family, const TellImport& tell = tell_nobody);

// What a FAMC says about the parents: PEDI.
ParentKind parent_kind_of(const gedcom::Record& family_of_child);

// Who adopted, as a FAMC below an ADOP says: ADOP.
enum class AdoptedBy : uint8_t { kBoth, kHusband, kWife };
AdoptedBy adopted_by(const gedcom::Record& family_of_adoption);

// What a CHIL says about each parent, as some programs write: _FREL and _MREL.
struct ChildKinds {
  std::optional<ParentKind> father = {};
  std::optional<ParentKind> mother = {};
};
ChildKinds child_kinds_of(const gedcom::Record& child);

// The date of a DATE below the record.
LifeDate life_date_of(const gedcom::Record& record, const TellImport& tell = tell_nobody);

// Tells of each line of a record that Norn does not model, as "INDI.BIRT.SOUR".
void tell_kept(const gedcom::Record& record, const TellImport& tell);

// Whether lines of this tag below a fact are modelled.
bool is_modelled_of_fact(const gedcom::Record& child);

}  // namespace norn::family
