#include "rest/openapi/openapi.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <functional>
#include <set>

#include "http/test_support.h"
#include "rest/openapi/api_page.h"
#include "rest/openapi/html_text.h"
#include "rest/router.h"
#include "rest/test_routes.h"

namespace norn::rest {
namespace {

using http::contains;
using simdjson::dom::element;

class OpenApiTest : public testing::Test {
 protected:
  OpenApiTest() : text_(make_openapi(description())) { document_ = parser_.parse(text_); }

  Description description() const { return {routes_, schemas_, "1.2.3", ""}; }

  // What stands at a JSON pointer, as JSON.
  std::string at(std::string_view pointer) {
    element found;
    if (document_.at_pointer(pointer).get(found) != simdjson::SUCCESS) return "nothing";
    return simdjson::minify(found);
  }

  std::vector<Route> routes_ = test_routes();
  std::map<std::string, std::string> schemas_ = test_schemas();
  std::string text_;
  simdjson::dom::parser parser_;
  element document_;
};

// Calls `visit` for every object in the document.
void each_object(element value, const std::function<void(simdjson::dom::object)>& visit) {
  if (value.is_object()) {
    const simdjson::dom::object object(value);
    visit(object);
    for (const auto& member : object) each_object(member.value, visit);
  } else if (value.is_array()) {
    const simdjson::dom::array list(value);
    for (const element item : list) each_object(item, visit);
  }
}

TEST_F(OpenApiTest, SaysWhatItIs) {
  EXPECT_EQ(at("/openapi"), R"("3.1.0")");
  EXPECT_EQ(at("/info/version"), R"("1.2.3")");
  EXPECT_EQ(at("/servers"), R"([{"url":"/"}])");
  EXPECT_EQ(at("/tags"), R"([{"name":"things"},{"name":"server"}])");
}

TEST_F(OpenApiTest, RefersToNothingThatIsNotThere) {
  int references = 0;
  each_object(document_, [&](simdjson::dom::object object) {
    std::string_view reference;
    if (object.at_key("$ref").get(reference) != simdjson::SUCCESS) return;
    ++references;
    ASSERT_TRUE(reference.starts_with("#/")) << reference;
    EXPECT_NE(at(reference.substr(1)), "nothing") << reference;
  });
  EXPECT_GT(references, 20);
}

TEST_F(OpenApiTest, DeclaresEveryParameterOfEveryPath) {
  const simdjson::dom::object paths(document_["paths"]);
  for (const auto& path : paths) {
    const simdjson::dom::object methods(path.value);
    for (const auto& method : methods) {
      std::set<std::string> declared;
      const simdjson::dom::array parameters(method.value["parameters"]);
      for (const element parameter : parameters) {
        if (std::string_view(parameter["in"]) != "path") continue;
        EXPECT_TRUE(bool(parameter["required"]));
        declared.emplace(std::string_view(parameter["name"]));
      }
      std::set<std::string> in_path;
      for (const std::string_view name : parameter_names(path.key)) in_path.emplace(name);
      EXPECT_EQ(declared, in_path) << path.key;
    }
  }
}

TEST_F(OpenApiTest, GivesEveryOperationANameOfItsOwn) {
  std::set<std::string> names;
  size_t operations = 0;
  each_object(document_, [&](simdjson::dom::object object) {
    std::string_view name;
    if (object.at_key("operationId").get(name) != simdjson::SUCCESS) return;
    ++operations;
    names.emplace(name);
  });
  EXPECT_EQ(names.size(), operations);
  EXPECT_EQ(operations, routes_.size());
}

TEST_F(OpenApiTest, DescribesWhatARouteTakes) {
  const std::string_view patch = "/paths/~1api~1v1~1things~1{thingId}/patch";
  EXPECT_EQ(at(fmt::format("{}/operationId", patch)), R"("changeThing")");
  EXPECT_EQ(at(fmt::format("{}/parameters/0/name", patch)), R"("thingId")");
  EXPECT_EQ(at(fmt::format("{}/parameters/1/name", patch)), R"("If-Match")");
  EXPECT_EQ(at(fmt::format("{}/requestBody", patch)),
            R"({"required":true,"content":{"application/json":{"schema":)"
            R"({"$ref":"#/components/schemas/ThingChange"}}}})");
  EXPECT_EQ(at("/paths/~1api~1v1~1things/post/parameters/0/name"), R"("Idempotency-Key")");
  EXPECT_EQ(at("/paths/~1api~1v1~1things/get/parameters/0"),
            R"({"name":"limit","in":"query","required":false,"description":"How many.",)"
            R"("schema":{"type":"integer"}})");
}

TEST_F(OpenApiTest, DescribesWhatARouteReplies) {
  const std::string_view patch = "/paths/~1api~1v1~1things~1{thingId}/patch/responses";
  EXPECT_EQ(at(fmt::format("{}/200", patch)),
            R"({"description":"The thing.","content":{"application/json":{"schema":)"
            R"({"$ref":"#/components/schemas/Thing"}}}})");
  for (const int status : {400, 401, 403, 404, 413, 415, 428, 429, 500, 503, 507}) {
    EXPECT_EQ(at(fmt::format("{}/{}", patch, status)),
              fmt::format(R"({{"$ref":"#/components/responses/Problem{}"}})", status));
  }
  EXPECT_EQ(at(fmt::format("{}/409", patch)), "nothing");
  EXPECT_NE(at("/paths/~1api~1v1~1things/post/responses/409"), "nothing");
  EXPECT_NE(at("/paths/~1api~1v1~1things/post/responses/422"), "nothing");
  EXPECT_EQ(at("/paths/~1api~1v1~1page/get/responses/200"),
            R"({"description":"The page.","content":{"text/html":{}}})");
  EXPECT_EQ(at("/paths/~1api~1v1~1settings/delete/responses/204"), R"({"description":"Done."})");
}

TEST_F(OpenApiTest, SaysWhoMayCall) {
  EXPECT_EQ(at("/paths/~1api~1v1~1things/get/security"),
            R"([{"session":[]},{"token":["things:read"]}])");
  EXPECT_EQ(at("/paths/~1api~1v1~1things/get/x-scope"), R"("things:read")");
  EXPECT_EQ(at("/paths/~1api~1v1~1page/get/security"), "[]");
  EXPECT_EQ(at("/paths/~1api~1v1~1settings/delete/security"), R"([{"session":["administrator"]}])");
  EXPECT_EQ(at("/components/securitySchemes/token/scheme"), R"("bearer")");
}

TEST_F(OpenApiTest, IsABugWhenItNamesWhatIsNotThere) {
  schemas_.erase("Thing");
  EXPECT_DEATH(make_openapi(description()), "name schemas that exist");
  schemas_["Thing"] = "{";
  EXPECT_DEATH(make_openapi(description()), "are JSON");
}

TEST_F(OpenApiTest, IsAPageToo) {
  routes_[0].summary = "All <b>things</b> & more.";
  const ApiPage page = make_api_page(description());
  EXPECT_TRUE(contains(page.html, "All &lt;b&gt;things&lt;/b&gt; &amp; more."));
  EXPECT_FALSE(contains(page.html, "<b>things"));
  EXPECT_FALSE(contains(page.html, "<script"));
  EXPECT_FALSE(contains(page.html, "style=\""));
  for (const Route& route : routes_) {
    EXPECT_TRUE(contains(page.html, fmt::format("id=\"{}\"", route.operation)));
  }
  for (const auto& [name, schema] : schemas_) {
    EXPECT_TRUE(contains(page.html, fmt::format("id=\"schema-{}\"", name)));
  }
  EXPECT_TRUE(contains(page.security_policy, "default-src 'none'; style-src 'sha256-"));
}

TEST(HtmlText, StandsForItself) {
  EXPECT_EQ(escaped("<a href=\"'&\">"), "&lt;a href=&quot;&#39;&amp;&quot;&gt;");
}

TEST(HtmlText, ShowsJsonLineByLine) {
  EXPECT_EQ(indented_json(R"({"a":[1,{}],"b{":"\"}","c":[]})"),
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b{\": \"\\\"}\",\n  \"c\": []\n}");
}

}  // namespace
}  // namespace norn::rest
