#include "sandbox/control.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <initializer_list>
#include <utility>
#include <vector>

#include "base/json_writer.h"
#include "base/time_text.h"
#include "http/hosts.h"
#include "http/url.h"
#include "sandbox/faults.h"
#include "sandbox/test_clock.h"

namespace norn::sandbox {
namespace {

using simdjson::dom::element;

constexpr int64_t kMaxClockMs = 32'503'679'999'000;  // The end of 2999.

int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalid:
    case ErrorCode::kLimitExceeded:
    case ErrorCode::kUnrecognizedClient:
      return 400;
    case ErrorCode::kForbidden:
      return 403;
    case ErrorCode::kNotFound:
      return 404;
    case ErrorCode::kConflict:
      return 409;
    case ErrorCode::kTooManyRequests:
      return 503;
    default:
      return 500;
  }
}

void reply(http::Exchange& exchange, const Result<std::string>& answer) {
  http::Response& response = exchange.response;
  response.content_type = "application/json";
  response.clear_body();
  if (answer) {
    response.status = 200;
    response.body = *answer;
  } else {
    response.status = status_of(answer.error().code);
    ObjectWriter object(response.body);
    object.text("message", answer.error().message);
    object.close();
  }
  exchange.done();
}

// A page that a browser on this machine shows could send requests here: it names itself, or the
// browser names its host.
Result<void> check_caller(const http::Request& request) {
  if (request.header("origin") || request.header("sec-fetch-site")) {
    return fail(ErrorCode::kForbidden, "Web pages may not change the server of a test.");
  }
  if (!http::is_loopback_host(request.header("host").value_or(""))) {
    return fail(ErrorCode::kForbidden,
                "Use localhost, 127.0.0.1 or [::1] as the host: other names are refused.");
  }
  return {};
}

// The access key in `?account=KEY`; empty without.
std::string key_in(const http::Request& request) {
  for (auto& [name, value] : http::parse_query(request.query)) {
    if (name == "account") return std::move(value);
  }
  return "";
}

Result<std::string> text_of(std::string_view name, element value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  return fail(ErrorCode::kInvalid, fmt::format("{} is a text", name));
}

Result<int64_t> integer_of(std::string_view name, element value) {
  int64_t number = 0;
  if (value.get(number) == simdjson::SUCCESS) return number;
  return fail(ErrorCode::kInvalid, fmt::format("{} is a whole number", name));
}

Result<bool> flag_of(std::string_view name, element value) {
  bool flag = false;
  if (value.get(flag) == simdjson::SUCCESS) return flag;
  return fail(ErrorCode::kInvalid, fmt::format("{} is true or false", name));
}

std::unexpected<Error> unknown_member(std::string_view name, std::string_view known) {
  return fail(ErrorCode::kInvalid, fmt::format("'{}' is not known; there are {}", name, known));
}

Result<FaultRule> rule_of(element json) {
  simdjson::dom::object members;
  if (json.get(members) != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalid, "each fault is an object");
  }
  FaultRule rule;
  for (const auto& [name, value] : members) {
    if (name == "operation") {
      NORN_ASSIGN(rule.operation, text_of(name, value));
    } else if (name == "error") {
      NORN_ASSIGN(rule.fault.error, text_of(name, value));
    } else if (name == "delayMs") {
      NORN_ASSIGN(rule.fault.delay_ms, integer_of(name, value));
    } else if (name == "loseReply") {
      NORN_ASSIGN(rule.fault.loses_reply, flag_of(name, value));
    } else if (name == "skip") {
      NORN_ASSIGN(rule.skip, integer_of(name, value));
    } else if (name == "times") {
      NORN_ASSIGN(rule.times, integer_of(name, value));
    } else {
      return unknown_member(name, "operation, error, delayMs, loseReply, skip and times");
    }
  }
  return rule;
}

Result<std::vector<FaultRule>> rules_of(std::string_view body) {
  simdjson::dom::parser parser;
  simdjson::dom::array list;
  if (parser.parse(body.data(), body.size()).get(list) != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalid, "the body is a JSON list of faults");
  }
  std::vector<FaultRule> rules;
  for (const element json : list) {
    NORN_ASSIGN(FaultRule rule, rule_of(json));
    rules.push_back(std::move(rule));
  }
  return rules;
}

std::string json_of(const std::vector<FaultRule>& rules) {
  std::string json;
  ListWriter list(json);
  for (const FaultRule& rule : rules) {
    ObjectWriter object(list.next());
    if (!rule.operation.empty()) object.text("operation", rule.operation);
    if (!rule.fault.error.empty()) object.text("error", rule.fault.error);
    if (rule.fault.delay_ms > 0) object.integer("delayMs", rule.fault.delay_ms);
    if (rule.fault.loses_reply) object.boolean("loseReply", true);
    object.integer("skip", rule.skip);
    object.integer("times", rule.times);
    object.close();
  }
  list.close();
  return json;
}

Result<std::string> change_faults(Account& account, const http::Request& request) {
  if (request.method == "DELETE") account.faults().clear();
  if (request.method == "PUT") {
    NORN_ASSIGN(auto rules, rules_of(request.body));
    NORN_TRY(account.faults().set(std::move(rules)));
  }
  return json_of(account.faults().rules());
}

