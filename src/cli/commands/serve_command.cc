#include "cli/commands/serve_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <utility>

#include "cli/exit_code.h"

namespace norn::cli {
namespace {

constexpr int64_t kMaxRateLimit = 1'000'000;
constexpr size_t kMaxProxies = 16;
constexpr int64_t kMaxSlowMs = 3'600'000;
constexpr int kMaxPort = 65'535;

// What is about the app or about data that stays: --memory has neither.
constexpr auto kNotInMemory = std::to_array<const char*>(
    {"--data", "--store", "--table-prefix", "--public-url", "--proxies", "--metrics-listen",
     "--allow-feed-host", "--oidc", "--password-hash", "--console", "--admin-writes",
     "--rate-limit", "--slow-ms", "--export-folder", "--demo"});

constexpr std::string_view kServeHelp =
    R"(Starts the server.

Examples
  norn serve                                  on 127.0.0.1:8080, data in the default folder
  norn serve --data /srv/norn --cache-mb 1024
  norn serve --demo                           with a family and a team in it: see `norn demo`
  norn serve --listen '[::1]:9000'
  norn serve --public-url https://home.example.org      behind a proxy that does TLS
  norn serve --store dynamodb --region eu-central-1     data in Amazon DynamoDB
  norn serve --listen none                    a DynamoDB for development, without the app
  norn serve --memory --port 0                a DynamoDB for tests, with nothing on disk
  curl http://127.0.0.1:8080/healthz          asks a running server how it is
  aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000

Options
  --data DIR          where the data is kept; created for you alone (mode 0700) if missing, and
                      refused if others may use it
                      (default: /var/lib/norn for root, else $XDG_DATA_HOME/norn or
                      ~/.local/share/norn)
  --listen ADDRESS    IP address and port (default: 127.0.0.1:8080, this machine only);
                      port 0 takes any free one. none: no app, only the DynamoDB API, and no
                      tables but those that its clients make
  --public-url URL    the address that people use, when it is another one: behind a proxy
  --proxies N         how many proxies are in a row in front of Norn, with --public-url (default: 1)
  --metrics-listen ADDRESS   where /metrics is read without signing in (default: on --listen, by
                      this machine's programs if no others can reach that, else by administrators)
  --demo              first fill the data folder, which has to be empty, as `norn demo` does
  --allow-feed-host HOST...   people may subscribe to calendar feeds of these hosts although their
                      addresses are not public: a server in the same network (docs/operations.md)
  --oidc FILE         who people may sign in with beside their password (docs/operations.md)
  --password-hash KIND   how new passwords are stored: argon2id (default), or bcrypt for another
                      program that reads them from the table Yggdrasil
  --console on|off    whether administrators have the console, in which they see tables, backups
                      and the health of the server after confirming their password (default: on)
  --admin-writes      the console may write to Norn's own tables, too, which can damage what
                      belongs together (default: it only reads them)
  --rate-limit N      requests a second per person, on average (default: 50; 0: any number)
  --cache-mb N        memory for cached data, in MiB (default: 256)
  --tls-cert FILE     serve HTTPS with this certificate (PEM, with its chain) ...
  --tls-key FILE      ... and this private key; SIGHUP reads both files again
  --log-level LEVEL   debug, info, warn or error (default: info); the log goes to stderr
  --log-format FORMAT text (default), or json: an object on each line
  --slow-ms N         log requests of the app that take so many milliseconds (default: 0, none)
  --help              this text

The DynamoDB API, for AWS SDKs and the AWS CLI
  --dynamodb-listen ADDRESS   IP address and port (default: 127.0.0.1:8000), or none
  --dynamodb-keys FILE        who may call it: one `ACCESS_KEY_ID SECRET [SESSION_TOKEN]` per line.
                              Without, any signature is accepted, on this machine only
  --dynamodb-insecure         accept any signature from other machines, too
  --export-folder DIR         for ExportTableToPointInTime and ImportTable: the folders in it are
                              the S3 buckets. Without, they are refused (docs/operations.md)

A DynamoDB for tests (docs/testing.md)
  --memory            only the DynamoDB API, with everything in memory: no folder, no app, and no
                      tables but those that its clients make. The first line of the output is JSON
                      with the `endpoint`, its `host` and `port`, and the `pid`
  --port N            with --memory: the port on 127.0.0.1; 0 takes any free one (default: 8000)
  --isolate-keys      with --memory: each access key is an account of its own, so that tests that
                      run at the same time never meet
  --cors-origin ORIGIN...   with --memory: pages of these origins (http://localhost:5173) may call
                      the API from a browser

Where the data is
  --store embedded    in --data (the default)
  --store dynamodb    in Amazon DynamoDB, or whatever speaks its protocol, with credentials from
                      the usual places (environment, ~/.aws, container, instance)
  --endpoint-url URL  which one (default: $AWS_ENDPOINT_URL, or Amazon's of the region)
  --region REGION     (default: $AWS_REGION, or that of the profile)
  --profile NAME      of ~/.aws/config and ~/.aws/credentials (default: $AWS_PROFILE)
  --table-prefix TEXT in front of the names of all tables (default: nothing)

SIGTERM or Ctrl-C finishes the requests under way, closes the data and exits with 0; a second one
exits at once, which loses nothing that was acknowledged. One process at a time uses a data folder.
)";

}  // namespace

ServeCommand::ServeCommand(Serve serve)
    : Command({.name = "serve",
               .group = CommandGroup::kServer,
               .summary = "start the server; stop it with Ctrl-C",
               .help = kServeHelp}),
      serve_(std::move(serve)) {}

void ServeCommand::declare(CLI::App& app) {
  app_ = &app;
  data_.add_to(app);
  app.add_option("--listen", options_.listen);
  app.add_option("--public-url", options_.public_url);
  app.add_option("--metrics-listen", options_.metrics_listen);
  app.add_option("--proxies", options_.proxies)->check(CLI::Range(size_t{1}, kMaxProxies));
  app.add_option("--password-hash", options_.password_hash)
      ->check(CLI::IsMember({"argon2id", "bcrypt"}));
  app.add_option("--oidc", oidc_);
  app.add_option("--allow-feed-host", options_.feed_hosts)->take_all();
  app.add_option("--rate-limit", options_.rate_limit)->check(CLI::Range(int64_t{0}, kMaxRateLimit));
  app.add_option("--log-level", log_level_);
  app.add_option("--log-format", log_format_);
  app.add_option("--slow-ms", options_.slow_ms)->check(CLI::Range(int64_t{0}, kMaxSlowMs));
  app.add_option("--tls-cert", tls_cert_);
  app.add_option("--tls-key", tls_key_);
  app.add_option("--dynamodb-listen", options_.dynamodb_listen);
  app.add_option("--dynamodb-keys", dynamodb_keys_);
  app.add_option("--export-folder", export_folder_);
  app.add_flag("--dynamodb-insecure", options_.dynamodb_insecure);
  app.add_flag("--demo", options_.demo);
  app.add_flag("--memory", options_.memory);
  app.add_flag("--isolate-keys", options_.isolate_keys);
  app.add_option("--cors-origin", options_.cors_origins)->take_all();
  app.add_option("--port", port_)->check(CLI::Range(0, kMaxPort));
  // The command of a container says it, too.
  app.add_option("--console", options_.console)->check(CLI::IsMember({"on", "off"}))->take_last();
  app.add_flag("--admin-writes", options_.admin_writes);
}

Result<void> ServeCommand::check(const dynamodb::Environment& environment) {
  NORN_TRY(data_.check(environment));
  const auto level = log::parse_level(log_level_);
  if (!level) return fail(ErrorCode::kInvalid, "--log-level: " + level.error().message);
  options_.log_level = *level;
  const auto format = log::parse_format(log_format_);
  if (!format) return fail(ErrorCode::kInvalid, "--log-format: " + format.error().message);
  options_.log_format = *format;
  options_.data = data_.options();
  options_.dynamodb_keys = dynamodb_keys_;
  options_.export_folder = export_folder_;
  options_.tls_cert = tls_cert_;
  options_.tls_key = tls_key_;
  options_.oidc = oidc_;
  if (tls_cert_.empty() != tls_key_.empty()) {
    return fail(ErrorCode::kInvalid, "--tls-cert and --tls-key go together");
  }
  if (options_.admin_writes && options_.console == "off") {
    return fail(ErrorCode::kInvalid,
                "--admin-writes is about the console, which --console off turns off");
  }
  if (!export_folder_.empty() &&
      (options_.dynamodb_listen == "none" || options_.data.remote_store)) {
    return fail(ErrorCode::kInvalid,
                "--export-folder is for the DynamoDB API, which is turned off with "
                "--dynamodb-listen none or because the data is in another store");
  }
  if (options_.demo && options_.listen == "none") {
    return fail(ErrorCode::kInvalid, "--demo needs the app, which --listen none turns off");
  }
  return check_memory();
}

Result<void> ServeCommand::check_memory() {
  const bool has_port = app_->count("--port") > 0;
  if (!options_.memory) {
    for (const char* const option : {"--isolate-keys", "--cors-origin"}) {
      if (app_->count(option) == 0) continue;
      return fail(ErrorCode::kInvalid, fmt::format("{} is for --memory", option));
    }
    if (!has_port) return {};
    return fail(ErrorCode::kInvalid,
                "--port is for --memory; otherwise there are --listen and --dynamodb-listen");
  }
  for (const char* const option : kNotInMemory) {
    if (app_->count(option) == 0) continue;
    return fail(ErrorCode::kInvalid,
                fmt::format("{} does not go with --memory, which serves the DynamoDB API alone and "
                            "keeps nothing",
                            option));
  }
  if (app_->count("--listen") > 0 && options_.listen != "none") {
    return fail(ErrorCode::kInvalid,
                "--listen does not go with --memory, which serves the DynamoDB API alone");
  }
  if (options_.dynamodb_listen == "none") {
    return fail(ErrorCode::kInvalid,
                "--memory serves the DynamoDB API, which --dynamodb-listen none turns off");
  }
  if (has_port) {
    if (app_->count("--dynamodb-listen") > 0) {
      return fail(ErrorCode::kInvalid, "give --port or --dynamodb-listen, not both");
    }
    options_.dynamodb_listen = fmt::format("127.0.0.1:{}", port_);
  }
  return {};
}

Result<int> ServeCommand::run(Console& /*console*/) {
  NORN_TRY(serve_(options_));
  return kExitOk;
}

}  // namespace norn::cli
