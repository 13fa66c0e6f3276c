#include "base/limited_log.h"

#include <fmt/format.h>

#include <utility>

namespace norn {

LimitedLog::LimitedLog(const Clock& clock, Write write, int lines_per_minute, std::string left_out)
    : clock_(clock),
      write_(std::move(write)),
      lines_per_minute_(lines_per_minute),
      left_out_text_(std::move(left_out)) {}

void LimitedLog::write(const std::string& line) {
  const int64_t minute = clock_.now_s() / 60;
  const std::scoped_lock lock(mutex_);
  if (minute != minute_) {
    if (left_out_ > 0) write_(fmt::format("{} {}", left_out_, left_out_text_));
    minute_ = minute;
    lines_ = 0;
    left_out_ = 0;
  }
  if (lines_ == lines_per_minute_) {
    ++left_out_;
    return;
  }
  ++lines_;
  write_(line);
}

}  // namespace norn
