#include "http/static_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace norn::http {
namespace {

constexpr std::string_view kHash = "0123456789abcdef";

std::string line(std::string_view path, std::string_view kind, std::string_view lengths) {
  return fmt::format("{}\ttext/plain\t{}\t{}\t{}\n", path, kHash, kind, lengths);
}

std::string pack_of(std::string_view lines, std::string_view bytes) {
  return fmt::format("norn pack 1\n{}\n{}", lines, bytes);
}

// Four files: one in all forms, one that is not compressed, one that is empty, one in one coding.
std::string some_pack() {
  return pack_of(line("/a-12345678.txt", "fixed", "5\t3\t2") + line("/b.txt", "named", "4\t0\t0") +
                     line("/deep/empty.txt", "named", "0\t0\t0") +
                     line("/zip.txt", "named", "6\t1\t0"),
                 "plainzipbrmorelonger1");
}

struct Reply {
  int status;
  std::string body;
  std::string headers;
  std::string coding;  // "" without one.
};

std::string value_of(std::string_view lines, std::string_view name) {
  const size_t begin = lines.find(fmt::format("{}: ", name));
  if (begin == std::string_view::npos) return "";
  const size_t value = begin + name.size() + 2;
  return std::string(lines.substr(value, lines.find('\r', value) - value));
}

Reply fetch(std::string_view path, std::vector<Request::Header> headers = {}) {
  static const std::string pack = some_pack();
  const auto files = StaticFiles::read(pack);
  EXPECT_TRUE(files) << files.error().message;
  const StaticFile* const file = files->find(path);
  if (file == nullptr) return {404, "", "", ""};
  const Request request{.method = "GET", .path = path, .headers = std::move(headers)};
  Response response;
  send_file(*file, request, response);
  return {response.status, response.body, response.header_lines,
          value_of(response.header_lines, "Content-Encoding")};
}

TEST(StaticFiles, AreFoundByTheirExactPathsOnly) {
  EXPECT_EQ(fetch("/b.txt").body, "more");
  EXPECT_EQ(fetch("/zip.txt").body, "longer");
  EXPECT_EQ(fetch("/deep/empty.txt").status, 200);
  EXPECT_EQ(fetch("/deep/empty.txt").body, "");
  for (const std::string_view path :
       {"", "/", "b.txt", "/B.txt", "/b.txt/", "//b.txt", "/deep/../b.txt", "/deep/%2e%2e/b.txt",
        "/./b.txt", "/%62.txt", "/b.txt%00", "/b.tx", "/b.txt ", "/deep", "/deep/"}) {
    EXPECT_EQ(fetch(path).status, 404) << path;
  }
}

TEST(StaticFiles, AreSentInTheCodingThatTheClientLikesBest) {
  const struct {
    const char* accepted;
    const char* coding;
    const char* body;
  } rows[] = {
      {"", "", "plain"},
      {"br", "br", "br"},
      {"gzip, deflate, br, zstd", "br", "br"},
      {"gzip", "gzip", "zip"},
      {"GZIP", "gzip", "zip"},
      {"*", "br", "br"},
      {"br;q=0.5, gzip", "gzip", "zip"},
      {"br;q=0.5, gzip;q=0.5", "br", "br"},
      {"br;q=0, gzip;q=0.001", "gzip", "zip"},
      {"br;q=0, *", "gzip", "zip"},
      {"identity, br;q=0.9", "", "plain"},
      {"identity;q=0.5, br;q=0.9", "br", "br"},
      {"zstd", "", "plain"},
      {"brr, xgzip", "", "plain"},
      {"br;q=2, gzip;q=x", "", "plain"},
      {"identity;q=0", "", "plain"},
      {"*;q=0", "", "plain"},
  };
  for (const auto& row : rows) {
    const Reply reply = fetch("/a-12345678.txt", {{"accept-encoding", row.accepted}});
    EXPECT_EQ(reply.coding, row.coding) << row.accepted;
    EXPECT_EQ(reply.body, row.body) << row.accepted;
    EXPECT_EQ(value_of(reply.headers, "Vary"), "Accept-Encoding");
  }
  EXPECT_EQ(fetch("/b.txt", {{"Accept-Encoding", "br, gzip"}}).coding, "");
  EXPECT_EQ(fetch("/zip.txt", {{"Accept-Encoding", "br, gzip"}}).coding, "gzip");
  EXPECT_EQ(fetch("/deep/empty.txt", {{"Accept-Encoding", "br, gzip"}}).coding, "");
}

TEST(StaticFiles, HaveAnEtagForEachForm) {
  const auto etag_of = [](const char* accepted) {
    return value_of(fetch("/a-12345678.txt", {{"Accept-Encoding", accepted}}).headers, "ETag");
  };
  EXPECT_EQ(etag_of(""), fmt::format("\"{}\"", kHash));
  EXPECT_EQ(etag_of("gzip"), fmt::format("\"{}-gz\"", kHash));
  EXPECT_EQ(etag_of("br"), fmt::format("\"{}-br\"", kHash));
}

TEST(StaticFiles, AreNotSentToAClientThatHasThem) {
  const struct {
    std::string if_none_match;
    const char* accepted;
    int status;
  } rows[] = {
      {fmt::format("\"{}\"", kHash), "", 304},
      {fmt::format("W/\"{}\"", kHash), "", 304},
      {fmt::format("\"other\", \"{}\"", kHash), "", 304},
      {"*", "br", 304},
      {fmt::format("\"{}-br\"", kHash), "br", 304},
      {fmt::format("\"{}-br\"", kHash), "gzip", 200},
      {fmt::format("\"{}\"", kHash), "br", 200},
      {std::string(kHash), "", 200},
      {"\"other\"", "", 200},
      {"", "", 200},
  };
  for (const auto& row : rows) {
    const Reply reply = fetch("/a-12345678.txt", {{"If-None-Match", row.if_none_match},
                                                  {"Accept-Encoding", row.accepted}});
    EXPECT_EQ(reply.status, row.status) << row.if_none_match;
    EXPECT_EQ(reply.body.empty(), row.status == 304) << row.if_none_match;
    for (const char* name : {"ETag", "Cache-Control", "Vary"}) {
      EXPECT_NE(value_of(reply.headers, name), "") << name;
    }
  }
}

TEST(StaticFiles, AreKeptForEverWhenTheirNamesSayWhatIsInThem) {
  EXPECT_EQ(value_of(fetch("/a-12345678.txt").headers, "Cache-Control"),
            "public, max-age=31536000, immutable");
  EXPECT_EQ(value_of(fetch("/b.txt").headers, "Cache-Control"), "no-cache");
}

TEST(StaticFiles, DoNotCopyThePack) {
  const std::string pack = some_pack();
  const auto files = StaticFiles::read(pack);
  ASSERT_TRUE(files);
  EXPECT_EQ(files->find("/b.txt")->plain.data(), pack.data() + pack.find("more"));
}

TEST(StaticFiles, RefuseAPackThatIsDamaged) {
  const std::string good = some_pack();
  const std::string named = line("/b", "named", "1\t0\t0");
  const struct {
    std::string pack;
    const char* what;
  } rows[] = {
      {"", "its first line"},
      {"norn pack 2\n\n", "its first line"},
      {"norn pack 1\n", "the end of the index"},
      {"norn pack 1\n" + named, "the end of the index"},
      {good.substr(0, good.size() - 1), "a length"},
      {good + "x", "its length"},
      {pack_of(named + named, "xx"), "the order of the index"},
      {pack_of(named + line("/a", "named", "1\t0\t0"), "xx"), "the order of the index"},
      {pack_of(line("/b", "other", "1\t0\t0"), "x"), "a line of the index"},
      {pack_of(line("b", "named", "1\t0\t0"), "x"), "a line of the index"},
      {pack_of(line("/a/../b", "named", "1\t0\t0"), "x"), "a line of the index"},
      {pack_of(line("//b", "named", "1\t0\t0"), "x"), "a line of the index"},
      {pack_of(line("/%62", "named", "1\t0\t0"), "x"), "a line of the index"},
      {pack_of(line("/b", "named", "1\t0\t0\t0"), "x"), "a line of the index"},
      {pack_of(line("/b", "named", "1\t0"), "x"), "a length"},
      {pack_of(line("/b", "named", "-1\t0\t0"), "x"), "a length"},
      {pack_of(line("/b", "named", "99999999999999999999\t0\t0"), "x"), "a length"},
      {pack_of(line("/b", "named", "1x\t0\t0"), "x"), "a length"},
      {pack_of("/b\t\t00\tnamed\t1\t0\t0\n", "x"), "a line of the index"},
      {pack_of("/b\ttext/plain\t0\"0\tnamed\t1\t0\t0\n", "x"), "a line of the index"},
      {pack_of("/b\ttext\r/plain\t00\tnamed\t1\t0\t0\n", "x"), "a line of the index"},
  };
  for (const auto& row : rows) {
    const auto files = StaticFiles::read(row.pack);
    ASSERT_FALSE(files) << row.pack;
    EXPECT_NE(files.error().message.find(row.what), std::string::npos)
        << row.pack << files.error().message;
  }
}

}  // namespace
}  // namespace norn::http
