#include "apps/calendars/entries/recolor.h"

#include <utility>
#include <vector>

#include "apps/calendars/access.h"
#include "apps/calendars/calendar_bin.h"
#include "apps/calendars/keys.h"
#include "apps/shared/items.h"

namespace norn::calendars {
namespace {

constexpr int64_t kEntriesPerPart = 100;
// Between the id of the calendar and the color without its hash; neither contains it.
constexpr char kSeparator = '/';

struct Recoloring {
  std::string calendar_id;
  std::string old_color;
};

Recoloring recoloring_of(const std::string& subject) {
  const size_t separator = subject.find(kSeparator);
  return {subject.substr(0, separator), "#" + subject.substr(separator + 1)};
}

// Returns "" if the calendar was deleted for good. The entries of one in the bin go on changing:
// they have its color when it is restored.
Result<std::string> color_of_calendar(const Context& context, const std::string& calendar_id) {
  NORN_ASSIGN(auto calendar, find_item(context, calendar_key(calendar_id)));
  if (!calendar) {
    NORN_ASSIGN(calendar, find_in_bin(context, calendar_id));
  }
  return calendar ? apps::text_of(*calendar, "color") : std::string();
}

// Returns false if the entry was changed or moved meanwhile, so that the condition failed. Nobody
// in particular changes the entry, so it has no `updatedBy` then.
Result<bool> recolor(const Context& context, const store::Item& entry, const Recoloring& from,
                     const std::string& color) {
  store::UpdateRequest request;
  request.table = context.tables.calendars();
  request.key = store::Item::subset(entry, {"PK", "SK"});
  request.condition = "calendarId = :calendar AND color = :old";
  request.update = "SET color = :new, updatedAt = :now REMOVE updatedBy";
  request.placeholders.values = {{":calendar", from.calendar_id},
                                 {":old", from.old_color},
                                 {":new", color},
                                 {":now", now_text(context)}};
  const auto updated = context.store.update(request);
  if (updated) return true;
  if (updated.error().code == ErrorCode::kConditionalCheckFailed) return false;
  return std::unexpected(updated.error());
}

}  // namespace

Action begin_recolor(const Context& context, const std::string& calendar_id,
                     std::string_view old_color) {
  const std::string subject = calendar_id + kSeparator + std::string(old_color.substr(1));
  return context.sweeps.begin(kRecolorSweep, subject);
}

Result<bool> recolor_entries(const Context& context, const std::string& subject) {
  const Recoloring from = recoloring_of(subject);
  NORN_ASSIGN(const std::string color, color_of_calendar(context, from.calendar_id));
  if (color.empty() || color == from.old_color) return false;
  // The index may lag; the condition of each update decides.
  store::QueryRequest request;
  request.table = context.tables.calendars();
  request.index = "GSI1";
  request.key_condition = "GSI1PK = :pk";
  request.filter = "color = :old";
  request.projection = "PK, SK";
  request.placeholders.values = {{":pk", keys::calendar(from.calendar_id)},
                                 {":old", from.old_color}};
  request.limit = kEntriesPerPart;
  while (true) {
    NORN_ASSIGN(auto page, context.store.query(request));
    bool any = false;
    for (const store::ItemView item : page.items) {
      NORN_ASSIGN(const bool done, recolor(context, store::Item::copy_of(item), from, color));
      any = any || done;
    }
    if (any) return true;
    if (!page.last_key) return false;
    request.start_after = std::move(page.last_key);
  }
}

}  // namespace norn::calendars
