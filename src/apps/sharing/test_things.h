#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/newcomers.h"
#include "apps/accounts/test_world.h"
#include "apps/shared/batch.h"
#include "apps/shared/items.h"
#include "apps/sharing/members.h"
#include "apps/sharing/sentences.h"
#include "apps/sharing/stored_things.h"
#include "base/faults.h"
#include "base/time_text.h"
#include "support/interrupted_store.h"
#include "support/model_store.h"
#include "support/replies.h"

// A small app, whose things are rooms, and what tests of sharing stand on.
namespace norn::sharing {

using accounts::fails;
using testing::must;

// Rooms in the table "rooms": PK = ROOM#<id>, SK = ROOM, and SK = MEMBER#<user> with `role`. Who
// is in which rooms is found by a scan. Guests read, hosts write, wardens manage, owners own.
class Rooms final : public StoredThings {
 public:
  Rooms(store::Store& store, const apps::Sweeps& sweeps, Owners owners)
      : StoredThings(store, kTable, describe(owners)), store_(store), sweeps_(sweeps) {}

  Result<Access> authorize(const std::string& user_id, const std::string& room_id,
                           Right needed) override {
    NORN_ASSIGN(const bool is_there, exists(room_id));
    NORN_ASSIGN(auto own, find(room_id, user_id));
    if (!is_there || !own) return not_found(kMemberNotFound);
    if (!own->rights.has(needed)) return forbidden(kLastOwner("room", "owner"));
    return Access{"Room " + room_id, std::move(*own)};
  }
  Result<bool> is_in_most(const std::string& user_id) override {
    NORN_ASSIGN(const auto rooms, rooms_of(user_id));
    return rooms.size() >= description().limits.things_per_person;
  }
  Result<void> visit_things_of(const std::string& user_id, const Visit& visit) override {
    NORN_ASSIGN(const auto rooms, rooms_of(user_id));
    for (const std::string& room_id : rooms) {
      NORN_ASSIGN(const bool goes_on, visit(room_id));
      if (!goes_on) return {};
    }
    return {};
  }

  std::string etag_of(const Membership& membership) const override {
    return apps::etag_of(membership.role + membership.updated_at);
  }

  Result<void> add(const Membership& membership, std::vector<Action>& actions) const override {
    store::PutRequest put;
    put.table = kTable;
    put.item = item_of(membership);
    put.condition = "attribute_not_exists(PK)";
    actions.emplace_back(std::move(put));
    return {};
  }
  Result<void> replace(const Membership& old, const Membership& next,
                       std::vector<Action>& actions) const override {
    apps::Unchanged same = apps::unchanged(item_of(old), {"role", "updatedAt"});
    store::PutRequest put;
    put.table = kTable;
    put.item = item_of(next);
    put.condition = std::move(same.condition);
    put.placeholders = std::move(same.placeholders);
    actions.emplace_back(std::move(put));
    return {};
  }
  Result<void> remove(const Membership& old, std::vector<Action>& actions) const override {
    apps::Unchanged same = apps::unchanged(item_of(old), {"role", "updatedAt"});
    store::DeleteRequest request;
    request.table = kTable;
    request.key = member_key(old.thing_id, old.user_id);
    request.condition = std::move(same.condition);
    request.placeholders = std::move(same.placeholders);
    actions.emplace_back(std::move(request));
    return {};
  }
  Result<void> remove_thing(const std::string& room_id,
                            std::vector<Action>& actions) const override {
    store::DeleteRequest request;
    request.table = kTable;
    request.key = room_key(room_id);
    request.condition = "attribute_exists(PK)";
    actions.emplace_back(std::move(request));
    actions.push_back(sweeps_.begin("room", room_id));
    return {};
  }

  static constexpr const char* kTable = "rooms";
  static store::Item room_key(const std::string& room_id) {
    return apps::key_of("ROOM#" + room_id, "ROOM");
  }
  static store::Item member_item_key(const std::string& room_id, const std::string& user_id) {
    return apps::key_of("ROOM#" + room_id, "MEMBER#" + user_id);
  }
  static store::Item item_of(const Membership& membership) {
    store::Map item = member_item_key(membership.thing_id, membership.user_id).to_map();
    item.merge(store::Map({{"roomId", membership.thing_id},
                           {"userId", membership.user_id},
                           {"role", membership.role},
                           {"createdAt", membership.created_at},
                           {"updatedAt", membership.updated_at}}));
    return store::Item::from_map(item);
  }

