#pragma once

#include <filesystem>
#include <string>

#include "apps/app.h"
#include "base/error.h"
#include "cli/control.h"
#include "cli/operator_desk.h"

// A backup of a person: everything that is theirs, as files that they can read.
namespace norn::cli {

// The command by which the apps send these files.
OperatorCommands person_commands(const apps::Apps& apps, accounts::Users& users);

// Writes the files into a folder, which has to be new or empty, with a README.txt about them.
// Returns what to print. Returns kNotFound if there is no account with this address.
Result<std::string> export_person(OperatorDesk& desk, const std::string& email,
                                  const std::filesystem::path& folder);

}  // namespace norn::cli
