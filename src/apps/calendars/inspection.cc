#include "apps/calendars/inspection.h"

#include <algorithm>

#include "apps/calendars/entries/entry_view.h"
#include "apps/calendars/keys.h"
#include "apps/calendars/limits.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"

namespace norn::calendars {
namespace {

constexpr const char* kCalendarOwner = "calendar";
constexpr size_t kMaxKnownCalendars = 10'000;

template <typename T>
std::optional<Error> error_of(const Result<T>& read) {
  return read ? std::nullopt : std::optional(read.error());
}

bool is_entry(std::string_view partition) {
  return partition.starts_with(keys::entry(""));
}

bool is_calendar(std::string_view partition, store::ItemView item) {
  return partition.starts_with(keys::kCalendarPrefix) && apps::text_of(item, "SK") == partition;
}

std::optional<Error> error_in(const std::string& partition, store::ItemView item) {
  if (is_entry(partition)) return error_of(EntryView::of(item));
  if (is_calendar(partition, item)) return error_of(calendar_from(item));
  const bool is_member = partition.starts_with(keys::kCalendarPrefix) &&
                         apps::text_of(item, "SK").starts_with(keys::kMemberPrefix);
  return is_member ? error_of(membership_from(item)) : std::nullopt;
}

// An entry without `calendarId` belongs to the calendar whose ranges would show it.
std::string calendar_with(const std::string& partition, store::ItemView item) {
  std::string key = partition;
  if (is_entry(partition)) {
    const auto id = apps::optional_text_of(item, "calendarId");
    key = id ? keys::calendar(*id) : apps::text_of(item, "GSI1PK");
  }
  const bool is_key = key.starts_with(keys::kCalendarPrefix);
  return is_key ? key.substr(keys::kCalendarPrefix.size()) : std::string();
}

int64_t longest_span_in(const std::optional<store::Item>& calendar) {
  return calendar ? apps::integer_of(*calendar, "longestSpanDays") : 0;
}

}  // namespace

std::optional<apps::ItemFault> CalendarInspector::inspect(store::ItemView item) const {
  const std::string partition = apps::text_of(item, "PK");
  const auto error = error_in(partition, item);
  if (!error) return std::nullopt;
  apps::ItemFault fault{.reason = said_by(*error), .owner = {}};
  std::string calendar_id = calendar_with(partition, item);
  if (apps::is_id(calendar_id)) fault.owner = {kCalendarOwner, std::move(calendar_id)};
  return fault;
}

Result<std::vector<apps::ItemOwner>> CalendarInspector::owned_by(const std::string& user_id) {
  NORN_ASSIGN(const auto memberships, memberships_of(context_, user_id));
  std::vector<apps::ItemOwner> owned;
  for (const Membership& membership : memberships) {
    if (membership.role == Role::kOwner) owned.push_back({kCalendarOwner, membership.calendar_id});
  }
  return owned;
}

Result<void> LongestSpans::follow(const std::vector<store::StreamRecord>& records) {
  for (const store::StreamRecord& record : records) {
    if (!record.new_image) continue;
    const store::Item& item = *record.new_image;
    NORN_TRY(see(item));
    const std::string partition = apps::text_of(item, "PK");
    if (!is_calendar(partition, item)) continue;
    const std::string id = calendar_with(partition, item);
    const auto known = known_days_.find(id);
    const int64_t needed =
        std::max(longest_span_in(record.old_image), known == known_days_.end() ? 0 : known->second);
    if (needed > std::max<int64_t>(1, longest_span_in(record.new_image))) {
      NORN_TRY(raise(id, needed));
    }
  }
  return {};
}

Result<void> LongestSpans::see(store::ItemView item) {
  if (!is_entry(apps::text_of(item, "PK"))) return {};
  const auto entry = EntryView::of(item);
  if (!entry || !entry->has_several_days()) return {};
  const int64_t days = std::min((entry->last_day() - entry->date()).count() + 1, kMaxSpanDays);
  const std::string calendar_id(entry->calendar_id());
  if (known_days_.size() >= kMaxKnownCalendars) known_days_.clear();
  int64_t& known = known_days_[calendar_id];
  if (days <= std::max<int64_t>(1, known)) return {};
  NORN_TRY(raise(calendar_id, days));
  known = days;
  return {};
}

Result<void> LongestSpans::raise(const std::string& calendar_id, int64_t days) {
  const auto raised =
      context_.store.update(raise_longest_span(context_.tables.calendars(), calendar_id, days));
  // If the condition fails, the calendar is gone or its value is as high.
  if (raised || raised.error().code == ErrorCode::kConditionalCheckFailed) return {};
  return std::unexpected(raised.error());
}

}  // namespace norn::calendars
