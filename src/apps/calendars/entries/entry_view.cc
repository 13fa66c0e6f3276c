#include "apps/calendars/entries/entry_view.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "apps/calendars/model.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/names.h"
#include "base/append.h"
#include "base/check.h"
#include "base/text.h"
#include "base/time_text.h"
#include "store/wire/text.h"

namespace norn::calendars {
namespace {

constexpr std::string_view kNull = "null";
constexpr std::string_view kDefaultColorJson = R"("#3B82F6")";
constexpr std::string_view kUnknownTimeJson = R"("1970-01-01T00:00:00Z")";

bool has_escapes(std::string_view json) {
  return json.find('\\') != std::string_view::npos;
}

// Ids of other programs have any form; those with escapes are not supported.
bool is_plain_id(std::string_view id) {
  constexpr size_t kUuidLetters = 36;
  return !has_escapes(id) && (id.size() == kUuidLetters || apps::is_id(id));
}

// Reads attributes of an item in one pass: names have to be requested in the order of the item. The
// compiler knows the sizes of the names, which makes comparing them cheap.
class AttributeReader {
 public:
  explicit AttributeReader(store::ItemView item) : item_(item), count_(item.count()) {}

  // The JSON of an attribute, {"S":"text"}; empty if the item does not have it.
  template <size_t kSize>
  std::string_view value(const char (&name)[kSize]) {
    for (size_t at = next_; at < count_; ++at) {
      const store::AttributeView attribute = item_.attribute(at);
      if (attribute.escaped_name() != std::string_view(name, kSize - 1)) continue;
      next_ = at + 1;
      return attribute.json();
    }
    return {};
  }

  // Reads "text", with its quotes, into `json`. Returns false if it is no text.
  template <size_t kSize>
  bool text(const char (&name)[kSize], std::string_view& json) {
    return text_of(value(name), json);
  }

  // The same for an attribute that may be null or missing.
  template <size_t kSize>
  bool optional_text(const char (&name)[kSize], std::string_view& json) {
    const std::string_view found = value(name);
    if (!found.empty() && found != R"({"NULL":true})") return text_of(found, json);
    json = kNull;
    return true;
  }

  // The same for an id of a person: anything else counts as missing.
  template <size_t kSize>
  bool optional_id(const char (&name)[kSize], std::string_view& json) {
    if (!text(name, json) || !is_plain_id(json.substr(1, json.size() - 2))) json = kNull;
    return true;
  }

 private:
  static bool text_of(std::string_view value, std::string_view& json) {
    constexpr std::string_view kBegin = R"({"S":)";
    if (!value.starts_with(kBegin)) return false;
    json = value.substr(kBegin.size(), value.size() - kBegin.size() - 1);
    return true;
  }

