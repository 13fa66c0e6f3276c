#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

#include "base/clock.h"

namespace norn {

// Lines of the log that others can cause as often as they like, and must not fill the disk with:
// after some lines, the others of that minute are only counted, and the next minute's first line is
// preceded by their number. Safe from any thread.
class LimitedLog {
 public:
  // Writes one line of the log.
  using Write = std::function<void(const std::string&)>;

  // `left_out` follows the number of lines that were not written: "more sign-ins failed".
  LimitedLog(const Clock& clock, Write write, int lines_per_minute, std::string left_out);

  void write(const std::string& line);

 private:
  const Clock& clock_;
  const Write write_;
  const int lines_per_minute_;
  const std::string left_out_text_;

  std::mutex mutex_;
  int64_t minute_ = 0;    // Guarded by mutex_.
  int lines_ = 0;         // In this minute. Guarded by mutex_.
  int64_t left_out_ = 0;  // Guarded by mutex_.
};

}  // namespace norn
