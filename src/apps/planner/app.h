#pragma once

#include <memory>
#include <vector>

#include "apps/app.h"

namespace norn::planner {

// The planner of a person: events and series, views, reminders, import and export.
class PlannerApp final : public apps::App {
 public:
  PlannerApp();
  ~PlannerApp() override;

  std::vector<apps::Table> tables(const apps::TableNames& names) const override;
  Sentences sentences() const override;
  std::vector<apps::Scope> scopes() const override;
  void open(const apps::Environment& environment) override;
  std::vector<accounts::UserHook*> people() override;
  std::vector<live::Feed*> feeds() override;
  std::vector<apps::Inspector*> inspectors() override;
  std::vector<apps::Meter*> meters() override;
  search::Searcher* search() override;
  agenda::AgendaSource* agenda() override;
  reminders::ReminderSource* reminders() override;
  std::vector<apps::PersonKeys> person_keys(const apps::TableNames& names) const override;
  std::vector<std::unique_ptr<apps::Check>> checks(const apps::Context& context) const override;
  Result<void> add_person_files(const std::string& user_id, apps::PersonFiles& files) override;
  Result<void> demo(apps::Demo& demo) override;
  void follow(apps::TableReaders& readers) override;
  void add_routes(rest::Api& api) override;

 private:
  struct Services;
  std::unique_ptr<Services> services_;  // From open() on.
};

}  // namespace norn::planner
