#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace norn::testing {

// What the writers of a child process were about to do and what was acknowledged to them. It is a
// file beside the store: what was appended to it is there when the child is killed.
struct Event {
  enum class Kind : char { kTransfer = 't', kVersion = 'v', kOwned = 'o' };
  Kind kind = Kind::kTransfer;
  bool acknowledged = false;  // Otherwise: about to be submitted.
  std::vector<std::string> fields;
};

class Journal {
 public:
  explicit Journal(const std::filesystem::path& path);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  // From any thread. Returns when the kernel has it.
  void append(const Event& event) const;

 private:
  int fd_;
};

// In the order of appending. What was torn by a kill is left out: its writer got no further.
std::vector<Event> read_journal(const std::filesystem::path& path);

}  // namespace norn::testing
