#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/help_text.h"

namespace norn::cli {
namespace {

constexpr size_t kMinCacheMb = 8;
constexpr size_t kMaxCacheMb = size_t{1024} * 1024;
constexpr int64_t kMaxRateLimit = 1'000'000;
constexpr size_t kMaxProxies = 16;
constexpr int64_t kMaxSeeded = 10'000;
constexpr int64_t kMaxOccurrences = 10'000'000;
constexpr size_t kMaxPrefix = 200;

std::function<std::string(const CLI::App*, std::string, CLI::AppFormatMode)> text(
    std::string_view help) {
  return
      [help](const CLI::App*, const std::string&, CLI::AppFormatMode) { return std::string(help); };
}

// The options of DataOptions, which every command that needs the data has.
struct DataFlags {
  std::string folder;
  std::string store = "embedded";
  DataOptions options;

  void add_to(CLI::App& command) {
    command.add_option("--data", folder);
    command.add_option("--store", store)->check(CLI::IsMember({"embedded", "dynamodb"}));
    command.add_option("--endpoint-url", options.endpoint_url);
    command.add_option("--region", options.region);
    command.add_option("--profile", options.profile);
    command.add_option("--table-prefix", options.table_prefix);
    command.add_option("--cache-mb", options.cache_mb)->check(CLI::Range(kMinCacheMb, kMaxCacheMb));
  }

  // The first error of the options; empty if there is none.
  std::string finish(const CLI::App& command, const dynamodb::Environment& environment) {
    options.folder = folder;
    options.remote_store = store == "dynamodb";
    const auto variable = dynamodb::endpoint_variable(environment);
    const bool is_chosen = command.count("--store") > 0 || command.count("--data") > 0;
    if (variable && !is_chosen && command.get_name() != "serve") options.remote_store = true;
    if (!options.remote_store) options.unused_variable = variable;
    const bool names_remote =
        !options.endpoint_url.empty() || !options.region.empty() || !options.profile.empty();
    if (names_remote && !options.remote_store) {
      return "--endpoint-url, --region and --profile are for --store dynamodb";
    }
    const auto fits = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-' || c == '.';
    };
    if (options.table_prefix.size() > kMaxPrefix ||
        !std::ranges::all_of(options.table_prefix, fits)) {
      return "--table-prefix: use letters, digits, '_', '-' and '.', at most 200 of them";
    }
    return {};
  }
};

struct Parser {
  CLI::App app;
  CLI::App* serve = nullptr;
  CLI::App* deploy = nullptr;
  CLI::App* seed = nullptr;
  CLI::App* demo = nullptr;
  CLI::App* rrule = nullptr;
  CLI::App* user = nullptr;
  CLI::App* user_passwd = nullptr;
  CLI::App* user_list = nullptr;
  CLI::App* family = nullptr;
  CLI::App* family_list = nullptr;
  CLI::App* family_import = nullptr;
  CLI::App* family_export = nullptr;
  DataFlags data;
  ServeCommand serve_command;
  DeployCommand deploy_command;
  SeedCommand seed_command;
  RruleCommand rrule_command;
  UserCommand user_command;
  FamilyCommand family_command;
  std::string family_file;
  std::string family_output;
  std::string dynamodb_keys;
  std::string tls_cert;
  std::string tls_key;
  std::string oidc;
  std::string log_level = "info";
  std::string highlighted_day;

  explicit Parser(std::string_view version) {
    app.name("norn");
    app.set_version_flag("--version", fmt::format("norn {}", version));
    app.formatter_fn(text(kHelp));
    app.require_subcommand(1);
    add_serve();
    add_deploy();
    add_seed();
    add_demo();
    add_rrule();
    add_user();
    add_family();
  }

  void add_serve() {
    serve = app.add_subcommand("serve");
    serve->formatter_fn(text(kServeHelp));
    data.add_to(*serve);
    serve->add_option("--listen", serve_command.listen);
    serve->add_option("--public-url", serve_command.public_url);
    serve->add_option("--metrics-listen", serve_command.metrics_listen);
    serve->add_option("--proxies", serve_command.proxies)
        ->check(CLI::Range(size_t{1}, kMaxProxies));
    serve->add_option("--password-hash", serve_command.password_hash)
        ->check(CLI::IsMember({"argon2id", "bcrypt"}));
    serve->add_option("--oidc", oidc);
    serve->add_option("--allow-feed-host", serve_command.feed_hosts)->take_all();
    serve->add_option("--rate-limit", serve_command.rate_limit)
        ->check(CLI::Range(int64_t{0}, kMaxRateLimit));
    serve->add_option("--log-level", log_level);
    serve->add_option("--tls-cert", tls_cert);
    serve->add_option("--tls-key", tls_key);
    serve->add_option("--dynamodb-listen", serve_command.dynamodb_listen);
    serve->add_option("--dynamodb-keys", dynamodb_keys);
    serve->add_flag("--dynamodb-insecure", serve_command.dynamodb_insecure);
    serve->add_flag("--demo", serve_command.demo);
  }

