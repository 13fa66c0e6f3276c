#pragma once

#include <memory>
#include <vector>

#include "apps/app.h"

namespace norn::bookings {

// Places, and bookings of their nights.
class BookingsApp final : public apps::App {
 public:
  BookingsApp();
  ~BookingsApp() override;

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
  std::vector<apps::Company*> company() override;
  std::vector<apps::PersonKeys> person_keys(const apps::TableNames& names) const override;
  std::vector<std::unique_ptr<apps::Check>> checks(const apps::Context& context) const override;
  Result<void> add_person_files(const std::string& user_id, apps::PersonFiles& files) override;
  Result<void> demo(apps::Demo& demo) override;
  void add_routes(rest::Api& api) override;

 private:
  struct Services;
  std::unique_ptr<Services> services_;  // From open() on.
};

}  // namespace norn::bookings
