#include "cli/demo_command.h"

#include <fmt/format.h>

#include <ostream>
#include <string>

#include "cli/operator_desk.h"

namespace norn::cli {

Result<void> run_demo(const DemoCommand& command, const Clock& clock, std::ostream& out) {
  OperatorDesk desk(command.data, clock);
  NORN_TRY(desk.open(OperatorDesk::Folder::kIsMade));
  out << fmt::format("The data is in {}\n", desk.location()) << std::flush;
  NORN_ASSIGN(const std::string text, desk.ask(OperatorRequest("demo").json()));
  out << text;
  return {};
}

}  // namespace norn::cli
