#include "apps/calendars/render.h"

#include <utility>

#include "apps/shared/items.h"
#include "base/check.h"
#include "base/json_writer.h"

namespace norn::calendars {
namespace {

void optional_text(ObjectWriter& object, std::string_view name,
                   const std::optional<std::string>& text) {
  if (text) {
    object.text(name, *text);
  } else {
    object.null(name);
  }
}

// `item` is one that to_item wrote.
EntryView view_of(const store::Item& item) {
  auto view = EntryView::of(item);
  NORN_CHECK(view.has_value(), "an entry is read as it was written");
  return std::move(*view);
}

}  // namespace

void append_json(std::string& out, const Calendar& calendar, Role role) {
  ObjectWriter object(out);
  object.text("id", calendar.id);
  object.text("name", calendar.name);
  object.text("color", calendar.color);
  optional_text(object, "description", calendar.description);
  object.text("createdAt", calendar.created_at);
  object.text("updatedAt", calendar.updated_at);
  object.text("role", to_text(role));
  object.text("etag", etag_of(calendar));
  object.close();
}

void append_json(std::string& out, const EntryView& entry) {
  const size_t begin = out.size();
  entry.append_members(out);
  const size_t end = out.size();
  out.append(R"(,"etag":")");
  apps::append_etag(out, std::string_view(out).substr(begin, end - begin));
  out.append("\"");
  entry.append_authors(out);
  out.append("}");
}

void append_json(std::string& out, const Entry& entry) {
  const store::Item item = to_item(entry);
  append_json(out, view_of(item));
}

std::string etag_of(const Entry& entry) {
  const store::Item item = to_item(entry);
  std::string state;
  view_of(item).append_members(state);
  return apps::etag_of(state);
}

}  // namespace norn::calendars
