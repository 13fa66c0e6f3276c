#include "apps/planner/app.h"

#include <algorithm>
#include <span>
#include <string>

#include "apps/events/guests/guests.h"
#include "apps/events/guests/invitations.h"
#include "apps/events/routes/routes.h"
#include "apps/events/schema.h"
#include "apps/events/service/events.h"
#include "apps/events/views/views.h"
#include "apps/planner/agenda.h"
#include "apps/planner/checks.h"
#include "apps/planner/context.h"
#include "apps/planner/demo.h"
#include "apps/planner/feed_links.h"
#include "apps/planner/inspection.h"
#include "apps/planner/live_feed.h"
#include "apps/planner/meter.h"
#include "apps/planner/person_files.h"
#include "apps/planner/reminder_source.h"
#include "apps/planner/routes/routes.h"
#include "apps/planner/sentences.h"
#include "apps/planner/statistics.h"
#include "apps/planner/tasks/tasks.h"
#include "apps/planner/tasks/upkeep.h"
#include "apps/planner/user_meta.h"
#include "apps/shared/kept_replies.h"

namespace norn::planner {
namespace {

// Events, series and tasks by their titles.
class PlannerSearcher final : public search::Searcher {
 public:
  PlannerSearcher(Views& views, Tasks& tasks) : views_(views), tasks_(tasks) {}

  std::string app() const override { return "planner"; }
  std::string scope() const override { return "planner:read"; }
  Result<std::vector<search::Hit>> search(const std::string& user_id, const std::string& text,
                                          size_t limit) override {
    NORN_ASSIGN(const auto found, views_.search(user_id, text, limit));
    std::vector<search::Hit> hits;
    for (const Found& one : found) {
      search::Hit& hit = hits.emplace_back();
      if (const auto* const event = std::get_if<Event>(&one.thing)) {
        hit = {.kind = "event", .id = event->id, .title = event->details.title};
      } else if (const auto* const series = std::get_if<Master>(&one.thing)) {
        hit = {.kind = "series", .id = series->id, .title = series->details.title};
      }
      if (one.next) hit.at = start_key(*one.next);
    }
    NORN_ASSIGN(const auto tasks, tasks_.search(user_id, text, limit));
    return with_tasks(std::move(hits), tasks, limit);
  }

 private:
  // Both have their best hits first, so that half of the limit is for each if there are many.
  static std::vector<search::Hit> with_tasks(std::vector<search::Hit> events,
                                             const std::vector<Task>& tasks, size_t limit) {
    const size_t for_tasks = std::min(tasks.size(), limit - std::min(events.size(), limit / 2));
    events.resize(std::min(events.size(), limit - for_tasks));
    for (const Task& task : std::span(tasks).first(for_tasks)) {
      search::Hit& hit = events.emplace_back();
      hit = {.kind = "task", .id = task.id, .title = task.title};
      if (task.is_scheduled()) hit.at = schedule_key(task);
    }
    return events;
  }

  Views& views_;
  Tasks& tasks_;
};

}  // namespace

struct PlannerApp::Services {
  explicit Services(const apps::Environment& environment)
      : context(context_of(environment.context)),
        users(environment.context.users),
        public_origin(environment.public_origin),
        views(context, environment.kept_bytes),
        kept_views(context.store, context.tables.planner(), environment.kept_bytes,
                   owner_of_change) {}

  Context context;
  accounts::Users& users;
  const std::string public_origin;
  UserMeta user_meta{context.store, context.tables};
  Events events{context};
  Tasks tasks{context};
  Views views;
  PlannerReminders reminders{context, views};
  FeedLinks feed_links{context};
  GuestLists guests{context, users};
  Invitations invitations{context, users};
  apps::KeptReplies kept_views;
  PlannerChanges feed{context.tables};
  Statistics statistics{context};
  PlannerInspector inspector{context.tables.planner()};
  PlannerMeter meter{context.tables.planner()};
  LongestEvents longest_events{context};
  TaskUpkeep task_upkeep{context};
  PlannerSearcher search{views, tasks};
  PlannerAgenda agenda{context, views, tasks, invitations};
  MissingUserMeta missing_user_meta{user_meta, context.store, context.tables.planner(), users};
};

PlannerApp::PlannerApp() = default;
PlannerApp::~PlannerApp() = default;

std::vector<apps::Table> PlannerApp::tables(const apps::TableNames& names) const {
  return {{.schema = planner_table(names), .ttl_attribute = "ttl"}};
}

Sentences PlannerApp::sentences() const {
  return kSentences;
}

std::vector<apps::Scope> PlannerApp::scopes() const {
  return {{"planner:read", {"planner", "planner-invitation", "planner-preferences", "reminder"}},
          {"planner:write"}};
}

void PlannerApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
  add_task_sweeps(services_->context);
}

std::vector<accounts::UserHook*> PlannerApp::people() {
  // The guests need the items that go with USER_META.
  return {&services_->guests, &services_->user_meta, &services_->feed_links};
}

std::vector<live::Feed*> PlannerApp::feeds() {
  return {&services_->feed};
}

std::vector<apps::Inspector*> PlannerApp::inspectors() {
  return {&services_->inspector};
}

std::vector<apps::Meter*> PlannerApp::meters() {
  return {&services_->meter};
}

search::Searcher* PlannerApp::search() {
  return &services_->search;
}

reminders::ReminderSource* PlannerApp::reminders() {
  return &services_->reminders;
}

agenda::AgendaSource* PlannerApp::agenda() {
  return &services_->agenda;
}

std::vector<apps::PersonKeys> PlannerApp::person_keys(const apps::TableNames& names) const {
  return {{.table = names.planner(),
           .prefixes = {"USER#", "USER_META#", "GUEST#"},
           .attributes = {"userId", "ownerId", "invitedBy", "createdBy", "updatedBy"}}};
}

std::vector<std::unique_ptr<apps::Check>> PlannerApp::checks(const apps::Context& context) const {
  return checks_of_planner(context);
}

Result<void> PlannerApp::add_person_files(const std::string& user_id, apps::PersonFiles& files) {
  return planner::add_person_files(services_->context, user_id, files);
}

Result<void> PlannerApp::demo(apps::Demo& demo) {
  return add_demo(services_->context, services_->events, demo);
}

void PlannerApp::follow(apps::TableReaders& readers) {
  readers.add(services_->statistics);
  readers.add(services_->longest_events);
  readers.add(services_->task_upkeep);
  readers.add(services_->missing_user_meta);
}

void PlannerApp::add_routes(rest::Api& api) {
  Services& all = *services_;
  planner::add_routes(api,
                      {all.context, all.events, all.tasks, all.views, all.feed_links, all.guests,
                       all.invitations, all.users, all.kept_views, all.public_origin});
}

}  // namespace norn::planner
