#include "apps/planner/series/event_id.h"

#include "base/append.h"
#include "base/ids.h"
#include "ical/date_time.h"

namespace norn::planner {
namespace {

constexpr std::string_view kEventPrefix = "evt_";
constexpr std::string_view kMasterPrefix = "mst_";
constexpr std::string_view kInstancePrefix = "inst_";
constexpr size_t kUuidSize = 36;
constexpr size_t kTimeTagSize = 16;

std::string joined(std::string_view prefix, std::string_view rest) {
  std::string text;
  append_all(text, {prefix, rest});
  return text;
}

bool is_prefixed_uuid(std::string_view text, std::string_view prefix) {
  return text.starts_with(prefix) && is_uuid(text.substr(prefix.size()));
}

std::optional<EventId> parse_instance_id(std::string_view text) {
  if (text.size() < kInstancePrefix.size() + kDayTagSize + 1 + kUuidSize) return std::nullopt;
  const std::string_view uuid = text.substr(text.size() - kUuidSize);
  const std::string_view before = text.substr(0, text.size() - kUuidSize);
  const std::string_view tag =
      before.substr(kInstancePrefix.size(), before.size() - kInstancePrefix.size() - 1);
  if (before.back() != '_' || !is_uuid(uuid) || !is_tag(tag)) return std::nullopt;
  return EventId{.kind = EventId::Kind::kInstance,
                 .text = std::string(text),
                 .master_id = master_id(uuid),
                 .tag = std::string(tag)};
}

}  // namespace

std::optional<EventId> parse_event_id(std::string_view text) {
  if (is_prefixed_uuid(text, kEventPrefix)) {
    return EventId{
        .kind = EventId::Kind::kEvent, .text = std::string(text), .master_id = {}, .tag = {}};
  }
  if (is_prefixed_uuid(text, kMasterPrefix)) {
    return EventId{.kind = EventId::Kind::kMaster,
                   .text = std::string(text),
                   .master_id = std::string(text),
                   .tag = {}};
  }
  if (text.starts_with(kInstancePrefix)) return parse_instance_id(text);
  return std::nullopt;
}

bool is_event_id(std::string_view text) {
  return is_prefixed_uuid(text, kEventPrefix);
}

bool is_master_id(std::string_view text) {
  return is_prefixed_uuid(text, kMasterPrefix);
}

std::string event_id(std::string_view uuid) {
  return joined(kEventPrefix, uuid);
}

std::string master_id(std::string_view uuid) {
  return joined(kMasterPrefix, uuid);
}

std::string instance_id(std::string_view master_id, std::string_view tag) {
  std::string id;
  append_all(id, {kInstancePrefix, tag, "_", master_id.substr(kMasterPrefix.size())});
  return id;
}

bool is_tag(std::string_view text) {
  if (text.size() != kDayTagSize && text.size() != kTimeTagSize) return false;
  const auto time = ical::parse_date_time(text);
  if (!time || time->form == ical::TimeForm::kLocal) return false;
  // Second 60 is read as 59; only one of the two texts may be a tag.
  return ical::date_time_text(*time) == text;
}

}  // namespace norn::planner
