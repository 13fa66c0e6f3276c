#include "apps/calendars/app.h"

#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/calendar_sharing.h"
#include "apps/calendars/entries/entries.h"
#include "apps/calendars/inspection.h"
#include "apps/calendars/live_feed.h"
#include "apps/calendars/meter.h"
#include "apps/calendars/routes/routes.h"
#include "apps/calendars/schema.h"
#include "apps/calendars/search.h"
#include "apps/calendars/sentences.h"
#include "apps/calendars/service.h"
#include "apps/shared/kept_replies.h"
#include "apps/sharing/members.h"

namespace norn::calendars {

struct CalendarsApp::Services {
  explicit Services(const apps::Environment& environment)
      : context(environment.context),
        kept_ranges(context.store, context.tables.calendars(), environment.kept_bytes,
                    calendar_of) {}

  Context context;
  Calendars calendars{context};
  CalendarSharing calendar_sharing{context};
  sharing::Members members{context, calendar_sharing};
  Entries entries{context};
  CalendarBin bin{context};
  apps::KeptReplies kept_ranges;
  CalendarChanges changes{context};
  CalendarInspector inspector{context};
  CalendarMeter meter{context};
  LongestSpans longest_spans{context};
  EntryIndexing entry_indexing{context};
  CalendarSearch search{context, calendars};
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
  return {{"calendars:read", {"entry", "calendar", "membership"}}, {"calendars:write"}};
}

void CalendarsApp::open(const apps::Environment& environment) {
  services_ = std::make_unique<Services>(environment);
}

std::vector<accounts::UserHook*> CalendarsApp::people() {
  return {&services_->members};
}

std::vector<live::Feed*> CalendarsApp::feeds() {
  return {&services_->changes};
}

std::vector<apps::Inspector*> CalendarsApp::inspectors() {
  return {&services_->inspector};
}

std::vector<apps::Meter*> CalendarsApp::meters() {
  return {&services_->meter};
}

search::Searcher* CalendarsApp::search() {
  return &services_->search;
}

void CalendarsApp::follow(apps::TableReaders& readers) {
  readers.add(services_->longest_spans);
  readers.add(services_->entry_indexing);
}

void CalendarsApp::add_routes(rest::Api& api) {
  Services& all = *services_;
  calendars::add_routes(api, all.calendars, all.members, all.entries, all.bin, all.context.users,
                        all.kept_ranges);
}

}  // namespace norn::calendars
