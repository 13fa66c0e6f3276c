#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "cli/control.h"
#include "cli/data_options.h"
#include "cli/open_data.h"
#include "store/store.h"

// The operations of the DynamoDB API for the commands of the operator.
namespace norn::cli {

// The command by which a server lets the operator use the tables of its data folder: its arguments
// are the name of an operation of the DynamoDB API and the JSON of the request, and its parts are
// the JSON of the reply. Writing to a table of Norn itself has to be forced.
OperatorCommands table_commands(store::Store& store, const Clock& clock);

// Whether a table is one of Norn's own, with any prefix: they hold password hashes and what else
// only the apps may write.
bool is_table_of_norn(std::string_view table);

// Calls operations of the DynamoDB API: by the server that uses the data folder, or in this process
// on a folder that no server uses or on a remote store.
class TableDesk {
 public:
  // The options and the clock must outlive it.
  TableDesk(const DataOptions& options, const Clock& clock, bool force = false)
      : options_(options), clock_(clock), force_(force) {}

  // To be called first. Returns kNotFound if there is no data.
  Result<void> open();
  // Returns the JSON of the reply.
  Result<std::string> call(std::string_view operation, std::string_view json);
  // The names of all tables.
  Result<std::vector<std::string>> tables();
  // Where the data is: the folder, or the endpoint.
  const std::string& location() const { return location_; }
  // The error of a call about a table, with a list of tables if that one is not there.
  Error explained(const Error& error, std::string_view table);

 private:
  Result<std::string> call_here(std::string_view request);

  const DataOptions& options_;
  const Clock& clock_;
  const bool force_;
  std::filesystem::path folder_;  // Empty: a remote store.
  std::string location_;
  bool has_server_ = false;
  std::unique_ptr<Data> here_;  // Unless a server carries it out.
};

}  // namespace norn::cli
