#pragma once

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>

namespace norn::testing {

// The files of a database, as faults hit them.
enum FileKind : unsigned {
  kLogFiles = 1,       // Write-ahead logs.
  kTableFiles = 2,     // SST files.
  kManifestFiles = 4,  // The manifest, and CURRENT on its way.
  kOtherFiles = 8,
  kAllFiles = 15,
};

// The real file system, with faults on demand. It keeps track of what was synced and does not sync
// in fact, so that tests are fast: only a power cut tells the difference, and that is one of the
// faults.
class FaultFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  FaultFileSystem();
  static const char* kClassName() { return "FaultFileSystem"; }
  const char* Name() const override { return kClassName(); }

  // Appends to these kinds of files fail for lack of space, after a part of the bytes was written.
  // Free space is reported as 0, unless `hidden`.
  void fill_disk(unsigned kinds, bool hidden = false);
  void free_disk() { fill_disk(0); }
  // Reports so much free space.
  void report_free(uint64_t bytes) { reported_free_.store(bytes); }
  // Syncs of these kinds of files fail like that.
  void break_syncs(unsigned kinds,
                   rocksdb::IOStatus failure = rocksdb::IOStatus::IOError("broken"));
  void mend_syncs() { break_syncs(0); }

  // From now on, or after so many more appends to logs, nothing reaches the disk, and everything
  // fails.
  void cut_power() { powered_.store(false); }
  void cut_power_after(int log_appends) { appends_until_cut_.store(log_appends); }
  bool powered() const { return powered_.load(); }
  // What the power cut leaves: of every file the synced part and, of what follows, as much as
  // chance has it. Files that were never synced are gone. To be called when the database is closed.
  void drop_unsynced(std::mt19937_64& random);

  // For the files.
  rocksdb::IOStatus before_append(FileKind kind, bool& torn);
  rocksdb::IOStatus before_sync(FileKind kind);
  void note_append(const std::string& path, uint64_t bytes);
  void note_sync(const std::string& path);

  rocksdb::IOStatus NewWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                    std::unique_ptr<rocksdb::FSWritableFile>* file,
                                    rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus ReopenWritableFile(const std::string& path, const rocksdb::FileOptions& options,
                                       std::unique_ptr<rocksdb::FSWritableFile>* file,
                                       rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus NewDirectory(const std::string& path, const rocksdb::IOOptions& options,
                                 std::unique_ptr<rocksdb::FSDirectory>* directory,
                                 rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus DeleteFile(const std::string& path, const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus RenameFile(const std::string& from, const std::string& to,
                               const rocksdb::IOOptions& options,
                               rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus LinkFile(const std::string& from, const std::string& to,
                             const rocksdb::IOOptions& options,
                             rocksdb::IODebugContext* debug) override;
  rocksdb::IOStatus GetFreeSpace(const std::string& path, const rocksdb::IOOptions& options,
                                 uint64_t* bytes, rocksdb::IODebugContext* debug) override;

 private:
  struct File {
    uint64_t written = 0;
    uint64_t synced = 0;
    bool ever_synced = false;
  };

  std::atomic<unsigned> full_kinds_ = 0;
  std::atomic<bool> hidden_ = false;
  std::atomic<uint64_t> reported_free_ = 0;  // 0: what there is.
  std::atomic<bool> powered_ = true;
  std::atomic<int> appends_until_cut_ = -1;

  std::mutex mutex_;  // Guards the rest.
  unsigned broken_syncs_ = 0;
  rocksdb::IOStatus sync_failure_;
  std::map<std::string, File> files_;
};

// A file system with faults and the Env to open a store with.
struct FaultyDisk {
  std::shared_ptr<FaultFileSystem> files = std::make_shared<FaultFileSystem>();
  std::unique_ptr<rocksdb::Env> env = rocksdb::NewCompositeEnv(files);
};

}  // namespace norn::testing
