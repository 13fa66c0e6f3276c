#include <utility>

#include "apps/bookings/keys.h"
#include "apps/bookings/model.h"
#include "apps/shared/corrupt.h"
#include "apps/shared/items.h"
#include "ical/civil.h"

// Events with their slots, and wishes.
namespace norn::bookings {
namespace {

std::optional<Stay> stay_from(store::ItemView item) {
  const auto start = parse_date(apps::text_of(item, "startDate"));
  const auto end = parse_date(apps::text_of(item, "endDate"));
  if (!start || !end || *end <= *start) return std::nullopt;
  return Stay{*start, *end};
}

// Norn counts from 1, but the design does not say from where.
bool has_version(store::ItemView item) {
  const auto version = item.value("version");
  const auto* const number = version ? version->get_if<store::Number>() : nullptr;
  int64_t integer = 0;
  return number != nullptr && number->to_int64(integer) && integer >= 0;
}

}  // namespace

std::string_view to_text(EventKind kind) {
  return kind == EventKind::kBlocked ? "blocked" : "booking";
}

store::Item to_item(const Event& event) {
  store::Map item = {{"PK", keys::events(event.place_id)},
                     {"SK", event.id},
                     {"startDate", date_text(event.stay.start)},
                     {"endDate", date_text(event.stay.end)},
                     {"title", event.title},
                     {"version", store::Value::number(event.version)},
                     {"kind", to_text(event.kind)},
                     {"note", apps::text_or_null(event.note)},
                     {"userId", apps::text_or_null(event.user_id)},
                     {"total", store::Value::number(event.total)},
                     {"currency", event.currency},
                     {"createdBy", event.created_by},
                     {"createdAt", event.created_at},
                     {"updatedAt", event.updated_at}};
  if (!event.digest.empty()) item.emplace("digest", event.digest);
  return store::Item::from_map(item);
}

// What another program has written as the design says is an event: it has no more than that.
Result<Event> event_from(store::ItemView item) {
  Event event;
  event.id = apps::text_of(item, "SK");
  event.place_id = keys::place_in(apps::text_of(item, "PK"));
  event.title = apps::text_of(item, "title");
  const auto stay = stay_from(item);
  event.version = apps::integer_of(item, "version");
  if (!stay || event.id.empty() || !has_version(item)) return apps::corrupt("an event", item);
  event.stay = *stay;
  if (apps::text_of(item, "kind") == to_text(EventKind::kBlocked)) {
    event.kind = EventKind::kBlocked;
  }
  event.note = apps::optional_text_of(item, "note");
  event.user_id = apps::optional_text_of(item, "userId");
  event.total = apps::integer_of(item, "total");
  event.currency = apps::optional_text_of(item, "currency").value_or("EUR");
  event.created_by = apps::text_of(item, "createdBy");
  event.created_at = apps::text_of(item, "createdAt");
  event.updated_at = apps::text_of(item, "updatedAt");
  event.digest = apps::text_of(item, "digest");
  return event;
}

store::Item slot_item(std::string_view place_id, Date night, std::string_view event_id) {
  return store::Item::from_map(
      {{"PK", keys::slots(place_id)}, {"SK", date_text(night)}, {"eventId", event_id}});
}

// It expires when its nights are over.
store::Item to_item(const Wish& wish) {
  const int64_t ends_s = wish.stay.end.time_since_epoch().count() * ical::kDaySeconds;
  return store::Item::from_map({{"PK", keys::wishes(wish.place_id)},
                                {"SK", wish.id},
                                {"entityType", "WISH"},
                                {"userId", wish.user_id},
                                {"startDate", date_text(wish.stay.start)},
                                {"endDate", date_text(wish.stay.end)},
                                {"note", apps::text_or_null(wish.note)},
                                {"createdAt", wish.created_at},
                                {"ttl", store::Value::number(ends_s + ical::kDaySeconds)}});
}

Result<Wish> wish_from(store::ItemView item) {
  Wish wish;
  wish.id = apps::text_of(item, "SK");
  wish.place_id = keys::place_in(apps::text_of(item, "PK"));
  wish.user_id = apps::text_of(item, "userId");
  const auto stay = stay_from(item);
  if (!stay || wish.id.empty() || wish.user_id.empty()) return apps::corrupt("a wish", item);
  wish.stay = *stay;
  wish.note = apps::optional_text_of(item, "note");
  wish.created_at = apps::text_of(item, "createdAt");
  return wish;
}

std::string etag_of(const Event& event) {
  return "v" + std::to_string(event.version);
}

}  // namespace norn::bookings
