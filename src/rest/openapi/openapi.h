#pragma once

#include <string>

#include "rest/openapi/description.h"

namespace norn::rest {

// The description as an OpenAPI 3.1 document. A schema that is not JSON, or a reference to a
// missing schema, is a bug.
std::string make_openapi(const Description& description);

}  // namespace norn::rest
