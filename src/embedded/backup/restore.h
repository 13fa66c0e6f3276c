#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>

#include "base/error.h"
#include "embedded/backup/backup_folder.h"
#include "embedded/backup/check_content.h"

namespace norn::embedded {

// Refuses a backup of a later version of Norn.
Result<void> check_layout(const Backup& backup);

// Reads everything of a backup: the checksums of its files, and each item, index entry and stream
// record in it.
Result<StoreContent> verify_backup(const BackupFolder& folder, BackupId id);

// What to do with data that is where a backup is restored to.
enum class ExistingData : uint8_t {
  kRefuse,
  kMoveAside,  // To a folder beside it.
};

struct Restored {
  Backup backup;
  std::optional<std::filesystem::path> moved_to;  // The data that was there.
};

// Makes `target` the data folder as it was when the backup was made. The files are copied into
// `target`.restoring and put into place when all of them are there, so that `target` is never half
// a folder. Nothing is left of a restore that fails. If the process is killed, Norn refuses to
// start on `target` until the restore was repeated or the folder `target`.restoring removed.
// `finish` changes the copied data before it is put into place.
using FinishRestore = std::function<Result<void>(const std::filesystem::path& data)>;
Result<Restored> restore_backup(const BackupFolder& folder, BackupId id,
                                const std::filesystem::path& target, ExistingData existing,
                                int64_t now_ms, const FinishRestore& finish = nullptr);

// Refuses a data folder into which a restore was begun and not finished.
Result<void> check_no_unfinished_restore(const std::filesystem::path& directory);

}  // namespace norn::embedded
