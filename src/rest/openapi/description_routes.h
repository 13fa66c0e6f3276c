#pragma once

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "rest/openapi/api_page.h"
#include "rest/openapi/description.h"

namespace norn::rest {

// The routes with which an Api describes itself: /api/openapi.json and the page /api. Both are made
// on the first request, because all routes have been added by then.
class DescriptionRoutes {
 public:
  explicit DescriptionRoutes(std::function<Description()> describe)
      : describe_(std::move(describe)) {}

  // They refer to this object.
  std::vector<Route> routes();

 private:
  void make_once();
  Result<void> serve_openapi(Call& call);
  Result<void> serve_page(Call& call);

  const std::function<Description()> describe_;
  std::once_flag made_;
  std::string openapi_;
  std::string openapi_etag_;
  ApiPage page_;
  std::string page_etag_;
};

// The schemas that they, and all problems, refer to.
constexpr std::string_view kProblemSchema =
    R"({"type":"object","description":"RFC 9457 problem details.",)"
    R"("required":["type","title","status","detail"],"properties":{)"
    R"("type":{"type":"string"},"title":{"type":"string"},"status":{"type":"integer"},)"
    R"("detail":{"type":"string","description":"What is wrong, and what to do."},)"
    R"("field":{"type":"string","description":"The member or parameter that is wrong."},)"
    R"("code":{"type":"string","description":"Which rule was broken, for programs."},)"
    R"("taken":{"type":"array","description":"With 409: what is in the way."},)"
    R"("current":{"description":"With 412 and 409: the state as it is now."}}})";
constexpr std::string_view kOpenApiSchema =
    R"({"type":"object","description":"An OpenAPI 3.1 document."})";

}  // namespace norn::rest
