#include "rest/problem.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/faults.h"
#include "http/sentences.h"
#include "http/test_support.h"
#include "rest/sentences.h"

namespace norn::rest {
namespace {

using http::contains;

constexpr Sentence<> kNo{"no", "No."};
constexpr Sentence<1> kMayNot{"mayNot", "You may not \"{what}\" this."};

http::Response problem_of(const Error& error) {
  http::Response response;
  set_problem(response, error);
  return response;
}

TEST(Problem, HasTheStatusOfItsError) {
  const std::pair<ErrorCode, int> kRows[] = {
      {ErrorCode::kInvalid, 400},
      {ErrorCode::kNotSignedIn, 401},
      {ErrorCode::kForbidden, 403},
      {ErrorCode::kNotFound, 404},
      {ErrorCode::kConflict, 409},
      {ErrorCode::kStale, 412},
      {ErrorCode::kUnprocessable, 422},
      {ErrorCode::kPreconditionRequired, 428},
      {ErrorCode::kTooManyRequests, 429},
      {ErrorCode::kThrottled, 503},
      {ErrorCode::kProvisionedThroughputExceeded, 503},
      {ErrorCode::kRequestLimitExceeded, 503},
      {ErrorCode::kTransactionConflict, 503},
      {ErrorCode::kTransactionInProgress, 503},
      {ErrorCode::kUnavailable, 503},
      {ErrorCode::kStorageFull, 507},
      {ErrorCode::kInternal, 500},
      {ErrorCode::kCorruption, 500},
      {ErrorCode::kValidation, 500},
      {ErrorCode::kConditionalCheckFailed, 500},
      {ErrorCode::kTransactionCanceled, 500},
      {ErrorCode::kTableNotFound, 500},
      {ErrorCode::kLimitExceeded, 500},
  };
  for (const auto& [code, status] : kRows) {
    const Error error{code, "A sentence.", nullptr};
    EXPECT_EQ(status_of(error), status) << static_cast<int>(code);
    EXPECT_EQ(problem_of(error).status, status) << static_cast<int>(code);
  }
}

TEST(Problem, IsProblemDetailsWithTheMessage) {
  const auto response = problem_of(forbidden(kMayNot("do")).error());
  EXPECT_EQ(response.content_type, "application/problem+json");
  EXPECT_EQ(response.body, R"({"type":"about:blank","title":"Forbidden","status":403,)"
                           R"("detail":"You may not \"do\" this.","code":"mayNot",)"
                           R"("params":{"what":"do"}})");
}

TEST(Problem, OfAnUnreadableItemSaysWhoCanRepairIt) {
  const auto response = problem_of(fault(ErrorCode::kUnreadable, kMayNot("read")).error());
  EXPECT_TRUE(
      contains(response.body, R"("detail":"You may not \"read\" this. Another program wrote it. )"))
      << response.body;
  EXPECT_TRUE(contains(
      response.body, R"("code":"unreadableItem","params":{"reason":{"detail":)"
                     R"("You may not \"read\" this.","code":"mayNot","params":{"what":"read"}}})"))
      << response.body;
}

// Errors of the store's kinds have sentences by their statuses.
TEST(Problem, AlwaysHasACode) {
  const std::pair<ErrorCode, std::string_view> kRows[] = {
      {ErrorCode::kUnavailable, "unavailable"},
      {ErrorCode::kStorageFull, "noSpace"},
      {ErrorCode::kInternal, "serverError"},
      {ErrorCode::kInvalid, "otherReason"},
  };
  for (const auto& [code, sentence] : kRows) {
    const auto response = problem_of({code, "Something.", nullptr});
    EXPECT_TRUE(contains(response.body, fmt::format(R"("code":"{}")", sentence))) << response.body;
  }
}

TEST(Problem, NamesTheField) {
  const auto response = problem_of(invalid("kind.end", kNo).error());
  EXPECT_TRUE(contains(response.body, R"("field":"kind.end"})")) << response.body;
}

TEST(Problem, CarriesTheCurrentStateAndItsEtag) {
  const auto response = problem_of(stale("entry", R"({"title":"a"})", "abc").error());
  EXPECT_TRUE(contains(response.body, R"("current":{"title":"a"}})")) << response.body;
  EXPECT_TRUE(contains(response.header_lines, "ETag: \"abc\"\r\n"));
}

TEST(Problem, SaysWhenToTryAgain) {
  EXPECT_TRUE(
      contains(problem_of(too_many_requests(kNo, 17).error()).header_lines, "Retry-After: 17\r\n"));
  EXPECT_TRUE(contains(problem_of({ErrorCode::kUnavailable, "", nullptr}).header_lines,
                       "Retry-After: 1\r\n"));
  EXPECT_FALSE(contains(problem_of(conflict(kNo).error()).header_lines, "Retry-After"));
}

TEST(Problem, AsksNobodyForATokenOrASession) {
  EXPECT_TRUE(contains(problem_of(not_signed_in(kNo).error()).header_lines,
                       "WWW-Authenticate: Bearer\r\n"));
}

TEST(Problem, TellsNothingOfTheInside) {
  for (const ErrorCode code : {ErrorCode::kInternal, ErrorCode::kCorruption, ErrorCode::kValidation,
                               ErrorCode::kUnavailable, ErrorCode::kStorageFull}) {
    const auto response = problem_of({code, "/var/lib/norn/000123.sst is broken", nullptr});
    EXPECT_FALSE(contains(response.body, "000123")) << response.body;
    EXPECT_TRUE(contains(response.body, R"("detail":"The server )") ||
                contains(response.body, R"("detail":"Something went wrong)"))
        << response.body;
  }
}

// The store logs it once for many writes.
TEST(Problem, OfAFullDiskIsNotLogged) {
  ::testing::internal::CaptureStderr();
  problem_of({ErrorCode::kStorageFull, "full", nullptr});
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
  ::testing::internal::CaptureStderr();
  problem_of({ErrorCode::kUnavailable, "busy", nullptr});
  EXPECT_NE(::testing::internal::GetCapturedStderr(), "");
}

TEST(Problem, ReplacesAReplyThatWasBegun) {
  http::Response response;
  response.body = "half a rep";
  response.add_header("Location", "/elsewhere");
  set_problem(response, not_found(kNo).error());
  EXPECT_TRUE(response.body.starts_with(R"({"type":)"));
  EXPECT_TRUE(response.header_lines.empty());
}

TEST(Problem, MayHaveAStatusThatOnlyHttpKnows) {
  const Error error = refuse(415, kBodyNotObject).error();
  EXPECT_EQ(status_of(error), 415);
  EXPECT_TRUE(contains(problem_of(error).body,
                       R"("detail":"The body must be a JSON object.","code":"bodyNotObject")"));
  const auto busy = problem_of(refuse(503, http::kServerBusy).error());
  EXPECT_TRUE(contains(busy.body, "Too many requests at a time."));
  EXPECT_TRUE(contains(busy.header_lines, "Retry-After: 1\r\n"));
}

}  // namespace
}  // namespace norn::rest
