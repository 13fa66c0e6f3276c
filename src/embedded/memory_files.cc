#include "embedded/memory_files.h"

#include <rocksdb/env.h>

#include <string>
#include <vector>

#include "embedded/database.h"

namespace norn::embedded {

MemoryFiles::MemoryFiles() : env_(rocksdb::NewMemEnv(rocksdb::Env::Default())) {}

MemoryFiles::~MemoryFiles() = default;

Result<void> MemoryFiles::copy_folder(const std::filesystem::path& from,
                                      const std::filesystem::path& to) const {
  std::vector<std::string> names;
  auto status = env_->GetChildren(from.string(), &names);
  if (status.ok()) status = env_->CreateDirIfMissing(to.string());
  for (const std::string& name : names) {
    if (!status.ok()) break;
    const std::string source = (from / name).string();
    const std::string target = (to / name).string();
    if (name.ends_with(".sst")) {
      status = env_->LinkFile(source, target);
      continue;
    }
    std::string content;
    status = rocksdb::ReadFileToString(env_.get(), source, &content);
    if (status.ok()) status = rocksdb::WriteStringToFile(env_.get(), content, target);
  }
  if (!status.ok()) return std::unexpected(error_of(status));
  return {};
}

void MemoryFiles::remove_folder(const std::filesystem::path& folder) const {
  std::vector<std::string> names;
  // Only memory is at stake.
  env_->GetChildren(folder.string(), &names).PermitUncheckedError();
  for (const std::string& name : names) {
    env_->DeleteFile((folder / name).string()).PermitUncheckedError();
  }
  env_->DeleteDir(folder.string()).PermitUncheckedError();
}

}  // namespace norn::embedded
