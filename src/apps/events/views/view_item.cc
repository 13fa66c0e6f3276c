#include "apps/events/views/view_item.h"

#include <algorithm>
#include <utility>

#include "apps/events/series/event_id.h"
#include "apps/events/series/series.h"
#include "apps/events/series/when_zone.h"
#include "apps/events/tags.h"
#include "ical/date_time.h"

namespace norn::events {
namespace {

template <typename Kind>
Result<std::variant<Event, Master, Instance>> stored(Result<Kind> read) {
  if (!read) return std::unexpected(std::move(read).error());
  return *std::move(read);
}

Result<std::variant<Event, Master, Instance>> stored_from(store::ItemView item) {
  const auto attribute = item.find("entityType");
  const auto type = attribute ? attribute->plain_string() : std::nullopt;
  if (type == kMasterType) return stored(master_from(item));
  if (type == kInstanceType) return stored(instance_from(item));
  return stored(event_from(item));
}

}  // namespace

Result<ViewItem> ViewItem::from(store::ItemView item) {
  NORN_ASSIGN(auto stored, stored_from(item));
  return ViewItem(std::move(stored));
}

ViewItem::ViewItem(std::variant<Event, Master, Instance> stored) : stored_(std::move(stored)) {
  if (kind() == ItemKind::kInstance) instance_id_ = instance().id();
}

const std::string& ViewItem::id() const {
  if (kind() == ItemKind::kInstance) return instance_id_;
  return kind() == ItemKind::kMaster ? master().id : event().id;
}

const std::string& ViewItem::master_id() const {
  return kind() == ItemKind::kInstance ? instance().master_id : master().id;
}

std::string_view ViewItem::tag() const {
  return kind() == ItemKind::kInstance ? std::string_view(instance().tag) : std::string_view();
}

const Details& ViewItem::details() const {
  return std::visit([](const auto& one) -> const Details& { return one.details; }, stored_);
}

const When& ViewItem::when() const {
  return std::visit([](const auto& one) -> const When& { return one.when; }, stored_);
}

const Stamp& ViewItem::stamp() const {
  return std::visit([](const auto& one) -> const Stamp& { return one.stamp; }, stored_);
}

bool ViewItem::has_tags(const std::vector<std::string>& tags) const {
  return std::ranges::all_of(tags, [this](const std::string& tag) {
    return std::ranges::find(details().tags, tag_key(tag), tag_key) != details().tags.end();
  });
}

bool ViewItem::still_has(const ViewItem& exception) const {
  const auto& until_s = master().repeats.until_s;
  if (until_s && exception.instance().recurrence_s > *until_s) return false;
  return !is_left_out(master(), exception.tag());
}

}  // namespace norn::events
