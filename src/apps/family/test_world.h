#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/newcomers.h"
#include "apps/accounts/test_world.h"
#include "apps/family/keys.h"
#include "apps/family/members/tree_sharing.h"
#include "apps/family/people.h"
#include "apps/family/relationships.h"
#include "apps/family/trees.h"
#include "apps/shared/items.h"
#include "apps/sharing/members.h"
#include "support/interrupted_store.h"
#include "support/model_store.h"
#include "support/replies.h"

// Fixtures for tests of family trees.
namespace norn::family {

using accounts::fails;
using testing::must;

inline store::CreateTableRequest test_table() {
  store::CreateTableRequest table = apps::single_table(apps::TableNames().family());
  apps::add_index(table, "GSI1", "GSI1PK", "GSI1SK");
  apps::add_index(table, "GSI2", "GSI2PK", "GSI2SK");
  apps::add_index(table, "GSI3", "GSI3PK", "GSI3SK");
  return table;
}

// People with accounts and their trees, on any store.
class Scene {
 public:
  Scene(store::Store& on, const Clock& time)
      : store(on),
        clock(time),
        users(on, tables, time, ids),
        idempotency(on, tables, time),
        sweeps(on, tables, time, ids, {}),
        quotas(on, tables, time),
        context{on, tables, time, ids, users, idempotency, sweeps, quotas},
        trees(context),
        sharing(context),
        members(context, sharing),
        people(context),
        relationships(context) {
    users.add_hook(members);
    for (const auto& table :
         {test_table(), accounts::norn_table(tables), apps::single_table(tables.calendars()),
          apps::single_table(tables.projects())}) {
      must(apps::ensure_table(store, table, ""));
    }
  }

  // Creates a user with the address <name>@example.com, and returns the id.
  std::string user(const std::string& name) {
    accounts::NewUser user;
    user.email = name + "@example.com";
    user.name = name;
    user.email_verified = true;
    return must(users.create(user)).id;
  }
  std::string tree(const std::string& owner, std::string name = "Smith", bool is_public = false) {
    return must(trees.create(owner, {.name = std::move(name), .is_public = is_public}, {})).tree.id;
  }
  void join(const std::string& tree_id, const std::string& owner, const std::string& name,
            const std::string& role) {
    must(members.invite(owner, tree_id, name + "@example.com", role));
  }
  // A person with that first name, born in that year or on that day.
  Result<SeenPerson> try_person(const std::string& user, const std::string& tree_id,
                                const std::string& name, const std::string& born = {},
                                const NewRelatives& relatives = {}) {
    PersonInput input;
    input.first_name = name;
    input.last_name = "Smith";
    input.birth = must(life_date_from("birthDate", born));
    return people.create(user, tree_id, input, relatives, {});
  }
  std::string person(const std::string& user, const std::string& tree_id, const std::string& name,
                     const std::string& born = {}, const NewRelatives& relatives = {}) {
    return must(try_person(user, tree_id, name, born, relatives)).person.id;
  }
  Result<ParentChild> try_parent(const std::string& user, const std::string& tree_id,
                                 const std::string& parent, const std::string& child,
                                 ParentKind type = ParentKind::kBiological) {
    return relationships.add_parent(user, tree_id,
                                    {.parent_id = parent, .child_id = child, .type = type});
  }
  void parent(const std::string& user, const std::string& tree_id, const std::string& parent_id,
              const std::string& child_id) {
    must(try_parent(user, tree_id, parent_id, child_id));
  }
  Couple couple(const std::string& user, const std::string& tree_id, const std::string& first,
                const std::string& second) {
    return must(
        relationships.add_couple(user, tree_id, {.person1_id = first, .person2_id = second}));
  }
  std::string etag(const std::string& user, const std::string& tree_id,
                   const std::string& person_id) {
    return must(people.get(user, tree_id, person_id)).person.etag;
  }
  void remove(const std::string& user, const std::string& tree_id, const std::string& person_id) {
    must(people.remove(user, tree_id, person_id, etag(user, tree_id, person_id)));
  }
  Tree tree_of(const std::string& user, const std::string& tree_id) {
    return must(trees.get(user, tree_id)).tree;
  }
  // "Ada, Bob": the first names of a tree, by name.
  std::string names(const std::string& user, const std::string& tree_id) {
    std::vector<std::string> all;
    for (const SeenPerson& seen : must(people.list(user, tree_id, 500, "")).people) {
      all.push_back(seen.is_nameless ? "(living)" : seen.person.first_name);
    }
    std::ranges::sort(all);
    std::string text;
    for (const std::string& name : all) text += (text.empty() ? "" : ", ") + name;
    return text;
  }

  // The JSON of an item, "" when it is not there.
  std::string json(const std::string& pk, const std::string& sk) {
    const auto found = must(store.get(testing::get(tables.family(), {{"PK", pk}, {"SK", sk}})));
    return found.item ? std::string(found.item->json()) : std::string();
  }
  void put(store::Map item) { must(store.put(testing::put(tables.family(), item))); }
  // The keys of all items but the profiles, one a line.
  std::string all_keys() {
    std::vector<std::string> keys;
    for (const store::Item& item :
         must(testing::drain(store, testing::scan(tables.family()))).items) {
      if (apps::text_of(item, "SK") == keys::kProfile) continue;
      keys.push_back(apps::text_of(item, "PK") + " " + apps::text_of(item, "SK"));
    }
    std::ranges::sort(keys);
    std::string text;
    for (const std::string& key : keys) text += key + "\n";
    return text;
  }

  store::Store& store;
  const Clock& clock;
  apps::TableNames tables = {};
  accounts::CountingIds ids = {};
  accounts::Users users;
  apps::Idempotency idempotency;
  apps::Sweeps sweeps;
  accounts::Newcomers newcomers{users, sweeps};
  quotas::Quotas quotas;
  Context context;
  Trees trees;
  TreeSharing sharing;
  sharing::Members members;
  People people;
  Relationships relationships;
};

// "Smith" is ada's; bob writes in it, eve reads it, and zoe knows nothing of it.
class FamilyTest : public ::testing::Test {
 protected:
  FamilyTest() {
    ada = scene.user("ada");
    bob = scene.user("bob");
    eve = scene.user("eve");
    zoe = scene.user("zoe");
    smith = scene.tree(ada);
    scene.join(smith, ada, "bob", "write");
    scene.join(smith, ada, "eve", "read");
  }

  // Runs `happening` just before the next transaction.
  void meanwhile(std::function<void()> happening) { store_.before_write(std::move(happening)); }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore model_{clock};
  testing::InterruptedStore store_{model_};
  Scene scene{store_, clock};
  std::string ada;
  std::string bob;
  std::string eve;
  std::string zoe;
  std::string smith;
};

}  // namespace norn::family
