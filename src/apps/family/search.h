#pragma once

#include <string>
#include <vector>

#include "apps/family/access.h"
#include "apps/search/index.h"
#include "apps/search/searcher.h"
#include "apps/shared/table_reader.h"

namespace norn::family {

constexpr const char* kSearchApp = "family";

// Keeps the names of people in the search index, also those that other programs wrote. A group of
// the index is a tree.
class SearchUpkeep final : public apps::Follower {
 public:
  explicit SearchUpkeep(const Context& context)
      : context_(context), index_(context.store, context.tables, kSearchApp) {}

  std::string table() const override { return context_.tables.family(); }
  std::string name() const override { return "search"; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;
  Result<void> seen_all() override;

 private:
  Context context_;
  search::Index index_;
  std::vector<search::IndexedThing> seen_;
};

// Finds trees by their names, and people by the index, in the trees that a person is a member of.
// What is found is compared with what is there.
class FamilySearch final : public search::Searcher {
 public:
  explicit FamilySearch(const Context& context)
      : context_(context), index_(context.store, context.tables, kSearchApp) {}

  std::string app() const override { return kSearchApp; }
  std::string scope() const override { return "family:read"; }
  Result<std::vector<search::Hit>> search(const std::string& user_id, const std::string& text,
                                          size_t limit) override;

 private:
  Context context_;
  search::Index index_;
};

}  // namespace norn::family
