#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "apps/family/access.h"
#include "apps/shared/inspector.h"
#include "apps/shared/table_reader.h"

// How family trees cope with items that other programs wrote.
namespace norn::family {

// Finds the items that lists leave out. The owner of a tree may repair what is in it.
class FamilyInspector final : public apps::Inspector {
 public:
  explicit FamilyInspector(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.family(); }
  std::optional<apps::ItemFault> inspect(store::ItemView item) const override;
  // The sweep of what is in a tree, or belongs to a person.
  Result<std::vector<apps::Action>> remove_with(store::ItemView item) override;

 private:
  Context context_;
};

// Keeps true what another program does not write: a SHARED item for everybody in `SharedWith`, by
// which they find the tree, and `PersonCount`, when people were written without it.
class TreeUpkeep final : public apps::Follower {
 public:
  explicit TreeUpkeep(Context context) : context_(std::move(context)) {}

  std::string table() const override { return context_.tables.family(); }
  std::string name() const override { return "trees"; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;
  Result<void> seen_all() override { return count_people(); }
  Result<void> at_end() override { return count_people(); }

 private:
  Result<void> share(const Tree& tree);
  void doubt(const std::pair<std::string, std::string>& tree);
  Result<void> count_people();
  Result<std::optional<Done>> try_count(const std::string& owner_id, const std::string& tree_id);

  Context context_;
  std::set<std::pair<std::string, std::string>> to_count_;  // Owners and trees.
};

}  // namespace norn::family
