#pragma once

#include <string>

namespace norn {

// A random UUID (version 4) from the kernel's generator.
std::string random_uuid();

}  // namespace norn
