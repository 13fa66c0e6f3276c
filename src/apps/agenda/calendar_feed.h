#pragma once

#include <string>

#include "apps/agenda/agenda.h"
#include "apps/agenda/preferences.h"

namespace norn::agenda {

// Everything in a person's agenda as a calendar file, but what they have hidden: from a month ago,
// for a year. What repeats is in it occurrence by occurrence, because apps have no rule in common.
// Returns the error of an app that fails, because a program that subscribes would take what is
// missing for deleted; one in which there is nothing of the person (any more) is left out.
Result<std::string> calendar_feed(Agenda& agenda, const Clock& clock, const std::string& user_id,
                                  const Preferences& preferences, const std::string& language);

}  // namespace norn::agenda
