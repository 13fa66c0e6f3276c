#include "apps/family/exchange/xref_book.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "gedcom/date.h"

namespace norn::family {
namespace {

using gedcom::Record;
using gedcom::Version;

// In 7.0 capital letters, digits and underscores; 5.5.1 also allows others, but no @, : or !.
bool fits_version(std::string_view xref, Version version) {
  if (xref.empty() || xref == gedcom::kVoidPointer) return false;
  return std::ranges::all_of(xref, [version](char c) {
    if (version == Version::k70) return is_digit(c) || (c >= 'A' && c <= 'Z') || c == '_';
    return c != '@' && c != ':' && c != '!' && !is_ascii_control(c);
  });
}

// Dates of kept lines are in the words of their file. Those of 7.0 have to be exact: what cannot be
// said in them is a phrase.
void convert_date(const Record& line, Version version, Record& out) {
  const bool has_words_of_70 = line.value.contains("JULIAN") || line.value.contains("HEBREW") ||
                               line.value.contains("FRENCH_R") || line.value.contains("BCE");
  if (version == Version::k551 && (!has_words_of_70 || line.value.contains("@#"))) return;
  const gedcom::DateText text = gedcom::read_date(line.value).text(version);
  out.value = text.value;
  if (!text.phrase.empty() && line.child("PHRASE") == nullptr) {
    out.children.push_back({.tag = "PHRASE", .value = text.phrase});
  }
}

}  // namespace

Record with_dates_of(const Record& record, Version version) {
  Record next = record;
  if (record.tag == "DATE" && !record.is_pointer) convert_date(record, version, next);
  return next;
}

std::string XrefBook::unused(std::string_view prefix) {
  while (true) {
    std::string name = fmt::format("{}{}", prefix, ++last_);
    if (used_.insert(name).second) return name;
  }
}

std::string XrefBook::add(const std::string& wanted, std::string_view prefix) {
  const bool is_new = !wanted.empty() && !xrefs_.contains(wanted) && used_.insert(wanted).second;
  const std::string name = is_new ? wanted : unused(prefix);
  xrefs_.emplace(name, fits_version(name, version_) ? name : unused(prefix));
  return name;
}

void XrefBook::add_alias(const std::string& other, const std::string& name) {
  if (!xrefs_.contains(other) && used_.insert(other).second) xrefs_.emplace(other, of(name));
}

std::string XrefBook::of(const std::string& name) const {
  const auto found = xrefs_.find(name);
  return found == xrefs_.end() ? "" : found->second;
}

Record XrefBook::translated(const Record& record) const {
  Record next{.tag = record.tag, .value = record.value, .is_pointer = record.is_pointer};
  if (!record.xref.empty()) next.xref = of(record.xref);
  if (record.tag == "DATE" && !record.is_pointer) convert_date(record, version_, next);
  if (record.is_pointer) {
    if (record.value != gedcom::kVoidPointer) next.value = of(record.value);
    // A note that is a record of its own.
    if (version_ == Version::k70 && record.tag == "NOTE") next.tag = "SNOTE";
  }
  if (version_ == Version::k551 && record.tag == "SNOTE") next.tag = "NOTE";
  if (record.tag == "PEDI") {
    next.value = version_ == Version::k70 ? ascii_upper(record.value) : ascii_lower(record.value);
  }
  for (const Record& child : record.children) {
    const bool leads_nowhere =
        child.is_pointer && child.value != gedcom::kVoidPointer && of(child.value).empty();
    if (!leads_nowhere) next.children.push_back(translated(child));
  }
  return next;
}

}  // namespace norn::family
