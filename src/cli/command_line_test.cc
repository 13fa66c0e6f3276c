#include "cli/command_line.h"

#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <map>
#include <set>
#include <utility>

#include "cli/commands/all.h"
#include "cli/commands/deploy_command.h"
#include "cli/commands/rrule_command.h"
#include "cli/commands/seed_command.h"
#include "cli/commands/serve_command.h"
#include "cli/exit_code.h"

namespace norn::cli {
namespace {

using Variables = std::map<std::string, std::string>;

Commands commands_of_program() {
  return all_commands({.version = "1.2.3", .serve = [](const ServeOptions&) -> Result<void> {
                         return fail(ErrorCode::kInternal, "no test serves");
                       }});
}

std::variant<Reply, Command*> parse_with(const Commands& commands,
                                         const std::vector<std::string>& arguments,
                                         const Variables& variables = {}) {
  return parse_command_line(arguments, commands, "1.2.3",
                            [&](const std::string& name) -> std::optional<std::string> {
                              const auto found = variables.find(name);
                              if (found == variables.end()) return std::nullopt;
                              return found->second;
                            });
}

// The options of the command that the arguments ask for, which has to be of this class.
template <typename Chosen>
auto parse(const std::vector<std::string>& arguments, const Variables& variables = {}) {
  const Commands commands = commands_of_program();
  const auto parsed = parse_with(commands, arguments, variables);
  return dynamic_cast<const Chosen&>(*std::get<Command*>(parsed)).options();
}

Reply reply_to(const std::vector<std::string>& arguments) {
  const Commands commands = commands_of_program();
  const auto parsed = parse_with(commands, arguments);
  const auto* const reply = std::get_if<Reply>(&parsed);
  return reply == nullptr ? Reply{"a command, not a reply", -1} : *reply;
}

// All options below a command, without those that are hidden.
std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* const option : app.get_options()) {
    if (!option->get_group().empty() && !option->get_lnames().empty()) {
      names.push_back("--" + option->get_lnames().front());
    }
  }
  for (const CLI::App* const below : app.get_subcommands({})) {
    for (std::string& name : options_of(*below)) names.push_back(std::move(name));
  }
  return names;
}

TEST(CommandLine, HasDefaultsForEverything) {
  const auto command = parse<ServeCommand>({"serve"});
  EXPECT_EQ(command.data.folder, "");
  EXPECT_EQ(command.listen, "127.0.0.1:8080");
  EXPECT_EQ(command.dynamodb_listen, "127.0.0.1:8000");
  EXPECT_EQ(command.dynamodb_keys, "");
  EXPECT_FALSE(command.dynamodb_insecure);
  EXPECT_FALSE(command.data.remote_store);
  EXPECT_EQ(command.data.cache_mb, 256u);
  EXPECT_EQ(command.log_level, log::Level::kInfo);
}

TEST(CommandLine, ReadsTheOptionsOfServe) {
  const auto command = parse<ServeCommand>({"serve", "--data", "/srv/norn", "--listen=[::1]:9000",
                                            "--cache-mb", "1024", "--log-level", "debug"});
  EXPECT_EQ(command.data.folder, "/srv/norn");
  EXPECT_EQ(command.listen, "[::1]:9000");
  EXPECT_EQ(command.data.cache_mb, 1024u);
  EXPECT_EQ(command.log_level, log::Level::kDebug);
}

TEST(CommandLine, ReadsTheOptionsOfTheDynamoDbApi) {
  const auto command = parse<ServeCommand>(
      {"serve", "--dynamodb-listen", "0.0.0.0:8000", "--dynamodb-keys", "/etc/norn/keys",
       "--dynamodb-insecure", "--tls-cert", "c.pem", "--tls-key", "k.pem"});
  EXPECT_EQ(command.dynamodb_listen, "0.0.0.0:8000");
  EXPECT_EQ(command.dynamodb_keys, "/etc/norn/keys");
  EXPECT_TRUE(command.dynamodb_insecure);
  EXPECT_EQ(command.tls_cert, "c.pem");
  EXPECT_EQ(command.tls_key, "k.pem");
}

TEST(CommandLine, ReadsWhereTheDataIs) {
  const auto command = parse<ServeCommand>({"serve", "--store", "dynamodb", "--endpoint-url",
                                            "http://127.0.0.1:9000", "--region", "eu-central-1",
                                            "--profile", "home"});
  EXPECT_TRUE(command.data.remote_store);
  EXPECT_EQ(command.data.endpoint_url, "http://127.0.0.1:9000");
  EXPECT_EQ(command.data.region, "eu-central-1");
  EXPECT_EQ(command.data.profile, "home");
}

