#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
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
// `sentences` are the English texts by their codes.
std::string problem_schema(const std::map<std::string_view, std::string_view>& sentences);
constexpr std::string_view kSentenceParamsSchema =
    R"({"type":"object","description":"The values of the parameters of a sentence.",)"
    R"("additionalProperties":{"anyOf":[{"type":"string"},{"type":"integer"},)"
    R"({"$ref":"#/components/schemas/Sentence"}]}})";
// A sentence that is a parameter of another one, or the reason of something.
constexpr std::string_view kSentenceSchema =
    R"({"type":"object","additionalProperties":false,"required":["detail","code"],"properties":{)"
    R"("detail":{"type":"string","description":"The sentence in English."},)"
    R"("code":{"type":"string","description":"One of those of Problem."},)"
    R"("params":{"$ref":"#/components/schemas/SentenceParams"}}})";
constexpr std::string_view kOpenApiSchema =
    R"({"type":"object","description":"An OpenAPI 3.1 document."})";

}  // namespace norn::rest
