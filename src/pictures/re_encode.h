#pragma once

#include <string>

#include "pictures/picture.h"

namespace norn::pictures {

// Decodes what a stranger has sent, with libraries that have had their holes, in this process: only
// for a process that may be lost (pictures/worker.h). Everything else calls PictureWorkers.
Outcome re_encode(std::string bytes);

}  // namespace norn::pictures
