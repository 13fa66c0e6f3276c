#pragma once

#include <memory>
#include <vector>

#include "apps/app.h"

namespace norn::notes {

// The smallest app that has one of everything: a table, a route, a live event, a file of what is a
// person's, and a page
// (tests/sixth_app/web). A person's notes, which nobody else sees.
class NotesApp final : public apps::App {
 public:
  NotesApp();
  ~NotesApp() override;

  std::vector<apps::Table> tables(const apps::TableNames& names) const override;
  Sentences sentences() const override;
  std::vector<apps::Scope> scopes() const override;
  void open(const apps::Environment& environment) override;
  std::vector<live::Feed*> feeds() override;
  Result<void> add_person_files(const std::string& user_id, apps::PersonFiles& files) override;
  void add_routes(rest::Api& api) override;

 private:
  struct Services;
  std::unique_ptr<Services> services_;  // From open() on.
};

}  // namespace norn::notes
