#include "cli/command_line.h"

#include <gtest/gtest.h>

#include <map>

namespace norn::cli {
namespace {

using Variables = std::map<std::string, std::string>;

Command parse(const std::vector<std::string>& arguments, const Variables& variables = {}) {
  return parse_command_line(arguments, "1.2.3",
                            [&](const std::string& name) -> std::optional<std::string> {
                              const auto found = variables.find(name);
                              if (found == variables.end()) return std::nullopt;
                              return found->second;
                            });
}

Reply reply_to(const std::vector<std::string>& arguments) {
  const Command command = parse(arguments);
  const auto* const reply = std::get_if<Reply>(&command);
  return reply == nullptr ? Reply{"a command, not a reply", -1} : *reply;
}

TEST(CommandLine, HasDefaultsForEverything) {
  const auto command = std::get<ServeCommand>(parse({"serve"}));
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
  const auto command =
      std::get<ServeCommand>(parse({"serve", "--data", "/srv/norn", "--listen=[::1]:9000",
                                    "--cache-mb", "1024", "--log-level", "debug"}));
  EXPECT_EQ(command.data.folder, "/srv/norn");
  EXPECT_EQ(command.listen, "[::1]:9000");
  EXPECT_EQ(command.data.cache_mb, 1024u);
  EXPECT_EQ(command.log_level, log::Level::kDebug);
}

TEST(CommandLine, ReadsTheOptionsOfTheDynamoDbApi) {
  const auto command = std::get<ServeCommand>(
      parse({"serve", "--dynamodb-listen", "0.0.0.0:8000", "--dynamodb-keys", "/etc/norn/keys",
             "--dynamodb-insecure", "--tls-cert", "c.pem", "--tls-key", "k.pem"}));
  EXPECT_EQ(command.dynamodb_listen, "0.0.0.0:8000");
  EXPECT_EQ(command.dynamodb_keys, "/etc/norn/keys");
  EXPECT_TRUE(command.dynamodb_insecure);
  EXPECT_EQ(command.tls_cert, "c.pem");
  EXPECT_EQ(command.tls_key, "k.pem");
}

TEST(CommandLine, ReadsWhereTheDataIs) {
  const auto command = std::get<ServeCommand>(
      parse({"serve", "--store", "dynamodb", "--endpoint-url", "http://127.0.0.1:9000", "--region",
             "eu-central-1", "--profile", "home"}));
  EXPECT_TRUE(command.data.remote_store);
  EXPECT_EQ(command.data.endpoint_url, "http://127.0.0.1:9000");
  EXPECT_EQ(command.data.region, "eu-central-1");
  EXPECT_EQ(command.data.profile, "home");
}

TEST(CommandLine, DeploysAndSeedsWhereTheEnvironmentSays) {
  for (const std::string name :
       {"AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_DYNAMODB", "DYNAMODB_ENDPOINT"}) {
    const Variables variables = {{name, "http://127.0.0.1:9000"}};
    EXPECT_TRUE(std::get<DeployCommand>(parse({"deploy"}, variables)).data.remote_store) << name;
    EXPECT_TRUE(
        std::get<SeedCommand>(parse({"seed", "--calendar-id", "c"}, variables)).data.remote_store);
    EXPECT_EQ(std::get<DeployCommand>(parse({"deploy", "--region", "r"}, variables)).data.region,
              "r");
    // What is said on the command line goes before it.
    for (const auto& chosen :
         {std::pair("--data", "/srv/norn"), std::pair("--store", "embedded")}) {
      const auto data =
          std::get<DeployCommand>(parse({"deploy", chosen.first, chosen.second}, variables)).data;
      EXPECT_FALSE(data.remote_store) << name << " " << chosen.first;
    }
    // A server does not change its data for it, and says so.
    const auto serve = std::get<ServeCommand>(parse({"serve"}, variables)).data;
    EXPECT_FALSE(serve.remote_store);
    EXPECT_EQ(serve.unused_variable, name);
    EXPECT_FALSE(std::get<ServeCommand>(parse({"serve", "--store", "dynamodb"}, variables))
                     .data.unused_variable);
  }
  EXPECT_FALSE(std::get<DeployCommand>(parse({"deploy"})).data.remote_store);
  EXPECT_FALSE(
      std::get<DeployCommand>(parse({"deploy"}, {{"AWS_ENDPOINT_URL", ""}})).data.remote_store);
  const Variables ignored = {{"AWS_ENDPOINT_URL", "http://127.0.0.1:9000"},
                             {"AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true"}};
  EXPECT_FALSE(std::get<DeployCommand>(parse({"deploy"}, ignored)).data.remote_store);
}

TEST(CommandLine, ReadsTheOptionsOfTheApp) {
  const auto command = std::get<ServeCommand>(
      parse({"serve", "--public-url", "https://home.example.org", "--metrics-listen",
             "127.0.0.1:9100", "--proxies", "2", "--oidc", "o.json", "--rate-limit", "0",
             "--table-prefix", "family-", "--password-hash", "bcrypt"}));
  EXPECT_EQ(command.password_hash, "bcrypt");
  EXPECT_EQ(command.public_url, "https://home.example.org");
  EXPECT_EQ(command.metrics_listen, "127.0.0.1:9100");
  EXPECT_EQ(command.proxies, 2u);
  EXPECT_EQ(command.oidc, "o.json");
  EXPECT_EQ(command.rate_limit, 0);
  EXPECT_EQ(command.data.table_prefix, "family-");
}

TEST(CommandLine, ReadsDeployAndSeed) {
  const auto deploy = std::get<DeployCommand>(
      parse({"deploy", "--force", "--destroy", "--table-name", "mine", "--data", "/srv/norn"}));
  EXPECT_TRUE(deploy.force);
  EXPECT_TRUE(deploy.destroy);
  EXPECT_EQ(deploy.table_name, "mine");
  EXPECT_EQ(deploy.data.folder, "/srv/norn");
  const auto seed = std::get<SeedCommand>(
      parse({"seed", "--calendar-id", "c", "--highlighted-day", "2024-06-15", "--count", "50"}));
  EXPECT_EQ(seed.calendar_id, "c");
  EXPECT_EQ(seed.highlighted_day, parse_date("2024-06-15"));
  EXPECT_EQ(seed.count, 50);
  EXPECT_FALSE(std::get<SeedCommand>(parse({"seed", "--calendar-id", "c"})).highlighted_day);
}

TEST(CommandLine, ReadsRrule) {
  const auto rrule = std::get<RruleCommand>(
      parse({"rrule", "--dtstart", "20250106T100000", "--tzid", "Europe/London", "--rrule",
             "FREQ=DAILY", "--exdate", "20250107T100000", "--exdate", "20250108T100000", "--rdate",
             "20250109T120000", "--from", "20250101", "--to", "20250201", "--limit", "5"}));
  EXPECT_EQ(rrule.dtstart, "20250106T100000");
  EXPECT_EQ(rrule.tzid, "Europe/London");
  EXPECT_EQ(rrule.rrule, "FREQ=DAILY");
  EXPECT_EQ(rrule.exdate, (std::vector<std::string>{"20250107T100000", "20250108T100000"}));
  EXPECT_EQ(rrule.rdate, std::vector<std::string>{"20250109T120000"});
  EXPECT_EQ(rrule.from, "20250101");
  EXPECT_EQ(rrule.to, "20250201");
  EXPECT_EQ(rrule.limit, 5);
  EXPECT_EQ(std::get<RruleCommand>(parse({"rrule", "--vectors", "f.json"})).vectors, "f.json");
}

TEST(CommandLine, HelpNamesEveryOptionAndStartsWithExamples) {
  const Reply help = reply_to({"serve", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const char* option : {"--data",
                             "--listen",
                             "--cache-mb",
                             "--log-level",
                             "--tls-cert",
                             "--tls-key",
                             "--dynamodb-listen",
                             "--dynamodb-keys",
                             "--dynamodb-insecure",
                             "--store",
                             "--endpoint-url",
                             "--region",
                             "--profile",
                             "--table-prefix",
                             "--public-url",
                             "--proxies",
                             "--metrics-listen",
                             "--oidc",
                             "--allow-feed-host",
                             "--rate-limit",
                             "--help"}) {
    EXPECT_NE(help.text.find(std::string("\n  ") + option), std::string::npos) << option;
  }
  EXPECT_LT(help.text.find("Examples"), help.text.find("Options"));
  const Reply rrule = reply_to({"rrule", "--help"});
  for (const char* option : {"--dtstart", "--tzid", "--rrule", "--rdate", "--exdate", "--from",
                             "--to", "--limit", "--vectors", "--help"}) {
    EXPECT_NE(rrule.text.find(std::string("\n  ") + option), std::string::npos) << option;
  }
  EXPECT_NE(reply_to({"--help"}).text.find("norn serve"), std::string::npos);
  EXPECT_EQ(reply_to({"-h"}).text, reply_to({"--help"}).text);
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
