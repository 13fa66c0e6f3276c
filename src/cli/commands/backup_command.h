#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/json_writer.h"
#include "cli/command.h"
#include "cli/data_options.h"
#include "embedded/backup/schedule_file.h"
#include "embedded/continuous/archive.h"

namespace norn::cli {

// `norn backup`: backups of the data folder, or of Norn's tables by a DynamoDB endpoint. A server
// that uses the data makes them itself; the others work on the folder of backups, which needs no
// server.
class BackupCommand : public Command {
 public:
  BackupCommand();

  void declare(CLI::App& app) override;
  Result<void> check(const dynamodb::Environment& environment) override;
  Result<int> run(Console& console) override;

 private:
  enum class Action : uint8_t {
    kCreate,
    kList,
    kVerify,
    kRestore,
    kDelete,
    kSchedule,
    kContinuous
  };

  CLI::App& declare_action(CLI::App& app, const char* name, Action action);
  // The folder of backups: as said, or the default one of the data.
  Result<std::filesystem::path> backup_folder(const std::filesystem::path& data) const;

  // The same of the archive of continuous backups.
  Result<std::filesystem::path> archive_folder(const std::filesystem::path& data) const;

  // The numbers of the backups that were named.
  Result<std::vector<uint32_t>> ids() const;
  Result<int> run_remote(Console& console);
  Result<int> create(Console& console);
  Result<int> list(Console& console);
  Result<int> verify(Console& console);
  // These return exit codes.
  Result<int> verify_backups(const embedded::BackupFolder& folder, ListWriter& verified,
                             Console& console);
  Result<int> verify_archive(const embedded::ArchivePaths& paths, ObjectWriter& object,
                             Console& console);
  Result<int> restore(Console& console);
  Result<int> remove(Console& console);
  Result<int> schedule(Console& console);
  Result<void> check_restore();
  // Of a table that is restored without --as.
  std::string default_new_name() const;
  Result<int> restore_to_second(Console& console);
  Result<int> restore_table(Console& console);
  Result<void> change_continuous(const std::filesystem::path& data, Console& console);
  Result<int> continuous(Console& console);

  DataFlags data_;
  JsonFlag json_;
  Action action_ = Action::kList;
  std::string folder_;  // Of the backups; empty: the default one.
  std::optional<size_t> keep_;
  std::vector<std::string> names_;  // Numbers; of an endpoint's backups, names.
  std::string new_prefix_;
  bool all_ = false;
  bool replace_ = false;
  bool force_ = false;
  std::string daily_;
  bool off_ = false;
  bool on_ = false;
  std::optional<int> days_;
  std::string at_;
  std::optional<int64_t> second_;  // Of at_; nullopt: the latest.
  std::string table_;
  std::string new_name_;
};

}  // namespace norn::cli
