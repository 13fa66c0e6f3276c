#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/log.h"
#include "base/time_text.h"
#include "dynamodb/remote/aws_config.h"

namespace norn::cli {

// Exit codes: 0 success, 1 failure, 2 invalid command line. A second SIGINT or SIGTERM ends the
// process at once with 128 plus the signal's number, as a shell would report it.
constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

// Text to print, and nothing else to do: help, the version, or an error.
struct Reply {
  std::string text;
  int exit_code = 0;  // 0 goes to stdout, everything else to stderr.
};

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

// `norn serve`
struct ServeCommand {
  DataOptions data;
  std::string listen = "127.0.0.1:8080";  // "none" turns the app off.
  // The DynamoDB API: its address, its keys, and whether it may be open to the network without
  // keys.
  std::string dynamodb_listen = "127.0.0.1:8000";  // "none" turns it off.
  std::filesystem::path dynamodb_keys;
  bool dynamodb_insecure = false;
  // TLS for both listeners, with both files or neither.
  std::filesystem::path tls_cert;
  std::filesystem::path tls_key;
  // The app: its public address behind proxies, and the providers that people may sign in with.
  std::string public_url;
  std::string metrics_listen;  // Empty: no listener of their own for metrics.
  size_t proxies = 1;
  std::string password_hash = "argon2id";  // Or "bcrypt".
  std::filesystem::path oidc;
  int64_t rate_limit = 50;
  // Hosts whose calendar feeds may be subscribed to although their addresses are not public.
  std::vector<std::string> feed_hosts;
  log::Level log_level = log::Level::kInfo;
  bool demo = false;  // Put the demo into the store, which has to be empty.
};

// `norn demo`: the same without a server.
struct DemoCommand {
  DataOptions data;
};

// `norn deploy`: the tables, without a server.
struct DeployCommand {
  DataOptions data;
  std::optional<std::string> table_name;  // One table like `calendsync`, under this name.
  bool force = false;                     // Do not ask.
  bool destroy = false;
};

// `norn seed`: made-up entries.
struct SeedCommand {
  DataOptions data;
  std::optional<std::string> table_name;
  std::string calendar_id;
  std::optional<Date> highlighted_day;  // Today without it.
  int64_t count = 25;
};

// `norn rrule`: when something recurs. All times are texts, as in a calendar file.
struct RruleCommand {
  std::string dtstart;
  std::string tzid;
  std::string rrule;
  std::vector<std::string> rdate;
  std::vector<std::string> exdate;
  std::string from;
  std::string to;
  int64_t limit = 1000;
  std::string vectors;  // A file of cases, instead of all of the above.
};

// `norn user`: people, by the operator of the server.
struct UserCommand {
  enum class Action : uint8_t { kPasswd, kList };
  Action action = Action::kList;
  DataOptions data = {};
  std::string email = {};
  bool end_access = false;
  bool remove_second_factor = false;
};

// `norn family`: family trees, by the operator of the server.
struct FamilyCommand {
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
};

using Command = std::variant<Reply, ServeCommand, DeployCommand, SeedCommand, RruleCommand,
                             UserCommand, FamilyCommand, DemoCommand>;

// The command that the arguments (without the program's name) ask for. All but `serve` use the
// store that the environment names, unless --store or --data says otherwise: they are used beside
// programs that do. A server uses another store only if it is told to.
Command parse_command_line(const std::vector<std::string>& arguments, std::string_view version,
                           const dynamodb::Environment& environment);

}  // namespace norn::cli
