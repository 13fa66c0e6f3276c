#pragma once

#include "apps/shared/transaction.h"

// Calendars change as everything does.
namespace norn::calendars {

using apps::Action;
using apps::decide_and_write;
using apps::Done;
using apps::kMaxAttempts;
using apps::write_all;

}  // namespace norn::calendars
