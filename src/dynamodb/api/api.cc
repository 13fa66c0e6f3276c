#include "dynamodb/api/api.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/log.h"
#include "dynamodb/signing/sigv4.h"
#include "http/content_coding.h"
#include "http/hosts.h"

namespace norn::dynamodb {
namespace {

using simdjson::dom::element;

constexpr std::string_view kTablesTarget = "DynamoDB_20120810.";
constexpr std::string_view kStreamsTarget = "DynamoDBStreams_20120810.";
constexpr size_t kMaxBodyBytes = size_t{16} * 1024 * 1024;
// A parser keeps its memory for the next request, but not that of an unusually large one.
constexpr size_t kMaxKeptBytes = size_t{1024} * 1024;

// "application/json; charset=utf-8" is application/json.
bool is_json(std::string_view content_type) {
  content_type = content_type.substr(0, content_type.find(';'));
  while (content_type.ends_with(' ')) content_type.remove_suffix(1);
  return content_type == "application/x-amz-json-1.0" || content_type == "application/json";
}

// Load balancers and programs that measure distances ask for one of these.
bool is_health_check(std::string_view path) {
  return path == "/" || path == "/ping";
}

Error serialization_error() {
  return {ErrorCode::kSerialization, "", nullptr};
}

// A request's JSON and the memory that it was read with.
class Document {
 public:
  Result<element> parse(const http::Request& request) {
    NORN_ASSIGN(const std::string_view text, http::decode_body(request, kMaxBodyBytes, decoded_));
    thread_local simdjson::dom::parser kept;
    simdjson::dom::parser& parser = text.size() <= kMaxKeptBytes ? kept : own_.emplace();
    element json;
    if (parser.parse(text.data(), text.size()).get(json) != simdjson::SUCCESS ||
        !json.is_object()) {
      return std::unexpected(serialization_error());
    }
    return json;
  }

