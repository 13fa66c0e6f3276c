#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/planner/context.h"
#include "apps/planner/series/event_id.h"
#include "apps/planner/model.h"
#include "apps/planner/series/when.h"
#include "apps/shared/idempotency.h"
#include "base/error.h"

namespace norn::planner {

// Bounds. They are counted before something is added, so those who add at the same moment may come
// to a little more.
constexpr size_t kMaxSeriesPerPerson = 2'000;
constexpr size_t kMaxTags = 20;
constexpr size_t kMaxReminders = 10;
constexpr int64_t kMaxReminderMinutes = 40'320;  // Four weeks.
constexpr size_t kMaxLinks = 10;
// What one transaction can move from one series to another.
constexpr size_t kMaxMovedExceptions = 45;

// What is changed: absent members stay as they are. Texts were checked for their length by whoever
// read them; everything else is checked here.
struct DetailsChange {
  std::optional<std::string> title = {};
  std::optional<std::optional<std::string>> description = {};
  std::optional<std::optional<std::string>> location = {};
  std::optional<std::optional<std::string>> color = {};
  std::optional<Status> status = {};
  std::optional<std::vector<std::string>> tags = {};
  std::optional<std::vector<int64_t>> reminder_minutes = {};
  std::optional<std::vector<Link>> links = {};
  std::optional<std::optional<int64_t>> ttl = {};
};

struct RepeatsChange {
  std::optional<std::optional<std::string>> rrule = {};
  std::optional<std::optional<int64_t>> until_s = {};
  std::optional<std::vector<std::string>> exdate = {};
  std::optional<std::vector<std::string>> rdate = {};

  bool is_empty() const { return !rrule && !until_s && !exdate && !rdate; }
};

struct EventChange {
  DetailsChange details = {};
  WhenChange when = {};
  RepeatsChange repeats = {};
};

// Which occurrences of a series a change is for.
enum class Scope : uint8_t { kThis, kFollowing, kAll };

// A series and its occurrences that have items, by their tags.
struct WholeSeries {
  Master master;
  std::vector<Instance> exceptions;
};

// Events and series of one person: nobody else ever sees them. The errors are those of
// base/faults.h; a stale change is kConflict with the current state (version_conflict).
class Events {
 public:
  // Also tells the sweeps how to sweep a series.
  explicit Events(Context context);

  // A series when there is a rule or there are further dates. AP3, AP5.
  Result<Thing> create(const std::string& user_id, const EventChange& input,
                       const apps::Creation& creation);
  // One GetItem; of an occurrence its series, too. kNotFound. AP2.
  Result<Thing> get(const std::string& user_id, const EventId& id);
  // `scope` is for occurrences; events and series change as a whole. Returns what it became: an
  // event that gets a rule becomes a series, an occurrence that takes the following with it, too.
  // AP4, AP8.
  Result<Thing> change(const std::string& user_id, const EventId& id, const EventChange& change,
                       Scope scope, const std::string& etag);
  // AP6, AP9.
  Result<void> remove(const std::string& user_id, const EventId& id, Scope scope,
                      const std::string& etag);
  // An occurrence becomes again what the series says.
  Result<Thing> restore(const std::string& user_id, const EventId& id, const std::string& etag);
  // By the index; its own writes may be there a moment later. AP7.
  Result<WholeSeries> series(const std::string& user_id, const std::string& master_id);
  // What links to something, by the index.
  Result<std::vector<Thing>> linked(const std::string& user_id, const std::string& target);

  // The sweep of a series that is gone: "<user id>/<master id>".
  Result<bool> sweep(const std::string& subject);

 private:
  Context context_;
};

}  // namespace norn::planner
