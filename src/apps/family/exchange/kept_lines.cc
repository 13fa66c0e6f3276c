#include "apps/family/exchange/kept_lines.h"

#include <optional>
#include <utility>

#include "gedcom/line_reader.h"
#include "gedcom/notes.h"
#include "gedcom/writer.h"

namespace norn::family {
namespace {

// So that the lines are read as those of 7.0.
constexpr std::string_view kKeptHeader = "0 HEAD\n1 GEDC\n2 VERS 7.0\n";
constexpr std::string_view kKeptParent = "0 KEPT\n";

}  // namespace

std::string kept_record_text(const gedcom::Record& record) {
  std::string text;
  gedcom::append_record(text, record, gedcom::Version::k70);
  std::erase(text, '\r');
  return text;
}

std::string kept_text(const std::vector<gedcom::Record>& children) {
  if (children.empty()) return "";
  return kept_record_text({.tag = "KEPT", .children = children}).substr(kKeptParent.size());
}

gedcom::Record kept_record(std::string_view text) {
  const std::string file = std::string(kKeptHeader).append(text);
  gedcom::Notes notes;
  auto reader = gedcom::RecordReader::open(gedcom::bytes_of(file), notes);
  if (!reader) return {};
  auto record = reader->next();
  if (!record || !*record) return {};
  return std::move(**record);
}

std::vector<gedcom::Record> kept_children(std::string_view text) {
  if (text.empty()) return {};
  return kept_record(std::string(kKeptParent).append(text)).children;
}

std::vector<gedcom::Record> children_with(const std::vector<gedcom::Record>& children,
                                          std::string_view tag) {
  std::vector<gedcom::Record> found;
  for (const gedcom::Record& child : children) {
    if (child.tag == tag) found.push_back(child);
  }
  return found;
}

}  // namespace norn::family
