#pragma once

#include <rocksdb/env.h>

#include <cstdarg>

namespace norn::embedded {

// What RocksDB has to say, into Norn's own log as far as it is a warning or worse. RocksDB's
// default is a file in the data folder, which is worse than useless on a full disk: a RocksDB that
// was built with assertions, as Debian's is, aborts the process at the second line that does not
// fit.
class RocksLog final : public rocksdb::Logger {
 public:
  RocksLog() : Logger(rocksdb::InfoLogLevel::WARN_LEVEL) {}

  using Logger::Logv;
  void Logv(const char* format, std::va_list arguments) override;
  void Logv(rocksdb::InfoLogLevel level, const char* format, std::va_list arguments) override;
};

}  // namespace norn::embedded
