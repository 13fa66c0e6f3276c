#pragma once

#include <memory>
#include <vector>

#include "apps/app.h"

namespace norn::accounts {

// The routes of accounts, and signing in with providers. The service itself is opened before all
// apps, because they use it.
class AccountsApp final : public apps::App {
 public:
  AccountsApp();
  ~AccountsApp() override;

  std::vector<apps::Table> tables(const apps::TableNames& names) const override;
  Sentences sentences() const override;
  std::vector<apps::Scope> scopes() const override;
  void open(const apps::Environment& environment) override;
  std::vector<apps::Inspector*> inspectors() override;
  std::vector<std::unique_ptr<apps::Check>> checks(const apps::Context& context) const override;
  Result<void> add_person_files(const std::string& user_id, apps::PersonFiles& files) override;
  Result<void> demo(apps::Demo& demo) override;
  void follow(apps::TableReaders& readers) override;
  void add_routes(rest::Api& api) override;

 private:
  struct Services;
  std::unique_ptr<Services> services_;  // From open() on.
};

}  // namespace norn::accounts
