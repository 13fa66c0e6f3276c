#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/family/exchange/import_plan.h"
#include "apps/shared/import_notes.h"
#include "gedcom/file_bytes.h"
#include "gedcom/gedzip.h"
#include "gedcom/notes.h"

// A GEDCOM file, or GEDZIP archive, that is read in several passes: how far they are, and what is
// noted about it.
namespace norn::family {

// How far an import or a preview has come.
struct TreeImportProgress {
  bool is_writing = false;
  int percent = 0;  // Of all of it.
  int64_t people_written = 0;
  int64_t people = 0;  // 0 until the file was read.
};

// Is called often. An error ends what it is told of.
using TellProgress = std::function<Result<void>(const TreeImportProgress&)>;

// Where each pass through the file ends, in percent.
using PassEnds = std::array<int, 3>;

// Tells how far an import has come, by the bytes that its passes through the file have read.
class ImportMeter {
 public:
  ImportMeter(TellProgress tell, PassEnds ends) : tell_(std::move(tell)), ends_(ends) {}

  // The file is read from its beginning; it has so many bytes.
  gedcom::ByteSource next_pass(gedcom::ByteSource source, uint64_t bytes);
  void begin_writing(int64_t people) {
    progress_.is_writing = true;
    progress_.people = people;
  }
  void add_written(int64_t people) { progress_.people_written += people; }
  Result<void> tell();

 private:
  const TellProgress tell_;
  const PassEnds ends_;
  TreeImportProgress progress_;
  size_t pass_ = SIZE_MAX;  // 0 is the first.
  uint64_t read_bytes_ = 0;
  uint64_t bytes_ = 0;
};

class ImportFile {
 public:
  // Media of an archive are left out, and noted.
  static Result<std::unique_ptr<ImportFile>> open(const gedcom::FileBytes& file, TellProgress tell,
                                                  PassEnds ends);

  // Begins a pass.
  const OpenGedcom& passes() const { return open_; }
  ImportMeter& meter() { return meter_; }
  // Takes notes. What is only kept never displaces what is left out.
  TellImport tell();
  // All notes, with those of a reader.
  std::vector<apps::ImportNote> take_notes(const gedcom::Notes& read);

  ImportFile(TellProgress tell, PassEnds ends) : meter_(std::move(tell), ends) {}
  ImportFile(const ImportFile&) = delete;
  ImportFile& operator=(const ImportFile&) = delete;

 private:
  ImportMeter meter_;
  std::optional<gedcom::Gedzip> archive_;
  OpenGedcom open_;
  apps::ImportNotes others_;
  apps::ImportNotes kept_;
};

}  // namespace norn::family
