#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace norn::http {

// Takes the chunked coding (RFC 9112, 7.1) off a body that arrives in pieces. Extensions and
// trailers are checked for their form and dropped.
class ChunkedDecoder {
 public:
  enum class Event {
    kNeedsMore,  // The input is used up.
    kData,       // `data` is the next piece of the body.
    kEnd,        // The body is complete; the rest of the input belongs to the next request.
    kBad,
  };

  // How many bytes a body may spend on other things than itself.
  static constexpr size_t kMaxExtensionBytes = 4096;
  static constexpr size_t kMaxTrailerBytes = 8192;

  void reset() { *this = {}; }
  // Consumes bytes from the front of `input` until there is an event.
  Event next(std::string_view& input, std::string_view& data);

 private:
  enum class State {
    kSizeStart,
    kSize,
    kExtension,
    kSizeLineFeed,
    kData,
    kDataReturn,
    kDataLineFeed,
    kTrailerStart,
    kTrailerName,
    kTrailerValue,
    kTrailerLineFeed,
    kEndLineFeed,
    kEnd,
    kBad,
  };

  State after(char c);
  State after_size(char c);
  State after_extension(char c);
  State after_trailer(char c);

  State state_ = State::kSizeStart;
  uint64_t chunk_left_ = 0;
  size_t size_digits_ = 0;
  size_t extension_bytes_ = 0;
  bool quoted_ = false;
  size_t trailer_bytes_ = 0;
};

}  // namespace norn::http
