#include "dynamodb/api/direct_call.h"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <utility>

#include "dynamodb/remote/errors.h"

namespace norn::dynamodb {
namespace {

// An exchange without a connection: `done` lets `wait` return.
class DirectExchange final : public http::Exchange {
 public:
  void done() override {
    // Notified under the lock, because the exchange is gone as soon as `wait` has returned.
    const std::lock_guard lock(mutex_);
    is_done_ = true;
    changed_.notify_one();
  }
  // No operation answers with a stream.
  std::shared_ptr<http::EventStream> stream() override { return nullptr; }
  std::shared_ptr<http::BodyStream> stream_body() override { return nullptr; }

  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_done_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_done_ = false;
};

const Operation* find_operation_named(std::string_view name) {
  for (const auto operations :
       {item_operations(), table_operations(), stream_operations(), partiql_operations()}) {
    for (const Operation& operation : operations) {
      if (operation.name == name) return &operation;
    }
  }
  return nullptr;
}

}  // namespace

Result<std::string> call_directly(const Context& context, std::string_view operation,
                                  std::string_view json) {
  const Operation* const found = find_operation_named(operation);
  if (found == nullptr) {
    return fail(ErrorCode::kUnknownOperation,
                fmt::format("There is no operation '{}' in the DynamoDB API.", operation));
  }
  simdjson::dom::parser parser;
  simdjson::dom::element request;
  if (parser.parse(json.data(), json.size()).get(request) != simdjson::SUCCESS ||
      !request.is_object()) {
    return fail(ErrorCode::kSerialization, "The request is not a JSON object.");
  }
  NORN_TRY(check_kinds(request, *found->input, true));
  NORN_TRY(check_constraints(request, *found->input));
  const Input input(request);
  if (const auto* const run = std::get_if<Run>(&found->run)) {
    std::string reply;
    NORN_TRY((*run)(context, input, reply));
    return reply;
  }
  DirectExchange exchange;
  NORN_TRY(std::get<Submit>(found->run)(context, input, Answer(exchange)));
  exchange.wait();
  http::Response& response = exchange.response;
  if (response.status == 200) return std::move(response.body);
  return std::unexpected(
      read_failure({.status = response.status, .headers = {}, .body = response.body}).error);
}

}  // namespace norn::dynamodb
