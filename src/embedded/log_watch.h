#pragma once

#include <rocksdb/listener.h>

#include <atomic>

namespace norn::embedded {

// Notices what RocksDB's statuses do not tell: which file operation it was that failed. It also
// keeps RocksDB from recovering by itself when the disk was full, because that could append to a
// log after a torn record; the committer recovers by opening the database again.
class LogWatch final : public rocksdb::EventListener {
 public:
  // An incomplete record is at the end of the log: the write it belongs to did not happen.
  bool append_failed() const { return append_failed_.load(); }
  // Nobody knows whether the end of the log is on the disk.
  bool sync_failed() const { return sync_failed_.load(); }
  // RocksDB refuses writes before it looks at them.
  bool stopped() const { return stopped_.load(); }

  bool ShouldBeNotifiedOnFileIO() override { return true; }
  void OnIOError(const rocksdb::IOErrorInfo& info) override {
    if (!info.file_path.ends_with(".log")) {
      return;
    }
    switch (info.operation) {
      case rocksdb::FileOperationType::kSync:
      case rocksdb::FileOperationType::kFsync:
      case rocksdb::FileOperationType::kRangeSync:
        sync_failed_.store(true);
        break;
      case rocksdb::FileOperationType::kAppend:
      case rocksdb::FileOperationType::kFlush:
        append_failed_.store(true);
        break;
      default:
        break;
    }
  }
  void OnBackgroundError(rocksdb::BackgroundErrorReason, rocksdb::Status* error) override {
    if (error->severity() >= rocksdb::Status::Severity::kHardError) {
      stopped_.store(true);
    }
  }
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status,
                            bool* auto_recovery) override {
    *auto_recovery = false;
  }

 private:
  std::atomic<bool> append_failed_ = false;
  std::atomic<bool> sync_failed_ = false;
  std::atomic<bool> stopped_ = false;
};

}  // namespace norn::embedded
