#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/log_context.h"
#include "http/message.h"
#include "rest/caller.h"
#include "rest/route.h"

// What the log has of requests: those that took long, and what administrators and tokens did.
namespace norn::rest {

// Requests that take at least so long are logged; 0: none. A setting of the log, like its level.
void set_slow_request_ms(int64_t milliseconds);

// Logs the request if it has to be audited: what is for administrators, and what a token changed,
// also if it was refused; that is written at any level of the log. Nothing of bodies, headers and
// queries is logged.
void log_audited(const Route& route, const Caller& caller, const http::Request& request,
                 int status);
// Logs the request if it was slow.
void log_slow(const std::string& operation, const std::string& user_id, int status,
              std::chrono::steady_clock::duration time);

// Writes a line of the audit log, at any level of the log: for a handler that anybody may call and
// in which an administrator did what others may not. `what` follows the fields of all lines.
void log_audit(std::string_view operation, const Caller& caller, const http::Request& request,
               int status, std::span<const log::Field> what = {});

}  // namespace norn::rest
