#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "cli/cli11.h"
#include "dynamodb/remote/aws_config.h"

// What a command of the program is. A new one is a class in commands/ and a line in
// commands/all.cc.
namespace norn::cli {

// What a command reads, prints, and asks on. Answers go to `out`, everything else to `err`.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool in_is_terminal = false;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  const Clock& clock;
};

// Where a command is in `norn --help`.
enum class CommandGroup : uint8_t { kServer, kPeople, kTables, kCare, kOther };

struct CommandAbout {
  std::string_view name;
  CommandGroup group = CommandGroup::kOther;
  std::string_view summary;  // One line of `norn --help`.
  // The text of --help, written by hand for people; a test compares it with the options.
  std::string_view help;
};

// Holds its own options. The calls come in the order in which they are declared.
class Command {
 public:
  explicit Command(const CommandAbout& about) : about_(about) {}
  virtual ~Command() = default;
  Command(const Command&) = delete;
  Command& operator=(const Command&) = delete;

  const CommandAbout& about() const { return about_; }

  // Declares its options, arguments and subcommands. `app` lives until check() has returned.
  virtual void declare(CLI::App& app) = 0;
  // Checks what the parser cannot. An error is one of usage: its message is printed, with a hint at
  // the help.
  virtual Result<void> check(const dynamodb::Environment& /*environment*/) { return {}; }
  // Returns the exit code (cli/exit_code.h). Of an error the message is printed, and the exit code
  // follows from its code.
  virtual Result<int> run(Console& console) = 0;

 private:
  const CommandAbout about_;
};

using Commands = std::vector<std::unique_ptr<Command>>;

// --json: print one JSON document instead of text for people.
struct JsonFlag {
  bool on = false;

  void add_to(CLI::App& command);
};

// Says on stderr which store (a folder or an endpoint) the command is about to use.
void announce_store(Console& console, std::string_view location);

// Asks before something is destroyed. kForbidden if the answer is not yes, or if there is no
// terminal to ask on; `is_forced` (--force) is a yes.
Result<void> ask_to_destroy(Console& console, bool is_forced, std::string_view question);

}  // namespace norn::cli
