#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/log.h"

namespace norn::cli {

// Exit codes: 0 done, 1 it could not be done, 2 the command line was wrong. A second SIGINT or
// SIGTERM ends the process at once with 128 plus the signal's number, as a shell would report it.
constexpr int kExitFailed = 1;
constexpr int kExitUsage = 2;

// Text to print, and nothing else to do: help, the version, or what is wrong.
struct Reply {
  std::string text;
  int exit_code = 0;  // 0 goes to stdout, everything else to stderr.
};

// `norn serve`
struct ServeCommand {
  std::filesystem::path data;  // Empty means the default folder.
  std::string listen = "127.0.0.1:8080";
  // The DynamoDB API: where, for whom, and whether everybody may call it from outside.
  std::string dynamodb_listen = "127.0.0.1:8000";  // "none" turns it off.
  std::filesystem::path dynamodb_keys;
  bool dynamodb_insecure = false;
  // TLS for both listeners, with both files or neither.
  std::filesystem::path tls_cert;
  std::filesystem::path tls_key;
  // Where the data is: in the folder, or behind a DynamoDB endpoint.
  bool remote_store = false;
  std::string endpoint_url;
  std::string region;
  std::string profile;
  size_t cache_mb = 256;
  log::Level log_level = log::Level::kInfo;
};

using Command = std::variant<Reply, ServeCommand>;

// What the arguments (without the program's name) ask for.
Command parse_command_line(const std::vector<std::string>& arguments, std::string_view version);

}  // namespace norn::cli
