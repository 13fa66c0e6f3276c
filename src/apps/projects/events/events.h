#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/projects/access.h"
#include "apps/projects/model.h"
#include "apps/shared/idempotency.h"
#include "ical/time_zone.h"

namespace norn::projects {

// The texts are within the limits of apps/projects/limits.h. Times are in UTC, in whole seconds.
struct EventInput {
  std::string title;
  std::optional<std::string> description = {};
  std::string start_date;
  std::string end_date;
  bool all_day = false;
  std::optional<std::string> color = {};  // Default: the project's.
};

// Absent members stay as they are. A new start alone moves the end with it.
struct EventPatch {
  std::optional<std::string> title = {};
  std::optional<std::optional<std::string>> description = {};
  std::optional<std::string> start_date = {};
  std::optional<std::string> end_date = {};
  std::optional<bool> all_day = {};
  std::optional<std::string> color = {};
  // The project that it belongs to: one that it is in. The user has to be able to write in both.
  std::optional<std::string> project_id = {};
};

// Days in the time zone of the reader, both included.
struct EventDays {
  Date from;
  Date to;
  ical::TimeZone zone = ical::TimeZone::utc();
};

// Events of projects, for members. An event belongs to one project, whose members may change it,
// and can be shown in others. Returns kNotFound for those who may read none of its projects. Every
// change is one transaction with the relations and the activity. May block; safe from any thread.
class Events {
 public:
  explicit Events(Context context) : context_(std::move(context)) {}

  Result<Event> get(const std::string& user_id, const std::string& event_id);
  // All events of a project, by start.
  Result<std::vector<Event>> of_project(const std::string& user_id, const std::string& project_id);
  // The events that overlap these days, by start: of one project, or of all projects of the user.
  Result<std::vector<Event>> in_project(const std::string& user_id, const std::string& project_id,
                                        const EventDays& days);
  Result<std::vector<Event>> in_all(const std::string& user_id, const EventDays& days);

  // The following need the right to write in the project that the event belongs to. Those with a
  // tag return kStale if the event does not have it.
  Result<Event> create(const std::string& user_id, const std::string& project_id,
                       const EventInput& input, const apps::Creation& creation);
  Result<Event> change(const std::string& user_id, const std::string& event_id,
                       const EventPatch& patch, const std::string& etag);
  // Into the bin.
  Result<void> remove(const std::string& user_id, const std::string& event_id,
                      const std::string& etag);
  // Shows the event in another project, and no longer. The user has to be able to read the event
  // and to write in that project.
  Result<Event> add_to(const std::string& user_id, const std::string& event_id,
                       const std::string& project_id);
  Result<Event> remove_from(const std::string& user_id, const std::string& event_id,
                            const std::string& project_id);

 private:
  Context context_;
};

// The parts of a new event, for the transaction that makes it. The project is the one that it
// belongs to.
void add_new_event(const Context& context, const Project& project, const Event& event,
                   Changes& changes);

// What makes an event appear in a project.
void place_event(const Context& context, const Project& project, const Event& event,
                 Changes& changes);
// The ids of the projects that an event, also one that cannot be read, is in. Another program may
// leave `projectIds` out: then the relations tell, which an index finds and the table confirms.
Result<std::vector<std::string>> projects_in(const Context& context, store::ItemView item,
                                             const std::string& event_id);
// The projects of an event that exist.
Result<std::vector<Project>> projects_of(const Context& context, const Event& event);

// Brings the dated relations of an event up to date, after another program wrote the event or a
// relation; `old_start` is where it was. Idempotent.
Result<void> keep_dated(const Context& context, const std::string& event_id,
                        const std::optional<std::string>& old_start);

}  // namespace norn::projects
