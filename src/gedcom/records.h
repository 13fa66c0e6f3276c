#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gedcom/line_reader.h"
#include "gedcom/lines.h"
#include "gedcom/notes.h"
#include "gedcom/version.h"

// Lines as records: each line with the lines that belong to it, and texts of several lines put
// together. A file is read one record at a time.
//
// Reading never ends because of a line. What makes no sense is noted, and then
// - a line without level and tag continues the text of the line before it, and is left out if that
//   has no text: most of them are texts whose writer forgot CONT;
// - a line whose level is too high belongs to the line before it;
// - a line that is nested too deeply is left out, with what belongs to it.
namespace norn::gedcom {

// The standard allows 100 levels; its own structures need 8.
constexpr size_t kMaxDepth = 32;
constexpr size_t kMaxRecordLines = 200'000;
constexpr size_t kMaxRecordBytes = size_t{16} << 20;
constexpr size_t kMaxRecords = 2'000'000;

// What 7.0 writes for a pointer to nothing.
constexpr std::string_view kVoidPointer = "VOID";

struct Record {
  std::string tag = {};
  std::string xref = {};   // Without its @.
  std::string value = {};  // Lines end with \n. Of a pointer, the xref that it points to.
  bool is_pointer = false;
  size_t line = 0;  // Where it begins in the file; 1 is the first, 0 it was not read.
  std::vector<Record> children = {};

  // The first child with that tag; nullptr without one.
  const Record* child(std::string_view child_tag) const;
  // Its value; empty without one, and if it is a pointer.
  std::string_view child_text(std::string_view child_tag) const;

  // At any line.
  bool operator==(const Record& other) const {
    return tag == other.tag && xref == other.xref && value == other.value &&
           is_pointer == other.is_pointer && children == other.children;
  }
};

class RecordReader {
 public:
  // Reads the header. Returns kInvalid (kNotGedcom) if the file is something else.
  // The notes must outlive the reader.
  static Result<RecordReader> open(ByteSource source, Notes& notes);

  Version version() const { return lines_.beginning().version; }
  const Beginning& beginning() const { return lines_.beginning(); }
  // HEAD; without tag if the file has none.
  const Record& header() const { return header_; }

  // The next record between header and trailer; nullopt behind the last one. An error comes from
  // the source, or the file is too large.
  Result<std::optional<Record>> next();

 private:
  struct Open {
    Record* record;
    int level;  // As it was written.
  };

  RecordReader(LineReader lines, Notes& notes) : lines_(std::move(lines)), notes_(&notes) {}

  Result<std::optional<Record>> read();
  // Returns the record that the line ends.
  std::optional<Record> add(const Line& line);
  std::optional<Record> begin(const Line& line);
  void add_child(const Line& line);
  void continue_text(const Line& line);
  void add_unreadable(const Said& reason);
  bool fits(size_t bytes);
  std::optional<Record> finish();
  void note(Said said) { notes_->add(lines_.number(), std::move(said), lines_.text()); }

  LineReader lines_;
  Notes* notes_;
  Record header_;
  std::optional<Record> first_;  // Of a file without header, read by open().
  size_t count_ = 0;
  bool ended_ = false;

  // The record that is being read, on the heap, so that `open_` stays valid when the reader moves.
  std::unique_ptr<Record> record_;
  std::vector<Open> open_;  // It, and the way to the line that was read last.
  size_t record_lines_ = 0;
  size_t record_bytes_ = 0;
  bool is_full_ = false;
  std::optional<int> left_out_level_;  // Lines of a higher level belong to one that is left out.
};

}  // namespace norn::gedcom
