#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/text.h"
#include "gedcom/date.h"
#include "gedcom/gedzip.h"
#include "gedcom/name.h"
#include "gedcom/records.h"
#include "gedcom/writer.h"

// Any bytes as a GEDCOM or GEDZIP file. Whatever is read can be written in both versions, and is
// then read as the same, without a note; and so are its dates and names.
namespace {

using namespace norn;
using namespace norn::gedcom;

constexpr size_t kMaxMediaBytes = 100'000;

std::optional<std::vector<Record>> records_in(ByteSource source, Notes& notes) {
  auto reader = RecordReader::open(std::move(source), notes);
  if (!reader) return std::nullopt;
  std::vector<Record> records;
  while (true) {
    auto record = reader->next();
    if (!record) return std::nullopt;
    if (!*record) return records;
    records.push_back(**std::move(record));
  }
}

void check_values(const Record& record) {
  NORN_CHECK(is_valid_utf8(record.value), "values are UTF-8");
  const Date date = read_date(record.value);
  for (const Version version : {Version::k551, Version::k70}) {
    const DateText text = date.text(version);
    const Date again = read_date(text.value, text.phrase);
    NORN_CHECK(again.earliest() == date.earliest(), "a date has the same first day again");
    NORN_CHECK(again.latest() == date.latest(), "a date has the same last day again");
    const Name name = read_name(record);
    const Name name_again = read_name(name_record(name, version));
    NORN_CHECK(name_again.given == name.given, "a given name is the same again");
  }
  for (const Record& child : record.children) check_values(child);
}

void check_records(const std::vector<Record>& records) {
  for (const Version version : {Version::k551, Version::k70}) {
    std::string text(beginning_of_file(version));
    append_record(text, header_record(version, "Norn", "1"), version);
    for (const Record& record : records) append_record(text, record, version);
    text += kTrailer;
    Notes notes;
    const auto again = records_in(bytes_of(text), notes);
    NORN_CHECK(again == records, "what was written is read as the same");
    NORN_CHECK(notes.list().empty(), "what was written is right");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Notes notes;
  std::optional<std::vector<Record>> records;
  if (is_zip(bytes)) {
    const auto gedzip = Gedzip::open(bytes);
    if (!gedzip) return 0;
    for (const Gedzip::File& file : gedzip->media()) {
      const auto content = gedzip->read(file, kMaxMediaBytes);
      NORN_CHECK(!content || content->size() <= kMaxMediaBytes, "media are bounded");
    }
    auto source = gedzip->gedcom();
    if (source) records = records_in(*source, notes);
  } else {
    records = records_in(bytes_of(bytes), notes);
  }
  if (!records) return 0;
  check_records(*records);
  for (const Record& record : *records) check_values(record);
  return 0;
}
