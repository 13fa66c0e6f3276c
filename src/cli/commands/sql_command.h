#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "cli/data_options.h"
#include "cli/item_output.h"
#include "cli/table_desk.h"

namespace norn::cli {

// `norn sql`: statements in PartiQL. One of the command line, those of the input, or a shell on a
// terminal.
class SqlCommand : public Command {
 public:
  SqlCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  Result<void> run_statement(TableDesk& desk, Console& console, const std::string& statement);
  Result<void> run_input(TableDesk& desk, Console& console);
  Result<void> run_shell(TableDesk& desk, Console& console);
  // Carries out what a person typed: a statement, or a word of the shell. False to leave.
  bool run_typed(TableDesk& desk, Console& console, const std::string& typed);
  void add_names(TableDesk& desk);

  DataFlags data_;
  ItemFlags output_;
  std::string statement_;
  bool force_ = false;
  std::set<std::string> names_;         // Of tables and attributes, for completion.
  std::vector<std::string> name_list_;  // The same as the editor takes it.
};

}  // namespace norn::cli