  void add_deploy() {
    deploy = app.add_subcommand("deploy");
    deploy->formatter_fn(text(kDeployHelp));
    data.add_to(*deploy);
    deploy->add_option("--table-name", deploy_command.table_name);
    deploy->add_flag("--force", deploy_command.force);
    deploy->add_flag("--destroy", deploy_command.destroy);
  }

  void add_seed() {
    seed = app.add_subcommand("seed");
    seed->formatter_fn(text(kSeedHelp));
    data.add_to(*seed);
    seed->add_option("--table-name", seed_command.table_name);
    seed->add_option("--calendar-id", seed_command.calendar_id)->required();
    seed->add_option("--highlighted-day", highlighted_day);
    seed->add_option("--count", seed_command.count)->check(CLI::Range(int64_t{1}, kMaxSeeded));
  }

  void add_demo() {
    demo = app.add_subcommand("demo");
    demo->formatter_fn(text(kDemoHelp));
    data.add_to(*demo);
  }

  void add_rrule() {
    rrule = app.add_subcommand("rrule");
    rrule->formatter_fn(text(kRruleHelp));
    rrule->add_option("--dtstart", rrule_command.dtstart);
    rrule->add_option("--tzid", rrule_command.tzid);
    rrule->add_option("--rrule", rrule_command.rrule);
    rrule->add_option("--rdate", rrule_command.rdate)->allow_extra_args(false);
    rrule->add_option("--exdate", rrule_command.exdate)->allow_extra_args(false);
    rrule->add_option("--from", rrule_command.from);
    rrule->add_option("--to", rrule_command.to);
    rrule->add_option("--limit", rrule_command.limit)
        ->check(CLI::Range(int64_t{1}, kMaxOccurrences));
    rrule->add_option("--vectors", rrule_command.vectors);
  }

  void add_user() {
    user = app.add_subcommand("user");
    user->formatter_fn(text(kUserHelp));
    user->require_subcommand(1);
    user_passwd = user->add_subcommand("passwd");
    data.add_to(*user_passwd);
    user_passwd->add_option("email", user_command.email)->required();
    user_passwd->add_flag("--end-access", user_command.end_access);
    user_passwd->add_flag("--remove-second-factor", user_command.remove_second_factor);
    user_list = user->add_subcommand("list");
    data.add_to(*user_list);
  }

  void add_family() {
    family = app.add_subcommand("family");
    family->formatter_fn(text(kFamilyHelp));
    family->require_subcommand(1);
    family_list = family->add_subcommand("list");
    data.add_to(*family_list);
    family_list->add_option("--owner", family_command.owner)->required();
    family_import = family->add_subcommand("import");
    data.add_to(*family_import);
    family_import->add_option("file", family_file)->required();
    auto* const whose = family_import->add_option_group("whose");
    whose->require_option(1);
    auto* const owner = whose->add_option("--owner", family_command.owner);
    auto* const into = whose->add_option("--into", family_command.into);
    family_import->add_option("--name", family_command.name)->needs(owner);
    family_import->add_flag("--preview", family_command.preview);
    family_import->add_option("--new", family_command.new_ones)
        ->needs(into)
        ->check(CLI::IsMember({"add", "skip"}));
    family_import->add_option("--changed", family_command.changed)
        ->needs(into)
        ->check(CLI::IsMember({"take", "keep"}));
    family_import->add_option("--conflicts", family_command.conflicts)
        ->needs(into)
        ->check(CLI::IsMember({"take", "keep"}));
    family_export = family->add_subcommand("export");
    data.add_to(*family_export);
    family_export->add_option("--tree", family_command.tree)->required();
    family_export->add_option("--gedcom", family_command.gedcom)
        ->check(CLI::IsMember({"7.0", "5.5.1"}));
    family_export->add_option("--output", family_output);
  }

  // The command that was given, with its help; null and the general one when none was.
  std::pair<CLI::App*, std::string_view> chosen() const {
    if (serve->parsed()) return {serve, kServeHelp};
    if (deploy->parsed()) return {deploy, kDeployHelp};
    if (seed->parsed()) return {seed, kSeedHelp};
    if (demo->parsed()) return {demo, kDemoHelp};
    if (rrule->parsed()) return {rrule, kRruleHelp};
    if (user->parsed()) return {user, kUserHelp};
    if (family->parsed()) return {family, kFamilyHelp};
    return {nullptr, kHelp};
  }

