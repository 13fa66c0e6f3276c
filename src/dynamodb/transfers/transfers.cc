#include "dynamodb/transfers/transfers.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <exception>
#include <ranges>
#include <utility>

#include "base/ids.h"
#include "base/log.h"
#include "dynamodb/exchange/s3_manifest.h"
#include "store/backups.h"
#include "store/errors.h"

namespace norn::dynamodb {
namespace {

constexpr size_t kTransfersAtATime = 2;
constexpr size_t kMaxWaitingTransfers = 8;
constexpr size_t kMaxRecords = 1'000;  // Older ones that have ended make room.
constexpr int64_t kMsPerSecond = 1'000;
constexpr int64_t kMsPerHour = 3'600 * kMsPerSecond;
constexpr int64_t kTokenMs = 8 * kMsPerHour;
constexpr int64_t kListedMs = 90 * 24 * kMsPerHour;
// A time so short ago is that of a client that asks for the present.
constexpr int64_t kPresentMs = 5 * kMsPerSecond;

std::string_view word_of(TransferKind kind) {
  return kind == TransferKind::kExport ? "export" : "import";
}

std::unexpected<Error> not_found(TransferKind kind, std::string_view arn) {
  return kind == TransferKind::kExport
             ? store::wire_error(ErrorCode::kResourceNotFound, "ExportNotFoundException",
                                 fmt::format("Export not found: {}", arn))
             : store::wire_error(ErrorCode::kResourceNotFound, "ImportNotFoundException",
                                 fmt::format("Import not found: {}", arn));
}

std::unexpected<Error> conflicting(TransferKind kind) {
  constexpr std::string_view kMessage =
      "The client token was used for another request within the last eight hours. Use a new one.";
  return store::wire_error(
      ErrorCode::kValidation,
      kind == TransferKind::kExport ? "ExportConflictException" : "ImportConflictException",
      std::string(kMessage));
}

std::unexpected<Error> outside_of_window() {
  return store::wire_error(
      ErrorCode::kValidation, "InvalidExportTimeException",
      "The specified ExportTime is outside of the point in time recovery window.");
}

std::string code_of(const Error& error) {
  const auto* const named = dynamic_cast<const store::WireError*>(error.detail.get());
  return std::string(named != nullptr ? named->type : store::error_type(error.code));
}

// Names of files may be any bytes, and records are JSON.
std::string valid_text(std::string text) {
  if (!simdjson::validate_utf8(text)) {
    std::ranges::replace_if(text, [](unsigned char byte) { return byte >= 0x80; }, '?');
  }
  return text;
}

void set_failed(TransferRecord& record, std::string code, std::string message, int64_t now_ms) {
  record.status = TransferStatus::kFailed;
  record.failure_code = std::move(code);
  record.failure_message = valid_text(std::move(message));
  record.ended_ms = std::max(now_ms, record.started_ms);
}

Error interrupted() {
  return {ErrorCode::kUnavailable, "Norn was stopped before it was done. Start it again.",
          std::make_shared<const store::WireError>("Interrupted")};
}

}  // namespace

Result<std::unique_ptr<Transfers>> Transfers::open(TransferOptions options,
                                                   store::BulkTables& tables,
                                                   store::ContinuousBackups* continuous,
                                                   const Clock& clock) {
  std::unique_ptr<Transfers> transfers(
      new Transfers(std::move(options), tables, continuous, clock));
  NORN_TRY(transfers->load());
  return transfers;
}

Transfers::Transfers(TransferOptions options, store::BulkTables& tables,
                     store::ContinuousBackups* continuous, const Clock& clock)
    : options_(std::move(options)),
      files_(options_.records),
      tables_(tables),
      continuous_(continuous),
      clock_(clock),
      pool_(kTransfersAtATime, kTransfersAtATime + kMaxWaitingTransfers,
            ThreadPriority::kBackground) {}

Transfers::~Transfers() {
  is_stopping_ = true;
  pool_.close();
}

Result<void> Transfers::load() {
  NORN_ASSIGN(std::vector<TransferRecord> records, files_.load());
  const std::lock_guard lock(mutex_);
  for (TransferRecord& record : records) {
    if (record.status == TransferStatus::kInProgress) {
      const Error error = interrupted();
      set_failed(record, code_of(error), error.message, clock_.now_ms());
      NORN_TRY(files_.save(record));
    }
    std::string id = record.id;
    records_.emplace(std::move(id), std::move(record));
  }
  drop_old();
  return {};
}

void Transfers::drop_old() {
  const int64_t oldest_ms = clock_.now_ms() - kListedMs;
  for (auto record = records_.begin(); record != records_.end();) {
    const bool is_too_old = record->second.started_ms < oldest_ms;
    if (record->second.status != TransferStatus::kInProgress &&
        (is_too_old || records_.size() > kMaxRecords)) {
      files_.remove(record->first);
      record = records_.erase(record);
    } else {
      ++record;
    }
  }
}

Result<std::optional<TransferRecord>> Transfers::find_token(const TransferRecord& asked) {
  const int64_t oldest_ms = clock_.now_ms() - kTokenMs;
  const std::lock_guard lock(mutex_);
  for (const TransferRecord& record : records_ | std::views::values) {
    if (record.kind != asked.kind || record.client_token != asked.client_token ||
        record.started_ms < oldest_ms) {
      continue;
    }
    if (record.fingerprint != asked.fingerprint) return conflicting(asked.kind);
    return record;
  }
  return std::nullopt;
}

Result<void> Transfers::check_room() {
  const std::lock_guard lock(mutex_);
  if (unfinished_ < kTransfersAtATime + kMaxWaitingTransfers) return {};
  return fail(ErrorCode::kLimitExceeded,
              fmt::format("{} exports and imports are in progress or waiting already. Try again "
                          "when one of them is done.",
                          unfinished_));
}

Result<bool> Transfers::is_now(const ExportOrder& order) {
  const int64_t now_ms = clock_.now_ms();
  if (order.time_ms && *order.time_ms > now_ms) return outside_of_window();
  if (continuous_ == nullptr) {
    if (order.time_ms && *order.time_ms < now_ms - kPresentMs) return outside_of_window();
    return true;
  }
  NORN_ASSIGN(const auto status, continuous_->describe(order.record.table));
  if (!status.enabled) {
    return store::wire_error(
        ErrorCode::kValidation, "PointInTimeRecoveryUnavailableException",
        fmt::format("Point in time recovery is not enabled for table '{}'", order.record.table));
  }
  if (!order.time_ms) return true;
  const int64_t time_s = *order.time_ms / kMsPerSecond;
  if (status.earliest_s && status.latest_s && *status.earliest_s <= time_s &&
      time_s <= *status.latest_s) {
    return false;
  }
  if (*order.time_ms < now_ms - kPresentMs) return outside_of_window();
  return true;
}

Result<void> Transfers::begin(TransferRecord& record) {
  record.started_ms = clock_.now_ms();
  record.id = exchange::new_export_id(record.started_ms);
  record.arn = fmt::format("{}/{}/{}", record.table_arn, word_of(record.kind), record.id);
  NORN_TRY(files_.save(record));
  const std::lock_guard lock(mutex_);
  records_.emplace(record.id, record);
  ++unfinished_;
  drop_old();
  return {};
}

Result<TransferRecord> Transfers::start_export(ExportOrder order) {
  TransferRecord& record = order.record;
  record.kind = TransferKind::kExport;
  if (record.client_token.empty()) record.client_token = random_uuid();
  const std::lock_guard lock(starting_);
  NORN_ASSIGN(const auto earlier, find_token(record));
  if (earlier) return *earlier;
  NORN_TRY(check_room());
  auto table = tables_.read_now(record.table);
  if (!table) {
    if (table.error().code != ErrorCode::kResourceNotFound) return std::unexpected(table.error());
    return fail(ErrorCode::kTableNotFound, fmt::format("Table not found: {}", record.table));
  }
  record.table_arn = (*table)->table().arn;
  record.table_id = (*table)->table().id;
  NORN_ASSIGN(const bool present, is_now(order));
  record.export_time_ms = present ? clock_.now_ms() : *order.time_ms;
  // Functions are copied, and the table cannot be.
  auto source = std::make_shared<std::unique_ptr<store::TableAtTime>>(*std::move(table));
  if (!present) source->reset();
  NORN_TRY(begin(record));
  run_later(record,
            [this, source](const TransferRecord& job,
                           const NoteProgress& note_progress) -> Result<TransferProgress> {
              const std::unique_ptr<store::TableAtTime> now = std::move(*source);
              if (now) return export_to_bucket(options_.folder, job, *now, clock_, note_progress);
              NORN_ASSIGN(const auto then,
                          continuous_->read_at(job.table, job.export_time_ms / kMsPerSecond));
              return export_to_bucket(options_.folder, job, *then, clock_, note_progress);
            });
  return record;
}

Result<TransferRecord> Transfers::start_import(ImportOrder order) {
  TransferRecord& record = order.record;
  record.kind = TransferKind::kImport;
  if (record.client_token.empty()) record.client_token = random_uuid();
  const std::lock_guard lock(starting_);
  NORN_ASSIGN(const auto earlier, find_token(record));
  if (earlier) return *earlier;
  NORN_TRY(check_room());
  NORN_ASSIGN(auto table, tables_.begin_table(order.table));
  record.table = table->table().schema.name;
  record.table_arn = table->table().arn;
  record.table_id = table->table().id;
  NORN_TRY(begin(record));
  // Functions are copied, and the table cannot be.
  auto target = std::make_shared<std::unique_ptr<store::NewTable>>(std::move(table));
  run_later(record,
            [this, target, format = std::move(order.format)](
                const TransferRecord& job,
                const NoteProgress& note_progress) -> Result<TransferProgress> {
              const std::unique_ptr<store::NewTable> into = std::move(*target);
              NORN_ASSIGN(const TransferProgress done,
                          import_from_bucket(options_.folder, job, format, *into, note_progress));
              NORN_TRY(into->publish());
              return done;
            });
  return record;
}

void Transfers::run_later(const TransferRecord& record, Work work) {
  const bool is_posted = pool_.post([this, record, work = std::move(work)] { run(record, work); });
  // There is room for all that check_room lets in; only a pool that was closed takes none.
  if (!is_posted) finish(record.id, std::unexpected(interrupted()));
}

void Transfers::run(const TransferRecord& record, const Work& work) {
  log::info("{} {} of the table {} begins", word_of(record.kind), record.id, record.table);
  finish(record.id, guarded(record, work));
}

Result<TransferProgress> Transfers::guarded(const TransferRecord& record, const Work& work) {
  if (is_stopping_) return std::unexpected(interrupted());
  try {
    return work(record,
                [&](const TransferProgress& progress) { return note(record.id, progress); });
  } catch (const std::exception& error) {
    return fail(ErrorCode::kInternal, error.what());
  }
}

Result<void> Transfers::note(const std::string& id, const TransferProgress& progress) {
  if (is_stopping_) return std::unexpected(interrupted());
  const std::lock_guard lock(mutex_);
  TransferRecord& record = records_.at(id);
  record.items = progress.items;
  record.bytes = progress.bytes;
  record.processed = progress.processed;
  record.errors = progress.errors;
  return {};
}

void Transfers::finish(const std::string& id, const Result<TransferProgress>& done) {
  const std::lock_guard lock(mutex_);
  TransferRecord& record = records_.at(id);
  if (done) {
    record.items = done->items;
    record.bytes = done->bytes;
    record.processed = done->processed;
    record.errors = done->errors;
    record.status = TransferStatus::kCompleted;
    record.ended_ms = std::max(clock_.now_ms(), record.started_ms);
    log::info("{} {} of the table {} is done: {} items", word_of(record.kind), id, record.table,
              record.items);
  } else {
    set_failed(record, code_of(done.error()), done.error().message, clock_.now_ms());
    log::warn("{} {} of the table {} failed: {}", word_of(record.kind), id, record.table,
              record.failure_message);
  }
  --unfinished_;
  if (const auto saved = files_.save(record); !saved) {
    log::error("the end of {} {} is not in its record: {}", word_of(record.kind), id,
               saved.error().message);
  }
}

Result<TransferRecord> Transfers::find(TransferKind kind, std::string_view arn) {
  const std::lock_guard lock(mutex_);
  drop_old();
  const auto found = records_.find(std::string(arn.substr(arn.rfind('/') + 1)));
  if (found != records_.end() && found->second.kind == kind && found->second.arn == arn) {
    return found->second;
  }
  return not_found(kind, arn);
}

std::vector<TransferRecord> Transfers::list(TransferKind kind, std::string_view table) {
  const std::lock_guard lock(mutex_);
  drop_old();
  std::vector<TransferRecord> listed;
  for (const TransferRecord& record : records_ | std::views::values | std::views::reverse) {
    const bool is_wanted = table.empty() || record.table == table;
    if (record.kind == kind && is_wanted) listed.push_back(record);
  }
  return listed;
}

}  // namespace norn::dynamodb
