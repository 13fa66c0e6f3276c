#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "base/check.h"
#include "base/thread_pool.h"
#include "dynamodb/api/api.h"
#include "dynamodb/remote/remote_store.h"
#include "embedded/embedded_store.h"
#include "http/server/server.h"
#include "store_contract/store_contract.h"
#include "support/temporary_folder.h"

// The contract over the wire in both directions: the remote store talks to our own API over the
// embedded store, with signatures that are verified.
namespace norn::testing {
namespace {

using dynamodb::Api;
using dynamodb::ApiOptions;
using dynamodb::RemoteOptions;
using dynamodb::RemoteStore;

const dynamodb::Keys kKeys = {
    {"AKIDEXAMPLE", {"wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "a/token+=="}}};

std::optional<std::string> norn_environment(const std::string& name) {
  if (name == "AWS_ACCESS_KEY_ID") return kKeys.begin()->first;
  if (name == "AWS_SECRET_ACCESS_KEY") return kKeys.begin()->second.secret;
  if (name == "AWS_SESSION_TOKEN") return kKeys.begin()->second.session_token;
  if (name == "AWS_REGION") return "eu-central-1";
  return std::nullopt;
}

class RemoteNornUnderTest final : public StoreUnderTest {
 public:
  RemoteNornUnderTest() {
    embedded::Options options;
    options.directory = folder_.path() / "data";
    options.background = false;
    options.sync = false;  // What is durable is the crash test's subject.
    auto embedded = embedded::EmbeddedStore::open(options, clock_);
    NORN_CHECK(embedded.has_value(), "a new store opens");
    embedded_ = std::move(*embedded);
    // Signatures have the time of day, which is not that of the store here.
    api_ = std::make_unique<Api>(*embedded_, time_of_day_, pool_, ApiOptions{.keys = kKeys});

    http::Options http;
    http.address = {"127.0.0.1", 0};
    http.threads = 1;
    auto server = http::Server::start(
        http, [this](http::Exchange& exchange) { api_->handle(exchange); }, time_of_day_);
    if (!server) throw std::runtime_error(server.error().message);
    server_ = std::move(*server);

    RemoteOptions remote;
    remote.endpoint = "http://" + server_->address().to_string();
    auto opened = RemoteStore::open(remote, norn_environment, time_of_day_);
    if (!opened) throw std::runtime_error(opened.error().message);
    remote_ = std::move(*opened);
  }

  store::Store& store() override { return *remote_; }
  ManualClock* clock() override { return &clock_; }
  void settle() override { run_ttl(); }
  void run_ttl() override {
    NORN_CHECK(embedded_->run_maintenance().has_value(), "maintenance succeeds");
  }

 private:
  TemporaryFolder folder_{"remote_contract"};
  ManualClock clock_{1'700'000'000'000};
  SystemClock time_of_day_;
  std::unique_ptr<embedded::EmbeddedStore> embedded_;
  ThreadPool pool_{2, 100};
  std::unique_ptr<Api> api_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<RemoteStore> remote_;
};

StoreFactory remote_norn() {
  StoreFactory factory = store_factory<RemoteNornUnderTest>("remote_norn");
  factory.must_fail = {{"CollectionSizeIsReportedForTablesWithLocalIndexes",
                        "the wire tells the sizes of collections in whole gigabytes"}};
  return factory;
}

INSTANTIATE_TEST_SUITE_P(RemoteNorn, StoreContract, ::testing::Values(remote_norn()));

}  // namespace
}  // namespace norn::testing
