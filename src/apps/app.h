#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/accounts/oidc/oidc_config.h"
#include "apps/accounts/service.h"
#include "apps/agenda/source.h"
#include "apps/context.h"
#include "apps/reminders/source.h"
#include "apps/search/searcher.h"
#include "apps/shared/check.h"
#include "apps/shared/commands.h"
#include "apps/shared/company.h"
#include "apps/shared/demo.h"
#include "apps/shared/inspector.h"
#include "apps/shared/meter.h"
#include "apps/shared/person_files.h"
#include "apps/shared/person_move.h"
#include "apps/shared/scopes.h"
#include "apps/shared/table_reader.h"
#include "apps/shared/tables.h"
#include "base/sentence.h"
#include "live/feed.h"

namespace norn::rest {
class Api;
}

namespace norn::apps {

// What an app is opened with.
struct Environment {
  Context context;
  accounts::Accounts& accounts;
  std::string version = "0";
  std::string public_origin = {};  // "https://home.example.org"; empty: taken from each request.
  std::vector<accounts::Provider> providers = {};
  // Hosts whose calendar feeds people may subscribe to although their addresses are not public.
  std::vector<std::string> feed_hosts = {};
  // The most bytes of replies that an app may keep: 0 where indexes may be behind their table.
  size_t kept_bytes = 0;
};

// What work in the background needs of the rest of Norn.
struct Background {
  int64_t stream_poll_ms = 10;  // How often to read a stream of the store.
  // The ids of the people with open pages.
  std::function<std::vector<std::string>()> listeners;
  // Sends a live event that follows from no change of a table.
  std::function<void(live::Event)> send;
};

// An app, as the rest of Norn sees it. Every member has a default for what an app
// does not have. `apps/all.cc` lists the apps; nothing else names one.
//
// The order of calls: tables(), scopes() and sentences() at any time; open() once, when the tables
// are there; then people(), feeds(), inspectors(), meters(), search(), agenda(), reminders(),
// company(), commands(), follow(), add_routes(); then start() and, after the last request, stop().
// One thread calls all of them.
class App {
 public:
  virtual ~App() = default;

  virtual std::vector<Table> tables(const TableNames& /*names*/) const { return {}; }
  // What its services say to people when they refuse something: its `sentences.h`.
  virtual Sentences sentences() const { return {}; }
  // What an API token may be allowed to do with the app.
  virtual std::vector<Scope> scopes() const { return {}; }

  // Makes the services. Does not touch the store.
  virtual void open(const Environment& /*environment*/) {}
  // The parts that take part in creating and deleting people, in the order in which they do.
  virtual std::vector<accounts::UserHook*> people() { return {}; }
  // What changes of tables mean to the people with open pages.
  virtual std::vector<live::Feed*> feeds() { return {}; }
  // Judge the items of tables that other programs wrote.
  virtual std::vector<apps::Inspector*> inspectors() { return {}; }
  // Count the items of tables for the quotas of people.
  virtual std::vector<apps::Meter*> meters() { return {}; }
  // Finds its things by what people write; nullptr if it has nothing to find.
  virtual search::Searcher* search() { return nullptr; }
  // Tells what a person has on some days; nullptr if it has nothing with a day.
  virtual agenda::AgendaSource* agenda() { return nullptr; }
  // Tells of the reminders that its things have themselves; nullptr if they have none.
  virtual reminders::ReminderSource* reminders() { return nullptr; }
  // Know with whom a person shares its things.
  virtual std::vector<apps::Company*> company() { return {}; }
  // What the operator can have done on the command line. Called while the app is running.
  virtual OperatorCommands commands() { return {}; }
  // What must agree in its tables: what `norn doctor` looks at. They live no longer than the
  // context.
  virtual std::vector<std::unique_ptr<apps::Check>> checks(const Context& /*context*/) const {
    return {};
  }
  // Gives everything that is a person's own, as files that they can read. Called while the app is
  // running.
  virtual Result<void> add_person_files(const std::string& /*user_id*/, PersonFiles& /*files*/) {
    return {};
  }
  // How its tables name people, for moving what another program stored of a person to their
  // account. At any time.
  virtual std::vector<PersonKeys> person_keys(const TableNames& /*names*/) const { return {}; }
  // Moves what of that person's cannot be moved by renaming them: a part of it, as PersonMove::part
  // does. Called while the app is running.
  virtual Result<PersonMove::Part> adopt_part(const std::string& /*from*/,
                                              const std::string& /*to*/,
                                              const std::optional<store::Item>& /*after*/,
                                              bool /*writes*/) {
    return PersonMove::Part{};
  }
  // Adds its part of the demo to its empty tables, by its own services. The accounts come first and
  // set the ids of the people. Called while the app is running.
  virtual Result<void> demo(Demo& /*demo*/) { return {}; }
  // Adds the parts that follow the changes of tables.
  virtual void follow(TableReaders& /*readers*/) {}
  virtual void add_routes(rest::Api& /*api*/) {}

  // Starts the work in the background.
  virtual void start(const Background& /*background*/) {}
  // Ends it, and returns when its threads have ended.
  virtual void stop() {}
};

using Apps = std::vector<std::unique_ptr<App>>;

// Of all of them, in their order.
std::vector<Table> tables_of(const Apps& apps, const TableNames& names);
std::vector<Scope> scopes_of(const Apps& apps);

}  // namespace norn::apps
