#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

struct FamilyOptions {
  enum class Action : uint8_t { kList, kImport, kExport };
  Action action = Action::kList;
  DataOptions data = {};
  std::string owner = {};  // An e-mail address.
  std::filesystem::path file = {};
  std::string name = {};  // Of the new tree; empty: that of the file.
  bool preview = false;
  std::string into = {};           // The tree that a file is imported into; empty: a new one.
  std::string new_ones = "add";    // Or "skip".
  std::string changed = "take";    // Or "keep".
  std::string conflicts = "keep";  // Or "take".
  std::string tree = {};
  std::string gedcom = "7.0";         // Or "5.5.1".
  std::filesystem::path output = {};  // Empty: standard output.
  bool json = false;
};

// `norn family`: family trees, by the operator of the server. Asks the server that uses the data
// folder, or runs the apps on the data itself if none does.
class FamilyCommand : public Command {
 public:
  FamilyCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  void declare_import(CLI::App& import);

  DataFlags data_;
  JsonFlag json_;
  FamilyOptions options_;
  std::string file_;
  std::string output_;
};

}  // namespace norn::cli
