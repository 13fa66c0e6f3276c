#pragma once

#include <rocksdb/listener.h>

#include <atomic>

namespace norn::embedded {

// Records which file operation failed, which RocksDB's statuses do not contain. It also prevents
// RocksDB's own recovery after a full disk, which could append to a log after a torn record; the
// committer recovers by opening the database again.
class LogWatch final : public rocksdb::EventListener {
 public:
  // An incomplete record is at the end of the log: the write it belongs to did not happen.
  bool append_failed() const { return append_failed_.load(); }
  // It is unknown whether the end of the log is on the disk.
  bool sync_failed() const { return sync_failed_.load(); }
  // RocksDB refuses all writes.
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