 private:
  static Description describe(Owners owners) {
    Description description;
    description.thing = "room";
    description.ladder = {{"guest", {Right::kRead}},
                          {"host", {Right::kRead, Right::kWrite}},
                          {"warden", {Right::kRead, Right::kWrite, Right::kManage}},
                          {"owner", {Right::kRead, Right::kWrite, Right::kManage, Right::kOwn}}};
    description.owners = owners;
    description.limits = {.things_per_person = 5,
                          .members_per_thing = 6,
                          .invitations_per_address = 3,
                          .invitations_per_thing = 4};
    description.invitations = default_invitation_items("norn", "room");
    return description;
  }
  store::Item thing_key(const std::string& room_id) const override { return room_key(room_id); }
  store::Item member_key(const std::string& room_id, const std::string& user_id) const override {
    return member_item_key(room_id, user_id);
  }
  Result<Membership> member_from(store::ItemView item) const override {
    const Role* const role = description().role(apps::text_of(item, "role"));
    if (role == nullptr)
      return fault(ErrorCode::kUnreadable, kRoleUnknown(apps::text_of(item, "role")));
    return Membership{.thing_id = apps::text_of(item, "roomId"),
                      .user_id = apps::text_of(item, "userId"),
                      .role = role->name,
                      .rights = role->rights,
                      .created_at = apps::text_of(item, "createdAt"),
                      .updated_at = apps::text_of(item, "updatedAt")};
  }
  Result<std::vector<std::string>> rooms_of(const std::string& user_id) {
    NORN_ASSIGN(const auto all, testing::drain(store_, testing::scan(kTable)));
    std::vector<std::string> rooms;
    for (const store::Item& item : all.items) {
      if (apps::text_of(item, "userId") == user_id) rooms.push_back(apps::text_of(item, "roomId"));
    }
    return rooms;
  }

  store::Store& store_;
  const apps::Sweeps& sweeps_;
};

// "den" is ada's; bob is a warden of it, eve a guest, and zoe knows nothing of it. All of them have
// proved their addresses.
class SharingTest : public ::testing::Test {
 protected:
  explicit SharingTest(Owners owners = Owners::kAtLeastOne)
      : rooms(store_, sweeps, owners),
        members({store_, tables, clock, ids, users, idempotency, sweeps, quotas}, rooms) {
    for (const auto& table :
         {accounts::norn_table(tables), apps::single_table(Rooms::kTable),
          apps::single_table(tables.calendars()), apps::single_table(tables.projects()),
          apps::single_table(tables.family())}) {
      must(apps::ensure_table(store_, table, ""));
    }
    sweeps.add("room", [this](const std::string& room_id) {
      return sweep_invitations(store_, rooms.description().invitations, room_id);
    });
    users.add_hook(members);
    ada = person("ada");
    bob = person("bob");
    eve = person("eve");
    zoe = person("zoe");
    room("den", ada);
    join("den", bob, "warden");
    join("den", eve, "guest");
  }

  std::string person(const std::string& name, bool email_verified = true) {
    accounts::NewUser user = accounts::person(name + "@example.com");
    user.email_verified = email_verified;
    return must(users.create(user)).id;
  }
  void room(const std::string& id, const std::string& owner) {
    write(Rooms::kTable, Rooms::room_key(id));
    join(id, owner, "owner");
  }
  // Without any of the rules.
  void join(const std::string& room_id, const std::string& user_id, const std::string& role) {
    const std::string now = timestamp_s(clock.now_ms());
    write(Rooms::kTable, Rooms::item_of({room_id, user_id, role, {}, now, now}));
  }
  void write(const std::string& table, store::Item item) {
    store::PutRequest put;
    put.table = table;
    put.item = std::move(item);
    must(store_.put(put));
  }
  void erase(const std::string& table, store::Item key) {
    store::DeleteRequest request;
    request.table = table;
    request.key = std::move(key);
    must(store_.remove(request));
  }
  // "" for a person who is not a member.
  std::string role_of(const std::string& user_id, const std::string& room_id = "den") {
    const auto found = must(rooms.find(room_id, user_id));
    return found ? found->role : "";
  }
  std::string etag(const std::string& user_id, const std::string& room_id = "den") {
    return rooms.etag_of(must(rooms.find(room_id, user_id)).value());
  }
  Result<Member> change(const std::string& actor, const std::string& user_id,
                        const std::string& role) {
    return members.change_role(actor, "den", user_id, role, etag(user_id));
  }
  // The items of open invitations, two for each.
  size_t invitation_items() { return count("THING_INVITATION"); }
  size_t open_sweeps() { return count("SWEEP"); }
  size_t count(std::string_view entity_type) {
    size_t count = 0;
    for (const store::Item& item : must(testing::drain(store_, testing::scan("norn"))).items) {
      count += apps::text_of(item, "entityType") == entity_type ? 1 : 0;
    }
    return count;
  }
  // Runs just before the store writes the next change, as a concurrent change would.
  void meanwhile(std::function<void()> happening) { store_.before_write(std::move(happening)); }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore model_{clock};
  testing::InterruptedStore store_{model_};
  apps::TableNames tables = {};
  accounts::CountingIds ids = {};
  accounts::Users users{store_, tables, clock, ids};
  apps::Idempotency idempotency{store_, tables, clock};
  apps::Sweeps sweeps{store_, tables, clock, ids, {}};
  accounts::Newcomers newcomers{users, sweeps};
  quotas::Quotas quotas{store_, tables, clock};
  Rooms rooms;
  Members members;
  std::string ada;
  std::string bob;
  std::string eve;
  std::string zoe;
};

}  // namespace norn::sharing
