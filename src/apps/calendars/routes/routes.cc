#include "apps/calendars/routes/routes.h"

#include "apps/calendars/keys.h"
#include "apps/calendars/routes/routes_parts.h"
#include "apps/shared/items.h"

namespace norn::calendars {

void calendar_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  for (const auto& image : {record.old_image, record.new_image}) {
    if (!image) continue;
    owners.push_back(apps::text_of(*image, "GSI1PK"));
    // A range depends on the longest span, too, which is raised for entries of other programs.
    const std::string key = apps::text_of(*image, "PK");
    if (key.starts_with(keys::kCalendarPrefix) && key == apps::text_of(*image, "SK")) {
      owners.push_back(key);
    }
  }
}

void add_routes(rest::Api& api, const Parts& parts) {
  add_calendar_routes(api, parts);
  add_member_routes(api, parts);
  add_entry_routes(api, parts);
  add_event_routes(api, parts);
  add_feed_routes(api, parts);
  add_subscription_routes(api, parts);
  add_bin_routes(api, parts);
}

Result<std::optional<std::string>> read_optional_text(rest::JsonInput& body, std::string_view name,
                                                      const rest::TextRule& rule) {
  NORN_ASSIGN(std::optional<std::string> text, body.optional_text(name, rule));
  if (text && text->empty()) text.reset();
  return text;
}

}  // namespace norn::calendars
