#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/projects/access.h"
#include "apps/search/index.h"
#include "apps/search/searcher.h"
#include "apps/shared/table_reader.h"

namespace norn::projects {

constexpr const char* kSearchApp = "projects";

// Keeps the words of projects, tasks, events and comments in the search index, whoever wrote them.
// A group of the index is a project.
class SearchUpkeep final : public apps::Follower {
 public:
  explicit SearchUpkeep(const Context& context)
      : context_(context), index_(context.store, context.tables, kSearchApp) {}

  std::string table() const override { return context_.tables.projects(); }
  std::string name() const override { return "search"; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;
  Result<void> seen_all() override;

 private:
  using Things = std::vector<search::IndexedThing>;

  // Appends what the index should have of the thing with this key; `item` is nullptr if it is gone.
  Result<void> add(const std::string& key, const store::Item* item, Things& things) const;
  Result<void> add_present(const std::string& key, Things& things) const;
  // Appends the things that a relation with this key says the place of.
  Result<void> add_related(const std::string& pk, const std::string& sk, Things& things) const;
  // A task that moves takes its comments along.
  Result<void> add_comments(const std::string& task_id, Things& things) const;

  Context context_;
  search::Index index_;
  Things seen_;
};

// Finds projects, tasks, events and comments by the index, and the people of these projects by
// their names; for those who may read the projects. What is found is compared with what is there.
class ProjectSearch final : public search::Searcher {
 public:
  explicit ProjectSearch(const Context& context)
      : context_(context), index_(context.store, context.tables, kSearchApp) {}

  std::string app() const override { return kSearchApp; }
  std::string scope() const override { return "projects:read"; }
  Result<std::vector<search::Hit>> search(const std::string& user_id, const std::string& text,
                                          size_t limit) override;

 private:
  Context context_;
  search::Index index_;
};

}  // namespace norn::projects
