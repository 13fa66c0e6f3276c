#include "apps/family/exchange/import_jobs.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>

#include "apps/family/exchange/sentences.h"
#include "apps/family/keys.h"
#include "apps/family/limits.h"
#include "apps/family/model/attributes.h"
#include "apps/family/reimport/comparison.h"
#include "apps/family/reimport/reimport_sweep.h"
#include "apps/family/render.h"
#include "apps/shared/item_reader.h"
#include "apps/shared/items.h"
#include "base/faults.h"
#include "base/ids.h"
#include "base/json_writer.h"
#include "base/log.h"
#include "base/thread_priority.h"
#include "base/time_text.h"

namespace norn::family {
namespace {

using apps::integer_of;
using apps::text_of;
using State = TreeImportJob::State;

// How often to look for jobs of processes that died.
constexpr std::chrono::seconds kImportPoll{20};
constexpr int64_t kJobsPerLook = 100;
// How long the job of a comparison is kept: as long as its journal, of an import that is begun on
// the last day, so that the journal is found when the account is deleted.
constexpr int64_t kComparedImportLifeS = kUndoLifeS + 2 * kComparisonLifeS;
// An item of the store has at most 400 KB.
constexpr size_t kMaxReportBytes = 250'000;
// Only the process that has the lease of a job that is there changes it.
constexpr std::string_view kIsLeased = "leaseOwner = :owner";
constexpr State kStates[] = {State::kWaiting, State::kReading, State::kWriting, State::kDone,
                             State::kFailed};

store::Item job_key(const std::string& user_id, const std::string& job_id) {
  return apps::key_of(keys::imports_of(user_id), job_id);
}

store::Item open_job_key(const std::string& user_id, const std::string& job_id) {
  return apps::key_of(keys::kOpenImports, keys::open_import(user_id, job_id));
}

State state_from(std::string_view text) {
  for (const State state : kStates) {
    if (to_text(state) == text) return state;
  }
  return State::kFailed;  // Of another version of Norn.
}

TreeImportJob job_from(store::ItemView item) {
  TreeImportJob job;
  job.id = text_of(item, "SK");
  job.user_id = text_of(item, "userId");
  job.upload_id = text_of(item, "uploadId");
  job.file_name = text_of(item, "fileName");
  job.tree_name = text_of(item, "treeName");
  job.is_preview = apps::boolean_of(item, "preview");
  job.state = state_from(text_of(item, "state"));
  job.progress = {
      .is_writing = job.state == State::kWriting,
      .percent = static_cast<int>(std::clamp<int64_t>(integer_of(item, "percent"), 0, 100)),
      .people_written = std::max<int64_t>(0, integer_of(item, "peopleWritten")),
      .people = std::max<int64_t>(0, integer_of(item, "people"))};
  job.created_at = time_in(apps::ItemReader(item), "createdAt");
  job.problem = json_object_or_nothing(text_of(item, "problem"));
  job.report = json_object_or_nothing(text_of(item, "report"));
  job.tree_id = text_of(item, "treeId");
  job.into = text_of(item, "into");
  job.retries = integer_of(item, "retries");
  return job;
}

template <typename Request>
Request norn_request(const Context& context, store::Item key) {
  Request request;
  request.table = context.tables.norn();
  request.key = std::move(key);
  return request;
}

std::string report_json(const TreeImportReport& report) {
  std::string json;
  ObjectWriter object(json);
  append_members(object, report);
  object.close();
  return json;
}

// The report, without its last notes if it is too long for an item.
std::string fitting_report_json(TreeImportReport report) {
  std::string json = report_json(report);
  while (json.size() > kMaxReportBytes && !report.notes.empty()) {
    report.notes.resize(report.notes.size() / 2);
    json = report_json(report);
  }
  return json;
}

// The file of a job.
gedcom::FileBytes bytes_of_upload(const std::shared_ptr<files::UploadReader>& upload) {
  return {.size = static_cast<uint64_t>(upload->bytes()),
          .read = [upload](uint64_t position, std::span<char> out) {
            return upload->read(static_cast<int64_t>(position), out);
          }};
}

// Whether the store may do it the next time.
bool passes(const Error& error) {
  switch (error.code) {
    case ErrorCode::kThrottled:
    case ErrorCode::kProvisionedThroughputExceeded:
    case ErrorCode::kRequestLimitExceeded:
    case ErrorCode::kTransactionConflict:
    case ErrorCode::kTransactionInProgress:
    case ErrorCode::kUnavailable:
      return true;
    default:
      return false;
  }
}

}  // namespace

std::string json_object_or_nothing(std::string text) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  // Members are put in front of those that it has.
  const bool has_members = text.starts_with("{\"");
  const bool is_object = has_members && parser.parse(text).get(object) == simdjson::SUCCESS;
  return is_object ? std::move(text) : std::string();
}

