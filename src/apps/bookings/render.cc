#include "apps/bookings/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "apps/bookings/places/pricing.h"
#include "base/json_writer.h"

namespace norn::bookings {
namespace {

constexpr std::string_view kBlockedColor = "#6B7280";

void text_or_null(ObjectWriter& object, std::string_view name,
                  const std::optional<std::string>& text) {
  if (text) {
    object.text(name, *text);
  } else {
    object.null(name);
  }
}

void integer_or_null(ObjectWriter& object, std::string_view name, std::optional<int64_t> value) {
  if (value) {
    object.integer(name, *value);
  } else {
    object.null(name);
  }
}

void append_season(std::string& out, const Season& season) {
  ObjectWriter object(out);
  object.text("name", season.name);
  object.text("from", season.from);
  object.text("to", season.to);
  object.integer("pricePerNight", season.price_per_night);
  integer_or_null(object, "minNights", season.min_nights);
  object.close();
}

void append_settings(ObjectWriter& object, const PlaceSettings& settings) {
  object.text("name", settings.name);
  object.text("color", settings.color);
  text_or_null(object, "description", settings.description);
  text_or_null(object, "houseRules", settings.house_rules);
  object.integer("maxNights", settings.max_nights);
  object.integer("minNights", settings.min_nights);
  object.text("checkIn", settings.check_in);
  object.text("checkOut", settings.check_out);
  object.text("tzid", settings.tzid);
  object.text("currency", settings.currency);
  object.integer("pricePerNight", settings.price_per_night);
  ListWriter seasons(object.key("seasons"));
  for (const Season& season : settings.seasons) append_season(seasons.next(), season);
  seasons.close();
  object.boolean("allowsPast", settings.allows_past);
  object.boolean("showsNames", settings.shows_names);
}

std::optional<std::string> id_or_null(const std::string& id) {
  return id.empty() ? std::nullopt : std::optional(id);
}

// The properties that FullCalendar passes on unchanged.
void append_properties(std::string& out, const EventFor& seen) {
  const Event& event = seen.event;
  const auto if_known = [&](const std::optional<std::string>& value) {
    return seen.may_know ? value : std::nullopt;
  };
  ObjectWriter object(out);
  object.text("placeId", event.place_id);
  object.text("kind", to_text(event.kind));
  text_or_null(object, "userId", if_known(event.user_id));
  object.boolean("isOwn", seen.is_own);
  text_or_null(object, "note", if_known(event.note));
  object.integer("nights", event.stay.nights());
  integer_or_null(object, "total", seen.may_know ? std::optional(event.total) : std::nullopt);
  object.text("currency", event.currency);
  object.text("checkIn", seen.check_in);
  object.text("checkOut", seen.check_out);
  object.integer("version", event.version);
  object.text("etag", etag_of(event));
  text_or_null(object, "createdBy", if_known(id_or_null(event.created_by)));
  text_or_null(object, "updatedBy", if_known(id_or_null(event.updated_by)));
  object.text("createdAt", event.created_at);
  object.text("updatedAt", event.updated_at);
  object.close();
}

// Shares and averages, rounded to four digits.
void number(ObjectWriter& object, std::string_view name, double value) {
  constexpr double kSteps = 10'000;
  const double rounded = std::round(value * kSteps) / kSteps + 0.0;  // Adding 0 avoids "-0".
  fmt::format_to(std::back_inserter(object.key(name)), "{}", rounded);
}

void append_part(std::string& out, const QuotePart& part) {
  ObjectWriter object(out);
  text_or_null(object, "season", part.season);
  object.text("start", date_text(part.stay.start));
  object.text("end", date_text(part.stay.end));
  object.integer("nights", part.stay.nights());
  object.integer("pricePerNight", part.price_per_night);
  object.integer("total", part.total());
  object.close();
}

// The nights of `stay` that an event has.
void append_taken(ListWriter& list, const Stay& stay, const EventFor& taken) {
  const Event& event = taken.event;
  const Date first = std::max(stay.start, event.stay.start);
  const Date end = std::min(stay.end, event.stay.end);
  for (Date night = first; night < end; night += std::chrono::days(1)) {
    append_taken_night(list.next(), night, taken.may_know ? &event : nullptr);
  }
}

void append_month(std::string& out, int64_t month, const MonthOccupancy& occupancy) {
  const int64_t bookable = occupancy.nights - occupancy.blocked;
  ObjectWriter object(out);
  object.integer("month", month);
  object.integer("nights", occupancy.nights);
  object.integer("booked", occupancy.booked);
  object.integer("blocked", occupancy.blocked);
  number(object, "occupancy",
         bookable > 0 ? static_cast<double>(occupancy.booked) / static_cast<double>(bookable) : 0);
  object.close();
}

void append_person(std::string& out, const PersonShare& person) {
  ObjectWriter object(out);
  text_or_null(object, "userId", person.user_id);
  object.text("name", person.name);
  object.boolean("isMember", person.is_member);
  object.integer("nights", person.nights);
  object.integer("stays", person.stays);
  object.integer("total", person.total);
  number(object, "share", person.share);
  number(object, "difference", person.difference);
  object.close();
}

}  // namespace

void append_json(std::string& out, const Access& access) {
  const Place& place = access.place;
  ObjectWriter object(out);
  object.text("id", place.id);
  append_settings(object, place.settings);
  object.integer("version", place.version);
  object.text("createdAt", place.created_at);
  object.text("updatedAt", place.updated_at);
  object.text("role", to_text(access.membership.role));
  object.text("etag", etag_of(place));
  object.close();
}

void append_json(std::string& out, const EventFor& seen) {
  const Event& event = seen.event;
  const bool is_blocked = event.kind == EventKind::kBlocked;
  ObjectWriter object(out);
  object.text("id", event.id);
  object.text("title", seen.may_know ? std::string_view(event.title) : kTakenTitle);
  object.text("start", date_text(event.stay.start));
  object.text("end", date_text(event.stay.end));
  object.boolean("allDay", true);
  object.text("resourceId", event.place_id);
  object.text("color", is_blocked ? kBlockedColor : std::string_view(seen.color));
  object.boolean("editable", seen.may_change);
  append_properties(object.key("extendedProps"), seen);
  object.close();
}

void append_json(std::string& out, const WishFor& wish) {
  ObjectWriter object(out);
  object.text("id", wish.wish.id);
  object.text("placeId", wish.wish.place_id);
  object.text("placeName", wish.place_name);
  object.text("userId", wish.wish.user_id);
  object.text("userName", wish.user_name);
  object.text("start", date_text(wish.wish.stay.start));
  object.text("end", date_text(wish.wish.stay.end));
  object.integer("nights", wish.wish.stay.nights());
  text_or_null(object, "note", wish.wish.note);
  object.text("createdAt", wish.wish.created_at);
  object.boolean("offered", wish.is_offered);
  object.close();
}

void append_taken_night(std::string& out, Date night, const Event* event) {
  ObjectWriter object(out);
  object.text("night", date_text(night));
  if (event != nullptr) {
    ObjectWriter known(object.key("event"));
    known.text("id", event->id);
    known.text("title", event->title);
    known.text("kind", to_text(event->kind));
    known.close();
  }
  object.close();
}

void append_json(std::string& out, const QuoteFor& quote) {
  ObjectWriter object(out);
  object.text("start", date_text(quote.stay.start));
  object.text("end", date_text(quote.stay.end));
  object.integer("nights", quote.stay.nights());
  ListWriter parts(object.key("parts"));
  for (const QuotePart& part : quote.quote.parts) append_part(parts.next(), part);
  parts.close();
  object.integer("total", quote.quote.total);
  object.text("currency", quote.quote.currency);
  ListWriter taken(object.key("taken"));
  for (const EventFor& event : quote.taken) append_taken(taken, quote.stay, event);
  taken.close();
  if (quote.refusal) {
    ObjectWriter refusal(object.key("refusal"));
    refusal.text("detail", quote.refusal->text());
    append_code(refusal, *quote.refusal);
    refusal.close();
  } else {
    object.null("refusal");
  }
  object.close();
}

void append_json(std::string& out, const YearStatistics& statistics) {
  ObjectWriter object(out);
  object.integer("year", statistics.year);
  ListWriter months(object.key("months"));
  int64_t month = 0;
  for (const MonthOccupancy& one : statistics.months) append_month(months.next(), ++month, one);
  months.close();
  ListWriter people(object.key("people"));
  for (const PersonShare& person : statistics.people) append_person(people.next(), person);
  people.close();
  number(object, "fairNights", statistics.fair_nights);
  if (statistics.fairness) {
    number(object, "fairness", *statistics.fairness);
  } else {
    object.null("fairness");
  }
  object.text("currency", statistics.currency);
  object.close();
}

void append_prices(std::string& out, const PlaceSettings& place, Date from, Date to) {
  ObjectWriter object(out);
  object.text("currency", place.currency);
  ListWriter nights(object.key("nights"));
  for (Date night = from; night < to; night += std::chrono::days(1)) {
    const Season* const season = season_of(place, night);
    ObjectWriter one(nights.next());
    one.text("date", date_text(night));
    one.integer("price", season != nullptr ? season->price_per_night : place.price_per_night);
    text_or_null(one, "season", season != nullptr ? std::optional(season->name) : std::nullopt);
    one.close();
  }
  nights.close();
  object.close();
}

}  // namespace norn::bookings
