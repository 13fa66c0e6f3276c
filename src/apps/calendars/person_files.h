#pragma once

#include <string>

#include "apps/calendars/service.h"
#include "apps/calendars/subscriptions/subscriptions.h"
#include "apps/shared/person_files.h"
#include "base/error.h"

namespace norn::calendars {

// The calendars that the person owns, and the feeds that they subscribe to.
Result<void> add_person_files(const Context& context, Calendars& calendars,
                              Subscriptions& subscriptions, const std::string& user_id,
                              apps::PersonFiles& files);

}  // namespace norn::calendars
