#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace norn::cli {

// Lines that a person types on a terminal, with editing, history and completion (libedit).
class LineEditor {
 public:
  // `names` are what can be completed beside keywords; they may change between lines.
  explicit LineEditor(const std::vector<std::string>& names);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // Without the line break; nullopt at the end of the input (Ctrl-D).
  std::optional<std::string> read(const std::string& prompt);
  // Remembers it, also for the next shell.
  void remember(const std::string& statement);

 private:
  class Terminal;
  std::unique_ptr<Terminal> terminal_;
};

}  // namespace norn::cli