TEST(CommandLine, DeploysAndSeedsWhereTheEnvironmentSays) {
  for (const std::string name :
       {"AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_DYNAMODB", "DYNAMODB_ENDPOINT"}) {
    const Variables variables = {{name, "http://127.0.0.1:9000"}};
    EXPECT_TRUE(parse<DeployCommand>({"deploy"}, variables).data.remote_store) << name;
    EXPECT_TRUE(parse<SeedCommand>({"seed", "--calendar-id", "c"}, variables).data.remote_store);
    EXPECT_EQ(parse<DeployCommand>({"deploy", "--region", "r"}, variables).data.region, "r");
    // What is said on the command line goes before it.
    for (const auto& chosen :
         {std::pair("--data", "/srv/norn"), std::pair("--store", "embedded")}) {
      const auto data =
          parse<DeployCommand>({"deploy", chosen.first, chosen.second}, variables).data;
      EXPECT_FALSE(data.remote_store) << name << " " << chosen.first;
    }
    // A server does not change its data for it, and says so.
    const auto serve = parse<ServeCommand>({"serve"}, variables).data;
    EXPECT_FALSE(serve.remote_store);
    EXPECT_EQ(serve.unused_variable, name);
    EXPECT_FALSE(
        parse<ServeCommand>({"serve", "--store", "dynamodb"}, variables).data.unused_variable);
  }
  EXPECT_FALSE(parse<DeployCommand>({"deploy"}).data.remote_store);
  EXPECT_FALSE(parse<DeployCommand>({"deploy"}, {{"AWS_ENDPOINT_URL", ""}}).data.remote_store);
  const Variables ignored = {{"AWS_ENDPOINT_URL", "http://127.0.0.1:9000"},
                             {"AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true"}};
  EXPECT_FALSE(parse<DeployCommand>({"deploy"}, ignored).data.remote_store);
}

TEST(CommandLine, ReadsTheOptionsOfTheApp) {
  const auto command =
      parse<ServeCommand>({"serve", "--public-url", "https://home.example.org", "--metrics-listen",
                           "127.0.0.1:9100", "--proxies", "2", "--oidc", "o.json", "--rate-limit",
                           "0", "--table-prefix", "family-", "--password-hash", "bcrypt"});
  EXPECT_EQ(command.password_hash, "bcrypt");
  EXPECT_EQ(command.public_url, "https://home.example.org");
  EXPECT_EQ(command.metrics_listen, "127.0.0.1:9100");
  EXPECT_EQ(command.proxies, 2u);
  EXPECT_EQ(command.oidc, "o.json");
  EXPECT_EQ(command.rate_limit, 0);
  EXPECT_EQ(command.data.table_prefix, "family-");
  EXPECT_EQ(command.console, "on");
  EXPECT_FALSE(command.admin_writes);
  EXPECT_EQ(parse<ServeCommand>({"serve", "--console", "off"}).console, "off");
  EXPECT_TRUE(parse<ServeCommand>({"serve", "--admin-writes"}).admin_writes);
}

TEST(CommandLine, ReadsDeployAndSeed) {
  const auto deploy = parse<DeployCommand>(
      {"deploy", "--force", "--destroy", "--table-name", "mine", "--data", "/srv/norn"});
  EXPECT_TRUE(deploy.force);
  EXPECT_TRUE(deploy.destroy);
  EXPECT_EQ(deploy.table_name, "mine");
  EXPECT_EQ(deploy.data.folder, "/srv/norn");
  const auto seed = parse<SeedCommand>(
      {"seed", "--calendar-id", "c", "--highlighted-day", "2024-06-15", "--count", "50"});
  EXPECT_EQ(seed.calendar_id, "c");
  EXPECT_EQ(seed.highlighted_day, parse_date("2024-06-15"));
  EXPECT_EQ(seed.count, 50);
  EXPECT_FALSE(parse<SeedCommand>({"seed", "--calendar-id", "c"}).highlighted_day);
}

TEST(CommandLine, ReadsRrule) {
  const auto rrule = parse<RruleCommand>(
      {"rrule", "--dtstart", "20250106T100000", "--tzid", "Europe/London", "--rrule", "FREQ=DAILY",
       "--exdate", "20250107T100000", "--exdate", "20250108T100000", "--rdate", "20250109T120000",
       "--from", "20250101", "--to", "20250201", "--limit", "5"});
  EXPECT_EQ(rrule.dtstart, "20250106T100000");
  EXPECT_EQ(rrule.tzid, "Europe/London");
  EXPECT_EQ(rrule.rrule, "FREQ=DAILY");
  EXPECT_EQ(rrule.exdate, (std::vector<std::string>{"20250107T100000", "20250108T100000"}));
  EXPECT_EQ(rrule.rdate, std::vector<std::string>{"20250109T120000"});
  EXPECT_EQ(rrule.from, "20250101");
  EXPECT_EQ(rrule.to, "20250201");
  EXPECT_EQ(rrule.limit, 5);
  EXPECT_EQ(parse<RruleCommand>({"rrule", "--vectors", "f.json"}).vectors, "f.json");
}

TEST(CommandLine, HelpNamesEveryOptionAndStartsWithExamples) {
  const Commands commands = commands_of_program();
  CLI::App app;
  declare_commands(app, commands);
  for (const auto& command : commands) {
    const std::string name(command->about().name);
    const Reply help = reply_to({name, "--help"});
    EXPECT_EQ(help.exit_code, 0) << name;
    for (const std::string& option : options_of(*app.get_subcommand(name))) {
      EXPECT_NE(help.text.find("  " + option), std::string::npos) << name << " " << option;
    }
    EXPECT_NE(help.text.find("Examples\n"), std::string::npos) << name;
    EXPECT_LT(help.text.find("Examples\n"), help.text.find("\n  --")) << name;
  }
}

