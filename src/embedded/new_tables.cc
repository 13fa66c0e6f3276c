#include "embedded/new_tables.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "base/log.h"
#include "embedded/table_ops.h"
#include "embedded/write_group.h"
#include "store/errors.h"
#include "store/key.h"
#include "store/limits.h"

namespace norn::embedded {
namespace {

class PreparedTable final : public store::NewTable {
 public:
  PreparedTable(NewTables& all, Committer& committer, Table table,
                store::TableDescription description)
      : all_(all),
        committer_(committer),
        table_(std::move(table)),
        description_(std::move(description)) {}
  ~PreparedTable() override {
    if (!is_published_) drop();
    all_.release(description_.schema.name);
  }
  PreparedTable(const PreparedTable&) = delete;
  PreparedTable& operator=(const PreparedTable&) = delete;

  const store::TableDescription& table() const override { return description_; }

  Result<void> check(store::ItemView item) const override {
    NORN_TRY(store::key_of_item(table_.schema->key, item));
    if (item.size_bytes() > store::kMaxItemBytes) {
      return store::validation(
          fmt::format("The item has {} bytes, and {} are the most that an item may have.",
                      item.size_bytes(), store::kMaxItemBytes));
    }
    return store::check_index_keys(*table_.schema, item);
  }

  Result<void> put(std::span<const store::Item> items) override {
    return committer_.run<void>([&](WriteGroup& group) { return stage(group, items); },
                                {.urgency = Urgency::kOrdinary});
  }

  Result<void> publish() override {
    NORN_TRY(committer_.run<store::TableDescription>(
        [&](WriteGroup& group) { return publish_table(group, table_); }));
    is_published_ = true;
    return {};
  }

 private:
  Result<void> stage(WriteGroup& group, std::span<const store::Item> items) const {
    for (const store::Item& item : items) {
      NORN_ASSIGN(store::Key key, store::key_of_item(table_.schema->key, item.view()));
      std::string bytes = item_key(table_.id, key);
      NORN_ASSIGN(const auto before, group.item(bytes));
      group.stage(make_change(table_, std::move(bytes), std::move(key), before, item));
    }
    return {};
  }

  void drop() {
    const auto dropped = committer_.run<void>(
        [&](WriteGroup& group) { return drop_prepared_table(group, table_.id, table_.index_ids); });
    if (dropped) return;
    log::warn("what there was of the table {} is dropped at the next start: {}",
              description_.schema.name, dropped.error().message);
  }

  NewTables& all_;
  Committer& committer_;
  const Table table_;
  const store::TableDescription description_;  // As it is seen until it is published.
  bool is_published_ = false;
};

store::TableDescription as_creating(store::TableDescription table) {
  table.status = store::TableStatus::kCreating;
  for (store::IndexDescription& index : table.indexes) {
    index.schema.status = store::IndexStatus::kCreating;
  }
  return table;
}

}  // namespace

Result<std::unique_ptr<store::NewTable>> NewTables::begin(
    const store::CreateTableRequest& request) {
  {
    const std::lock_guard lock(mutex_);
    if (!tables_.emplace(request.table, std::nullopt).second) {
      return store::table_in_use("Table already exists: " + request.table);
    }
  }
  auto table =
      committer_.run<Table>([&](WriteGroup& group) { return prepare_table(group, request); },
                            {.urgency = Urgency::kOrdinary});
  if (!table) {
    release(request.table);
    return std::unexpected(std::move(table).error());
  }
  store::TableDescription description = as_creating(table->description);
  {
    const std::lock_guard lock(mutex_);
    tables_[request.table] = description;
  }
  return std::make_unique<PreparedTable>(*this, committer_, *std::move(table),
                                         std::move(description));
}

std::optional<store::TableDescription> NewTables::find(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  const auto found = tables_.find(name);
  return found == tables_.end() ? std::nullopt : found->second;
}

std::set<std::string> NewTables::names_after(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  std::set<std::string> names;
  for (auto table = tables_.upper_bound(name); table != tables_.end(); ++table) {
    if (table->second) names.insert(table->first);
  }
  return names;
}

Result<void> NewTables::check_free(std::string_view name) const {
  const std::lock_guard lock(mutex_);
  if (!tables_.contains(name)) return {};
  return store::table_in_use(fmt::format("Table already exists: {}", name));
}

Result<void> NewTables::check_finished(std::string_view name) const {
  if (!find(name)) return {};
  return store::table_in_use(fmt::format(
      "Attempt to change a resource which is still in use: Table is being created: {}", name));
}

void NewTables::release(const std::string& name) {
  const std::lock_guard lock(mutex_);
  tables_.erase(name);
}

}  // namespace norn::embedded
