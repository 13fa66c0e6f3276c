#pragma once

#include <string>
#include <string_view>

#include "http/reader/chunked.h"

namespace norn::bench {

// The events of one reply of text/event-stream, out of the bytes as they arrive.
class EventReader {
 public:
  // Takes bytes in. False when they are no such reply, or its end.
  bool take(std::string_view bytes);
  // The next whole event with all its lines; empty when there is none yet. Valid until the next
  // call of anything.
  std::string_view next();

 private:
  bool take_head(std::string_view& bytes);

  bool in_body_ = false;
  std::string text_;  // The head; later, events that were not asked for yet.
  size_t asked_for_ = 0;
  http::ChunkedDecoder decoder_;
};

// The number in the title of the entry that an event tells of; -1 when it tells of something else.
int change_number(std::string_view event);

}  // namespace norn::bench
