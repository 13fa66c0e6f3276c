#pragma once

#include <rocksdb/env.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "embedded/continuous/archiver.h"
#include "embedded/continuous/continuous_settings.h"
#include "embedded/embedded_store.h"
#include "store/continuous_backups.h"

namespace norn::embedded {

// Continuous backups of the embedded store: of the whole store, or of single tables, for which the
// archive has everything as well.
class EmbeddedContinuousBackups final : public store::ContinuousBackups {
 public:
  struct State {
    ContinuousSettings settings;
    ArchiverState archiver;
    uint64_t archive_bytes = 0;
  };

  // The store and the clocks must outlive it. `env` is the file system of the archive's segments,
  // `steady` that of Archiver.
  EmbeddedContinuousBackups(EmbeddedStore& store, const Clock& clock, rocksdb::Env* env = nullptr,
                            const Clock* steady = nullptr);

  // Goes on as the settings in the data folder say. In the background, or (tests) only when
  // `archiver().run_once()` is called.
  enum class Work : uint8_t { kInBackground, kWhenAsked };
  Result<void> start(Work work);

  // For the whole store. Without a folder: where they are already, or the default folder of
  // backups.
  Result<void> turn_on(const std::filesystem::path& folder, std::optional<int> days);
  // Single tables may go on.
  Result<void> turn_off();
  Result<State> state();
  Archiver& archiver() { return archiver_; }
  const Archiver& archiver() const { return archiver_; }

  // A table as it was, as a new one, whether or not a table of its name is there now.
  Result<store::TableDescription> restore_any(const store::RestoreTableToTimeRequest& request);

  Result<store::ContinuousBackupStatus> describe(std::string_view table) override;
  Result<store::ContinuousBackupStatus> update(
      const store::UpdateContinuousBackupsRequest& request) override;
  Result<store::TableDescription> restore(const store::RestoreTableToTimeRequest& request) override;
  Result<std::unique_ptr<store::TableAtTime>> read_at(std::string_view table,
                                                      int64_t time_s) override;

 private:
  class Permit;

  Result<store::TableDescription> existing_table(std::string_view table);
  store::ContinuousBackupStatus status_of(const ContinuousSettings& settings,
                                          const store::TableDescription& table) const;
  // What may be restored of a table; an error if it is off or the time is not in it.
  Result<void> check_time(const store::TableDescription& table, std::optional<int64_t> time_s);
  // Makes the settings hold, from now on.
  Result<void> apply(const ContinuousSettings& settings);
  Result<void> forget_deleted_tables(ContinuousSettings& settings);
  // To read a table as it was, or to restore it to that name, which nothing else is meanwhile.
  Result<Permit> take_permit(std::string_view target = "");
  Result<std::filesystem::path> archive_of(const ContinuousSettings& settings) const;
  // The table of that name then; with an id, only if it is that one. The caller has a permit.
  Result<store::TableDescription> copy_table(const store::RestoreTableToTimeRequest& request,
                                             const std::optional<std::string>& id);

  EmbeddedStore& store_;
  const Clock& clock_;
  rocksdb::Env& env_;
  std::mutex settings_mutex_;  // One change of the settings at a time.
  std::mutex permits_mutex_;
  std::vector<std::string> targets_;  // Of each permit. Guarded by permits_mutex_.
  Archiver archiver_;
};

}  // namespace norn::embedded
