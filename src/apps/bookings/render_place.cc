#include "apps/bookings/render.h"
#include "apps/bookings/render_text.h"
#include "base/json_writer.h"

// A place as the API shows it.
namespace norn::bookings {
namespace {

void append_season(std::string& out, const Season& season) {
  ObjectWriter object(out);
  object.text("name", season.name);
  object.text("from", season.from);
  object.text("to", season.to);
  object.integer("pricePerNight", season.price_per_night);
  if (season.min_nights) {
    object.integer("minNights", *season.min_nights);
  } else {
    object.null("minNights");
  }
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

}  // namespace norn::bookings
