#include "apps/accounts/app.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/checks.h"
#include "apps/accounts/confirmations.h"
#include "apps/accounts/demo.h"
#include "apps/accounts/oidc/oidc.h"
#include "apps/accounts/person_files.h"
#include "apps/accounts/routes/routes.h"
#include "apps/accounts/schema.h"
#include "apps/accounts/sentences.h"
#include "apps/accounts/users/foreign_people_reader.h"
#include "base/log.h"
#include "http/client.h"

namespace norn::accounts {
namespace {

constexpr int64_t kProviderTimeoutMs = 10'000;
constexpr size_t kProviderReplyBytes = 1 << 20;

http::HttpClientOptions provider_client() {
  http::HttpClientOptions options;
  options.max_connections = 8;
  options.total_timeout_ms = kProviderTimeoutMs;
  options.max_reply_bytes = kProviderReplyBytes;
  return options;
}

Fetch fetch_with(http::HttpClient& client) {
  return [&client](const FetchRequest& wanted) -> Result<FetchReply> {
    http::HttpRequest request;
    request.method = wanted.method;
    request.url = wanted.url;
    request.headers = wanted.headers;
    request.body = wanted.body;
    NORN_ASSIGN(auto reply, client.send(request));
    return FetchReply{reply.status, std::move(reply.body)};
  };
}

// What follows the user items of a table.
struct UserTable {
  UserTable(const apps::Context& context, const std::string& table)
      : reader(context.store, context.tables, context.clock, context.users.foreign_people(), table),
        inspector(context.store, context.tables, context.users.foreign_people(), table) {}

  ForeignPeopleReader reader;
  PeopleInspector inspector;
};

std::vector<std::unique_ptr<UserTable>> user_tables_of(const apps::Context& context) {
  std::vector<std::unique_ptr<UserTable>> tables;
  for (const std::string& table :
       {context.tables.calendars(), context.tables.projects(), context.tables.family()}) {
    tables.push_back(std::make_unique<UserTable>(context, table));
  }
  return tables;
}

}  // namespace

struct AccountsApp::Services {
  explicit Services(const apps::Environment& environment)
      : accounts(environment.accounts),
        confirmations(accounts, environment.context.store, environment.context.tables,
                      environment.context.clock),
        oidc(environment.context.store, environment.context.tables, environment.context.clock,
             environment.context.ids, accounts, environment.providers, fetch_with(client)),
        failed_sign_ins(environment.context.clock,
                        [](const std::string& line) { log::warn("{}", line); }),
        user_tables(user_tables_of(environment.context)),
        options{.public_origin = environment.public_origin, .version = environment.version} {}

  http::HttpClient client{provider_client()};
  Accounts& accounts;
  Confirmations confirmations;
  Oidc oidc;
  FailedSignIns failed_sign_ins;
  std::vector<std::unique_ptr<UserTable>> user_tables;
  RouteOptions options;
};

AccountsApp::AccountsApp() = default;
AccountsApp::~AccountsApp() = default;

std::vector<apps::Table> AccountsApp::tables(const apps::TableNames& names) const {
  return {{.schema = norn_table(names), .ttl_attribute = "ttl"},
          {.schema = apps::search_table(names)},
          {.schema = apps::files_table(names)}};
}

Sentences AccountsApp::sentences() const {
  return kSentences;
}

std::vector<apps::Scope> AccountsApp::scopes() const {
  return {{std::string(kAccountScope)}, {std::string(kMetricsScope)}};
}

void AccountsApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
}

std::vector<apps::Inspector*> AccountsApp::inspectors() {
  std::vector<apps::Inspector*> inspectors;
  for (const auto& table : services_->user_tables) inspectors.push_back(&table->inspector);
  return inspectors;
}

std::vector<std::unique_ptr<apps::Check>> AccountsApp::checks(const apps::Context& context) const {
  return checks_of_accounts(context);
}

Result<void> AccountsApp::add_person_files(const std::string& user_id, apps::PersonFiles& files) {
  return accounts::add_person_files(services_->accounts.users(), user_id, files);
}

Result<void> AccountsApp::demo(apps::Demo& demo) {
  return add_demo(services_->accounts, demo);
}

void AccountsApp::follow(apps::TableReaders& readers) {
  for (const auto& table : services_->user_tables) readers.add(table->reader);
}

void AccountsApp::add_routes(rest::Api& api) {
  accounts::add_routes(api, services_->accounts, services_->confirmations, services_->oidc,
                       services_->failed_sign_ins, services_->options);
}

}  // namespace norn::accounts
