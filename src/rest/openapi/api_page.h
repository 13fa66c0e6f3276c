#pragma once

#include <string>

#include "rest/openapi/description.h"

namespace norn::rest {

struct ApiPage {
  std::string html;
  std::string security_policy;  // Allows the style of the page, and nothing else.
};

// The description as a page for people. It needs no script and nothing from elsewhere.
ApiPage make_api_page(const Description& description);

}  // namespace norn::rest
