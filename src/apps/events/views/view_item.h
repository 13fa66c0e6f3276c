#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "apps/events/model.h"
#include "base/error.h"
#include "store/item.h"

namespace norn::events {

enum class ItemKind : uint8_t { kEvent, kMaster, kInstance };

// An EVENT, MASTER or INSTANCE of which a view is made.
class ViewItem {
 public:
  // Returns kUnreadable if the item is not one that to_item writes.
  static Result<ViewItem> from(store::ItemView item);

  ItemKind kind() const { return static_cast<ItemKind>(stored_.index()); }
  const Event& event() const { return std::get<Event>(stored_); }
  const Master& master() const { return std::get<Master>(stored_); }
  const Instance& instance() const { return std::get<Instance>(stored_); }

  const std::string& id() const;
  // The series of an instance; of a master its own id.
  const std::string& master_id() const;
  std::string_view tag() const;  // Of an instance; otherwise empty.
  const Details& details() const;
  const When& when() const;
  const Stamp& stamp() const;

  const std::string& title() const { return details().title; }
  Status status() const { return details().status; }
  bool has_tags(const std::vector<std::string>& tags) const;  // All of them.
  bool has_reminders() const { return !details().reminder_minutes.empty(); }
  TimeKind time_kind() const { return when().kind; }
  int64_t start_s() const { return when().start_s; }
  int64_t duration_s() const { return when().duration_s(); }

  // Of a master: whether an exception still counts. The series may have ended before it, or exdate
  // may have it.
  bool still_has(const ViewItem& exception) const;

 private:
  explicit ViewItem(std::variant<Event, Master, Instance> stored);

  std::variant<Event, Master, Instance> stored_;  // In the order of ItemKind.
  std::string instance_id_;
};

}  // namespace norn::events
