#include "gedcom/line_reader.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/faults.h"
#include "base/text.h"
#include "gedcom/sentences.h"

namespace norn::gedcom {
namespace {

constexpr std::string_view kFileField = "file";
constexpr size_t kChunkBytes = size_t{64} << 10;

bool is_left_out(char c) {
  return is_ascii_control(c) && c != '\t';
}

}  // namespace

ByteSource bytes_of(std::string_view bytes) {
  return [rest = bytes](std::span<char> out) mutable -> Result<size_t> {
    const size_t count = rest.copy(out.data(), out.size());
    rest.remove_prefix(count);
    return count;
  };
}

Result<LineReader> LineReader::open(ByteSource source, Notes& notes) {
  LineReader reader(std::move(source), notes);
  while (!reader.ended_ && reader.buffer_.size() < kBeginningBytes) NORN_TRY(reader.fill());
  Beginning beginning = look_at(std::string_view(reader.buffer_).substr(0, kBeginningBytes));
  if (!beginning.is_gedcom) return invalid(kFileField, kNotGedcom);
  reader.begin_ = beginning.mark_bytes;
  if (beginning.set == CharacterSet::kUtf16LittleEndian ||
      beginning.set == CharacterSet::kUtf16BigEndian) {
    reader.utf16_.emplace(beginning.set == CharacterSet::kUtf16BigEndian);
    const std::string bytes = std::exchange(reader.buffer_, {});
    reader.utf16_->append(std::string_view(bytes).substr(reader.begin_), reader.buffer_);
    reader.begin_ = 0;
    if (reader.ended_) reader.utf16_->finish(reader.buffer_);
  }
  for (Said& said : beginning.notes) notes.add(0, said);
  reader.beginning_ = std::move(beginning);
  return reader;
}

Result<bool> LineReader::next() {
  do {
    NORN_ASSIGN(const bool more, take_bytes());
    if (!more) return false;
    decode_line();
  } while (trimmed(text_).empty());
  return true;
}

Result<bool> LineReader::take_bytes() {
  while (true) {
    if (skip_line_feed_ && begin_ < buffer_.size()) {
      if (buffer_[begin_] == '\n') ++begin_;
      skip_line_feed_ = false;
    }
    const size_t end = buffer_.find_first_of("\r\n", std::max(searched_, begin_));
    if (end != std::string::npos) {
      keep_line(end - begin_);
      begin_ = end + 1;
      skip_line_feed_ = buffer_[end] == '\r';
      return true;
    }
    if (ended_) {
      if (begin_ == buffer_.size()) return false;
      keep_line(buffer_.size() - begin_);
      begin_ = buffer_.size();
      return true;
    }
    if (buffer_.size() - begin_ > kMaxLineBytes) {
      buffer_.resize(begin_ + kMaxLineBytes);
      is_cut_ = true;
    }
    searched_ = buffer_.size();
    NORN_TRY(fill());
  }
}

Result<void> LineReader::fill() {
  buffer_.erase(0, begin_);
  searched_ -= std::min(searched_, begin_);
  begin_ = 0;
  const size_t before = buffer_.size();
  std::string chunk(kChunkBytes, '\0');
  NORN_ASSIGN(const size_t count, source_(chunk));
  total_bytes_ += count;
  if (total_bytes_ > kMaxFileBytes) return invalid(kFileField, kGedcomTooLarge(kMaxFileBytes));
  chunk.resize(count);
  ended_ = count == 0;
  if (!utf16_) {
    buffer_ += chunk;
  } else if (ended_) {
    utf16_->finish(buffer_);
  } else {
    utf16_->append(chunk, buffer_);
  }
  searched_ = std::min(searched_, before);
  return {};
}

void LineReader::keep_line(size_t bytes) {
  ++number_;
  is_cut_ = is_cut_ || bytes > kMaxLineBytes;
  bytes = std::min(bytes, kMaxLineBytes);
  if (is_cut_) {
    // The last character may have lost its end.
    size_t kept = bytes;
    while (kept > bytes - 3 && continues_character(buffer_[begin_ + kept - 1])) --kept;
    if (static_cast<unsigned char>(buffer_[begin_ + kept - 1]) >= 0xC0) bytes = kept - 1;
  }
  bytes_ = std::string_view(buffer_).substr(begin_, bytes);
}

void LineReader::decode_line() {
  Decoded decoded = decode(bytes_, beginning_.set);
  text_ = std::move(decoded.text);
  leave_out_controls();
  if (decoded.replaced) notes_->add(number_, kCharactersReplaced, text_);
  if (std::exchange(is_cut_, false)) notes_->add(number_, kLineTooLong(kMaxLineBytes), text_);
}

// 7.0 has none but tabs, and 5.5.1 says nothing of others. An empty line may be the Control-Z at
// the end of a file of DOS.
void LineReader::leave_out_controls() {
  if (std::erase_if(text_, is_left_out) > 0 && !trimmed(text_).empty()) {
    notes_->add(number_, kControlsLeftOut, text_);
  }
}

}  // namespace norn::gedcom
