#pragma once

#include <chrono>
#include <cstddef>
#include <semaphore>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "pictures/picture.h"

// Pictures are decoded in a process of their own, the worker, which is lost without harm: it has
// limits of memory and time, no files, no environment, and one picture to read. A server has many
// threads, after whose fork() not even malloc may be called, so the worker is the program itself,
// started anew with a command that its help does not list.
namespace norn::pictures {

constexpr std::string_view kWorkerCommand = "picture-worker";

// `norn picture-worker`: reads a picture from its input, writes the result to its output, and ends
// the process.
[[noreturn]] void run_worker();

// Starts workers. Thread-safe.
class PictureWorkers {
 public:
  // More wait, so that photos take neither all memory nor all processors.
  static constexpr std::ptrdiff_t kMostAtOnce = 2;

  struct Options {
    std::vector<std::string> command = {"/proc/self/exe", std::string(kWorkerCommand)};
    std::chrono::milliseconds time_limit{30'000};  // Then the worker is killed.
    std::chrono::milliseconds patience{20'000};    // Then the answer is kBusy.
  };
  PictureWorkers() : PictureWorkers(Options()) {}
  explicit PictureWorkers(Options options) : options_(std::move(options)) {}

  // Blocks. Fails with kInternal if no worker can be started.
  Result<Outcome> re_encode(std::string_view bytes);

 private:
  const Options options_;
  std::counting_semaphore<kMostAtOnce> permits_{kMostAtOnce};
};

}  // namespace norn::pictures
