#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "dynamodb/remote/aws_config.h"

namespace CLI {
class App;
}  // namespace CLI

namespace norn::cli {

// Where the data is: in a folder, or behind a DynamoDB endpoint. Shared by all commands that need
// the data.
struct DataOptions {
  std::filesystem::path folder;  // Empty means the default folder.
  bool remote_store = false;
  std::string endpoint_url;
  std::string region;
  std::string profile;
  std::string table_prefix;
  size_t cache_mb = 256;
  // The variable of the environment that names an endpoint which is not used.
  std::optional<std::string> unused_variable;
};

// The options of the command line that say where the data is.
class DataFlags {
 public:
  // Where the data is if neither --store nor --data is given, and the environment names an
  // endpoint. Commands go there, because they are used beside programs that do; a server uses
  // another store only if it is told to.
  enum class Default : uint8_t { kEnvironment, kFolder };
  explicit DataFlags(Default fallback = Default::kEnvironment) : fallback_(fallback) {}

  // Declares the options on a command, or on each of its subcommands.
  void add_to(CLI::App& command);
  // To be called when the command line was parsed: the first error of the options.
  Result<void> check(const dynamodb::Environment& environment);

  const DataOptions& options() const { return options_; }

 private:
  bool is_chosen() const;

  const Default fallback_;
  std::vector<const CLI::App*> commands_;
  std::string folder_;
  std::string store_ = "embedded";
  DataOptions options_;
};

}  // namespace norn::cli
