#include "apps/calendars/app.h"

#include "apps/calendars/agenda.h"
#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/calendar_sharing.h"
#include "apps/calendars/checks.h"
#include "apps/calendars/demo.h"
#include "apps/calendars/entries/entries.h"
#include "apps/calendars/events/calendar_guests.h"
#include "apps/calendars/events/event_feed.h"
#include "apps/calendars/events/event_search.h"
#include "apps/calendars/feeds/feed_links.h"
#include "apps/calendars/inspection.h"
#include "apps/calendars/live_feed.h"
#include "apps/calendars/meter.h"
#include "apps/calendars/person_files.h"
#include "apps/calendars/reminder_source.h"
#include "apps/calendars/routes/routes.h"
#include "apps/calendars/schema.h"
#include "apps/calendars/search.h"
#include "apps/calendars/sentences.h"
#include "apps/calendars/service.h"
#include "apps/calendars/subscriptions/refresher.h"
#include "apps/calendars/subscriptions/subscription_feed.h"
#include "apps/calendars/subscriptions/subscriptions.h"
#include "apps/events/guests/guests.h"
#include "apps/events/routes/routes.h"
#include "apps/events/service/events.h"
#include "apps/events/views/views.h"
#include "apps/shared/kept_replies.h"
#include "apps/sharing/members.h"
#include "http/outside_fetch.h"

namespace norn::calendars {
namespace {

FeedProblem problem_of(http::OutsideFailure failure) {
  switch (failure) {
    case http::OutsideFailure::kNone:
      return FeedProblem::kNone;
    case http::OutsideFailure::kAddressRefused:
      return FeedProblem::kAddressRefused;
    case http::OutsideFailure::kNotReached:
      return FeedProblem::kNotReached;
    case http::OutsideFailure::kTimedOut:
      return FeedProblem::kTimedOut;
    case http::OutsideFailure::kTooLarge:
      return FeedProblem::kTooLarge;
    case http::OutsideFailure::kTooManyRedirects:
      return FeedProblem::kTooManyRedirects;
    case http::OutsideFailure::kBadRedirect:
      return FeedProblem::kBadRedirect;
    case http::OutsideFailure::kBadStatus:
      return FeedProblem::kBadStatus;
  }
  return FeedProblem::kInternal;
}

FeedSource source_outside(std::vector<std::string> allowed_hosts) {
  const http::OutsideOptions options{.max_bytes = kMaxFeedFileBytes,
                                     .allowed_hosts = std::move(allowed_hosts)};
  const auto fetch = [options](const Subscription& subscription) {
    http::OutsideReply reply =
        http::fetch_outside(options, {.url = subscription.address,
                                      .etag = subscription.etag,
                                      .last_modified = subscription.last_modified});
    FetchedFeed fetched;
    fetched.problem = problem_of(reply.failure);
    fetched.status = reply.status;
    fetched.is_unchanged = reply.is_unchanged();
    fetched.text = std::move(reply.body);
    fetched.etag = std::move(reply.etag);
    fetched.last_modified = std::move(reply.last_modified);
    return fetched;
  };
  const auto address_of = [](std::string_view text) {
    return http::file_address(text, kMaxFeedAddressBytes);
  };
  return {.address_of = address_of, .fetch = fetch};
}

}  // namespace

struct CalendarsApp::Services {
  explicit Services(const apps::Environment& environment)
      : context(environment.context),
        public_origin(environment.public_origin),
        views(events::context_of(context), environment.kept_bytes),
        subscriptions(context, source_outside(environment.feed_hosts)),
        kept_ranges(context.store, context.tables.calendars(), environment.kept_bytes, calendar_of),
        kept_views(context.store, context.tables.planner(), environment.kept_bytes,
                   events::owner_of_change) {}

