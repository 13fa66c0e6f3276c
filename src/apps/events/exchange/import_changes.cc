#include "apps/events/exchange/import_changes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "apps/events/authors.h"
#include "apps/events/exchange/export.h"
#include "apps/events/exchange/ical_other.h"
#include "apps/events/guests/guest_items.h"
#include "apps/events/keys.h"
#include "apps/events/series/when.h"
#include "apps/events/service/sweep.h"
#include "apps/shared/items.h"

namespace norn::events {

using apps::Action;

namespace {

std::string timeless_text(ical::CalendarItem item) {
  item.stamp.reset();
  item.created.reset();
  item.last_modified.reset();
  item.sequence = 0;
  return ical::component_text(ical::item_component(item, kAnyTime));
}

// Collects actions, and starts another transaction when one is full.
class ChangeGathering {
 public:
  ChangeGathering(const Context& context, const std::string& user_id)
      : context_(context), user_id_(user_id) {}

  void put(const store::Item& item, std::string condition = {}) {
    store::PutRequest request;
    request.table = context_.tables.planner();
    request.item = item;
    request.condition = std::move(condition);
    add(std::move(request), item.size_bytes());
  }

  void put_new(const store::Item& item) { put(item, "attribute_not_exists(PK)"); }
  // An import does not change who is invited: the guests are those of the version in `old`.
  void put_over(const store::Item& item, const Stamp& old, const Guests& guests) {
    store::PutRequest request;
    request.table = context_.tables.planner();
    request.item = item;
    request.condition = "version = :v";
    request.placeholders.values[":v"] = store::Value::number(old.version);
    expect_guests(request, guests.version);
    expect_creator(request, old);
    add(std::move(request), item.size_bytes());
  }

  void remove(const std::string& sort_key) {
    store::DeleteRequest request;
    request.table = context_.tables.planner();
    request.key = apps::key_of(keys::user(user_id_), sort_key);
    add(std::move(request), 0);
  }
  // An event or a series.
  template <typename T>
  void remove_whole(const std::string& sort_key, const T& thing) {
    store::DeleteRequest request;
    request.table = context_.tables.planner();
    request.key = apps::key_of(keys::user(user_id_), sort_key);
    request.condition = "version = :v";
    request.placeholders.values[":v"] = store::Value::number(thing.stamp.version);
    expect_guests(request, thing.guests.version);
    expect_creator(request, thing.stamp);
    add(std::move(request), 0);
  }

  // Of an event that becomes a series, or the other way round.
  template <typename From, typename To>
  void move_guests(const From& from, const To& to) {
    for (Action& action :
         guest_changes(context_, guest_items(user_id_, from.id, from.details, from.guests), {})) {
      add(std::move(action), 0);
    }
    for (Action& action :
         guest_changes(context_, {}, guest_items(user_id_, to.id, to.details, to.guests))) {
      add(std::move(action), 0);
    }
  }

  void put_links(std::string_view entity_type, const std::string& event_id,
                 const Details& details) {
    for (const store::Item& item : link_items(user_id_, entity_type, event_id, details)) put(item);
  }

  void remove_links(const std::string& event_id, const Details& details) {
    for (size_t i = 1; i < details.links.size(); ++i) {
      remove(keys::link(event_id, details.links[i].target));
    }
  }

  void sweep_series(const std::string& master_id) {
    add(begin_sweep(context_, user_id_, master_id), 0);
  }

  // The series whose version every transaction but the first checks and raises.
  void continue_with(const Master& master) { series_ = &master; }

  Changes take(int64_t longest_minutes) {
    return {.transactions = std::move(transactions_),
            .bytes = first_bytes_,
            .longest_minutes = longest_minutes};
  }

 private:
  void add(Action action, size_t bytes) {
    const bool is_full =
        !transactions_.empty() &&
        (transactions_.back().size() == kMaxImportActions || bytes_ + bytes > kMaxImportBytes);
    if (transactions_.empty() || is_full) begin();
    transactions_.back().push_back(std::move(action));
    bytes_ += bytes;
    if (transactions_.size() == 1) first_bytes_ = bytes_;
  }

  void begin() {
    transactions_.emplace_back();
    bytes_ = 0;
    if (transactions_.size() == 1 || series_ == nullptr) return;
    Master master = *series_;
    master.stamp.version += static_cast<int64_t>(transactions_.size()) - 1;
    Stamp before = master.stamp;
    --before.version;
    put_over(to_item(user_id_, master), before, master.guests);
  }