 private:
  std::string decoded_;
  std::optional<simdjson::dom::parser> own_;
};

// Whether the reply is complete; otherwise the store will answer.
Result<bool> call(const Context& context, const Operation& operation, element json, Answer answer) {
  NORN_TRY(check_kinds(json, *operation.input));
  NORN_TRY(check_constraints(json, *operation.input));
  const Input input(json);
  if (const auto* const submit = std::get_if<Submit>(&operation.run)) {
    NORN_TRY((*submit)(context, input, answer));
    return false;
  }
  NORN_TRY(std::get<Run>(operation.run)(context, input, answer.body()));
  return true;
}

}  // namespace

Api::Api(store::Store& store, const Clock& clock, ThreadPool& pool, ApiOptions options)
    : context_{.store = store,
               .clock = clock,
               .backups = options.backups,
               .continuous = options.continuous,
               .transfers = options.transfers,
               .settings = options.settings},
      pool_(pool),
      options_(std::move(options)),
      metrics_({.requests = "norn_dynamodb_calls_total",
                .requests_help = "Calls of the DynamoDB API by operation and result.",
                .durations = "norn_dynamodb_call_duration_seconds",
                .durations_help = "Time until calls were answered, by operation.",
                .result = "result",
                .results = {"ok", "ok", "ok", "clientError", "serverError"},
                .seconds = {0.0001, 0.0005, 0.0025, 0.01, 0.05, 0.25, 1}}) {
  for (const auto operations :
       {item_operations(), table_operations(), backup_operations(), continuous_operations(),
        transfer_operations(), policy_operations(), insights_operations(), kinesis_operations(),
        global_table_operations(), stream_operations(), partiql_operations()}) {
    for (const Operation& operation : operations) {
      const std::string_view prefix =
          operation.service == Operation::Service::kStreams ? kStreamsTarget : kTablesTarget;
      endpoints_.try_emplace(fmt::format("{}{}", prefix, operation.name), operation, metrics_);
    }
  }
}

// The order of the checks is DynamoDB's, as far as it can be seen from outside.
void Api::handle(http::Exchange& exchange) {
  const http::Request& request = exchange.request;
  Answer answer(exchange);
  answer.set_request_id();
  if ((request.method == "GET" || request.method == "HEAD") && is_health_check(request.path)) {
    answer.body() = "healthy: dynamodb.us-east-1.amazonaws.com ";
    return answer.send(200, "text/plain");
  }
  if (request.method != "POST" || !is_json(request.header("content-type").value_or(""))) {
    answer.body() = "<UnknownOperationException/>\n";
    return answer.send(404, "application/xml");
  }
  answer_call(exchange, answer);
}

void Api::answer_call(http::Exchange& exchange, Answer answer) {
  const http::Request& request = exchange.request;
  Endpoint* const endpoint = find_endpoint(request.header("x-amz-target").value_or(""));
  if (endpoint == nullptr) {
    return answer.fail({ErrorCode::kUnknownOperation, "", nullptr});
  }
  answer.count_in(endpoint->metrics);
  if (const auto authentic = authenticate(request); !authentic) {
    return answer.fail(authentic.error());
  }
  dispatch(*endpoint, exchange, answer);
}

Result<void> Api::authenticate(const http::Request& request) const {
  if (options_.keys) {
    const Clock* const clock =
        options_.signing_clock != nullptr ? options_.signing_clock : &context_.clock;
    NORN_TRY(verify(*options_.keys, request, clock->now_ms()));
    return {};
  }
  // Without keys this machine's own programs may call, but not the pages that its browser shows:
  // any of them could, by a host name that leads here.
  const auto origin = request.header("origin");
  if (origin &&
      std::ranges::find(options_.allowed_origins, *origin) == options_.allowed_origins.end()) {
    return fail(ErrorCode::kAccessDenied,
                "Requests of web pages are refused unless the server is started with "
                "--dynamodb-keys.");
  }
  if (options_.loopback_only && !http::is_loopback_host(request.header("host").value_or(""))) {
    return fail(ErrorCode::kAccessDenied,
                "Without --dynamodb-keys, only requests for localhost, 127.0.0.1 and [::1] are "
                "answered. Use one of these in the endpoint's URL, or start the server with "
                "--dynamodb-keys.");
  }
  return check_authorization_shape(request);
}

Api::Endpoint* Api::find_endpoint(std::string_view target) {
  const auto found = endpoints_.find(std::string(target));
  return found == endpoints_.end() ? nullptr : &found->second;
}

void Api::dispatch(Endpoint& endpoint, http::Exchange& exchange, Answer answer) {
  const Operation& operation = endpoint.operation;
  if (operation.where == Operation::Where::kHere) return run(operation, exchange, answer);
  const bool posted = pool_.post([this, &operation, &exchange, answer] {
    try {
      run(operation, exchange, answer);
    } catch (const std::exception& error) {
      // Memory may have run out while the answer was written: nothing of it has been sent.
      Answer(answer).fail({ErrorCode::kInternal, error.what(), nullptr});
    }
  });
  if (!posted) {
    answer.fail({ErrorCode::kThrottled, "Too many requests at a time; try again soon.", nullptr});
  }
}

void Api::run(const Operation& operation, http::Exchange& exchange, Answer answer) {
  Document document;
  const auto json = document.parse(exchange.request);
  if (!json) return answer.fail(json.error());
  const auto complete = call(context_, operation, *json, answer);
  if (complete) {
    if (*complete) answer.succeed();
    return;
  }
  if (complete.error().code == ErrorCode::kValidation) {
    // DynamoDB reports JSON of the wrong kind first. The fast check above did not look into
    // attribute values.
    const auto kinds = check_kinds(*json, *operation.input, true);
    if (!kinds) return answer.fail(kinds.error());
  }
  answer.fail(complete.error());
}

}  // namespace norn::dynamodb
