#pragma once

#include <string>
#include <string_view>

// The keys of events: of the items of the table `ProductivityData`, and further down of one in the
// table `norn`. No other file knows them; docs/data_model.md shows them.
namespace norn::events::keys {

inline std::string joined(std::string_view prefix, std::string_view rest) {
  std::string key;
  key.reserve(prefix.size() + rest.size());
  return key.append(prefix).append(rest);
}

inline std::string user(std::string_view user_id) {
  return joined("USER#", user_id);
}
inline std::string user_meta(std::string_view user_id) {
  return joined("USER_META#", user_id);
}

// Sort keys. `tag` says which occurrence: see event_id.h.
constexpr std::string_view kEvents = "EVENT#";
constexpr std::string_view kMasters = "MASTER#";
constexpr std::string_view kInstances = "INSTANCE#";
constexpr std::string_view kLinks = "LINK#";
inline std::string event(std::string_view event_id) {
  return joined(kEvents, event_id);
}
inline std::string master(std::string_view master_id) {
  return joined(kMasters, master_id);
}
// All of one series begin with it.
inline std::string instances_of(std::string_view master_id) {
  return joined(kInstances, master_id).append("#");
}
inline std::string instance(std::string_view master_id, std::string_view tag) {
  return instances_of(master_id).append(tag);
}
// Links of an event beyond its first one, which its own item has.
inline std::string links_of(std::string_view event_id) {
  return joined(kLinks, event_id).append("#");
}
inline std::string link(std::string_view event_id, std::string_view target) {
  return links_of(event_id).append(target);
}

// In the partition of a guest: the event of another owner that they are invited to.
constexpr std::string_view kGuests = "GUEST#";
inline std::string guest(std::string_view owner_id, std::string_view event_id) {
  return joined(kGuests, owner_id).append("#").append(event_id);
}

// GSI1-YearView: by the year that the sort key begins with.
inline std::string year(std::string_view user_id, std::string_view start) {
  return user(user_id).append("#").append(start.substr(0, 4));
}

// GSI2-RecurrenceLookup: a series, and those of its occurrences that have items.
inline std::string series(std::string_view master_id) {
  return joined("MASTER#", master_id);
}
constexpr std::string_view kMasterInSeries = "MASTER";
inline std::string instance_in_series(std::string_view tag) {
  return joined(kInstances, tag);
}

// GSI4: what links to something.
inline std::string linked_to(std::string_view target) {
  return joined(kLinks, target);
}
inline std::string linking(std::string_view entity_type, std::string_view event_id) {
  return std::string(entity_type).append("#").append(event_id);
}

// The import that is running, in the table `norn`, with PK = USER#<id>.
constexpr std::string_view kImport = "IMPORT";

}  // namespace norn::events::keys
