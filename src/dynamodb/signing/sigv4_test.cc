#include "dynamodb/signing/sigv4.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "dynamodb/signing/sigv4_text.h"
#include "store/errors.h"

namespace norn::dynamodb {
namespace {

constexpr std::string_view kTime = "20261115T090000Z";
const int64_t kNowMs = *parse_basic_time(kTime);

const Keys kKeys = {{"AKIDEXAMPLE", {"secret", ""}}, {"ASIASESSION", {"secret", "token"}}};

// A request that owns its text, so that tests can change any part of it after it was signed.
struct Message {
  std::string method = "POST";
  std::string path = "/";
  std::string query;
  std::vector<std::pair<std::string, std::string>> headers = {
      {"Host", "localhost:8000"},
      {"X-Amz-Date", std::string(kTime)},
      {"X-Amz-Target", "DynamoDB_20120810.ListTables"},
      {"Content-Type", "application/x-amz-json-1.0"},
  };
  std::string body = "{}";

  http::Request view() const {
    http::Request request;
    request.method = method;
    request.path = path;
    request.query = query;
    request.body = body;
    for (const auto& [name, value] : headers) request.headers.emplace_back(name, value);
    return request;
  }

  std::string& header(std::string_view name) {
    for (auto& [header_name, value] : headers) {
      if (equals_ignoring_case(header_name, name)) return value;
    }
    return headers.emplace_back(name, "").second;
  }
  void drop(std::string_view name) {
    std::erase_if(headers, [&](const auto& header) { return header.first == name; });
  }
};

struct Signing {
  std::string id = "AKIDEXAMPLE";
  std::string secret = "secret";
  std::string date = "20261115";
  std::string region = "eu-central-1";
  std::string service = "dynamodb";
  std::string headers = "content-type;host;x-amz-date;x-amz-target";
  std::string time = std::string(kTime);
};

void sign(Message& message, const Signing& how = {}) {
  std::vector<std::string> names;
  for (const std::string_view name : split(how.headers, ';')) names.emplace_back(name);
  const Scope scope{how.date, how.region, how.service};
  const std::string canonical = canonical_request(message.view(), names, sha256_hex(message.body));
  message.header("Authorization") =
      "AWS4-HMAC-SHA256 Credential=" + how.id + "/" + scope.text() +
      ", SignedHeaders=" + how.headers +
      ", Signature=" + signature(how.secret, scope, string_to_sign(how.time, scope, canonical));
}

std::string outcome(const Result<Caller>& result) {
  if (result) return "caller " + result->access_key_id + " in " + result->region;
  return std::string(store::error_type(result.error().code)) + ": " + result.error().message;
}

std::string outcome(const Result<void>& result) {
  if (result) return "fine";
  return std::string(store::error_type(result.error().code)) + ": " + result.error().message;
}

constexpr std::string_view kMismatch =
    "InvalidSignatureException: The request signature we calculated does not match the signature "
    "you provided. Check your AWS Secret Access Key and signing method. Consult the service "
    "documentation for details.";
constexpr std::string_view kUnrecognized =
    "UnrecognizedClientException: The security token included in the request is invalid.";

struct Case {
  std::string_view what;
  std::function<void(Message&)> make;
  std::string_view expected;
};

void expect_each(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    Message message;
    c.make(message);
    EXPECT_EQ(outcome(verify(kKeys, message.view(), kNowMs)), c.expected);
  }
}

TEST(SigV4Verify, AcceptsWhatTheKeyHolderSigned) {
  expect_each({
      {"a plain request", [](Message& m) { sign(m); }, "caller AKIDEXAMPLE in eu-central-1"},
      {"any region", [](Message& m) { sign(m, {.region = "local"}); },
       "caller AKIDEXAMPLE in local"},
      {"a header that is not signed may be changed",
       [](Message& m) {
         sign(m);
         m.header("User-Agent") = "changed";
       },
       "caller AKIDEXAMPLE in eu-central-1"},
      {"a Date header instead of X-Amz-Date",
       [](Message& m) {
         m.drop("X-Amz-Date");
         m.header("Date") = "Sun, 15 Nov 2026 09:00:00 GMT";
         sign(m, {.headers = "date;host;x-amz-target"});
       },
       "caller AKIDEXAMPLE in eu-central-1"},
      {"a session token",
       [](Message& m) {
         m.header("X-Amz-Security-Token") = "token";
         sign(m, {.id = "ASIASESSION",
                  .headers = "host;x-amz-date;x-amz-security-token;x-amz-target"});
       },
       "caller ASIASESSION in eu-central-1"},
      {"a body hash that fits",
       [](Message& m) {
         m.header("X-Amz-Content-Sha256") = sha256_hex(m.body);
         sign(m, {.headers = "host;x-amz-content-sha256;x-amz-date;x-amz-target"});
       },
       "caller AKIDEXAMPLE in eu-central-1"},
      {"no spaces between the parts",
       [](Message& m) {
         sign(m);
         std::erase(m.header("Authorization"), ' ');
         m.header("Authorization").insert(std::string_view("AWS4-HMAC-SHA256").size(), " ");
       },
       "caller AKIDEXAMPLE in eu-central-1"},
  });
}

TEST(SigV4Verify, AcceptsWhatBotocoreSigned) {
  Message message;
  message.header("X-Amz-Target") = "DynamoDB_20120810.GetItem";
  message.header("X-Amz-Security-Token") = "token";
  message.header("Authorization") =
      "AWS4-HMAC-SHA256 Credential=ASIASESSION/20261115/eu-central-1/dynamodb/aws4_request, "
      "SignedHeaders=content-type;host;x-amz-date;x-amz-security-token;x-amz-target, "
      "Signature=a71a3f26fcc4c11002988d56109e57c046c3c33351e430f1d7269e4d291d0cc6";
  message.body = "{\"TableName\":\"Gr\u00f6\u00dfen\",\"Key\":{\"PK\":{\"S\":\"A#1\"}}}";
  EXPECT_EQ(outcome(verify(kKeys, message.view(), kNowMs)), "caller ASIASESSION in eu-central-1");
}

TEST(SigV4Verify, RefusesWhatWasChangedOnTheWay) {
  expect_each({
      {"the body",
       [](Message& m) {
         sign(m);
         m.body = R"({"Limit":1})";
       },
       kMismatch},
      {"the target",
       [](Message& m) {
         sign(m);
         m.header("X-Amz-Target") = "DynamoDB_20120810.DeleteTable";
       },
       kMismatch},
      {"the method",
       [](Message& m) {
         sign(m);
         m.method = "PUT";
       },
       kMismatch},
      {"the query",
       [](Message& m) {
         sign(m);
         m.query = "a=b";
       },
       kMismatch},
      {"a second header of a signed name",
       [](Message& m) {
         sign(m);
         m.headers.emplace_back("Host", "elsewhere");
       },
       kMismatch},
      {"another secret", [](Message& m) { sign(m, {.secret = "guess"}); }, kMismatch},
      {"a shortened signature",
       [](Message& m) {
         sign(m);
         m.header("Authorization").pop_back();
       },
       kMismatch},
  });
}

TEST(SigV4Verify, RefusesUnknownKeysAndTokens) {
  expect_each({
      {"an unknown key", [](Message& m) { sign(m, {.id = "AKIDOTHER"}); }, kUnrecognized},
      {"a token for a key that has none",
       [](Message& m) {
         m.header("X-Amz-Security-Token") = "token";
         sign(m, {.headers = "host;x-amz-date;x-amz-security-token;x-amz-target"});
       },
       kUnrecognized},
      {"no token for a key that has one", [](Message& m) { sign(m, {.id = "ASIASESSION"}); },
       kUnrecognized},
      {"another token",
       [](Message& m) {
         m.header("X-Amz-Security-Token") = "other";
         sign(m, {.id = "ASIASESSION",
                  .headers = "host;x-amz-date;x-amz-security-token;x-amz-target"});
       },
       kUnrecognized},
  });
}

TEST(SigV4Verify, RefusesHeadersThatMatterAndAreNotSigned) {
  expect_each({
      {"host", [](Message& m) { sign(m, {.headers = "x-amz-date;x-amz-target"}); },
       "InvalidSignatureException: 'Host' must be a 'SignedHeader' in the AWS Authorization."},
      {"target", [](Message& m) { sign(m, {.headers = "host;x-amz-date"}); },
       "InvalidSignatureException: 'X-Amz-Target' must be a 'SignedHeader' in the AWS "
       "Authorization."},
      {"date", [](Message& m) { sign(m, {.headers = "host;x-amz-target"}); },
       "InvalidSignatureException: 'X-Amz-Date' must be a 'SignedHeader' in the AWS "
       "Authorization."},
      {"token",
       [](Message& m) {
         m.header("X-Amz-Security-Token") = "token";
         sign(m, {.id = "ASIASESSION"});
       },
       "InvalidSignatureException: 'X-Amz-Security-Token' must be a 'SignedHeader' in the AWS "
       "Authorization."},
  });
}

TEST(SigV4Verify, RefusesBodiesThatNobodySigned) {
  const Signing with_hash{.headers = "host;x-amz-content-sha256;x-amz-date;x-amz-target"};
  expect_each({
      {"unsigned",
       [&](Message& m) {
         m.header("X-Amz-Content-Sha256") = "UNSIGNED-PAYLOAD";
         sign(m, with_hash);
       },
       "InvalidSignatureException: UNSIGNED-PAYLOAD is not accepted: the body must be signed."},
      {"another body's",
       [&](Message& m) {
         m.header("X-Amz-Content-Sha256") = sha256_hex("other");
         sign(m, with_hash);
       },
       "InvalidSignatureException: The provided 'x-amz-content-sha256' header does not match what "
       "was computed."},
  });
}

TEST(SigV4Verify, RefusesTimesThatAreFarOff) {
  Message message;
  sign(message);
  const http::Request request = message.view();
  EXPECT_TRUE(verify(kKeys, request, kNowMs + kMaxClockSkewMs));
  EXPECT_TRUE(verify(kKeys, request, kNowMs - kMaxClockSkewMs));
  EXPECT_EQ(outcome(verify(kKeys, request, kNowMs + kMaxClockSkewMs + 1000)),
            "InvalidSignatureException: Signature expired: 20261115T090000Z is now earlier than "
            "20261115T090001Z (20261115T090501Z - 5 min.)");
  EXPECT_EQ(outcome(verify(kKeys, request, kNowMs - kMaxClockSkewMs - 1000)),
            "InvalidSignatureException: Signature not yet current: 20261115T090000Z is still later "
            "than 20261115T085959Z (20261115T085459Z + 5 min.)");
}

TEST(SigV4Verify, RefusesScopesAndFormsInDynamoDbsWords) {
  expect_each({
      {"a date of another format",
       [](Message& m) {
         m.header("X-Amz-Date") = "201";
         sign(m);
       },
       "IncompleteSignatureException: Date must be in ISO-8601 'basic format'. Got '201'. See "
       "http://en.wikipedia.org/wiki/ISO_8601"},
      {"another algorithm",
       [](Message& m) {
         sign(m);
         m.header("Authorization").erase(15, 1);
       },
       "IncompleteSignatureException: Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only "
       "AWS4-HMAC-SHA256 for now). "},
      {"a short credential",
       [](Message& m) {
         m.header("Authorization") =
             "AWS4-HMAC-SHA256 Credential=a/b/c/d, SignedHeaders=host;x-amz-date;x-amz-target, "
             "Signature=x";
       },
       "IncompleteSignatureException: Credential must have exactly 5 slash-delimited elements, "
       "e.g. keyid/date/region/service/term, got 'a/b/c/d'"},
      {"another scope",
       [](Message& m) {
         m.header("Authorization") =
             "AWS4-HMAC-SHA256 Credential=a/b/c/d/e, SignedHeaders=host;x-amz-date;x-amz-target, "
             "Signature=x";
       },
       "InvalidSignatureException: Credential should be scoped to correct service: 'dynamodb'. "
       "Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. Date in "
       "Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: 'b' != "
       "'20261115', from '20261115T090000Z'."},
      {"a presigned request",
       [](Message& m) {
         m.query =
             "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a&X-Amz-Signature=b&"
             "X-Amz-SignedHeaders=host&X-Amz-Date=20261115T090000Z";
       },
       "InvalidSignatureException: A signature in the query string (a presigned request) is not "
       "accepted: sign the request with an 'Authorization' header."},
  });
}

TEST(SigV4Shape, AsksForACompleteAuthorization) {
  struct ShapeCase {
    std::string_view authorization;
    std::string_view query;
    std::string_view expected;
  };
  const ShapeCase cases[] = {
      {"AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b, Signature=c", "", "fine"},
      {"AWS4-x Credential=a,SignedHeaders=b,Signature=c", "", "fine"},
      {"", "", "MissingAuthenticationTokenException: Request is missing Authentication Token"},
      {"Basic abc", "",
       "MissingAuthenticationTokenException: Request is missing Authentication Token"},
      {"AWS4-HMAC-SHA256 Signature=b, Credential", "",
       "IncompleteSignatureException: 'Credential' not a valid key=value pair (missing "
       "equal-sign) in Authorization header: 'AWS4-HMAC-SHA256 Signature=b, Credential'."},
      {"AWS4-", "",
       "IncompleteSignatureException: Authorization header requires 'Credential' parameter. "
       "Authorization header requires 'Signature' parameter. Authorization header requires "
       "'SignedHeaders' parameter. Authorization=AWS4-"},
      {"AWS4-HMAC-SHA256 Credential=a", "X-Amz-Algorithm=b",
       "InvalidSignatureException: Found both 'X-Amz-Algorithm' as a query-string param and "
       "'Authorization' as HTTP header."},
      {"", "X-Amz-Algorithm=a&X-Amz-Credential=b&X-Amz-Date=c",
       "IncompleteSignatureException: AWS query-string parameters must include "
       "'X-Amz-Signature'. AWS query-string parameters must include 'X-Amz-SignedHeaders'. "
       "Re-examine the query-string parameters."},
  };
  for (const ShapeCase& c : cases) {
    Message message;
    if (!c.authorization.empty()) message.header("Authorization") = c.authorization;
    message.query = c.query;
    EXPECT_EQ(outcome(check_authorization_shape(message.view())), c.expected);
  }
  Message undated;
  undated.drop("X-Amz-Date");
  undated.header("Authorization") = "AWS4-HMAC-SHA256 Credential=a, SignedHeaders=b, Signature=c";
  EXPECT_EQ(outcome(check_authorization_shape(undated.view())),
            "IncompleteSignatureException: Authorization header requires existence of either a "
            "'X-Amz-Date' or a 'Date' header. Authorization=AWS4-HMAC-SHA256 Credential=a, "
            "SignedHeaders=b, Signature=c");
}

}  // namespace
}  // namespace norn::dynamodb
