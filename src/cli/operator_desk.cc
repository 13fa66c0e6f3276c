#include "cli/operator_desk.h"

#include <optional>
#include <utility>

#include "base/thread_pool.h"
#include "cli/application.h"
#include "cli/open_data.h"

namespace norn::cli {
namespace {

// The apps run on the data without a network, so that few threads are enough.
constexpr size_t kDeskThreads = 2;
constexpr size_t kMaxDeskJobs = 16;

}  // namespace

// The apps on data that no server uses.
class OperatorDesk::AppsHere {
 public:
  static Result<std::unique_ptr<AppsHere>> start(const DataOptions& options, const Clock& clock) {
    NORN_ASSIGN(Data data, open_data(options, clock));
    auto here = std::make_unique<AppsHere>(std::move(data));
    ApplicationOptions application;
    application.table_prefix = options.table_prefix;
    if (options.remote_store) adapt_to_remote_store(application);
    NORN_ASSIGN(here->application_,
                Application::start(here->data_.store(), clock, here->pool_, std::move(application),
                                   [] { return http::HealthReport{}; }));
    here->commands_ = here->application_->commands();
    return here;
  }

  explicit AppsHere(Data data) : data_(std::move(data)), pool_(kDeskThreads, kMaxDeskJobs) {}

  const std::string& location() const { return data_.location; }
  Result<std::string> ask(std::string_view request, const SendPart& receive) const {
    return carry_out_control(commands_, request, receive);
  }

 private:
  Data data_;
  ThreadPool pool_;
  std::unique_ptr<Application> application_;
  OperatorCommands commands_;
};

OperatorDesk::OperatorDesk(const DataOptions& options, const Clock& clock)
    : options_(options), clock_(clock) {}

OperatorDesk::~OperatorDesk() = default;

Result<void> OperatorDesk::open(Folder folder) {
  if (options_.remote_store) return open_here();
  NORN_ASSIGN(folder_,
              folder == Folder::kExists ? existing_data_folder(options_) : data_folder(options_));
  return {};
}

Result<std::string> OperatorDesk::ask(std::string_view request, const SendPart& receive) {
  if (!here_) {
    NORN_ASSIGN(auto text, ask_server(folder_, request, receive));
    if (text) {
      has_server_ = true;
      return *std::move(text);
    }
    if (has_server_) {
      return fail(ErrorCode::kUnavailable, "The server has stopped. Try it again.");
    }
    NORN_TRY(open_here());
  }
  return here_->ask(request, receive);
}

std::string OperatorDesk::location() const {
  return here_ ? here_->location() : folder_.string();
}

Result<void> OperatorDesk::no_parts(std::string_view /*part*/) {
  return {};
}

Result<void> OperatorDesk::open_here() {
  NORN_ASSIGN(here_, AppsHere::start(options_, clock_));
  return {};
}

}  // namespace norn::cli
