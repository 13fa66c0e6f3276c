#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "apps/app.h"
#include "base/error.h"
#include "cli/control.h"
#include "cli/operator_desk.h"
#include "dynamodb/exchange/progress.h"

// A backup of a person: everything that is theirs, as files that they can read.
namespace norn::cli {

// The command by which the apps send these files.
OperatorCommands person_commands(const apps::Apps& apps, accounts::Users& users);

// A file, and what it is.
struct PersonFile {
  std::string path;  // Below the folder.
  std::string about;
};

struct ExportedPerson {
  std::string who;  // Name and address.
  std::vector<PersonFile> files;
};

// Writes the files into a folder, which has to be new or empty, with a README.txt about them. Until
// all of them are there, the folder's name ends in ".unfinished": what is left of an export that
// was cut off is replaced by the next one. Returns kNotFound if there is no account with this
// address.
Result<ExportedPerson> export_person(OperatorDesk& desk, const std::string& email,
                                     const std::filesystem::path& folder,
                                     exchange::Progress& progress);

}  // namespace norn::cli
