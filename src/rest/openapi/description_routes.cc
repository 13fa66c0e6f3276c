#include "rest/openapi/description_routes.h"

#include "base/json_writer.h"
#include "base/sha256.h"
#include "rest/openapi/openapi.h"

namespace norn::rest {
namespace {

constexpr size_t kEtagLetters = 32;
constexpr const char* kHtml = "text/html; charset=utf-8";

std::string etag_of(const std::string& text) {
  return sha256_hex(text).substr(0, kEtagLetters);
}

}  // namespace

std::string problem_schema(const std::map<std::string_view, std::string_view>& sentences) {
  std::string schema(
      R"({"type":"object","description":"RFC 9457 problem details.",)"
      R"("required":["type","title","status","detail","code"],"properties":{)"
      R"("type":{"type":"string"},"title":{"type":"string"},"status":{"type":"integer"},)"
      R"("detail":{"type":"string","description":"What is wrong, and what to do, in English."},)"
      R"("field":{"type":"string","description":"The member or parameter that is wrong."},)"
      R"("params":{"$ref":"#/components/schemas/SentenceParams"},)"
      R"("taken":{"type":"array","description":"With 409: what is in the way."},)"
      R"("current":{"description":"With 412 and 409: the state as it is now."},)"
      R"("code":{"type":"string","description":"Which sentence `detail` is: a key of x-sentences, )"
      R"(which are in English, with the names of `params` in braces. Codes stay; there may be )"
      R"(more of them in later versions.","x-sentences":)");
  ObjectWriter list(schema);
  for (const auto& [code, english] : sentences) list.text(code, english);
  list.close();
  schema += "}}}";
  return schema;
}

std::vector<Route> DescriptionRoutes::routes() {
  std::vector<Route> routes;
  routes.push_back(
      {.method = "GET",
       .path = "/api/openapi.json",
       .operation = "getOpenApi",
       .tag = "description",
       .summary = "This description, as OpenAPI 3.1.",
       .access = Access::kAnyone,
       .replies = {{.status = 200, .description = "The document.", .schema = "OpenApi"}},
       .handle = [this](Call& call) { return serve_openapi(call); }});
  routes.push_back({.method = "GET",
                    .path = "/api",
                    .operation = "getApiPage",
                    .tag = "description",
                    .summary = "This description, as a page to read.",
                    .access = Access::kAnyone,
                    .replies = {{.status = 200, .description = "The page.", .content_type = kHtml}},
                    .handle = [this](Call& call) { return serve_page(call); }});
  return routes;
}

void DescriptionRoutes::make_once() {
  std::call_once(made_, [this] {
    openapi_ = make_openapi(describe_());
    openapi_etag_ = etag_of(openapi_);
    page_ = make_api_page(describe_());
    page_etag_ = etag_of(page_.html);
  });
}

Result<void> DescriptionRoutes::serve_openapi(Call& call) {
  make_once();
  call.json() = openapi_;
  call.set_etag(openapi_etag_);
  return {};
}

Result<void> DescriptionRoutes::serve_page(Call& call) {
  make_once();
  call.json() = page_.html;
  call.response().content_type = kHtml;
  call.response().add_header("Content-Security-Policy", page_.security_policy);
  call.set_etag(page_etag_);
  return {};
}

}  // namespace norn::rest
