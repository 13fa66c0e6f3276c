#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "dynamodb/signing/sigv4.h"
#include "dynamodb/signing/sigv4_text.h"

// AWS's own test suite for Signature Version 4. All of it is signed with one key at one time.
// The vector with a header on several lines is left out: no HTTP server takes those any more.
namespace norn::dynamodb {
namespace {

constexpr std::string_view kSecret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr std::string_view kVectorTime = "20150830T123600Z";

struct Vector {
  std::string_view name;
  std::string_view request;  // Without what all of them have: Host, X-Amz-Date and Authorization.
  std::string_view signed_headers;
  std::string_view signature;
};

constexpr Vector kVectors[] = {
    {"get-vanilla-query", "GET /\n\n", "host;x-amz-date",
     "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
    {"get-vanilla-empty-query-key", "GET /?Param1=value1\n\n", "host;x-amz-date",
     "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"},
    {"get-vanilla-query-order-key-case", "GET /?Param2=value2&Param1=value1\n\n", "host;x-amz-date",
     "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
    {"get-vanilla-query-order-encoded", "GET /?Param-3=Value3&Param=Value2&%E1%88%B4=Value1\n\n",
     "host;x-amz-date", "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"},
    {"get-vanilla-query-unreserved",
     "GET /?-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz=-._~0123456789"
     "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\n\n",
     "host;x-amz-date", "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"},
    {"get-vanilla-utf8-query", "GET /?\u1234=bar\n\n", "host;x-amz-date",
     "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"},
    {"get-unreserved",
     "GET /-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\n\n",
     "host;x-amz-date", "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"},
    {"get-utf8", "GET /\u1234\n\n", "host;x-amz-date",
     "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"},
    {"get-space-normalized", "GET /example space/\n\n", "host;x-amz-date",
     "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"},
    {"get-relative-relative-normalized", "GET /example1/example2/../..\n\n", "host;x-amz-date",
     "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
    {"get-slash-dot-slash-normalized", "GET /./\n\n", "host;x-amz-date",
     "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
    {"get-slash-pointless-dot-normalized", "GET /./example\n\n", "host;x-amz-date",
     "ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5"},
    {"get-slashes-normalized", "GET //example//\n\n", "host;x-amz-date",
     "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"},
    {"get-header-key-duplicate",
     "GET /\nMy-Header1:value2\nMy-Header1:value2\nMy-Header1:value1\n\n",
     "host;my-header1;x-amz-date",
     "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"},
    {"get-header-value-order",
     "GET /\nMy-Header1:value4\nMy-Header1:value1\nMy-Header1:value3\nMy-Header1:value2\n\n",
     "host;my-header1;x-amz-date",
     "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"},
    {"get-header-value-trim", "GET /\nMy-Header1: value1\nMy-Header2: \"a   b   c\"\n\n",
     "host;my-header1;my-header2;x-amz-date",
     "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"},
    {"get-vanilla-with-session-token",
     "GET /\n"
     "X-Amz-Security-Token:6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267\n\n",
     "host;x-amz-date;x-amz-security-token",
     "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"},
    {"post-vanilla", "POST /\n\n", "host;x-amz-date",
     "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"},
    {"post-vanilla-query", "POST /?Param1=value1\n\n", "host;x-amz-date",
     "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"},
    {"post-header-key-sort", "POST /\nMy-Header1:value1\n\n", "host;my-header1;x-amz-date",
     "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"},
    {"post-header-value-case", "POST /\nMy-Header1:VALUE1\n\n", "host;my-header1;x-amz-date",
     "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"},
    {"post-sts-header-before",
     "POST /\n"
     "X-Amz-Security-Token:AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKW"
     "HGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZam"
     "pKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL"
     "64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==\n\n",
     "host;x-amz-date;x-amz-security-token",
     "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"},
    {"post-x-www-form-urlencoded",
     "POST /\nContent-Type:application/x-www-form-urlencoded\nContent-Length:13\n"
     "x-amz-content-sha256:9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e\n\n"
     "Param1=value1",
     "content-length;content-type;host;x-amz-content-sha256;x-amz-date",
     "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b"},
    {"post-x-www-form-urlencoded-parameters",
     "POST /\nContent-Type:application/x-www-form-urlencoded; charset=utf-8\nContent-Length:13\n"
     "x-amz-content-sha256:9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e\n\n"
     "Param1=value1",
     "content-length;content-type;host;x-amz-content-sha256;x-amz-date",
     "328d1b9eaadca9f5818ef05e8392801e091653bafec24fcab71e7344e7f51422"},
};

http::Request parse(std::string_view text) {
  http::Request request;
  const size_t end = text.find("\n\n");
  request.body = text.substr(end + 2);
  const std::vector<std::string_view> lines = split(text.substr(0, end), '\n');
  const size_t space = lines[0].find(' ');
  request.method = lines[0].substr(0, space);
  request.target = lines[0].substr(space + 1);
  const size_t question = std::min(request.target.find('?'), request.target.size());
  request.path = request.target.substr(0, question);
  request.query = request.target.substr(std::min(question + 1, request.target.size()));
  for (const std::string_view line : std::vector(lines.begin() + 1, lines.end())) {
    const size_t colon = line.find(':');
    request.headers.emplace_back(line.substr(0, colon), line.substr(colon + 1));
  }
  request.headers.emplace_back("Host", "example.amazonaws.com");
  request.headers.emplace_back("X-Amz-Date", kVectorTime);
  return request;
}

TEST(SigV4, SignsAsTheOfficialVectorsDo) {
  const Scope scope{"20150830", "us-east-1", "service"};
  for (const Vector& vector : kVectors) {
    SCOPED_TRACE(vector.name);
    const http::Request request = parse(vector.request);
    std::vector<std::string> names;
    for (const std::string_view name : split(vector.signed_headers, ';')) names.emplace_back(name);
    const std::string canonical = canonical_request(request, names, sha256_hex(request.body));
    EXPECT_EQ(signature(kSecret, scope, string_to_sign(kVectorTime, scope, canonical)),
              vector.signature)
        << canonical;
  }
}

TEST(SigV4, WritesTheCanonicalRequestOfTheDocumentation) {
  const http::Request request = parse("GET /?Param2=value2&Param1=value1\n\n");
  const std::string canonical =
      canonical_request(request, {"host", "x-amz-date"}, sha256_hex(request.body));
  EXPECT_EQ(canonical,
            "GET\n/\nParam1=value1&Param2=value2\nhost:example.amazonaws.com\n"
            "x-amz-date:20150830T123600Z\n\nhost;x-amz-date\n"
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(string_to_sign(kVectorTime, {"20150830", "us-east-1", "service"}, canonical),
            "AWS4-HMAC-SHA256\n20150830T123600Z\n20150830/us-east-1/service/aws4_request\n"
            "816cd5b414d056048ba4f7c5386d6e0533120fb1fcfa93762cf0fc39e2cf19e0");
}

}  // namespace
}  // namespace norn::dynamodb
