#include "embedded/continuous/continuous_backups.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/time_text.h"
#include "embedded/backup/restored_table.h"
#include "embedded/backup/schedule_file.h"
#include "embedded/continuous/table_at_time.h"
#include "embedded/table_ops.h"
#include "store/errors.h"

namespace norn::embedded {
namespace {

namespace fs = std::filesystem;

// Each makes a copy of the store.
constexpr size_t kMaxTimedRestores = 2;
constexpr int64_t kSecondsPerDay = int64_t{24} * 3600;
constexpr int64_t kMsOfSecond = 1000;

std::string time_text_s(int64_t second) {
  return timestamp_s(second * kMsOfSecond);
}

std::unexpected<Error> no_table_then(std::string_view table, int64_t second) {
  return store::wire_error(ErrorCode::kValidation, "InvalidRestoreTimeException",
                           fmt::format("There was no table {} at {}.", table, time_text_s(second)));
}

// The table of that name then, if it is the one with that id, whatever that is.
Result<const Table*> table_then(const StoreAtTime& store, std::string_view name,
                                const std::optional<std::string>& id) {
  const Table* const table = store.catalog().find(name);
  if (table == nullptr || (id && table->description.id != *id)) {
    return no_table_then(name, store.second());
  }
  return table;
}

}  // namespace

// One of the few copies that are made at a time.
class EmbeddedContinuousBackups::Permit {
 public:
  Permit(EmbeddedContinuousBackups& owner, std::string target)
      : owner_(&owner), target_(std::move(target)) {}
  Permit(Permit&& other) noexcept
      : owner_(std::exchange(other.owner_, nullptr)), target_(std::move(other.target_)) {}
  Permit& operator=(Permit&&) = delete;
  Permit(const Permit&) = delete;
  Permit& operator=(const Permit&) = delete;
  ~Permit() {
    if (owner_ == nullptr) return;
    const std::lock_guard lock(owner_->permits_mutex_);
    owner_->targets_.erase(std::ranges::find(owner_->targets_, target_));
  }

 private:
  EmbeddedContinuousBackups* owner_;
  std::string target_;
};

namespace {

// The items of one table of a store as it was.
class TableOfStoreThen final : public store::TableAtTime {
 public:
  TableOfStoreThen(std::unique_ptr<StoreAtTime> store, store::TableDescription description,
                   SpaceId table)
      : store_(std::move(store)), description_(std::move(description)) {
    const KeyRange range = entries_range(table);
    end_ = range.end;
    upper_ = rocksdb::Slice(end_);
    rocksdb::ReadOptions read;
    read.iterate_upper_bound = &upper_;
    read.fill_cache = false;
    items_.reset(store_->database().rocks().NewIterator(read, store_->database().items()));
    items_->Seek(range.begin);
  }

  const store::TableDescription& table() const override { return description_; }

  Result<std::optional<store::Item>> next() override {
    if (!items_->Valid()) {
      if (!items_->status().ok()) return std::unexpected(error_of(items_->status()));
      return std::nullopt;
    }
    NORN_ASSIGN(const auto item, store::Item::decode_view(items_->value().ToStringView()));
    store::Item copy = store::Item::copy_of(item);
    items_->Next();
    return copy;
  }

