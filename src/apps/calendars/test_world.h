#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/newcomers.h"
#include "apps/accounts/test_world.h"
#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/entries/entries.h"
#include "apps/calendars/schema.h"
#include "apps/calendars/service.h"
#include "apps/calendars/test_members.h"
#include "apps/events/schema.h"
#include "apps/events/service/events.h"
#include "apps/events/views/views.h"
#include "support/interrupted_store.h"
#include "support/lagging_index_store.h"
#include "support/model_store.h"
#include "support/replies.h"

// Fixtures for tests of calendars.
namespace norn::calendars {

using accounts::fails;
using testing::must;

inline Date date(std::string_view text) {
  return parse_date(text).value();
}

// Users and their calendars on any store.
class Scene {
 public:
  Scene(store::Store& on, const Clock& time, apps::SweepOptions options = {})
      : store(on),
        clock(time),
        users(on, tables, time, ids),
        idempotency(on, tables, time),
        sweeps(on, tables, time, ids, options),
        quotas(on, tables, time),
        context{on, tables, time, ids, users, idempotency, sweeps, quotas},
        calendars(context),
        members(context),
        entries(context),
        events(events::context_of(context)),
        views(events::context_of(context)),
        bin(context) {
    users.add_hook(members);
    for (const auto& table : {calendars_table(tables.calendars()), events::planner_table(tables),
                              accounts::norn_table(tables), apps::single_table(tables.projects()),
                              apps::single_table(tables.family())}) {
      must(apps::ensure_table(store, table, ""));
    }
  }

  // Creates a user with the address <name>@example.com, and returns the id.
  std::string person(const std::string& name, bool email_verified = true) {
    accounts::NewUser user;
    user.email = name + "@example.com";
    user.name = name;
    user.email_verified = email_verified;
    return must(users.create(user)).id;
  }

  std::string calendar(const std::string& owner, std::string name = "Personal") {
    const CalendarInput input = {.name = std::move(name), .color = "#3B82F6", .description = {}};
    return must(calendars.create(owner, input, {})).calendar.id;
  }

  // Not into the bin.
  void delete_for_good(const std::string& owner, const std::string& calendar_id) {
    must(calendars.remove(owner, calendar_id));
    must(bin.remove_calendar(owner, calendar_id));
  }

  void join(const std::string& calendar_id, const std::string& owner, const std::string& name,
            Role role) {
    must(members.invite(owner, calendar_id, name + "@example.com", role));
  }

  Entry entry(const std::string& user, const std::string& calendar_id, std::string_view day,
              Kind kind, std::string title = "Title") {
    EntryInput input;
    input.title = std::move(title);
    input.date = date(day);
    input.kind = std::move(kind);
    return must(entries.create(user, calendar_id, input, {}));
  }

  std::vector<std::string> titles(const std::string& user, const std::string& calendar_id,
                                  std::string_view from, std::string_view to) {
    const Range range = must(entries.range(user, calendar_id, date(from), date(to)));
    std::vector<std::string> titles;
    for (const EntryView& entry : range.entries) titles.emplace_back(entry.title());
    return titles;
  }

  Role role_of(const std::string& calendar_id, const std::string& user) {
    return must(authorize(context, user, calendar_id, Role::kReader)).membership.role;
  }

  // The items of a table that are of this type.
  size_t count(const std::string& table, std::string_view entity_type) {
    size_t count = 0;
    for (const store::Item& item : must(testing::drain(store, testing::scan(table))).items) {
      count += apps::text_of(item, "entityType") == entity_type ? 1 : 0;
    }
    return count;
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
  Calendars calendars;
  Members members;
  Entries entries;
  events::Events events;
  events::Views views;
  CalendarBin bin;
};

enum class StoreKind { kFresh, kLagging };

// Tests run on two stores: the indexes of the second lag until `settle`.
class CalendarsTest : public ::testing::TestWithParam<StoreKind> {
 protected:
  CalendarsTest() {
    ada = scene.person("ada");
    bob = scene.person("bob");
    eve = scene.person("eve");
    zoe = scene.person("zoe");
    calendar = scene.calendar(ada);
    scene.join(calendar, ada, "bob", Role::kWriter);
    scene.join(calendar, ada, "eve", Role::kReader);
  }

  // Lets the indexes catch up.
  void settle() { lagging_.catch_up(); }
  store::Store& store() {
    return GetParam() == StoreKind::kFresh ? static_cast<store::Store&>(primary_) : lagging_;
  }
  // Runs `happening` just before the next write.
  void meanwhile(std::function<void()> happening) {
    interrupted_.before_write(std::move(happening));
  }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore primary_{clock};
  testing::ModelStore replica_{clock};
  testing::LaggingIndexStore lagging_{primary_, replica_};
  testing::InterruptedStore interrupted_{store()};
  Scene scene{interrupted_, clock};
  std::string ada;       // Owns the calendar,
  std::string bob;       // writes in it,
  std::string eve;       // reads it,
  std::string zoe;       // and knows nothing of it.
  std::string calendar;  // "Personal"
};

inline std::string name_of_store(const ::testing::TestParamInfo<StoreKind>& info) {
  return info.param == StoreKind::kFresh ? "Fresh" : "Lagging";
}

#define NORN_ON_BOTH_STORES(fixture)                                                             \
  INSTANTIATE_TEST_SUITE_P(, fixture, ::testing::Values(StoreKind::kFresh, StoreKind::kLagging), \
                           name_of_store)

}  // namespace norn::calendars
