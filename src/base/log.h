#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

// The log: one line per event, to stderr, as `2026-01-02T03:04:05.678Z info  message`. Control
// characters of a message are escaped, so nothing that came over the network can forge a line or
// drive a terminal. Passwords, tokens, cookies and keys are never passed to it.
//
//   log::info("listening on {}", address);
//
// All functions may be called from any thread.
namespace norn::log {

enum class Level { kDebug, kInfo, kWarn, kError };

// "debug", "info", "warn" or "error".
Result<Level> parse_level(std::string_view name);

// Events below `level` are dropped; until this is called, those below kInfo are.
void set_level(Level level);
bool enabled(Level level);

// Writes one line. The named functions below are the ones to call.
void write(Level level, std::string_view message);

// The text as it is written: control characters become \n, \t or \x1b.
std::string escape(std::string_view message);

template <typename... Args>
void write_formatted(Level level, fmt::format_string<Args...> format, Args&&... args) {
  if (enabled(level)) write(level, fmt::format(format, std::forward<Args>(args)...));
}

template <typename... Args>
void debug(fmt::format_string<Args...> format, Args&&... args) {
  write_formatted<Args...>(Level::kDebug, format, std::forward<Args>(args)...);
}

template <typename... Args>
void info(fmt::format_string<Args...> format, Args&&... args) {
  write_formatted<Args...>(Level::kInfo, format, std::forward<Args>(args)...);
}

template <typename... Args>
void warn(fmt::format_string<Args...> format, Args&&... args) {
  write_formatted<Args...>(Level::kWarn, format, std::forward<Args>(args)...);
}

template <typename... Args>
void error(fmt::format_string<Args...> format, Args&&... args) {
  write_formatted<Args...>(Level::kError, format, std::forward<Args>(args)...);
}

}  // namespace norn::log
