#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apps/calendars/service.h"
#include "live/feed.h"

namespace norn::calendars {

// What changes of calendars mean to the open pages of their members:
//   entry       {"calendarId","id","entry":{...} or null when it is gone}
//   calendar    {"calendarId","calendar":{...} or null}
//   membership  {"calendarId","userId","role" or null}; also to the one whom it is about
class CalendarFeed final : public live::Feed {
 public:
  explicit CalendarFeed(const Context& context) : context_(context) {}

  std::string table() const override { return context_.tables.calendars(); }
  Result<live::Events> events_of(const store::StreamRecord& record) override;
  Result<std::vector<live::Events>> catch_up(
      const std::vector<store::StreamRecord>& records) override;
  void begin_round() override { members_.clear(); }

 private:
  using Events = live::Events;
  // What a thing was and what it is; null when it was or is not there.
  struct Change {
    const store::Item* before;
    const store::Item* now;
  };
  // Who is in a calendar, by their roles.
  struct Members {
    std::map<Role, std::vector<std::string>> users;
    bool calendar_exists = false;

    std::vector<std::string> all() const;
  };

  Result<Events> events_of(const store::Item& keys, const Change& change);
  Result<Events> of_entry(const Change& change);
  Result<Events> of_calendar(const Change& change);
  Result<Events> of_membership(const Change& change);
  // From the table itself, after the changes of this reading were read: so it is at least as new as
  // they are. The result is valid until the next call.
  Result<const Members*> members_of(const std::string& calendar_id);
  // Those who may see what is in it: nobody once it is gone.
  Result<std::vector<std::string>> readers_of(const std::string& calendar_id);

  static constexpr size_t kMaxCachedCalendars = 10'000;
  Context context_;
  std::map<std::string, Members, std::less<>> members_;
};

}  // namespace norn::calendars
