#include "dynamodb/remote/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "dynamodb/remote/reply.h"
#include "store/errors.h"
#include "store/wire/dom.h"

namespace norn::dynamodb {
namespace {

constexpr ErrorCode kWireCodes[] = {
    ErrorCode::kValidation,
    ErrorCode::kConditionalCheckFailed,
    ErrorCode::kTransactionCanceled,
    ErrorCode::kTransactionConflict,
    ErrorCode::kTransactionInProgress,
    ErrorCode::kIdempotentParameterMismatch,
    ErrorCode::kItemCollectionSizeLimitExceeded,
    ErrorCode::kLimitExceeded,
    ErrorCode::kResourceInUse,
    ErrorCode::kResourceNotFound,
    ErrorCode::kTableNotFound,
    ErrorCode::kTrimmedDataAccess,
    ErrorCode::kExpiredIterator,
    ErrorCode::kThrottled,
    ErrorCode::kProvisionedThroughputExceeded,
    ErrorCode::kRequestLimitExceeded,
    ErrorCode::kDuplicateItem,
    ErrorCode::kSerialization,
    ErrorCode::kUnknownOperation,
    ErrorCode::kAccessDenied,
    ErrorCode::kMissingAuthenticationToken,
    ErrorCode::kIncompleteSignature,
    ErrorCode::kInvalidSignature,
    ErrorCode::kUnrecognizedClient,
};

// Types that mean the same as one of ours.
struct Synonym {
  std::string_view type;
  ErrorCode code;
};
constexpr Synonym kSynonyms[] = {
    {"Throttling", ErrorCode::kThrottled},
    {"ServiceUnavailable", ErrorCode::kThrottled},
    {"ServiceUnavailableException", ErrorCode::kThrottled},
    {"RequestLimitExceededException", ErrorCode::kRequestLimitExceeded},
    {"ExpiredTokenException", ErrorCode::kUnrecognizedClient},
    {"ExpiredToken", ErrorCode::kUnrecognizedClient},
    {"InvalidClientTokenId", ErrorCode::kUnrecognizedClient},
    {"UnknownOperation", ErrorCode::kUnknownOperation},
    {"BackupNotFoundException", ErrorCode::kResourceNotFound},
    {"BackupInUseException", ErrorCode::kResourceInUse},
    {"ContinuousBackupsUnavailableException", ErrorCode::kUnavailable},
    {"PointInTimeRecoveryUnavailableException", ErrorCode::kConflict},
    {"InvalidRestoreTimeException", ErrorCode::kValidation},
    {"TableAlreadyExistsException", ErrorCode::kResourceInUse},
    {"TableInUseException", ErrorCode::kResourceInUse},
    {"AccessDenied", ErrorCode::kAccessDenied},
};

// "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException" without what is before the '#'.
std::string_view short_type(std::string_view type) {
  return type.substr(type.rfind('#') + 1);
}

std::optional<store::Item> find_item(const RemoteObject& object) {
  const auto json = object.find("Item");
  if (!json) return std::nullopt;
  auto item = store::item_from_dom(*json);
  if (!item) return std::nullopt;
  return std::move(*item);
}

std::shared_ptr<const ErrorDetail> read_detail(ErrorCode code, const RemoteObject& root) {
  if (code == ErrorCode::kConditionalCheckFailed) {
    auto failure = std::make_shared<store::ConditionFailure>();
    failure->item = find_item(root);
    return failure;
  }
  if (code != ErrorCode::kTransactionCanceled) return nullptr;
  auto cancellation = std::make_shared<store::Cancellation>();
  static_cast<void>(
      root.each("CancellationReasons", [&](simdjson::dom::element element) -> Result<void> {
        const RemoteObject object(element);
        store::CancellationReason& reason = cancellation->reasons.emplace_back();
        reason.code = object.text("Code");
        if (reason.code.empty()) reason.code = "None";
        reason.message = object.text("Message");
        reason.item = find_item(object);
        return {};
      }));
  return cancellation;
}

Verdict verdict_of(int status, ErrorCode code, std::string_view type) {
  switch (code) {
    case ErrorCode::kThrottled:
    case ErrorCode::kProvisionedThroughputExceeded:
    case ErrorCode::kRequestLimitExceeded:
    case ErrorCode::kTransactionInProgress:
      return Verdict::kNotDone;
    default:
      break;
  }
  if (type.starts_with("ExpiredToken")) return Verdict::kExpiredCredentials;
  if (status == 429 || status == 503) return Verdict::kNotDone;
  return status >= 500 ? Verdict::kUnknown : Verdict::kFinal;
}

}  // namespace

ErrorCode code_of_type(std::string_view type) {
  const std::string_view name = short_type(type);
  for (const ErrorCode code : kWireCodes) {
    if (store::error_type(code) == name) return code;
  }
  const auto* synonym = std::ranges::find(kSynonyms, name, &Synonym::type);
  return synonym == std::end(kSynonyms) ? ErrorCode::kInternal : synonym->code;
}

RemoteFailure read_failure(const http::HttpReply& reply) {
  const auto parsed = RemoteReply::parse(reply.body);
  const RemoteObject root = parsed ? parsed->root() : RemoteObject();
  const std::string_view type = short_type(root.text("__type"));
  if (type.empty()) {
    constexpr size_t kMaxShown = 200;
    Error error{ErrorCode::kInternal,
                fmt::format("The endpoint answered with status {}: {}", reply.status,
                            std::string_view(reply.body).substr(0, kMaxShown)),
                nullptr};
    // Older engines and proxies in front of them answer an operation they do not know without JSON.
    if (reply.body.contains("UnknownOperationException")) {
      error.code = ErrorCode::kUnknownOperation;
    }
    return {std::move(error), verdict_of(reply.status, ErrorCode::kInternal, type)};
  }
  const ErrorCode code = code_of_type(type);
  std::string_view message = root.text("message");
  if (message.empty()) message = root.text("Message");
  Error error{code, std::string(message), read_detail(code, root)};
  if (code == ErrorCode::kInternal) {
    error.message = fmt::format("The endpoint answered {}: {}", type, message);
  }
  return {std::move(error), verdict_of(reply.status, code, type)};
}

}  // namespace norn::dynamodb
