#include "apps/family/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "apps/family/access.h"
#include "apps/family/keys.h"
#include "apps/family/model/person.h"
#include "apps/family/model/relationship.h"
#include "apps/family/model/tree.h"
#include "apps/family/sweep.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/sharing/invitation_check.h"

namespace norn::family {
namespace {

using apps::Findings;
using apps::ItemKey;

class FamilyCheck : public apps::Check {
 public:
  explicit FamilyCheck(const apps::Context& context) : context_(context) {}
  std::string table() const override { return context_.tables.family(); }

 protected:
  static std::string owner_in(const ItemKey& key) { return keys::after(keys::kUserPrefix, key.pk); }
  // Whether a tree is there, or was deleted, or is written by an import.
  Result<bool> is_known(const std::string& owner_id, const std::string& tree_id) const {
    NORN_ASSIGN(const auto tree, find_tree_item(context_, owner_id, tree_id));
    if (tree) return true;
    // What is handed over is in both partitions for a while.
    NORN_ASSIGN(const auto moved, find_tree(context_, tree_id));
    if (moved && (moved->handed_from == owner_id || moved->handed_to == owner_id)) return true;
    return context_.sweeps.is_pending(kTreeSweep, sweep_subject(owner_id, tree_id));
  }

  const apps::Context& context_;
};

class TreesCheck final : public FamilyCheck {
 public:
  using FamilyCheck::FamilyCheck;
  std::string name() const override { return "family: trees"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    Findings findings;
    if (owner_in(key).empty() || !key.sk.starts_with(keys::kTreePrefix)) return findings;
    const auto tree = tree_from(item);
    // What is written or moved at this moment is not whole.
    if (!tree || tree->handed_to || tree->handed_from || tree->importing) return findings;
    NORN_TRY(look_at_people(key, item, *tree, findings));
    return findings;
  }

 private:
  Result<void> look_at_people(const ItemKey& key, store::ItemView item, const Tree& tree,
                              Findings& findings) {
    int64_t count = 0;
    bool has_root = !tree.root_person_id;
    NORN_TRY(visit_family(context_, tree, [&](store::ItemView found) -> Result<void> {
      if (keys::person_in(apps::text_of(found, "SK")).empty()) return {};
      const auto person = person_from(found);
      if (!person) return {};
      ++count;
      has_root = has_root || person->id == *tree.root_person_id;
      return {};
    }));
    if (!has_root) {
      findings.push_back(
          {.key = key,
           .what = fmt::format("RootPersonId is {}, who is not in the tree.", *tree.root_person_id),
           .advice = "Choose another first person of the tree in the app."});
    }
    if (count == tree.person_count) return {};
    apps::Unchanged same = apps::unchanged(item, {"PersonCount", "Revision"});
    store::UpdateRequest update;
    update.table = table();
    update.key = tree_key(tree.owner_id, tree.id);
    update.update = "SET PersonCount = :counted";
    update.condition = "attribute_exists(PK) AND " + same.condition;
    update.placeholders = std::move(same.placeholders);
    update.placeholders.values.emplace(":counted", store::Value::number(count));
    findings.push_back({.key = key,
                        .what = fmt::format("PersonCount is {}, and the tree has {} people.",
                                            tree.person_count, count),
                        .repair = fmt::format("sets PersonCount to {}", count),
                        .actions = {std::move(update)}});
    return {};
  }
};

class TreeMembersCheck final : public FamilyCheck {
 public:
  using FamilyCheck::FamilyCheck;
  std::string name() const override { return "family: members"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    Findings findings;
    if (key.sk.starts_with(keys::kTreePrefix)) {
      const auto tree = tree_from(item);
      if (tree && !tree->handed_to) NORN_TRY(look_at_tree(key, *tree, findings));
    } else if (key.sk.starts_with(keys::kSharedPrefix)) {
      const auto share = share_from(item);
      if (share) NORN_TRY(look_at_share(key, *share, findings));
    }
    return findings;
  }