std::string problem_json(const Error& error) {
  const Said said = said_by(error);
  std::string json;
  ObjectWriter object(json);
  object.text("text", said.text());
  append_code(object, said);
  object.close();
  return json;
}

std::string_view to_text(State state) {
  switch (state) {
    case State::kWaiting:
      return "waiting";
    case State::kReading:
      return "reading";
    case State::kWriting:
      return "writing";
    case State::kDone:
      return "done";
    case State::kFailed:
      break;
  }
  return "failed";
}

TreeImportJobs::TreeImportJobs(Context context, TreeImports& imports)
    : context_(std::move(context)),
      imports_(imports),
      files_(context_),
      owner_(context_.ids.uuid()) {}

TreeImportJobs::~TreeImportJobs() {
  stop();
}

Result<std::optional<store::Item>> TreeImportJobs::find(const std::string& user_id,
                                                        const std::string& job_id) {
  if (!is_uuid(job_id)) return std::nullopt;
  auto request = norn_request<store::GetRequest>(context_, job_key(user_id, job_id));
  request.consistent = true;
  NORN_ASSIGN(auto found, context_.store.get(request));
  // The store removes what has expired when it finds the time.
  if (found.item && integer_of(*found.item, "ttl") <= context_.clock.now_s()) return std::nullopt;
  return std::move(found.item);
}

Result<TreeImportJob> TreeImportJobs::get(const std::string& user_id, const std::string& job_id) {
  NORN_ASSIGN(const auto item, find(user_id, job_id));
  if (!item) return not_found(kTreeImportNotFound);
  return job_from(*item);
}

Result<std::vector<Action>> TreeImportJobs::make_room(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", keys::imports_of(user_id)}};
  request.consistent = true;
  size_t open = 0;
  std::vector<std::pair<std::string, std::string>> finished;  // By time.
  NORN_TRY(apps::query_each(context_.store, request, [&](store::ItemView item) -> Result<void> {
    const State state = state_from(text_of(item, "state"));
    // One that has compared is how `forget` finds its journal.
    if (state == State::kDone && !text_of(item, "into").empty()) return {};
    if (state == State::kDone || state == State::kFailed) {
      finished.emplace_back(text_of(item, "createdAt"), text_of(item, "SK"));
    } else {
      ++open;
    }
    return {};
  }));
  if (open >= kMaxOpenTreeImports) return conflict(kTooManyTreeImports(kMaxOpenTreeImports));
  std::ranges::sort(finished);
  std::vector<Action> actions;
  for (size_t i = 0; i + kMaxKeptTreeImports <= finished.size() && i < kMaxKeptTreeImports; ++i) {
    actions.emplace_back(
        norn_request<store::DeleteRequest>(context_, job_key(user_id, finished[i].second)));
  }
  return actions;
}

Result<std::optional<TreeImportJob>> TreeImportJobs::try_begin(const std::string& user_id,
                                                               const NewTreeImportJob& input,
                                                               const std::string& file_name,
                                                               const apps::Creation& creation) {
  NORN_ASSIGN(const auto made, context_.idempotency.find(creation));
  if (made) {
    NORN_ASSIGN(TreeImportJob job, get(user_id, *made));
    return job;
  }
  NORN_ASSIGN(std::vector<Action> actions, make_room(user_id));
  const std::string id = context_.ids.uuid();
  const auto ttl = store::Value::number(context_.clock.now_s() + kImportLifeS);
  store::PutRequest put;
  put.table = context_.tables.norn();
  put.item = store::Item::from_map({{"PK", keys::imports_of(user_id)},
                                    {"SK", id},
                                    {"entityType", "TREE_IMPORT"},
                                    {"userId", user_id},
                                    {"uploadId", input.upload_id},
                                    {"fileName", file_name},
                                    {"treeName", input.tree_name},
                                    {"preview", store::Value::boolean(input.is_preview)},
                                    {"into", input.into},
                                    {"state", to_text(State::kWaiting)},
                                    {"createdAt", timestamp_ms(context_.clock.now_ms())},
                                    {"ttl", ttl}});
  put.condition = "attribute_not_exists(PK)";
  TreeImportJob job = job_from(put.item);
  actions.emplace_back(std::move(put));
  store::PutRequest open;
  open.table = context_.tables.norn();
  open.item = store::Item::from_map({{"PK", keys::kOpenImports},
                                     {"SK", keys::open_import(user_id, id)},
                                     {"entityType", "OPEN_TREE_IMPORT"},
                                     {"userId", user_id},
                                     {"jobId", id},
                                     {"ttl", ttl}});
  actions.emplace_back(std::move(open));
  if (auto remembered = context_.idempotency.remember(creation, id)) {
    actions.push_back(std::move(*remembered));
  }
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, std::move(actions)));
  if (!written) return std::nullopt;
  return job;
}

