#include "apps/events/series/event_id.h"

#include <utility>

#include "apps/shared/item_reader.h"
#include "base/append.h"
#include "base/ids.h"
#include "ical/date_time.h"

namespace norn::events {
namespace {

constexpr std::string_view kEventPrefix = "evt_";
constexpr std::string_view kMasterPrefix = "mst_";
constexpr std::string_view kInstancePrefix = "inst_";
constexpr size_t kTimeTagSize = 16;

std::string joined(std::string_view prefix, std::string_view rest) {
  std::string text;
  append_all(text, {prefix, rest});
  return text;
}

bool is_prefixed_uuid(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) && is_uuid(text.substr(prefix.size()));
}

// Marks the id of a series that has another form than `mst_<rest>`.
constexpr std::string_view kWholeId = "~";

std::optional<EventId> parse_instance_id(std::string_view text) {
  const std::string_view after = text.substr(kInstancePrefix.size());
  const size_t separator = after.find('_');
  if (separator == after.npos || !is_tag(after.substr(0, separator))) return std::nullopt;
  const std::string_view rest = after.substr(separator + 1);
  std::string series =
      rest.starts_with(kWholeId) ? std::string(rest.substr(kWholeId.size())) : master_id(rest);
  if (rest.empty() || series.empty()) return std::nullopt;
  return EventId{.kind = EventId::Kind::kInstance,
                 .text = std::string(text),
                 .master_id = std::move(series),
                 .tag = std::string(after.substr(0, separator))};
}

}  // namespace

std::optional<EventId> parse_event_id(std::string_view text) {
  if (!apps::is_id(text)) return std::nullopt;
  if (text.starts_with(kInstancePrefix)) {
    if (auto instance = parse_instance_id(text)) return instance;
  }
  EventId id{.kind = EventId::Kind::kEvent, .text = std::string(text), .master_id = {}, .tag = {}};
  if (text.starts_with(kMasterPrefix)) {
    id.kind = EventId::Kind::kMaster;
    id.master_id = id.text;
  }
  return id;
}

bool is_norn_id(const EventId& id) {
  return is_prefixed_uuid(id.text, kEventPrefix) || is_prefixed_uuid(id.text, kMasterPrefix);
}

std::string event_id(std::string_view uuid) {
  return joined(kEventPrefix, uuid);
}

std::string master_id(std::string_view uuid) {
  return joined(kMasterPrefix, uuid);
}

std::string instance_id(std::string_view master_id, std::string_view tag) {
  const std::string_view rest =
      master_id.starts_with(kMasterPrefix) ? master_id.substr(kMasterPrefix.size()) : "";
  const bool has_prefix = !rest.empty() && !rest.starts_with(kWholeId);
  std::string id;
  append_all(
      id, {kInstancePrefix, tag, "_", has_prefix ? "" : kWholeId, has_prefix ? rest : master_id});
  return id;
}

bool is_tag(std::string_view text) {
  if (text.size() != kDayTagSize && text.size() != kTimeTagSize) return false;
  const auto time = ical::parse_date_time(text);
  if (!time || time->form == ical::TimeForm::kLocal) return false;
  // Second 60 is read as 59; only one of the two texts may be a tag.
  return ical::date_time_text(*time) == text;
}

}  // namespace norn::events
