#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <mutex>
#include <string>
#include <string_view>

#include "dynamodb/exchange/progress.h"

namespace norn::cli {

// Shows how far a long work is: on a terminal in one line that changes, otherwise in a line for
// each table and every ten seconds.
class ProgressLine final : public exchange::Progress {
 public:
  // Nothing is shown if `out` is nullptr.
  ProgressLine(std::ostream* out, bool is_terminal) : out_(out), is_terminal_(is_terminal) {}
  ~ProgressLine() override;

  void begin(std::string_view table, uint64_t total, uint64_t done) override;
  void add(uint64_t items) override;
  void end(std::string_view table, uint64_t items) override;
  // A line that stays.
  void tell(std::string_view text);

  // "calendsync: 12000 items of about 48000, 6000 items/s, 6 s left"
  static std::string text(std::string_view table, uint64_t items, uint64_t total, uint64_t since,
                          double seconds);

 private:
  using Time = std::chrono::steady_clock::time_point;
  void show(bool is_last);

  std::ostream* const out_;
  const bool is_terminal_;
  std::mutex mutex_;  // Of what follows.
  std::string table_;
  uint64_t total_ = 0;
  uint64_t items_ = 0;
  uint64_t at_begin_ = 0;
  Time began_;
  Time shown_;
  bool has_line_ = false;
};

}  // namespace norn::cli
