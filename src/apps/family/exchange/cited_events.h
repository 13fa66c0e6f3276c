#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/family/exchange/from_gedcom.h"
#include "apps/family/model/person.h"
#include "apps/family/model/relationship.h"
#include "gedcom/records.h"

// What is cited of births, deaths, marriages and divorces, from the lines of a file and back.
//
// The line of a citation is not kept if writing the citation reproduces it. Others are kept below
// their event with a tag of Norn's own: they are written again, with all that is below them, while
// the item cites the same. A SOUR that is kept is no citation of the item, and always written:
// items of earlier imports have such lines only, and so have events with very many of them.
namespace norn::family {

// Takes the name of a source and returns another one; empty if there is no such source.
using NameOfSource = std::function<std::string(const std::string&)>;

// Citations with other names of their sources: ids for xrefs, or the other way round. Those of
// sources that have none are left out.
Person with_sources(Person person, const NameOfSource& name_of);
Couple with_sources(Couple couple, const NameOfSource& name_of);

// Moves what the record cites of these events to the person or the couple that was read from it.
// `id_of` takes xrefs. Citations that do not fit stay lines.
void take_citations(gedcom::Record& individual, Person& person, const NameOfSource& id_of,
                    const TellImport& tell = tell_nobody);
void take_citations(gedcom::Record& family, Couple& couple, const NameOfSource& id_of,
                    const TellImport& tell = tell_nobody);

// Adds what is cited, by xrefs, to lines that were made without it. What is cited of the death of a
// living person, or of a divorce or marriage that the status does not have, is left out: a line of
// its own would say that it has happened.
void put_citations_back(std::vector<gedcom::Record>& lines, const Person& person);
void put_citations_back(std::vector<gedcom::Record>& lines, const Couple& couple);

}  // namespace norn::family