// The `name` in the body, which may be empty.
Result<std::string> name_in(std::string_view body) {
  constexpr size_t kMaxNameBytes = 100;
  std::string name = "default";
  if (body.empty()) return name;
  simdjson::dom::parser parser;
  simdjson::dom::object members;
  if (parser.parse(body.data(), body.size()).get(members) != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalid, "the body is a JSON object");
  }
  for (const auto& [key, value] : members) {
    if (key != "name") return unknown_member(key, "name");
    NORN_ASSIGN(name, text_of(key, value));
  }
  if (!name.empty() && name.size() <= kMaxNameBytes) return name;
  return fail(ErrorCode::kInvalid, fmt::format("name has 1 to {} bytes", kMaxNameBytes));
}

// What a body says of the clock. What it does not say stays.
Result<TestClock::Setting> clock_setting_of(std::string_view body, const TestClock& clock) {
  simdjson::dom::parser parser;
  simdjson::dom::object members;
  if (parser.parse(body.data(), body.size()).get(members) != simdjson::SUCCESS) {
    return fail(ErrorCode::kInvalid, "the body is a JSON object");
  }
  int64_t now_ms = clock.now_ms();
  bool frozen = clock.setting().frozen_ms.has_value();
  for (const auto& [name, value] : members) {
    if (name == "time") {
      NORN_ASSIGN(const std::string text, text_of(name, value));
      const auto time = parse_timestamp_ms(text);
      if (!time) return fail(ErrorCode::kInvalid, "time is like 2026-11-19T20:00:00Z");
      now_ms = *time;
    } else if (name == "advanceSeconds") {
      NORN_ASSIGN(const int64_t seconds, integer_of(name, value));
      if (seconds < -kMaxClockMs / 1000 || seconds > kMaxClockMs / 1000) {
        return fail(ErrorCode::kInvalid, "advanceSeconds is too large");
      }
      now_ms += seconds * 1000;
    } else if (name == "frozen") {
      NORN_ASSIGN(frozen, flag_of(name, value));
    } else {
      return unknown_member(name, "time, advanceSeconds and frozen");
    }
  }
  if (now_ms < 0 || now_ms > kMaxClockMs) {
    return fail(ErrorCode::kInvalid, "the time is from 1970 to 2999");
  }
  return clock.at(now_ms, frozen);
}

std::string json_of(const TestClock& clock) {
  std::string json;
  ObjectWriter object(json);
  object.text("time", timestamp_ms(clock.now_ms()));
  object.boolean("frozen", clock.setting().frozen_ms.has_value());
  object.close();
  return json;
}

Result<std::string> change_clock(Account& account, const http::Request& request) {
  if (request.method == "DELETE") NORN_TRY(account.set_clock({}));
  if (request.method == "POST") {
    NORN_ASSIGN(const auto setting, clock_setting_of(request.body, account.clock()));
    NORN_TRY(account.set_clock(setting));
  }
  return json_of(account.clock());
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> all) {
  return std::ranges::find(all, text) != all.end();
}

}  // namespace

void Control::handle(http::Exchange& exchange) {
  if (const auto allowed = check_caller(exchange.request); !allowed) {
    return reply(exchange, std::unexpected(allowed.error()));
  }
  const bool posted = pools_.changes.post([this, &exchange] {
    try {
      reply(exchange, answer(exchange.request));
    } catch (const std::exception& error) {
      reply(exchange, fail(ErrorCode::kInternal, error.what()));
    }
  });
  if (!posted) reply(exchange, fail(ErrorCode::kTooManyRequests, "Too many requests at a time."));
}

Result<std::string> Control::answer(const http::Request& request) {
  const std::string_view path = request.path.substr(std::string_view("/_norn/").size());
  if (request.method == "POST" && path == "reset") return reset(request);
  if (path == "faults" && is_one_of(request.method, {"GET", "PUT", "DELETE"})) {
    NORN_ASSIGN(Account* const account, account_of(request));
    return change_faults(*account, request);
  }
  if (path == "clock" && is_one_of(request.method, {"GET", "POST", "DELETE"})) {
    NORN_ASSIGN(Account* const account, account_of(request));
    return change_clock(*account, request);
  }
  if (request.method == "POST" && is_one_of(path, {"snapshot", "restore"})) {
    NORN_ASSIGN(Account* const account, account_of(request));
    NORN_ASSIGN(const std::string name, name_in(request.body));
    NORN_TRY(path == "snapshot" ? account->take_snapshot(name) : account->restore(name));
    return "{}";
  }
  return fail(ErrorCode::kNotFound,
              fmt::format("There is no {} {}.", request.method, request.path));
}

Result<Account*> Control::account_of(const http::Request& request) {
  const std::string key = key_in(request);
  if (!key.empty() && !accounts_.are_by_key()) {
    return fail(ErrorCode::kInvalid,
                "All keys have one account. Start the server with --isolate-keys, or leave "
                "`account` out.");
  }
  if (key.empty() && accounts_.are_by_key()) {
    return fail(ErrorCode::kInvalid,
                "Each access key has an account. Say which one you mean: ?account=KEY");
  }
  return accounts_.of_key(key);
}

Result<std::string> Control::reset(const http::Request& request) {
  const std::string key = key_in(request);
  if (!key.empty()) NORN_TRY(account_of(request));
  NORN_TRY(accounts_.reset(key));
  return "{}";
}

}  // namespace norn::sandbox
