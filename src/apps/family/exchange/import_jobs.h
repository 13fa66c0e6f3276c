#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "apps/accounts/users/users.h"
#include "apps/family/access.h"
#include "apps/family/exchange/import.h"
#include "apps/files/files.h"
#include "apps/shared/idempotency.h"

// Imports of uploads, in the background: a large file takes longer than a request may.
//
// A job is an item of the table `norn`, and while it is not finished there is a second one by which
// processes find it. One of them has its lease, which it renews with every report of progress; when
// that process dies, another one begins the job again. The import that was interrupted leaves
// nothing behind (import.h), and the tree appears once: the job's id is the idempotency key of its
// import.
namespace norn::family {

// How long a process that is not heard of keeps a job, and how often one that works is heard of.
constexpr int64_t kImportLeaseMs = 60'000;
constexpr int64_t kImportReportMs = 500;
constexpr int64_t kMaxImportAttempts = 3;
// A store that is overloaded or unreachable is no reason to fail: the job begins again after a
// pause, which doubles each time.
constexpr int64_t kMaxImportRetries = 8;
constexpr int64_t kImportRetryMs = 5'000;
// How long a job is kept: a finished one, unless it has compared a file with a tree, and any other,
// which may wait for a server to be started.
constexpr int64_t kFinishedImportLifeS = int64_t{24} * 60 * 60;
constexpr int64_t kImportLifeS = 7 * kFinishedImportLifeS;

struct TreeImportJob {
  enum class State : uint8_t { kWaiting, kReading, kWriting, kDone, kFailed };

  std::string id;
  std::string user_id;
  std::string upload_id;
  std::string file_name;
  std::string tree_name;  // As the person wants it; empty: that of the file.
  bool is_preview = false;
  std::string into;  // The tree that the file is compared with (reimport/); empty: a new one.
  State state = State::kWaiting;
  TreeImportProgress progress = {};
  std::string created_at;
  std::string problem;  // When it has failed: {"text":…,"code":…} as JSON.
  std::string report;   // When it is done: the members of its report (render.h) as JSON.
  std::string tree_id;  // When it is done, and no preview.
  int64_t retries = 0;  // After errors that pass.

  bool is_finished() const { return state == State::kDone || state == State::kFailed; }
};
std::string_view to_text(TreeImportJob::State state);  // "waiting", "reading", …

struct NewTreeImportJob {
  std::string upload_id;
  std::string tree_name = {};
  bool is_preview = false;
  std::string into = {};
};

// An error as {"text":…,"code":…}.
std::string problem_json(const Error& error);
// What another program wrote must not make a reply that is no JSON.
std::string json_object_or_nothing(std::string text);

// Safe from any thread; may block.
class TreeImportJobs final : public accounts::UserHook {
 public:
  TreeImportJobs(Context context, TreeImports& imports);
  ~TreeImportJobs() override;

  // A job of a complete upload, which stays as it is from now on. Returns the errors of
  // Files::seal, and kConflict if the person has too many jobs that are not finished.
  Result<TreeImportJob> begin(const std::string& user_id, const NewTreeImportJob& input,
                              const apps::Creation& creation);
  // Returns kNotFound for a job of another person, and for one that was removed.
  Result<TreeImportJob> get(const std::string& user_id, const std::string& job_id);
  // Cancels a job that is not finished: nothing of it is left but the upload.
  Result<void> remove(const std::string& user_id, const std::string& job_id);

  Result<bool> forget(const std::string& user_id) override;

  // Runs jobs on a thread of its own; also those that an earlier process left.
  void start();
  // Returns when that thread has ended. A job that it was running begins again at the next start.
  void stop();
  // Runs one job in the calling thread, and returns whether there was one. For tests.
  Result<bool> run_next();

 private:
  void work_forever();
  Result<std::optional<store::Item>> find(const std::string& user_id, const std::string& job_id);
  Result<std::optional<TreeImportJob>> try_begin(const std::string& user_id,
                                                 const NewTreeImportJob& input,
                                                 const std::string& file_name,
                                                 const apps::Creation& creation);
  // The actions that remove finished jobs beyond the number that is kept. Returns kConflict if too
  // many are not finished.
  Result<std::vector<Action>> make_room(const std::string& user_id);
  // Takes the lease of a job; nullopt if it is another process's, finished or gone.
  Result<std::optional<TreeImportJob>> take(const std::string& user_id, const std::string& job_id);
  void run(TreeImportJob job);
  Result<void> import_upload(TreeImportJob& job);
  Result<void> tell(const TreeImportJob& job, const TreeImportProgress& progress,
                    int64_t& told_at_ms);
  // Returns whether it was written: not if the job is gone, or another process has it.
  bool finish(const TreeImportJob& job);
  void give_back(const TreeImportJob& job);
  // The same after an error that passes. Returns false after too many of them.
  bool try_later(const TreeImportJob& job, const Error& error);
  bool is_stopping();
  Action has_lease(const TreeImportJob& job) const;
  // An update on the condition that this process has the lease.
  store::UpdateRequest leased_update(const TreeImportJob& job) const;

  const Context context_;
  TreeImports& imports_;
  const files::Files files_;
  const std::string owner_;  // This process, as leases name it.

  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_woken_ = false;     // Guarded by mutex_.
  bool is_stopping_ = false;  // Guarded by mutex_.
  std::thread thread_;
};

}  // namespace norn::family
