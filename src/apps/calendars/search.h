#pragma once

#include <string>
#include <vector>

#include "apps/calendars/events/event_search.h"
#include "apps/calendars/service.h"
#include "apps/calendars/subscriptions/subscriptions.h"
#include "apps/search/index.h"
#include "apps/search/searcher.h"
#include "apps/shared/table_reader.h"

namespace norn::calendars {

constexpr const char* kSearchApp = "calendars";

// Keeps the words of the titles of entries in the search index, whoever wrote them. A group of the
// index is a calendar.
class EntryIndexing final : public apps::Follower {
 public:
  explicit EntryIndexing(const Context& context)
      : table_(context.tables.calendars()), index_(context.store, context.tables, kSearchApp) {}

  std::string table() const override { return table_; }
  std::string name() const override { return "search"; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;
  Result<void> seen_all() override;

 private:
  const std::string table_;
  search::Index index_;
  std::vector<search::IndexedThing> seen_;
};

// Finds the calendars that a person may read by their names, and their events and entries by the
// index.
// What the index finds is compared with what is there.
class CalendarSearch final : public search::Searcher {
 public:
  // Without `subscriptions` there are none.
  CalendarSearch(const Context& context, Calendars& calendars,
                 Subscriptions* subscriptions = nullptr)
      : context_(context),
        calendars_(calendars),
        subscriptions_(subscriptions),
        events_(context),
        index_(context.store, context.tables, kSearchApp) {}

  std::string app() const override { return kSearchApp; }
  std::string scope() const override { return "calendars:read"; }
  // Calendars first, then events, then entries: those of today and later in their order, then the
  // latest ones.
  Result<std::vector<search::Hit>> search(const std::string& user_id, const std::string& text,
                                          size_t limit) override;

 private:
  Result<std::vector<Entry>> entries_with(const std::vector<Access>& calendars,
                                          const search::IndexQuery& query) const;

  Context context_;
  Calendars& calendars_;
  Subscriptions* subscriptions_;
  EventSearch events_;
  search::Index index_;
};

}  // namespace norn::calendars
