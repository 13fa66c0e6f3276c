#include "bookings_race/answers.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "bookings_race/race_site.h"

namespace norn::race {
namespace {

using Json = simdjson::dom::element;

constexpr std::string_view kTitle = "event ";
constexpr std::string_view kNote = "mark ";

std::optional<int64_t> number_behind(std::string_view prefix, std::string_view text) {
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Reads one reply. What is not as it should be is noted once, and ends the reading.
class Reader {
 public:
  Reader(const Reply& reply, Operation& operation, std::map<int, std::string>& id_of_event)
      : reply_(reply), operation_(operation), id_of_event_(id_of_event) {}

  Result<std::vector<KnownEvent>> read() {
    if (reply_.status == 204 && operation_.kind == Kind::kRemove) {
      operation_.outcome = Outcome::kDone;
      return events_;
    }
    Json json;
    if (parser_.parse(reply_.body).get(json) != simdjson::SUCCESS) return wrong("no JSON");
    const bool is_read = read_success(json) || read_refusal(json);
    if (!is_read || !fault_.empty()) return wrong(fault_);
    for (const KnownEvent& event : events_) operation_.shown.push_back(event.booked);
    return events_;
  }

 private:
  std::unexpected<Error> wrong(const std::string& why) const {
    return fail(ErrorCode::kCorruption,
                fmt::format("{}\n  was answered with {} {}\n  {}", to_text(operation_),
                            reply_.status, reply_.body, why));
  }

  std::string_view text(const Json& json, const char* pointer) {
    std::string_view found;
    if (json.at_pointer(pointer).get(found) != simdjson::SUCCESS) {
      fault_ = fmt::format("There is no text {}.", pointer);
    }
    return found;
  }

  int night(const Json& json, const char* pointer) {
    const auto found = night_of(text(json, pointer));
    if (!found || *found < 0 || *found > kNights) fault_ = "There is another night in it.";
    return found.value_or(0);
  }

  int event_number(const Json& json) {
    const auto number = number_behind(kTitle, text(json, "/title"));
    if (!number) {
      fault_ = "Nobody has booked with this title.";
      return 0;
    }
    const int event = static_cast<int>(*number);
    const std::string_view id = text(json, "/id");
    if (id_of_event_.emplace(event, id).first->second != id) fault_ = "The event has another id.";
    return event;
  }

  void read_event(const Json& json) {
    KnownEvent event;
    event.booked.event = event_number(json);
    event.booked.nights = {night(json, "/start"), night(json, "/end")};
    const auto mark = number_behind(kNote, text(json, "/extendedProps/note"));
    if (!mark) fault_ = "Nobody has written this note.";
    event.booked.mark = mark.value_or(0);
    if (json.at_pointer("/extendedProps/version").get(event.booked.version) != simdjson::SUCCESS ||
        json.at_pointer("/editable").get(event.may_change) != simdjson::SUCCESS) {
      fault_ = "It has no version, or does not say who may change it.";
    }
    if (text(json, "/extendedProps/etag") != fmt::format("v{}", event.booked.version)) {
      fault_ = "The etag is not that of the version.";
    }
    event.id = text(json, "/id");
    events_.push_back(std::move(event));
  }

  bool has_etag(const std::string& expected) const {
    const auto etag = reply_.headers.find("etag");
    return etag != reply_.headers.end() && etag->second == expected;
  }

  bool read_success(const Json& json) {
    operation_.outcome = Outcome::kDone;
    if (operation_.kind == Kind::kList && reply_.status == 200) {
      simdjson::dom::array list;
      if (json.get(list) != simdjson::SUCCESS) fault_ = "It is no list.";
      for (const Json& event : list) read_event(event);
      return true;
    }
    const bool is_made = operation_.kind == Kind::kCreate && reply_.status == 201;
    const bool is_changed = operation_.kind == Kind::kUpdate && reply_.status == 200;
    if (!is_made && !is_changed) return false;
    read_event(json);
    return true;
  }

  bool read_refusal(const Json& json) {
    int64_t status = 0;
    const bool is_problem = json.at_pointer("/status").get(status) == simdjson::SUCCESS &&
                            status == reply_.status && !text(json, "/detail").empty();
    const bool is_change = operation_.kind == Kind::kUpdate || operation_.kind == Kind::kRemove;
    if (!is_problem) return false;
    if (reply_.status == 404 && is_change) {
      operation_.outcome = Outcome::kGone;
      return text(json, "/detail").find("booking") != std::string_view::npos;
    }
    if (reply_.status != 409) return false;
    const std::string_view code = text(json, "/code");
    if (code == "staleVersion" && is_change) return read_stale(json);
    const bool takes = operation_.kind == Kind::kCreate || operation_.kind == Kind::kUpdate;
    return code == "overlap" && takes && read_overlap(json);
  }

  bool read_stale(const Json& json) {
    operation_.outcome = Outcome::kStale;
    Json current;
    if (json.at_pointer("/current").get(current) != simdjson::SUCCESS) return false;
    read_event(current);
    if (!has_etag(fmt::format("\"v{}\"", events_.front().booked.version))) {
      fault_ = "The ETag is not that of the current version.";
    }
    return true;
  }

  bool read_overlap(const Json& json) {
    operation_.outcome = Outcome::kOverlap;
    simdjson::dom::array list;
    if (json.at_pointer("/taken").get(list) != simdjson::SUCCESS) return false;
    for (const Json& one : list) {
      TakenNight taken{night(one, "/night")};
      Json event;
      if (one["event"].get(event) == simdjson::SUCCESS) taken.event = event_number(event);
      operation_.taken.push_back(taken);
    }
    return true;
  }

  const Reply& reply_;
  Operation& operation_;
  std::map<int, std::string>& id_of_event_;
  simdjson::dom::parser parser_;
  std::string fault_;
  std::vector<KnownEvent> events_;
};

}  // namespace

std::string title_of(int event) {
  return fmt::format("{}{}", kTitle, event);
}

std::string note_of(int64_t mark) {
  return fmt::format("{}{}", kNote, mark);
}

Result<std::vector<KnownEvent>> read_answer(const Reply& reply, Operation& operation,
                                            std::map<int, std::string>& id_of_event) {
  return Reader(reply, operation, id_of_event).read();
}

}  // namespace norn::race
