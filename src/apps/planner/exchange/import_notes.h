#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "apps/planner/exchange/import.h"
#include "apps/planner/limits.h"

namespace norn::planner {

// Messages for the person who imports the file; the first kMaxImportNotes are kept.
class ImportNotes {
 public:
  void add(size_t line, std::string text) {
    if (notes_.size() < kMaxImportNotes) {
      notes_.push_back({.line = line, .text = std::move(text)});
    } else {
      ++more_;
    }
  }

  void add_all(ImportNotes other) {
    for (ImportNote& note : other.notes_) add(note.line, std::move(note.text));
    more_ += other.more_;
  }

  std::vector<ImportNote> take() {
    if (more_ > 0) notes_.back() = {0, fmt::format("And {} more notes of this kind.", more_ + 1)};
    return std::move(notes_);
  }

 private:
  std::vector<ImportNote> notes_;
  size_t more_ = 0;
};

}  // namespace norn::planner