  const Context& context_;
  const std::string& user_id_;
  const Master* series_ = nullptr;
  std::vector<std::vector<Action>> transactions_;
  size_t bytes_ = 0;
  size_t first_bytes_ = 0;
};

void put_instances(const WholeSeries& wanted, const WholeSeries* existing,
                   ChangeGathering& gathering, const std::string& user_id) {
  std::map<std::string_view, const Instance*> old;
  if (existing != nullptr) {
    for (const Instance& instance : existing->exceptions) old.emplace(instance.tag, &instance);
  }
  for (const Instance& instance : wanted.exceptions) {
    const auto found = old.find(instance.tag);
    const bool is_same =
        found != old.end() && instance.modified_fields == found->second->modified_fields &&
        content_text(wanted.master, instance) == content_text(existing->master, *found->second);
    if (!is_same) gathering.put(to_item(user_id, instance));
    if (found != old.end()) {
      old.erase(found);
    } else {
      gathering.put_links(kInstanceType, instance.id(), instance.details);
    }
  }
  for (const auto& [tag, instance] : old) {
    gathering.remove(keys::instance(instance->master_id, tag));
    gathering.remove_links(instance->id(), instance->details);
  }
}

Changes to_event(const Context& context, const std::string& user_id, const Whole* existing,
                 const Event& wanted) {
  ChangeGathering gathering(context, user_id);
  const store::Item item = to_item(user_id, wanted);
  const bool was_event = existing != nullptr && std::holds_alternative<Event>(*existing);
  if (was_event) {
    gathering.put_over(item, stamp_of(*existing), wanted.guests);
  } else {
    gathering.put_new(item);
  }
  const bool was_series = existing != nullptr && !was_event;
  if (was_series) {
    const Master& master = std::get<WholeSeries>(*existing).master;
    gathering.remove_whole(keys::master(master.id), master);
    gathering.move_guests(master, wanted);
    gathering.sweep_series(master.id);
    gathering.put_links(kEventType, wanted.id, wanted.details);
  }
  Changes changes = gathering.take(minutes_of(wanted.when));
  changes.begins_sweep = was_series;
  return changes;
}

Changes to_series(const Context& context, const std::string& user_id, const Whole* existing,
                  const WholeSeries& wanted) {
  ChangeGathering gathering(context, user_id);
  gathering.continue_with(wanted.master);
  const WholeSeries* const old = existing == nullptr ? nullptr : std::get_if<WholeSeries>(existing);
  const store::Item item = to_item(user_id, wanted.master);
  if (old != nullptr) {
    gathering.put_over(item, old->master.stamp, wanted.master.guests);
  } else {
    gathering.put_new(item);
  }
  if (existing != nullptr && old == nullptr) {
    const auto& event = std::get<Event>(*existing);
    gathering.remove_whole(keys::event(event.id), event);
    gathering.move_guests(event, wanted.master);
    gathering.remove_links(event.id, event.details);
    gathering.put_links(kMasterType, wanted.master.id, wanted.master.details);
  }
  put_instances(wanted, old, gathering, user_id);
  int64_t longest = 0;
  for (const Instance& instance : wanted.exceptions) {
    longest = std::max(longest, minutes_of(instance.when));
  }
  return gathering.take(longest);
}

}  // namespace

std::string content_text(const Master& master, const Instance& instance) {
  return timeless_text(calendar_item(master, instance));
}

std::string content_text(const Whole& whole) {
  if (const auto* const event = std::get_if<Event>(&whole)) {
    return timeless_text(calendar_item(*event));
  }
  const auto& series = std::get<WholeSeries>(whole);
  const auto item = calendar_item(series.master);
  std::string text = item ? timeless_text(*item) : std::string();
  for (const Instance& instance : series.exceptions) text += content_text(series.master, instance);
  return text;
}

const Details& details_of(const Whole& whole) {
  const auto* const event = std::get_if<Event>(&whole);
  return event != nullptr ? event->details : std::get<WholeSeries>(whole).master.details;
}

const When& when_of(const Whole& whole) {
  const auto* const event = std::get_if<Event>(&whole);
  return event != nullptr ? event->when : std::get<WholeSeries>(whole).master.when;
}

const Guests& guests_of(const Whole& whole) {
  const auto* const event = std::get_if<Event>(&whole);
  return event != nullptr ? event->guests : std::get<WholeSeries>(whole).master.guests;
}

const Ical& ical_of(const Whole& whole) {
  const auto* const event = std::get_if<Event>(&whole);
  return event != nullptr ? event->ical : std::get<WholeSeries>(whole).master.ical;
}

const Stamp& stamp_of(const Whole& whole) {
  const auto* const event = std::get_if<Event>(&whole);
  return event != nullptr ? event->stamp : std::get<WholeSeries>(whole).master.stamp;
}

Changes changes_to(const Context& context, const std::string& user_id, const Whole* existing,
                   const Whole& wanted) {
  if (const auto* const event = std::get_if<Event>(&wanted)) {
    return to_event(context, user_id, existing, *event);
  }
  return to_series(context, user_id, existing, std::get<WholeSeries>(wanted));
}

Changes removal_of(const Context& context, const std::string& user_id, const Whole& existing) {
  ChangeGathering gathering(context, user_id);
  const auto* const event = std::get_if<Event>(&existing);
  if (event != nullptr) {
    gathering.remove_whole(keys::event(event->id), *event);
    gathering.remove_links(event->id, event->details);
    return gathering.take(0);
  }
  const Master& master = std::get<WholeSeries>(existing).master;
  gathering.remove_whole(keys::master(master.id), master);
  gathering.remove_links(master.id, master.details);
  gathering.sweep_series(master.id);
  Changes changes = gathering.take(0);
  changes.begins_sweep = true;
  return changes;
}

}  // namespace norn::events
