#include "crash/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "base/check.h"

namespace norn::testing {
namespace {

constexpr char kEnd = ';';

}  // namespace

Journal::Journal(const std::filesystem::path& path)
    : fd_(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)) {
  NORN_CHECK(fd_ >= 0, "the journal of the crash test can be written");
}

Journal::~Journal() {
  ::close(fd_);
}

// A line begins with a line break, so that a torn one does not spoil the next.
void Journal::append(const Event& event) const {
  const std::string line =
      fmt::format("\n{} {} {}{}", static_cast<char>(event.kind), event.acknowledged ? '!' : '?',
                  fmt::join(event.fields, " "), kEnd);
  NORN_CHECK(::write(fd_, line.data(), line.size()) == static_cast<ssize_t>(line.size()),
             "the journal of the crash test has space");
}

std::vector<Event> read_journal(const std::filesystem::path& path) {
  std::vector<Event> events;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.ends_with(kEnd)) {
      continue;
    }
    line.pop_back();
    std::istringstream words(line);
    char kind = 0;
    char phase = 0;
    words >> kind >> phase;
    Event event{static_cast<Event::Kind>(kind), phase == '!', {}};
    for (std::string field; words >> field;) {
      event.fields.push_back(field);
    }
    events.push_back(std::move(event));
  }
  return events;
}

}  // namespace norn::testing
