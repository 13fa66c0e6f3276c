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
  curl http://127.0.0.1:8080/healthz          asks a running server how it is

Options
  --data DIR          where the data is kept; created for you alone (mode 0700) if missing
                      (default: /var/lib/norn for root, else $XDG_DATA_HOME/norn or
                      ~/.local/share/norn)
  --listen ADDRESS    IP address and port (default: 127.0.0.1:8080, this machine only);
                      port 0 takes any free one
  --cache-mb N        memory for cached data, in MiB (default: 256)
  --log-level LEVEL   debug, info, warn or error (default: info); the log goes to stderr
  --help              this text

SIGTERM or Ctrl-C finishes the requests under way, closes the data and exits with 0; a second one
exits at once, which loses nothing that was acknowledged. One process at a time uses a data folder.
)";

struct Parser {
  CLI::App app;
  CLI::App* serve = nullptr;
  ServeCommand serve_command;
  std::string data;
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
  parser.serve_command.data = parser.data;
  return parser.serve_command;
}

}  // namespace norn::cli
