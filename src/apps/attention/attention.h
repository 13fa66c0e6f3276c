#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/context.h"
#include "apps/shared/inspector.h"
#include "apps/shared/redaction.h"
#include "apps/shared/table_reader.h"
#include "base/error.h"
#include "base/sentence.h"
#include "store/store.h"

// "Needs attention": the items of Norn's tables that other programs wrote and Norn cannot show. The
// readers of the tables keep the list, in the table `norn`; the people who may repair an item see
// it there, as JSON, and can delete it.
namespace norn::attention {

// An item that needs attention.
struct Entry {
  std::string id;  // Follows from the table and the key.
  std::string table;
  std::string pk;
  std::string sk;
  Said reason;
  std::string found_at;
  apps::ItemOwner owner;
  std::optional<store::Item> item;  // Only for those who may see the content.
  // Names of attributes that are left out of the item, or not shown whole, because they are secret.
  std::vector<std::string> hidden = {};
};

// Thread-safe.
class Attention {
 public:
  explicit Attention(apps::Context context);
  ~Attention();

  // Before the readers start. The inspector has to outlive them and this object.
  void add(apps::Inspector& inspector, apps::TableReaders& readers);

  // The first entries of the items that the person may repair, with their content but without its
  // secrets (apps/shared/redaction.h). Items that were repaired or deleted since are left out.
  Result<std::vector<Entry>> of_person(const std::string& user_id);
  // The first entries of all people. Only entries without an owner have their content.
  Result<std::vector<Entry>> of_all();
  // Deletes an item that still needs attention. Returns kNotFound if the person may not repair it
  // or it needs none.
  Result<void> remove(const std::string& user_id, const std::string& id);
  // The same for an administrator and an item without an owner. Returns what it was.
  Result<Entry> remove_nobodys(const std::string& id);

 private:
  class TableFollower;

  Result<std::vector<apps::ItemOwner>> owners_of(const std::string& user_id);
  Result<std::vector<Entry>> entries(const std::string& prefix);
  // As of_person() and of_all(), with everything that is in the items.
  Result<std::vector<Entry>> whole_of_person(const std::string& user_id);
  Result<std::vector<Entry>> whole_of_all();
  std::vector<Entry> without_secrets(std::vector<Entry> entries) const;
  Result<std::optional<store::Item>> read(const apps::ItemKey& key);
  // Inspects an item of any table.
  std::optional<apps::ItemFault> inspect(const std::string& table, store::ItemView item) const;
  // Inspects an item that was not written itself.
  Result<void> look_again(const apps::ItemKey& key);
  Result<void> put(const std::string& table, const apps::ItemFault& fault, store::ItemView item);
  // Whether the item still has a fault; reads its content.
  Result<bool> confirm(Entry& entry);
  // Deletes the one of the entries that has the id.
  Result<Entry> remove_one(const std::vector<Entry>& candidates, const std::string& id);
  // Deletes an item, by the first action, and what goes together with it.
  Result<void> remove_all(const std::vector<apps::Action>& actions);
  // Whether the item has no owner, or one without an account.
  Result<bool> is_nobodys(const apps::ItemOwner& owner);

  const apps::Context context_;
  const apps::Redaction redaction_;
  std::multimap<std::string, apps::Inspector*> inspectors_;  // By table.
  std::vector<std::unique_ptr<TableFollower>> followers_;
};

}  // namespace norn::attention
