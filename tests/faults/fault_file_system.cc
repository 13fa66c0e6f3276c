#include "faults/fault_file_system.h"

#include <filesystem>
#include <utility>

namespace norn::testing {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

FileKind kind_of(const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (name.ends_with(".log")) {
    return kLogFiles;
  }
  if (name.ends_with(".sst")) {
    return kTableFiles;
  }
  if (name.starts_with("MANIFEST") || name.ends_with(".dbtmp")) {
    return kManifestFiles;
  }
  return kOtherFiles;
}

IOStatus no_power() {
  return IOStatus::IOError("The power is off");
}

class FaultFile final : public rocksdb::FSWritableFileOwnerWrapper {
 public:
  FaultFile(FaultFileSystem& files, std::string path,
            std::unique_ptr<rocksdb::FSWritableFile> target)
      : FSWritableFileOwnerWrapper(std::move(target)), files_(files), path_(std::move(path)) {}

  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    bool torn = false;
    const IOStatus fault = files_.before_append(kind_of(path_), torn);
    if (!fault.ok() && !torn) {
      return fault;
    }
    const Slice part(data.data(), torn ? data.size() / 2 : data.size());
    const IOStatus status = FSWritableFileOwnerWrapper::Append(part, options, debug);
    if (status.ok()) {
      files_.note_append(path_, part.size());
    }
    return fault.ok() ? status : fault;
  }
  IOStatus Append(const Slice& data, const IOOptions& options, const rocksdb::DataVerificationInfo&,
                  IODebugContext* debug) override {
    return Append(data, options, debug);
  }
  IOStatus Sync(const IOOptions&, IODebugContext*) override {
    IOStatus fault = files_.before_sync(kind_of(path_));
    if (fault.ok()) {
      files_.note_sync(path_);
    }
    return fault;
  }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override {
    return Sync(options, debug);
  }
  IOStatus RangeSync(uint64_t, uint64_t, const IOOptions&, IODebugContext*) override {
    return IOStatus::OK();
  }
  IOStatus Truncate(uint64_t size, const IOOptions& options, IODebugContext* debug) override {
    return files_.powered() ? FSWritableFileOwnerWrapper::Truncate(size, options, debug)
                            : no_power();
  }

 private:
  FaultFileSystem& files_;
  const std::string path_;
};

// Its entries last as soon as their files are synced: what a sync of the folder adds is not
// modelled.
class FaultDirectory final : public rocksdb::FSDirectory {
 public:
  IOStatus Fsync(const IOOptions&, IODebugContext*) override { return IOStatus::OK(); }
};

}  // namespace

FaultFileSystem::FaultFileSystem() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}

void FaultFileSystem::fill_disk(unsigned kinds, bool hidden) {
  hidden_.store(hidden);
  full_kinds_.store(kinds);
}

void FaultFileSystem::break_syncs(unsigned kinds, IOStatus failure) {
  const std::lock_guard lock(mutex_);
  broken_syncs_ = kinds;
  sync_failure_ = std::move(failure);
}

IOStatus FaultFileSystem::before_append(FileKind kind, bool& torn) {
  if (kind == kLogFiles && appends_until_cut_.load() >= 0 && appends_until_cut_.fetch_sub(1) == 0) {
    cut_power();
  }
  if (!powered()) {
    return no_power();
  }
  if ((full_kinds_.load() & kind) != 0) {
    torn = true;
    return IOStatus::NoSpace("The disk of the test is full");
  }
  return IOStatus::OK();
}

IOStatus FaultFileSystem::before_sync(FileKind kind) {
  if (!powered()) {
    return no_power();
  }
  const std::lock_guard lock(mutex_);
  return (broken_syncs_ & kind) != 0 ? sync_failure_ : IOStatus::OK();
}

void FaultFileSystem::note_append(const std::string& path, uint64_t bytes) {
  const std::lock_guard lock(mutex_);
  files_[path].written += bytes;
}

void FaultFileSystem::note_sync(const std::string& path) {
  const std::lock_guard lock(mutex_);
  File& file = files_[path];
  file.synced = file.written;
  file.ever_synced = true;
}

void FaultFileSystem::drop_unsynced(std::mt19937_64& random) {
  const std::lock_guard lock(mutex_);
  for (const auto& [path, file] : files_) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
      continue;
    }
    if (!file.ever_synced) {
      std::filesystem::remove(path);
    } else {
      std::filesystem::resize_file(path, file.synced + random() % (file.written - file.synced + 1));
    }
  }
}

IOStatus FaultFileSystem::NewWritableFile(const std::string& path,
                                          const rocksdb::FileOptions& options,
                                          std::unique_ptr<rocksdb::FSWritableFile>* file,
                                          IODebugContext* debug) {
  if (!powered()) {
    return no_power();
  }
  std::unique_ptr<rocksdb::FSWritableFile> target;
  IOStatus status = FileSystemWrapper::NewWritableFile(path, options, &target, debug);
  if (status.ok()) {
    *file = std::make_unique<FaultFile>(*this, path, std::move(target));
    const std::lock_guard lock(mutex_);
    files_[path] = {};
  }
  return status;
}

IOStatus FaultFileSystem::ReopenWritableFile(const std::string&, const rocksdb::FileOptions&,
                                             std::unique_ptr<rocksdb::FSWritableFile>*,
                                             IODebugContext*) {
  return IOStatus::NotSupported("A database does not append to files that it closed");
}

IOStatus FaultFileSystem::NewDirectory(const std::string&, const IOOptions&,
                                       std::unique_ptr<rocksdb::FSDirectory>* directory,
                                       IODebugContext*) {
  *directory = std::make_unique<FaultDirectory>();
  return IOStatus::OK();
}

IOStatus FaultFileSystem::DeleteFile(const std::string& path, const IOOptions& options,
                                     IODebugContext* debug) {
  if (!powered()) {
    return no_power();
  }
  {
    const std::lock_guard lock(mutex_);
    files_.erase(path);
  }
  return FileSystemWrapper::DeleteFile(path, options, debug);
}

IOStatus FaultFileSystem::RenameFile(const std::string& from, const std::string& to,
                                     const IOOptions& options, IODebugContext* debug) {
  if (!powered()) {
    return no_power();
  }
  {
    const std::lock_guard lock(mutex_);
    if (auto file = files_.extract(from); !file.empty()) {
      files_[to] = file.mapped();
    }
  }
  return FileSystemWrapper::RenameFile(from, to, options, debug);
}

IOStatus FaultFileSystem::LinkFile(const std::string& from, const std::string& to,
                                   const IOOptions& options, IODebugContext* debug) {
  if (!powered()) {
    return no_power();
  }
  return FileSystemWrapper::LinkFile(from, to, options, debug);
}

IOStatus FaultFileSystem::GetFreeSpace(const std::string& path, const IOOptions& options,
                                       uint64_t* bytes, IODebugContext* debug) {
  if (full_kinds_.load() != 0 && !hidden_.load()) {
    *bytes = 0;
    return IOStatus::OK();
  }
  if (const uint64_t reported = reported_free_.load(); reported > 0) {
    *bytes = reported;
    return IOStatus::OK();
  }
  return FileSystemWrapper::GetFreeSpace(path, options, bytes, debug);
}

}  // namespace norn::testing
