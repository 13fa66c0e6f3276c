#include <utility>
#include <vector>

#include "apps/bookings/render.h"
#include "apps/bookings/routes/routes_parts.h"
#include "base/json_writer.h"

// Bookings by time. The lists are bare arrays, and the parameters those that FullCalendar sends:
// the address of such a list is all that its `events` needs.
namespace norn::bookings {
namespace {

constexpr size_t kTypicalEventBytes = 600;
constexpr int64_t kDayMs = 86'400'000;
constexpr int kOwnDaysBefore = 366;
constexpr int kOwnDaysAfter = 731;

void render(rest::Call& call, const std::vector<EventFor>& events) {
  std::string& out = call.json();
  out.reserve((events.size() + 1) * kTypicalEventBytes);
  ListWriter list(out);
  for (const EventFor& event : events) append_json(list.next(), event);
  list.close();
}

Result<void> list_bookings(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const std::string id, place_id_of(call));
  NORN_ASSIGN(const Stay range, range_of_query(call, kMaxListedDays));
  NORN_ASSIGN(const auto events,
              parts.events.list(call.caller().user_id, id, range.start, range.end));
  render(call, events);
  return {};
}

Result<void> list_everywhere(rest::Call& call, const Parts& parts) {
  NORN_ASSIGN(const Stay range, range_of_query(call, kMaxListedDays));
  NORN_ASSIGN(const auto events,
              parts.events.list_everywhere(call.caller().user_id, range.start, range.end));
  render(call, events);
  return {};
}

Result<Date> day_of_query(const rest::Call& call, std::string_view name, Date fallback) {
  const auto text = call.query(name);
  if (!text) return fallback;
  return read_day(*text, name);
}

Result<void> list_own_bookings(rest::Call& call, const Parts& parts) {
  const Date today(std::chrono::days(parts.context.clock.now_ms() / kDayMs));
  Stay range;
  NORN_ASSIGN(range.start, day_of_query(call, "start", today - std::chrono::days(kOwnDaysBefore)));
  NORN_ASSIGN(range.end, day_of_query(call, "end", today + std::chrono::days(kOwnDaysAfter)));
  NORN_TRY(check_range(range, kMaxListedDays));
  NORN_ASSIGN(const auto events,
              parts.events.list_own(call.caller().user_id, range.start, range.end));
  render(call, events);
  return {};
}

}  // namespace

void add_list_routes(rest::Api& api, const Parts& parts) {
  rest::Route listing = route("GET", "/places/{placeId}/events", kReadScope);
  listing.operation = "listBookings";
  listing.summary =
      "Lists the bookings of a place that have nights from one day to another, as FullCalendar "
      "takes them.";
  listing.query = range_parameters("at most 3,660 days");
  listing.replies = {{200, "The bookings, by their first night.", "Bookings"}};
  listing.problems = {404};
  listing.handle = [parts](rest::Call& call) { return list_bookings(call, parts); };
  api.add(std::move(listing));

  rest::Route everywhere = route("GET", "/bookings", kReadScope);
  everywhere.operation = "listAllBookings";
  everywhere.summary =
      "Lists the bookings of all your places that have nights from one day to another.";
  everywhere.query = range_parameters("at most 3,660 days");
  everywhere.replies = {{200, "The bookings.", "Bookings"}};
  everywhere.handle = [parts](rest::Call& call) { return list_everywhere(call, parts); };
  api.add(std::move(everywhere));

  rest::Route own = route("GET", "/bookings/own", kReadScope);
  own.operation = "listOwnBookings";
  own.summary =
      "Lists your own bookings in all your places; without days, those from a year ago to two "
      "years ahead.";
  own.query = range_parameters("at most 3,660 days", false);
  own.replies = {{200, "Your bookings, by their first night.", "Bookings"}};
  own.handle = [parts](rest::Call& call) { return list_own_bookings(call, parts); };
  api.add(std::move(own));
}

}  // namespace norn::bookings
