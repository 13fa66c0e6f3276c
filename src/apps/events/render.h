#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/events/exchange/import.h"
#include "apps/events/guests/guests.h"
#include "apps/events/guests/invitations.h"
#include "apps/events/model.h"
#include "apps/events/views/views.h"

// The JSON of replies, as docs/http_api.md describes it.
namespace norn::events {

void append_json(std::string& out, const Thing& thing);
void append_json(std::string& out, const View& view);
// A view that is not expanded: the items as they are stored.
void append_json(std::string& out, const ViewRequest& request, const std::vector<Thing>& items);
// A search result, with its next occurrence in a time zone.
void append_json(std::string& out, const Found& found, const std::string& tzid);
void append_json(std::string& out, const ImportReport& report);
void append_json(std::string& out, const ListedGuest& guest);
void append_json(std::string& out, const Invitation& invitation);
// The colors to choose from: [{"name","color"}, ...].
void append_palette(std::string& out);
std::string json_of(const Thing& thing);

}  // namespace norn::events
