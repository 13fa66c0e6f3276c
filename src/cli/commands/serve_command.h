#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/log.h"
#include "base/log_context.h"
#include "cli/command.h"
#include "cli/data_options.h"

namespace norn::cli {

struct ServeOptions {
  DataOptions data;
  std::string listen = "127.0.0.1:8080";  // "none" turns the app off.
  // The DynamoDB API: its address, its keys, and whether it may be open to the network without
  // keys.
  std::string dynamodb_listen = "127.0.0.1:8000";  // "none" turns it off.
  std::filesystem::path dynamodb_keys;
  bool dynamodb_insecure = false;
  // Whose folders are the buckets of exports and imports; empty: there are none.
  std::filesystem::path export_folder;
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
  log::Format log_format = log::Format::kText;
  int64_t slow_ms = 0;         // Requests that take so long are logged; 0: none.
  std::string console = "on";  // Or "off": the console of administrators.
  bool admin_writes = false;   // It may write to Norn's own tables.
  bool memory = false;         // Serve only the DynamoDB API, with nothing on disk.
  bool isolate_keys = false;   // With `memory`: each access key is an account of its own.
  std::vector<std::string> cors_origins;  // With `memory`: of pages that may call.
  bool demo = false;                      // Put the demo into the store, which has to be empty.
};

// Serves until it is asked to stop.
using Serve = std::function<Result<void>(const ServeOptions& options)>;

// `norn serve`
class ServeCommand : public Command {
 public:
  explicit ServeCommand(Serve serve);

  const ServeOptions& options() const { return options_; }
  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  Result<void> check_memory();

  const Serve serve_;
  const CLI::App* app_ = nullptr;  // Of `declare`; knows which options were given.
  DataFlags data_{DataFlags::Default::kFolder};
  ServeOptions options_;
  std::string dynamodb_keys_;
  std::string export_folder_;
  std::string tls_cert_;
  std::string tls_key_;
  uint16_t port_ = 0;
  std::string oidc_;
  std::string log_level_ = "info";
  std::string log_format_ = "text";
};

}  // namespace norn::cli
