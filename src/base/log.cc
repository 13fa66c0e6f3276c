#include "base/log.h"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>

#include "base/ascii.h"
#include "base/json_text.h"
#include "base/log_context.h"

namespace norn::log {
namespace {

spdlog::level::level_enum to_spdlog(Level level) {
  switch (level) {
    case Level::kDebug:
      return spdlog::level::debug;
    case Level::kInfo:
      return spdlog::level::info;
    case Level::kWarn:
      return spdlog::level::warn;
    case Level::kError:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

std::string_view name_of(Level level) {
  switch (level) {
    case Level::kDebug:
      return "debug";
    case Level::kInfo:
      return "info";
    case Level::kWarn:
      return "warn";
    case Level::kError:
      return "error";
  }
  return "error";
}

constexpr const char* kTextPattern = "%Y-%m-%dT%H:%M:%S.%eZ %v";
constexpr const char* kJsonPattern = R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ",%v)";

std::unique_ptr<spdlog::formatter> formatter(const char* pattern) {
  return std::make_unique<spdlog::pattern_formatter>(pattern, spdlog::pattern_time_type::utc);
}

Format current_format = Format::kText;  // Set once, before there are other threads.

// Plain bytes, so that no destructor runs when a thread ends.
struct RequestId {
  std::array<char, kMaxRequestIdBytes> bytes;
  size_t size;
};
thread_local RequestId current_request{};

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::none_of(text, [](char c) {
    return c == ' ' || c == '"' || c == '=' || is_ascii_control(c);
  });
}

void append_text_field(std::string& line, std::string_view name, std::string_view value) {
  line.append(" ").append(name).append("=");
  if (is_word(value)) {
    line += value;
  } else {
    append_json_string(line, escape(value));
  }
}

void append_json_field(std::string& line, std::string_view name, std::string_view value) {
  line.append(",\"").append(name).append("\":");
  append_json_string(line, value);
}

// A log is the one thing that every layer reaches without being handed it. The logger is never
// destroyed, so that threads may write until the process ends.
spdlog::logger& logger() {
  static spdlog::logger* const instance = [] {
    auto* made = new spdlog::logger("norn", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_formatter(formatter(kTextPattern));
    made->flush_on(spdlog::level::debug);
    return made;
  }();
  return *instance;
}

}  // namespace

Result<Level> parse_level(std::string_view name) {
  for (const Level level : {Level::kDebug, Level::kInfo, Level::kWarn, Level::kError}) {
    if (name == name_of(level)) return level;
  }
  return fail(ErrorCode::kValidation,
              fmt::format("'{}' is not a log level: use debug, info, warn or error.", name));
}

void set_level(Level level) {
  logger().set_level(to_spdlog(level));
}

bool enabled(Level level) {
  return logger().should_log(to_spdlog(level));
}

void write(Level level, std::string_view message) {
  write(level, message, {});
}

void write(Level level, std::string_view message, std::span<const Field> fields) {
  if (!enabled(level)) return;
  const std::string_view request_id(current_request.bytes.data(), current_request.size);
  logger().log(to_spdlog(level), "{}", line_of(current_format, level, message, fields, request_id));
}

// spdlog's highest level is never dropped; the line names its own.
void write_always(std::string_view message, std::span<const Field> fields) {
  const std::string_view request_id(current_request.bytes.data(), current_request.size);
  logger().critical("{}", line_of(current_format, Level::kInfo, message, fields, request_id));
}

Result<Format> parse_format(std::string_view name) {
  if (name == "text") return Format::kText;
  if (name == "json") return Format::kJson;
  return fail(ErrorCode::kValidation,
              fmt::format("'{}' is not a format of the log: use text or json.", name));
}

void set_format(Format format) {
  current_format = format;
  logger().set_formatter(formatter(format == Format::kJson ? kJsonPattern : kTextPattern));
}

RequestScope::RequestScope(std::string_view id) {
  current_request.size = id.copy(current_request.bytes.data(), current_request.bytes.size());
}

RequestScope::~RequestScope() {
  current_request.size = 0;
}

// The level is named here and not by spdlog's pattern, which says "warning" and "critical".
std::string line_of(Format format, Level level, std::string_view message,
                    std::span<const Field> fields, std::string_view request_id) {
  std::string line;
  if (format == Format::kText) {
    line = fmt::format("{:<5} {}", name_of(level), escape(message));
    for (const auto& [name, value] : fields) append_text_field(line, name, value);
    if (!request_id.empty()) append_text_field(line, "request", request_id);
    return line;
  }
  line = fmt::format(R"("level":"{}","message":)", name_of(level));
  append_json_string(line, message);
  for (const auto& [name, value] : fields) append_json_field(line, name, value);
  if (!request_id.empty()) append_json_field(line, "request", request_id);
  return line + "}";
}

std::string escape(std::string_view message) {
  std::string escaped;
  escaped.reserve(message.size());
  for (const char c : message) {
    if (c == '\n') {
      escaped += "\\n";
    } else if (c == '\t') {
      escaped += "\\t";
    } else if (is_ascii_control(c)) {
      fmt::format_to(std::back_inserter(escaped), "\\x{:02x}", static_cast<unsigned char>(c));
    } else {
      escaped += c;
    }
  }
  return escaped;
}

}  // namespace norn::log
