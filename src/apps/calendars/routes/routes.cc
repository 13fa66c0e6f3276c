#include "apps/calendars/routes/routes.h"

#include <utility>

#include "apps/calendars/routes/routes_parts.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/text.h"

namespace norn::calendars {

void add_routes(rest::Api& api, Calendars& calendars, sharing::Members& members, Entries& entries,
                apps::KeptReplies& kept) {
  add_schemas(api);
  add_calendar_routes(api, calendars);
  add_member_routes(api, calendars, members);
  add_entry_routes(api, entries, kept);
}

void calendar_of(const store::StreamRecord& record, std::vector<std::string>& owners) {
  for (const auto& image : {record.old_image, record.new_image}) {
    if (image) owners.push_back(apps::text_of(*image, "GSI1PK"));
  }
}

rest::Route route(std::string method, std::string path, std::string_view scope) {
  rest::Route made;
  made.method = std::move(method);
  made.path = std::move(path);
  made.tag = kTag;
  made.access = rest::Access::kPerson;
  made.scope = scope;
  return made;
}

Result<std::string> read_color(rest::JsonInput& body, std::string_view name) {
  NORN_ASSIGN(std::string color, body.text(name));
  if (!is_color(color)) {
    return invalid(body.path_of(name), "The color must be a # and six hex digits: \"#3B82F6\".");
  }
  return color;
}

Result<std::optional<std::string>> read_note(rest::JsonInput& body, std::string_view name,
                                             const rest::TextRule& rule) {
  NORN_ASSIGN(std::optional<std::string> text, body.optional_text(name, rule));
  if (text && text->empty()) text.reset();
  return text;
}

Result<Date> read_date(const std::string& text, std::string_view field) {
  const auto date = parse_date(text);
  if (!date) return invalid(field, "This must be a day that exists, as in \"2024-01-15\".");
  return *date;
}

}  // namespace norn::calendars