// The names of commands and subcommands without --json.
std::vector<std::string> without_json(const CLI::App& app, const std::string& name) {
  if (app.get_option_no_throw("--json") != nullptr) return {};
  const auto below = app.get_subcommands({});
  if (below.empty()) return {name};
  std::vector<std::string> names;
  for (const CLI::App* const one : below) {
    for (std::string& missing : without_json(*one, name + " " + one->get_name())) {
      names.push_back(std::move(missing));
    }
  }
  return names;
}

TEST(CommandLine, EveryCommandAnswersInJsonIfAskedTo) {
  // What these print is not an answer.
  const std::set<std::string> others = {"serve", "completion", "man", "licences"};
  const Commands commands = commands_of_program();
  CLI::App app;
  declare_commands(app, commands);
  for (const auto& command : commands) {
    const std::string name(command->about().name);
    const auto missing = without_json(*app.get_subcommand(name), name);
    EXPECT_EQ(missing.empty(), !others.contains(name)) << name << " " << missing.size();
  }
}

TEST(CommandLine, HelpListsEveryCommandInItsGroup) {
  const Reply help = reply_to({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const auto& command : commands_of_program()) {
    const auto& about = command->about();
    EXPECT_NE(help.text.find("\n  norn " + std::string(about.name) + " "), std::string::npos);
    EXPECT_NE(help.text.find(" " + std::string(about.summary) + "\n"), std::string::npos);
  }
  EXPECT_LT(help.text.find("The server\n  norn serve"), help.text.find("People\n  norn user"));
  EXPECT_EQ(reply_to({"-h"}).text, help.text);
}

TEST(CommandLine, KnowsItsVersion) {
  EXPECT_EQ(reply_to({"--version"}).text, "norn 1.2.3\n");
  EXPECT_EQ(reply_to({"--version"}).exit_code, 0);
}

TEST(CommandLine, SaysWhatIsWrongAndWhereToLook) {
  const struct {
    std::vector<std::string> arguments;
    const char* text;
  } rows[] = {
      {{"--foo"}, "norn: unknown option '--foo'\nSee `norn --help`.\n"},
      {{"dance"}, "norn: unknown command 'dance'\nSee `norn --help`.\n"},
      {{"serve", "--foo"}, "norn: unknown option '--foo'\nSee `norn serve --help`.\n"},
      {{"serve", "now"}, "norn: unknown argument 'now'\nSee `norn serve --help`.\n"},
      {{"serve", "--data"}, "norn: --data: 1 required TEXT missing\nSee `norn serve --help`.\n"},
      {{"serve", "--tls-cert", "c.pem"},
       "norn: --tls-cert and --tls-key go together\nSee `norn serve --help`.\n"},
      {{"serve", "--console", "off", "--admin-writes"},
       "norn: --admin-writes is about the console, which --console off turns off\n"
       "See `norn serve --help`.\n"},
      {{"serve", "--table-prefix", "a b"},
       "norn: --table-prefix: use letters, digits, '_', '-' and '.', at most 200 of them\n"
       "See `norn serve --help`.\n"},
      {{"seed"}, "norn: --calendar-id is required\nSee `norn seed --help`.\n"},
      {{"seed", "--calendar-id", "c", "--highlighted-day", "soon"},
       "norn: --highlighted-day: 'soon' is no day; write it as 2024-06-15\n"
       "See `norn seed --help`.\n"},
      {{"rrule", "--rrule", "FREQ=DAILY"},
       "norn: --dtstart is required: when it begins, as in 20250106T100000\n"
       "See `norn rrule --help`.\n"},
      {{"deploy", "--foo"}, "norn: unknown option '--foo'\nSee `norn deploy --help`.\n"},
      {{"serve", "--region", "x"},
       "norn: --endpoint-url, --region and --profile are for --store dynamodb\n"
       "See `norn serve --help`.\n"},
      {{"serve", "--log-level", "loud"},
       "norn: --log-level: 'loud' is not a log level: use debug, info, warn or error.\n"
       "See `norn serve --help`.\n"},
  };
  for (const auto& row : rows) {
    const Reply reply = reply_to(row.arguments);
    EXPECT_EQ(reply.text, row.text);
    EXPECT_EQ(reply.exit_code, kExitUsage);
  }
  for (const char* size : {"0", "7", "-1", "many", "1048577"}) {
    const Reply reply = reply_to({"serve", "--cache-mb", size});
    EXPECT_EQ(reply.exit_code, kExitUsage) << size;
    EXPECT_TRUE(reply.text.starts_with("norn: --cache-mb: ")) << reply.text;
  }
}

TEST(CommandLine, ShowsTheHelpWhenNothingIsAskedFor) {
  const Reply reply = reply_to({});
  EXPECT_EQ(reply.exit_code, kExitUsage);
  EXPECT_TRUE(reply.text.ends_with(reply_to({"--help"}).text));
}

}  // namespace
}  // namespace norn::cli
