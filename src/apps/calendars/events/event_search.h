#pragma once

#include <string>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/calendars/subscriptions/subscription.h"
#include "apps/events/views/views.h"
#include "apps/search/index.h"
#include "apps/search/searcher.h"
#include "apps/shared/table_reader.h"

namespace norn::calendars {

// Keeps the words of the titles of calendars' events and series in the search index, whoever wrote
// them. A group of the index is a calendar.
class EventIndexing final : public apps::Follower {
 public:
  explicit EventIndexing(const Context& context);

  std::string table() const override { return table_; }
  std::string name() const override { return "calendar-search"; }
  Result<void> follow(const std::vector<store::StreamRecord>& records) override;
  Result<void> see(store::ItemView item) override;
  Result<void> seen_all() override;

 private:
  const std::string table_;
  search::Index index_;
  std::vector<search::IndexedThing> seen_;
};

// Finds events and series of calendars by their titles. The index tells in which calendars there
// may be some; the engine finds them there.
class EventSearch {
 public:
  explicit EventSearch(const Context& context);

  // In these calendars, which the person may read: those that are ahead first, in their order.
  Result<std::vector<search::Hit>> search(const std::vector<Access>& calendars,
                                          const std::string& text, size_t limit);

  // The same in calendar feeds that the person subscribes to. They are few, and are not in the
  // index.
  Result<std::vector<search::Hit>> search(const std::vector<Subscription>& subscriptions,
                                          const std::string& text, size_t limit);

 private:
  // Adds the hits of a partition. One with too much in it hides nothing of the others.
  Result<void> search_partition(const std::string& partition, const search::Hit::Within& within,
                                const std::string& text, size_t limit,
                                std::vector<search::Hit>& hits);

  events::Views views_;
  search::Index index_;
};

}  // namespace norn::calendars
