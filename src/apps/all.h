#pragma once

#include "apps/app.h"

namespace norn::apps {

// All apps of Norn: the only list of them.
Apps all_apps();

}  // namespace norn::apps
