#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "gedcom/records.h"
#include "gedcom/version.h"

namespace norn::family {

// A line of a date as a version has it; other lines as they are.
gedcom::Record with_dates_of(const gedcom::Record& record, gedcom::Version version);

// The xrefs of the records of a file: those of the file that they came from, as far as they are
// there, are different, and fit the version.
class XrefBook {
 public:
  explicit XrefBook(gedcom::Version version) : version_(version) {}

  // The name of a record within the export. An empty or a known one is replaced by
  // "<prefix><number>".
  std::string add(const std::string& wanted, std::string_view prefix);
  // Makes `other` a further name of a record that was added, unless it is one already.
  void add_alias(const std::string& other, const std::string& name);
  // The record with pointers as they are in the file. Lines that point to nothing are left out.
  gedcom::Record translated(const gedcom::Record& record) const;
  // The xref in the file of a record that was added.
  std::string of(const std::string& name) const;

 private:
  std::string unused(std::string_view prefix);

  const gedcom::Version version_;
  std::unordered_map<std::string, std::string> xrefs_;  // In the file, by name.
  std::unordered_set<std::string> used_;                // Names, and xrefs in the file.
  size_t last_ = 0;
};

}  // namespace norn::family
