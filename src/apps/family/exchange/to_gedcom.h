#pragma once

#include <string>
#include <vector>

#include "apps/family/model/fact.h"
#include "apps/family/model/person.h"
#include "apps/family/model/relationship.h"
#include "gedcom/records.h"
#include "gedcom/version.h"

// People, facts, sources and families as lines of GEDCOM, with the lines that Norn does not model.
//
// Lines of the file from which something came are kept if writing it would not reproduce them. They
// are written again as they were while they still say what the item says, and otherwise replaced,
// but for what is below them and not modelled.
namespace norn::family {

// The lines of an INDI that are kept with the person: all but those of facts and families. The
// first NAME, SEX, BIRT and DEAT among them, if there is one, is the origin of what is modelled.
std::vector<gedcom::Record> kept_of_person(const gedcom::Record& individual,
                                           gedcom::Version version);
// The lines of a person, but for facts and families.
std::vector<gedcom::Record> person_lines(const Person& person,
                                         const std::vector<gedcom::Record>& kept,
                                         gedcom::Version version);

// The lines to keep of two people who become one: those of both, each once. The first line of each
// modelled tag says what `merged` says, so that it is the origin.
struct KeptPerson {
  Person person;
  std::vector<gedcom::Record> kept;
};
std::vector<gedcom::Record> kept_of_merged(const Person& merged, const KeptPerson& first,
                                           const KeptPerson& second);

// A fact or a note, whose citations name sources by xrefs.
gedcom::Record fact_record(const Fact& fact, gedcom::Version version);
// The same with the line that it came from; `is_unchanged` tells of a pointer to a note, whose text
// is elsewhere.
gedcom::Record fact_line(const Fact& fact, const std::vector<gedcom::Record>& kept,
                         bool is_unchanged, gedcom::Version version);

std::vector<gedcom::Record> kept_of_source(const gedcom::Record& record);
std::vector<gedcom::Record> source_lines(const Source& source,
                                         const std::vector<gedcom::Record>& kept);

// Of a FAM, without its people.
std::vector<gedcom::Record> kept_of_couple(const gedcom::Record& family, gedcom::Version version);
std::vector<gedcom::Record> couple_lines(const Couple& couple,
                                         const std::vector<gedcom::Record>& kept,
                                         gedcom::Version version);

// The lines to keep of two couples that become one. The marriages and notes of the second that the
// first does not have become events, because a couple has its own marriages as its history.
struct KeptCouple {
  Couple couple;
  std::vector<gedcom::Record> kept;
};
std::vector<gedcom::Record> kept_of_merged(const Couple& merged, const KeptCouple& first,
                                           const KeptCouple& second);

// FAMC of a child.
gedcom::Record child_line(const std::string& family_xref, ParentKind kind, gedcom::Version version);
// The same with the line that it came from.
gedcom::Record child_line(const std::string& family_xref, ParentKind kind,
                          const gedcom::Record* kept, gedcom::Version version);

// The SUBM that 5.5.1 requires, where no file has said who it is. An import leaves it out.
gedcom::Record unknown_submitter();

// Below an event.
void add_date_line(gedcom::Record& record, const LifeDate& date, gedcom::Version version);

}  // namespace norn::family