Result<TreeImportJob> TreeImportJobs::begin(const std::string& user_id,
                                            const NewTreeImportJob& input,
                                            const apps::Creation& creation) {
  // A job that is done has removed its upload.
  NORN_ASSIGN(const auto made, context_.idempotency.find(creation));
  if (made) return get(user_id, *made);
  NORN_ASSIGN(const auto upload,
              files_.seal(user_id, input.upload_id, files::Purpose::kFamilyTree));
  NORN_ASSIGN(TreeImportJob job,
              decide_and_write([&] { return try_begin(user_id, input, upload.name(), creation); }));
  {
    const std::lock_guard lock(mutex_);
    is_woken_ = true;
  }
  changed_.notify_all();
  return job;
}

Result<void> TreeImportJobs::remove(const std::string& user_id, const std::string& job_id) {
  NORN_ASSIGN(const auto item, find(user_id, job_id));
  if (!item) return not_found(kTreeImportNotFound);
  // The process that works on it finds that it is gone.
  return apps::transact(
      context_.store,
      {norn_request<store::DeleteRequest>(context_, job_key(user_id, job_id)),
       norn_request<store::DeleteRequest>(context_, open_job_key(user_id, job_id))});
}

Result<bool> TreeImportJobs::forget(const std::string& user_id) {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", keys::imports_of(user_id)}};
  request.consistent = true;
  NORN_TRY(apps::query_each(context_.store, request, [&](store::ItemView item) -> Result<void> {
    const std::string id = text_of(item, "SK");
    std::vector<Action> actions = {
        norn_request<store::DeleteRequest>(context_, job_key(user_id, id)),
        norn_request<store::DeleteRequest>(context_, open_job_key(user_id, id))};
    if (!text_of(item, "into").empty()) {
      actions.push_back(context_.sweeps.begin(kReimportRemovalSweep, id));
    }
    return apps::transact(context_.store, std::move(actions));
  }));
  return false;
}

void TreeImportJobs::start() {
  thread_ = std::thread([this] { work_forever(); });
}

