#include "dynamodb/api/error_reply.h"

#include <simdjson.h>

#include <algorithm>

#include "base/log.h"
#include "dynamodb/render.h"
#include "store/backups.h"
#include "store/errors.h"

namespace norn::dynamodb {
namespace {

constexpr std::string_view kErrorNamespace = "com.amazonaws.dynamodb.v20120810#";
constexpr std::string_view kFramework = "com.amazon.coral.service#";

// The namespace of an error's type. SDKs look only at what follows the '#'.
std::string_view name_space(ErrorCode code) {
  switch (code) {
    case ErrorCode::kValidation:
      return "com.amazon.coral.validate#";
    case ErrorCode::kThrottled:
      return "com.amazon.coral.availability#";
    case ErrorCode::kSerialization:
    case ErrorCode::kUnknownOperation:
    case ErrorCode::kAccessDenied:
    case ErrorCode::kMissingAuthenticationToken:
    case ErrorCode::kIncompleteSignature:
    case ErrorCode::kInvalidSignature:
    case ErrorCode::kUnrecognizedClient:
      return kFramework;
    default:
      return kErrorNamespace;
  }
}

bool is_our_fault(ErrorCode code) {
  return store::error_type(code) == "InternalServerError";
}

void append_reasons(std::string& out, const store::Cancellation& cancellation) {
  ListWriter list(out);
  for (const store::CancellationReason& reason : cancellation.reasons) {
    ObjectWriter object(list.next());
    if (reason.item) object.key("Item").append(reason.item->json());
    object.text("Code", reason.code);
    if (!reason.message.empty()) object.text("Message", reason.message);
    object.close();
  }
  list.close();
}

// JSON is UTF-8, and messages quote what is not known to be: headers, texts that were cut.
std::string as_utf8(std::string_view message) {
  std::string text(message);
  if (simdjson::validate_utf8(text)) return text;
  std::ranges::replace_if(text, [](unsigned char byte) { return byte >= 0x80; }, '?');
  return text;
}

}  // namespace

int append_error(std::string& out, const Error& error) {
  ObjectWriter object(out);
  std::string type(name_space(error.code));
  const auto* const named = dynamic_cast<const store::WireError*>(error.detail.get());
  type.append(named != nullptr ? named->type : store::error_type(error.code));
  object.text("__type", type);
  if (const auto* cancelled = dynamic_cast<const store::Cancellation*>(error.detail.get())) {
    append_reasons(object.key("CancellationReasons"), *cancelled);
  }
  if (const auto* failure = dynamic_cast<const store::ConditionFailure*>(error.detail.get());
      failure != nullptr && failure->item) {
    object.key("Item").append(failure->item->json());
  }
  // DynamoDB is not of one mind about the first letter.
  const bool capital = error.code == ErrorCode::kTransactionCanceled ||
                       error.code == ErrorCode::kTransactionInProgress ||
                       error.code == ErrorCode::kIdempotentParameterMismatch ||
                       error.code == ErrorCode::kSerialization;
  if (!error.message.empty()) {
    object.text(capital ? "Message" : "message", as_utf8(error.message));
  }
  object.close();
  if (!is_our_fault(error.code)) return 400;
  // The store logs a full disk, once for many writes.
  if (error.code != ErrorCode::kStorageFull) {
    log::error("a DynamoDB request failed: {}", error.message);
  }
  return 500;
}

}  // namespace norn::dynamodb
