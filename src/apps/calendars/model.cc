#include "apps/calendars/model.h"

#include <algorithm>
#include <array>
#include <utility>

#include "apps/calendars/entries/entry_view.h"
#include "apps/calendars/keys.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/append.h"
#include "base/text.h"

namespace norn::calendars {
namespace {

using store::ItemView;

constexpr std::string_view kDefaultColor = "#3B82F6";
constexpr std::array<std::string_view, 3> kRoles = {"reader", "writer", "owner"};

std::string read_time(const apps::ItemReader& reader, std::string_view name) {
  auto time = reader.optional_text(name);
  return time && parse_timestamp_ms(*time) ? *std::move(time) : std::string(kUnknownTime);
}

// The part of a key after its prefix; empty if it has another one.
std::string after(std::string_view prefix, const std::string& key) {
  return key.starts_with(prefix) ? key.substr(prefix.size()) : std::string();
}

void add_number(std::string& state, int64_t number) {
  state.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

// The length before each part keeps two different states from having the same bytes.
void add_part(std::string& state, std::string_view part) {
  add_number(state, static_cast<int64_t>(part.size()));
  state.append(part);
}

void add_optional(std::string& state, const std::optional<std::string>& part) {
  if (!part) {
    add_number(state, -1);
    return;
  }
  add_part(state, *part);
}

constexpr std::array<std::string_view, 4> kTypes = {"MultiDay", "AllDay", "Timed", "Task"};

// Reads text that is constant except for a few parts of known width.
class Pattern {
 public:
  explicit Pattern(std::string_view text) : rest_(text) {}

  bool skip(std::string_view known) {
    if (!rest_.starts_with(known)) return false;
    rest_.remove_prefix(known.size());
    return true;
  }
  // Takes the next `count` characters, or fewer at the end.
  std::string_view take(size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  bool is_at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

struct Ends {
  std::string_view start;
  std::string_view end;
};

// The start and end in the JSON of a kind `type`, each `width` characters long; nullopt if the JSON
// is not the one that Norn writes.
std::optional<Ends> ends_of(std::string_view json, size_t width, std::string_view type) {
  Pattern pattern(json);
  Ends ends;
  if (!pattern.skip(R"({"M":{"end":{"S":")")) return std::nullopt;
  ends.end = pattern.take(width);
  if (!pattern.skip(R"("},"start":{"S":")")) return std::nullopt;
  ends.start = pattern.take(width);
  if (!pattern.skip(R"("},"type":{"S":")") || !pattern.skip(type) || !pattern.skip("\"}}}") ||
      !pattern.is_at_end()) {
    return std::nullopt;
  }
  return ends;
}

std::optional<Kind> days_between(std::string_view start, std::string_view end) {
  const auto first = parse_date(start);
  const auto last = parse_date(end);
  if (!first || !last) return std::nullopt;
  return MultiDay{*first, *last};
}

std::optional<Kind> times_between(std::string_view start, std::string_view end) {
  if (!parse_time_of_day_s(start) || !parse_time_of_day_s(end)) return std::nullopt;
  return Timed{std::string(start), std::string(end)};
}

// Accepts additional members.
std::optional<Kind> kind_from(const store::Value& value) {
  const auto* const members = value.get_if<store::Map>();
  if (members == nullptr) return std::nullopt;
  const auto text = [&](std::string_view name) -> std::string_view {
    const auto found = members->find(name);
    const auto* const content =
        found == members->end() ? nullptr : found->second.get_if<std::string>();
    return content != nullptr ? std::string_view(*content) : std::string_view();
  };
  const std::string_view type = text("type");
  if (type == "AllDay") return AllDay{};
  if (type == "MultiDay") return days_between(text("start"), text("end"));
  if (type == "Timed") return times_between(text("start"), text("end"));
  const auto completed = members->find("completed");
  if (type != "Task" || completed == members->end()) return std::nullopt;
  const auto* const truth = completed->second.get_if<bool>();
  if (truth == nullptr) return std::nullopt;
  return Task{*truth};
}

template <typename... Cases>
struct Overloaded : Cases... {
  using Cases::operator()...;
};

}  // namespace

std::string_view to_text(Role role) {
  return kRoles[static_cast<size_t>(role)];
}

std::optional<Role> role_from(std::string_view text) {
  const auto* const found = std::ranges::find(kRoles, text);
  if (found == kRoles.end()) return std::nullopt;
  return static_cast<Role>(found - kRoles.begin());
}

Date last_day(Date first, const Kind& kind) {
  const auto* const days = std::get_if<MultiDay>(&kind);
  return days != nullptr ? days->end : first;
}

std::string_view type_of(const Kind& kind) {
  return kTypes[kind.index()];
}

store::Value value_of(const Kind& kind) {
  store::Map members = {{"type", type_of(kind)}};
  std::visit(Overloaded{[&](const MultiDay& days) {
                          members.emplace("start", date_text(days.start));
                          members.emplace("end", date_text(days.end));
                        },
                        [](const AllDay&) {},
                        [&](const Timed& times) {
                          members.emplace("start", times.start);
                          members.emplace("end", times.end);
                        },
                        [&](const Task& task) {
                          members.emplace("completed", store::Value::boolean(task.completed));
                        }},
             kind);
  return members;
}

std::optional<Kind> kind_from(const store::AttributeView& attribute) {
  // The JSON that Norn writes is recognized without parsing it into a tree.
  constexpr size_t kDateWidth = 10;
  constexpr size_t kTimeWidth = 8;
  const std::string_view json = attribute.json();
  if (const auto times = ends_of(json, kTimeWidth, "Timed")) {
    return times_between(times->start, times->end);
  }
  if (json == R"({"M":{"type":{"S":"AllDay"}}})") return AllDay{};
  if (json == R"({"M":{"completed":{"BOOL":false},"type":{"S":"Task"}}})") return Task{false};
  if (json == R"({"M":{"completed":{"BOOL":true},"type":{"S":"Task"}}})") return Task{true};
  if (const auto days = ends_of(json, kDateWidth, "MultiDay")) {
    return days_between(days->start, days->end);
  }
  return kind_from(attribute.value());
}

void append_json(std::string& out, const Kind& kind) {
  const std::string_view type = type_of(kind);
  const auto ends = [&](std::string_view start, std::string_view end) {
    append_all(out, {R"({"end":")", end, R"(","start":")", start, R"(","type":")", type, R"("})"});
  };
  std::visit(
      Overloaded{[&](const MultiDay& days) { ends(date_text(days.start), date_text(days.end)); },
                 [&](const AllDay&) { append_all(out, {R"({"type":")", type, R"("})"}); },
                 [&](const Timed& times) { ends(times.start, times.end); },
                 [&](const Task& task) {
                   append_all(out, {R"({"completed":)", task.completed ? "true" : "false",
                                    R"(,"type":")", type, R"("})"});
                 }},
      kind);
}

store::Item to_item(const Calendar& calendar) {
  const std::string key = keys::calendar(calendar.id);
  store::Map item = {{"PK", key},
                     {"SK", key},
                     {"entityType", "CALENDAR"},
                     {"id", calendar.id},
                     {"name", calendar.name},
                     {"color", calendar.color},
                     {"description", apps::text_or_null(calendar.description)},
                     {"createdAt", calendar.created_at},
                     {"updatedAt", calendar.updated_at}};
  if (calendar.longest_span_days > 1) {
    item.emplace("longestSpanDays", store::Value::number(calendar.longest_span_days));
  }
  return store::Item::from_map(item);
}

store::Item to_item(const Membership& membership) {
  const std::string calendar = keys::calendar(membership.calendar_id);
  return store::Item::from_map({{"PK", calendar},
                                {"SK", keys::member(membership.user_id)},
                                {"GSI1PK", keys::user(membership.user_id)},
                                {"GSI1SK", calendar},
                                {"entityType", "MEMBERSHIP"},
                                {"calendarId", membership.calendar_id},
                                {"userId", membership.user_id},
                                {"role", to_text(membership.role)},
                                {"createdAt", membership.created_at},
                                {"updatedAt", membership.updated_at}});
}

store::Item to_item(const Entry& entry) {
  const std::string key = keys::entry(entry.id);
  store::Map item = {{"PK", key},
                     {"SK", key},
                     {"GSI1PK", keys::calendar(entry.calendar_id)},
                     {"GSI1SK", keys::entry_on(entry.date, entry.id)},
                     {"entityType", "ENTRY"},
                     {"id", entry.id},
                     {"calendarId", entry.calendar_id},
                     {"title", entry.title},
                     {"description", apps::text_or_null(entry.description)},
                     {"location", apps::text_or_null(entry.location)},
                     {"date", date_text(entry.date)},
                     {"color", entry.color},
                     {"kind", value_of(entry.kind)},
                     {"createdAt", entry.created_at},
                     {"updatedAt", entry.updated_at}};
  if (entry.created_by) item.emplace("createdBy", *entry.created_by);
  if (entry.updated_by) item.emplace("updatedBy", *entry.updated_by);
  return store::Item::from_map(item);
}

const std::vector<std::string>& entry_attributes() {
  static const std::vector<std::string> names = {
      "GSI1PK", "GSI1SK",      "entityType", "id",        "calendarId",
      "title",  "description", "location",   "date",      "color",
      "kind",   "createdAt",   "updatedAt",  "createdBy", "updatedBy"};
  return names;
}

// The keys are the contract: the attributes `id`, `calendarId` and `userId` of other programs may
// be missing.
Result<Calendar> calendar_from(ItemView item) {
  apps::ItemReader reader(item);
  Calendar calendar;
  reader.require(reader.text("entityType") == "CALENDAR", "entityType");
  calendar.id = after(keys::kCalendarPrefix, reader.text("PK"));
  reader.require(apps::is_id(calendar.id), "PK");
  calendar.name = reader.text("name");
  calendar.color = reader.optional_text("color").value_or("");
  if (!is_color(calendar.color)) calendar.color = kDefaultColor;
  calendar.description = reader.optional_text("description");
  calendar.created_at = read_time(reader, "createdAt");
  calendar.updated_at = read_time(reader, "updatedAt");
  calendar.longest_span_days =
      std::max<int64_t>(1, reader.optional_integer("longestSpanDays").value_or(1));
  if (!reader.is_sound()) return reader.error("calendar");
  return calendar;
}

Result<Membership> membership_from(ItemView item) {
  apps::ItemReader reader(item);
  Membership membership;
  membership.calendar_id = after(keys::kCalendarPrefix, reader.text("PK"));
  membership.user_id = after(keys::kMemberPrefix, reader.text("SK"));
  reader.require(apps::is_id(membership.calendar_id) && apps::is_id(membership.user_id), "SK");
  membership.role = reader.parsed("role", role_from);
  membership.created_at = read_time(reader, "createdAt");
  membership.updated_at = read_time(reader, "updatedAt");
  if (!reader.is_sound()) return reader.error("membership");
  return membership;
}

Result<Entry> entry_from(ItemView item) {
  NORN_ASSIGN(const EntryView view, EntryView::of(item));
  return view.decode();
}

std::string etag_of(const Calendar& calendar) {
  std::string state;
  add_part(state, calendar.id);
  add_part(state, calendar.name);
  add_part(state, calendar.color);
  add_optional(state, calendar.description);
  add_part(state, calendar.updated_at);
  return apps::etag_of(state);
}

std::string etag_of(const Membership& membership) {
  std::string state;
  add_part(state, membership.calendar_id);
  add_part(state, membership.user_id);
  add_part(state, to_text(membership.role));
  add_part(state, membership.updated_at);
  return apps::etag_of(state);
}

}  // namespace norn::calendars
