#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "store/item.h"

// Events of projects.
namespace norn::projects {

struct Event {
  std::string id;
  std::string title;
  std::optional<std::string> description;
  // Times in UTC. Of an all-day event they are read as days, and the end is the last one.
  std::string start_date;
  std::string end_date;
  bool all_day = false;
  std::string color;
  std::string project_id;  // The project whose members may change it.
  std::string created_at;
  std::string updated_at;
  // Not in the design:
  std::vector<std::string> project_ids = {};  // All projects that it is in, project_id included.
  std::optional<std::string> created_by = {};
  std::optional<std::string> updated_by = {};
  std::string etag = {};

  int64_t start_ms() const;
  int64_t end_ms() const;  // Of an all-day event, the midnight after its last day.
  friend bool operator==(const Event&, const Event&) = default;
};

store::Item to_item(const Event& event);
Result<Event> event_from(store::ItemView item);
const std::vector<std::string>& event_attributes();

}  // namespace norn::projects
