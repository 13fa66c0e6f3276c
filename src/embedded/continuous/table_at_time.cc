#include "embedded/continuous/table_at_time.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/ids.h"
#include "embedded/continuous/replay.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

fs::path temporary_folder(const ArchivePaths& paths) {
  return paths.folder / "restoring";
}

}  // namespace

Result<std::unique_ptr<StoreAtTime>> StoreAtTime::open(rocksdb::Env& env, const ArchivePaths& paths,
                                                       std::optional<int64_t> second) {
  NORN_ASSIGN(const RestorePlan plan, plan_restore(env, paths, second));
  NORN_ASSIGN(const auto bases, BackupFolder::open(paths.bases(), BackupFolder::Use::kRead));
  const fs::path folder = temporary_folder(paths) / random_uuid();
  std::error_code error;
  fs::create_directories(temporary_folder(paths), error);
  if (::mkdir(folder.c_str(), S_IRWXU) != 0) {
    return fail(ErrorCode::kUnavailable,
                fmt::format("Cannot create {}: {}.", folder.string(), std::strerror(errno)));
  }
  std::unique_ptr<StoreAtTime> store(new StoreAtTime(folder));
  NORN_TRY(bases->copy_to(plan.base.id, folder));
  NORN_TRY(replay(env, paths, plan, folder));
  Options options;
  options.directory = folder;
  NORN_ASSIGN(store->database_, Database::open(options));
  NORN_ASSIGN(store->catalog_, Catalog::load(*store->database_));
  store->second_ = plan.second;
  return store;
}

StoreAtTime::~StoreAtTime() {
  database_.reset();
  std::error_code error;
  fs::remove_all(folder_, error);
}

void StoreAtTime::clean_up(const ArchivePaths& paths) {
  std::error_code error;
  fs::remove_all(temporary_folder(paths), error);
}

}  // namespace norn::embedded
