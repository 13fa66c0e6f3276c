#include "apps/calendars/entries/entries_access.h"

#include <utility>

#include "apps/calendars/access.h"
#include "base/faults.h"

namespace norn::calendars {

Result<FoundEntry> find_entry(const Context& context, const std::string& user_id,
                              const std::string& entry_id, Role needed) {
  NORN_ASSIGN(auto item, find_item(context, entry_key(entry_id)));
  if (!item) return not_found("entry");
  NORN_ASSIGN(auto entry, entry_from(*item));
  auto access = authorize(context, user_id, entry.calendar_id, needed);
  if (!access && access.error().code == ErrorCode::kNotFound) return not_found("entry");
  if (!access) return std::unexpected(std::move(access).error());
  return FoundEntry{std::move(*item), std::move(entry), std::move(*access)};
}

store::UpdateRequest raise_longest_span(const std::string& table, const std::string& calendar_id,
                                        int64_t span_days) {
  store::UpdateRequest request;
  request.table = table;
  request.key = calendar_key(calendar_id);
  request.update = "SET longestSpanDays = :days";
  request.condition =
      "attribute_exists(PK) AND (attribute_not_exists(longestSpanDays) OR longestSpanDays < :days)";
  request.placeholders.values.emplace(":days", store::Value::number(span_days));
  return request;
}

Action calendar_holds(const Context& context, const Calendar& calendar, int64_t span_days) {
  if (span_days <= calendar.longest_span_days) return calendar_is_there(context, calendar.id);
  return raise_longest_span(context.tables.calendars(), calendar.id, span_days);
}

}  // namespace norn::calendars
