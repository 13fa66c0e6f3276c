#include "apps/family/reimport/round_trip.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "apps/family/exchange/cited_events.h"
#include "apps/family/exchange/from_gedcom.h"
#include "apps/family/exchange/kept_lines.h"
#include "apps/family/exchange/to_gedcom.h"
#include "apps/family/exchange/xref_book.h"
#include "apps/family/keys.h"
#include "apps/shared/items.h"
#include "base/ascii.h"

namespace norn::family {
namespace {

using gedcom::Record;
constexpr gedcom::Version kVersion = gedcom::Version::k70;

// As a file of 7.0 has it.
Record canonical(Record record) {
  record = with_dates_of(record, kVersion);
  if (record.tag == "NOTE" && (record.is_pointer || !record.xref.empty())) record.tag = "SNOTE";
  if (record.tag == "PEDI") record.value = ascii_upper(record.value);
  for (Record& child : record.children) child = canonical(std::move(child));
  return record;
}

std::vector<std::string> canonical_lines(std::string_view text) {
  std::vector<std::string> all;
  std::vector<Record> lines;
  if (text.starts_with("0 ")) {
    Record record = canonical(kept_record(text));
    lines = std::exchange(record.children, {});
    all.push_back(kept_record_text(record));
  } else {
    lines = kept_children(text);
  }
  for (const Record& line : lines) all.push_back(kept_text({canonical(line)}));
  std::ranges::sort(all);
  return all;
}

// The lines that are kept, as an export writes them.
std::vector<Record> exported_lines(std::string_view text) {
  std::vector<Record> lines = kept_children(text);
  for (Record& line : lines) line = canonical(std::move(line));
  return lines;
}

bool is_line_of_family(const Record& line) {
  return line.tag == "FAMC" || line.tag == "FAMS";
}

// The names of sources in a file, and back.
class FileSources {
 public:
  explicit FileSources(const NameOfSource& xref_of) : xref_of_(xref_of) {}

  NameOfSource to_file() {
    return [this](const std::string& id) {
      std::string xref = xref_of_(id);
      if (xref.empty()) xref = id;
      ids_.insert_or_assign(xref, id);
      return xref;
    };
  }
  NameOfSource from_file() const {
    return [this](const std::string& xref) {
      const auto found = ids_.find(xref);
      return found == ids_.end() ? std::string() : found->second;
    };
  }

 private:
  const NameOfSource& xref_of_;
  std::map<std::string, std::string> ids_;  // By xref.
};

Fields exported_person(const Person& person, std::string_view lines, const NameOfSource& xref_of) {
  std::vector<Record> kept = exported_lines(lines);
  std::vector<Record> of_family;
  std::erase_if(kept, [&](const Record& line) {
    if (!is_line_of_family(line)) return false;
    of_family.push_back(line);
    return true;
  });
  Record record{.tag = "INDI", .children = person_lines(person, kept, kVersion)};
  FileSources sources(xref_of);
  put_citations_back(record.children, with_sources(person, sources.to_file()));
  Person read = person_of(record);
  take_citations(record, read, sources.from_file());
  std::vector<Record> again = kept_of_person(record, kVersion);
  again.insert(again.end(), of_family.begin(), of_family.end());
  return fields_of(read, kept_text(again));
}

Fields exported_couple(const Couple& couple, std::string_view lines, const NameOfSource& xref_of) {
  std::vector<Record> kept = exported_lines(lines);
  std::vector<Record> of_people;
  std::erase_if(kept, [&](const Record& line) {
    const bool is_person = line.tag == "HUSB" || line.tag == "WIFE" || line.tag == "CHIL";
    if (is_person) of_people.push_back(line);
    return is_person;
  });
  Record record{.tag = "FAM", .children = couple_lines(couple, kept, kVersion)};
  FileSources sources(xref_of);
  put_citations_back(record.children, with_sources(couple, sources.to_file()));
  Couple read = couple_of(record);
  take_citations(record, read, sources.from_file());
  for (Record& line : kept_of_couple(record, kVersion)) of_people.push_back(std::move(line));
  return fields_of(read, kept_text(of_people));
}

Fields exported_fact(const Fact& fact, std::string_view lines,
                     const std::function<std::string(const std::string&)>& xref_of) {
  Fact named = fact;
  std::map<std::string, std::string> ids;  // By xref.
  for (Citation& citation : named.citations) {
    std::string xref = xref_of(citation.source_id);
    if (xref.empty()) xref = citation.source_id;
    ids.emplace(xref, citation.source_id);
    citation.source_id = std::move(xref);
  }
  const bool is_unchanged = fact.created_at == fact.updated_at;
  const Record record = fact_line(named, exported_lines(lines), is_unchanged, kVersion);
  // The text of a note that is a record of its own is elsewhere.
  if (record.is_pointer) return fields_of(fact, lines);
  Fact read = fact_of(record);
  const bool is_reproduced = fact_record(read, kVersion) == record;
  for (Citation& citation : read.citations) {
    const auto found = ids.find(citation.source_id);
    if (found != ids.end()) citation.source_id = found->second;
  }
  return fields_of(read, is_reproduced ? "" : kept_text({record}));
}

Fields exported_source(const Source& source, std::string_view lines) {
  const Record record{.tag = "SOUR", .children = source_lines(source, exported_lines(lines))};
  return fields_of(source_of(record), kept_text(kept_of_source(record)));
}

}  // namespace

bool have_same_lines(std::string_view left, std::string_view right) {
  return left == right || canonical_lines(left) == canonical_lines(right);
}

bool says_the_same(const Field& left, const Field& right) {
  if (left.text == right.text) return true;
  return left.name == kLinesField && have_same_lines(left.text, right.text);
}

Fields fields_after_export(store::ItemView item, std::string_view lines,
                           const std::function<std::string(const std::string&)>& xref_of) {
  const std::string key = apps::text_of(item, "SK");
  if (!keys::person_in(key).empty()) {
    const auto person = person_from(item);
    return person ? exported_person(*person, lines, xref_of) : Fields();
  }
  if (keys::spouse_in(key)) {
    const auto couple = couple_from(item);
    return couple ? exported_couple(*couple, lines, xref_of) : Fields();
  }
  if (keys::fact_in(key) || keys::note_in(key)) {
    const auto fact = fact_from(item);
    return fact ? exported_fact(*fact, lines, xref_of) : Fields();
  }
  if (keys::source_in(key)) {
    const auto source = source_from(item);
    return source ? exported_source(*source, lines) : Fields();
  }
  return fields_of(item, lines);
}

}  // namespace norn::family