void TreeImportJobs::stop() {
  {
    const std::lock_guard lock(mutex_);
    is_stopping_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool TreeImportJobs::is_stopping() {
  const std::lock_guard lock(mutex_);
  return is_stopping_;
}

void TreeImportJobs::work_forever() {
  set_thread_priority(ThreadPriority::kBackground);
  while (!is_stopping()) {
    const auto ran = run_next();
    if (!ran) log::warn("imports of trees could not be read: {}", ran.error().message);
    if (ran && *ran) continue;
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kImportPoll, [this] { return is_woken_ || is_stopping_; });
    is_woken_ = false;
  }
}

Result<bool> TreeImportJobs::run_next() {
  store::QueryRequest request;
  request.table = context_.tables.norn();
  request.key_condition = "PK = :pk";
  request.placeholders.values = {{":pk", keys::kOpenImports}};
  request.consistent = true;
  request.limit = kJobsPerLook;
  NORN_ASSIGN(const auto open, context_.store.query(request));
  for (const store::ItemView item : open.items) {
    const std::string user_id = text_of(item, "userId");
    const std::string job_id = text_of(item, "jobId");
    NORN_ASSIGN(auto job, take(user_id, job_id));
    if (!job) continue;
    run(*std::move(job));
    return true;
  }
  return false;
}

Result<std::optional<TreeImportJob>> TreeImportJobs::take(const std::string& user_id,
                                                          const std::string& job_id) {
  NORN_ASSIGN(const auto item, find(user_id, job_id));
  if (!item || job_from(*item).is_finished()) {
    NORN_TRY(apps::transact(context_.store, {norn_request<store::DeleteRequest>(
                                                context_, open_job_key(user_id, job_id))}));
    return std::nullopt;
  }
  const int64_t now_ms = context_.clock.now_ms();
  auto update = norn_request<store::UpdateRequest>(context_, job_key(user_id, job_id));
  update.update =
      "SET leaseOwner = :owner, leaseUntil = :until, #state = :reading, #percent = :none, "
      "peopleWritten = :none ADD attempts :one";
  update.condition =
      "attribute_exists(PK) AND (attribute_not_exists(leaseOwner) OR leaseUntil < :now)";
  update.placeholders.names = {{"#state", "state"}, {"#percent", "percent"}};
  update.placeholders.values = {{":owner", owner_},
                                {":until", store::Value::number(now_ms + kImportLeaseMs)},
                                {":now", store::Value::number(now_ms)},
                                {":reading", to_text(State::kReading)},
                                {":none", store::Value::number(0)},
                                {":one", store::Value::number(1)}};
  NORN_ASSIGN(const bool written, apps::write_all(context_.store, {std::move(update)}));
  if (!written) return std::nullopt;
  TreeImportJob job = job_from(*item);
  job.progress = {};
  if (integer_of(*item, "attempts") >= kMaxImportAttempts) {
    job.state = State::kFailed;
    job.problem = problem_json(conflict(kTreeImportInterrupted).error());
    finish(job);
    return std::nullopt;
  }
  return job;
}

void TreeImportJobs::run(TreeImportJob job) {
  const auto done = import_upload(job);
  if (done) {
    job.state = State::kDone;
    job.progress.percent = 100;
    // The file stays for the next attempt if this one ended without a trace.
    if (!finish(job) || job.is_preview) return;
    const auto removed = files_.cancel(job.user_id, job.upload_id);
    if (!removed && removed.error().code != ErrorCode::kNotFound) {
      log::warn("the file of an import is removed later: {}", removed.error().message);
    }
    return;
  }
  if (is_stopping()) return give_back(job);
  if (passes(done.error()) && try_later(job, done.error())) return;
  job.state = State::kFailed;
  job.problem = problem_json(done.error());
  finish(job);
}

Result<void> TreeImportJobs::import_upload(TreeImportJob& job) {
  if (!job.into.empty()) {
    // An attempt before this one has compared and could not say so. The person may have begun the
    // import since, so that its journal must stay as it is.
    NORN_ASSIGN(const auto compared, find_reimport(context_, job.id));
    if (compared) return {};
  }
  NORN_ASSIGN(auto sealed, files_.seal(job.user_id, job.upload_id, files::Purpose::kFamilyTree));
  const auto upload = std::make_shared<files::UploadReader>(std::move(sealed));
  const gedcom::FileBytes file = bytes_of_upload(upload);
  int64_t told_at_ms = context_.clock.now_ms();
  TreeImportWatch watch;
  watch.conditions.push_back(has_lease(job));
  watch.tell = [&](const TreeImportProgress& progress) -> Result<void> {
    NORN_TRY(tell(job, progress, told_at_ms));
    job.progress = progress;
    return {};
  };
  if (!job.into.empty()) {
    NORN_ASSIGN(const TreeAccess access, authorize(context_, job.user_id, job.into, Right::kWrite));
    const TreeReimport begun = {.id = job.id,
                                .tree_id = job.into,
                                .user_id = job.user_id,
                                .file_name = job.file_name,
                                .created_at = job.created_at};
    NORN_TRY(compare_with_file(context_, access.tree, begun, file, watch));
    return {};
  }
  if (job.is_preview) {
    NORN_ASSIGN(TreeImportReport report, imports_.preview(file, watch));
    job.progress.people = report.counts.people;
    job.report = fitting_report_json(std::move(report));
    return {};
  }
  const apps::Creation creation = {
      .user_id = job.user_id, .operation = "importTree", .key = job.id, .digest = job.id};
  NORN_ASSIGN(ImportedTreeReport made,
              imports_.run(job.user_id, file, job.tree_name, creation, watch));
  job.progress.people = job.progress.people_written = made.report.counts.people;
  job.tree_id = made.access.tree.id;
  job.report = fitting_report_json(std::move(made.report));
  return {};
}

Result<void> TreeImportJobs::tell(const TreeImportJob& job, const TreeImportProgress& progress,
                                  int64_t& told_at_ms) {
  if (is_stopping()) return fail(ErrorCode::kUnavailable, "The server stops.");
  const int64_t now_ms = context_.clock.now_ms();
  const bool is_new_state = progress.is_writing != job.progress.is_writing;
  if (now_ms < told_at_ms + kImportReportMs && !is_new_state) return {};
  told_at_ms = now_ms;
  store::UpdateRequest update = leased_update(job);
  update.update =
      "SET leaseUntil = :until, #state = :state, #percent = :percent, people = :people, "
      "peopleWritten = :written";
  update.placeholders.names = {{"#state", "state"}, {"#percent", "percent"}};
  const State state = progress.is_writing ? State::kWriting : State::kReading;
  update.placeholders.values.emplace(":until", store::Value::number(now_ms + kImportLeaseMs));
  update.placeholders.values.emplace(":state", to_text(state));
  update.placeholders.values.emplace(":percent", store::Value::number(progress.percent));
  update.placeholders.values.emplace(":people", store::Value::number(progress.people));
  update.placeholders.values.emplace(":written", store::Value::number(progress.people_written));
  const auto written = apps::write_all(context_.store, {std::move(update)});
  if (written && !*written) return conflict(kTreeImportCancelled);
  // A report that could not be written is not a reason to end: the next one may be.
  if (!written) log::warn("how far an import is was not written: {}", written.error().message);
  return {};
}

bool TreeImportJobs::finish(const TreeImportJob& job) {
  const bool has_journal = job.state == State::kDone && !job.into.empty();
  const int64_t life_s = has_journal ? kComparedImportLifeS : kFinishedImportLifeS;
  store::UpdateRequest update = leased_update(job);
  update.update =
      "SET #state = :state, #percent = :percent, people = :people, peopleWritten = :written, "
      "#problem = :problem, #report = :report, treeId = :tree, #ttl = :ttl "
      "REMOVE leaseOwner, leaseUntil";
  update.placeholders.names = {{"#state", "state"},
                               {"#percent", "percent"},
                               {"#problem", "problem"},
                               {"#report", "report"},
                               {"#ttl", "ttl"}};
  const auto number = [](int64_t value) { return store::Value::number(value); };
  update.placeholders.values.merge(store::Map{{":state", to_text(job.state)},
                                              {":percent", number(job.progress.percent)},
                                              {":people", number(job.progress.people)},
                                              {":written", number(job.progress.people_written)},
                                              {":problem", job.problem},
                                              {":report", job.report},
                                              {":tree", job.tree_id},
                                              {":ttl", number(context_.clock.now_s() + life_s)}});
  const auto written = apps::transact(
      context_.store, {std::move(update), norn_request<store::DeleteRequest>(
                                              context_, open_job_key(job.user_id, job.id))});
  // Removed meanwhile, or another process has it. If the store failed, the lease ends.
  const bool is_gone = !written && apps::Refusals(written.error()).by_conditions();
  if (!written && !is_gone) {
    log::warn("what has become of an import was not written: {}", written.error().message);
  }
  return written.has_value();
}

// The attempt does not count.
void TreeImportJobs::give_back(const TreeImportJob& job) {
  store::UpdateRequest update = leased_update(job);
  update.update = "SET #state = :state REMOVE leaseOwner, leaseUntil ADD attempts :less";
  update.placeholders.names = {{"#state", "state"}};
  update.placeholders.values.emplace(":state", to_text(State::kWaiting));
  update.placeholders.values.emplace(":less", store::Value::number(-1));
  const auto written = apps::write_all(context_.store, {std::move(update)});
  if (!written) log::warn("an import waits until its lease ends: {}", written.error().message);
}

bool TreeImportJobs::try_later(const TreeImportJob& job, const Error& error) {
  if (job.retries >= kMaxImportRetries) return false;
  log::warn("an import begins again later: {}", error.message);
  store::UpdateRequest update = leased_update(job);
  update.update =
      "SET #state = :state, leaseOwner = :none, leaseUntil = :until ADD attempts :less, "
      "retries :one";
  update.placeholders.names = {{"#state", "state"}};
  const int64_t pause_ms = kImportRetryMs << job.retries;
  update.placeholders.values.merge(
      store::Map{{":state", to_text(State::kWaiting)},
                 {":none", "none"},
                 {":until", store::Value::number(context_.clock.now_ms() + pause_ms)},
                 {":less", store::Value::number(-1)},
                 {":one", store::Value::number(1)}});
  const auto written = apps::write_all(context_.store, {std::move(update)});
  // Without it, the lease ends by itself.
  if (!written) log::warn("an import waits until its lease ends: {}", written.error().message);
  return true;
}

Action TreeImportJobs::has_lease(const TreeImportJob& job) const {
  auto check = norn_request<store::ConditionCheck>(context_, job_key(job.user_id, job.id));
  check.condition = kIsLeased;
  check.placeholders.values = {{":owner", owner_}};
  return check;
}

store::UpdateRequest TreeImportJobs::leased_update(const TreeImportJob& job) const {
  auto update = norn_request<store::UpdateRequest>(context_, job_key(job.user_id, job.id));
  update.condition = kIsLeased;
  update.placeholders.values = {{":owner", owner_}};
  return update;
}

}  // namespace norn::family