 private:
  std::unique_ptr<StoreAtTime> store_;
  store::TableDescription description_;
  std::string end_;
  rocksdb::Slice upper_;
  std::unique_ptr<rocksdb::Iterator> items_;  // Last: it goes first.
};

}  // namespace

EmbeddedContinuousBackups::EmbeddedContinuousBackups(EmbeddedStore& store, const Clock& clock,
                                                     rocksdb::Env* env, const Clock* steady)
    : store_(store),
      clock_(clock),
      env_(env != nullptr ? *env : *rocksdb::Env::Default()),
      archiver_(store, clock, env, steady) {}

Result<void> EmbeddedContinuousBackups::start(Work work) {
  const std::lock_guard lock(settings_mutex_);
  NORN_ASSIGN(ContinuousSettings settings, read_continuous_settings(store_.directory()));
  if (settings.is_on()) {
    StoreAtTime::clean_up({.folder = settings.archive()});
    NORN_TRY(forget_deleted_tables(settings));
    NORN_TRY(apply(settings));
  }
  if (work == Work::kInBackground) archiver_.start();
  return {};
}

Result<void> EmbeddedContinuousBackups::apply(const ContinuousSettings& settings) {
  NORN_TRY(write_continuous_settings(store_.directory(), settings));
  if (settings.is_on()) {
    NORN_TRY(store_.log().keep(true));
    archiver_.set_target(ArchiverTarget{.archive = settings.archive(), .days = settings.days()});
    return {};
  }
  archiver_.set_target(std::nullopt);
  return store_.log().keep(false);
}

Result<void> EmbeddedContinuousBackups::forget_deleted_tables(ContinuousSettings& settings) {
  std::vector<std::string> ids;
  store::ListTablesRequest request;
  bool has_more = true;
  while (has_more) {
    NORN_ASSIGN(const auto page, store_.list_tables(request));
    for (const std::string& name : page.tables) {
      if (const auto table = store_.describe_table(name)) ids.push_back(table->id);
    }
    has_more = page.last_table.has_value();
    if (has_more) request.start_after = *page.last_table;
  }
  std::erase_if(settings.tables, [&](const ContinuousTable& table) {
    return std::ranges::find(ids, table.id) == ids.end();
  });
  return {};
}

Result<void> EmbeddedContinuousBackups::turn_on(const fs::path& folder, std::optional<int> days) {
  const std::lock_guard lock(settings_mutex_);
  NORN_ASSIGN(ContinuousSettings settings, read_continuous_settings(store_.directory()));
  if (!folder.empty()) {
    settings.folder = folder;
  } else if (!settings.is_on()) {
    NORN_ASSIGN(settings.folder, default_backup_folder(store_.directory()));
  }
  // Says now what would fail later.
  NORN_TRY(check_outside_data(settings.folder, store_.directory()));
  NORN_TRY(create_archive({.folder = settings.archive()}, store_.directory()));
  if (!settings.store_since_ms) settings.store_since_ms = clock_.now_ms();
  settings.store_days = days.value_or(settings.store_days);
  return apply(settings);
}

Result<void> EmbeddedContinuousBackups::turn_off() {
  const std::lock_guard lock(settings_mutex_);
  auto settings = read_continuous_settings(store_.directory());
  if (!settings) settings = ContinuousSettings{};  // Damaged: it is replaced.
  settings->store_since_ms.reset();
  return apply(*settings);
}

Result<EmbeddedContinuousBackups::State> EmbeddedContinuousBackups::state() {
  State state;
  NORN_ASSIGN(state.settings, read_continuous_settings(store_.directory()));
  state.archiver = archiver_.state();
  if (state.settings.is_on()) {
    state.archive_bytes = bytes_of_archive({.folder = state.settings.archive()});
  }
  return state;
}

Result<store::TableDescription> EmbeddedContinuousBackups::existing_table(std::string_view table) {
  auto found = store_.describe_table(table);
  if (!found && found.error().code == ErrorCode::kResourceNotFound) {
    return fail(ErrorCode::kTableNotFound, fmt::format("Table not found: {}", table));
  }
  return found;
}

store::ContinuousBackupStatus EmbeddedContinuousBackups::status_of(
    const ContinuousSettings& settings, const store::TableDescription& table) const {
  store::ContinuousBackupStatus status;
  const auto own = std::ranges::find(settings.tables, table.id, &ContinuousTable::id);
  const bool has_own = own != settings.tables.end();
  status.enabled = has_own || settings.store_since_ms.has_value();
  if (!status.enabled) return status;
  status.recovery_days = has_own ? own->days : settings.store_days;
  const int64_t since_ms = has_own && settings.store_since_ms
                               ? std::min(own->since_ms, *settings.store_since_ms)
                           : has_own ? own->since_ms
                                     : *settings.store_since_ms;
  const ArchiverState archiver = archiver_.state();
  if (!archiver.times) return status;
  const int64_t earliest =
      std::max({archiver.times->earliest_s, since_ms / kMsOfSecond, table.created_ms / kMsOfSecond,
                clock_.now_s() - status.recovery_days * kSecondsPerDay});
  if (earliest > archiver.times->latest_s) return status;
  status.earliest_s = earliest;
  status.latest_s = archiver.times->latest_s;
  return status;
}

Result<store::ContinuousBackupStatus> EmbeddedContinuousBackups::describe(std::string_view name) {
  NORN_ASSIGN(const store::TableDescription table, existing_table(name));
  NORN_ASSIGN(const ContinuousSettings settings, read_continuous_settings(store_.directory()));
  return status_of(settings, table);
}

Result<store::ContinuousBackupStatus> EmbeddedContinuousBackups::update(
    const store::UpdateContinuousBackupsRequest& request) {
  NORN_ASSIGN(const store::TableDescription table, existing_table(request.table));
  const std::lock_guard lock(settings_mutex_);
  NORN_ASSIGN(ContinuousSettings settings, read_continuous_settings(store_.directory()));
  const auto own = std::ranges::find(settings.tables, table.id, &ContinuousTable::id);
  if (!request.enabled) {
    if (settings.store_since_ms) {
      return store::validation(
          "Continuous backups are on for the whole store. Turn them off with norn backup "
          "continuous --off.");
    }
    if (own == settings.tables.end()) return status_of(settings, table);
    settings.tables.erase(own);
  } else if (own != settings.tables.end()) {
    own->days = request.recovery_days.value_or(own->days);
  } else {
    if (!settings.is_on()) {
      NORN_ASSIGN(settings.folder, default_backup_folder(store_.directory()));
      NORN_TRY(check_outside_data(settings.folder, store_.directory()));
      NORN_TRY(create_archive({.folder = settings.archive()}, store_.directory()));
    }
    settings.tables.push_back(
        {.id = table.id,
         .since_ms = clock_.now_ms(),
         .days = request.recovery_days.value_or(store::kDefaultRecoveryDays)});
  }
  NORN_TRY(forget_deleted_tables(settings));
  NORN_TRY(apply(settings));
  return status_of(settings, table);
}

Result<EmbeddedContinuousBackups::Permit> EmbeddedContinuousBackups::take_permit(
    std::string_view target) {
  const std::lock_guard lock(permits_mutex_);
  // The same request once more, from a client that did not wait.
  if (!target.empty() && std::ranges::find(targets_, target) != targets_.end()) {
    return target_exists(target);
  }
  if (targets_.size() >= kMaxTimedRestores) {
    return fail(
        ErrorCode::kLimitExceeded,
        fmt::format("{} tables are being restored already. Try again later.", kMaxTimedRestores));
  }
  targets_.emplace_back(target);
  return Permit(*this, std::string(target));
}

Result<void> EmbeddedContinuousBackups::check_time(const store::TableDescription& table,
                                                   std::optional<int64_t> time_s) {
  NORN_ASSIGN(const ContinuousSettings settings, read_continuous_settings(store_.directory()));
  if (!status_of(settings, table).enabled) {
    return store::wire_error(
        ErrorCode::kValidation, "PointInTimeRecoveryUnavailableException",
        fmt::format("Point in time recovery is not enabled for table '{}'", table.schema.name));
  }
  // What was written until now counts. If it cannot be archived, what was before can be restored.
  static_cast<void>(archiver_.run_once());
  const store::ContinuousBackupStatus status = status_of(settings, table);
  if (!status.earliest_s) {
    return store::wire_error(ErrorCode::kValidation, "InvalidRestoreTimeException",
                             "Nothing can be restored yet. Try again in a few seconds.");
  }
  if (time_s && (*time_s < *status.earliest_s || *time_s > *status.latest_s)) {
    return store::wire_error(
        ErrorCode::kValidation, "InvalidRestoreTimeException",
        fmt::format("{} cannot be restored: only times from {} to {} can.", time_text_s(*time_s),
                    time_text_s(*status.earliest_s), time_text_s(*status.latest_s)));
  }
  return {};
}

Result<store::TableDescription> EmbeddedContinuousBackups::copy_table(
    const store::RestoreTableToTimeRequest& request, const std::optional<std::string>& id) {
  if (store_.describe_table(request.as.target)) return target_exists(request.as.target);
  NORN_ASSIGN(const ContinuousSettings settings, read_continuous_settings(store_.directory()));
  const auto held = archiver_.hold_archive();
  NORN_ASSIGN(const fs::path archive, archive_of(settings));
  NORN_ASSIGN(const auto then, StoreAtTime::open(env_, {.folder = archive}, request.time_s));
  NORN_ASSIGN(const Table* const table, table_then(*then, request.source, id));
  NORN_ASSIGN(const auto create, create_restored(table->description, request.as));
  return store_.copy_table(then->database(), table->id, create);
}

Result<fs::path> EmbeddedContinuousBackups::archive_of(const ContinuousSettings& settings) const {
  if (settings.is_on()) return settings.archive();
  // What was archived before they were turned off.
  ContinuousSettings before;
  NORN_ASSIGN(before.folder, default_backup_folder(store_.directory()));
  return before.archive();
}

Result<store::TableDescription> EmbeddedContinuousBackups::restore(
    const store::RestoreTableToTimeRequest& request) {
  NORN_ASSIGN(const store::TableDescription source, existing_table(request.source));
  NORN_ASSIGN(const Permit permit, take_permit(request.as.target));
  NORN_TRY(check_time(source, request.time_s));
  return copy_table(request, source.id);
}

Result<store::TableDescription> EmbeddedContinuousBackups::restore_any(
    const store::RestoreTableToTimeRequest& request) {
  NORN_ASSIGN(const Permit permit, take_permit(request.as.target));
  // If it cannot be archived now, what was before can be restored.
  static_cast<void>(archiver_.run_once());
  return copy_table(request, std::nullopt);
}

Result<std::unique_ptr<store::TableAtTime>> EmbeddedContinuousBackups::read_at(
    std::string_view name, int64_t time_s) {
  NORN_ASSIGN(const store::TableDescription table, existing_table(name));
  NORN_TRY(check_time(table, time_s));
  NORN_ASSIGN(const ContinuousSettings settings, read_continuous_settings(store_.directory()));
  NORN_ASSIGN(const Permit permit, take_permit());
  const auto held = archiver_.hold_archive();
  NORN_ASSIGN(auto then, StoreAtTime::open(env_, {.folder = settings.archive()}, time_s));
  NORN_ASSIGN(const Table* const found, table_then(*then, name, table.id));
  NORN_ASSIGN(store::TableDescription description, embedded::describe(then->database(), *found));
  const SpaceId id = found->id;
  return std::make_unique<TableOfStoreThen>(std::move(then), std::move(description), id);
}

}  // namespace norn::embedded