 private:
  Result<void> look_at_tree(const ItemKey& key, const Tree& tree, Findings& findings) {
    for (const std::string& user_id : tree.shared_with) {
      NORN_ASSIGN(const auto there, find_item(context_, share_key(user_id, tree.id)));
      if (there) continue;
      // As for those whom other programs add, the least that a member may.
      const std::string now = timestamp_ms(context_.clock.now_ms());
      const Share share = {.tree_id = tree.id,
                           .user_id = user_id,
                           .owner_id = tree.owner_id,
                           .access = Access::kRead,
                           .created_at = now,
                           .updated_at = now};
      store::ConditionCheck still_shared;
      still_shared.table = table();
      still_shared.key = tree_key(tree.owner_id, tree.id);
      still_shared.condition = "contains(SharedWith, :user)";
      still_shared.placeholders.values.emplace(":user", user_id);
      findings.push_back(
          {.key = key,
           .what = fmt::format("{} is in SharedWith, and does not have the tree.", user_id),
           .repair = "writes the SharedTree, to read",
           .actions = {put_new(context_, to_item(share)), std::move(still_shared),
                       user_is_there(context_, user_id)}});
    }
    return {};
  }

  Result<void> look_at_share(const ItemKey& key, const Share& share, Findings& findings) {
    NORN_ASSIGN(const auto item, find_tree_item(context_, share.owner_id, share.tree_id));
    const auto tree = item ? tree_from(*item) : Result<Tree>(Tree());
    if (!tree ||
        (item && std::ranges::find(tree->shared_with, share.user_id) != tree->shared_with.end())) {
      return {};
    }
    if (!item) {
      NORN_ASSIGN(const bool known, is_known(share.owner_id, share.tree_id));
      if (known) return {};
    }
    findings.push_back(
        {.key = key,
         .what = item ? "The tree does not name the person in SharedWith."
                      : "The tree that is shared with the person is not there.",
         .advice = "Share the tree with the person again, or remove the item with norn delete."});
    return {};
  }
};

class RelativesCheck final : public FamilyCheck {
 public:
  using FamilyCheck::FamilyCheck;
  std::string name() const override { return "family: people"; }

  Result<Findings> look(store::ItemView item) override {
    const ItemKey key = apps::key_in(table(), item);
    const std::string owner_id = owner_in(key);
    Findings findings;
    if (owner_id.empty()) return findings;
    auto pair = keys::child_in(key.sk);
    if (!pair) pair = keys::spouse_in(key.sk);
    const std::string tree_id = apps::text_of(item, "TreeId");
    if (pair) {
      for (const std::string& person_id : {pair->first, pair->second}) {
        NORN_ASSIGN(const auto there, find_item(context_, person_key(owner_id, person_id)));
        if (!there) NORN_TRY(report_missing(key, tree_id, person_id, owner_id, findings));
      }
      return findings;
    }
    if (keys::person_in(key.sk).empty() || !apps::is_id(tree_id)) return findings;
    NORN_ASSIGN(const bool known, is_known(owner_id, tree_id));
    if (known) return findings;
    findings.push_back(
        {.key = key,
         .what = fmt::format("The person is in the tree {}, which is not there.", tree_id),
         .advice = "Restore the tree from a backup."});
    return findings;
  }

 private:
  Result<void> report_missing(const ItemKey& key, const std::string& tree_id,
                              const std::string& person_id, const std::string& owner_id,
                              Findings& findings) {
    NORN_ASSIGN(const bool is_person_deleted,
                context_.sweeps.is_pending(kPersonSweep, sweep_subject(tree_id, person_id)));
    NORN_ASSIGN(const auto tree, find_tree_item(context_, owner_id, tree_id));
    if (is_person_deleted || !tree) return {};  // Of a tree that is gone, people are reported.
    findings.push_back(
        {.key = key,
         .what = fmt::format("The relationship is to {}, who is not in the tree.", person_id),
         .advice = "Restore the person from a backup, or remove the item with norn "
                   "delete: nothing shows it."});
    return {};
  }
};

}  // namespace

std::vector<std::unique_ptr<apps::Check>> checks_of_family(const apps::Context& context) {
  std::vector<std::unique_ptr<apps::Check>> checks;
  checks.push_back(std::make_unique<TreesCheck>(context));
  checks.push_back(std::make_unique<TreeMembersCheck>(context));
  checks.push_back(std::make_unique<RelativesCheck>(context));
  checks.push_back(std::make_unique<sharing::InvitationCheck>(
      context.store, "family: invitations",
      sharing::default_invitation_items(context.tables.norn(), "tree")));
  return checks;
}

}  // namespace norn::family
