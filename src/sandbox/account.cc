#include "sandbox/account.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "base/check.h"
#include "base/thread_pool.h"
#include "sandbox/refusal.h"

namespace norn::sandbox {
namespace {

constexpr size_t kMaxSnapshots = 16;

}  // namespace

// A store, its API, and how many calls are under way on them.
class Account::Data {
 public:
  Data(std::unique_ptr<embedded::EmbeddedStore> store, const Clock& clock, ThreadPool& pool,
       const dynamodb::ApiOptions& options)
      : store_(std::move(store)), api_(*store_, clock, pool, options) {}

  embedded::EmbeddedStore& store() { return *store_; }
  dynamodb::Api& api() { return api_; }

  void enter() {
    const std::lock_guard lock(mutex_);
    ++calls_;
  }

  void leave() {
    // Notified under the lock: `wait_until_unused` may be followed by the end of this object.
    const std::lock_guard lock(mutex_);
    if (--calls_ == 0) unused_.notify_all();
  }

  void wait_until_unused() {
    std::unique_lock lock(mutex_);
    unused_.wait(lock, [this] { return calls_ == 0; });
  }

 private:
  std::unique_ptr<embedded::EmbeddedStore> store_;
  dynamodb::Api api_;
  std::mutex mutex_;  // Guards calls_.
  std::condition_variable unused_;
  size_t calls_ = 0;
};

// A call as the API sees it: when it is answered, it leaves the store.
class Account::Call final : public http::Exchange {
 public:
  Call(http::Exchange& outer, Data& data) : outer_(outer), data_(data) {
    request = outer.request;
    std::swap(response, outer.response);
  }

  void done() override {
    const std::unique_ptr<Call> self(this);
    std::swap(outer_.response, response);
    outer_.done();
    data_.leave();
  }

  std::shared_ptr<http::EventStream> stream() override {
    NORN_CHECK(false, "replies of the DynamoDB API are whole");
  }
  std::shared_ptr<http::BodyStream> stream_body() override {
    NORN_CHECK(false, "replies of the DynamoDB API are whole");
  }

 private:
  http::Exchange& outer_;
  Data& data_;
};

Account::Account(const AccountOptions& options, const Clock& clock, Pools& pools, Delays& delays)
    : options_(options), clock_(clock), pools_(pools), faults_(delays) {}

Account::~Account() {
  reset();
}

Result<void> Account::open() {
  const std::lock_guard alone(changes_);
  NORN_TRY(opened());
  return {};
}

Result<Account::Data*> Account::opened() {
  if (!data_) {  // Only who holds `changes_` changes it.
    if (!files_) files_ = std::make_unique<embedded::MemoryFiles>();
    NORN_ASSIGN(auto data, open_data(new_folder()));
    replace(std::move(data));
  }
  return data_.get();
}

std::filesystem::path Account::new_folder() {
  return fmt::format("/{}", ++folders_);
}

Result<std::unique_ptr<Account::Data>> Account::open_data(const std::filesystem::path& folder) {
  const embedded::Options options{
      .directory = folder, .block_cache_bytes = options_.cache_bytes, .env = files_->env()};
  NORN_ASSIGN(auto store, embedded::EmbeddedStore::open_in_memory(options, clock_));
  return std::make_unique<Data>(std::move(store), clock_, pools_.calls, options_.api);
}

Account::Data* Account::enter() {
  const std::lock_guard lock(mutex_);
  if (data_) data_->enter();
  return data_.get();
}

void Account::replace(std::unique_ptr<Data> data) {
  {
    const std::lock_guard lock(mutex_);
    std::swap(data, data_);
  }
  // Not by the last call: that may be on a thread of the store, which cannot end itself.
  if (!data) return;
  data->wait_until_unused();
  const std::filesystem::path folder = data->store().directory();
  data.reset();
  files_->remove_folder(folder);
}

void Account::reset() {
  const std::lock_guard alone(changes_);
  replace(nullptr);
  snapshots_.clear();
  clock_.set({});
  files_.reset();
  faults_.clear();
}

Result<void> Account::take_snapshot(const std::string& name) {
  const std::lock_guard alone(changes_);
  const auto before = snapshots_.find(name);
  if (before == snapshots_.end() && snapshots_.size() >= kMaxSnapshots) {
    return fail(ErrorCode::kInvalid, fmt::format("at most {} snapshots at a time", kMaxSnapshots));
  }
  NORN_ASSIGN(Data* const data, opened());
  const std::filesystem::path folder = new_folder();
  NORN_TRY(data->store().copy_to(folder));
  if (before != snapshots_.end()) files_->remove_folder(before->second.folder);
  snapshots_.insert_or_assign(name, Snapshot{.folder = folder, .clock = clock_.setting()});
  return {};
}

Result<void> Account::restore(const std::string& name) {
  const std::lock_guard alone(changes_);
  const auto snapshot = snapshots_.find(name);
  if (snapshot == snapshots_.end()) {
    return fail(ErrorCode::kNotFound, fmt::format("There is no snapshot '{}'.", name));
  }
  const std::filesystem::path folder = new_folder();
  NORN_TRY(files_->copy_folder(snapshot->second.folder, folder));
  // Before the store is opened: by the present time, items of it may have expired.
  clock_.set(snapshot->second.clock);
  NORN_ASSIGN(auto data, open_data(folder));
  replace(std::move(data));
  return {};
}

Result<void> Account::set_clock(const TestClock::Setting& setting) {
  const std::lock_guard alone(changes_);
  clock_.set(setting);
  NORN_ASSIGN(Data* const data, opened());
  return data->store().run_maintenance();
}

void Account::handle(http::Exchange& exchange) {
  faults_.handle(exchange, [this](http::Exchange& call) { serve(call); });
}

void Account::serve(http::Exchange& exchange) {
  if (Data* const data = enter()) return call(*data, exchange);
  if (!pools_.changes.post([this, &exchange] { open_and_call(exchange); })) {
    refuse(exchange,
           {ErrorCode::kThrottled, "Too many requests at a time; try again soon.", nullptr});
  }
}

void Account::call(Data& data, http::Exchange& exchange) {
  auto entered = std::make_unique<Call>(exchange, data);
  try {
    data.api().handle(*entered);
  } catch (const std::exception&) {
    // It is not answered yet: the server does that.
    data.leave();
    throw;
  }
  static_cast<void>(entered.release());  // It deletes itself when it is done.
}

void Account::open_and_call(http::Exchange& exchange) {
  try {
    Data* data = nullptr;
    while ((data = enter()) == nullptr) {  // Another reset may come first.
      if (const auto opened = open(); !opened) return refuse(exchange, opened.error());
    }
    call(*data, exchange);
  } catch (const std::exception& error) {
    refuse(exchange, {ErrorCode::kInternal, error.what(), nullptr});
  }
}

}  // namespace norn::sandbox
