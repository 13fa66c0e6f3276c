#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gedcom/records.h"

// GEDCOM lines that Norn does not model, as items keep them: in the lines of 7.0, each record at
// the level that it has below the record of its item.
namespace norn::family {

// Lines that belong to a record: they begin with level 1. Empty without any.
std::string kept_text(const std::vector<gedcom::Record>& children);
std::vector<gedcom::Record> kept_children(std::string_view text);

// A whole record.
std::string kept_record_text(const gedcom::Record& record);
// Without tag if the text is none.
gedcom::Record kept_record(std::string_view text);

// The children of a record that have this tag.
std::vector<gedcom::Record> children_with(const std::vector<gedcom::Record>& children,
                                          std::string_view tag);

}  // namespace norn::family
