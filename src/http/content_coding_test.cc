#include "http/content_coding.h"

#include <gtest/gtest.h>
#include <libdeflate.h>
#include <zstd.h>

#include <memory>

namespace norn::http {
namespace {

std::string gzipped(std::string_view text) {
  const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
      libdeflate_alloc_compressor(6), libdeflate_free_compressor);
  std::string out(libdeflate_gzip_compress_bound(compressor.get(), text.size()), '\0');
  out.resize(
      libdeflate_gzip_compress(compressor.get(), text.data(), text.size(), out.data(), out.size()));
  return out;
}

Result<std::string> decoded(std::string_view body, std::vector<Request::Header> headers,
                            size_t limit = 1000) {
  const Request request{.headers = std::move(headers), .body = body};
  std::string buffer;
  NORN_ASSIGN(const std::string_view text, decode_body(request, limit, buffer));
  return std::string(text);
}

TEST(DecodeBody, TakesGzipAndPlainText) {
  const std::string zipped = gzipped("hello");
  const struct {
    std::string body;
    std::vector<Request::Header> headers;
    const char* text;
  } rows[] = {
      {"hello", {}, "hello"},
      {"hello", {{"Content-Encoding", "identity"}}, "hello"},
      {"hello", {{"Content-Encoding", ""}}, "hello"},
      {zipped, {{"content-encoding", "GZIP"}}, "hello"},
      {zipped, {{"Content-Encoding", "x-gzip"}}, "hello"},
      {gzipped(""), {{"Content-Encoding", "gzip"}}, ""},
      {zipped + gzipped("") + gzipped(", world"), {{"Content-Encoding", "gzip"}}, "hello, world"},
  };
  for (const auto& row : rows) {
    const auto text = decoded(row.body, row.headers);
    ASSERT_TRUE(text) << text.error().message;
    EXPECT_EQ(*text, row.text);
  }
}

TEST(DecodeBody, DoesNotCopyWhatIsNotEncoded) {
  const Request request{.body = "hello"};
  std::string buffer;
  EXPECT_EQ(decode_body(request, 5, buffer)->data(), request.body.data());
}

TEST(DecodeBody, RefusesWhatIsNotGzip) {
  const std::string zipped = gzipped("hello");
  std::string damaged = zipped;
  damaged[damaged.size() - 6] ^= 1;  // In the checksum.
  const struct {
    std::string body;
    std::vector<Request::Header> headers;
    const char* why;
  } rows[] = {
      {"hello", {{"Content-Encoding", "br"}}, "taken is gzip"},
      {"hello", {{"Content-Encoding", "gzip, gzip"}}, "taken is gzip"},
      {zipped, {{"Content-Encoding", "gzip"}, {"Content-Encoding", "gzip"}}, "taken is gzip"},
      {"", {{"Content-Encoding", "gzip"}}, "not gzip"},
      {"hello", {{"Content-Encoding", "gzip"}}, "not gzip"},
      {std::string(100, 'x'), {{"Content-Encoding", "gzip"}}, "damaged"},
      {damaged, {{"Content-Encoding", "gzip"}}, "damaged"},
      {zipped.substr(0, zipped.size() - 1), {{"Content-Encoding", "gzip"}}, "damaged"},
      {zipped + "garbage", {{"Content-Encoding", "gzip"}}, "not gzip"},
      {zipped + std::string(100, 'x'), {{"Content-Encoding", "gzip"}}, "damaged"},
  };
  for (const auto& row : rows) {
    const auto text = decoded(row.body, row.headers);
    ASSERT_FALSE(text) << row.body;
    EXPECT_EQ(text.error().code, ErrorCode::kValidation);
    EXPECT_NE(text.error().message.find(row.why), std::string::npos) << text.error().message;
  }
}

TEST(DecodeBody, StopsAtItsLimit) {
  const std::string text(1'000'000, 'x');
  const std::string bomb = gzipped(text);
  ASSERT_LT(bomb.size(), 2000u);
  EXPECT_EQ(decoded(bomb, {{"Content-Encoding", "gzip"}}, text.size()), text);
  const auto refused = decoded(bomb, {{"Content-Encoding", "gzip"}}, text.size() - 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kLimitExceeded);
  // Several members that are small enough each.
  const auto two = decoded(bomb + bomb, {{"Content-Encoding", "gzip"}}, text.size() + 1);
  ASSERT_FALSE(two);
  EXPECT_EQ(two.error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(decoded("hello", {}, 4).error().code, ErrorCode::kLimitExceeded);
}

TEST(DecodeBody, DoesNotBelieveTheLengthThatGzipTells) {
  std::string lying = gzipped(std::string(500, 'x'));
  for (const std::string_view length : {std::string_view("\0\0\0\0", 4), {"\377\377\377\377", 4}}) {
    lying.replace(lying.size() - 4, 4, length);
    EXPECT_EQ(decoded(lying, {{"Content-Encoding", "gzip"}}).error().code, ErrorCode::kValidation);
  }
}

std::string coding_for(std::string_view accepted) {
  const Request request{.headers = {{"Accept-Encoding", accepted}}};
  Response response{.body = std::string(2000, 'x')};
  encode_body(request, response);
  for (const char* name : {"gzip", "zstd"}) {
    if (response.header_lines.find(std::string("Content-Encoding: ") + name) != std::string::npos) {
      return name;
    }
  }
  EXPECT_EQ(response.body.size(), 2000u);
  return "";
}

TEST(EncodeBody, ChoosesWhatTheClientLikesBest) {
  const struct {
    const char *accepted, *coding;
  } rows[] = {
      {"gzip", "gzip"},
      {"gzip, deflate, br", "gzip"},
      {"gzip, deflate, br, zstd", "zstd"},
      {"zstd;q=0.5, gzip", "gzip"},
      {"zstd; q=0.5,GZIP;Q=0.4", "zstd"},
      {"gzip;q=1.000", "gzip"},
      {"*", "zstd"},
      {"*, zstd;q=0", "gzip"},
      {"gzip;q=0.001", "gzip"},
      {"", ""},
      {"identity", ""},
      {"br", ""},
      {"gzip;q=0", ""},
      {"gzip;q=0.000", ""},
      {"gzip;q=", ""},
      {"gzip;q=2", ""},
      {"gzip;q=x", ""},
      {"gzip;q=0.12345", ""},
      {"*;q=0", ""},
      {",,;,", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(coding_for(row.accepted), row.coding) << row.accepted;
}

TEST(EncodeBody, CanBeDecoded) {
  const std::string text(5000, 'x');
  Response response{.body = text};
  encode_body({.headers = {{"accept-encoding", "gzip"}}}, response);
  EXPECT_EQ(response.header_lines, "Vary: Accept-Encoding\r\nContent-Encoding: gzip\r\n");
  EXPECT_LT(response.body.size(), 200u);
  EXPECT_EQ(decoded(response.body, {{"Content-Encoding", "gzip"}}, 5000), text);

  response = {.body = text};
  encode_body({.headers = {{"Accept-Encoding", "zstd"}}}, response);
  std::string out(5000, '\0');
  EXPECT_EQ(ZSTD_decompress(out.data(), out.size(), response.body.data(), response.body.size()),
            text.size());
  EXPECT_EQ(out, text);
}

TEST(EncodeBody, CompressesAKeptBodyOnce) {
  const std::string text(5000, 'x');
  const auto kept = std::make_shared<const KeptBody>(text);
  std::string_view first;
  for (int i = 0; i < 2; ++i) {
    Response response;
    response.set_kept(kept);
    encode_body({.headers = {{"Accept-Encoding", "gzip"}}}, response);
    EXPECT_EQ(response.header_lines, "Vary: Accept-Encoding\r\nContent-Encoding: gzip\r\n");
    EXPECT_EQ(decoded(response.bytes(), {{"Content-Encoding", "gzip"}}, 5000), text);
    EXPECT_TRUE(first.empty() || first.data() == response.bytes().data());
    first = response.bytes();
  }
  Response plain;
  plain.set_kept(kept);
  encode_body({}, plain);
  EXPECT_EQ(plain.bytes().data(), kept->text().data());
}

TEST(EncodeBody, DoesNotKeepWhatHardlyGetsSmaller) {
  std::string text;
  for (uint32_t i = 0, random = 1; i < 2'000; ++i) {
    random = random * 1'664'525 + 1'013'904'223;
    text.push_back(static_cast<char>('A' + (random >> 24) % 26));
  }
  const auto kept = std::make_shared<const KeptBody>(text);
  Response response;
  response.set_kept(kept);
  encode_body({.headers = {{"Accept-Encoding", "gzip"}}}, response);
  EXPECT_FALSE(response.kept);
  EXPECT_LT(response.body.size(), text.size());
  EXPECT_EQ(decoded(response.body, {{"Content-Encoding", "gzip"}}, 5000), text);
}

TEST(EncodeBody, LeavesAloneWhatIsNotWorthIt) {
  const struct {
    const char* content_type;
    std::string body;
    bool encoded;
  } rows[] = {
      {"application/json", std::string(1024, 'x'), true},
      {"application/x-amz-json-1.0", std::string(1024, 'x'), true},
      {"application/problem+json", std::string(1024, 'x'), true},
      {"text/html; charset=utf-8", std::string(1024, 'x'), true},
      {"text/javascript", std::string(1024, 'x'), true},
      {"image/svg+xml", std::string(1024, 'x'), true},
      {"application/json", std::string(1023, 'x'), false},
      {"image/png", std::string(1024, 'x'), false},
      {"text/event-stream", std::string(1024, 'x'), false},
      {"application/octet-stream", std::string(1024, 'x'), false},
  };
  for (const auto& row : rows) {
    Response response{.content_type = row.content_type, .body = row.body};
    encode_body({.headers = {{"Accept-Encoding", "gzip"}}}, response);
    EXPECT_EQ(response.header_lines.find("Content-Encoding") != std::string::npos, row.encoded)
        << row.content_type;
  }
}

TEST(EncodeBody, TellsCachesEvenWhenThisClientTakesNoCoding) {
  Response response{.body = std::string(2000, 'x')};
  encode_body({}, response);
  EXPECT_EQ(response.header_lines, "Vary: Accept-Encoding\r\n");
}

TEST(Crc32, IsThatOfZlib) {
  EXPECT_EQ(crc32(""), 0u);
  EXPECT_EQ(crc32("123456789"), 0xcbf43926u);
}

}  // namespace
}  // namespace norn::http
