#include "apps/family/reimport/reimport.h"

#include <algorithm>
#include <array>

#include "apps/family/exchange/import_jobs.h"
#include "apps/family/keys.h"
#include "apps/family/model/attributes.h"
#include "apps/shared/items.h"
#include "base/ids.h"

namespace norn::family {
namespace {

using ReimportState = TreeReimport::State;

constexpr std::array<std::string_view, 8> kReimportStates = {
    "waiting", "reading", "compared", "writing", "undoing", "done", "undone", "failed"};

}  // namespace

std::string_view to_text(ReimportState state) {
  return name_in(kReimportStates, state);
}

store::Item reimport_key(const std::string& reimport_id) {
  return apps::key_of(keys::reimport(reimport_id), keys::kReimportHead);
}

store::Item to_item(const TreeReimport& reimport, std::optional<int64_t> ttl) {
  const auto number = [](int64_t value) { return store::Value::number(value); };
  store::Map items;
  for (const auto& [id, takes] : reimport.choices.items) {
    items.emplace(id, store::Value::boolean(takes));
  }
  store::Map map = {{"PK", keys::reimport(reimport.id)},
                    {"SK", keys::kReimportHead},
                    {"entityType", "TREE_REIMPORT"},
                    {"reimportId", reimport.id},
                    {"treeId", reimport.tree_id},
                    {"userId", reimport.user_id},
                    {"ownerId", reimport.owner_id},
                    {"fileName", reimport.file_name},
                    {"createdAt", reimport.created_at},
                    {"state", to_text(reimport.state)},
                    {"percent", number(reimport.percent)},
                    {"problem", reimport.problem},
                    {"report", reimport.report},
                    {"addsNew", store::Value::boolean(reimport.choices.adds_new)},
                    {"takesChanged", store::Value::boolean(reimport.choices.takes_changed)},
                    {"takesConflicts", store::Value::boolean(reimport.choices.takes_conflicts)},
                    {"chosen", std::move(items)},
                    {"fingerprint", reimport.fingerprint},
                    {"fingerprintAfter", reimport.fingerprint_after},
                    {"firstPerson", reimport.first_person},
                    {"rootBefore", reimport.root_before},
                    {"newPeople", number(reimport.new_people)},
                    {"newBytes", number(reimport.new_bytes)},
                    {"pages", number(reimport.pages)},
                    {"undoUntil", number(reimport.undo_until_s)},
                    {"checked", store::Value::boolean(reimport.is_checked)},
                    {"checksUndo", store::Value::boolean(reimport.checks_undo)}};
  if (ttl) map.emplace("ttl", number(*ttl));
  return store::Item::from_map(map);
}

TreeReimport reimport_from(store::ItemView item) {
  using apps::boolean_of;
  using apps::integer_of;
  using apps::text_of;
  TreeReimport reimport;
  reimport.id = text_of(item, "reimportId");
  reimport.tree_id = text_of(item, "treeId");
  reimport.user_id = text_of(item, "userId");
  reimport.owner_id = text_of(item, "ownerId");
  reimport.file_name = text_of(item, "fileName");
  reimport.created_at = time_in(apps::ItemReader(item), "createdAt");
  reimport.state = one_of<ReimportState>(kReimportStates, text_of(item, "state"))
                       .value_or(ReimportState::kFailed);
  reimport.percent = static_cast<int>(std::clamp<int64_t>(integer_of(item, "percent"), 0, 100));
  reimport.problem = json_object_or_nothing(text_of(item, "problem"));
  reimport.report = json_object_or_nothing(text_of(item, "report"));
  reimport.choices.adds_new = boolean_of(item, "addsNew");
  reimport.choices.takes_changed = boolean_of(item, "takesChanged");
  reimport.choices.takes_conflicts = boolean_of(item, "takesConflicts");
  const auto chosen = item.value("chosen");
  if (const auto* const map = chosen ? chosen->get_if<store::Map>() : nullptr) {
    for (const auto& [id, takes] : *map) {
      const auto* const value = takes.get_if<bool>();
      if (value != nullptr) reimport.choices.items.emplace(id, *value);
    }
  }
  reimport.fingerprint = text_of(item, "fingerprint");
  reimport.fingerprint_after = text_of(item, "fingerprintAfter");
  reimport.first_person = text_of(item, "firstPerson");
  reimport.root_before = text_of(item, "rootBefore");
  reimport.new_people = integer_of(item, "newPeople");
  reimport.new_bytes = integer_of(item, "newBytes");
  reimport.pages = integer_of(item, "pages");
  reimport.undo_until_s = integer_of(item, "undoUntil");
  reimport.is_checked = boolean_of(item, "checked");
  reimport.checks_undo = boolean_of(item, "checksUndo");
  return reimport;
}

Action put_reimport(const Context& context, const store::Item& old, const TreeReimport& next,
                    std::optional<int64_t> ttl) {
  apps::Unchanged unchanged = apps::unchanged(old, {"state", "checked", "checksUndo"});
  store::PutRequest put;
  put.table = context.tables.norn();
  put.item = to_item(next, ttl);
  put.condition = std::move(unchanged.condition);
  put.placeholders = std::move(unchanged.placeholders);
  return put;
}

Result<std::optional<store::Item>> find_reimport(const Context& context,
                                                 const std::string& reimport_id) {
  if (!is_uuid(reimport_id)) return std::nullopt;
  store::GetRequest get;
  get.table = context.tables.norn();
  get.key = reimport_key(reimport_id);
  get.consistent = true;
  NORN_ASSIGN(auto found, context.store.get(get));
  if (!found.item) return std::nullopt;
  const bool has_end = found.item->contains("ttl");
  // The store removes what has expired when it finds the time.
  if (has_end && apps::integer_of(*found.item, "ttl") <= context.clock.now_s()) return std::nullopt;
  return std::move(found.item);
}

}  // namespace norn::family
