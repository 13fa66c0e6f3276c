#include "apps/calendars/feed.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "apps/calendars/render.h"
#include "apps/shared/items.h"
#include "base/json_writer.h"
#include "base/log.h"

namespace norn::calendars {
namespace {

using sharing::Right;
using store::StreamRecord;

constexpr std::string_view kScope = "calendars:read";

// An item of a change as what it stands for; nullopt when there is none.
template <typename T>
Result<std::optional<T>> read(const store::Item* item, Result<T> (*from)(store::ItemView)) {
  if (item == nullptr) return std::nullopt;
  NORN_ASSIGN(T thing, from(*item));
  return thing;
}

const store::Item* image(const std::optional<store::Item>& image) {
  return image ? &*image : nullptr;
}

// The items that records are about as they are now, by their keys; those that are there.
using State = std::map<std::pair<std::string, std::string>, store::Item>;

State::key_type key_in_state(store::ItemView item) {
  return {apps::text_of(item, "PK"), apps::text_of(item, "SK")};
}

Result<State> present_state(store::Store& store, const std::string& table,
                            const std::vector<StreamRecord>& records) {
  State keys;
  for (const StreamRecord& record : records) keys.emplace(key_in_state(record.keys), record.keys);
  std::vector<store::Item> asked;
  for (auto& [key, item] : keys) asked.push_back(std::move(item));
  NORN_ASSIGN(auto items, apps::get_all(store, table, asked));
  State state;
  for (store::Item& item : items) state.emplace(key_in_state(item), std::move(item));
  return state;
}

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

Result<live::Events> CalendarFeed::events_of(const StreamRecord& record) {
  return events_of(record.keys, {image(record.old_image), image(record.new_image)});
}

// What a thing was says only which calendar has lost it.
Result<std::vector<live::Events>> CalendarFeed::catch_up(const std::vector<StreamRecord>& records) {
  NORN_ASSIGN(const State state, present_state(context_.store, table(), records));
  std::vector<Events> all(records.size());
  const auto is_less = [](const live::Event* left, const live::Event* right) {
    return std::tie(left->data, left->users) < std::tie(right->data, right->users);
  };
  std::set<const live::Event*, decltype(is_less)> told;
  for (size_t i = records.size(); i-- > 0;) {
    const StreamRecord& record = records[i];
    const auto now = state.find(key_in_state(record.keys));
    const Change change{image(record.old_image), now == state.end() ? nullptr : &now->second};
    NORN_ASSIGN(all[i], events_of(record.keys, change));
    std::erase_if(all[i], [&](const live::Event& event) { return told.contains(&event); });
    for (const live::Event& event : all[i]) told.insert(&event);
  }
  return all;
}

Result<live::Events> CalendarFeed::events_of(const store::Item& keys, const Change& change) {
  const store::Item* item = change.now != nullptr ? change.now : change.before;
  if (item == nullptr) return Events();
  const std::string type = apps::text_of(*item, "entityType");
  Result<Events> events = Events();
  if (type == "ENTRY") events = of_entry(change);
  if (type == "CALENDAR") events = of_calendar(change);
  if (type == "MEMBERSHIP") events = of_membership(change);
  if (!events && events.error().code == ErrorCode::kCorruption) {
    // Other tools write to the table too; what they left there is theirs to mend.
    log::warn("a change of {} is not told to open pages: {}", keys.json(), events.error().message);
    return Events();
  }
  return events;
}

Result<live::Events> CalendarFeed::of_entry(const Change& change) {
  NORN_ASSIGN(const auto before, read(change.before, EntryView::of));
  NORN_ASSIGN(const auto now, read(change.now, EntryView::of));
  Events events;
  if (before && (!now || now->calendar_id() != before->calendar_id())) {
    NORN_ASSIGN(auto users, readers_of(std::string(before->calendar_id())));
    events.push_back(entry_event(*before, false, std::move(users)));
  }
  if (now) {
    NORN_ASSIGN(auto users, readers_of(std::string(now->calendar_id())));
    events.push_back(entry_event(*now, true, std::move(users)));
  }
  return events;
}

Result<live::Events> CalendarFeed::of_calendar(const Change& change) {
  NORN_ASSIGN(const auto before, read<Calendar>(change.before, calendar_from));
  NORN_ASSIGN(const auto now, read<Calendar>(change.now, calendar_from));
  Events events;
  // How long its longest entry lasts is between us and the table.
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

Result<live::Events> CalendarFeed::of_membership(const Change& change) {
  NORN_ASSIGN(const auto before, read<Membership>(change.before, membership_from));
  NORN_ASSIGN(const auto now, read<Membership>(change.now, membership_from));
  const Membership& membership = now ? *now : *before;
  const std::string& id = membership.calendar_id;
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(id));
  const sharing::MembershipEvents events = {
      .of_thing = [&](bool /*is_in_it*/) { return calendar_event(id, nullptr, Role::kReader, {}); },
      .of_list = [&] { return membership_event(membership, now.has_value(), {}); },
      .list_tells_the_member = true};
  return sharing::membership_events(*audience, membership.user_id, !now, events);
}

Result<std::vector<std::string>> CalendarFeed::readers_of(const std::string& calendar_id) {
  NORN_ASSIGN(const sharing::Audience* audience, audiences_.of(calendar_id));
  return audience->thing_exists ? audience->with(Right::kRead) : std::vector<std::string>();
}

}  // namespace norn::calendars
