#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <string>

// Ends a test case that hangs, and says which one it was: ctest knows only the program, and ends it
// much later. It is a part of every gtest program (norn_gtest_program), whoever wrote its main().
//
// NORN_CASE_SECONDS is how long a case may take. ctest sets it; without it, in a debugger or with a
// knob of the program turned up, a case may take for ever.
namespace norn::testing {
namespace {

// Made before it is needed, because a handler of a signal may not allocate memory.
std::string& last_words() {
  static std::string text;
  return text;
}

extern "C" void end_program(int) {
  const std::string& text = last_words();
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text.data(), text.size());
  std::abort();
}

// With alarm() rather than a thread: tests that fork, as those of death do, want no other threads.
class Watchdog final : public ::testing::EmptyTestEventListener {
 public:
  explicit Watchdog(unsigned seconds) : seconds_(seconds) { std::signal(SIGALRM, end_program); }

  void OnTestStart(const ::testing::TestInfo& test) override {
    last_words() = std::string(test.test_suite_name()) + "." + test.name() +
                   " hangs: it is ended after " + std::to_string(seconds_) + " s.\n";
    alarm(seconds_);
  }

  void OnTestEnd(const ::testing::TestInfo&) override { alarm(0); }

 private:
  const unsigned seconds_;
};

const bool started = [] {
  const char* const seconds = std::getenv("NORN_CASE_SECONDS");
  if (seconds == nullptr) return false;
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  listeners.Append(new Watchdog(static_cast<unsigned>(std::stoul(seconds))));
  return true;
}();

}  // namespace
}  // namespace norn::testing
