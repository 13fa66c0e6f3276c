#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace norn::cli {
namespace {

constexpr size_t kMinCacheMb = 8;
constexpr size_t kMaxCacheMb = size_t{1024} * 1024;

// The texts are written by hand, because a person reads them; a test holds them to the options.
constexpr std::string_view kHelp =
    R"(Norn: one server program with its database inside.

  norn serve                 start the server; stop it with Ctrl-C
  norn serve --help          its options, with examples
  norn --version

Norn needs nothing but a folder for its data. `norn serve` says which one it uses.
)";

constexpr std::string_view kServeHelp = R"(Starts the server.

Examples
  norn serve                                  on 127.0.0.1:8080, data in the default folder
  norn serve --data /srv/norn --cache-mb 1024
  norn serve --listen '[::1]:9000'
  norn serve --store dynamodb --region eu-central-1     data in Amazon DynamoDB
  curl http://127.0.0.1:8080/healthz          asks a running server how it is
  aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000

Options
  --data DIR          where the data is kept; created for you alone (mode 0700) if missing
                      (default: /var/lib/norn for root, else $XDG_DATA_HOME/norn or
                      ~/.local/share/norn)
  --listen ADDRESS    IP address and port (default: 127.0.0.1:8080, this machine only);
                      port 0 takes any free one
  --cache-mb N        memory for cached data, in MiB (default: 256)
  --tls-cert FILE     serve HTTPS with this certificate (PEM, with its chain) ...
  --tls-key FILE      ... and this private key; SIGHUP reads both files again
  --log-level LEVEL   debug, info, warn or error (default: info); the log goes to stderr
  --help              this text

The DynamoDB API, for AWS SDKs and the AWS CLI
  --dynamodb-listen ADDRESS   IP address and port (default: 127.0.0.1:8000), or none
  --dynamodb-keys FILE        who may call it: one `ACCESS_KEY_ID SECRET [SESSION_TOKEN]` per line.
                              Without, any signature is accepted, on this machine only
  --dynamodb-insecure         accept any signature from other machines, too

Where the data is
  --store embedded    in --data (the default)
  --store dynamodb    in Amazon DynamoDB, or whatever speaks its protocol, with credentials from
                      the usual places (environment, ~/.aws, container, instance)
  --endpoint-url URL  which one (default: $AWS_ENDPOINT_URL, or Amazon's of the region)
  --region REGION     (default: $AWS_REGION, or that of the profile)
  --profile NAME      of ~/.aws/config and ~/.aws/credentials (default: $AWS_PROFILE)

SIGTERM or Ctrl-C finishes the requests under way, closes the data and exits with 0; a second one
exits at once, which loses nothing that was acknowledged. One process at a time uses a data folder.
)";

struct Parser {
  CLI::App app;
  CLI::App* serve = nullptr;
  ServeCommand serve_command;
  std::string data;
  std::string dynamodb_keys;
  std::string tls_cert;
  std::string tls_key;
  std::string store = "embedded";
  std::string log_level = "info";

  explicit Parser(std::string_view version) {
    app.name("norn");
    app.set_version_flag("--version", fmt::format("norn {}", version));
    app.formatter_fn(text(kHelp));
    app.require_subcommand(1);

    serve = app.add_subcommand("serve");
    serve->formatter_fn(text(kServeHelp));
    serve->add_option("--data", data);
    serve->add_option("--listen", serve_command.listen);
    serve->add_option("--cache-mb", serve_command.cache_mb)
        ->check(CLI::Range(kMinCacheMb, kMaxCacheMb));
    serve->add_option("--log-level", log_level);
    add_dynamodb_options();
  }

  void add_dynamodb_options() {
    serve->add_option("--tls-cert", tls_cert);
    serve->add_option("--tls-key", tls_key);
    serve->add_option("--dynamodb-listen", serve_command.dynamodb_listen);
    serve->add_option("--dynamodb-keys", dynamodb_keys);
    serve->add_flag("--dynamodb-insecure", serve_command.dynamodb_insecure);
    serve->add_option("--store", store)->check(CLI::IsMember({"embedded", "dynamodb"}));
    serve->add_option("--endpoint-url", serve_command.endpoint_url);
    serve->add_option("--region", serve_command.region);
    serve->add_option("--profile", serve_command.profile);
  }

  static std::function<std::string(const CLI::App*, std::string, CLI::AppFormatMode)> text(
      std::string_view help) {
    return [help](const CLI::App*, const std::string&, CLI::AppFormatMode) {
      return std::string(help);
    };
  }
};

Reply usage_error(std::string_view what, bool in_serve) {
  return {fmt::format("norn: {}\nSee `norn {}--help`.\n", what, in_serve ? "serve " : ""),
          kExitUsage};
}

// CLI11's exceptions end here: nothing else of Norn sees them.
Reply reply_to(const Parser& parser, const CLI::ParseError& error) {
  const bool in_serve = parser.serve->parsed();
  if (dynamic_cast<const CLI::CallForHelp*>(&error) != nullptr) {
    return {std::string(in_serve ? kServeHelp : kHelp), 0};
  }
  if (dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr) {
    return {fmt::format("{}\n", error.what()), 0};
  }
  if (const auto unknown = parser.app.remaining(true); !unknown.empty()) {
    const auto* const word = in_serve ? "argument" : "command";
    const auto* const kind = unknown.front().starts_with('-') ? "option" : word;
    return usage_error(fmt::format("unknown {} '{}'", kind, unknown.front()), in_serve);
  }
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return {fmt::format("norn: say what to do, for example `norn serve`\n\n{}", kHelp), kExitUsage};
  }
  return usage_error(error.what(), in_serve);
}

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments, std::string_view version) {
  Parser parser(version);
  try {
    // CLI11 takes the arguments from the back.
    parser.app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return reply_to(parser, error);
  }
  const auto level = log::parse_level(parser.log_level);
  if (!level) return usage_error("--log-level: " + level.error().message, true);
  parser.serve_command.log_level = *level;
  ServeCommand& command = parser.serve_command;
  command.data = parser.data;
  command.dynamodb_keys = parser.dynamodb_keys;
  command.tls_cert = parser.tls_cert;
  command.tls_key = parser.tls_key;
  command.remote_store = parser.store == "dynamodb";
  if (command.tls_cert.empty() != command.tls_key.empty()) {
    return usage_error("--tls-cert and --tls-key go together", true);
  }
  const bool names_remote =
      !command.endpoint_url.empty() || !command.region.empty() || !command.profile.empty();
  if (names_remote && !command.remote_store) {
    return usage_error("--endpoint-url, --region and --profile are for --store dynamodb", true);
  }
  return command;
}

}  // namespace norn::cli
