#include "rest/call.h"

#include <gtest/gtest.h>

#include "base/faults.h"
#include "http/content_coding.h"
#include "http/test_support.h"
#include "rest/problem.h"
#include "rest/test_support.h"

namespace norn::rest {
namespace {

constexpr Sentence<> kNoEntry{"noEntry", "There is no such entry."};

using http::contains;
using Headers = std::vector<http::Request::Header>;

constexpr std::string_view kId = "0b0c0d0e-1234-4abc-8def-0123456789ab";
const http::Request::Header kJson = {"Content-Type", "application/json"};
const Caller kNobody;

// The gzip of a text, stored: a block without compression needs no library.
std::string stored_gzip(std::string_view text) {
  const auto little = [](uint32_t number, size_t bytes) {
    std::string out;
    for (size_t i = 0; i < bytes; ++i) out.push_back(static_cast<char>(number >> (8 * i)));
    return out;
  };
  const auto length = static_cast<uint32_t>(text.size());
  return std::string("\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x01", 11) + little(length, 2) +
         little(~length, 2) + std::string(text) + little(http::crc32(text), 4) + little(length, 4);
}

TEST(CallPath, IsAnIdOrNothingThatIsThere) {
  FakeExchange exchange;
  for (const std::string_view bad :
       {"", "7", "0B0C0D0E-1234-4ABC-8DEF-0123456789AB", "0b0c0d0e-1234-4abc-8def-0123456789a",
        "0b0c0d0e-1234-4abc-8def-0123456789abc", "0b0c0d0e.1234-4abc-8def-0123456789ab",
        "0b0c0d0e-1234-4abc-8def-0123456789a#"}) {
    const auto id =
        Call(exchange, kNobody, {{"entryId", std::string(bad)}}).id("entryId", kNoEntry);
    ASSERT_FALSE(id) << bad;
    EXPECT_EQ(id.error().code, ErrorCode::kNotFound) << bad;
    EXPECT_TRUE(contains(id.error().message, "no such entry")) << bad;
  }
  const Call call(exchange, kNobody, {{"entryId", std::string(kId)}, {"provider", "a b"}});
  EXPECT_EQ(*call.id("entryId", kNoEntry), kId);
  EXPECT_EQ(call.path("provider"), "a b");
}

TEST(CallQuery, IsDecoded) {
  FakeExchange exchange("GET", "/a?from=2026-01-01&name=a+b%2Fc&empty=&n=12&from=again");
  const Call call(exchange, kNobody, {});
  EXPECT_EQ(call.query("from"), "2026-01-01");
  EXPECT_EQ(call.query("name"), "a b/c");
  EXPECT_EQ(call.query("empty"), std::nullopt);
  EXPECT_EQ(call.query("to"), std::nullopt);
  EXPECT_EQ(call.queries("from"), (std::vector<std::string>{"2026-01-01", "again"}));
  EXPECT_TRUE(call.queries("empty").empty());
  EXPECT_EQ(*call.required_query("from"), "2026-01-01");
  EXPECT_EQ(fault_of(call.required_query("empty").error())->field, "empty");
  EXPECT_EQ(fault_of(call.required_query("to").error())->field, "to");
  EXPECT_TRUE(call.check_query());
}

TEST(CallQuery, HasNumbers) {
  FakeExchange exchange("GET", "/a?n=12&x=12a&y=99999999999999999999&z=+1&m=-3");
  const Call call(exchange, kNobody, {});
  EXPECT_EQ(*call.integer_query("n", 5, 1, 12), 12);
  EXPECT_EQ(*call.integer_query("m", 5, -3, 12), -3);
  EXPECT_EQ(*call.integer_query("none", 5, 1, 12), 5);
  for (const char* bad : {"x", "y", "z", "m"}) {
    const auto number = call.integer_query(bad, 5, 1, 12);
    ASSERT_FALSE(number) << bad;
    EXPECT_EQ(fault_of(number.error())->field, bad);
  }
  EXPECT_FALSE(call.integer_query("n", 5, 1, 11));
}

TEST(CallQuery, IsText) {
  FakeExchange exchange("GET", "/a?name=%ff");
  EXPECT_EQ(Call(exchange, kNobody, {}).check_query().error().code, ErrorCode::kInvalid);
}

TEST(CallBody, IsAJsonObject) {
  FakeExchange exchange("POST", "/a", {{"content-type", "Application/JSON; charset=utf-8"}},
                        R"({"title":"a"})");
  Call call(exchange, kNobody, {});
  auto body = call.body();
  ASSERT_TRUE(body) << body.error().message;
  EXPECT_EQ(*body->text("title"), "a");
}

TEST(CallBody, MayBeMissingWhereThatIsSaid) {
  FakeExchange nothing("POST", "/a");
  Call call(nothing, kNobody, {});
  const auto missing = call.optional_body();
  ASSERT_TRUE(missing);
  EXPECT_FALSE(missing->has_value());
  EXPECT_EQ(status_of(call.body().error()), 415);

  FakeExchange something("POST", "/a", {kJson}, "{}");
  Call other(something, kNobody, {});
  EXPECT_TRUE(other.optional_body()->has_value());
}

TEST(CallBody, IsRefusedWhenItIsSomethingElse) {
  struct Row {
    Headers headers;
    std::string body;
    int status;
  };
  const Row kRows[] = {
      {{}, "{}", 415},
      {{{"Content-Type", "text/plain"}}, "{}", 415},
      {{{"Content-Type", "application/json-patch+json"}}, "[]", 415},
      {{kJson}, "", 400},
      {{kJson}, "[]", 400},
      {{kJson}, "{\"a\":", 400},
      {{kJson}, "{\"a\":1,\"a\":2}", 400},
      {{kJson}, "{\"a\":\"" + std::string(100, 'x') + "\"}", 413},
      {{kJson, {"Content-Encoding", "gzip"}}, stored_gzip(std::string(101, ' ')), 413},
      {{kJson, {"Content-Encoding", "gzip"}}, "no gzip", 400},
      {{kJson, {"Content-Encoding", "br"}}, "{}", 400},
  };
  for (const Row& row : kRows) {
    FakeExchange exchange("POST", "/a", row.headers, row.body);
    const auto body = Call(exchange, kNobody, {}, 100).body();
    ASSERT_FALSE(body) << row.body;
    EXPECT_EQ(status_of(body.error()), row.status) << row.body << ": " << body.error().message;
  }
}

TEST(CallBody, IsTextOfTheTypeThatIsAskedFor) {
  FakeExchange exchange("POST", "/a", {{"Content-Type", "text/calendar; charset=utf-8"}}, "BEGIN");
  Call call(exchange, kNobody, {});
  EXPECT_EQ(*call.text_body("text/calendar"), "BEGIN");
  EXPECT_EQ(status_of(call.text_body("text/vcard").error()), 415);
}

TEST(CallBody, IsDecompressed) {
  const std::string zipped = stored_gzip(R"({"title":"a"})");
  FakeExchange exchange("POST", "/a", {kJson, {"Content-Encoding", "gzip"}}, zipped);
  Call call(exchange, kNobody, {});
  auto body = call.body();
  ASSERT_TRUE(body) << body.error().message;
  EXPECT_EQ(*body->text("title"), "a");
}

TEST(CallBody, HasADigestThatTellsRequestsApart) {
  const auto digest = [](std::string_view path, std::string_view body) {
    FakeExchange exchange("POST", path, {kJson}, body);
    return Call(exchange, kNobody, {}).body_digest();
  };
  EXPECT_EQ(digest("/a", "{}"), digest("/a", "{}"));
  EXPECT_NE(digest("/a", "{}"), digest("/a", "{ }"));
  EXPECT_NE(digest("/a", "{}"), digest("/b", "{}"));
}

TEST(CallIfMatch, IsOneStrongTag) {
  FakeExchange exchange("PATCH", "/a", {{"If-Match", " \"abc\" "}});
  EXPECT_EQ(*Call(exchange, kNobody, {}).if_match(), "abc");
  for (const char* bad : {"", "abc", "*", "W/\"abc\"", "\"a\", \"b\"", "\"\"", "\"", "\"a b\""}) {
    FakeExchange wrong("PATCH", "/a", {{"If-Match", bad}});
    const auto tag = Call(wrong, kNobody, {}).if_match();
    ASSERT_FALSE(tag) << bad;
    EXPECT_EQ(tag.error().code, ErrorCode::kInvalid) << bad;
    EXPECT_EQ(fault_of(tag.error())->field, "If-Match");
  }
  FakeExchange missing("PATCH", "/a");
  EXPECT_EQ(Call(missing, kNobody, {}).if_match().error().code, ErrorCode::kPreconditionRequired);
}

TEST(CallIdempotencyKey, IsShortAndPrintable) {
  const auto key = [](std::string_view value) {
    FakeExchange exchange("POST", "/a", {{"Idempotency-Key", value}});
    return Call(exchange, kNobody, {}).idempotency_key();
  };
  EXPECT_EQ(*key("8e03978e-40d5"), "8e03978e-40d5");
  EXPECT_EQ(**key(std::string(200, 'x')), std::string(200, 'x'));
  for (const std::string& bad :
       {std::string(), std::string(201, 'x'), std::string("\xc3\xa4"), std::string("a\tb")}) {
    ASSERT_FALSE(key(bad)) << bad;
    EXPECT_EQ(fault_of(key(bad).error())->field, "Idempotency-Key");
  }
  FakeExchange without("POST", "/a");
  EXPECT_EQ(*Call(without, kNobody, {}).idempotency_key(), std::nullopt);
}

TEST(CallReply, IsWrittenIntoTheResponse) {
  FakeExchange exchange;
  Call call(exchange, kNobody, {});
  call.response().body = "what was there before";
  call.json(202) += "{}";
  EXPECT_EQ(exchange.response.status, 202);
  EXPECT_EQ(exchange.response.body, "{}");
  call.created("/api/v1/entries/7") += "{}";
  EXPECT_EQ(exchange.response.status, 201);
  EXPECT_TRUE(contains(exchange.response.header_lines, "Location: /api/v1/entries/7\r\n"));
  call.no_content();
  EXPECT_EQ(exchange.response.status, 204);
  EXPECT_TRUE(exchange.response.body.empty());
}

TEST(CallReply, MayBeKeptElsewhere) {
  FakeExchange exchange;
  Call call(exchange, kNobody, {});
  const auto kept = std::make_shared<const KeptBody>("{}");
  call.kept_json(kept);
  EXPECT_EQ(exchange.response.bytes().data(), kept->text().data());
  call.json() += "[]";
  EXPECT_EQ(exchange.response.bytes(), "[]");
}

TEST(CallReply, RedirectsWithoutLettingAnybodyWriteHeaders) {
  FakeExchange exchange;
  Call(exchange, kNobody, {}).redirect("/a?b=\r\nSet-Cookie: c=d \xc3\xa4");
  EXPECT_EQ(exchange.response.status, 303);
  EXPECT_EQ(exchange.response.header_lines, "Location: /a?b=%0D%0ASet-Cookie:%20c=d%20%C3%A4\r\n");
}

TEST(CallReply, MayStayOpen) {
  FakeExchange exchange;
  Call call(exchange, kNobody, {});
  EXPECT_FALSE(call.is_streaming());
  const auto stream = call.open_stream();
  EXPECT_TRUE(call.is_streaming());
  EXPECT_EQ(stream, exchange.streamed);
  EXPECT_EQ(exchange.response.content_type, "text/event-stream");
  EXPECT_TRUE(contains(exchange.response.header_lines, "Cache-Control: no-store\r\n"));
}

}  // namespace
}  // namespace norn::rest
