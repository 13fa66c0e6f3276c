#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "gedcom/beginning.h"
#include "gedcom/characters.h"
#include "gedcom/notes.h"

// The lines of a file in UTF-8, one by one, whatever its characters and its ends of lines are. Of
// the file, a line and a few kilobytes are in memory.
namespace norn::gedcom {

constexpr size_t kMaxFileBytes = size_t{256} << 20;
// 5.5.1 allows 255 characters, 7.0 any number.
constexpr size_t kMaxLineBytes = size_t{1} << 20;

// Fills a part of the span, from its beginning, and returns how many bytes these are; 0 is the end.
using ByteSource = std::function<Result<size_t>(std::span<char>)>;
// The bytes must live as long as the source.
ByteSource bytes_of(std::string_view bytes);

class LineReader {
 public:
  // Returns kInvalid (kNotGedcom) if the file is something else. The notes must outlive the reader.
  static Result<LineReader> open(ByteSource source, Notes& notes);

  const Beginning& beginning() const { return beginning_; }

  // Reads the next line that is not blank; false at the end. An error comes from the source, or
  // the file is too large.
  Result<bool> next();
  // The line without its end; until the next one is read.
  std::string_view text() const { return text_; }
  // 1 is the first.
  size_t number() const { return number_; }

 private:
  LineReader(ByteSource source, Notes& notes) : source_(std::move(source)), notes_(&notes) {}

  Result<bool> take_bytes();
  Result<void> fill();
  void keep_line(size_t bytes);
  void decode_line();
  void leave_out_controls();

  ByteSource source_;
  Notes* notes_;
  Beginning beginning_;
  std::optional<Utf16Decoder> utf16_;

  std::string buffer_;  // From `begin_` on, not read yet; UTF-16 is UTF-8 here.
  size_t begin_ = 0;
  size_t searched_ = 0;  // No line ends before it.
  size_t total_bytes_ = 0;
  bool ended_ = false;
  bool skip_line_feed_ = false;  // The last line ended with CR.
  bool is_cut_ = false;          // The line at `begin_` is longer than what is kept of it.

  std::string_view bytes_;  // The current line, in `buffer_`,
  std::string text_;        // and decoded.
  size_t number_ = 0;
};

}  // namespace norn::gedcom
