#include <utility>

#include "apps/shared/bin.h"
#include "apps/shared/bin_items.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "apps/shared/meter.h"

// What bins have of people whose accounts are deleted.
namespace norn::apps {
namespace {

using bin_items::binned_from;
using bin_items::content_of;
using bin_items::delete_in;
using bin_items::is_revision;
using bin_items::kBinPrefix;
using bin_items::kNamedPrefix;
using bin_items::kPersonAttributes;
using bin_items::kThingPrefix;
using bin_items::kTimePrefix;
using bin_items::partition_of;
using bin_items::put_part;
using bin_items::query_of;
using bin_items::split;
using bin_items::thing_key;

}  // namespace

Result<bool> Bin::forget(const std::string& user_id) const {
  const std::string own = of_person(user_id);
  NORN_TRY(empty(own));
  NORN_ASSIGN(const bool had_own, sweep(own));
  if (had_own) return true;
  NORN_ASSIGN(const auto notes, query_all(store_, query_of(tables_.norn(), own, kBinPrefix)));
  for (const store::Item& note : notes) {
    const std::string owner = text_of(note, "owner");
    NORN_TRY(forget_in(owner, user_id));
    store::DeleteRequest request;
    request.table = tables_.norn();
    request.key = store::Item::subset(note, {"PK", "SK"});
    request.condition = "latestMs = :latest";
    request.placeholders.values = {{":latest", store::Value::number(integer_of(note, "latestMs"))}};
    // If the condition fails, a deletion of this moment names the user once more: the next part
    // sees it.
    NORN_TRY(write_all(store_, {request, delete_in(tables_.norn(), owner,
                                                   std::string(kNamedPrefix).append(user_id))}));
  }
  return !notes.empty();
}

// Takes the user's name out of the bin of another owner.
Result<void> Bin::forget_in(const std::string& owner, const std::string& user_id) const {
  const auto look_at = [&](store::ItemView item) -> Result<void> {
    if (text_of(item, "deletedBy") == user_id) {
      store::UpdateRequest update;
      update.table = tables_.norn();
      update.key = store::Item::subset(item, {"PK", "SK"});
      update.update = "REMOVE deletedBy";
      update.condition = "deletedBy = :user";
      update.placeholders.values = {{":user", user_id}};
      const auto updated = store_.update(update);
      if (!updated && updated.error().code != ErrorCode::kConditionalCheckFailed) {
        return std::unexpected(updated.error());
      }
    }
    if (!text_of(item, "SK").starts_with(kThingPrefix)) return {};
    const Binned thing = binned_from(item);
    NORN_TRY(decide_and_write([&] { return try_rewrite(thing, user_id); }));
    return {};
  };
  // What lists show goes last: who sees no name there restores none.
  for (const std::string_view prefix : {kThingPrefix, kTimePrefix}) {
    NORN_TRY(query_each(store_, query_of(tables_.norn(), partition_of(owner), prefix), look_at));
  }
  return {};
}

// Writes the content of a thing without the attributes that name the user, if nobody else has
// rewritten it meanwhile.
Result<std::optional<Done>> Bin::try_rewrite(const Binned& listed,
                                             const std::string& user_id) const {
  auto found = find(listed.owner, listed.id);
  // It has expired, was restored meanwhile, or cannot be restored by anybody.
  const bool is_gone = !found && (found.error().code == ErrorCode::kNotFound ||
                                  found.error().code == ErrorCode::kUnreadable);
  if (is_gone) return Done{};
  if (!found) return std::unexpected(std::move(found).error());
  bool names_user = false;
  for (BinnedItem& binned : found->items) {
    store::Map attributes = binned.item.to_map();
    for (const std::string_view name : kPersonAttributes) {
      if (text_of(binned.item, name) != user_id) continue;
      attributes.erase(std::string(name));
      names_user = true;
    }
    binned.item = store::Item::from_map(attributes);
  }
  if (!names_user) return Done{};
  const std::vector<std::string> parts = split(content_of(found->items));
  std::vector<Action> actions;
  const std::string table = tables_.norn();
  const auto shorter = static_cast<int64_t>(parts.size()) - 1;
  for (int64_t part = 1; part <= found->parts; ++part) {
    // An empty part keeps the number of parts true.
    const bool is_left = part <= shorter;
    actions.emplace_back(
        put_part(table, *found, part, is_left ? parts[static_cast<size_t>(part)] : ""));
  }
  store::UpdateRequest update;
  update.table = table;
  update.key = key_of(partition_of(found->owner), thing_key(found->id));
  update.update = "SET content = :content, revision = :next";
  update.condition = "deletedMs = :deleted";
  update.placeholders.values = {{":content", parts.front()},
                                {":next", store::Value::number(found->revision + 1)},
                                {":deleted", store::Value::number(found->deleted_ms)}};
  is_revision(*found, update);
  actions.emplace_back(std::move(update));
  NORN_ASSIGN(const bool written, write_all(store_, std::move(actions)));
  if (!written) return std::nullopt;
  return Done{};
}

}  // namespace norn::apps