  Reply usage_error(std::string_view what) const {
    const CLI::App* const command = chosen().first;
    const std::string name = command == nullptr ? "" : command->get_name() + " ";
    return {fmt::format("norn: {}\nSee `norn {}--help`.\n", what, name), kExitUsage};
  }

  // The only place that sees CLI11's exceptions.
  Reply reply_to(const CLI::ParseError& error) const {
    const auto [command, help] = chosen();
    if (dynamic_cast<const CLI::CallForHelp*>(&error) != nullptr) return {std::string(help), 0};
    if (dynamic_cast<const CLI::CallForVersion*>(&error) != nullptr) {
      return {fmt::format("{}\n", error.what()), 0};
    }
    if (const auto unknown = app.remaining(true); !unknown.empty()) {
      const auto* const word = command != nullptr ? "argument" : "command";
      const auto* const kind = unknown.front().starts_with('-') ? "option" : word;
      return usage_error(fmt::format("unknown {} '{}'", kind, unknown.front()));
    }
    if (command == nullptr && dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
      return {fmt::format("norn: say what to do, for example `norn serve`\n\n{}", kHelp),
              kExitUsage};
    }
    return usage_error(error.what());
  }

  Command finish_serve() {
    const auto level = log::parse_level(log_level);
    if (!level) return usage_error("--log-level: " + level.error().message);
    serve_command.log_level = *level;
    serve_command.data = data.options;
    serve_command.dynamodb_keys = dynamodb_keys;
    serve_command.tls_cert = tls_cert;
    serve_command.tls_key = tls_key;
    serve_command.oidc = oidc;
    if (tls_cert.empty() != tls_key.empty()) {
      return usage_error("--tls-cert and --tls-key go together");
    }
    if (serve_command.demo && serve_command.listen == "none") {
      return usage_error("--demo needs the app, which --listen none turns off");
    }
    return serve_command;
  }

  Command finish_seed() {
    seed_command.data = data.options;
    if (highlighted_day.empty()) return seed_command;
    seed_command.highlighted_day = parse_date(highlighted_day);
    if (seed_command.highlighted_day) return seed_command;
    return usage_error(
        fmt::format("--highlighted-day: '{}' is no day; write it as 2024-06-15", highlighted_day));
  }

  Command finish_rrule() {
    if (rrule_command.vectors.empty() && rrule_command.dtstart.empty()) {
      return usage_error("--dtstart is required: when it begins, as in 20250106T100000");
    }
    return rrule_command;
  }

  Command finish_user(const dynamodb::Environment& environment) {
    const bool is_passwd = user_passwd->parsed();
    const std::string wrong = data.finish(is_passwd ? *user_passwd : *user_list, environment);
    if (!wrong.empty()) return usage_error(wrong);
    user_command.action = is_passwd ? UserCommand::Action::kPasswd : UserCommand::Action::kList;
    user_command.data = data.options;
    return user_command;
  }

  Command finish_family(const dynamodb::Environment& environment) {
    using Action = FamilyCommand::Action;
    const CLI::App* action = family_list;
    if (family_import->parsed()) {
      action = family_import;
      family_command.action = Action::kImport;
    } else if (family_export->parsed()) {
      action = family_export;
      family_command.action = Action::kExport;
    }
    const std::string wrong = data.finish(*action, environment);
    if (!wrong.empty()) return usage_error(wrong);
    family_command.data = data.options;
    family_command.file = family_file;
    family_command.output = family_output;
    return family_command;
  }

  Command finish(const dynamodb::Environment& environment) {
    if (rrule->parsed()) return finish_rrule();
    if (family->parsed()) return finish_family(environment);
    if (user->parsed()) return finish_user(environment);
    const std::string wrong = data.finish(*chosen().first, environment);
    if (!wrong.empty()) return usage_error(wrong);
    if (serve->parsed()) return finish_serve();
    if (seed->parsed()) return finish_seed();
    if (demo->parsed()) return DemoCommand{.data = data.options};
    deploy_command.data = data.options;
    return deploy_command;
  }
};

}  // namespace

Command parse_command_line(const std::vector<std::string>& arguments, std::string_view version,
                           const dynamodb::Environment& environment) {
  Parser parser(version);
  try {
    // CLI11 takes the arguments from the back.
    parser.app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return parser.reply_to(error);
  }
  return parser.finish(environment);
}

}  // namespace norn::cli
