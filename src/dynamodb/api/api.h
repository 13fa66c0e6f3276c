#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/thread_pool.h"
#include "dynamodb/api/operation.h"
#include "dynamodb/signing/keys_file.h"
#include "http/message.h"
#include "http/operation_metrics.h"
#include "store/store.h"
#include "store/table_settings.h"

namespace norn::dynamodb {

struct ApiOptions {
  std::optional<Keys> keys;  // Without keys, any signature is accepted.
  // Only this machine can reach the listener: without keys, requests for other hosts than loopback
  // ones are refused (http/hosts.h).
  bool loopback_only = false;
  // The time by which signatures are verified, if that is not the time of the store; must outlive
  // the API.
  const Clock* signing_clock = nullptr;
  // Without keys, the web pages that may call nevertheless; pages of all other origins may not.
  std::vector<std::string> allowed_origins = {};
  // Of the store's tables, if it has them; must outlive the API.
  store::TableBackups* backups = nullptr;
  store::ContinuousBackups* continuous = nullptr;
  store::SettingsOfTables* settings = nullptr;
  // Exports and imports, if there is a folder for them; must outlive the API.
  Transfers* transfers = nullptr;
};

// The DynamoDB API over a store, for AWS SDKs and the AWS CLI, as a handler for http::Server. The
// store, clock and pool must outlive it, and it must outlive the server.
class Api {
 public:
  Api(store::Store& store, const Clock& clock, ThreadPool& pool, ApiOptions options = {});

  void handle(http::Exchange& exchange);

  // Calls by operation and result, and their durations, in Prometheus's text format. From any
  // thread.
  std::string metrics() const { return metrics_.text(); }

 private:
  // An operation and what is counted of it.
  struct Endpoint {
    Endpoint(const Operation& called, http::OperationMetrics& all)
        : operation(called), metrics(all, std::string(called.name)) {}

    const Operation& operation;
    http::OneOperation metrics;
  };

  void answer_call(http::Exchange& exchange, Answer answer);
  // Returns an error if the request's signature is missing or invalid.
  Result<void> authenticate(const http::Request& request) const;
  Endpoint* find_endpoint(std::string_view target);
  void dispatch(Endpoint& endpoint, http::Exchange& exchange, Answer answer);
  // Parses, checks and runs the call, on this thread.
  void run(const Operation& operation, http::Exchange& exchange, Answer answer);

  const Context context_;
  ThreadPool& pool_;
  const ApiOptions options_;
  http::OperationMetrics metrics_;
  // By x-amz-target.
  std::unordered_map<std::string, Endpoint> endpoints_;
};

}  // namespace norn::dynamodb
