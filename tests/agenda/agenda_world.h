#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "apps/accounts/newcomers.h"
#include "apps/accounts/schema.h"
#include "apps/accounts/test_world.h"
#include "apps/agenda/agenda.h"
#include "apps/agenda/replies.h"
#include "apps/bookings/agenda.h"
#include "apps/bookings/events/events.h"
#include "apps/bookings/members/place_sharing.h"
#include "apps/bookings/places/places.h"
#include "apps/bookings/schema.h"
#include "apps/calendars/agenda.h"
#include "apps/calendars/calendar_sharing.h"
#include "apps/calendars/entries/entries.h"
#include "apps/calendars/schema.h"
#include "apps/calendars/service.h"
#include "apps/events/guests/guests.h"
#include "apps/events/guests/invitations.h"
#include "apps/events/schema.h"
#include "apps/events/service/events.h"
#include "apps/events/views/views.h"
#include "apps/family/agenda.h"
#include "apps/family/kinship.h"
#include "apps/family/members/tree_sharing.h"
#include "apps/family/people.h"
#include "apps/family/relationships.h"
#include "apps/family/trees.h"
#include "apps/planner/agenda.h"
#include "apps/planner/tasks/tasks.h"
#include "apps/planner/user_meta.h"
#include "apps/projects/agenda.h"
#include "apps/projects/events/events.h"
#include "apps/projects/members/project_sharing.h"
#include "apps/projects/service.h"
#include "apps/projects/tasks/task_lists.h"
#include "apps/projects/tasks/tasks.h"
#include "apps/sharing/members.h"
#include "support/model_store.h"
#include "support/replies.h"

// The services of all apps on one store, with their agenda.
namespace norn::agenda {

class AgendaWorld {
 public:
  AgendaWorld() {
    store::CreateTableRequest projects_table = apps::single_table(tables.projects());
    apps::add_index(projects_table, "GSI1", "GSI1PK", "GSI1SK");
    apps::add_index(projects_table, "GSI2", "GSI2PK", "GSI2SK");
    store::CreateTableRequest family_table = apps::single_table(tables.family());
    for (const char* index : {"GSI1", "GSI2", "GSI3"}) {
      apps::add_index(family_table, index, std::string(index) + "PK", std::string(index) + "SK");
    }
    for (const auto& table :
         {calendars::calendars_table(tables.calendars()), events::planner_table(tables),
          bookings::bookings_table(tables), projects_table, family_table,
          accounts::norn_table(tables), apps::files_table(tables)}) {
      testing::must(apps::ensure_table(store, table, ""));
    }
    users.add_hook(guests);
    users.add_hook(user_meta);
    for (sharing::Members* const members :
         {&calendar_members, &project_members, &place_members, &tree_members}) {
      users.add_hook(*members);
    }
  }

  // Creates a user with the address <name>@example.com, and returns the id.
  std::string person(const std::string& name) {
    accounts::NewUser user;
    user.email = name + "@example.com";
    user.name = name;
    user.email_verified = true;
    return testing::must(users.create(user)).id;
  }

  ManualClock clock{accounts::kStartMs};
  testing::ModelStore store{clock};
  apps::TableNames tables = {};
  accounts::CountingIds ids = {};
  accounts::Users users{store, tables, clock, ids};
  apps::Idempotency idempotency{store, tables, clock};
  apps::Sweeps sweeps{store, tables, clock, ids, {}};
  accounts::Newcomers newcomers{users, sweeps};
  quotas::Quotas quotas{store, tables, clock};
  apps::Context context{store, tables, clock, ids, users, idempotency, sweeps, quotas};
  events::Context events_context{store, tables, clock, ids, idempotency, sweeps, quotas};

  calendars::Calendars calendars{context};
  calendars::CalendarSharing calendar_sharing{context};
  sharing::Members calendar_members{context, calendar_sharing};
  calendars::Entries entries{context};
  planner::UserMeta user_meta{store, tables};
  events::Events events{events_context};
  events::Views views{events_context};
  projects::Projects projects{context};
  projects::ProjectSharing project_sharing{context};
  sharing::Members project_members{context, project_sharing};
  projects::Tasks tasks{context};
  projects::TaskLists lists{context};
  planner::Tasks planner_tasks{events_context};
  projects::Events project_events{context};
  bookings::Places places{context};
  bookings::PlaceSharing place_sharing{context};
  sharing::Members place_members{context, place_sharing};
  bookings::Events bookings{context};
  family::Trees trees{context};
  family::TreeSharing tree_sharing{context};
  sharing::Members tree_members{context, tree_sharing};
  family::People people{context};
  family::Relationships relationships{context};
  family::Kinship kinship{context};

  calendars::CalendarAgenda of_calendars{context, calendars, views};
  events::GuestLists guests{events_context, users};
  events::Invitations invitations{events_context, users};
  planner::PlannerAgenda of_planner{events_context, views, planner_tasks, invitations};
  projects::ProjectAgenda of_projects{context, projects, lists, project_events};
  bookings::BookingsAgenda of_bookings{context, places, bookings};
  family::FamilyAgenda of_family{context, kinship};
  Agenda agenda{clock, {&of_calendars, &of_planner, &of_projects, &of_bookings, &of_family}, 0};
  AgendaReplies replies{store, clock, agenda, size_t{1} << 24};
};

}  // namespace norn::agenda
