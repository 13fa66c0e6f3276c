#include "apps/calendars/live_feed.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "apps/calendars/events/turning.h"
#include "apps/calendars/render.h"
#include "apps/shared/items.h"
#include "base/json_text.h"
#include "base/json_writer.h"

namespace norn::calendars {
namespace {

using sharing::Right;
using store::StreamRecord;

constexpr std::string_view kScope = "calendars:read";

live::Event entry_event(const EntryView& entry, bool is_there, std::vector<std::string> users) {
  live::Event event{"entry", "", std::move(users), std::string(kScope)};
  ObjectWriter object(event.data);
  object.text("calendarId", entry.calendar_id());
  object.text("id", entry.id());
  if (is_there) {
    append_json(object.key("entry"), entry);
  } else {
    object.null("entry");
  }
  object.close();
  return event;
}

live::Event calendar_event(const std::string& id, const Calendar* calendar, Role role,
                           std::vector<std::string> users) {
  live::Event event{"calendar", "", std::move(users), std::string(kScope)};
  ObjectWriter object(event.data);
  object.text("calendarId", id);
  if (calendar != nullptr) {
    append_json(object.key("calendar"), *calendar, role);
  } else {
    object.null("calendar");
  }
  object.close();
  return event;
}

live::Event membership_event(const Membership& membership, bool is_there,
                             std::vector<std::string> users) {
  live::Event event{"membership", "", std::move(users), std::string(kScope)};
  ObjectWriter object(event.data);
  object.text("calendarId", membership.calendar_id);
  object.text("userId", membership.user_id);
  if (is_there) {
    object.text("role", to_text(membership.role));
  } else {
    object.null("role");
  }
  object.close();
  return event;
}

}  // namespace

live::Event replaced_event(std::string_view calendar_id, std::string_view id,
                           std::string_view replaced_by, std::vector<std::string> users) {
  live::Event event{"replaced", "", std::move(users), std::string(kScope)};
  ObjectWriter object(event.data);
  object.text("calendarId", calendar_id);
  object.text("id", id);
  object.text("replacedBy", replaced_by);
  object.close();
  return event;
}

Result<live::Events> CalendarChanges::events_of(const StreamRecord& record) {
  return apps::events_of_change(apps::change_of(record),
                                [this](const Change& change) { return events_of(change); });
}

// The old image of an entry serves only to find the calendar that it was moved from.
Result<std::vector<live::Events>> CalendarChanges::catch_up(
    const std::vector<StreamRecord>& records) {
  return apps::catch_up(context_.store, table(), records,
                        [this](const Change& change) { return events_of(change); });
}

Result<live::Events> CalendarChanges::events_of(const Change& change) {
  const store::Item& item = change.now != nullptr ? *change.now : *change.before;
  const std::string type = apps::text_of(item, "entityType");
  if (type == "ENTRY") return of_entry(change);
  if (type == "CALENDAR") return of_calendar(change);
  if (type == "MEMBERSHIP") return of_membership(change);
  return Events();
}

Result<live::Events> CalendarChanges::of_entry(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed(change.before, EntryView::of));
  NORN_ASSIGN(const auto now, apps::read_changed(change.now, EntryView::of));
  Events events;
  if (before && (!now || now->calendar_id() != before->calendar_id())) {
    NORN_ASSIGN(auto users, readers_of(std::string(before->calendar_id())));
    std::string event_id;
    if (!now) {
      NORN_ASSIGN(event_id, event_in_place_of(context_, std::string(before->calendar_id()),
                                              std::string(before->id())));
    }
    events.push_back(event_id.empty() ? entry_event(*before, false, std::move(users))
                                      : replaced_event(before->calendar_id(), before->id(),
                                                       event_id, std::move(users)));
  }
  if (now) {
    NORN_ASSIGN(auto users, readers_of(std::string(now->calendar_id())));
    events.push_back(entry_event(*now, true, std::move(users)));
  }
  return events;
}

Result<live::Events> CalendarChanges::of_calendar(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Calendar>(change.before, calendar_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Calendar>(change.now, calendar_from));
  Events events;
  // Only the longest span has changed, which pages do not see.
  if (before && now && etag_of(*before) == etag_of(*now)) return events;
  const std::string& id = now ? now->id : before->id;
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(id));
  if (!now) {
    events.push_back(calendar_event(id, nullptr, Role::kReader, audience->with(Right::kRead)));
  } else if (audience->thing_exists) {
    std::map<Role, std::vector<std::string>> users;
    for (const auto& [user_id, member] : audience->members) {
      users[from_shared(member).role].push_back(user_id);
    }
    for (auto& [role, some] : users) {
      events.push_back(calendar_event(id, &*now, role, std::move(some)));
    }
  }
  return events;
}

Result<live::Events> CalendarChanges::of_membership(const Change& change) {
  NORN_ASSIGN(const auto before, apps::read_changed<Membership>(change.before, membership_from));
  NORN_ASSIGN(const auto now, apps::read_changed<Membership>(change.now, membership_from));
  const Membership& membership = now ? *now : *before;
  const std::string& id = membership.calendar_id;
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(id));
  const sharing::MembershipEvents events = {
      .of_thing = [&](bool /*is_in_it*/) { return calendar_event(id, nullptr, Role::kReader, {}); },
      .of_list = [&] { return membership_event(membership, now.has_value(), {}); },
      .list_tells_the_member = true};
  return sharing::membership_events(*audience, membership.user_id, !now, events);
}

Result<std::vector<std::string>> CalendarChanges::readers_of(const std::string& calendar_id) {
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(calendar_id));
  return audience->thing_exists ? audience->with(Right::kRead) : std::vector<std::string>();
}

}  // namespace norn::calendars
