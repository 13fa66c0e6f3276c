#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/app.h"

namespace norn::family {

// Family trees: people, and who is related to whom. Their table also holds the PROFILE of every
// person with an account.
class FamilyApp final : public apps::App {
 public:
  FamilyApp();
  ~FamilyApp() override;

  // `Yggdrasil` of the design.
  std::vector<apps::Table> tables(const apps::TableNames& names) const override;
  std::vector<apps::Scope> scopes() const override;
  Sentences sentences() const override;
  void open(const apps::Environment& environment) override;
  std::vector<accounts::UserHook*> people() override;
  std::vector<live::Feed*> feeds() override;
  std::vector<apps::Inspector*> inspectors() override;
  std::vector<apps::Meter*> meters() override;
  search::Searcher* search() override;
  agenda::AgendaSource* agenda() override;
  std::vector<apps::Company*> company() override;
  apps::OperatorCommands commands() override;
  std::vector<std::unique_ptr<apps::Check>> checks(const apps::Context& context) const override;
  Result<void> add_person_files(const std::string& user_id, apps::PersonFiles& files) override;
  Result<apps::PersonMove::Part> adopt_part(const std::string& from, const std::string& to,
                                            const std::optional<store::Item>& after,
                                            bool writes) override;
  Result<void> demo(apps::Demo& demo) override;
  void follow(apps::TableReaders& readers) override;
  void add_routes(rest::Api& api) override;
  void start(const apps::Background& background) override;
  void stop() override;

 private:
  struct Services;
  std::unique_ptr<Services> services_;  // From open() on.
};

}  // namespace norn::family
