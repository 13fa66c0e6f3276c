#include "apps/bookings/render.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "apps/bookings/places/pricing.h"
#include "apps/bookings/render_text.h"
#include "base/json_writer.h"

namespace norn::bookings {
namespace {

// Shares and averages: nobody reads more than four digits of them.
void number(ObjectWriter& object, std::string_view name, double value) {
  constexpr double kSteps = 10'000;
  const double rounded = std::round(value * kSteps) / kSteps + 0.0;  // And no minus zero.
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

// The nights of `stay` that an event has, and what it is for those who may know.
void append_taken(ListWriter& list, const Stay& stay, const EventFor& taken) {
  const Event& event = taken.event;
  const Date first = std::max(stay.start, event.stay.start);
  const Date end = std::min(stay.end, event.stay.end);
  for (Date night = first; night < end; night += std::chrono::days(1)) {
    ObjectWriter object(list.next());
    object.text("night", date_text(night));
    if (taken.may_know) {
      ObjectWriter known(object.key("event"));
      known.text("id", event.id);
      known.text("title", event.title);
      known.text("kind", to_text(event.kind));
      known.close();
    }
    object.close();
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
    refusal.text("code", quote.refusal_code);
    refusal.text("detail", *quote.refusal);
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
    if (season != nullptr) {
      one.text("season", season->name);
    } else {
      one.null("season");
    }
    one.close();
  }
  nights.close();
  object.close();
}

}  // namespace norn::bookings
