#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/clock.h"
#include "base/error.h"
#include "dynamodb/input.h"
#include "dynamodb/shapes/shape.h"
#include "dynamodb/transfers/transfers.h"
#include "http/message.h"
#include "http/operation_metrics.h"
#include "store/backups.h"
#include "store/continuous_backups.h"
#include "store/store.h"
#include "store/table_settings.h"

namespace norn::dynamodb {

// The dependencies of operations. Shared by all calls and threads.
struct Context {
  store::Store& store;
  const Clock& clock;
  store::TableBackups* backups = nullptr;          // If the store has them.
  store::ContinuousBackups* continuous = nullptr;  // The same.
  Transfers* transfers = nullptr;                  // If there is a folder for exports and imports.
  store::SettingsOfTables* settings = nullptr;     // If the store has them.
};

// The reply to one call of an operation: exactly one of `succeed` and `fail` is called, once, from
// any thread.
class Answer {
 public:
  explicit Answer(http::Exchange& exchange) : exchange_(&exchange) {}
  // Sets the request id that every reply has. Call it first.
  void set_request_id();
  // Counts the reply as one of this operation.
  void count_in(http::OneOperation& metrics) { metrics_ = &metrics; }

  const http::Request& request() const { return exchange_->request; }
  // The reply's JSON. Write it before `succeed`.
  std::string& body() { return exchange_->response.body; }
  // Sends the reply uncompressed: for threads that others wait for, such as the store's writer.
  void skip_compression() { compresses_ = false; }
  void succeed();
  void fail(const Error& error);

  // A reply whose body is not that of an operation.
  void send(int status, std::string_view type);

 private:
  http::Exchange* exchange_;
  http::OneOperation* metrics_ = nullptr;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  bool compresses_ = true;
};

// A synchronous operation, such as a read: writes the reply's JSON into `out`.
using Run = Result<void> (*)(const Context& context, const Input& input, std::string& out);
// An asynchronous operation, such as a write: returns at once, and answers when the store has. If
// it returns an error it does not answer: the caller does.
using Submit = Result<void> (*)(const Context& context, const Input& input, Answer answer);

struct Operation {
  enum class Service : uint8_t { kTables, kStreams };
  enum class Where : uint8_t {
    kHere,
    kPool
  };  // kPool: it may block, so it must not run on an I/O thread.

  using enum Where;

  std::string_view name;
  const Shape* input;
  std::variant<Run, Submit> run;
  Where where = Where::kHere;
  Service service = Service::kTables;
};

// The operations, by the file that defines them.
std::span<const Operation> item_operations();
std::span<const Operation> table_operations();
std::span<const Operation> backup_operations();
std::span<const Operation> continuous_operations();
std::span<const Operation> transfer_operations();
std::span<const Operation> policy_operations();
std::span<const Operation> insights_operations();
std::span<const Operation> kinesis_operations();
std::span<const Operation> global_table_operations();
std::span<const Operation> stream_operations();
std::span<const Operation> partiql_operations();

}  // namespace norn::dynamodb
