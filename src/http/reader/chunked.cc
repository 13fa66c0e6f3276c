#include "http/reader/chunked.h"

#include <algorithm>

#include "base/ascii.h"
#include "http/text.h"

namespace norn::http {
namespace {

// Enough for every size that a limit could allow, and no more than 64 bits hold.
constexpr size_t kMaxSizeDigits = 15;

bool is_forbidden(char c) {
  return is_ascii_control(c) && c != '\t';
}

}  // namespace

ChunkedDecoder::State ChunkedDecoder::after_size(char c) {
  if (const int digit = hex_value(c); digit >= 0) {
    if (++size_digits_ > kMaxSizeDigits) return State::kBad;
    chunk_left_ = chunk_left_ * 16 + static_cast<uint64_t>(digit);
    return State::kSize;
  }
  if (state_ == State::kSizeStart) return State::kBad;
  if (c == '\r') return State::kSizeLineFeed;
  return c == ';' ? State::kExtension : State::kBad;
}

// A quotation must end in its line, and nothing in it is escaped: readers could differ on where
// the chunk begins otherwise.
ChunkedDecoder::State ChunkedDecoder::after_extension(char c) {
  if (c == '\r') return quoted_ ? State::kBad : State::kSizeLineFeed;
  if (c == '"') quoted_ = !quoted_;
  if (is_forbidden(c) || c == '\\' || ++extension_bytes_ > kMaxExtensionBytes) return State::kBad;
  return State::kExtension;
}

ChunkedDecoder::State ChunkedDecoder::after_trailer(char c) {
  if (++trailer_bytes_ > kMaxTrailerBytes) return State::kBad;
  switch (state_) {
    case State::kTrailerStart:
      if (c == '\r') return State::kEndLineFeed;
      return is_token_character(c) ? State::kTrailerName : State::kBad;
    case State::kTrailerName:
      if (c == ':') return State::kTrailerValue;
      return is_token_character(c) ? State::kTrailerName : State::kBad;
    default:
      if (c == '\r') return State::kTrailerLineFeed;
      return is_forbidden(c) ? State::kBad : State::kTrailerValue;
  }
}

ChunkedDecoder::State ChunkedDecoder::after(char c) {
  switch (state_) {
    case State::kSizeStart:
    case State::kSize:
      return after_size(c);
    case State::kExtension:
      return after_extension(c);
    case State::kSizeLineFeed:
      if (c != '\n') return State::kBad;
      return chunk_left_ == 0 ? State::kTrailerStart : State::kData;
    case State::kDataReturn:
      return c == '\r' ? State::kDataLineFeed : State::kBad;
    case State::kDataLineFeed:
      size_digits_ = 0;
      return c == '\n' ? State::kSizeStart : State::kBad;
    case State::kTrailerStart:
    case State::kTrailerName:
    case State::kTrailerValue:
      return after_trailer(c);
    case State::kTrailerLineFeed:
      return c == '\n' ? State::kTrailerStart : State::kBad;
    case State::kEndLineFeed:
      return c == '\n' ? State::kEnd : State::kBad;
    case State::kData:
    case State::kEnd:
    case State::kBad:
      break;
  }
  return State::kBad;
}

ChunkedDecoder::Event ChunkedDecoder::next(std::string_view& input, std::string_view& data) {
  while (true) {
    if (state_ == State::kEnd) return Event::kEnd;
    if (state_ == State::kBad) return Event::kBad;
    if (input.empty()) return Event::kNeedsMore;
    if (state_ == State::kData) {
      data = input.substr(0, std::min<uint64_t>(chunk_left_, input.size()));
      input.remove_prefix(data.size());
      chunk_left_ -= data.size();
      if (chunk_left_ == 0) state_ = State::kDataReturn;
      return Event::kData;
    }
    state_ = after(input.front());
    input.remove_prefix(1);
  }
}

}  // namespace norn::http
