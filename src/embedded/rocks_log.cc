#include "embedded/rocks_log.h"

#include <array>
#include <cstdio>
#include <string_view>

#include "base/log.h"

namespace norn::embedded {
namespace {

constexpr size_t kMaxLineBytes = 1000;  // What is longer is cut off.

}  // namespace

void RocksLog::Logv(const char* format, std::va_list arguments) {
  Logv(rocksdb::InfoLogLevel::INFO_LEVEL, format, arguments);
}

void RocksLog::Logv(rocksdb::InfoLogLevel level, const char* format, std::va_list arguments) {
  if (level < GetInfoLogLevel() || level >= rocksdb::InfoLogLevel::HEADER_LEVEL) {
    return;
  }
  std::array<char, kMaxLineBytes> line{};
  std::vsnprintf(line.data(), line.size(), format, arguments);
  const std::string_view text(line.data());
  if (level == rocksdb::InfoLogLevel::WARN_LEVEL) {
    // What matters of these comes back to Norn as a status, and is told in its own words.
    log::debug("RocksDB: {}", text);
  } else {
    log::error("RocksDB: {}", text);
  }
}

}  // namespace norn::embedded
