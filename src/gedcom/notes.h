#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/sentence.h"
#include "base/text.h"

// What was wrong with a file, for the person whose file it is. Reading goes on after each of them.
namespace norn::gedcom {

constexpr size_t kMaxNotes = 1000;
constexpr size_t kMaxNoteCharacters = 100;

struct Note {
  size_t line = 0;  // 1 is the first; 0 when it is about the whole file.
  Said said;
  std::string text;  // The beginning of the line.
};

class Notes {
 public:
  void add(size_t line, Said said, std::string_view text = {}) {
    if (list_.size() == kMaxNotes) {
      ++left_out_;
      return;
    }
    list_.push_back(
        {line, std::move(said), std::string(first_characters(text, kMaxNoteCharacters))});
  }

  const std::vector<Note>& list() const { return list_; }
  // How many there are beyond kMaxNotes.
  size_t left_out() const { return left_out_; }

 private:
  std::vector<Note> list_;
  size_t left_out_ = 0;
};

}  // namespace norn::gedcom