  store::ItemView item_;
  size_t count_;
  size_t next_ = 0;
};

// Finds the fault of an item that `EntryView::read` refused. Only such items are read twice.
std::unexpected<Error> why_unreadable(store::ItemView item) {
  apps::ItemReader reader(item);
  for (const char* const name : {"id", "calendarId"}) {
    reader.require(is_plain_id(reader.text(name)), name);
  }
  for (const char* const name : {"title", "color", "createdAt", "updatedAt"}) reader.text(name);
  const Date date = reader.parsed("date", parse_date);
  for (const char* const name : {"description", "location"}) {
    const auto found = item.find(name);
    const bool is_text =
        !found || found->json() == R"({"NULL":true})" || reader.optional_text(name).has_value();
    reader.require(is_text, name, apps::kAttributeNotText);
  }
  const auto attribute = item.find("kind");
  const auto kind = attribute ? kind_from(*attribute) : std::nullopt;
  reader.require(kind.has_value(), "kind");
  reader.require(kind && last_day(date, *kind) >= date, "kind.end", apps::kAttributeBeforeStart);
  return reader.error("entry");
}

std::string unescaped(std::string_view quoted) {
  const std::string_view escaped = quoted.substr(1, quoted.size() - 2);
  if (!has_escapes(escaped)) return std::string(escaped);
  auto text = store::unescape(escaped);
  NORN_CHECK(text.has_value(), "an encoded item holds only canonical texts");
  return std::move(*text);
}

std::optional<std::string> unescaped_or_null(std::string_view json) {
  return json == kNull ? std::nullopt : std::optional(unescaped(json));
}

}  // namespace

DaySortKey sort_key_of(const Kind& kind, std::string_view title, std::string_view id) {
  constexpr int kRanks[] = {0, 1, 3, 2};  // By the index of the kind in the variant.
  const auto* const timed = std::get_if<Timed>(&kind);
  const std::string_view start = timed != nullptr ? std::string_view(timed->start) : "";
  return {.rank = kRanks[kind.index()], .start = start, .title = title, .id = id};
}

bool comes_before(const DaySortKey& left, const DaySortKey& right) {
  if (left.rank != right.rank) return left.rank < right.rank;
  if (left.start != right.start) return left.start < right.start;
  const auto titles = apps::compare_names(left.title, right.title);
  return titles != 0 ? titles < 0 : left.id < right.id;
}

Result<EntryView> EntryView::of(store::ItemView item) {
  EntryView view;
  NORN_TRY(view.read(item));
  return view;
}

Result<void> EntryView::read(store::ItemView item) {
  AttributeReader reader(item);
  const bool is_sound =
      reader.text("calendarId", json_.calendar_id) && reader.text("color", json_.color) &&
      reader.text("createdAt", json_.created_at) &&
      reader.optional_id("createdBy", json_.created_by) && reader.text("date", json_.date) &&
      reader.optional_text("description", json_.description) && reader.text("id", json_.id) &&
      read_kind(reader.value("kind")) && reader.optional_text("location", json_.location) &&
      reader.text("title", json_.title) && reader.text("updatedAt", json_.updated_at) &&
      reader.optional_id("updatedBy", json_.updated_by) && read_texts() && ends_after_start();
  if (!is_sound) return why_unreadable(item);
  return {};
}

bool EntryView::read_kind(std::string_view value) {
  auto kind = value.empty() ? std::nullopt : kind_from(store::AttributeView("kind", value));
  if (kind) kind_ = std::move(*kind);
  return kind.has_value();
}

bool EntryView::read_texts() {
  const auto date = parse_date(inside(json_.date));
  if (!date || !is_plain_id(inside(json_.id)) || !is_plain_id(inside(json_.calendar_id))) {
    return false;
  }
  date_ = *date;
  // Values of other programs that are none count as missing.
  if (!is_color(inside(json_.color))) json_.color = kDefaultColorJson;
  for (std::string_view* const time : {&json_.created_at, &json_.updated_at}) {
    if (!parse_timestamp_ms(inside(*time))) *time = kUnknownTimeJson;
  }
  if (has_escapes(json_.title)) unescaped_title_ = unescaped(json_.title);
  return true;
}

std::string_view EntryView::title() const {
  return unescaped_title_.empty() ? inside(json_.title) : unescaped_title_;
}

Entry EntryView::decode() const {
  return {.id = std::string(id()),
          .calendar_id = std::string(calendar_id()),
          .title = std::string(title()),
          .description = unescaped_or_null(json_.description),
          .location = unescaped_or_null(json_.location),
          .date = date_,
          .color = unescaped(json_.color),
          .kind = kind_,
          .created_at = unescaped(json_.created_at),
          .updated_at = unescaped(json_.updated_at),
          .created_by = unescaped_or_null(json_.created_by),
          .updated_by = unescaped_or_null(json_.updated_by)};
}

size_t EntryView::json_bytes() const {
  constexpr size_t kNamesAndKindBytes = 210;
  return kNamesAndKindBytes + json_.calendar_id.size() + json_.color.size() +
         json_.created_at.size() + json_.date.size() + json_.description.size() + json_.id.size() +
         json_.location.size() + json_.title.size() + json_.updated_at.size() +
         json_.created_by.size() + json_.updated_by.size();
}

void EntryView::append_members(std::string& out) const {
  append_all(out, {R"({"calendarId":)", json_.calendar_id, R"(,"color":)", json_.color,
                   R"(,"createdAt":)", json_.created_at, R"(,"date":)", json_.date,
                   R"(,"description":)", json_.description, R"(,"id":)", json_.id, R"(,"kind":)"});
  append_json(out, kind_);
  append_all(out, {R"(,"location":)", json_.location, R"(,"title":)", json_.title,
                   R"(,"updatedAt":)", json_.updated_at});
}

void EntryView::append_authors(std::string& out) const {
  append_all(out, {R"(,"createdBy":)", json_.created_by, R"(,"updatedBy":)", json_.updated_by});
}

}  // namespace norn::calendars
