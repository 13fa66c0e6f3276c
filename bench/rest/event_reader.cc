#include "rest/event_reader.h"

#include <charconv>

namespace norn::bench {

bool EventReader::take(std::string_view bytes) {
  if (!in_body_ && !take_head(bytes)) return false;
  if (!in_body_) return true;
  text_.erase(0, asked_for_);
  asked_for_ = 0;
  while (true) {
    std::string_view piece;
    switch (decoder_.next(bytes, piece)) {
      case http::ChunkedDecoder::Event::kData:
        text_.append(piece);
        break;
      case http::ChunkedDecoder::Event::kNeedsMore:
        return true;
      case http::ChunkedDecoder::Event::kEnd:
      case http::ChunkedDecoder::Event::kBad:
        return false;
    }
  }
}

bool EventReader::take_head(std::string_view& bytes) {
  constexpr std::string_view kEnd = "\r\n\r\n";
  text_.append(bytes);
  const size_t end = text_.find(kEnd);
  if (end == std::string::npos) return true;
  if (!text_.starts_with("HTTP/1.1 200 ")) return false;
  // What is left of the bytes is what stands behind the head.
  bytes = bytes.substr(bytes.size() - (text_.size() - end - kEnd.size()));
  text_.clear();
  in_body_ = true;
  return true;
}

std::string_view EventReader::next() {
  constexpr std::string_view kEnd = "\n\n";
  if (!in_body_) return {};
  const size_t end = text_.find(kEnd, asked_for_);
  if (end == std::string::npos) return {};
  const std::string_view event = std::string_view(text_).substr(asked_for_, end - asked_for_);
  asked_for_ = end + kEnd.size();
  return event;
}

int change_number(std::string_view event) {
  constexpr std::string_view kTitle = R"("title":"Change )";
  const size_t at = event.find(kTitle);
  if (at == std::string_view::npos) return -1;
  const std::string_view digits = event.substr(at + kTitle.size());
  int number = -1;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace norn::bench
