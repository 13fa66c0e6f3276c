#include "apps/calendars/model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apps/calendars/entries/entry_view.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/model_kind.h"
#include "apps/shared/corrupt.h"
#include "apps/shared/items.h"

namespace norn::calendars {
namespace {

using store::ItemView;

constexpr std::array<std::string_view, 3> kRoles = {"reader", "writer", "owner"};

// The text of an attribute into `out`; false when it is no text.
bool read_text(const store::AttributeView& attribute, std::string& out) {
  if (const auto plain = attribute.plain_string()) {
    out = *plain;
    return true;
  }
  store::Value value = attribute.value();
  auto* const text = value.get_if<std::string>();
  if (text == nullptr) return false;
  out = std::move(*text);
  return true;
}

void add_number(std::string& state, int64_t number) {
  state.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

// Parts of a state, told apart by their lengths.
void add_part(std::string& state, std::string_view part) {
  add_number(state, static_cast<int64_t>(part.size()));
  state.append(part);
}

void add_optional(std::string& state, const std::optional<std::string>& part) {
  if (!part) {
    add_number(state, -1);
    return;
  }
  add_part(state, *part);
}

}  // namespace

std::string_view to_text(Role role) {
  return kRoles[static_cast<size_t>(role)];
}

std::optional<Role> role_from(std::string_view text) {
  const auto* const found = std::ranges::find(kRoles, text);
  if (found == kRoles.end()) return std::nullopt;
  return static_cast<Role>(found - kRoles.begin());
}

Date last_day(Date first, const Kind& kind) {
  const auto* const days = std::get_if<MultiDay>(&kind);
  return days != nullptr ? days->end : first;
}

store::Item to_item(const Calendar& calendar) {
  const std::string key = keys::calendar(calendar.id);
  store::Map item = {{"PK", key},
                     {"SK", key},
                     {"entityType", "CALENDAR"},
                     {"id", calendar.id},
                     {"name", calendar.name},
                     {"color", calendar.color},
                     {"description", apps::text_or_null(calendar.description)},
                     {"createdAt", calendar.created_at},
                     {"updatedAt", calendar.updated_at}};
  if (calendar.longest_span_days > 1) {
    item.emplace("longestSpanDays", store::Value::number(calendar.longest_span_days));
  }
  return store::Item::from_map(item);
}

store::Item to_item(const Membership& membership) {
  const std::string calendar = keys::calendar(membership.calendar_id);
  return store::Item::from_map({{"PK", calendar},
                                {"SK", keys::member(membership.user_id)},
                                {"GSI1PK", keys::user(membership.user_id)},
                                {"GSI1SK", calendar},
                                {"entityType", "MEMBERSHIP"},
                                {"calendarId", membership.calendar_id},
                                {"userId", membership.user_id},
                                {"role", to_text(membership.role)},
                                {"createdAt", membership.created_at},
                                {"updatedAt", membership.updated_at}});
}

store::Item to_item(const Entry& entry) {
  const std::string key = keys::entry(entry.id);
  return store::Item::from_map({{"PK", key},
                                {"SK", key},
                                {"GSI1PK", keys::calendar(entry.calendar_id)},
                                {"GSI1SK", keys::entry_on(entry.date, entry.id)},
                                {"entityType", "ENTRY"},
                                {"id", entry.id},
                                {"calendarId", entry.calendar_id},
                                {"title", entry.title},
                                {"description", apps::text_or_null(entry.description)},
                                {"location", apps::text_or_null(entry.location)},
                                {"date", date_text(entry.date)},
                                {"color", entry.color},
                                {"kind", value_of(entry.kind)},
                                {"createdAt", entry.created_at},
                                {"updatedAt", entry.updated_at}});
}

const std::vector<std::string>& membership_attributes() {
  static const std::vector<std::string> names = {"GSI1PK", "GSI1SK", "entityType", "calendarId",
                                                 "userId", "role",   "createdAt",  "updatedAt"};
  return names;
}

const std::vector<std::string>& entry_attributes() {
  static const std::vector<std::string> names = {
      "GSI1PK",   "GSI1SK", "entityType", "id",   "calendarId", "title",    "description",
      "location", "date",   "color",      "kind", "createdAt",  "updatedAt"};
  return names;
}

Result<Calendar> calendar_from(ItemView item) {
  Calendar calendar;
  bool sound = apps::text_of(item, "entityType") == "CALENDAR";
  const auto text = [&](std::string_view name, std::string& out) {
    const auto attribute = item.find(name);
    sound = sound && attribute && read_text(*attribute, out);
  };
  text("id", calendar.id);
  text("name", calendar.name);
  text("color", calendar.color);
  text("createdAt", calendar.created_at);
  text("updatedAt", calendar.updated_at);
  if (!sound) return apps::corrupt("a calendar", item);
  calendar.description = apps::optional_text_of(item, "description");
  if (item.contains("longestSpanDays")) {
    calendar.longest_span_days = std::max<int64_t>(1, apps::integer_of(item, "longestSpanDays"));
  }
  return calendar;
}

Result<Membership> membership_from(ItemView item) {
  Membership membership;
  membership.calendar_id = apps::text_of(item, "calendarId");
  membership.user_id = apps::text_of(item, "userId");
  membership.created_at = apps::text_of(item, "createdAt");
  membership.updated_at = apps::text_of(item, "updatedAt");
  const auto role = role_from(apps::text_of(item, "role"));
  if (!role || membership.calendar_id.empty() || membership.user_id.empty()) {
    return apps::corrupt("a membership", item);
  }
  membership.role = *role;
  return membership;
}

Result<Entry> entry_from(ItemView item) {
  NORN_ASSIGN(const EntryView view, EntryView::of(item));
  return view.decode();
}

std::string etag_of(const Calendar& calendar) {
  std::string state;
  add_part(state, calendar.id);
  add_part(state, calendar.name);
  add_part(state, calendar.color);
  add_optional(state, calendar.description);
  add_part(state, calendar.updated_at);
  return apps::etag_of(state);
}

std::string etag_of(const Membership& membership) {
  std::string state;
  add_part(state, membership.calendar_id);
  add_part(state, membership.user_id);
  add_part(state, to_text(membership.role));
  add_part(state, membership.updated_at);
  return apps::etag_of(state);
}

}  // namespace norn::calendars
