#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "apps/shared/sentences.h"
#include "base/json_writer.h"
#include "base/sentence.h"

// What a person who imports a file is told about it.
namespace norn::apps {

constexpr size_t kMaxImportNotes = 200;

struct ImportNote {
  size_t line = 0;  // 0: about the whole file, or one without lines.
  Said said;
};

// Keeps the first kMaxImportNotes.
class ImportNotes {
 public:
  void add(size_t line, Said said) {
    if (notes_.size() < kMaxImportNotes) {
      notes_.push_back({.line = line, .said = std::move(said)});
    } else {
      ++more_;
    }
  }

  void add_all(ImportNotes other) {
    for (ImportNote& note : other.notes_) add(note.line, std::move(note.said));
    more_ += other.more_;
  }

  std::vector<ImportNote> take() {
    if (more_ > 0) notes_.back() = {0, kImportMoreNotes(more_ + 1)};
    return std::move(notes_);
  }

 private:
  std::vector<ImportNote> notes_;
  size_t more_ = 0;
};

// Writes the member `notes`, whose schema is `kImportNotesSchema`.
inline void append_notes(ObjectWriter& object, const std::vector<ImportNote>& notes) {
  ListWriter list(object.key("notes"));
  for (const ImportNote& note : notes) {
    ObjectWriter one(list.next());
    one.integer("line", static_cast<int64_t>(note.line));
    one.text("text", note.said.text());
    append_code(one, note.said);
    one.close();
  }
  list.close();
}

inline constexpr const char* kImportNotesSchema =
    R"({"type":"array","description":"What was not understood, at most 200.",
        "items":{"type":"object","additionalProperties":false,
          "required":["line","text","code"],
          "properties":{
            "line":{"type":"integer","description":"Of the file; 0: the whole file."},
            "text":{"type":"string","description":"In English."},
            "code":{"type":"string","description":"Which sentence it is: one of Problem."},
            "params":{"$ref":"#/components/schemas/SentenceParams"}}}})";
static_assert(kMaxImportNotes == 200);

}  // namespace norn::apps
