#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/log.h"

// What a line of the log has beside its message: fields for programs that read it, and the request
// that it belongs to.
namespace norn::log {

enum class Format : uint8_t {
  kText,  // 2026-01-02T03:04:05.678Z info  message name=value request=4f2a...
  kJson,  // {"time":"2026-01-02T03:04:05.678Z","level":"info","message":"message",...}
};

// "text" or "json".
Result<Format> parse_format(std::string_view name);
// Text until this is called. Call it before other threads write.
void set_format(Format format);

// A name (a word of ASCII letters) and its value.
using Field = std::pair<std::string_view, std::string>;

// Writes one line, with fields. Control characters of values are escaped like those of messages.
void write(Level level, std::string_view message, std::span<const Field> fields);
// The same at level kInfo, whatever set_level() said: for what has to be found in every log.
void write_always(std::string_view message, std::span<const Field> fields);

// While it lives, all lines of this thread name the request. One at a time on each thread.
class RequestScope {
 public:
  // At most kMaxRequestIdBytes of the id are used.
  explicit RequestScope(std::string_view id);
  ~RequestScope();
  RequestScope(const RequestScope&) = delete;
  RequestScope& operator=(const RequestScope&) = delete;
};
constexpr size_t kMaxRequestIdBytes = 64;

// The line as it is written, without the time. For write(), and for tests.
std::string line_of(Format format, Level level, std::string_view message,
                    std::span<const Field> fields, std::string_view request_id);

}  // namespace norn::log
