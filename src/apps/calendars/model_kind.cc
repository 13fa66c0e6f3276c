#include "apps/calendars/model_kind.h"

#include <array>
#include <string_view>
#include <utility>

#include "base/append.h"

namespace norn::calendars {
namespace {

constexpr std::array<std::string_view, 4> kTypes = {"MultiDay", "AllDay", "Timed", "Task"};

// Reads text of which all but a few places of a known width is known.
class Pattern {
 public:
  explicit Pattern(std::string_view text) : rest_(text) {}

  bool skip(std::string_view known) {
    if (!rest_.starts_with(known)) return false;
    rest_.remove_prefix(known.size());
    return true;
  }
  // The next characters; fewer when there are not as many.
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

// Start and end of `type`, which have `width` characters each.
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

// Whatever has the members of a kind, also when others are beside them.
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
  // The texts that Norn itself writes are known, and read without building a tree.
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

}  // namespace norn::calendars
