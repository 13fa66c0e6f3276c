#include "apps/bookings/render.h"

#include "apps/bookings/render_text.h"
#include "base/json_text.h"
#include "base/json_writer.h"

namespace norn::bookings {
namespace {

constexpr std::string_view kBlockedColor = "#6B7280";

// What FullCalendar hands on as it is.
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
  if (seen.may_know) {
    object.integer("total", event.total);
  } else {
    object.null("total");
  }
  object.text("currency", event.currency);
  object.text("checkIn", seen.check_in);
  object.text("checkOut", seen.check_out);
  object.integer("version", event.version);
  object.text("etag", etag_of(event));
  const bool says_who = seen.may_know && !event.created_by.empty();
  text_or_null(object, "createdBy", says_who ? std::optional(event.created_by) : std::nullopt);
  object.text("createdAt", event.created_at);
  object.text("updatedAt", event.updated_at);
  object.close();
}

}  // namespace

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

}  // namespace norn::bookings
