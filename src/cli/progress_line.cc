#include "cli/progress_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

namespace norn::cli {
namespace {

constexpr std::chrono::milliseconds kTerminalPause{200};
constexpr std::chrono::seconds kPlainPause{10};
constexpr double kMinSeconds = 0.5;  // Before it, a speed would say nothing.
constexpr int kLineColumns = 78;
constexpr uint64_t kSecondsOfMinute = 60;
constexpr uint64_t kMinutesOfHour = 60;

std::string duration_text(uint64_t seconds) {
  if (seconds < 2 * kSecondsOfMinute) return fmt::format("{} s", seconds);
  const uint64_t minutes = seconds / kSecondsOfMinute;
  if (minutes < 2 * kMinutesOfHour) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / kMinutesOfHour, minutes % kMinutesOfHour);
}

}  // namespace

std::string ProgressLine::text(std::string_view table, uint64_t items, uint64_t total,
                               uint64_t since, double seconds) {
  std::string line = fmt::format("{}: {} items", table, items);
  // The count of a table can be behind.
  const bool has_total = total >= items && total > 0;
  if (has_total) line += fmt::format(" of about {}", total);
  if (seconds < kMinSeconds || items <= since) return line;
  const double speed = static_cast<double>(items - since) / seconds;
  line += fmt::format(", {:.0f} items/s", speed);
  if (has_total && speed > 0) {
    const double left = static_cast<double>(total - items) / speed;
    line += fmt::format(", {} left", duration_text(static_cast<uint64_t>(left + 1)));
  }
  return line;
}

ProgressLine::~ProgressLine() {
  if (has_line_) *out_ << fmt::format("\r{:<{}}\r", "", kLineColumns) << std::flush;
}

void ProgressLine::begin(std::string_view table, uint64_t total, uint64_t done) {
  const std::lock_guard lock(mutex_);
  table_ = table;
  total_ = total;
  items_ = at_begin_ = done;
  began_ = shown_ = std::chrono::steady_clock::now();
  if (out_ != nullptr && done > 0) {
    *out_ << fmt::format("{}: continues after {} items\n", table, done) << std::flush;
  }
}

void ProgressLine::add(uint64_t items) {
  const std::lock_guard lock(mutex_);
  items_ += items;
  show(false);
}

void ProgressLine::end(std::string_view /*table*/, uint64_t items) {
  const std::lock_guard lock(mutex_);
  items_ = items;
  total_ = 0;
  show(true);
}

void ProgressLine::tell(std::string_view text) {
  const std::lock_guard lock(mutex_);
  if (out_ == nullptr) return;
  if (has_line_) *out_ << fmt::format("\r{:<{}}\r", "", kLineColumns);
  has_line_ = false;
  *out_ << text << '\n' << std::flush;
}

void ProgressLine::show(bool is_last) {
  if (out_ == nullptr) return;
  const Time now = std::chrono::steady_clock::now();
  if (!is_last && now - shown_ < (is_terminal_ ? Time::duration(kTerminalPause) : kPlainPause)) {
    return;
  }
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  const std::string line = text(table_, items_, total_, at_begin_, seconds);
  if (is_terminal_) *out_ << fmt::format("\r{:<{}}", line, kLineColumns);
  if (!is_terminal_) *out_ << line;
  if (is_last || !is_terminal_) *out_ << '\n';
  *out_ << std::flush;
  has_line_ = is_terminal_ && !is_last;
}

}  // namespace norn::cli
