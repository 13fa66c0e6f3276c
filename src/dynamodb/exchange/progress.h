#pragma once

#include <cstdint>
#include <string_view>

namespace norn::exchange {

// Is told how a long work goes on. Calls may come from several threads.
class Progress {
 public:
  virtual ~Progress() = default;
  // A table begins, of about `total` items (0: unknown), `done` of which are there from an earlier
  // run.
  virtual void begin(std::string_view table, uint64_t total, uint64_t done) = 0;
  virtual void add(uint64_t items) = 0;
  // The table is done, with `items` in all.
  virtual void end(std::string_view table, uint64_t items) = 0;
};

}  // namespace norn::exchange
