#pragma once

#include <string>

#include "apps/agenda/agenda.h"

// The JSON of replies, as docs/http_api.md describes it.
namespace norn::agenda {

void append_json(std::string& out, const AgendaPage& page);
void append_json(std::string& out, const UnscheduledTasks& tasks);
void append_json(std::string& out, const Item& item);

}  // namespace norn::agenda