  Context context;
  const std::string public_origin;
  Calendars calendars{context};
  CalendarSharing calendar_sharing{context};
  sharing::Members members{context, calendar_sharing};
  Entries entries{context};
  events::Events events{events::context_of(context)};
  events::Views views;
  events::GuestLists guests{events::context_of(context), context.users};
  CalendarGuests calendar_guests{context, guests};
  CalendarBin bin{context};
  CalendarFeeds feeds{context};
  Subscriptions subscriptions;
  SubscriptionRefresher refresher{subscriptions};
  apps::KeptReplies kept_ranges;
  apps::KeptReplies kept_views;
  CalendarChanges changes{context};
  CalendarEventChanges event_changes{context};
  SubscriptionChanges subscription_changes{context};
  CalendarInspector inspector{context};
  CalendarMeter meter{context};
  CalendarEventMeter event_meter{context};
  LongestSpans longest_spans{context};
  EntryIndexing entry_indexing{context};
  EventIndexing event_indexing{context};
  CalendarSearch search{context, calendars, &subscriptions};
  CalendarReminders reminders{context, calendars, events, views};
  CalendarAgenda agenda{context, calendars, views, &subscriptions};
};

CalendarsApp::CalendarsApp() = default;
CalendarsApp::~CalendarsApp() = default;

std::vector<apps::Table> CalendarsApp::tables(const apps::TableNames& names) const {
  return {{.schema = calendars_table(names.calendars())}};
}

Sentences CalendarsApp::sentences() const {
  return kSentences;
}

std::vector<apps::Scope> CalendarsApp::scopes() const {
  return {{"calendars:read",
           {"entry", "calendar", "membership", "calendar-event", "replaced", "subscription",
            "reminder"}},
          {"calendars:write"}};
}

void CalendarsApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
}

std::vector<accounts::UserHook*> CalendarsApp::people() {
  return {&services_->members, &services_->calendar_guests, &services_->feeds,
          &services_->subscriptions};
}

std::vector<live::Feed*> CalendarsApp::feeds() {
  return {&services_->changes, &services_->event_changes, &services_->subscription_changes};
}

std::vector<apps::Inspector*> CalendarsApp::inspectors() {
  return {&services_->inspector};
}

std::vector<apps::Meter*> CalendarsApp::meters() {
  return {&services_->meter, &services_->event_meter};
}

search::Searcher* CalendarsApp::search() {
  return &services_->search;
}

reminders::ReminderSource* CalendarsApp::reminders() {
  return &services_->reminders;
}

agenda::AgendaSource* CalendarsApp::agenda() {
  return &services_->agenda;
}

std::vector<apps::Company*> CalendarsApp::company() {
  return {&services_->members};
}

std::vector<apps::PersonKeys> CalendarsApp::person_keys(const apps::TableNames& names) const {
  return {{.table = names.calendars(),
           .prefixes = {"USER#", "MEMBER#"},
           .attributes = {"userId", "createdBy", "updatedBy"}}};
}

std::vector<std::unique_ptr<apps::Check>> CalendarsApp::checks(const apps::Context& context) const {
  return checks_of_calendars(context);
}

Result<void> CalendarsApp::add_person_files(const std::string& user_id, apps::PersonFiles& files) {
  return calendars::add_person_files(services_->context, services_->calendars,
                                     services_->subscriptions, user_id, files);
}

Result<void> CalendarsApp::demo(apps::Demo& demo) {
  return add_demo(services_->calendars, services_->members, services_->entries, demo);
}

void CalendarsApp::follow(apps::TableReaders& readers) {
  readers.add(services_->longest_spans);
  readers.add(services_->entry_indexing);
  readers.add(services_->event_indexing);
}

void CalendarsApp::add_routes(rest::Api& api) {
  Services& all = *services_;
  calendars::add_routes(api, {.context = all.context,
                              .calendars = all.calendars,
                              .members = all.members,
                              .entries = all.entries,
                              .events = all.events,
                              .views = all.views,
                              .guests = all.guests,
                              .bin = all.bin,
                              .users = all.context.users,
                              .kept_ranges = all.kept_ranges,
                              .kept_views = all.kept_views,
                              .feeds = all.feeds,
                              .subscriptions = all.subscriptions,
                              .refresher = all.refresher,
                              .public_origin = all.public_origin});
}

void CalendarsApp::start(const apps::Background& /*background*/) {
  services_->refresher.start();
}

void CalendarsApp::stop() {
  services_->refresher.stop();
}

}  // namespace norn::calendars
