#include "apps/planner/app.h"

#include <algorithm>
#include <string>

#include "apps/planner/context.h"
#include "apps/planner/events/events.h"
#include "apps/planner/feed_links.h"
#include "apps/planner/inspection.h"
#include "apps/planner/live_feed.h"
#include "apps/planner/meter.h"
#include "apps/planner/reminders/reminder_push.h"
#include "apps/planner/reminders/reminders.h"
#include "apps/planner/routes/routes.h"
#include "apps/planner/schema.h"
#include "apps/planner/sentences.h"
#include "apps/planner/statistics.h"
#include "apps/planner/user_meta.h"
#include "apps/planner/views/views.h"
#include "apps/shared/kept_replies.h"

namespace norn::planner {
namespace {

// Reminders are due to the minute. A store on another machine is asked less often.
constexpr int64_t kReminderPollFactor = 300;
constexpr int64_t kMaxReminderPollMs = 20'000;

Context context_of(const apps::Context& context) {
  return {context.store,       context.tables, context.clock, context.ids,
          context.idempotency, context.sweeps, context.quotas};
}

// Events and series by their titles.
class PlannerSearcher final : public search::Searcher {
 public:
  explicit PlannerSearcher(Views& views) : views_(views) {}

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
    return hits;
  }

 private:
  Views& views_;
};

}  // namespace

struct PlannerApp::Services {
  explicit Services(const apps::Environment& environment)
      : context(context_of(environment.context)),
        users(environment.context.users),
        public_origin(environment.public_origin),
        kept_views(context.store, context.tables.planner(), environment.kept_bytes,
                   person_of_change) {}

  Context context;
  accounts::Users& users;
  const std::string public_origin;
  UserMeta user_meta{context.store, context.tables};
  Events events{context};
  Views views{context};
  Reminders reminders{context, views};
  FeedLinks feed_links{context};
  apps::KeptReplies kept_views;
  PlannerChanges feed{context.tables};
  Statistics statistics{context};
  PlannerInspector inspector{context.tables.planner()};
  PlannerMeter meter{context.tables.planner()};
  LongestEvents longest_events{context};
  PlannerSearcher search{views};
  MissingUserMeta missing_user_meta{user_meta, context.store, context.tables.planner(), users};
  std::unique_ptr<ReminderPush> reminder_push = nullptr;  // From start() on.
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
  return {{"planner:read", {"planner", "planner-preferences", "reminder"}}, {"planner:write"}};
}

void PlannerApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
}

std::vector<accounts::UserHook*> PlannerApp::people() {
  return {&services_->user_meta, &services_->feed_links};
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

void PlannerApp::follow(apps::TableReaders& readers) {
  readers.add(services_->statistics);
  readers.add(services_->longest_events);
  readers.add(services_->missing_user_meta);
}

void PlannerApp::add_routes(rest::Api& api) {
  Services& all = *services_;
  planner::add_routes(api, {all.context, all.events, all.views, all.reminders, all.feed_links,
                            all.users, all.kept_views, all.public_origin});
}

void PlannerApp::start(const apps::Background& background) {
  services_->reminder_push = std::make_unique<ReminderPush>(
      services_->reminders, services_->context.clock, background.listeners, background.send);
  services_->reminder_push->start(
      std::min(background.stream_poll_ms * kReminderPollFactor, kMaxReminderPollMs));
}

void PlannerApp::stop() {
  if (services_->reminder_push) services_->reminder_push->stop();
}

}  // namespace norn::planner
