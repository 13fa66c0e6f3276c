#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/shared/tables.h"
#include "apps/sharing/shared_things.h"

namespace norn::sharing {

// Records of people who were members of a thing, for apps whose items name people. Deleting an
// account finds by them what names the person in things that they left before. A record is two
// items of the table `norn`, which are always written together: PK = USER#<user id>,
// SK = FORMER#<thing>#<id>, and the same the other way round, for the sweep of the thing. It stays
// if the person joins the thing again.
class FormerMembers {
 public:
  FormerMembers(store::Store& store, const apps::TableNames& tables, std::string_view thing)
      : store_(store), table_(tables.norn()), prefix_("FORMER#" + std::string(thing) + "#") {}

  // For the transaction that removes a membership.
  void remember(const std::string& thing_id, const std::string& user_id,
                std::vector<Action>& actions) const;
  // Removes a record.
  void forget(const std::string& thing_id, const std::string& user_id,
              std::vector<Action>& actions) const;
  // The ids of some former things of a person; empty if there are no more.
  Result<std::vector<std::string>> some_things_of(const std::string& user_id) const;
  // For the sweep of a deleted thing: removes some of its records, and returns whether there may be
  // more.
  Result<bool> sweep(const std::string& thing_id) const;

 private:
  store::Item key_by_person(const std::string& thing_id, const std::string& user_id) const;
  store::Item key_by_thing(const std::string& thing_id, const std::string& user_id) const;
  Result<std::vector<store::Item>> some_keys(const std::string& pk, std::string_view prefix) const;

  store::Store& store_;
  const std::string table_;
  const std::string prefix_;
};

}  // namespace norn::sharing
