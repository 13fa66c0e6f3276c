#include "http/reader/request_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "http/reader/reader_test_support.h"

namespace norn::http {
namespace {

constexpr std::string_view kPost = "POST / HTTP/1.1\r\nHost: a\r\n";

class RequestReaderTest : public testing::Test {
 protected:
  // However the bytes are cut, the same must come out.
  ReadResult read(std::string_view bytes) {
    const ReadResult whole = read_all(bytes, bytes.size(), limits_, budget_);
    for (const size_t piece : {1, 2, 3, 7, 100, 5000}) {
      if (bytes.size() / piece > 20'000) continue;
      EXPECT_EQ(read_all(bytes, piece, limits_, budget_).requests, whole.requests) << piece;
    }
    return whole;
  }

  std::string body_of(std::string_view bytes) {
    const ReadResult result = read(bytes);
    EXPECT_EQ(result.requests.size(), 1u) << result.why;
    return result.requests.empty() ? "" : result.requests[0].body;
  }

  Limits limits_{.body_bytes = 200'000};
  BodyBudget budget_{1 << 20};
};

std::string with_length(std::string_view body) {
  return fmt::format("{}Content-Length: {}\r\n\r\n{}", kPost, body.size(), body);
}

std::string chunked(std::string_view chunks) {
  return fmt::format("{}Transfer-Encoding: chunked\r\n\r\n{}", kPost, chunks);
}

TEST_F(RequestReaderTest, ReadsBodiesOfAnySize) {
  EXPECT_EQ(body_of(with_length("")), "");
  EXPECT_EQ(body_of(chunked("0\r\n\r\n")), "");
  for (const size_t size : {1, 100, 8000, 8192, 9000, 65'536, 65'537, 200'000}) {
    const std::string body(size, 'x');
    EXPECT_EQ(body_of(with_length(body)), body) << size;
    EXPECT_EQ(body_of(chunked(fmt::format("{:x}\r\n{}\r\n0\r\n\r\n", size, body))), body) << size;
  }
}

TEST_F(RequestReaderTest, ReadsRequestsThatFollowEachOther) {
  const std::string large(50'000, 'x');
  const auto result = read(with_length("one") + chunked("3\r\ntwo\r\n0\r\n\r\n") +
                           with_length(large) + std::string(kPost) + "\r\n" + with_length("five"));
  ASSERT_EQ(result.requests.size(), 5u) << result.why;
  EXPECT_EQ(result.requests[0].body, "one");
  EXPECT_EQ(result.requests[1].body, "two");
  EXPECT_EQ(result.requests[2].body, large);
  EXPECT_EQ(result.requests[3].body, "");
  EXPECT_EQ(result.requests[4].body, "five");
  EXPECT_FALSE(result.in_the_middle);
}

TEST_F(RequestReaderTest, ReadsManySmallRequestsThatArriveTogether) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += with_length(fmt::format("{}", i));
  const auto result = read(bytes);
  ASSERT_EQ(result.requests.size(), 1000u) << result.why;
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(result.requests[i].body, fmt::format("{}", i));
}

TEST_F(RequestReaderTest, ReadsAHeadThatFillsItsBuffer) {
  limits_.header_bytes = 16 * 1024;
  for (const size_t size : {8190, 8191, 8192, 8193, 16'384}) {
    std::string head = fmt::format("{}Transfer-Encoding: chunked\r\nX: ", kPost);
    head += std::string(size - head.size() - 4, 'x') + "\r\n\r\n";
    EXPECT_EQ(body_of(head + "3\r\nabc\r\n0\r\n\r\n"), "abc") << size;
  }
}

TEST_F(RequestReaderTest, TakesChunksWithExtensionsAndDropsTrailers) {
  EXPECT_EQ(body_of(chunked("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")), "abcde");
  EXPECT_EQ(body_of(chunked("3;a=b;c=\"d\"\r\nabc\r\n0;e\r\n\r\n")), "abc");
  EXPECT_EQ(body_of(chunked("0003\r\nabc\r\n000\r\n\r\n")), "abc");
  EXPECT_EQ(body_of(chunked("A\r\n0123456789\r\n0\r\n\r\n")), "0123456789");
  const auto result = read(chunked("1\r\na\r\n0\r\nHost: b\r\nX: y\r\n\r\n") + with_length("b"));
  ASSERT_EQ(result.requests.size(), 2u) << result.why;
  EXPECT_EQ(result.requests[0].headers.size(), 2u);
}

TEST_F(RequestReaderTest, RefusesChunksThatAreNot) {
  const std::string rows[] = {
      "\r\n",
      "x\r\n",
      "-1\r\n",
      "+1\r\na\r\n",
      " 1\r\na\r\n",
      "1 \r\na\r\n",
      "0x1\r\na\r\n",
      "1\na\r\n",
      "1\r\na\n",
      "1\r\nab\r\n",
      "1\r\na\r\r\n",
      "1\ra\r\n",
      ";a\r\n",
      "1;\x01\r\na\r\n",
      "1;a\nb\r\na\r\n",
      "1;a=\"\r\na\r\n",
      "1;a=\"\\\"\"\r\na\r\n",
      "1234567890123456\r\n",
      "ffffffffffffffff\r\n",
      "1;" + std::string(5000, 'x') + "\r\na\r\n",
      "0\r\n X: y\r\n\r\n",
      "0\r\nX\r\n\r\n",
      "0\r\n: y\r\n\r\n",
      "0\r\nX : y\r\n\r\n",
      "0\r\nX: \x01\r\n\r\n",
      "0\r\n\n",
      "0\r\nX: " + std::string(10'000, 'x') + "\r\n\r\n",
  };
  for (const auto& row : rows) {
    const auto result = read(chunked(row));
    EXPECT_EQ(result.refused, 400) << row;
    EXPECT_TRUE(result.requests.empty()) << row;
  }
}

TEST_F(RequestReaderTest, SumsUpTheExtensionsOfAllChunks) {
  std::string chunks;
  for (int i = 0; i < 100; ++i) chunks += "1;" + std::string(100, 'x') + "\r\na\r\n";
  EXPECT_EQ(read(chunked(chunks)).refused, 400);
}

TEST_F(RequestReaderTest, RefusesBodiesAboveTheLimit) {
  EXPECT_EQ(read(fmt::format("{}Content-Length: 200001\r\n\r\n", kPost)).refused, 413);
  EXPECT_EQ(read(chunked(fmt::format("30d41\r\n{}", std::string(200'001, 'x')))).refused, 413);
  std::string chunks;
  for (int i = 0; i < 3; ++i) chunks += "11170\r\n" + std::string(70'000, 'x') + "\r\n";
  EXPECT_EQ(read(chunked(chunks)).refused, 413);
}

TEST_F(RequestReaderTest, TakesLargeBodiesFromABudget) {
  BodyBudget budget(100'000);
  const auto refused = [&](size_t size) {
    const std::string request = with_length(std::string(size, 'x'));
    return read_all(request, request.size(), limits_, budget).refused;
  };
  EXPECT_EQ(refused(100'000), 0);
  EXPECT_EQ(refused(100'001), 503);
  {
    RequestReader reader(limits_, budget);
    Request request;
    const auto feed = [&](std::string_view bytes) {
      while (!bytes.empty()) {
        const size_t count = std::min(reader.room().size(), bytes.size());
        std::memcpy(reader.room().data(), bytes.data(), count);
        reader.commit(count);
        bytes.remove_prefix(count);
        EXPECT_EQ(reader.read(request), RequestReader::State::kNeedsMore);
      }
    };
    feed(fmt::format("{}Content-Length: 80000\r\n\r\n", kPost));
    EXPECT_EQ(refused(80'000), 0) << "a length alone holds nothing";
    feed(std::string(70'000, 'x'));
    EXPECT_EQ(refused(80'000), 503) << "the other reader holds its share";
    EXPECT_EQ(refused(65'536), 0) << "a small body needs none";
    const std::string small = chunked("10\r\n0123456789abcdef\r\n0\r\n\r\n");
    EXPECT_EQ(read_all(small, small.size(), limits_, budget).refused, 0);
    const std::string large =
        chunked(fmt::format("11170\r\n{}\r\n0\r\n\r\n", std::string(70'000, 'x')));
    EXPECT_EQ(read_all(large, 1000, limits_, budget).refused, 503);
  }
  EXPECT_EQ(refused(100'000), 0) << "the share came back";
}

TEST_F(RequestReaderTest, InvitesABodyOnce) {
  const std::string expecting = fmt::format("{}Expect: 100-Continue\r\n", kPost);
  const auto invitations = [&](const std::string& bytes, size_t piece) {
    return read_all(bytes, piece, limits_, budget_).invitations;
  };
  const std::string with_body = expecting + "Content-Length: 1\r\n\r\n";
  EXPECT_EQ(invitations(with_body, with_body.size()), 1u);
  EXPECT_EQ(invitations(with_body + "x", 1), 1u);
  EXPECT_EQ(invitations(with_body + "x", with_body.size() + 1), 0u) << "the body is here already";
  EXPECT_EQ(invitations(expecting + "Content-Length: 0\r\n\r\n", 1), 0u);
  EXPECT_EQ(invitations(expecting + "Transfer-Encoding: chunked\r\n\r\n", 1), 1u);
  EXPECT_EQ(invitations("POST / HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n", 1),
            0u);
}

TEST_F(RequestReaderTest, ForgivesEmptyLinesBeforeARequest) {
  const std::string request = fmt::format("{}\r\n", kPost);
  EXPECT_EQ(read("\r\n" + request + "\r\n\r\n" + request).requests.size(), 2u);
  const auto only = read("\r\n\r\n");
  EXPECT_EQ(only.refused, 0);
  EXPECT_FALSE(only.in_the_middle);
  EXPECT_EQ(read("\n" + request).refused, 400);
  EXPECT_EQ(read("\r" + request).refused, 400);
}

}  // namespace
}  // namespace norn::http
