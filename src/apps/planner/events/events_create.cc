#include <optional>
#include <utility>

#include "apps/planner/events/details.h"
#include "apps/planner/series/edit_repeats.h"
#include "apps/planner/events/edit_scopes.h"
#include "apps/planner/series/edit_series.h"
#include "apps/planner/events/events.h"
#include "apps/planner/events/events_access.h"
#include "apps/planner/events/events_transaction.h"
#include "apps/planner/preferences.h"
#include "base/faults.h"

// Events and series that are made.
namespace norn::planner {
namespace {

struct Beginning {
  Details details;
  When when;
  Stamp stamp;
};

Result<Beginning> beginning(const Context& context, const Meta& meta, const EventChange& input) {
  Beginning made;
  NORN_ASSIGN(made.when, applied(std::nullopt, input.when, meta.preferences.default_tzid));
  Details base;
  if (made.when.kind != TimeKind::kAllDay) {
    base.reminder_minutes = meta.preferences.default_reminder_minutes;
  }
  NORN_ASSIGN(made.details, applied(base, input.details, context.clock.now_s()));
  const std::string now = now_text(context);
  made.stamp = {.version = 1, .created_at = now, .updated_at = now};
  return made;
}

Result<std::optional<Thing>> write_event(const Context& context, const std::string& user_id,
                                         const Meta& meta, Beginning made,
                                         const apps::Creation& creation) {
  Event event = {.id = event_id(context.ids.uuid()),
                 .details = std::move(made.details),
                 .when = std::move(made.when),
                 .stamp = std::move(made.stamp),
                 .ical = {}};
  event.ical.uid = ical_uid(event.id);
  Transaction transaction(context, user_id);
  transaction.create(event);
  transaction.reach(meta, event.when);
  transaction.need_person();
  transaction.add(context.idempotency.remember(creation, event.id));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(event));
}

Result<std::optional<Thing>> write_series(const Context& context, const std::string& user_id,
                                          Beginning made, const RepeatsChange& repeats,
                                          const apps::Creation& creation) {
  Master master = {.id = master_id(context.ids.uuid()),
                   .details = std::move(made.details),
                   .when = std::move(made.when),
                   .repeats = {},
                   .stamp = std::move(made.stamp),
                   .ical = {}};
  master.ical.uid = ical_uid(master.id);
  NORN_TRY(begin_series(master, repeats));
  NORN_TRY(check_series_limit(context, user_id));
  Transaction transaction(context, user_id);
  transaction.create(master);
  transaction.need_person();
  transaction.add(context.idempotency.remember(creation, master.id));
  NORN_ASSIGN(const bool written, transaction.write());
  if (!written) return std::nullopt;
  return Thing(std::move(master));
}

}  // namespace

Result<Thing> Events::create(const std::string& user_id, const EventChange& input,
                             const apps::Creation& creation) {
  NORN_TRY(check_repeats_alone(input.repeats));
  return apps::decide_and_write([&]() -> Result<std::optional<Thing>> {
    NORN_ASSIGN(const auto made_before, context_.idempotency.find(creation));
    if (made_before) {
      const auto id = parse_event_id(*made_before);
      if (!id) return not_found("event");
      NORN_ASSIGN(auto thing, get(user_id, *id));
      return thing;
    }
    NORN_ASSIGN(const Meta meta, read_meta(context_, user_id));
    NORN_ASSIGN(auto made, beginning(context_, meta, input));
    if (!makes_series(input.repeats)) {
      return write_event(context_, user_id, meta, std::move(made), creation);
    }
    return write_series(context_, user_id, std::move(made), input.repeats, creation);
  });
}

}  // namespace norn::planner
